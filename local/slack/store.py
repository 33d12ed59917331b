"""The history: an append-only file of records, and the conversations they add up to.

Every record is one JSON line with its number `n`, so that a later start with the same run id shows
the same history, and a reader can ask for what came after its last record. Kinds of record:

run        the first line; another run id starts a new file
message    {channel, message}                     a message was posted
edit       {channel, ts, message, replaced}       a message was changed
deleted    {channel, ts, replaced}                a message was deleted
ephemeral  {channel, user, message, trigger?}     shown to one member only
opened     {channel}                              a direct message was opened
view       {user, view, trigger}                  a modal was shown
home       {user, view}                           a Home tab was published
command    {id, form}                             a slash command was typed
answered   {id, problems}                         it was answered
interaction {id, body}                            something was clicked, submitted or opened
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from .world import Channel

Record = dict[str, Any]
Message = dict[str, Any]


class Store:
    """The record of one run, in `messages.jsonl` of a directory."""

    def __init__(self, directory: Path, run_id: str) -> None:
        """Resume the run `run_id`, or start an empty one when the file is another run's."""
        directory.mkdir(parents=True, exist_ok=True)
        self.path = directory / "messages.jsonl"
        self.records: list[Record] = []
        self.conversations: dict[str, Channel] = {}
        self._messages: dict[str, list[Message]] = {}
        self._last_micros = 0
        kept = _read(self.path)
        same_run = bool(kept) and kept[0].get("kind") == "run" and kept[0]["run_id"] == run_id
        for each in kept if same_run else ():
            self._apply(each)
        # Rewritten, so that a line torn by a kill is gone before anything follows it.
        text = "".join(_line(each) for each in self.records)
        self.path.write_text(text, encoding="utf-8")
        self._file: IO[str] = self.path.open("a", encoding="utf-8")
        if not same_run:
            self._add("run", run_id=run_id)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def forget(self) -> None:
        """Empty the run, as if nothing had been posted."""
        run_id = self.records[0]["run_id"]
        self.records.clear()
        self.conversations.clear()
        self._messages.clear()
        self._file.truncate(0)
        self._add("run", run_id=run_id)

    def next_ts(self) -> str:
        """A message id no other message has: now, in microseconds, and later than every other."""
        self._last_micros = max(self._last_micros + 1, time.time_ns() // 1000)
        return f"{self._last_micros // 1_000_000}.{self._last_micros % 1_000_000:06d}"

    def messages(self, channel: str) -> list[Message]:
        """The current messages of a channel, oldest first, with replies."""
        return list(self._messages.get(channel, ()))

    def message(self, channel: str, ts: str) -> Message | None:
        """The message with this ts."""
        return next((each for each in self._messages.get(channel, ()) if each["ts"] == ts), None)

    def of_kind(self, kind: str) -> Iterator[Record]:
        """The records of one kind, oldest first."""
        return (each for each in self.records if each["kind"] == kind)

    def post(self, channel: str, message: Message) -> None:
        """Store a message."""
        self._add("message", channel=channel, message=message)

    def edit(self, channel: str, message: Message) -> None:
        """Change a message; its earlier text stays in the record."""
        replaced = self.message(channel, message["ts"])
        self._add("edit", channel=channel, ts=message["ts"], message=message, replaced=replaced)

    def delete(self, channel: str, ts: str) -> None:
        """Delete a message; its text stays in the record."""
        self._add("deleted", channel=channel, ts=ts, replaced=self.message(channel, ts))

    def show(self, channel: str, user: str, message: Message, trigger: str = "") -> None:
        """Store a message for one member only; `trigger` is that of the command it answers."""
        asked = {"trigger": trigger} if trigger else {}
        self._add("ephemeral", channel=channel, user=user, message=message, **asked)

    def open(self, channel: Channel) -> None:
        """Store a direct message conversation."""
        self._add("opened", channel=channel.model_dump(mode="json"))

    def note(self, kind: str, **fields: object) -> None:
        """Store a record that changes no conversation: view, home, command, answered."""
        self._add(kind, **fields)

    def _add(self, kind: str, **fields: object) -> None:
        record: Record = {"n": len(self.records), "kind": kind, **fields}
        # Written before it is applied: what the caller may rely on is on the disk.
        self._file.write(_line(record))
        self._file.flush()
        self._apply(record)

    def _apply(self, record: Record) -> None:
        self.records.append(record)
        message = record.get("message")
        if message:
            seconds, _, micros = message["ts"].partition(".")
            self._last_micros = max(self._last_micros, int(seconds) * 1_000_000 + int(micros))
        match record["kind"]:
            case "message":
                self._messages.setdefault(record["channel"], []).append(record["message"])
            case "edit":
                kept = self._messages[record["channel"]]
                place = next(i for i, each in enumerate(kept) if each["ts"] == record["ts"])
                kept[place] = record["message"]
            case "deleted":
                kept = self._messages[record["channel"]]
                self._messages[record["channel"]] = [m for m in kept if m["ts"] != record["ts"]]
            case "opened":
                channel = Channel.model_validate(record["channel"])
                self.conversations[channel.id] = channel


def _line(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def _read(path: Path) -> list[Record]:
    """The whole lines of the file; one cut short by a kill was never answered, so it is dropped."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")
    return [json.loads(each) for each in lines[:-1]]
