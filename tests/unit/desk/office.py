"""People at their screens: the desk's hands over the strict stand-in, in one process."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from dealclock.desk.answer_command import answer_command
from dealclock.desk.interactions import dispatch, home, payloads
from dealclock.desk.interactions.services import DeskServices
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.verb import Desk
from dealclock.store import Store
from local.slack import api
from local.slack import store as records
from local.slack.faults import RateLimits
from local.slack.replies import reply_problems
from local.slack.simulated_clicks import body_of, check_answer
from local.slack.workspace import Workspace
from local.slack.world import parse
from tests.contract.store import samples
from tests.services import services
from tests.unit.desk.asking_the_desk import WEB, Channel
from tests.unit.jobs.house import Queue

MARIA, TOM, STRANGER = "U01MARIA", "U01TOM", "U09STRANGER"
TOKEN, BASE = "xoxb-tests", "http://127.0.0.1:1"


@dataclass
class Screen:
    """Slack's side of every screen: what it refuses fails the test, what it shows is kept."""

    workspace: Workspace
    answers: list[dict[str, Any]] = field(default_factory=list)

    def open(self, trigger: str, view: Mapping[str, Any]) -> str:
        return self._tell("views.open", {"trigger_id": trigger, "view": dict(view)})

    def update(self, view_id: str, view_hash: str, view: Mapping[str, Any]) -> str:
        given = {"view_id": view_id, "hash": view_hash, "view": dict(view)}
        return self._tell("views.update", given)

    def publish(self, user: str, view: Mapping[str, Any]) -> str:
        return self._tell("views.publish", {"user_id": user, "view": dict(view)})

    def answer(self, url: str, said: Mapping[str, Any]) -> str:
        assert url.startswith(BASE)
        assert reply_problems(dict(said)) == ()
        self.answers.append(dict(said))
        return ""

    def answer_in_tables(self, url: str, said: Mapping[str, Any]) -> bool:
        return not self.answer(url, said)

    def _tell(self, method: str, given: dict[str, Any]) -> str:
        reply = api.answer(method, TOKEN, given, self.workspace, RateLimits())
        assert reply.body.get("error") != "invalid_arguments", reply.body
        return "" if reply.body["ok"] else str(reply.body["error"])


@dataclass
class Office:
    """One table, its people at their screens, and what was queued."""

    store: Store
    queue: Queue
    services: DeskServices
    screen: Screen
    now: datetime
    shared: Channel

    @classmethod
    def of(cls, store: Store, folder: Path, now: datetime, queue: Queue | None = None) -> "Office":
        people = [(p.slack, p.id) for p in samples.team().people]
        plain = {
            "team": {"id": "T0DESK", "name": "Example Counsel", "domain": "example-counsel"},
            "app": {
                "id": "A0CLOCK",
                "token": TOKEN,
                "bot_id": "B0CLOCK",
                "bot_user": "U0CLOCK",
                "scopes": ["chat:write", "commands"],
                "internal": True,
            },
            "users": [
                {"id": "U0CLOCK", "name": "dealclock", "is_bot": True},
                {"id": STRANGER, "name": "stranger"},
                *({"id": slack, "name": name} for slack, name in people),
            ],
            "channels": [
                {
                    "id": channel,
                    "name": channel.lower(),
                    "is_private": True,
                    "members": ["U0CLOCK", STRANGER, *(slack for slack, _ in people)],
                }
                for channel in ("C0STORY", "C0GRANITE")
            ],
        }
        queue = queue or Queue()
        workspace = Workspace(parse(plain), records.Store(folder, "tests"), address=f"{BASE}/")
        screen = Screen(workspace)
        given, shared = services(store, assess=queue, deliveries=queue, files=queue), Channel()
        desk = Desk(given, web=WEB, sharer=shared, open=screen.open)
        return cls(store, queue, DeskServices(desk, screen), screen, now, shared)

    def close(self) -> None:
        """Let go of the record of what was shown."""
        self.screen.workspace.store.close()

    def post(self, channel: str, text: str, blocks: Any) -> str:
        """A message of the app's, as it was posted; its ts."""
        given = {"channel": channel, "text": text, "blocks": [dict(b) for b in blocks]}
        reply = api.answer("chat.postMessage", TOKEN, given, self.screen.workspace, RateLimits())
        assert reply.body["ok"], reply.body
        return str(reply.body["ts"])

    def type(self, text: str, user: str = MARIA, channel: str = "C0STORY") -> Any:
        """Type a command; what it is answered."""
        trigger, _ = self.screen.workspace.promise(user, channel)
        return answer_command(
            SlashCommand(user, channel, text, trigger), self.services.desk, self.now
        )

    def body(self, kind: str, **done: Any) -> dict[str, Any]:
        """The request Slack would send."""
        return body_of(self.screen.workspace, kind, done)

    def do(self, kind: str, **done: Any) -> dict[str, Any]:
        """Do something, carried out as the function does; what a form is answered."""
        return self.carry_out(kind, self.body(kind, **done))

    def carry_out(self, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        match kind:
            case "submit":
                form = payloads.form(body)
                reply = dict(dispatch.on_submit(form, self.services, self.now))
                assert check_answer(self.screen.workspace, form.id, reply) == ()
                return reply
            case "close":
                dispatch.on_close(payloads.form(body), self.services, self.now)
            case "shortcut":
                dispatch.on_shortcut(payloads.shortcut(body), self.services, self.now)
            case "home":
                home.publish_home(body["event"]["user"], self.services, self.now)
            case _:
                dispatch.on_click(payloads.click(body), self.services, self.now)
        return {}

    @property
    def form(self) -> dict[str, Any]:
        """The form opened last, as it now reads."""
        return list(self.screen.workspace.views.values())[-1].view

    def said(self) -> str:
        """What the last click was answered."""
        return str(self.screen.answers[-1]["text"])

    def audited(self, deal: str | None) -> list[tuple[str, str]]:
        """What and who, in order, of a deal's archive or of none's."""
        pk = f"DEAL#{deal}" if deal else "AUDIT"
        rows = samples.rows(self.store, pk, "AUDIT#", "AUDIT#~")
        return [(row.text("what"), row.text("who")) for row in rows]


def texts(value: Any) -> list[str]:
    """Every text in a view or message, in order."""
    if isinstance(value, list):
        return [t for each in value for t in texts(each)]
    if isinstance(value, dict):
        own = [value["text"]] if isinstance(value.get("text"), str) else []
        return own + [t for k, each in value.items() if k != "text" or not own for t in texts(each)]
    return []
