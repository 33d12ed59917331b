"""The head that every result begins with."""

from collections.abc import Mapping

from dealclock.engine.assess import examine
from dealclock.engine.conclusions import EXTENSION, WAIVER, ConsentResult
from dealclock.engine.look import Look
from dealclock.engine.special.consents import agreed


def heading(look: Look, left_out: tuple[str, ...] = ()) -> Mapping[str, object]:
    """The first keys of a result: the deal's id, the day, the terms in force on it, and what it
    leaves out (`list_left_out`), if anything.
    """
    v = look.versions[-1]
    terms = {"version": v.id, "title": v.title, "effective": v.effective, "known": v.known}
    found = {"deal": look.in_force.id, "as_of": look.as_of, "terms": terms}
    return {**found, "not_computed": left_out} if left_out else found


def list_left_out(look: Look, holder: str | None = None) -> tuple[str, ...]:
    """Each waiver or extension that may change an answer about amounts or dates, and is not taken
    into account: for one Holder, without the side letters of others.
    """
    if not any(look.known.of_kind(kind) for kind in (WAIVER, EXTENSION)):
        return ()
    context, found = examine(look)
    return tuple(
        each.not_computed
        for each in agreed(context, found)
        if each.outcome is not ConsentResult.SIDE_LETTER or holder in (None, *each.binds)
        if each.not_computed
    )
