"""The answer to `/deal count`: the day a count comes to, with every day it took."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from dealclock.days.counting import Count
from dealclock.render import words
from dealclock.render.answers import composed
from dealclock.render.desk.parts import Found
from dealclock.render.message import Message, Section, listed, rows
from dealclock.render.view import View


@dataclass(frozen=True, slots=True)
class CountResult:
    """A finished count: so many of what, after or before its start.

    `others` are days it comes to under other readings of the Business Day, by choice.
    """

    count: Count
    length: str
    back: bool
    others: tuple[tuple[str, date], ...]

    @property
    def where(self) -> str:
        """So many days after the start, in words."""
        side = "before" if self.back else "after"
        return f"{self.length} {side} {words.day(self.count.start)}"


def counted(view: View, found: CountResult, notice: Found | None) -> Message:
    """The day, then each day counted or skipped, and how a notice sent was deemed given first."""
    result = words.day(found.count.result)
    closed = view.closed_day(found.count.result)
    sent = _sent(notice) if notice else ""
    sections = (
        Section(
            rows=rows(
                ("Sent", sent),
                ("Note", f"{result} is {closed}" if closed else ""),
                *((f"Under {choice}", words.day(day)) for choice, day in found.others),
            )
        ),
        listed("How the notice is counted", _given(notice) if notice else ()),
        listed("Day by day", words.counted(found.count)),
        listed("By each method, sent the same day", _ranked(notice) if notice else ()),
    )
    headline = (
        f"{result} is {found.where}{', the date the notice is deemed given' if notice else ''}"
    )
    return composed(view, headline, sections, ())


def not_given(view: View, notice: Found) -> Message:
    """A notice by a method under which it never counts as given."""
    sections = (
        listed("Why", _given(notice)),
        listed("By each method, sent the same day", _ranked(notice)),
    )
    headline = f"no date: a notice by {notice['method']} alone is not valid under these terms"
    return composed(view, headline, sections, ())


def _sent(notice: Found) -> str:
    on, given = words.iso(notice["on"]), words.iso(notice["deemed_given"])
    return f"by {notice['method']} on {on}, deemed given {given}"


def _given(notice: Found) -> Sequence[str]:
    steps = [_step(each) for each in notice["trace"]]
    notes = [words.sentence(n) for each in notice["addressees"] for n in each["notes"]]
    return [*steps, *dict.fromkeys(notes)]


def _step(each: Found) -> str:
    day = f"{words.iso(each['day'])}: " if each["day"] else ""
    clause = f" ({words.clause(each['clause'])})" if each["clause"] else ""
    skipped = [
        f"{words.iso(d['day'])} ({d['closed']})"
        for d in (each["count"] or {}).get("days", ())
        if d["number"] is None
    ]
    return f"{day}{each['says']}{clause}{f'; skipped {words.listed(skipped)}' if skipped else ''}"


def _ranked(notice: Found) -> Sequence[str]:
    return [
        f"{each['id']}: "
        + (f"given {words.iso(each['deemed_given'])}" if each["deemed_given"] else "not given")
        + (", if acknowledged that day" if each["needs_acknowledgement"] else "")
        for each in notice["ranked"]
    ]
