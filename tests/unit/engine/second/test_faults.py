"""A fault put into either engine shows as a difference of their figures of the samples."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import cache
from pkgutil import resolve_name
from typing import Any

import pytest

from dealclock.engine.look import Look
from dealclock.facts.fact import read_facts
from dealclock.facts.kinds import kinds_of
from dealclock.facts.log import FactLog
from dealclock.files.source import parse_file
from dealclock.terms.terms import read_terms
from tests.unit.engine.second.agreements.comparing_terms import loaded
from tests.unit.engine.second.agreements.drawing_terms import NAMED
from tests.unit.engine.second.coverage import SAMPLES, compared

Fault = Callable[[Any], Any]


def later(real: Any) -> Any:
    """A function that finds a day, one day later."""
    return lambda *of, **named: real(*of, **named) + timedelta(days=1)


def more(real: Any) -> Any:
    """A function that finds a number, a tenth more."""
    return lambda *of, **named: real(*of, **named) * 11 / 10


def first(_: Any) -> Any:
    """A function that gives back what it is to change, its first argument."""
    return lambda given, *_, **__: given


def second(_: Any) -> Any:
    """A function that gives back what it is to limit, its second argument."""
    return lambda _, given, *__: given


CAPPED: dict[str, Any] = {
    "dates": {"closing-date": date(2026, 1, 5)},
    "events": {"filed": {"title": "It was filed."}},
    "provisions": [
        {
            **NAMED,
            "id": "filing",
            "type": "obligation",
            "opens": "closing-date",
            "due": {"after": "closing-date", "for": {"count": 5, "unit": "days", "roll": "next"}},
            "satisfied by": ["filed"],
            "lapse": {"id": "late", "clause": "1", "title": "Late", "cured by": "filed"},
        },
        {
            **NAMED,
            "id": "damages",
            "type": "stream",
            "bears": ["late"],
            "base": {"amount": 1_000_000},
            "by age": [[1, 1.00]],
            "for each": "30 days",
            "most in all": 0.50,
        },
    ],
}
"""Due on a Saturday, so on the Monday after it; what accrues for being late has a most, to which no
sample comes."""

FAULTS: dict[str, tuple[str, Fault]] = {
    "first, count": ("engine.context.moved", later),
    "first, roll": ("engine.context.rolled", first),
    "first, rate": ("engine.interest.rates.own_rate", more),
    "first, cap": ("engine.interest.amounts._up_to", second),
    "first, proration": ("days.day_counts.DayCount.year_fraction", more),
    "second, count": ("second.periods._moved", later),
    "second, roll": ("second.periods.rolled", first),
    "second, rate": ("second.streams._rate", more),
    "second, cap": ("second.limits._percent", more),
    "second, proration": ("second.spelled.money.bond_basis", more),
}


@cache
def looks() -> tuple[Look, ...]:
    """Each sample's histories, some days into them, and what is late under a cap."""
    return tuple(_looks())


def _looks() -> Iterator[Look]:
    for folder in sorted(path for path in SAMPLES.iterdir() if path.is_dir()):
        terms = read_terms(parse_file(folder / "terms.yaml"))
        for file in (folder / "facts.yaml", *sorted((folder / "histories").glob("*.yaml"))):
            facts = read_facts(parse_file(file), kinds=kinds_of(terms)).facts
            last = max((fact.on for fact in facts), default=terms.agreement.dated)
            for days in (0, 45):
                log = FactLog(facts, terms.agreement.time_zone)
                yield Look(terms, log, last + timedelta(days=days))
    yield Look(loaded(CAPPED), FactLog((), "America/New_York"), date(2026, 3, 31))


def differs() -> bool:
    return any(compared(look).differing for look in looks())


def test_without_a_fault_they_agree() -> None:
    assert len(looks()) > 10
    assert not differs()


@pytest.mark.parametrize(("where", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_fault_in_either_shows(where: str, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    where = f"dealclock.{where}"
    monkeypatch.setattr(where, fault(resolve_name(where)))
    assert differs()
