"""The answers to `/deal what-if` and `/deal changes`: dates and amounts that move."""

from collections.abc import Iterable, Iterator, Sequence

from dealclock.render import words
from dealclock.render.answers import composed
from dealclock.render.desk.parts import Found, moved, resting_on, title
from dealclock.render.moves_json import because, causes
from dealclock.render.told import Section, Told, listed
from dealclock.render.view import View

_NOTHING = "no date or amount moves"
_ONE, _MANY = "date or amount", "dates and amounts"


def what_if(view: View, found: Found, notes: Iterable[str] = ()) -> Told:
    """What facts supposed would move. The first line says how much; nothing was recorded."""
    supposed = [f"{f['kind'].replace('-', ' ')} {words.iso(f['on'])}" for f in found["supposed"]]
    count = len(found["moves"])
    moves = "1 date or amount moves" if count == 1 else f"{count} dates and amounts move"
    headline = f"if {words.listed(supposed)}: {moves if count else _NOTHING}"
    named = [title(i, view.terms) for i in found["opened"]]
    over = [title(i, view.terms) for i in found["closed"]]
    sections = (
        listed("What moves", (moved(each, view.terms) for each in found["moves"])),
        listed("Is met or over", _met_or_over(found, view)),
        listed("Opens", dict.fromkeys(named)),
        listed("Is no longer there", dict.fromkeys(over)),
        Section(lines=tuple(notes)),
        Section(lines=(f"As of {words.iso(found['looked_at'])}. Nothing was recorded.",)),
    )
    mark = "HYPOTHETICAL: supposes what was not recorded."
    return composed(view, headline, sections, (), more="/deal what-if KIND DATE", banners=(mark,))


def _met_or_over(found: Found, view: View) -> Iterator[str]:
    for name, says in (("met", "met"), ("over", "over from")):
        for each in found[name]:
            called = title(each["instance"], view.terms)
            yield f"{called}: {says} {words.iso(each['on'])} ({each['instance']})"


def changes(view: View, found: Found) -> Told:
    """What moved since a day, and because of what."""
    since = words.iso(found["from"]["as_of"])
    every: Sequence[Found] = found["moves"]
    count = words.number(len(every), _ONE, _MANY) if every else "no date or amount"
    sections = (
        listed(
            "What moved",
            (f"{moved(each, view.terms)}, {_because(each)}" for each in every),
        ),
    )
    return composed(view, f"{count} moved since {since}", sections, resting_on(every))


def _because(each: Found) -> str:
    return (
        f"because of {words.listed(map(because, causes(each)))}" if each["because"] else "by itself"
    )
