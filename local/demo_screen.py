"""What the demo shows on a terminal: a line a month, and a few moments with their messages.

The transcript has every message in full. The screen has at most `MOST` lines, so that all of it can
be read: one moment in full; for the others what to do, by when, who, and why now.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import takewhile

from dealclock.alerts.slots import ZONE, Slot, instant
from dealclock.messages import words

MOST = 150
"""Lines of a whole demo on the screen."""

_ROWS = 7
"""Lines of a message that is not shown in full, its frame not counted."""

_COLUMNS = 100

_TOP = 6  # lines of a box that say what it is about
_RULE = "├─"
_SAME_IN_ALL = ("Confidential: deal team only", "Rehearsal: simulated dates")
_SAMPLE_DATA = ("Sample data:", "Awaiting second approval:")


@dataclass(frozen=True)
class Moment:
    """A message worth showing: the slot in which it arrives, and how its box begins.

    Its heading begins with `where`, and `says` is in its first lines; `whole` shows all of it.
    """

    title: str
    day: date
    where: str
    says: str
    whole: bool = False
    slot: Slot = "morning"


STORY, MAIL = "Slack #granite-story", "Mail"
MOMENTS = (
    Moment("The first alert", date(2004, 6, 30), STORY, "2(a)(i)", whole=True),
    Moment("The same alert by email", date(2004, 6, 30), MAIL, "[Granite-Story, rehearsal] Due"),
    Moment("A possible Registration Default", date(2004, 10, 29), STORY, "3(a)(ii)"),
    Moment("The Trustee must be notified", date(2004, 11, 1), STORY, "Today: Trustee notice"),
    Moment("A cure period ends", date(2005, 1, 18), STORY, "cure period ends today"),
    Moment("The Trustee was notified", date(2005, 1, 20), STORY, "notice given", slot="afternoon"),
    Moment("The default is cured", date(2005, 1, 25), STORY, "cured"),
    Moment("A Suspension Period begins", date(2005, 2, 2), STORY, "Suspension Period"),
)


@dataclass
class Screen:
    """Prints the moments as they arrive and counts the rest, month by month."""

    _month: date | None = None
    _sent: Counter[str] = field(default_factory=Counter)
    _all: Counter[str] = field(default_factory=Counter)
    _mornings: int = 0

    def line(self, text: str = "") -> None:
        """Print one or more lines."""
        print(text, flush=True)

    def played(self, day: date, slot: Slot, boxes: Sequence[str], sent: Mapping[str, int]) -> None:
        """Count a played slot's messages by kind, and show its moments from the drawn `boxes`."""
        month = day.replace(day=1)
        if self._month not in (None, month):
            self.month_over()
        self._month = month
        self._mornings += slot == "morning"
        self._sent.update(sent)
        for moment in MOMENTS:
            if (moment.day, moment.slot) == (day, slot):
                self._show(moment, boxes)

    def month_over(self) -> None:
        """Print the line for the month played last; nothing before the first."""
        if self._month is None:
            return
        mornings = words.number(self._mornings, "morning")
        self.line(f"{self._month:%B %Y}: {mornings}, {count_line(self._sent)}")
        self._all.update(self._sent)
        self._sent, self._month, self._mornings = Counter(), None, 0

    @property
    def sent(self) -> Mapping[str, int]:
        """How many messages of each kind arrived in the months that are over."""
        return self._all

    def _show(self, moment: Moment, boxes: Sequence[str]) -> None:
        box = next((b for b in boxes if _is_of(moment, b)), None)
        if box is None:
            return
        at = words.instant(instant(moment.day, moment.slot), ZONE.key)
        self.line(f"\n{moment.title}: {at}")
        self.line(box if moment.whole else shorten(box))


def count_line(sent: Mapping[str, int]) -> str:
    """How many messages of each kind: "12 in Slack channels, 4 direct messages, 30 emails"."""
    if not any(sent.values()):
        return "nothing new to send"
    channels = f"{sent.get('channel', 0)} in Slack channels"
    direct = words.number(sent.get("direct", 0), "direct message")
    return f"{channels}, {direct}, {words.number(sent.get('email', 0), 'email')}"


def shorten(box: str, rows: int = _ROWS) -> str:
    """A box with at most `rows` lines inside: its first part, without what all messages have.

    An email's are those of its text, below all of its envelope; a reply's, those below its thread.
    """
    top, *body, bottom = box.split("\n")
    envelope = _envelope(top, body)
    subject = "".join(line for line in envelope if "Subject: " in line)
    first = list(_first_part(body[len(envelope) :], subject))
    kept = [*map(_in_columns, envelope), *(first if len(first) <= rows else first[: rows - 1])]
    left = len(body) - len(kept)
    more = [f"│ ... {words.number(left, 'more line')} in the transcript"] * bool(left)
    return "\n".join([top, *kept, *more, bottom])


def _in_columns(line: str) -> str:
    """A line of an envelope on as many lines as the screen needs."""
    return "\n".join(textwrap.wrap(line, _COLUMNS, subsequent_indent="│   "))


def _envelope(top: str, body: Sequence[str]) -> Sequence[str]:
    """An email's recipient, subject and attachments, with the rule below; a reply's thread."""
    if top.startswith(f"┌─ {MAIL}"):
        rules = [number for number, line in enumerate(body) if line.startswith(_RULE)]
        return body[: rules[0] + 1] if rules else ()
    return [*takewhile(lambda line: line.startswith(("│ ↳", "│   ")), body)]


def _first_part(body: Sequence[str], subject: str) -> Iterator[str]:
    """The lines up to the first rule, without an email's empty lines and its subject again."""
    skipping, above = False, bool(subject)
    for line in body:
        if line.startswith(_RULE):
            return
        text = line.removeprefix("│").strip()
        # A backup's subject says so in its brackets; the text begins with the subject of all.
        above = above and (text.partition("] ")[2] if text.startswith("[") else text) in subject
        if not text or above or any(each in text for each in _SAME_IN_ALL):
            continue
        if text.startswith(_SAMPLE_DATA):
            skipping = True
        elif ": " in text and text.partition(":")[0].replace(" ", "").isalpha():
            skipping = False
        if not skipping:
            yield line


def _is_of(moment: Moment, box: str) -> bool:
    first = "\n".join(box.split("\n")[:_TOP])
    return first.startswith(f"┌─ {moment.where}") and moment.says in first
