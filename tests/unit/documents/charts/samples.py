"""Pictures of every sort: busy and empty, long names, marks close together, no day count."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

from dealclock.documents.charts.accrual import accrual_chart
from dealclock.documents.charts.chart import Chart, Row
from dealclock.documents.charts.timeline import timeline
from dealclock.engine.interest.over_time import over_time
from tests.unit.documents.charts.looks import PUBLIC, STORY, look
from tests.unit.documents.charts.test_timeline import crowded

NOVEMBER, FEBRUARY = date(2004, 11, 20), date(2005, 2, 15)
HOSTILE = "</text><script>alert(1)</script> & \"quoted\" 'x' onload=alert(1) ]]> &amp; <!--"
LONG = "Ångström-Čapek Übersee-Beteiligungs-Aktiengesellschaft für Öffentliche Anleihen, Łódź. " * 3


def accrual(day: date, history: str = STORY) -> Chart:
    view = look(day, history)
    course = over_time(view, view.assessment)
    assert course is not None
    return accrual_chart(view, course)


def with_rows(chart: Chart, **change: object) -> Chart:
    """The timeline with every row changed alike."""
    groups = tuple(
        replace(g, rows=tuple(_changed(row, change) for row in g.rows)) for g in chart.groups
    )
    return replace(chart, groups=groups)


def _changed(row: Row, change: Mapping[str, object]) -> Row:
    return replace(row, **change)  # type: ignore[arg-type]


def close_together(chart: Chart) -> Chart:
    """The accrual picture with its payments on consecutive days, the last on its last day."""
    steps, payments = chart.groups
    count = len(payments.rows)
    moved = (
        replace(p, start=chart.last - timedelta(days=2 * (count - n - 1)))
        for n, p in enumerate(payments.rows)
    )
    return replace(chart, groups=(steps, replace(payments, rows=tuple(moved))))


def empty() -> Chart:
    view = look(NOVEMBER)
    bare = replace(view.assessment, obligations=(), defaults=(), windows=())
    return timeline(replace(view, assessment=bare))


def _november() -> Chart:
    return timeline(look(NOVEMBER))


def _february() -> Chart:
    return timeline(look(FEBRUARY))


@cache
def _years() -> Chart:
    return accrual(date(2012, 10, 1), PUBLIC)


def _long() -> Chart:
    return replace(
        with_rows(_november(), title=LONG, label=LONG, clause="Annex 12, Section 4(b)(xvii)(A)"),
        headline=LONG,
        lines=(LONG, f"{LONG}.", LONG),
        overdue=f"{LONG}.",
    )


def _unset() -> Chart:
    chart = accrual(FEBRUARY)
    assert chart.course is not None
    return replace(chart, course=replace(chart.course, chosen=None))


_MAKE: Mapping[str, Callable[[], Chart]] = {
    "november": _november,
    "february": _february,
    "crowded": lambda: timeline(crowded(60)),
    "empty": empty,
    "banners": lambda: timeline(look(NOVEMBER, rehearsal=True, today=date(2004, 11, 1)), 12),
    "one month": lambda: timeline(look(FEBRUARY), 1),
    "safe at the edge": lambda: with_rows(_february(), safe=_february().first),
    "safe at the other edge": lambda: with_rows(_february(), safe=_february().last),
    "long": _long,
    "accrual": lambda: accrual(FEBRUARY),
    "public": lambda: accrual(date(2007, 10, 1), PUBLIC),
    "years": _years,
    "unset": _unset,
    "first day": lambda: accrual(date(2004, 10, 30), PUBLIC),
    "close together": lambda: close_together(_years()),
}
NAMES = tuple(_MAKE)


@cache
def sample(name: str) -> Chart:
    """One of NAMES, made when it is first asked for: all of them take five seconds."""
    return _MAKE[name]()
