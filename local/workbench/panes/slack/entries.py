"""A conversation as entries of the page: author, text and time, with thread and files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from local.workbench.panes.slack.press import Press, anchor

Json = Mapping[str, Any]


@dataclass(frozen=True)
class File:
    """A posted file: its address here, what to call it, and what a picture shows in words."""

    address: str
    title: str
    alt: str
    picture: bool
    kilobytes: int


@dataclass(frozen=True)
class Entry:
    """One message, as its reader sees it.

    `only_you`: no one else sees it; `asked` is the command it answers, "" for none.
    `replies` counts those in its thread; `broadcast`: a reply that is shown in the channel as well.
    """

    ts: str
    at: datetime
    author: str
    is_app: bool
    text: str
    blocks: Sequence[Json]
    files: Sequence[File]
    edited: bool
    only_you: bool
    asked: str
    replies: int
    broadcast: str
    press: Press

    @property
    def id(self) -> str:
        """Its id on the page, which may show it twice: in the channel and in its thread."""
        return self.press.at

    @property
    def thread(self) -> str:
        """The ts of its thread."""
        return self.broadcast or self.ts


@dataclass(frozen=True)
class Reader:
    """Who reads, where, and the names they know."""

    person: str
    room: str
    app: str
    names: Mapping[str, str]

    def entries(self, messages: Sequence[Json]) -> Sequence[Entry]:
        """The conversation itself: replies are in their threads, unless also shown here."""
        counts: dict[str, int] = {}
        for message in messages:
            if (first := _first(message)) and not message.get("only_you"):
                counts[first] = counts.get(first, 0) + 1
        here = (m for m in messages if not _first(m) or m.get("subtype") == "thread_broadcast")
        return [self._entry(each, counts.get(each["ts"], 0)) for each in here]

    def thread(self, messages: Iterable[Json], first: str) -> Sequence[Entry]:
        """A message and its replies."""
        found = (each for each in messages if first in (each["ts"], each.get("thread_ts")))
        return [self._entry(each, 0, "t") for each in found]

    def _entry(self, message: Json, replies: int, at: str = "m") -> Entry:
        ts, author = message["ts"], message["user"]
        to = f"/slack/{self.person}/{self.room}/click"
        return Entry(
            ts=ts,
            at=datetime.fromtimestamp(float(ts)).astimezone(),
            author=self.names.get(author, author),
            is_app=author == self.app,
            text=message["text"],
            blocks=message.get("blocks", ()),
            files=[self._file(each) for each in message.get("files", ())],
            edited="edited" in message,
            only_you=message.get("only_you", False),
            asked=message.get("asked", ""),
            replies=replies,
            broadcast=_first(message),
            press=Press(to, anchor(at, ts), {"ts": ts}),
        )

    def _file(self, kept: Json) -> File:
        return File(
            address=f"/slack/{self.person}/files/{kept['id']}/{quote(kept['name'], safe='')}",
            title=kept["title"],
            alt=kept["alt_txt"] or kept["title"],
            picture=kept["mimetype"].startswith("image/"),
            kilobytes=max(1, round(kept["size"] / 1024)),
        )


def _first(message: Json) -> str:
    """The ts of the message whose thread it is in, "" for one outside any thread."""
    thread = str(message.get("thread_ts", ""))
    return "" if thread == message["ts"] else thread
