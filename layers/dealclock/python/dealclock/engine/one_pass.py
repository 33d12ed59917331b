"""One pass over the terms and events: the parts of an assessment in order, with the work of each
part cached for passes in which its result must be the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import date
from functools import partial
from typing import Any

from dealclock.agreement.rules.rule import Period
from dealclock.agreement.versions import Version
from dealclock.engine import obligations, special
from dealclock.engine.context import Choices, Context, contexts
from dealclock.engine.defaults import outages
from dealclock.engine.duties import practicable, stops
from dealclock.engine.findings import Findings
from dealclock.engine.interest import accrual
from dealclock.engine.notices import sale_notices
from dealclock.engine.payments import in_arrears
from dealclock.engine.questions import Memory
from dealclock.engine.states import outcome as states
from dealclock.engine.under_versions import Budgets, add_under
from dealclock.facts.index import FactIndex
from dealclock.records import record

# The work of a part, cached for all passes in which its result must be the same.
#
# The result of a part depends on the terms, the facts and the day, which all passes share, on the
# findings it looks at, and on the choices of the readings it consults. So two passes with the same
# findings and the same choices of those readings get the same result.
#
#     pass under a, b, c      deadlines (uses a)     outages (uses a, b)     stops (uses none)
#     pass under a, b, c'     as above               as above                as above
#     pass under a, b', c     as above               computed again          as above

_FINDINGS = tuple(f.name for f in fields(Findings))
_LISTS = ("obligations", "windows", "defaults", "duties", "true_ups")


@record
class PassPart:
    """A part of a pass: the function that adds its findings, and the earlier findings it looks at.

    It may only add to any other list; it may set other findings.
    """

    add: Callable[[Context, Findings], None]
    looks_at: tuple[str, ...] = ()


class UndeclaredFindingError(AssertionError):
    """A part reads findings that it does not declare."""


@record
class PartResult:
    """The result of a part: lists it rewrote, items it added to lists, and other findings it set.

    `given` are the findings it result at, kept alive so that their identities are not reused.
    """

    given: tuple[object, ...]
    consulted: frozenset[str]
    rewritten: Mapping[str, list[Any]]
    added: Mapping[str, list[Any]]
    made: Mapping[str, object]


class PassCache:
    """The results of every part in the passes so far, by its inputs and the readings consulted."""

    def __init__(self) -> None:
        self.memory = Memory()
        self._work: dict[object, dict[tuple[str, ...], dict[tuple[str, ...], PartResult]]] = {}

    def add(self, part: PassPart, context: Context, found: Findings) -> None:
        """Add a part's result to the findings, from the cache or computed now."""
        given = [getattr(found, name) for name in part.looks_at]
        alike = self._work.setdefault((part, id(context.terms), *map(_identity, given)), {})
        work = _of(alike, context.choices.of)
        if work is None:
            work = _worked(part, context, found)
            asked = tuple(sorted(work.consulted))
            chosen = tuple([context.choices.of[reading] for reading in asked])
            alike.setdefault(asked, {})[chosen] = work
        context.choices.in_all.update(work.consulted)
        _put(work, found)


def _of(
    alike: Mapping[tuple[str, ...], Mapping[tuple[str, ...], PartResult]], of: Mapping[str, str]
) -> PartResult | None:
    """The cached result whose readings are all chosen as they were then; None if there is none."""
    for asked, by_choices in alike.items():
        work = by_choices.get(tuple([of[reading] for reading in asked]))
        if work is not None:
            return work
    return None


def _identity(finding: object) -> object:
    """A key that is equal for two findings only if they are the same."""
    match finding:
        case frozenset():
            return finding
        case list() | tuple():
            return tuple(map(id, finding))
        case dict():
            return tuple(map(id, finding.values()))
        case _:
            return id(finding)


def _worked(part: PassPart, context: Context, found: Findings) -> PartResult:
    """The result of a part, with the readings it consulted."""
    own = Findings(**{n: _Added() for n in _LISTS})  # type: ignore[arg-type]
    given = {name: _copied(getattr(found, name)) for name in part.looks_at}
    for name, finding in given.items():
        setattr(own, name, _copied(finding))
    choices = Choices(context.choices.of)
    part.add(context.choosing(choices), own)
    lists = {name: list(list.__iter__(getattr(own, name))) for name in _LISTS}
    others = {n: getattr(own, n) for n in _FINDINGS if n not in _LISTS and n not in given}
    return PartResult(
        given=tuple(given.values()),
        consulted=frozenset(choices.in_all),
        rewritten={n: made for n, made in lists.items() if n in given and made != given[n]},
        added={n: made for n, made in lists.items() if n not in given and made},
        made={name: made for name, made in others.items() if made},
    )


def _put(work: PartResult, found: Findings) -> None:
    for name, rewritten in work.rewritten.items():
        setattr(found, name, list(rewritten))
    for name, added in work.added.items():
        getattr(found, name).extend(added)
    for name, made in work.made.items():
        setattr(found, name, _copied(made))


def _copied(finding: Any) -> Any:
    return finding.copy() if isinstance(finding, list | dict) else finding


class _Added(list[Any]):
    """A list that a part may add to but not read."""

    def _refuse(self, *_: object) -> Any:
        raise UndeclaredFindingError("a part reads a list that it does not declare; add the list.")

    __iter__ = __getitem__ = __setitem__ = __len__ = __contains__ = __reversed__ = _refuse


_PARTS = (
    PassPart(partial(obligations.add, ("deadline", "obligation"))),
    PassPart(states.add_lasting),
    PassPart(states.add_limited, ("windows",)),
    PassPart(outages.add, ("windows",)),
    PassPart(accrual.add, ("defaults", "consulted")),
    PassPart(in_arrears.add, ("defaults", "ledger")),
    PassPart(obligations.add_of_defaults, ("defaults", "ledger")),
    PassPart(sale_notices.add),
    PassPart(partial(obligations.add, ("duty", "condition", "lead time"))),
    PassPart(special.add_reviews, ("obligations",)),
    PassPart(partial(obligations.add, ("undated duty",))),
    PassPart(stops.add_stops, ("budgets",)),
    PassPart(special.add_mailings),
    PassPart(special.add_requests),
    PassPart(special.add_filings),
    PassPart(special.add_true_ups),
    PassPart(practicable.add, ("obligations",)),
)
"""In order: each part builds on the findings of those before it.

Accrual comes directly after the parts that can produce a default and before all others: it depends
on every reading consulted by then, since a default that did not occur may occur under another
reading.
"""


@record
class PassInput:
    """One pass: the versions of the terms in force, the facts in effect, the day, the choices."""

    versions: Sequence[Version]
    known: FactIndex
    as_of: date
    readings: Mapping[str, str]
    targets: Mapping[str, Period]


@record
class PassResult:
    """The findings of a pass under the latest version; `kept` are instances an earlier one governs.

    `consulted_by` are the readings consulted by the end of each part, `found_by` the place of the
    part that found each instance.
    """

    version: Version
    context: Context
    found: Findings
    kept: Mapping[str, str]
    consulted_by: tuple[frozenset[str], ...]
    found_by: Mapping[str, int]


def run_pass(
    asked: PassInput, *, kept: PassCache | None = None, memory: Memory | None = None
) -> PassResult:
    """Run all parts of a pass.

    `kept` caches the work of passes over the same terms and facts on the same day; `memory` the
    answers of passes on other days or after other events.
    """
    choices = Choices(asked.readings)
    memory = kept.memory if kept is not None else memory
    each = contexts(asked.versions, asked.known, asked.as_of, choices, asked.targets, memory)
    under = list(zip(asked.versions, each, strict=True))
    last, context = under[-1]
    found = Findings()
    governed: dict[str, str] = {}
    budgets: Budgets = {}
    consulted_by: list[frozenset[str]] = []
    found_by: dict[str, int] = {}
    sizes = found.sizes
    for place, part in enumerate(_PARTS):
        add = partial(kept.add, part) if kept is not None else part.add
        if len(under) == 1:
            add(context, found)
        else:
            add_under(under, add, found, governed, budgets)
        if sizes != (now := found.sizes):
            for instance in found.beyond(sizes):
                found_by.setdefault(instance, place)
            sizes = now
        found.consulted = frozenset(choices.in_all)
        consulted_by.append(found.consulted)
    return PassResult(last, context, found, governed, tuple(consulted_by), found_by)
