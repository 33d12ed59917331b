"""Every condition of a sale together, under the chosen readings and under every other: Sections
2(b), 4(b), 4(c) and 4(e) of infocrossing-2004.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

from dealclock.agreement.rules.duties import Stop, WindowRule
from dealclock.agreement.rules.suspensions import DayBudget, ProtectedPeriod
from dealclock.engine.agreements import ConsentResult
from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.safe import over_all
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.in_force import InForce
from dealclock.engine.one_pass import PassInput, run_pass
from dealclock.engine.questions import Memory
from dealclock.engine.special.usable.condition import SaleCondition, answer_of
from dealclock.engine.special.usable.holder import of_holder
from dealclock.engine.special.usable.shelf import of_shelf
from dealclock.engine.special.usable.stops import Stops

_BEHIND = (ProtectedPeriod, DayBudget, Stop)

_MOST = 128
"""Combinations of readings tried, those of the fewest readings moved first."""


def conditions(given: InForce, found: Assessment, holder: str | None) -> tuple[SaleCondition, ...]:
    """The conditions of a sale under the shelf on the day of the assessment.

    With `holder`, a name from the events, they are for that Holder. What holds under the chosen
    readings alone is not known: the day of a yes is safe under every reading.
    """
    memory = Memory()

    def under(moved: Mapping[str, str]) -> tuple[Context, Findings]:
        readings = {**given.readings, **moved}
        made = PassInput(given.versions, given.known, given.as_of, readings, {})
        result = run_pass(made, memory)
        return result.context, result.found

    context, findings = under({})
    findings = replace(findings, windows=list(found.windows))  # with their safe days
    own = (
        *_all(findings, holder, context),
        *_no_contradiction(found),
        *_no_agreement(found, holder, context),
    )
    answer, _ = answer_of(own, holder)
    if answer in ("yes", "depends on the Holder"):
        return (*own, *_under_every_reading(given, under, answer, holder))
    return own


def _all(found: Findings, holder: str | None, context: Context) -> Iterator[SaleCondition]:
    stops = Stops(found, holder, context)
    yield from of_shelf(found, stops, context)
    yield from stops.conditions()
    yield from of_holder(found, holder, context)


def _no_contradiction(found: Assessment) -> Iterator[SaleCondition]:
    for each in found.contradictions[:1]:
        why = "the events contradict each other"
        yield SaleCondition("The record is consistent", "", None, why, more=each.text)


def _no_agreement(
    found: Assessment, holder: str | None, context: Context
) -> Iterator[SaleCondition]:
    """The first waiver or extension of what a sale depends on that is not computed."""
    behind = {r.id for kind in (*_BEHIND, WindowRule) for r in context.terms.all_of(kind)}
    for each in found.agreed:
        alone = each.outcome is ConsentResult.SIDE_LETTER
        others = alone and holder not in (None, *each.binds)
        if each.not_computed and each.about.partition("/")[0] in behind and not others:
            why = f"what the {each.kind} on record may change is not computed"
            name, more = "Waivers and extensions are computed", each.not_computed
            yield SaleCondition(name, each.clause, None, why, each.grounds, alone, more)
            return


Under = Callable[[Mapping[str, str]], tuple[Context, Findings]]
"""A pass with some readings moved, which shares the work that passes have in common."""


def _under_every_reading(
    given: InForce, under: Under, answer: str, holder: str | None
) -> Iterator[SaleCondition]:
    """The condition that no other reading gives another answer; nothing if none does."""
    why: dict[str, SaleCondition] = {}

    def ask(moved: Mapping[str, str]) -> tuple[str, Collection[str]]:
        context, found = under(moved)
        own = tuple(_all(found, holder, context))
        there, decides = answer_of(own, holder)
        if there != answer and decides is not None:
            why.setdefault(there, decides)
        return there, _readings_of(own, found, context)

    known = given.terms.all_readings
    values = over_all(("sale", "answer"), given.readings, ask, known, _MOST).values
    for there, moved in values.items():
        if there != answer:
            named = " and ".join(f"{reading} {choice}" for reading, choice in moved.items())
            decides = why[there]
            more = f"under {named}: {decides.name}: {decides.why}"
            says = "only under some readings of the agreement"
            yield SaleCondition("Every reading agrees", "", None, says, decides.grounds, more=more)
            return


def _readings_of(
    own: Collection[SaleCondition], found: Findings, context: Context
) -> frozenset[str]:
    """The readings that the conditions depend on, and the windows and stops behind them."""
    behind = {rule.id for kind in _BEHIND for rule in context.terms.all_of(kind)}
    parts = [c.grounds.readings for c in own]
    parts += [w.grounds.readings for w in found.windows if w.id in behind]
    parts += [d.grounds.readings for d in found.duties if d.id in behind]
    return frozenset().union(*parts)
