"""What figures are under other readings, as JSON."""

from dealclock.answers.json_parts import Json
from dealclock.engine.comparing.figures import Difference, Range
from dealclock.engine.comparing.quantities import ends
from dealclock.engine.money import from_text
from dealclock.messages import words


def difference(each: Difference) -> Json:
    """What another choice of one reading would change."""
    here, there = _value(each.here), _value(each.there)
    return {
        "reading": each.reading,
        "choice": each.choice,
        "instance": each.instance,
        "what": each.what,
        "here": here,
        "there": there,
    }


def figure_range(each: Range) -> Json:
    """Every value of a figure over the readings it depends on."""
    found = ends(each)
    return {
        "instance": each.instance,
        "what": each.what,
        "depends_on": list(each.readings),
        "least": _value(found.least),
        "least_under": dict(found.least_under),
        "most": _value(found.most),
        "most_under": dict(found.most_under),
        "not_at_all_under": None if found.absent_under is None else dict(found.absent_under),
        "values": [
            {"value": _value(v), "under": dict(choices)} for v, choices in each.values.items()
        ],
        "combinations": each.tried,
        "whole": each.whole,
    }


def _value(figure: str) -> str:
    """A date as it is; an exact amount rounded once."""
    if "/" not in figure:
        return figure
    least, most = from_text(figure)
    return (
        f"{words.decimal(least)}..{words.decimal(most)}" if ".." in figure else words.decimal(least)
    )
