"""Pictures of a deal: what is drawn, and the drawing, asked for by name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from dealclock.engine.in_force import InForce
from dealclock.engine.interest.over_time import over_time
from dealclock.errors import DocumentsError
from dealclock.media.charts.accrual import AccrualChart, accrual_chart
from dealclock.media.charts.drawing import draw_accrual, draw_timeline
from dealclock.media.charts.timeline import MONTHS_MOST, Timeline, timeline
from dealclock.messages import words
from dealclock.messages.view import View

PICTURES = MappingProxyType(
    {
        "timeline": "what is due next, owed and open, a few months before and after the day",
        "accrual": "what is unpaid of Additional Interest, how it grew, its rates and payments",
    }
)
_MONTHS = 3


class NoPicture(DocumentsError):
    """A picture that cannot be drawn: says why, and what to do instead."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture. `name`, `title` and `alt_text` may be seen by anyone.

    `name` is a file's, without what follows the dot.
    """

    name: str
    title: str
    alt_text: str
    svg: str = field(repr=False)

    def png(self) -> bytes:
        """The picture as PNG. Raises NoPicture where resvg is not installed."""
        try:
            # Not in every layer, and needed for no SVG.
            from dealclock.media.charts.drawing.png import rasterized  # noqa: PLC0415
        except ImportError as error:
            if (error.name or "").partition(".")[0] != "resvg_py":
                raise
            raise NoPicture(
                "what makes PNG files is not installed; install it with: pip install resvg-py "
                "(or dealclock[pictures]), or ask for an SVG file"
            ) from None
        return rasterized(self.svg)


def charted(
    kind: str, view: View, given: InForce, args: Mapping[str, str]
) -> Timeline | AccrualChart:
    """What is drawn, as data; `view` must be of an assessment made `together`. Raises NoPicture."""
    if kind == "timeline":
        return timeline(view, _months(args))
    course = over_time(given, view.assessment)
    if course is None:
        raise NoPicture(
            f"Nothing has accrued by {words.day(view.assessment.as_of)} under any reading. Ask "
            "for the timeline, or for a later day."
        )
    return accrual_chart(view, course)


def picture(kind: str, view: View, given: InForce, args: Mapping[str, str]) -> Picture:
    """The picture of that kind (one of PICTURES), drawn.

    `args`: `months` of a timeline, before and after the day; `dark` "yes" for a dark ground. Raises
    NoPicture.
    """
    dark = _dark(args)
    chart = charted(kind, view, given, args)
    if isinstance(chart, Timeline):
        drawn = draw_timeline(chart, dark=dark)
    else:
        drawn = draw_accrual(chart, dark=dark)
    return Picture(_name(kind, view), chart.title, chart.alt_text, drawn)


def _name(kind: str, view: View) -> str:
    """A file's name that anyone may see: code name, Section and date."""
    clause = view.assessment.accrual.clause
    about = kind if kind == "timeline" else f"Section {clause}"
    name = f"{view.team.code_name} {about} {view.assessment.as_of.isoformat()}"
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _months(args: Mapping[str, str]) -> int:
    given = args.get("months", str(_MONTHS))
    if not given.isdecimal() or not 1 <= int(given) <= MONTHS_MOST:
        raise NoPicture(
            f"{given[:20]!r} months is not valid; give a number from 1 to {MONTHS_MOST}"
        )
    return int(given)


def _dark(args: Mapping[str, str]) -> bool:
    given = args.get("dark", "no")
    if given not in ("yes", "no"):
        raise NoPicture(f"{given[:20]!r} is not valid for dark; give yes or no")
    return given == "yes"
