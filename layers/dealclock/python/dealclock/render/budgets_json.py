"""What a day budget leaves, as JSON and in lines of words: an assessment's and the question's."""

from collections.abc import Iterator, Mapping
from typing import Any

from dealclock.days.spans import Span
from dealclock.engine.suspension.limits_left import (
    GapPlan,
    LimitPlan,
    LimitsLeft,
    OngoingPeriod,
    TimesPlan,
)
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
        "times": [times(plan) for plan in each.times],
        "gap": gap(each.gap),
        "running": running(each.running),
        **grounds(each.grounds, ()),
    }


def limit(each: LimitPlan) -> Json:
    """One limit: what it leaves of which window, and the day it would break."""
    return {
        "id": "length" if each.window is None else f"in-{each.window.id}",
        "days": each.days,
        **_window(each.window),
        "window_from": day(each.since),
        "used": each.used,
        "left": each.left,
        "longest": each.longest,
        "breaks_on": each.breaks_on.isoformat(),
    }


def times(each: TimesPlan) -> Json:
    """How often one may begin in which window, and from when the next may."""
    return {
        "id": f"times-in-{each.window.id}",
        "times": each.times,
        **_window(each.window),
        "window_from": each.since.isoformat(),
        "used": each.used,
        "left": each.left,
        "earliest": each.earliest.isoformat(),
    }


def gap(each: GapPlan | None) -> Json | None:
    """What must lie between two, and from when the next may begin."""
    if each is None:
        return None
    return {"apart": each.apart, "last": day(each.last), "earliest": each.earliest.isoformat()}


def _window(span: Span | None) -> Json:
    """The length of a window: its days or its months, the other being null."""
    by = {span.unit: span.count} if span else {}
    return {"window_days": by.get("days"), "window_months": by.get("months")}


def running(found: OngoingPeriod | None) -> Json | None:
    """The period in force, its last allowed day, and the day each limit breaks if it goes on."""
    if found is None:
        return None
    return {
        "notice": found.notice,
        "since": found.since.isoformat(),
        "last_allowed": found.last_allowed.isoformat(),
        "breaks": [
            {**_window(each.window), "days": each.days, "breaks_on": each.on.isoformat()}
            for each in found.breaks
        ],
    }


def tell_limit(each: Mapping[str, Any]) -> str:
    """One limit in a line."""
    of = "one period" if each["id"] == "length" else f"any {_told(each)}"
    left = f"{each['used']} of {each['days']} used in {of}, {each['left']} left"
    return f"{left}; breaks {words.iso(each['breaks_on'])}"


def tell_times(each: Mapping[str, Any]) -> str:
    """How often one may begin, in a line."""
    used = f"{each['used']} of {words.number(each['times'], 'time')} used in any {_told(each)}"
    return f"{used}, {each['left']} left; the next from {words.iso(each['earliest'])}"


def tell_gap(each: Mapping[str, Any]) -> str:
    """What must lie between two, in a line."""
    last = f", {words.iso(each['last'])}" if each["last"] else ""
    says = f"At least {each['apart']} after the last day of the one before{last}"
    return f"{says}; the next from {words.iso(each['earliest'])}"


def _told(each: Mapping[str, Any]) -> str:
    months = each["window_months"]
    return words.number(months, "month") if months else words.number(each["window_days"], "day")


def lines(each: LimitsLeft) -> Iterator[str]:
    """Each limit in a line; of one that is broken already, since when."""
    breaks = {b.window: b.on for b in each.running.breaks} if each.running else {}
    plain = {(p.window, p.days) for p in each.limits}
    extended = [p for p in each.extended if (p.window, p.days) not in plain]
    so = "if it goes on" if each.running else "if one began on this day"
    for plan in each.limits:
        broke = breaks.get(plan.window)
        if broke is not None and broke < plan.breaks_on:
            used = tell_limit(limit(plan)).partition(";")[0]
            yield f"{used}; broken since {words.day(broke)}"
        else:
            yield f"{tell_limit(limit(plan))} {so}"
    for plan in extended:
        yield f"extended: {tell_limit(limit(plan))} {so}"
    ended = ", if this one ended on this day" if each.running else ""
    for often in each.times:
        yield f"{tell_times(times(often))}{ended}"
    between = gap(each.gap)
    if between is not None:
        yield f"{tell_gap(between)}{ended}"
