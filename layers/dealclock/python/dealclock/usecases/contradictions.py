"""Facts refused because they contradict each other, or facts recorded before them."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime

from dealclock.agreement.source import Problem, Source
from dealclock.agreement.terms import Terms
from dealclock.engine.assessment import Contradiction
from dealclock.engine.contradictions import contradictions
from dealclock.errors import DealclockError
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.log import EffectiveFact, FactLog

_INSTEAD = "correct or retract what is wrong, or give the day it happened"


class ContradictoryFactsError(DealclockError):
    """Facts that cannot be recorded because they contradict others; nothing was recorded."""


def new_contradictions(
    terms: Terms, new: Sequence[Fact], before: Sequence[Fact] = ()
) -> Iterator[tuple[Contradiction, Fact]]:
    """Each contradiction that the new facts bring about, with the first of them it rests on.

    Those among the facts recorded `before` are not theirs to answer for.
    """
    zone = terms.agreement.time_zone
    known = _last_known(FactLog((*before, *new), zone))
    old = set(contradictions(terms, FactIndex(_last_known(FactLog(tuple(before), zone)))))
    latest = {seen.id: seen.fact for seen in known}
    for found in contradictions(terms, FactIndex(known)):
        if found not in old:
            ours = [latest[i] for i in found.facts if latest[i] in new] or list(new)
            yield found, ours[0]


def _last_known(log: FactLog) -> tuple[EffectiveFact, ...]:
    """The facts as they stand after everything that was recorded."""
    return log.known(date.max, datetime.max.replace(tzinfo=UTC))


def contradicting_facts(source: Source, terms: Terms, facts: Sequence[Fact]) -> Iterator[Problem]:
    """The contradictions within a file of facts, each where the fact that brings it stands."""
    places = {fact.id: i for i, fact in enumerate(facts)}
    for found, fact in new_contradictions(terms, facts):
        here = ("facts", places[fact.id], "on")
        yield source.problem(here, fact.on, f"{found.says}; {_INSTEAD}")


def refuse_contradictions(terms: Terms, new: Sequence[Fact], before: Sequence[Fact]) -> None:
    """Raise ContradictoryFactsError for new facts that contradict each other or those recorded
    before.
    """
    found = [each.says for each, _ in new_contradictions(terms, new, before)]
    if found:
        raise ContradictoryFactsError(f"nothing was recorded: {'; '.join(found)}; {_INSTEAD}.")
