"""The answers to `/deal what-if` and `/deal changes`: what events and time change, and why."""

from collections.abc import Iterable

from dealclock.render import words
from dealclock.render.answers import composed
from dealclock.render.changes import because, in_short, line_of
from dealclock.render.desk.parts import Found, resting_on
from dealclock.render.message import Message, Section, listed
from dealclock.render.view import View


def what_if(view: View, found: Found, notes: Iterable[str] = ()) -> Message:
    """What events supposed would change, the gravest change in the first line; nothing was
    recorded."""
    supposed = [f"{f['kind'].replace('-', ' ')} {words.iso(f['on'])}" for f in found["supposed"]]
    items = found["items"]
    sections = (
        listed("What changes", map(line_of, items)),
        Section(lines=tuple(notes)),
        Section(lines=(f"As of {words.iso(found['looked_at'])}. Nothing was recorded.",)),
    )
    mark = "HYPOTHETICAL: assumes events that are not recorded."
    headline = f"if {words.listed(supposed)}: {in_short(items, 'nothing changes')}"
    return composed(view, headline, sections, (), more="/deal what-if KIND DATE", banners=(mark,))


def changes(view: View, found: Found) -> Message:
    """What changed since a day, the gravest change in the first line, and because of what."""
    since = words.iso(found["from"]["as_of"])
    items = found["items"]
    sections = (listed("What changed", map(_with_causes, items)),)
    headline = f"since {since}: {in_short(items, 'nothing changed')}"
    return composed(view, headline, sections, resting_on(items))


def _with_causes(item: Found) -> str:
    why = because(item)
    return f"{line_of(item)}, because of {why}" if why else line_of(item)
