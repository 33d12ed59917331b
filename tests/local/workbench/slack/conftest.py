"""The Slack pane over the real stand-in, and an app that a test plays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlencode

import pytest
from slack_sdk import WebClient
from starlette.applications import Starlette

from dealclock.documents.deal_files import read_deal
from local.demo import SAMPLE
from local.slack.app import App
from local.slack.client import StandIn
from local.workbench import pages
from local.workbench.panes import slack
from local.workbench.play import Now
from local.workbench.scenarios import Scenario, scenarios
from local.workbench.workbench import Workbench
from local.world import world
from tests.local.slack.conftest import start
from tests.local.workbench.asking import OURS, Answer, ask
from tests.local.workbench.slack.block_kit import plain
from tests.local.workbench.slack.played_app import Json, PlayedApp, playing
from tests.local.workbench.standing_in import stamped

STORY = "granite-story"
BUTTONS = [
    {
        "type": "actions",
        "block_id": "alert 1",
        "elements": [
            {"type": "button", "action_id": "ack", "text": plain("Acknowledge"), "value": "1"},
            {
                "type": "overflow",
                "action_id": "more",
                "options": [{"text": plain("It is done"), "value": "done"}],
            },
        ],
    }
]
DAY = {
    "type": "input",
    "block_id": "on",
    "label": plain("On which day"),
    "element": {"type": "datepicker", "action_id": "record:on", "initial_date": "2004-07-13"},
    "dispatch_action": True,
}
NOTE = {
    "type": "input",
    "block_id": "note",
    "label": plain("Note"),
    "element": {"type": "plain_text_input", "action_id": "record:note"},
}
FORM = {
    "type": "modal", "callback_id": "record", "title": plain("Record a fact"),
    "submit": plain("Record"), "notify_on_close": True, "blocks": [DAY, NOTE],
}  # fmt: skip


@pytest.fixture(scope="module")
def choices() -> Sequence[Scenario]:
    return scenarios(read_deal(SAMPLE, SAMPLE / "facts.yaml"))


@pytest.fixture(scope="module")
def stand_in(
    choices: Sequence[Scenario], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[StandIn]:
    channels = [each.bundle.team.channel for each in choices]
    whole = world(choices[0].bundle.team, "xoxb-1", channels)
    running = start(tmp_path_factory.mktemp("slack"), of=whole)
    yield running.stand_in
    assert running.stop() == 0


@dataclass
class Pane:
    """The pane as a browser reaches it."""

    site: Starlette
    slack: StandIn
    app: PlayedApp

    @property
    def bot(self) -> WebClient:
        return WebClient("xoxb-1", base_url=self.slack.api_url, retry_handlers=[], timeout=5)

    def see(self, path: str, **headers: str) -> Answer:
        return ask(self.site, f"/slack/{path}", headers={**OURS, **headers})

    def do(self, path: str, **form: str | list[str]) -> Answer:
        sent = {**OURS, "hx-request": "true"}
        return ask(self.site, f"/slack/{path}", "POST", sent, urlencode(form, doseq=True))

    def post(self, text: str = "Due.", **more: Any) -> str:
        return str(self.bot.chat_postMessage(channel="C02STORY", text=text, **more)["ts"])

    def opened(self, **form: Any) -> str:
        """The id of a form that the app opened when Maria pressed its button."""
        self.app.answer = self._open(form)
        ts = self.post(blocks=BUTTONS)
        self.do(f"maria/{STORY}/click", ts=ts, block="alert 1", action="ack")
        self.app.answer = lambda body: {}
        found = re.search(r'<dialog id="view-(V\w+)"', self.see(f"maria/{STORY}").text)
        assert found
        return found[1]

    def _open(self, form: Json) -> Any:
        def answer(body: Json) -> Json:
            self.bot.views_open(trigger_id=body["trigger_id"], view={**FORM, **form})
            return {}

        return answer


@pytest.fixture
def pane(
    choices: Sequence[Scenario],
    stand_in: StandIn,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Pane]:
    stand_in.reset()
    now = Now(choices[0], date(2004, 6, 30), True, None, "day", False, "")
    monkeypatch.setattr(pages, "Board", lambda *_: SimpleNamespace(active=dict))
    with playing() as app:
        reached = App(app.address, "secret", stand_in)
        workbench = SimpleNamespace(
            local=SimpleNamespace(slack=stand_in, mails=tmp_path),
            app=reached,
            play=SimpleNamespace(now=lambda: now, choices=choices, moves=0, when=stamped),
            hints=SimpleNamespace(of=lambda deal: None),
        )
        yield Pane(Starlette(routes=slack.routes(cast("Workbench", workbench))), stand_in, app)
