"""What arrived in Slack and by mail since it was last looked at, drawn for a terminal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from dealclock.access.links import HIDDEN, LENGTH
from local import mail
from local.mail import Mail
from local.running import Running
from local.slack import terminal

_PERSONAL = re.compile(rf"\S+/(?:a|calendar)/[a-z2-7]{{{LENGTH}}}\S*")


@dataclass
class Arrivals:
    """New messages of some channels (id: name shown) and new mails, each seen once.

    `count` is how many the last `take` found, `sent` how many of each kind: "channel", "direct" and
    "email". The order is that of the channels and then of the
    text, the same every time: which of two messages of one morning arrives first is chance.
    """

    local: Running
    channels: Mapping[str, str]
    count: int = 0
    sent: Counter[str] = field(default_factory=Counter)
    _records: int = 0
    _mails: int = 0

    def take(self) -> list[str]:
        """Everything new, drawn."""
        messages, mails = self._new_messages(), self._new_mails()
        self.count = len(messages) + len(mails)
        direct = sum(str(r["channel"]).startswith("D") for r in messages)
        self.sent = Counter(channel=len(messages) - direct, direct=direct, email=len(mails))
        return [*_drawn_messages(messages, self.channels), *_drawn_mails(mails)]

    def _new_messages(self) -> list[dict[str, object]]:
        records = self.local.slack.records(self._records)
        self._records += len(records)
        return [r for r in records if r["kind"] == "message" and r["channel"] in self.channels]

    def _new_mails(self) -> list[Mail]:
        paths = mail.kept(self.local.mails)[self._mails :]
        self._mails += len(paths)
        return [_as_archived(mail.read(path)) for path in paths]


def _as_archived(arrived: Mail) -> Mail:
    """The mail without its personal link, which is another each time it is sent."""
    return replace(arrived, text=_PERSONAL.sub(HIDDEN, arrived.text))


def _drawn_messages(
    messages: list[dict[str, object]], channels: Mapping[str, str]
) -> Iterator[str]:
    order = list(channels)
    drawn = [(order.index(str(r["channel"])), r) for r in messages]
    boxes = [
        (place, terminal.render(r["message"], f"Slack {channels[str(r['channel'])]}"))  # type: ignore[arg-type]
        for place, r in drawn
    ]
    return (box for _, box in sorted(boxes))


def _drawn_mails(mails: list[Mail]) -> Iterator[str]:
    """One box for the same mail to several people; its text where it brings a calendar entry."""
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
