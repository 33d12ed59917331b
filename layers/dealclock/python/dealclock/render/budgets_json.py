"""What a day budget leaves, as JSON and in lines of words: an assessment's and the question's."""

from collections.abc import Iterator, Mapping
from typing import Any

from dealclock.engine.suspension.left import LimitPlan, LimitsLeft, Running
from dealclock.render import words
from dealclock.render.json_parts import Json, day, grounds


def budget(each: LimitsLeft) -> Json:
    """Every limit as it stands, and as an extension would have it."""
    return {
        "id": each.id,
        "clause": each.clause,
        "title": each.title,
        "limits": [limit(plan) for plan in each.limits],
        "extended": [limit(plan) for plan in each.extended],
        "running": running(each.running),
        **grounds(each.grounds, ()),
    }


def limit(each: LimitPlan) -> Json:
    """One limit: what it leaves of which window, and the day it would break."""
    return {
        "id": "length" if each.window_days is None else f"in-{each.window_days}",
        "days": each.days,
        "window_days": each.window_days,
        "window_from": day(each.since),
        "used": each.used,
        "left": each.left,
        "longest": each.longest,
        "breaks_on": each.breaks_on.isoformat(),
    }


def running(found: Running | None) -> Json | None:
    """The period in force, its last allowed day, and the day each limit breaks if it goes on."""
    if found is None:
        return None
    return {
        "notice": found.notice,
        "since": found.since.isoformat(),
        "last_allowed": found.last_allowed.isoformat(),
        "breaks": [
            {"window_days": window, "days": days, "breaks_on": on.isoformat()}
            for window, days, on in found.breaks
        ],
    }


def tell_limit(each: Mapping[str, Any]) -> str:
    """One limit in a line."""
    window = each["window_days"]
    of = "one period" if window is None else f"any {window} days"
    left = f"{each['used']} of {each['days']} used in {of}, {each['left']} left"
    return f"{left}; breaks {words.iso(each['breaks_on'])}"


def lines(each: LimitsLeft) -> Iterator[str]:
    """Each limit in a line; of one that is broken already, since when."""
    breaks = {w: on for w, _, on in each.running.breaks} if each.running else {}
    plain = {(p.window_days, p.days) for p in each.limits}
    extended = [p for p in each.extended if (p.window_days, p.days) not in plain]
    so = "if it goes on" if each.running else "if one began on this day"
    for plan in each.limits:
        broke = breaks.get(plan.window_days)
        if broke is not None and broke < plan.breaks_on:
            used = tell_limit(limit(plan)).partition(";")[0]
            yield f"{used}; broken since {words.day(broke)}"
        else:
            yield f"{tell_limit(limit(plan))} {so}"
    for plan in extended:
        yield f"extended: {tell_limit(limit(plan))} {so}"
