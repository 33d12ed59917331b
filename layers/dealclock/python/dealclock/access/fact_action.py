"""What recording a fact is: everyday work, or a conclusion on a default, which is a lead's.

A word on a default is a conclusion, and so is a release. So is whatever undoes one: to correct it
or take it back, under whatever kind, and to take back what took its place, for then it counts
again.
"""

from collections.abc import Iterable

from dealclock.access.actions import Action
from dealclock.facts.corrections import Family
from dealclock.facts.fact import Fact
from dealclock.facts.vocabulary.conclusions import CONFIRMED, DISPUTED, RELEASED

_CONCLUSIONS = frozenset({CONFIRMED, DISPUTED, RELEASED})


def action_of(kind: str, corrects: str | None, recorded: Iterable[Fact]) -> Action:
    """What recording a fact of `kind` is, in place of the fact `corrects` among those recorded.

    All that was ever recorded of that event is asked: any of it may be what results.
    """
    family = Family.of(corrects, recorded).facts if corrects is not None else ()
    kinds = {kind, *(fact.kind for fact in family)}
    return Action.CONCLUDE if kinds & _CONCLUSIONS else Action.RECORD
