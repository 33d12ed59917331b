"""`timeline`: the dated facts around a deal beside its own facts and obligations, in order."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any

from dealclock.engine.assess import assess
from dealclock.engine.timeline import FigureCheck, TimelineItem, timeline
from dealclock.render import words
from dealclock.render.in_force import heading, told_version
from dealclock.render.layout import wrapped
from dealclock.render.view import LEGAL
from dealclock.usecases.questions.question import Detail, Json, NotAnsweredError, Query, Question

FORMAT = "dealclock-timeline/1"


def answer(asked: Query) -> Json:
    """Everything dated, in order, and what the documents contradict themselves in."""
    since, until = _day(asked, "since", date.min), _day(asked, "until", date.max)
    if since > until:
        raise NotAnsweredError(
            f"since {since} is after until {until}; give the earlier date first."
        )
    given = asked.in_force()
    assessment = assess(
        asked.terms, asked.log, asked.as_of, asked.known_at, asked.readings, compare=False
    )
    found = timeline(given.terms, given.known.all, assessment)
    return {
        **heading(FORMAT, given),
        "moments": [_moment(m) for m in found if m.last_day >= since and m.first_day <= until],
        "inconsistencies": [
            {"clause": each.clause, "what": each.what} for each in given.terms.inconsistencies
        ],
        "readings": dict(assessment.readings),
        "notice": LEGAL,
    }


def _day(asked: Query, name: str, otherwise: date) -> date:
    given = asked.details.get(name)
    return given if isinstance(given, date) else otherwise


def _moment(m: TimelineItem) -> Json:
    return {
        "instance": m.instance,
        "when": m.when,
        "first_day": m.first_day.isoformat(),
        "last_day": m.last_day.isoformat(),
        "what": m.what,
        "origin": m.origin,
        "source": m.source,
        "external": m.external,
        "fiscal_quarter": str(m.quarter) if m.quarter else None,
        "inconsistent": m.inconsistent,
        "check": _check(m.check) if m.check else None,
        "facts": list(m.grounds.facts),
        "hypothetical": m.grounds.hypothetical,
        "readings": sorted(m.grounds.readings),
    }


def _check(c: FigureCheck) -> Json:
    return {
        "says": c.says,
        "how": c.how,
        "computed": _figure(c.computed, c.precision),
        "exact": str(c.computed),
        "stated": None if c.stated is None else _figure(Fraction(c.stated), c.precision),
        "compared_to": None if c.precision is None else _figure(c.precision, c.precision),
        "consistent": c.consistent,
        "difference": None if c.difference is None else _figure(c.difference, c.precision),
    }


def _figure(exact: Fraction, precision: Fraction | None) -> str:
    """A figure with as many places as it has, up to two or those of `precision` if it has more.

    Rounded to that many where it has more.
    """
    most = 2 if precision is None else max(2, len(str(precision.denominator)) - 1)
    found = (words.places(exact, places) for places in range(1, most + 1))
    short = next((each for each in found if Fraction(each) == exact), words.places(exact, most))
    return short.removesuffix(".0")


def render(answered: Json, width: int) -> Iterator[str]:
    """A line each, with where it is from, its check and what contradicts it."""
    found: dict[str, Any] = answered
    yield from told_version(found, width)
    for m in found["moments"]:
        yield from wrapped(
            f"{words.loosely(m['first_day'], m['last_day'])}: {m['what']}{_from(m)}", width, 0, 2
        )
        if check := m["check"]:
            says = f"{check['says']}: {check['how']} = {check['computed']}"
            yield from wrapped(f"Check: {says}{_agrees(check)}", width, 4, 2)
        if m["inconsistent"]:
            yield from wrapped(f"INCONSISTENT: {m['inconsistent']}", width, 4, 2)
    if found["inconsistencies"]:
        yield ""
        yield "Inconsistencies in the documents"
        for each in found["inconsistencies"]:
            yield from wrapped(f"{each['clause']}: {each['what']}", width, 2, 2)
    yield ""
    yield "For information only; nothing is computed from these dates."
    yield LEGAL


def _agrees(check: dict[str, Any]) -> str:
    """Whether a figure is as stated, and to what precision that was compared."""
    if check["consistent"] is None:
        return ""
    stated = f"stated as {check['stated']}, compared to the nearest {check['compared_to']}"
    return f", {stated}: {'consistent' if check['consistent'] else 'not consistent'}"


def _from(m: dict[str, Any]) -> str:
    said = [m["origin"] if m["origin"] != "timeline" else m["source"]]
    said += [m["instance"]] if m["instance"] and m["origin"] != "timeline" else []
    said += ["not in the deal's files"] if m["external"] else []
    said += [m["fiscal_quarter"]] if m["fiscal_quarter"] else []
    said += ["HYPOTHETICAL"] if m["hypothetical"] else []
    return f" ({'; '.join(said)})"


QUESTION = Question(
    "timeline",
    (
        Detail("since", "first day to show", "day"),
        Detail("until", "last day to show", "day"),
    ),
    answer,
    render,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --since 2004-06-01",
)
