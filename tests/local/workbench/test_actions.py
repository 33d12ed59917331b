"""What a person does: a form of a page, what it may hold, and what is answered."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from dealclock.errors import DealclockError, RefusedError
from local.slack.errors import CommandTimeoutError, ControlError
from local.workbench.actions import Does, Form, action, led_to, one, pane_of
from tests.local.workbench.asking import OURS, Answer, ask


def answered(does: Does, body: str = "", **headers: str) -> Answer:
    app = Starlette(routes=[Route("/do", action(does), methods=["POST"])])
    items = {name.replace("_", "-"): value for name, value in headers.items()}
    return ask(app, "/do", "POST", OURS | items, body)


def nothing(_request: Request, _form: Form) -> Response | None:
    return None


def test_a_form_is_given_with_all_its_values_blank_ones_too() -> None:
    seen: list[Form] = []

    def does(_request: Request, form: Form) -> None:
        seen.append(form)

    answered(does, "who=maria&who=tom&why=&what=a+b%20c%C2%A7")
    assert seen == [{"who": ["maria", "tom"], "why": [""], "what": ["a b c§"]}]


def test_with_script_the_page_is_told_to_redraw_itself() -> None:
    answer = answered(nothing, hx_request="true")
    assert (answer.status, answer.headers["hx-trigger"]) == (204, "changed")


@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    [
        ("http://127.0.0.1:8765/slack/U01MARIA/C02STORY?at=3", "/slack/U01MARIA/C02STORY?at=3"),
        ("http://127.0.0.1:8765/mail", "/mail"),
        ("http://attacker.example/mail", "/mail"),  # never to another site
        ("http://127.0.0.1:8765//attacker.example/x", "/attacker.example/x"),
        ("", "/"),
    ],
)
def test_without_script_the_answer_leads_back_to_the_page(came_from: str, leads_to: str) -> None:
    answer = answered(nothing, **({"referer": came_from} if came_from else {}))
    assert (answer.status, answer.headers["location"]) == (303, leads_to)


@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    [
        ("http://127.0.0.1:8765/slack/maria/granite-late?thread=1", "/slack"),
        ("http://127.0.0.1:8765/mail", "/mail"),
        ("http://127.0.0.1:8765//attacker.example/x", "/attacker.example"),
        ("", "/"),
    ],
)
def test_what_ends_a_page_leads_to_the_first_of_its_pane(came_from: str, leads_to: str) -> None:
    def does(request: Request, _form: Form) -> Response:
        return led_to(request, pane_of(request))

    plain = answered(does, referer=came_from)
    assert (plain.status, plain.headers["location"]) == (303, leads_to)
    with_script = answered(does, referer=came_from, hx_request="true")
    assert (with_script.status, with_script.headers["hx-redirect"]) == (204, leads_to)


def test_an_answer_of_its_own_is_given_as_it_is() -> None:
    answer = answered(lambda _request, _form: PlainTextResponse("mine", status_code=201))
    assert (answer.status, answer.text) == (201, "mine")


@pytest.mark.parametrize(
    "problem",
    [
        RefusedError("it is playing already"),
        ControlError("no such user", 404),
        CommandTimeoutError("/deal", 3),
        DealclockError("no such day"),
    ],
)
def test_what_is_refused_is_told_in_words(problem: Exception) -> None:
    def does(_request: Request, _form: Form) -> None:
        raise problem

    answer = answered(does)
    assert (answer.status, answer.text) == (409, str(problem))


def test_what_nobody_types_by_hand_is_not_read() -> None:
    seen: list[Form] = []
    answer = answered(lambda _request, form: seen.append(form), "a=" + "x" * 256 * 1024)
    assert answer.status == 413
    assert seen == []


def test_a_field_that_must_be_there_once_is() -> None:
    assert one({"date": [" 2004-07-01 "]}, "date") == "2004-07-01"
    for values in ([], ["a", "b"]):
        with pytest.raises(
            RefusedError, match=f"must have date once; it has it {len(values)} times"
        ):
            one({"date": values}, "date")
