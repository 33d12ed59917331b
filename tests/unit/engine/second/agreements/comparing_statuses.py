"""What depends on statuses: the engine's answer and the second engine's; and what accrues with
them, summed up day by day.
"""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.errors import DealclockError
from dealclock.second.days import It, day
from dealclock.second.deals import Deal, Lapsed, Provision, listed
from dealclock.second.obligations import lapses, obligations
from dealclock.second.states import occurrences
from tests.unit.engine.deals import log
from tests.unit.engine.second.agreements.comparing_terms import compared_terms, loaded
from tests.unit.engine.second.agreements.drawing_terms import DrawnTerms
from tests.unit.engine.second.comparing import as_fact

ONE = timedelta(days=1)


def compared_statuses(drawn: DrawnTerms) -> list[str]:
    """What the two answer differently: obligations and defaults, then what has accrued."""
    *others, last = drawn.general["provisions"]
    if last["type"] != "stream":
        return compared_terms(drawn)
    without = {**drawn.general, "provisions": others}
    found = compared_terms(replace(drawn, general=without, spelled=without))
    facts = log(*map(as_fact, drawn.events))
    try:
        theirs = assess(Look(loaded(drawn.spelled), facts, drawn.as_of), compare=False)
    except DealclockError as refused:
        if not any(word in str(refused) for word in ("reduces", "issued", "outstanding")):
            raise
        return found
    deal = Deal.on(drawn.general, drawn.events, drawn.as_of)
    own = accrued(deal, last)
    return (
        found
        if theirs.accrual.exact == own
        else [*found, f"accrued: engine {theirs.accrual.exact}, second {own}"]
    )


def accrued(deal: Deal, stream: Provision) -> Fraction:
    """The sum over each day before that of asking and each lot, or the sum, that bears on it."""
    rate = Fraction(str(stream["by age"][0][1])) / 100 / 360
    defaults = list(lapses(deal, obligations(deal)).values())
    total, on = Fraction(0), min(lot["issued"] for lot in deal.terms["securities"])
    whole = stream.get("base", {}).get("amount")
    lots = [{"id": "", "issued": on, "principal": whole}] if whole else deal.terms["securities"]
    while on < deal.as_of:
        for lot in lots:
            if _is_due(stream, defaults, on, lot["id"], deal):
                total += _left(stream, lot, on, deal) * rate
        on += ONE
    return total


def _is_due(stream: Provision, defaults: list[Lapsed], on: date, lot: str, deal: Deal) -> bool:
    """Whether a default or a day of a state bears on a lot."""
    lots = [each["id"] for each in deal.terms["securities"]]
    for default in defaults:
        of, until = default.name.partition("/")[2], default.accrues_to or date.max
        its = not lot or of not in lots or of == lot
        bears = default.id in listed(stream.get("bears")) and its
        if bears and default.accrues_from <= on < until:
            return True
    for days in listed(stream.get("on days")):
        first = day(days.get("from"), deal, It()) if days.get("from") else date.min
        last = day(days.get("until"), deal, It()) if days.get("until") else date.max
        rule = deal.provisions("state", "status")[days["state"]]
        runs = occurrences(deal, days["state"], lot if rule.get("of") == "lot" else "")
        if first and last and first <= on <= last and any(run.has(on) for run in runs):
            return True
    return False


def _left(stream: Provision, lot: dict[str, Any], on: date, deal: Deal) -> Fraction:
    """What is left of a lot that has its status, less what ended it for a part of the lot."""
    name = stream.get("base", {}).get("lots")
    if on < lot["issued"]:
        return Fraction(0)
    if name is None:
        return Fraction(lot["principal"])
    if not any(run.has(on) for run in occurrences(deal, name, lot["id"])):
        return Fraction(0)
    ends = deal.of(*listed(deal.provisions("status")[name].get("ends")))
    return Fraction(lot["principal"]) - sum(
        event.dollars for event in ends if event.lot == lot["id"] and event.on <= on
    )
