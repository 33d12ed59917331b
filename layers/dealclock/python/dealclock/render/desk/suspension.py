"""The answer to `/deal suspension`, with or without `check`."""

from collections.abc import Iterator

from dealclock.render import words
from dealclock.render.answers import composed
from dealclock.render.budgets_json import tell_limit
from dealclock.render.desk.parts import Found, resting_on
from dealclock.render.message import Message, Section, listed, rows
from dealclock.render.view import View


def suspension(view: View, found: Found) -> Message:
    """What the budget of suspended days leaves: how long, from when, by which limit."""
    running = found["running"]
    safe = found["safe"]
    moved = bool(found["differences"])
    earliest = words.iso(safe["earliest"]) if moved and safe["earliest"] else ""
    sections = (
        Section(
            rows=rows(
                ("Running", _running(running) if running else ""),
                ("Longest from then", _longest(found) if found["days"] is not None else ""),
                ("Earliest start for that many days", _earliest(found)),
                ("Longest under every reading", _days(safe["longest"]) if moved else ""),
                ("Earliest start under every reading", earliest),
            )
        ),
        listed("Limits, each with the first day over it", map(tell_limit, found["limits"])),
        listed("Other readings", _differences(found)),
        Section(lines=(_assumed(found),) if running else ()),
    )
    return composed(view, headline(found), sections, resting_on([found]))


def headline(found: Found) -> str:
    """Whether the suspension asked about fits, or how long one may last."""
    answer = _checked(found) if found["days"] is not None else _left(found)
    return f"{answer}, {words.clause(found['clause'])}"


def _assumed(found: Found) -> str:
    """What is supposed of the period that runs; the limits count no day of it beyond."""
    notice, end = found["running"]["notice"], words.iso(found["as_of"])
    supposed = f"This assumes that {notice}, which is open, ends {end}"
    return f"{supposed}; each later day may leave a day less."


def _left(found: Found) -> str:
    running, days = found["running"], found["longest"]["days"]
    if running:
        return f"the open suspension may last through {words.iso(running['last_allowed'])}"
    start = words.iso(found["start"])
    if not days:
        return f"no suspension may begin {start}"
    return f"a suspension from {start} may last {_days(days)}, through {_through(found)}"


def _checked(found: Found) -> str:
    start, asked = words.iso(found["start"]), _days(found["days"])
    if found["allowed"] and (running := found["running"]):
        ends = f"{running['notice']}, which is open, ends {words.iso(found['as_of'])}"
        return f"yes if {ends}: {asked} from {start} are within the limits"
    if found["allowed"]:
        return f"yes, {asked} from {start} are within the limits"
    most = found["longest"]["days"]
    fits = f"{most} at most" if most else "none"
    return f"no, {asked} from {start} are too many: {fits}"


def _longest(found: Found) -> str:
    days = found["longest"]["days"]
    return f"{_days(days)}, to {_through(found)}" if days else "none may begin that day"


def _earliest(found: Found) -> str:
    if found["days"] is None or found["allowed"]:
        return ""
    return words.iso(found["earliest"]) if found["earliest"] else "none: longer than allowed"


def _through(found: Found) -> str:
    return words.iso(found["longest"]["through"])


def _running(running: Found) -> str:
    since, last = words.iso(running["since"]), words.iso(running["last_allowed"])
    return f"{running['notice']}, since {since}; last allowed day {last}"


def _differences(found: Found) -> Iterator[str]:
    for each in found["differences"]:
        yield f"{each['reading']} read as {each['choice']}: {_says(each['what'], each['there'])}"


def _says(what: str, there: object) -> str:
    match what:
        case "allowed":
            return "allowed" if there else "not allowed"
        case "longest" if isinstance(there, dict):
            return f"{_days(there['days'])} at most"
        case _:
            return f"earliest start {words.iso(str(there))}" if there else "never allowed"


def _days(count: int) -> str:
    return words.number(count, "day")
