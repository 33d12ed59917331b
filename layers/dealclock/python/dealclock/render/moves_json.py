"""Figures that moved, as JSON and in lines of words: what `what-if` and `changes` share."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from dealclock.engine.comparing.moves import Move
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.render import words
from dealclock.render.json_parts import Json, trace
from dealclock.render.layout import wrapped


def move(each: Move) -> Json:
    """One figure before and after; an amount with its exact value beside it."""
    return {
        "instance": each.instance,
        "what": each.what,
        "from": value(each.before),
        "from_exact": each.before if "/" in each.before else None,
        "to": value(each.after),
        "to_exact": each.after if "/" in each.after else None,
        "readings": sorted(each.readings),
        "trace": trace(each.trace),
    }


def value(figure: str) -> str | None:
    """A date as it is, an exact amount rounded once, nothing for a figure that does not arise."""
    if figure == ABSENT:
        return None
    return words.decimal(Fraction(figure)) if "/" in figure else figure


def tell_move(each: Mapping[str, Any], width: int) -> Iterator[str]:
    """One figure in a line."""
    what = words.figure_name(each["what"])
    says = f"{each['instance']}, {what}: {_told(each, 'from')} -> {_told(each, 'to')}"
    yield from wrapped(says, width, 2, 2)


def _told(each: Mapping[str, Any], end: str) -> str:
    if each[end] is None:
        return "not at all"
    return words.figure(each[f"{end}_exact"] or each[end])
