"""Assessments remembered while histories are played: `assess` follows from what it is given alone.

One history asks hundreds of times for the deal as of the same days on the same facts, and another
history asks the same again. What is remembered is checked on the way: now and then an answer is
computed again anyway, and must be equal.
"""

import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from email.headerregistry import BaseHeader, HeaderRegistry
from functools import lru_cache
from typing import Any
from unittest.mock import patch

from dealclock.engine import assess as engine
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import last_day_of
from dealclock.jobs.plan import assess_deal, why_moved
from dealclock.terms.terms import Terms

_REGISTRY_CALL = HeaderRegistry.__call__

MOST = 20_000  # assessments, of some ten kilobytes each
CHECKED = 500  # every N times, a cached result is computed again


@dataclass
class Remembered:
    """`assess`, asking the engine only what it was not asked before."""

    kept: OrderedDict[Any, tuple[Terms, Assessment]] = field(default_factory=OrderedDict)
    asked: int = 0
    known_already: int = 0

    def assess(self, query: Look, *, deal: str | None = None, **given: Any) -> Assessment:
        """As `dealclock.engine.assess.assess`, for those who say up to when facts are known."""
        terms, log, as_of, known_at = query.terms, query.log, query.as_of, query.known_at
        assert known_at is not None
        # The instant decides which facts count and which amendments are known; nothing else does.
        known_on = last_day_of(known_at, log.zone) if terms.amendments else None
        key = (
            id(terms),
            tuple((seen.id, _without_time(seen.fact)) for seen in log.known(as_of, known_at)),
            log.zone,
            as_of,
            known_on,
            tuple(query.readings.items()),
            _hashable(query.targets),
            deal,
            tuple((name, _hashable(value)) for name, value in given.items()),
        )
        self.asked += 1
        if key in self.kept:
            self.known_already += 1
            self.kept.move_to_end(key)
            found = replace(self.kept[key][1], known_at=known_at)
            if self.known_already % CHECKED == 0:
                fresh = engine.assess(query, deal=deal, **given)
                assert found == fresh or _without_times(found) == _without_times(fresh)
            return found
        found = engine.assess(query, deal=deal, **given)
        self.kept[key] = (terms, found)  # with the terms: while they live, their id is theirs
        if len(self.kept) > MOST:
            self.kept.popitem(last=False)
        return found


REMEMBERED = Remembered()


@contextmanager
def remembering() -> Iterator[None]:
    """Let the use cases ask for assessments that are remembered."""
    with (
        patch.object(assess_deal, "assess", REMEMBERED.assess),
        patch.object(why_moved, "assess", REMEMBERED.assess),
        patch.object(HeaderRegistry, "__call__", _header),
    ):
        yield


@lru_cache(MOST)
def _header(registry: HeaderRegistry, name: str, value: Any) -> BaseHeader:
    """The header of a mail: reading its words takes most of a mail's time, and they recur."""
    return _REGISTRY_CALL(registry, name, value)


_RECORDED = re.compile(r"recorded_at=datetime\.datetime\([^)]*\)")


def _without_times(found: Assessment) -> str:
    """An assessment without when its events were recorded, which the key leaves out as well."""
    return _RECORDED.sub("", repr(found))


@lru_cache(MOST)
def _without_time(fact: Fact) -> Fact:
    """The fact without the instant it was recorded at."""
    return fact.model_copy(update={"recorded_at": None})


def _hashable(value: Any) -> Any:
    return tuple(value.items()) if isinstance(value, Mapping) else value
