"""What a picture shows, as plain data: rows with spans and marks, and the frame around them."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from dealclock.engine.conclusions import Conclusion
from dealclock.engine.interest.over_time import OverTime
from dealclock.messages import words
from dealclock.messages.message import flat
from dealclock.messages.view import LEGAL, View

ALT_MOST = 1000
_BANNER_MOST = 130  # three lines on a phone; answers in words have the whole list


class Shape(StrEnum):
    """How a day is marked; each has its own form, so that color is never needed."""

    MET = "met"
    MISSED = "missed"
    DUE = "due"
    TODAY = "due today"
    IDLE = "not running"


class Fill(StrEnum):
    """How a span is filled; each has its own hatching."""

    RUNNING = "running to a due date"
    DEFAULT = "registration default"
    SUSPENSION = "suspension"
    WINDOW = "window"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a picture: its text, its span, the day marked on it.

    On a timeline the span is from `start` to `end`, both included, before it is cut at the edges of
    the picture; `end` is None while it is ongoing. An obligation's span ends on its due date, or on
    the day it was satisfied if that is later. `safe` is an earlier day that is in time under every
    reading. `plain` is the row as anyone may see it: Section and dates only. Of the accrual steps,
    a rate is from and including `start` to but excluding `end`, and a payment is on its `start`.
    """

    label: str
    title: str
    start: date
    end: date | None = None
    mark: Shape | None = None
    on: date | None = None
    fill: Fill = Fill.RUNNING
    clause: str = ""
    safe: date | None = None
    plain: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Rows under one heading."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """Headings and footings. `banners` are the most prominent: rehearsal, projection,
    sample data."""

    title: str
    as_of: str
    banners: tuple[str, ...]
    footings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The content of a picture: from `first` to `last`, both included, around `today`.

    `headline` is the gravest, and `lines` say more of it; `overdue`, one of them, is emphasized.
    `more` sums up what was left out, "" if nothing. `title` and `alt_text` may be shown to anyone.
    The accrual steps plot `course`, whose amounts are to but excluding each of its days; `band`
    describes the shaded range, "" if every reading gives the same amount.
    """

    frame: Frame
    headline: str
    lines: tuple[str, ...]
    first: date
    last: date
    today: date
    groups: tuple[Group, ...]
    more: str
    title: str
    alt_text: str
    overdue: str = ""
    course: OverTime | None = None
    band: str = ""


def frame(view: View, title: str, notes: tuple[str, ...] = ()) -> Frame:
    """The frame of a picture of this view; `notes` belong to this picture only and come first."""
    a = view.assessment
    grounds = [each.why for each in (*a.obligations, *a.windows, *a.defaults)]
    # The latest event, when events were known, and the terms version if any.
    first, *_ = view.footnotes()
    covers = f"; {view.terms.interest} to but excluding it" if view.terms.streams else ""
    known = first if view.terms_version else first.partition(" Terms version")[0]
    return Frame(
        title=f"{view.team.code_name}: {title}",
        as_of=f"As of {words.day(a.as_of)}{covers}",
        banners=tuple(cut(banner, _BANNER_MOST) for banner in view.banners(grounds)),
        footings=(*notes, known, LEGAL),
    )


def unconfirmed(view: View) -> bool:
    """Whether the picture shows something computed that no one has confirmed."""
    return any(d.conclusion is not Conclusion.CONFIRMED for d in view.assessment.defaults)


def cut(text: str, most: int) -> str:
    """`text` on one line in at most `most` characters, ending in an ellipsis if it was longer."""
    whole = flat(text)
    return whole if len(whole) <= most else f"{whole[: most - 1].rstrip()}…"


def preview(view: View, what: str) -> str:
    """Text that anyone may see: "REHEARSAL Granite, Section 3(a), Sat, Nov 20, 2004"."""
    said = f"{view.team.code_name}, {what}, {words.day(view.assessment.as_of)}"
    return f"REHEARSAL {said}" if view.rehearsal else said
