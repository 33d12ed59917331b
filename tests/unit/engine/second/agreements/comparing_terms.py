"""The engine's answer on a small agreement, and the second engine's."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.files.source import Source, parse_file
from dealclock.second.deals import Deal
from dealclock.second.obligations import deemed_of
from dealclock.second.payments import settled
from dealclock.second.standing import Standing, standing
from dealclock.terms.terms import Terms, read_terms
from tests.unit.engine.deals import log
from tests.unit.engine.second.agreements.drawing_terms import DrawnTerms
from tests.unit.engine.second.comparing import as_fact

BLANK = Path(__file__).parents[4] / "cases" / "clauses" / "blank" / "terms.yaml"


@cache
def _blank() -> Source:
    return parse_file(BLANK)


def loaded(terms: Mapping[str, Any]) -> Terms:
    """The terms as the library reads them, over an agreement with nothing in it."""
    source = deepcopy(_blank())
    source.data.update(deepcopy(dict(terms)))
    return read_terms(source)


def both(drawn: DrawnTerms) -> tuple[Assessment, Deal]:
    """What the engine answers of drawn terms, and the deal as the second engine reads it."""
    facts = log(*map(as_fact, drawn.events))
    query = Look(loaded(drawn.spelled), facts, drawn.as_of, readings=drawn.readings)
    theirs = assess(query, compare=False)
    return theirs, Deal.on(drawn.general, drawn.events, drawn.as_of, drawn.readings)


def compared_terms(drawn: DrawnTerms) -> list[str]:
    """What the two answer differently."""
    return list(_differences(*both(drawn)))


def _differences(theirs: Assessment, deal: Deal) -> Iterator[str]:
    own = standing(deal)
    paid = deal.provisions("payments")
    engine = {
        o.instance: (o.due, o.status.value, o.done_on, o.amount)
        for o in theirs.obligations
        if o.id not in paid
    }
    second = {
        name: (each.due and each.due.day, each.status(deal.as_of), each.done_on, each.amount)
        for name, each in own.obligations.items()
        if not each.is_right
    }
    if engine != second:
        yield f"obligations: {_apart(engine, second)}"
    rights = {name: each for name, each in own.obligations.items() if each.is_right}
    engine_rights = {
        w.instance: (w.opens, w.last_day, w.status.value, w.done_on, w.deemed)
        for w in theirs.windows
        if w.id in {p["id"] for p in deal.every_provision() if p.get("may")}
    }
    second_rights = {
        name: (
            each.opens,
            each.due and each.due.day,
            each.stands(deal.as_of),
            each.done_on,
            deemed_of(each, deal.as_of),
        )
        for name, each in rights.items()
    }
    if engine_rights != second_rights:
        yield f"rights: {_apart(engine_rights, second_rights)}"
    engine_defaults = {
        d.instance: (d.occurred_on, d.accrues_from, d.accrues_to, d.done_on)
        for d in theirs.defaults
    }
    second_defaults = {
        name: (d.occurred_on, d.accrues_from, d.accrues_to, d.cured_on)
        for name, d in own.defaults.items()
    }
    if engine_defaults != second_defaults:
        yield f"defaults: engine {engine_defaults}, second {second_defaults}"
    if deal.provisions("stream"):
        yield from _money(theirs, deal, own)


def _apart(engine: Mapping[str, object], second: Mapping[str, object]) -> str:
    """What each says of what they answer differently."""
    names = [n for n in {**engine, **second} if engine.get(n) != second.get(n)]
    return "; ".join(f"{n}: engine {engine.get(n)}, second {second.get(n)}" for n in names)


def _money(theirs: Assessment, deal: Deal, own: Standing) -> Iterator[str]:
    """What accrued, and each payment with what is owed and was paid of it."""
    total = own.accrued
    for name in deal.provisions("payments"):
        stands = {p: settled(deal, name, p) for p in own.payments[name]}
        total += sum((each.late for each in stands.values()), Fraction(0))
        total += sum((p.added for p in stands if p.on < deal.as_of), Fraction(0))
        second = {
            f"{name}/{p.on}": (p.due, each.owed, each.status(p.due, deal.as_of))
            for p, each in stands.items()
        }
        engine = {
            o.instance: (o.due, o.amount, o.status.value)
            for o in theirs.obligations
            if o.id == name
        }
        if engine != second:
            yield f"payments: engine {engine}, second {second}"
    if theirs.accrual.exact != total:
        yield f"accrued: engine {theirs.accrual.exact}, second {total}"
