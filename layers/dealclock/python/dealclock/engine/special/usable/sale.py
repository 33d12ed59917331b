"""Every condition of a sale together, under the chosen readings and under every other: Sections
2(b), 4(b), 4(c) and 4(e) of infocrossing-2004.
"""

from collections.abc import Callable, Collection, Iterator, Mapping

from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.safe import over_all
from dealclock.engine.conclusions import ConsentResult
from dealclock.engine.look import Look
from dealclock.engine.one_pass import run_pass
from dealclock.engine.questions import Memory
from dealclock.engine.special.usable.condition import (
    EFFECTIVE,
    Answer,
    Sale,
    SaleCondition,
    answer_of,
)
from dealclock.engine.special.usable.holder import of_holder
from dealclock.engine.special.usable.shelf import of_shelf, of_stops
from dealclock.engine.why import joined
from dealclock.terms.rules.duties import Stop, WindowRule
from dealclock.terms.rules.suspensions import DayBudget, Outage
from dealclock.terms.terms import Terms

_MOST = 128
"""Combinations of readings tried, those of the fewest readings moved first."""


def has_shelf(terms: Terms) -> bool:
    """Whether the terms have a rule about sales under a shelf: when it is effective, suspended or
    out of use, or when Holders must stop or give notice.
    """
    rules = (rule for kind in (DayBudget, Outage, Stop, WindowRule) for rule in terms.all_of(kind))
    states = (s for s in terms.states.values() if EFFECTIVE in s.begins)
    return any(True for _ in (*rules, *states))


def conditions(given: Look, found: Assessment, holder: str | None) -> tuple[SaleCondition, ...]:
    """The conditions of a sale under the shelf on the day of the assessment.

    With `holder`, a name from the events, they are for that Holder. What holds under the chosen
    readings alone is not known: the day of a yes is safe under every reading.
    """
    memory = Memory()

    def under(moved: Mapping[str, str]) -> Sale:
        each = given.contexts(moved, memory)
        return Sale(run_pass(each), holder, each[-1])

    here = under({})
    here.found.windows = list(found.windows)  # with their safe days
    own = (*_all(here), *_not_as_recorded(here, found))
    answer, _ = answer_of(own, holder)
    if answer in ("yes", "depends on the Holder"):
        return (*own, *_under_every_reading(given, under, answer))
    return own


def _all(sale: Sale) -> Iterator[SaleCondition]:
    yield from of_shelf(sale)
    yield from of_stops(sale)
    yield from of_holder(sale)


def _not_as_recorded(sale: Sale, found: Assessment) -> Iterator[SaleCondition]:
    """The first contradiction of the record, and the first waiver or extension of what a sale
    depends on that is not computed.
    """
    for contradiction in found.contradictions[:1]:
        why, more = "the events contradict each other", contradiction.text
        yield SaleCondition("The record is consistent", "", None, why, more=more)
    behind = {*_behind(sale), *(rule.id for rule in sale.context.terms.all_of(WindowRule))}
    for each in found.agreed:
        alone = each.outcome is ConsentResult.SIDE_LETTER
        others = alone and sale.holder not in (None, *each.binds)
        if each.not_computed and each.about.partition("/")[0] in behind and not others:
            why = f"what the {each.kind} on record may change is not computed"
            name, more = "Waivers and extensions are computed", each.not_computed
            yield SaleCondition(name, each.clause, None, why, each.why, alone, more)
            return


def _behind(sale: Sale) -> Collection[str]:
    """The states and stops that a sale depends on, by id."""
    terms = sale.context.terms
    return {*terms.states, *(rule.id for rule in terms.all_of(Stop))}


def _under_every_reading(
    given: Look, under: Callable[[Mapping[str, str]], Sale], answer: Answer
) -> Iterator[SaleCondition]:
    """The condition that no other reading gives another answer; nothing if none does. `under` is a
    sale with some readings moved, which shares the work that passes have in common.
    """
    why: dict[str, SaleCondition] = {}

    def ask(moved: Mapping[str, str]) -> tuple[str, Collection[str]]:
        sale = under(moved)
        own = tuple(_all(sale))
        there, decides = answer_of(own, sale.holder)
        if there != answer and decides is not None:
            why.setdefault(there, decides)
        behind = _behind(sale)
        parts = [condition.why for condition in own]
        parts += [window.why for window in sale.found.windows if window.id in behind]
        parts += [duty.why for duty in sale.found.duties if duty.id in behind]
        return there, joined(parts).readings

    known = given.in_force.all_readings
    values = over_all(("sale", "answer"), given.readings_used, ask, known, _MOST).values
    for there, moved in values.items():
        if there != answer:
            named = " and ".join(f"{reading} {choice}" for reading, choice in moved.items())
            decides = why[there]
            more = f"under {named}: {decides.name}: {decides.reason}"
            says = "only under some readings of the agreement"
            yield SaleCondition("Every reading agrees", "", None, says, decides.why, more=more)
            return
