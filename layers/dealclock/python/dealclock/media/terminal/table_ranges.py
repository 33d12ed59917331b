"""What each figure comes to over all the readings it depends on, together."""

from collections.abc import Iterator, Mapping

from dealclock.engine.comparing.figures import Range
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.engine.comparing.ranges import ends
from dealclock.media.layout import wrapped
from dealclock.messages import words
from dealclock.messages.view import View


def ranges(view: View, width: int) -> list[str]:
    """Each figure that readings move: its ends, what gives each, and what it depends on."""
    return [line for r in view.assessment.ranges for line in _range(r, view, width)]


def _range(r: Range, view: View, width: int) -> Iterator[str]:
    found = ends(r)
    low, high = ("earliest", "latest") if _is_date(found.least) else ("lowest", "highest")
    yield from wrapped(f"{r.instance}, {words.figure_name(r.what)}", width, 2, 2)
    for name, value, under in (
        (low, found.least, found.least_under),
        (high, found.most, found.most_under),
    ):
        if value != ABSENT:
            says = f"{name} {words.figure(value)}, under {_choices(under, view)}"
            yield from wrapped(says, width, 4, 2)
    if found.absent_under is not None:
        yield from wrapped(f"not at all, under {_choices(found.absent_under, view)}", width, 4, 2)
    yield from wrapped(f"depends on {words.listed(r.readings)}", width, 4, 2)
    if not r.whole:
        yield from wrapped(_bound(r), width, 4, 2)


def _is_date(value: str) -> bool:
    return "/" not in value


def _choices(under: Mapping[str, str], view: View) -> str:
    """What was chosen otherwise than this assessment does; the rest is as it is."""
    other = [f"{q}={c}" for q, c in under.items() if c != view.assessment.readings[q]]
    return words.listed(other) if other else "the chosen readings"


def _bound(r: Range) -> str:
    return (
        f"only {words.number(r.tried, 'combination')} of these readings could be tried; "
        "others may give more values"
    )
