"""What keeps other sites out of the workbench, and what every answer tells the browser."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from dealclock.errors import DealclockError, RefusedError
from local import npm
from local.workbench import site as module
from local.workbench.workbench import Workbench
from tests.local.workbench.asking import HERE, ask


@pytest.fixture
def done() -> list[str]:
    """What was done on the site, by its path."""
    return []


@pytest.fixture
def site(done: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Starlette:
    """The site with one pane of two pages, one of which cannot be shown."""
    for name in module._SCRIPTS.values():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"// {name}")

    def pane(_: Workbench) -> list[Route]:
        def page(request: Any) -> PlainTextResponse:
            done.append(f"{request.method} {request.url.path}")
            return PlainTextResponse("a page")

        def refused(request: Any) -> PlainTextResponse:
            raise RefusedError("its deal is gone")

        def unreadable(request: Any) -> PlainTextResponse:
            raise DealclockError("the table does not answer")

        return [
            Route("/page", page, methods=["GET", "POST"]),
            Route("/gone", refused),
            Route("/unreadable", unreadable),
        ]

    monkeypatch.setattr(npm, "install", lambda name: tmp_path)
    monkeypatch.setattr(module, "PANES", (pane,))
    monkeypatch.setattr(module, "pulse", lambda workbench: "4.2.0")
    return module.site(cast("Workbench", SimpleNamespace()))


@pytest.mark.parametrize("host", [HERE, "localhost:8765", "127.0.0.1"])
def test_this_machine_under_its_own_names_is_served(site: Starlette, host: str) -> None:
    assert ask(site, "/page", headers={"host": host}).text == "a page"


@pytest.mark.parametrize(
    "host", ["dealclock.example", "127.0.0.1.attacker.example", "attacker.example:8765", "0.0.0.0"]
)
def test_other_names_for_this_machine_are_refused(
    site: Starlette, done: list[str], host: str
) -> None:
    """A name an attacker owns can be made to lead here; its pages would then be of our origin."""
    for method in ("GET", "POST"):
        answer = ask(site, "/page", method, {"host": host, "origin": f"http://{host}"})
        assert answer.status == 400
    assert done == []


def test_our_own_pages_may_do_something(site: Starlette, done: list[str]) -> None:
    assert ask(site, "/page", "POST").status == 200
    assert done == ["POST /page"]


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://attacker.example",
        "http://127.0.0.1:9999",
        f"https://{HERE}",
        "http://localhost:8765",
    ],
)
def test_what_another_sites_page_sends_is_refused(
    site: Starlette, done: list[str], origin: str | None
) -> None:
    headers = {"host": HERE} | ({"origin": origin} if origin else {})
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        answer = ask(site, "/page", method, headers)
        assert (answer.status, answer.text) == (403, "only pages of the workbench may do that")
    assert done == []


@pytest.mark.parametrize(
    ("path", "method"),
    [("/page", "GET"), ("/static/htmx.js", "GET"), ("/no", "GET"), ("/page", "PUT")],
)
def test_every_answer_says_what_the_browser_may_do_with_it(
    site: Starlette, path: str, method: str
) -> None:
    headers = ask(site, path, method).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"  # no script of a page's own, no eval
    assert policy["style-src"] == "'self'"
    assert policy["connect-src"] == "'self'"
    assert policy["form-action"] == "'self'"
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_the_scripts_are_served_from_this_machine(site: Starlette) -> None:
    assert ask(site, "/static/htmx.js").text == "// htmx.org/dist/htmx.min.js"
    assert ask(site, "/static/idiomorph.js").text == "// idiomorph/dist/idiomorph-ext.min.js"
    assert "text/javascript" in ask(site, "/static/workbench.js").headers["content-type"]
    assert ask(site, "/static/../site.py").status == 404


def test_the_pulse_says_changed_only_when_something_has(site: Starlette) -> None:
    assert "hx-trigger" not in ask(site, "/pulse?seen=4.2.0").headers
    assert ask(site, "/pulse?seen=4.1.9").headers["hx-trigger"] == "changed"


@pytest.mark.parametrize(
    ("path", "says"), [("/gone", "its deal is gone"), ("/unreadable", "the table does not answer")]
)
def test_a_page_that_cannot_be_shown_says_why(site: Starlette, path: str, says: str) -> None:
    answer = ask(site, path)
    assert (answer.status, answer.text) == (503, says)


def test_the_address_alone_leads_to_slack(site: Starlette) -> None:
    answer = ask(site, "/")
    assert (answer.status, answer.headers["location"]) == (307, "/slack")
