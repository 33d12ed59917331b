"""What a retraction retracts and what is in effect after it, in words."""

from collections.abc import Sequence

from dealclock.facts.corrections import Family, retracts
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import what_happened
from dealclock.messages import words


def describe_effect(retraction: Fact, recorded: Sequence[Fact]) -> str:
    """What a retraction does to the events recorded before it: "F7 is retracted; F3 applies again
    as recorded: The Prospectus was filed with the Commission, Mon, Jan 3, 2005".

    "" if the event is not a retraction, or the retracted event is not recorded.
    """
    before = [f for f in recorded if f.id != retraction.id]
    taken = next((f for f in before if f.id == retraction.corrects), None)
    if taken is None or not retracts(retraction):
        return ""
    family = Family.of(retraction.id, [*before, retraction])
    stands = family.stands
    if stands is not None:
        return (
            f"{taken.id} is retracted; {stands.id} applies again "
            f"as recorded: {describe_fact(stands)}"
        )
    if retracts(taken):  # a retraction of the event itself is still in effect
        return f"{taken.id} is retracted; the event still does not count"
    later = [f.id for f in family.facts if not retracts(f) and f is not family.facts[0]]
    corrections = f" with its corrections, {words.listed(later)}" if len(later) > 1 else ""
    corrections = f" with its correction, {later[0]}" if len(later) == 1 else corrections
    return f"{taken.id} is retracted{corrections}; the event no longer counts"


def describe_fact(fact: Fact) -> str:
    """An event in words: its kind, its day, and its details."""
    details = [f"{what_happened(fact.kind)}, {words.day(fact.on)}"]
    details += [f"to {g.to} by {g.method} on {words.day(g.on)}" for g in fact.given]
    details += [f"about {words.listed(fact.abouts)}"] if fact.abouts else []
    details += [f"Holder {fact.holder}"] if fact.holder else []
    details += [f"to Holder {fact.to}"] if fact.to else []
    details += [f"lot {fact.lot}"] if fact.lot else []
    details += [words.money(str(fact.amount))] if fact.amount is not None else []
    details += [f"{fact.shares} shares"] if fact.shares is not None else []
    details += [f"names {words.day(fact.target)}"] if fact.target else []
    return ", ".join(details)
