"""A fault put into either engine shows as a difference of their figures of the samples."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from dealclock.engine.look import Look
from dealclock.facts.fact import read_facts
from dealclock.facts.kinds import kinds_of
from dealclock.facts.log import FactLog
from dealclock.files.source import parse_file
from dealclock.terms.terms import read_terms
from tests.unit.engine.second.coverage import SAMPLES, compared

Fault = Callable[[Any], Any]


def later(real: Any) -> Any:
    """A function that finds a day, one day later."""
    return lambda *of, **named: real(*of, **named) + timedelta(days=1)


def more(real: Any) -> Any:
    """A function that finds a number, a tenth more."""
    return lambda *of, **named: real(*of, **named) * 11 / 10


FAULTS: dict[str, tuple[str, Fault]] = {
    "first, count": ("dealclock.engine.context:moved", later),
    "first, rate": ("dealclock.engine.interest.rates:own_rate", more),
    "second, count": ("dealclock.second.periods:_moved", later),
    "second, rate": ("dealclock.second.streams:_rate", more),
    "second, proration": ("dealclock.second.spelled.money:bond_basis", more),
}


@cache
def looks() -> tuple[Look, ...]:
    """Each sample's histories, some days into them."""
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


def differs() -> bool:
    return any(compared(look).differing for look in looks())


def test_without_a_fault_they_agree() -> None:
    assert len(looks()) > 10
    assert not differs()


@pytest.mark.parametrize(("where", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_fault_in_either_shows(where: str, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    module, _, name = where.partition(":")
    monkeypatch.setattr(f"{module}.{name}", fault(getattr(import_module(module), name)))
    assert differs()
