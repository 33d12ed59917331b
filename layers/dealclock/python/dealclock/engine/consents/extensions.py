"""Extensions of the time to meet one obligation, given by those it is owed to.

due           agreed here: the due day moves       agreed here: it lapsed, and nothing moves
----|----------------*----------------------|------------------*---------------->
 opens                                     due
"""

from dataclasses import dataclass, field
from datetime import date

from dealclock.agreement.readings.consents import UNPROVEN_EXTENSION
from dealclock.days import day_words
from dealclock.engine.consents.tally import ConsentQuery, deciding, proof
from dealclock.engine.context import Context
from dealclock.engine.grounds import Step
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

EXTENSION = "extension"


@record
class ExtendedDueDay:
    """The due day after all extensions, the facts and steps behind it, and what moved nothing."""

    due: date
    facts: tuple[EffectiveFact, ...]
    steps: tuple[Step, ...]
    notes: tuple[str, ...]


@dataclass(slots=True)
class _So:
    """The due day so far, and what is behind it."""

    due: date
    used: list[EffectiveFact] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def _agreed(instance: str, context: Context) -> list[tuple[EffectiveFact, date]]:
    """The extensions of an obligation, by the day agreed and then by the day they name."""
    about = context.known.about(EXTENSION, instance)
    if not about:
        return []
    named = [(seen, seen.fact.target) for seen in about if seen.fact.target is not None]
    return sorted(named, key=lambda each: (each[0].on, each[1]))


def extended(instance: str, due: date, clause: str, context: Context) -> ExtendedDueDay:
    """The day an obligation is due after the extensions agreed of it, in the order of agreement.

    One agreed after the last day moves nothing, since the default had occurred; one that binds a
    single Holder, a side letter, moves nobody else's day; nor does one that is known to fall short
    of the consent it needs. Whether one does whose consents are not recorded is a reading.
    """
    agreed = _agreed(instance, context)
    if not agreed:
        return ExtendedDueDay(due, (), (), ())
    so = _So(due)
    for seen, target in agreed:
        if seen.fact.holder is not None:
            to = f"to {day_words.day(target)} for Holder {seen.fact.holder} alone"
            so.notes.append(f"by side letter {seen.id}, extended {to}; it binds no other Holder")
        elif seen.on > so.due:
            so.notes.append(
                f"{seen.id} extends it after its last day, which cures no default; record a "
                "waiver if there is one"
            )
        elif target <= so.due:
            so.notes.append(f"{seen.id} does not extend it to a later date; the due date stays")
        elif _moves(seen, so, context):
            so.due = target
            says = f"extended by {seen.id}, agreed {day_words.day(seen.on)}: the last day"
            so.steps.append(Step(says, clause, target))
    return ExtendedDueDay(so.due, tuple(so.used), tuple(so.steps), tuple(so.notes))


def _moves(seen: EffectiveFact, so: _So, context: Context) -> bool:
    """Whether an extension in time binds all Holders, as far as the facts show it."""
    if deciding(EXTENSION, seen.on, context) is None:
        so.used.append(seen)
        return True
    found = proof(EXTENSION, ConsentQuery.by(seen), context)
    so.used += [seen, *(s for s in found.seen if s.id != seen.id)]
    if found.carries:
        so.steps += found.trace
        return True
    if found.carries is False:
        so.notes.append(f"{seen.id} {found.says}; the due date stays")
        return False
    taken = context.choices[UNPROVEN_EXTENSION] == "TAKEN-AS-AGREED"
    stays = "unless it does, the last day stays" if taken else "the last day stays"
    so.notes.append(f"{seen.id} is {found.says}; {stays} {day_words.day(so.due)}")
    return taken
