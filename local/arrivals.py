"""What arrived in Slack and by email since the last check, drawn for a terminal."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from dealclock.people.links import HIDDEN, LENGTH
from local import mail
from local.launch import Running
from local.mail import Mail
from local.slack import terminal

Record = dict[str, Any]
_PERSONAL = re.compile(rf"\S+/(?:a|calendar)/[a-z2-7]{{{LENGTH}}}\S*")


@dataclass
class Arrivals:
    """New messages of some channels (id: name shown) and new emails, each returned once.

    `people` (id: name) may be mentioned. `count` is how many the last `take` returned, `sent` how
    many of each kind: "channel", "direct" and "email". The order is that of the channels and then
    of the text, the same every time: which of two messages of one morning arrives first is random.
    A reply names its thread, and follows the first message of it.
    """

    local: Running
    channels: Mapping[str, str]
    people: Mapping[str, str] = field(default_factory=dict)
    count: int = 0
    sent: Counter[str] = field(default_factory=Counter)
    _records: int = 0
    _mails: int = 0
    _threads: dict[str, str] = field(default_factory=dict)  # by `ts`: what a message is about

    def take(self) -> list[str]:
        """Everything new, each message drawn as a box."""
        messages, mails = self._new_messages(), self._new_mails()
        self.count = len(messages) + len(mails)
        direct = sum(str(r["channel"]).startswith("D") for r in messages)
        self.sent = Counter(channel=len(messages) - direct, direct=direct, email=len(mails))
        return [*self._drawn_messages(messages), *_drawn_mails(mails)]

    def _new_messages(self) -> list[Record]:
        records = self.local.slack.records(self._records)
        self._records += len(records)
        return [r for r in records if r["kind"] == "message" and r["channel"] in self.channels]

    def _new_mails(self) -> list[Mail]:
        paths = mail.message_files(self.local.mails)[self._mails :]
        self._mails += len(paths)
        return [_as_archived(mail.read(path)) for path in paths]

    def _drawn_messages(self, records: list[Record]) -> Iterator[str]:
        for record in records:
            said = record["message"]
            self._threads[said["ts"]] = _about(said)
        order = list(self.channels)
        boxes = {r["message"]["ts"]: self._box(r) for r in records}

        def place(record: Record) -> tuple[int, str, bool, str]:
            said = record["message"]
            own, first = boxes[said["ts"]], boxes.get(said.get("thread_ts"))
            return order.index(record["channel"]), first or own, first not in (None, own), own

        return (boxes[r["message"]["ts"]] for r in sorted(records, key=place))

    def _box(self, record: Record) -> str:
        said = record["message"]
        drawn = terminal.render(
            said, f"Slack {self.channels[record['channel']]}", names=self.people
        )
        thread = said.get("thread_ts", said["ts"])
        if thread == said["ts"]:
            return drawn
        where = f"In the thread of: {self._threads.get(thread, 'an earlier message')}"
        if said.get("subtype") == "thread_broadcast":
            where += " (also in the channel)"
        top, _, rest = drawn.partition("\n")
        lines = textwrap.wrap(f"↳ {where}", terminal.WIDTH - 2, subsequent_indent="  ")
        return "\n".join([top, *(f"│ {line}" for line in lines), rest])


def _about(message: Mapping[str, Any]) -> str:
    """What a message is about: its header, else its first line."""
    headers = [b["text"]["text"] for b in message.get("blocks", ()) if b["type"] == "header"]
    return str(headers[0] if headers else message.get("text", "").partition("\n")[0])


def _as_archived(arrived: Mail) -> Mail:
    """The email without its personal link, which differs each time it is sent."""
    return replace(arrived, text=_PERSONAL.sub(HIDDEN, arrived.text))


def _drawn_mails(mails: list[Mail]) -> Iterator[str]:
    """One box for the same email to several people; its text where it has a calendar entry."""
    ordered = sorted(mails, key=lambda m: (m.header("Subject"), m.text, m.recipients))
    for _, same in groupby(ordered, key=lambda m: (m.header("Subject"), m.text)):
        copies = list(same)
        first = copies[0]
        to = ", ".join(recipient for m in copies for recipient in m.recipients)
        lines: list[str | None] = [f"To: {to}", f"Subject: {first.header('Subject')}"]
        if first.attachments:
            lines.append(f"Attached: {', '.join(a.name for a in first.attachments)}")
            lines += [None, *(w for w in terminal.wrapped(first.text, terminal.WIDTH - 2))]
        else:
            lines.append("The text is that of the message in Slack.")
        yield terminal.boxed("Mail", lines)
