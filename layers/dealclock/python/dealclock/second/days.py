"""Days as an agreement writes them, in words or keys, worked out as they are read.

A day that is not known yet is None. The earliest of several ignores it; the latest is not known
while one of them is not.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from dealclock.second.calendars import is_open_in
from dealclock.second.deals import Deal, NotCoveredError, listed
from dealclock.second.notices import given_on, received_on, sent_on
from dealclock.second.periods import (
    COUNTED_OPEN,
    Period,
    calendar_of,
    days_from,
    period_in,
)
from dealclock.second.story import Event

CITIES = {
    "New York": "America/New_York",
    "Chicago": "America/Chicago",
    "Denver": "America/Denver",
    "Los Angeles": "America/Los_Angeles",
    "London": "Europe/London",
}
HOME = "America/New_York"
COUNTED = re.compile(r"(?:(\d+) ([a-z]+(?: [a-z]+)?)|day) (after|before) (.+)")
OF_EVENT = re.compile(r"(target of )?(first|last) (\S+)(?: (about it)| from (.+))?")
HOUR = re.compile(r"(\d{1,2}):(\d\d) (.+)")


@dataclass(frozen=True, slots=True)
class At:
    """A day and, where one is given, the moment on it by which an act is in time, which hours
    counted to it give by themselves; the event whose day it is, if it is that of an act, and its
    moment."""

    day: date
    moment: datetime | None = None
    by_hours: bool = False
    act: Event | None = None

    @property
    def event(self) -> datetime | None:
        """The moment of the act, where one is recorded."""
        if self.act is None or not self.act.time:
            return None
        hour = time.fromisoformat(self.act.time)
        return datetime.combine(self.act.on, hour, ZoneInfo(HOME))

    def order(self) -> tuple[date, float]:
        """By day, then by moment; a day without one lasts to its end."""
        return self.day, float("inf") if self.moment is None else self.moment.timestamp()


@dataclass(frozen=True, slots=True)
class It:
    """What opened an instance: its day, its event, the names an event may be about it by, the
    first day on which it accrues; the lot or Holder it is of, and the days on which states are
    meant."""

    day: date | None = None
    event: Event | None = None
    names: tuple[str, ...] = ()
    accrual: date | None = None
    of: tuple[str, str] | None = None
    in_force: tuple[tuple[str, date], ...] = ()


OfItem = Callable[[Deal, str, It], date | None]
ITEMS: dict[str, list[OfItem]] = {"due": [], "opening": [], "start": [], "end": []}
"""The functions that know the due, opening, start or end of an item; None for one they do not."""
IN_FORCE: list[Callable[[Deal, str, date, It], bool]] = []
"""The function that knows whether a state is in force on a day."""


def day(value: Any, deal: Deal, it: It) -> date | None:
    """The date of a Day."""
    found = at(value, deal, it)
    return None if found is None else found.day


def at(value: Any, deal: Deal, it: It) -> At | None:
    """A Day with its moment, noted if the deal notes its steps."""
    found = _at(value, deal, it)
    if deal.steps is not None and not isinstance(value, date):
        deal.steps.append(f"{value}: {found.day if found else 'not known'}")
    return found


def _at(value: Any, deal: Deal, it: It) -> At | None:
    if isinstance(value, date):
        return At(value)
    if isinstance(value, str):
        return _words(" ".join(value.split()), deal, it)
    if not isinstance(value, Mapping):
        raise NotCoveredError(f"no Day: {value}")
    if "reading" in value:
        return at(deal.pick(value), deal, it)
    if "by" in value:
        rest = {key: each for key, each in value.items() if key != "by"}
        inner = at(rest["day"] if set(rest) == {"day"} else rest, deal, it)
        return _by(inner, str(value["by"]))
    return _keys(value, deal, it)


def _words(text: str, deal: Deal, it: It) -> At | None:
    before, by, hour = text.rpartition(" by ")
    if by and HOUR.fullmatch(hour):
        return _by(_words(before, deal, it), hour)
    if counted := COUNTED.fullmatch(text):
        number, unit, way, rest = counted.groups()
        length = f"{number} {unit}" if number else "1 days"
        return _count(_words(rest, deal, it), length, deal, back=way == "before")
    if event := OF_EVENT.fullmatch(text):
        target, which, kind, about, since = event.groups()
        return _of_event(
            [kind], which, deal, it, about=bool(about), target=bool(target), since=since
        )
    first, _, rest = text.partition(" ")
    match first:
        case "never":
            return None
        case "it":
            same = it.event is not None and it.event.on == it.day
            return _when(it.event) if same and it.event else _known(it.day)
        case "its":
            return _its(rest, [], deal, it)
        case "due" | "opening" | "start" | "end" if rest.startswith("of "):
            return _known(_of_item(first, rest.removeprefix("of "), deal, it))
    try:
        return At(date.fromisoformat(text))
    except ValueError:
        return _named(text, deal, it)


def _known(found: date | None) -> At | None:
    return None if found is None else At(found)


def _when(event: Event) -> At:
    return At(event.on, act=event)


def acted(event: Event, limit: At | None, deal: Deal) -> date:
    """The day that an act counts: after the hour of the limit, the next Business Day, as known at
    the place of that hour. Hours that run on the clock are over once: only what comes after them
    on their last day is of the next."""
    done = _when(event)
    if limit is None or limit.moment is None or done.event is None:
        return event.on
    there = done.event.astimezone(limit.moment.tzinfo)
    on = there.date()
    if limit.by_hours and (there <= limit.moment or on != limit.moment.date()):
        return on
    if not limit.by_hours and there.time() <= limit.moment.time():
        return on
    return _next_open(on, deal.calendar, deal)


def _next_open(on: date, calendar: str, deal: Deal) -> date:
    on += timedelta(days=1)
    while not is_open_in(on, calendar, deal):
        on += timedelta(days=1)
    return on


def _named(name: str, deal: Deal, it: It) -> At | None:
    """A date of the terms, a Day that they name, or the last day of an item."""
    if name in deal.terms.get("dates", {}):
        return at(deal.terms["dates"][name], deal, it)
    if name in deal.terms.get("days", {}):
        return at(deal.terms["days"][name], deal, it)
    return _known(_of_item("due", name, deal, it))


def _of_item(part: str, name: str, deal: Deal, it: It) -> date | None:
    found = (of(deal, name, it) for of in ITEMS[part])
    return next((each for each in found if each is not None), None)


def _keys(value: Mapping[str, Any], deal: Deal, it: It) -> At | None:
    match next(iter(value)) if len(value) == 1 else "":
        case "latest of":
            found = [at(each, deal, it) for each in value["latest of"]]
            return _latest(found) if None not in found else None
        case "earliest of":
            known = [e for each in value["earliest of"] if (e := at(each, deal, it)) is not None]
            return min(known, key=At.order, default=None)
        case "first known of":
            return next((e for each in value["first known of"] if (e := at(each, deal, it))), None)
        case "latest known of":
            return _latest([at(each, deal, it) for each in value["latest known of"]])
    if "if in force" in value:
        return _if_in_force(value, deal, it)
    if "if" in value:
        return at(value["then" if is_so(value["if"], deal, it) else "else"], deal, it)
    if "its" in value:
        return _its(str(value["its"]), listed(value.get("to")), deal, it)
    for way in ("after", "before"):
        if way in value:
            base = at(value[way], deal, it)
            return _count(base, value["for"], deal, back=way == "before")
    for which in ("first", "last"):
        if which in value:
            about, since, until = "about" in value, value.get("from"), value.get("to")
            kinds = listed(value[which])
            return _of_event(kinds, which, deal, it, about=about, since=since, until=until)
    raise NotCoveredError(f"no Day: {dict(value)}")


def is_so(given: Any, deal: Deal, it: It) -> bool:
    """Whether an event has happened, or a Day is known and one of those from one to another."""
    if isinstance(given, str):
        kind, _, of_it = given.partition(" ")
        return _of_event([kind], "first", deal, it, about=bool(of_it)) is not None
    if "day" not in given:
        return at(given, deal, it) is not None
    on = day(given["day"], deal, it)
    first = day(given["from"], deal, it) if "from" in given else date.min
    last = day(given["to"], deal, it) if "to" in given else date.max
    return None not in (on, first, last) and first <= on <= last  # type: ignore[operator]


def _if_in_force(value: Mapping[str, Any], deal: Deal, it: It) -> At | None:
    on, name = day(value["on"], deal, it), value["if in force"]
    if on is None or not IN_FORCE[0](deal, name, on, it):
        return at(value["else"], deal, it)
    return at(value["then"], deal, replace(it, in_force=((name, on), *it.in_force)))


def _latest(found: list[At | None]) -> At | None:
    return max((each for each in found if each is not None), key=At.order, default=None)


def _of_event(
    kinds: list[str],
    which: str,
    deal: Deal,
    it: It,
    *,
    about: bool = False,
    target: bool = False,
    since: Any = None,
    until: Any = None,
) -> At | None:
    """The first or the last event of the kinds, about the instance and within the days if so said;
    none where one of these days is not known."""
    first = date.min if since is None else day(since, deal, it)
    last = date.max if until is None else day(until, deal, it)
    if first is None or last is None:
        return None
    found = [e for e in deal.happened(*kinds) if first <= e.on <= last]
    if about:
        found = [e for e in found if e.about in it.names or _is_of(e, it)]
    if not found:
        return None
    event = found[-1] if which == "last" else found[0]
    return _known(event.target) if target else _when(event)


def _is_of(event: Event, it: It) -> bool:
    return it.of is not None and it.of[1] == (event.lot if it.of[0] == "lot" else event.holder)


def _its(what: str, to: list[str], deal: Deal, it: It) -> At | None:
    """A day of what opened the instance: one it names, or of a notice, when all had it."""
    if what == "accrual":
        return _known(it.accrual)
    if it.event is None:
        return None
    if what == "target":
        return _known(it.event.target)
    had = {"sent": sent_on, "received": received_on, "deemed": given_on}[what]
    given, days = it.event.given, []
    for party in to or list(dict.fromkeys(each.to for each in given)):
        ways = [had(each, deal) for each in given if each.to == party]
        days.append(min((d for d in ways if d is not None), default=None))
    if not days or None in days:
        return None
    on = max(d for d in days if d is not None)
    return At(on, act=it.event if on == it.event.on else None)


def _by(found: At | None, hour: str) -> At | None:
    if found is None:
        return None
    given = HOUR.fullmatch(hour)
    if given is None:
        raise NotCoveredError(f"no hour: {hour}")
    zone = ZoneInfo(CITIES.get(given[3], given[3]))
    moment = datetime.combine(found.day, time(int(given[1]), int(given[2])), zone)
    return replace(found, moment=moment, by_hours=False)


def _count(base: At | None, length: Any, deal: Deal, *, back: bool) -> At | None:
    """Hours are elapsed hours from the moment of the day, or else from its start. Open days are
    counted from an open day: an act after the hour of its day, or on a closed one, is of the
    next."""
    if base is None:
        return None
    period = period_in(length)
    if period.unit != "hours":
        return At(days_from(_counts_on(base, period, deal), period, deal, back=back))
    start = base.moment or base.event or datetime.combine(base.day, time(), ZoneInfo(HOME))
    elapsed = timedelta(hours=-period.count if back else period.count)
    moment = (start.astimezone(UTC) + elapsed).astimezone(start.tzinfo)
    return At(moment.date(), moment, by_hours=True)


def _counts_on(base: At, period: Period, deal: Deal) -> date:
    """The day that a Day by an hour is, as what a period counts from."""
    if base.act is None or base.moment is None or base.by_hours:
        return base.day
    in_open_days = period.unit in COUNTED_OPEN
    calendar = calendar_of(period, deal) if in_open_days else deal.calendar
    on, late = base.day, False
    if base.event is not None and base.moment is not None:
        there = base.event.astimezone(base.moment.tzinfo)
        on, late = there.date(), there.time() > base.moment.time()
    if late or (in_open_days and not is_open_in(on, calendar, deal)):
        return _next_open(on, calendar, deal)
    return on
