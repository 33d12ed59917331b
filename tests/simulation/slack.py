"""A Slack that remembers everything ever shown, behind the client that the functions use."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from urllib.error import URLError

from slack_sdk.errors import SlackApiError

from tests.simulation.effects import Effects, Fault

BOT = "U0CLOCK"


@dataclass
class Message:
    """One message as it stands, and as it stood before each change.

    `found_from` is when the history begins to show it.
    """

    channel: str
    ts: str
    id: str
    shown: list[str]
    at: datetime
    metadata: Mapping[str, Any]
    thread: str
    found_from: datetime

    @property
    def text(self) -> str:
        """What stands there now."""
        return self.shown[-1]


@dataclass
class Answer:
    """What the client gets."""

    data: dict[str, Any]
    status_code: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def get(self, name: str, default: Any = None) -> Any:
        return self.data.get(name, default)


@dataclass
class Workspace:
    """One workspace with the deal's channel.

    With `cause` it refuses every call by that code; until `busy_until` it answers 429, to `busy`
    methods alone if there are any. `refused` are the codes by which it did refuse. A
    conversation's history shows a post after `lag`.
    """

    effects: Effects
    now: Callable[[], datetime]
    members: list[str]
    shown: Callable[[str, str], None]
    messages: list[Message] = field(default_factory=list)
    cause: str | None = None
    busy_until: datetime | None = None
    calls: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    busy: frozenset[str] = frozenset()
    lag: Callable[[], timedelta] = timedelta

    def api_call(self, method: str, **how: Any) -> Answer:
        """One call of the Web API."""
        given = how.get("json") or how.get("params") or {}
        return self.effects.through(method, self, lambda: self._answer(method, given))

    def error(self, fault: Fault) -> Exception:
        """A connection refused, an answer that never came, or a 429."""
        match fault:
            case Fault.NOT_REACHED:
                return URLError(ConnectionRefusedError())
            case Fault.ANSWER_LOST:
                return URLError(TimeoutError())
            case _:
                return self._refused("ratelimited", 429, {"Retry-After": "30"})

    def visible(self, channel: str) -> list[Message]:
        """The messages in a channel or in a person's direct messages."""
        return [m for m in self.messages if m.channel == channel]

    def _in_history(self, channel: str) -> list[Message]:
        """What a conversation's history shows by now."""
        return [m for m in self.visible(channel) if m.found_from <= self.now()]

    def _answer(self, method: str, given: Mapping[str, Any]) -> Answer:
        self.calls[method] += 1
        if self.cause:
            self.refused[self.cause] += 1
            raise self._refused(self.cause, 200, {})
        if self.busy_until and self.now() < self.busy_until and method in (self.busy or (method,)):
            wait = (self.busy_until - self.now()).total_seconds()
            raise self._refused("ratelimited", 429, {"Retry-After": f"{wait:.0f}"})
        answer = getattr(self, "_" + method.replace(".", "_"))(given)
        return Answer({"ok": True, **answer})

    def _auth_test(self, _: Mapping[str, Any]) -> dict[str, Any]:
        return {"user_id": BOT, "team_id": "T0DESK"}

    def _conversations_info(self, given: Mapping[str, Any]) -> dict[str, Any]:
        flags = {"is_private": True, "is_archived": False, "is_shared": False}
        return {"channel": {"id": given["channel"], **flags}}

    def _conversations_members(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"members": [BOT, *self.members]}

    def _conversations_open(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"channel": {"id": f"D{given['users'][1:]}"}}

    def _users_info(self, given: Mapping[str, Any]) -> dict[str, Any]:
        flags = ("deleted", "is_bot", "is_restricted", "is_ultra_restricted")
        items = {"id": given["user"], "team_id": "T0DESK", **dict.fromkeys(flags, False)}
        return {"user": items}

    def _conversations_history(self, given: Mapping[str, Any]) -> dict[str, Any]:
        oldest, latest = float(given["oldest"]), float(given["latest"])
        # Replies stand in their thread alone.
        there = [
            m
            for m in self._in_history(given["channel"])
            if oldest <= float(m.ts) < latest and not m.thread
        ]
        found = [_read(m) for m in there][::-1]
        page = found[: given["limit"]]
        return {"messages": page, "has_more": len(found) > len(page)}

    def _conversations_replies(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The first message and the replies since, the oldest first, page by page."""
        oldest, start = float(given["oldest"]), int(given.get("cursor", 0))
        found = [
            _read(m)
            for m in self._in_history(given["channel"])
            if m.ts == given["ts"] or (m.thread == given["ts"] and float(m.ts) >= oldest)
        ]
        end = start + given["limit"]
        cursor = str(end) if end < len(found) else ""
        return {"messages": found[start:end], "response_metadata": {"next_cursor": cursor}}

    def _chat_postMessage(self, given: Mapping[str, Any]) -> dict[str, Any]:  # noqa: N802
        at = self.now()
        ts = f"{at.timestamp() + len(self.messages) / 1e6:.6f}"
        metadata = given["metadata"]
        words = f"{given['text']}\n{given.get('blocks')}"
        self.messages.append(
            Message(
                given["channel"],
                ts,
                metadata["event_payload"]["id"],
                [words],
                at,
                metadata,
                given.get("thread_ts", ""),
                at + self.lag(),
            )
        )
        self.shown(metadata["event_payload"]["id"], words)
        return {"ts": ts, "channel": given["channel"]}

    def _chat_update(self, given: Mapping[str, Any]) -> dict[str, Any]:
        (message,) = [m for m in self.messages if m.ts == given["ts"]]
        message.shown.append(f"{given['text']}\n{given.get('blocks')}")
        return {"ts": message.ts, "channel": message.channel}

    def _refused(self, code: str, status: int, headers: Mapping[str, str]) -> SlackApiError:
        answer = Answer({"ok": False, "error": code}, status, headers)
        return SlackApiError(code, answer)  # type: ignore[no-untyped-call]


def _read(message: Message) -> dict[str, Any]:
    """A message as Slack gives it back."""
    return {"ts": message.ts, "user": BOT, "metadata": dict(message.metadata)}
