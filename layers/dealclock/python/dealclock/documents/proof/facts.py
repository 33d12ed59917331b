"""The events behind an obligation: who recorded each and when, its evidence, and its
corrections."""

from collections.abc import Iterator, Sequence
from datetime import UTC

from dealclock.answers.encode import Json
from dealclock.facts.corrections import outcomes, retracts
from dealclock.facts.fact import Fact, NoticeDelivery
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import FactLog
from dealclock.messages import words
from dealclock.messages.layout import flowed
from dealclock.terms.terms import Terms

_WIDTH = 78


def fact_lines(facts: Sequence[Fact], log: FactLog, terms: Terms) -> str:
    """Each fact in words, in the order recorded."""
    return "\n".join(_lines(facts, log, terms)) + "\n"


def document(facts: Sequence[Fact], log: FactLog) -> list[Json]:
    """Each fact as it was recorded, with when it counts as recorded and what corrects it."""
    became = outcomes(facts)
    return [
        {
            **fact.model_dump(mode="json", exclude_none=True),
            "counts_as_recorded_at": log.recorded_at(fact).astimezone(UTC).isoformat(),
            "corrected_by": became[fact.id].by if fact.id in became else None,
        }
        for fact in facts
    ]


def _lines(facts: Sequence[Fact], log: FactLog, terms: Terms) -> Iterator[str]:
    became = outcomes(facts)
    if not facts:
        yield "It rests on no event: only on dates of the agreement."
    for fact in facts:
        yield f"{fact.id}, {words.day(fact.on)}: {what_happened(fact.kind, terms)}."
        at = words.instant(log.recorded_at(fact), log.zone)
        by = fact.recorded_by or "the person who loaded the deal's files"
        lines = [f"Recorded by {by}, {at}. Basis: {fact.basis}."]
        lines += [f"Evidence: {fact.evidence}"] if fact.evidence else ["No evidence is recorded."]
        lines += [f"Note: {fact.note}"] if fact.note else []
        lines += [f"About: {', '.join(fact.abouts)}"] if fact.abouts else []
        if fact.corrects:
            lines.append(f"{'Takes back' if retracts(fact) else 'Corrects'} {fact.corrects}.")
        if fact.id in became:
            lines.append(f"{became[fact.id].text}: it no longer counts.")
        lines += [_delivery(given, terms) for given in fact.given]
        yield from flowed((f"  {line}" for line in lines), _WIDTH)


def _delivery(given: NoticeDelivery, terms: Terms) -> str:
    text = f"To the {terms.party_name(given.to)} by {given.method}, {words.day(given.on)}"
    if given.acknowledged is None:
        return text
    return f"{text}, receipt acknowledged {words.day(given.acknowledged)}"
