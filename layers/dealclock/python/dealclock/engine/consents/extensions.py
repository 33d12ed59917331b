"""Extensions of the time to meet one obligation, given by those it is owed to.

due           agreed here: the due day moves       agreed here: it lapsed, and nothing moves
----|----------------*----------------------|------------------*---------------->
 opens                                     due
"""

from dataclasses import dataclass
from datetime import date

from dealclock.days import spoken
from dealclock.engine.assessment import Step
from dealclock.engine.context import Context
from dealclock.facts.log import Seen

EXTENSION = "extension"


@dataclass(frozen=True, slots=True)
class Extended:
    """The due day after all extensions, the facts and steps behind it, and what moved nothing."""

    due: date
    facts: tuple[Seen, ...]
    steps: tuple[Step, ...]
    notes: tuple[str, ...]


def _agreed(instance: str, context: Context) -> list[tuple[Seen, date]]:
    """The extensions of an obligation, by the day agreed and then by the day they name."""
    about = context.known.about(EXTENSION, instance)
    named = [(seen, seen.fact.target) for seen in about if seen.fact.target is not None]
    return sorted(named, key=lambda each: (each[0].on, each[1]))


def extended(instance: str, due: date, clause: str, context: Context) -> Extended:
    """The day an obligation is due after the extensions agreed of it, in the order of agreement.

    One agreed after the last day moves nothing, since the default had occurred; one that binds a
    single Holder, a side letter, moves nobody else's day.
    """
    used: list[Seen] = []
    steps: list[Step] = []
    notes: list[str] = []
    for seen, target in _agreed(instance, context):
        if seen.fact.holder is not None:
            to = f"to {spoken.day(target)} for Holder {seen.fact.holder} alone"
            notes.append(f"by side letter {seen.id}, extended {to}; it binds no other Holder")
        elif seen.on > due:
            notes.append(
                f"{seen.id} extends it after its last day, which undoes no default; "
                "record a waiver if there is one"
            )
        elif target <= due:
            notes.append(f"{seen.id} extends it to no later day; it moves nothing")
        else:
            due = target
            says = f"extended by {seen.id}, agreed {spoken.day(seen.on)}: the last day"
            steps.append(Step(says, clause, target))
            used.append(seen)
    return Extended(due, tuple(used), tuple(steps), tuple(notes))
