"""Pictures of a deal by name: their data, and the drawing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from dealclock.documents.charts.accrual import accrual_chart
from dealclock.documents.charts.chart import Chart
from dealclock.documents.charts.drawing import draw
from dealclock.documents.charts.timeline import MONTHS_MOST, timeline
from dealclock.engine.interest.over_time import over_time
from dealclock.errors import NotFoundError
from dealclock.messages import words
from dealclock.messages.view import View

PICTURES = MappingProxyType(
    {
        "timeline": "what is due, owed and open, the gravest first, a few months around the day",
        "accrual": "what is unpaid of what accrues, how it grew, its rates and payments",
    }
)
_MONTHS = 3


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture, as SVG. `name`, `title` and `alt_text` may be seen by anyone.

    `name` is a file's name without its suffix.
    """

    name: str
    title: str
    alt_text: str
    svg: str = field(repr=False)


def make_chart(kind: str, view: View, args: Mapping[str, str]) -> Chart:
    """The picture's data; `view` needs an assessment made `together`. Raises NotFoundError."""
    if kind == "timeline":
        return timeline(view, _months(args))
    course = over_time(view, view.assessment)
    if course is None:
        raise NotFoundError(
            f"Nothing has accrued by {words.day(view.assessment.as_of)} under any reading. Ask "
            "for the timeline, or for a later day."
        )
    return accrual_chart(view, course)


def picture(kind: str, view: View, args: Mapping[str, str]) -> Picture:
    """Draw the picture of that kind (one of PICTURES).

    `args`: `months` of a timeline, before and after the day; `dark`: "yes" or "no". Raises
    NotFoundError.
    """
    dark = _dark(args)
    chart = make_chart(kind, view, args)
    return Picture(_name(kind, view), chart.title, chart.alt_text, draw(chart, dark=dark))


def _name(kind: str, view: View) -> str:
    """A file name that anyone may see: code name, Section and date."""
    clause = view.assessment.accrual.clause
    about = kind if kind == "timeline" else f"Section {clause}"
    name = f"{view.team.code_name} {about} {view.assessment.as_of.isoformat()}"
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _months(args: Mapping[str, str]) -> int:
    months = args.get("months", str(_MONTHS))
    if not months.isdecimal() or not 1 <= int(months) <= MONTHS_MOST:
        raise NotFoundError(
            f"{months[:20]!r} months is not valid; give a number from 1 to {MONTHS_MOST}"
        )
    return int(months)


def _dark(args: Mapping[str, str]) -> bool:
    dark = args.get("dark", "no")
    if dark not in ("yes", "no"):
        raise NotFoundError(f"{dark[:20]!r} is not valid for dark; give yes or no")
    return dark == "yes"
