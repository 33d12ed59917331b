"""What events not yet recorded would change: the result and its computation."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from dealclock.agreement.general.state import StateTerms
from dealclock.agreement.terms import Terms
from dealclock.answers.difference import (
    ChangedItem,
    EndedWindow,
    MovedFigure,
    SatisfiedObligation,
    list_ended,
    list_figures,
    list_items,
    list_satisfied,
)
from dealclock.answers.question import NotAnsweredError, option
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.changes import Changes, compare
from dealclock.engine.checked_files import check_facts
from dealclock.engine.contradictions import new_contradictions
from dealclock.engine.look import Look
from dealclock.engine.money import Money
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog, end_of
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import Source
from dealclock.messages.amounts import amount_still_due

MOST_DAYS = 3660
"""The longest suspension that can be assumed: ten years."""
_SUSPENSION = ("IF-SUSPENSION", "IF-RESUMED")
"""The ids of the notice and of the end of an assumed suspension."""


@dataclass(frozen=True, slots=True)
class WhatIfQuery:
    """The assumed events, each by its keys; for a suspension, its days are enough."""

    fact: tuple[Mapping[str, object], ...] = option(
        "a supposed event, in the format of facts.yaml; repeatable", default=()
    )
    suspend_from: date | None = option("first day of a supposed suspension")
    suspend_days: int | None = option("its length in days (default: it does not end)")
    until: date | None = option("the day to assess, if later than all others")


@dataclass(frozen=True, slots=True)
class SupposedNotice:
    """A notice given with an assumed event."""

    to: str
    method: str
    on: date


@dataclass(frozen=True, slots=True)
class SupposedEvent:
    """An assumed event, with how its notice is given."""

    id: str
    kind: str
    on: date
    basis: str
    given: tuple[SupposedNotice, ...]

    @classmethod
    def of(cls, fact: Fact) -> "SupposedEvent":
        """Built from the assumed fact."""
        given = tuple(SupposedNotice(each.to, each.method, each.on) for each in fact.given)
        return cls(fact.id, fact.kind, fact.on, fact.basis, given)


@dataclass(frozen=True, slots=True)
class NextPayment:
    """The next payment to be made: the day the cash moves, and the exact dollars still due."""

    instance: str
    payable_on: date
    record_date: date | None
    amount: Money


@dataclass(frozen=True, slots=True)
class WhatIfResult:
    """What would change on `looked_at`, the latest of the day asked about, the days of the assumed
    events and the day to look at; nothing is ever `recorded`.

    `terms` is the version in force then, `opened` and `closed` the instances that arise or no
    longer do, `met` what is satisfied, `over` the windows that end. `payment` is the next payment
    then, if it differs.
    """

    deal: str
    as_of: date
    looked_at: date
    terms: str
    supposed: tuple[SupposedEvent, ...]
    items: tuple[ChangedItem, ...]
    moves: tuple[MovedFigure, ...]
    opened: tuple[str, ...]
    closed: tuple[str, ...]
    met: tuple[SatisfiedObligation, ...]
    over: tuple[EndedWindow, ...]
    payment: NextPayment | None
    recorded: bool = False


def answer(look: Look, request: WhatIfQuery) -> WhatIfResult:
    """What changes on the latest of the day asked about, `until`, and the days of the assumed
    events.

    Raises NotAnsweredError for events that cannot be, or that contradict what is recorded.
    """
    recorded, supposed = suppose(look, request)
    day = max(look.as_of, *(f.on for f in supposed), request.until or look.as_of)
    instant = max(_known_at(look), end_of(day, look.log.zone))
    without, found = (
        assess(Look(look.terms, log, day, instant, look.readings, look.targets), compare=False)
        for log in (recorded, replace(recorded, facts=(*recorded.facts, *supposed)))
    )
    changes = compare(without, found)
    return WhatIfResult(
        deal=look.terms.id,
        as_of=look.as_of,
        looked_at=day,
        terms=found.terms.version,
        supposed=tuple(map(SupposedEvent.of, supposed)),
        items=tuple(list_items(changes)),
        moves=tuple(list_figures(changes)),
        opened=changes.opened,
        closed=changes.closed,
        met=tuple(list_satisfied(changes)),
        over=tuple(list_ended(changes)),
        payment=_changed_payment(found, changes),
    )


def _changed_payment(found: Assessment, changes: Changes) -> NextPayment | None:
    changed = {each.instance for each in changes.items}
    o = next((o for o in found.obligations if o.kind == "payment" and o.is_open), None)
    if o is None or o.money is None or o.instance not in changed:
        return None
    return NextPayment(o.instance, o.due, o.record_date, amount_still_due(o))


def _known_at(look: Look) -> datetime:
    return look.known_at or end_of(look.as_of, look.log.zone)


def suppose(look: Look, request: WhatIfQuery) -> tuple[FactLog, tuple[Fact, ...]]:
    """The facts recorded by then, and the assumed facts, each hypothetical and known at once.

    Raises NotAnsweredError for facts that cannot be, or that contradict what is recorded.
    """
    log, known_at = look.log, _known_at(look)
    recorded = tuple(f for f in log.facts if log.recorded_at(f) <= known_at)
    supposed = _supposed(look, request, recorded)
    known = {fact.id for fact in recorded}
    # A recorded end without a recorded suspension before it does not rule out a later suspension.
    explained = {fact.id for fact in supposed if fact.id in _SUSPENSION}
    wrong = [
        each.text
        for each, _ in new_contradictions(look.terms, supposed, recorded)
        if not (each.facts[0] in known and explained.intersection(each.facts))
    ]
    if wrong:
        raise NotAnsweredError(
            f"what-if: {'; '.join(wrong)}; suppose an event that could have happened"
        )
    return FactLog(recorded, log.zone), supposed


def _supposed(look: Look, request: WhatIfQuery, recorded: Sequence[Fact]) -> tuple[Fact, ...]:
    given = [dict(each) for each in request.fact] + list(_suspension(look, request))
    if not given:
        raise NotAnsweredError(
            "what-if: nothing is supposed; give --fact "
            "'{kind: registration-statement-effective, on: 2004-12-01}' or --suspend-from"
        )
    for number, each in enumerate(given, start=1):
        each.setdefault("id", f"IF-{number}")
        each["basis"] = "hypothetical"
        if each["id"] in {f.id for f in recorded}:
            raise NotAnsweredError(
                f"what-if: {each['id']} is already recorded; give another id, or none"
            )
        if "recorded_at" in each:
            raise NotAnsweredError(
                "what-if: leave out recorded_at; a supposed event is not recorded"
            )
    known = outline(look.terms.model_dump())
    found, problems = check_facts(Source("what-if", {"facts": given}, {}), known, before=recorded)
    if problems or found is None:
        says = "; ".join(f"{_of_fact(p.where)}{p.given}: {p.allowed}" for p in problems)
        raise NotAnsweredError(f"what-if: {says}")
    return found.facts


def _of_fact(where: str) -> str:
    """Where a problem is among the assumed events: "event 1, on: "."""
    _, _, within = where.partition(".")
    number, _, key = within.partition(".")
    return f"event {int(number) + 1}{f', {key}' if key else ''}: " if number.isdigit() else ""


def _suspension(look: Look, request: WhatIfQuery) -> Iterator[dict[str, Any]]:
    """A suspension by a notice given by hand on its first day, and its end N days later."""
    start, length = request.suspend_from, request.suspend_days
    if start is None and length is None:
        return
    if start is None:
        raise NotAnsweredError(
            "what-if: --suspend-days needs --suspend-from, the first suspended day"
        )
    if length is not None and length < 1:
        raise NotAnsweredError(f"what-if: --suspend-days {length} is not valid; give 1 or more")
    if length is not None and length > MOST_DAYS:
        raise NotAnsweredError(
            f"what-if: --suspend-days {length} is not valid; give at most {MOST_DAYS}"
        )
    rule = _budget(look.in_force)
    given = [{"to": to, "method": "hand", "on": start} for to in rule.to]
    begun, over = _SUSPENSION
    yield {"id": begun, "kind": rule.begins[0], "on": start, **({"given": given} if given else {})}
    if length is not None:
        end = start + timedelta(days=length)
        yield {"id": over, "kind": rule.ends[0], "on": end}


def _budget(terms: Terms) -> StateTerms:
    rules = [each for each in terms.limited_states if each.begins and each.ends]
    if len(rules) > 1:
        ids = ", ".join(rule.id for rule in rules)
        raise NotAnsweredError(
            f"what-if: there are several day budgets ({ids}); suppose a notice with --fact"
        )
    rule = next(iter(rules), None)
    if rule is None:
        raise NotAnsweredError(
            "what-if: these terms limit no state, so no suspension can be supposed"
        )
    return rule
