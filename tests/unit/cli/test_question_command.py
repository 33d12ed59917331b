"""The command every question has, made from the question itself."""

import json
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated

import pytest

from dealclock.answers.ask import Answer, answer
from dealclock.answers.catalog import GROUPS, QUESTIONS
from dealclock.answers.options import read_options
from dealclock.cli import commands, dispatch, question_command
from dealclock.engine.look import Look
from dealclock.errors import RefusedError
from dealclock.messages.message import Message, Section, rows
from tests.golden.wording import wording
from tests.unit.cli.running import SAMPLE, Dealclock


@answer(name="echo-back", form="dealclock-echo/1")
def ECHO(  # noqa: N802 - a question, as a constant of these tests
    look: Look,
    on: Annotated[date, "a day"],
    fact: Annotated[tuple[Mapping[str, object], ...], "some facts"] = (),
    how_much: Annotated[Decimal | None, "an amount"] = None,
    whole: Annotated[bool, "all of it"] = False,
) -> Answer:
    """What a question was asked with, in words a row a value."""
    given = {
        "as_of": look.as_of,
        "facts": len(look.log.facts),
        "on": on,
        "fact": fact,
        "how_much": how_much,
        "whole": whole,
    }
    shown = rows(*((name, str(value) if value else "") for name, value in given.items()))
    return Answer(
        given,
        lambda view: Message(
            preview="echo", headline=view.team.code_name, sections=(Section(rows=shown),)
        ),
    )


@pytest.fixture(autouse=True)
def with_echo(monkeypatch: pytest.MonkeyPatch) -> None:
    """One question more."""
    says = {ECHO.name: "what was asked, back again"}
    monkeypatch.setattr(question_command, "QUESTIONS", {ECHO.name: ECHO})
    monkeypatch.setattr(question_command, "DESCRIPTIONS", says)
    monkeypatch.setattr(commands, "QUESTIONS", {ECHO.name: ECHO})
    monkeypatch.setattr(commands, "ALL", (*commands.ALL, ECHO.name))
    monkeypatch.setattr(dispatch, "GROUPS", {**GROUPS, "One more": says})


ASK = ("echo-back", SAMPLE, "--as-of", "2004-11-20")


def test_its_answer_can_be_had_as_json(dealclock: Dealclock) -> None:
    ran = dealclock(*ASK, "--on", "2004-12-01", "--json")
    assert json.loads(ran.out)["on"] == "2004-12-01"


def test_details_are_brought_to_their_kinds() -> None:
    given = {"on": "2004-12-01", "how-much": 5, "fact": ["{a: 1, on: 2004-12-02}", {"b": 2}]}
    assert read_options(ECHO, given) == {
        "on": date(2004, 12, 1),
        "how-much": Decimal(5),
        "fact": ({"a": 1, "on": date(2004, 12, 2)}, {"b": 2}),
    }


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "needs on: a day"),
        ({"on": 20041201}, "give a date that exists"),
        ({"on": "2004-12-01", "hwo_much": 1}, "Did you mean 'how-much'?"),
        ({"on": "2004-12-01", "how_much": True}, "give dollars"),
        ({"on": "2004-12-01", "fact": "nothing"}, "give keys with values"),
        ({"on": "2004-12-01", "whole": "yes"}, "give true or false"),
    ],
)
def test_a_detail_that_cannot_be_used_is_refused(given: dict[str, object], why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        read_options(ECHO, given)


def test_all_that_is_missing_is_asked_for_at_once() -> None:
    with pytest.raises(RefusedError) as refused:
        read_options(QUESTIONS["roll-forward"], {})
    wording("command/roll-forward", str(refused.value))
