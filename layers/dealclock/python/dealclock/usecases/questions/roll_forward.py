"""`roll-forward`: what was owed on one day, accrued and paid since, and is owed on another."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any

from dealclock.engine.assess import examine
from dealclock.engine.comparing.all_combinations import over_all
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.in_force import in_force
from dealclock.engine.money import in_text
from dealclock.engine.payments.roll_forward import RollForward, roll_forward
from dealclock.render import words
from dealclock.render.in_force import told_version
from dealclock.render.layout import wrapped
from dealclock.render.roll_forward_json import LINES, document
from dealclock.usecases.questions.question import Detail, Json, NotAnsweredError, Query, Question


def answer(asked: Query) -> Json:
    """Both ends as of their own days, by what is known when it is asked."""
    start, end = asked.details["from"], asked.details["to"]
    if not isinstance(start, date) or not isinstance(end, date) or not start < end:
        raise NotAnsweredError(f"--from {start} is after --to {end}; give the earlier day first.")
    if end > asked.as_of:
        raise NotAnsweredError(
            f"--to {end} is after --as-of {asked.as_of}; give one on or before it."
        )
    given = asked.in_force()

    def look(day: date, moved: Mapping[str, str]) -> tuple[Context, Findings]:
        readings = {**asked.readings, **moved}
        return examine(in_force(asked.terms, asked.log, day, given.known_at, readings))

    @cache
    def under(moved: tuple[tuple[str, str], ...]) -> RollForward:
        return roll_forward(start, end, look, dict(moved))

    here = under(())
    chosen = given.readings
    ranges = {}
    for line in LINES:

        def ask(moved: Mapping[str, str], line: str = line) -> tuple[str, frozenset[str]]:
            there = under(tuple(sorted((q, c) for q, c in moved.items() if c != chosen[q])))
            return in_text(getattr(there.in_all, line)), there.grounds.readings

        ranges[line] = over_all(("roll-forward", line), chosen, ask)
    return document(given, start, end, here, ranges)


def render(answered: Json, width: int) -> Iterator[str]:
    """The lines in all, then by lot, then how far other readings reach."""
    found: dict[str, Any] = answered
    start, end = words.iso(found["from"]), words.iso(found["to"])
    days = f"from and including {start} to but excluding {end}"
    yield from told_version(found, width)
    yield from wrapped(f"Additional Interest {days}:", width)
    for name, roll in (("in all", found["in_all"]), *((r["name"], r) for r in found["lots"])):
        figures = ", ".join(f"{line} {words.money(roll[line])}" for line in LINES)
        yield from wrapped(f"{name}: {figures}", width, 2, 2)
        if roll["rounding"] != "0.00":
            yield from wrapped(f"rounding {words.money(roll['rounding'])}", width, 4, 4)
    for line, each in found["ranges"].items():
        if each["least"] != each["most"]:
            ends = f"{words.money(each['least'])} to {words.money(each['most'])}"
            yield from wrapped(f"{line}: {ends} over all combinations of readings", width, 2, 2)
    yield from (line for note in found["notes"] for line in wrapped(words.sentence(note), width))
    yield from wrapped(found["notice"], width)


def first(answered: Json) -> str:
    """What is unpaid at the end, and what came and went to make it."""
    found: dict[str, Any] = answered
    roll, start, end = found["in_all"], words.iso(found["from"]), words.iso(found["to"])
    before = words.before_unstated(found["not_stated"])
    left = f"{words.money(roll['closing'])} unpaid as of {end}{before}"
    if roll["closing"].startswith("-"):
        left = f"nothing unpaid as of {end}, overpaid by {words.money(roll['closing'][1:])}{before}"
    return (
        f"{left}: {words.money(roll['opening'])} on {start}, "
        f"{words.money(roll['accrued'])} accrued since, {words.money(roll['paid'])} paid"
    )


QUESTION = Question(
    "roll-forward",
    (
        Detail("from", "the first day (included)", "day", True),
        Detail("to", "the end day (not included)", "day", True),
    ),
    answer,
    render,
    "agreements/infocrossing-2004 --as-of 2005-01-01 --from 2004-10-01 --to 2005-01-01",
    first,
)
