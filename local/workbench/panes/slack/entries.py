"""A conversation as its reader sees it: each message with its author, time, thread and files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from local.workbench.panes.slack.press import Press, anchor

Json = Mapping[str, Any]
_BARE = {"blocks": (), "files": (), "edited": "", "only_you": False, "asked": ""}
"""What a message need not have."""


@dataclass(frozen=True)
class Reader:
    """Who reads, where, and the names they know."""

    person: str
    room: str
    app: str
    names: Mapping[str, str]

    def entries(self, messages: Sequence[Json]) -> Sequence[Json]:
        """The conversation itself: replies are in their threads, unless also shown here."""
        counts: dict[str, int] = {}
        for message in messages:
            if (first := _first(message)) and not message.get("only_you"):
                counts[first] = counts.get(first, 0) + 1
        here = (m for m in messages if not _first(m) or m.get("subtype") == "thread_broadcast")
        return [self._entry(each, counts.get(each["ts"], 0)) for each in here]

    def thread(self, messages: Iterable[Json], first: str) -> Sequence[Json]:
        """A message and its replies."""
        found = (each for each in messages if first in (each["ts"], each.get("thread_ts")))
        return [self._entry(each, 0, "t") for each in found]

    def _entry(self, message: Json, replies: int, at: str = "m") -> Json:
        """The message, with what the page shows besides.

        `thread` is the ts of its thread, in which there are `replies`; `id` its id on the page,
        which may show it twice: in the channel and in its thread.
        """
        ts, author = message["ts"], message["user"]
        press = Press(f"/slack/{self.person}/{self.room}/click", anchor(at, ts), {"ts": ts})
        return {
            **_BARE,
            **message,
            "id": press.at,
            "at": datetime.fromtimestamp(float(ts)).astimezone(),
            "author": self.names.get(author, author),
            "is_app": author == self.app,
            "replies": replies,
            "thread": _first(message) or ts,
            "press": press,
        }


def _first(message: Json) -> str:
    """The ts of the message whose thread it is in, "" for one outside any thread."""
    thread = str(message.get("thread_ts", ""))
    return "" if thread == message["ts"] else thread
