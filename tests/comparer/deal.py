"""A deal to compare engines on: a sample with changes, its events, readings and the day asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from typing import Any

from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.terms.terms import Terms
from tests.comparer.scenes import terms_of

Change = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Deal:
    """A sample's terms with changes merged in order, the events in the order recorded, and a query.

    `name` says where it comes from, such as `seed 17`.
    """

    name: str
    agreement: str
    changes: tuple[Change, ...]
    facts: tuple[Fact, ...]
    as_of: date
    known_at: datetime | None = None
    readings: Mapping[str, str] = field(default_factory=dict)

    @property
    def terms(self) -> Terms:
        """The terms as changed, read once for each set of changes."""
        return _terms(self.agreement, _Changes(self.changes))

    @property
    def query(self) -> Look:
        """The query for an engine."""
        terms = self.terms
        log = FactLog(self.facts, terms.agreement.time_zone)
        return Look(terms, log, self.as_of, self.known_at, self.readings)


class _Changes:
    """Changes as a key of a cache."""

    def __init__(self, changes: tuple[Change, ...]) -> None:
        self.changes = changes
        self._key = repr(changes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Changes) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@cache
def _terms(agreement: str, changes: _Changes) -> Terms:
    return terms_of(agreement, *changes.changes)
