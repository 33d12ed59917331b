"""Figures that moved, as JSON and in lines of words: what `what-if` and `changes` share."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from dealclock.engine.comparing.moves import Move
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.facts.kinds import KINDS
from dealclock.render import words
from dealclock.render.json_parts import Json, trace
from dealclock.render.layout import wrapped
from dealclock.render.moved import in_words


def move(each: Move) -> Json:
    """One figure before and after; an amount with its exact value beside it.

    Where there is none, `from_is` and `to_is` say how that is.
    """
    return {
        "instance": each.instance,
        "what": each.what,
        "from": value(each.before),
        "from_exact": each.before if "/" in each.before else None,
        "from_is": _without(each.what, each.before, there=each.existed),
        "to": value(each.after),
        "to_exact": each.after if "/" in each.after else None,
        "to_is": _without(each.what, each.after, there=each.exists),
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
    yield from wrapped(f"{each['instance']}: {told(each)}", width, 2, 2)


def told(each: Mapping[str, Any]) -> str:
    """How one figure moved, in words; of a due date that is gone, that its clock stops."""
    before, after = (each[f"{end}_exact"] or each[end] for end in ("from", "to"))
    if "stopped" in each:
        was = f"was due {words.figure(before)}; " if before else ""
        return f"{was}{words.stops(each['stopped']['days_left'])}"
    if after is None and each["to_is"] == _OPEN["due"]:
        return f"its clock is stopped, was due {words.figure(before)}"
    there = tuple(each[f"{end}_is"] == _OPEN["accrues_to"] for end in ("from", "to"))
    return in_words(each["what"], before, after, there=(there[0], there[1]))


def causes(each: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Why a figure moved, in order; that days passed once, to the last of them."""
    found = list(each["because"])
    passed = [cause for cause in found if cause["by"] not in ("fact", "version")]
    return [cause for cause in found if cause not in passed[:-1]]


def because(cause: Mapping[str, Any]) -> str:
    """Why a figure moved: a fact with what it corrects and when it was recorded where that was on
    another day, a version of the terms, or days that passed."""
    day = words.iso(cause["day"])
    match cause["by"]:
        case "fact":
            does = "takes back" if KINDS[cause["kind"]].retracts else "corrects"
            corrects = f", which {does} {cause['corrects']}" if cause["corrects"] else ""
            says = f"fact {cause['id']} ({KINDS[cause['kind']].says.rstrip('.')}, {day}){corrects}"
            told = words.iso(cause["recorded_on"])
            return says if told == day else f"{says}, recorded {told}"
        case "version":
            return f"the terms as amended by {cause['id']}, {day}"
        case _:
            return f"days that passed, to {day}"


def _without(what: str, figure: str, *, there: bool) -> str | None:
    """How a figure does not arise: what it is of runs on, is not running, or is not there."""
    if figure != ABSENT:
        return None
    return _OPEN.get(what, "not at all") if there else "not at all"


_OPEN = {"accrues_to": "runs on", "due": "not running"}
