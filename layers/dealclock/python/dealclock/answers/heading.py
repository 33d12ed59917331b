"""The head that every result begins with."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from dealclock.engine.assess import examine
from dealclock.engine.conclusions import EXTENSION, WAIVER, ConsentResult
from dealclock.engine.look import Look
from dealclock.engine.special.consents import agreed
from dealclock.terms.versions import Version


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of every result: the deal's id, the day, the terms in force on it.

    `not_computed` names each waiver or extension that may change an answer about amounts or dates,
    and is not taken into account; None if there is none.
    """

    deal: str
    as_of: date
    terms: Version
    not_computed: tuple[str, ...] | None = field(default=None, metadata={"key": "not_computed?"})

    @classmethod
    def of(cls, look: Look, *, agreements: bool = False, holder: str | None = None) -> "Heading":
        """The heading of an answer computed under these terms; with `agreements`, also what of them
        is not computed: for one Holder, without the side letters of others.
        """
        left_out = tuple(_not_computed(look, holder)) if agreements else ()
        return cls(look.in_force.id, look.as_of, look.versions[-1], left_out or None)


def _not_computed(look: Look, holder: str | None) -> Iterator[str]:
    if not any(look.known.of_kind(kind) for kind in (WAIVER, EXTENSION)):
        return
    context, found = examine(look)
    for each in agreed(context, found):
        others = each.outcome is ConsentResult.SIDE_LETTER and holder not in (None, *each.binds)
        if each.not_computed and not others:
            yield each.not_computed
