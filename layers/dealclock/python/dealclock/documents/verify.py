"""Verify a certificate of dates and amounts: python3 verify.py certificate.json

A certificate (docs/certificate.md) has the terms of an agreement, what happened, how each open
question of the text is read, and each date and amount with its steps. This file works all of them
out again from the terms and the events, and accepts the certificate, or names the first step that
is false. It needs Python 3.11 or newer and nothing else, and shares no code with what wrote the
certificate.

    1  open and closed days          5  when a notice is deemed given
    2  counting                      6  obligations and rights: opened, due, satisfied
    3  the stored history            7  defaults, and the notices they open
    4  Days                          8  comparing with the certificate
"""

import hashlib
import json
import re
import sys
from calendar import monthrange
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

FORMAT = "dealclock-certificate/1"
ONE = timedelta(days=1)
FAR, LONG_AGO = date.max, date.min
Json = dict[str, Any]


class NotVerified(Exception):  # noqa: N818
    """What this file does not work out, and why; the certificate must list it as such."""


class FalseStepError(Exception):
    """The first step of the certificate that is not so."""


# 1  Open and closed days, by rule.


def nth(n: int, weekday: int, year: int, month: int) -> date:
    """The nth weekday (Monday is 0) of a month."""
    first = date(year, month, 1)
    return first + timedelta((weekday - first.weekday()) % 7 + 7 * (n - 1))


def monday_if_sunday(day: date) -> date:
    """The day on which a fixed holiday is kept: one on a Sunday closes the Monday."""
    return day + ONE if day.weekday() == 6 else day


@cache
def federal_reserve(year: int) -> dict[date, str]:
    """Federal Reserve Banks (federalreserve.gov/aboutthefed/k8.htm): a holiday on a Saturday closes
    no other day."""
    last_of_may = date(year, 5, 31)
    fixed = {(1, 1): "New Year's Day", (7, 4): "Independence Day", (11, 11): "Veterans Day"}
    fixed[12, 25] = "Christmas Day"
    if year >= 2022:
        fixed[6, 19] = "Juneteenth"
    return {
        **{monday_if_sunday(date(year, *day)): name for day, name in fixed.items()},
        nth(3, 0, year, 1): "Martin Luther King Jr. Day",
        nth(3, 0, year, 2): "Washington's Birthday",
        last_of_may - timedelta(last_of_may.weekday()): "Memorial Day",
        nth(1, 0, year, 9): "Labor Day",
        nth(2, 0, year, 10): "Columbus Day",
        nth(4, 3, year, 11): "Thanksgiving Day",
    }


@cache
def new_york_statute(year: int) -> dict[date, str]:
    """Public holidays of New York (General Construction Law s.24): the Reserve Banks', Lincoln's
    Birthday and each general Election Day, the Tuesday after the first Monday of November."""
    more = {monday_if_sunday(date(year, 2, 12)): "Lincoln's Birthday"}
    return {**more, nth(1, 0, year, 11) + ONE: "Election Day", **federal_reserve(year)}


MOURNING = {"2004-06-11": "Reagan", "2007-01-02": "Ford", "2018-12-05": "Bush"}
MOURNING["2025-01-09"] = "Carter"


@cache
def stock_exchange(year: int) -> dict[date, str]:
    """New York Stock Exchange (Rule 7.2): a holiday on a Saturday closes the Friday, unless that
    ends a year; one on a Sunday closes the Monday; with its special closings since 1995."""

    def kept(day: date) -> date:
        return day - ONE if day.weekday() == 5 else monday_if_sunday(day)

    bank = {name: day for day, name in federal_reserve(year).items()}
    names = ["Washington's Birthday", "Memorial Day", "Labor Day", "Thanksgiving Day"]
    names += ["Martin Luther King Jr. Day"] if year >= 1998 else []
    found = {bank[name]: name for name in names}
    found[good_friday(year)] = "Good Friday"
    found[kept(date(year, 7, 4))] = "Independence Day"
    found[kept(date(year, 12, 25))] = "Christmas Day"
    if year >= 2022:
        found[kept(date(year, 6, 19))] = "Juneteenth"
    if date(year, 1, 1).weekday() != 5:
        found[kept(date(year, 1, 1))] = "New Year's Day"
    special = {f"2001-09-{n}": "September 11 attacks" for n in (11, 12, 13, 14)}
    special |= {f"2012-10-{n}": "Hurricane Sandy" for n in (29, 30)}
    special |= {on: f"mourning for President {name}" for on, name in MOURNING.items()}
    return found | {date.fromisoformat(d): w for d, w in special.items() if d[:4] == str(year)}


def good_friday(year: int) -> date:
    """Two days before Easter of the Gregorian calendar (Meeus, Jones and Butcher)."""
    a, (b, c) = year % 19, divmod(year, 100)
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    w = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    month, before = divmod(h + w - 7 * ((a + 11 * h + 22 * w) // 451) + 114, 31)
    return date(year, month, before + 1) - 2 * ONE


CALENDARS: dict[str, Callable[[int], dict[date, str]]] = {
    "federal-reserve": federal_reserve,
    "gcl-24": new_york_statute,
    "nyse": stock_exchange,
}


class Calendar:
    """The open days of one calendar, or of several together less days that the terms list."""

    def __init__(self, of: Sequence[str], closed: dict[str, str], years: Sequence[int]) -> None:
        unknown = [name for name in of if name not in CALENDARS]
        if unknown:
            raise NotVerified(f"counted in the calendar {unknown[0]}")
        self.of, self.listed, self.years = of, closed, years
        self.known: dict[date, str | None] = {}

    def closed(self, day: date) -> str | None:
        """Why a day is closed; None if it is open."""
        if day not in self.known:
            if not self.years[0] <= day.year <= self.years[1]:
                raise NotVerified(f"{day} is beyond the years of its calendar")
            found = {5: "Saturday", 6: "Sunday"}.get(day.weekday())
            for each in self.of:
                found = found or CALENDARS[each](day.year).get(day)
            listed = self.listed.get(day.isoformat())
            weekend = day.weekday() > 4
            self.known[day] = found if weekend else listed or found
        return self.known[day]

    def open_from(self, day: date, step: timedelta = ONE) -> date:
        """The first open day from a day on, that day included; or back."""
        while self.closed(day):
            day += step
        return day

    def between(self, after: date, to: date) -> int:
        """The open days after one day, through another."""
        return sum(not self.closed(after + n * ONE) for n in range(1, (to - after).days + 1))


# 2  Counting.

MONTHS = {"months": 1, "quarters": 3, "years": 12}
OPEN_DAYS = ("business days", "trading days")


def moved(day: date, n: int, unit: str) -> date:
    """A day so many days, weeks, months, quarters or years later: on the day of the same number, or
    the last one of a shorter month (General Construction Law s.30)."""
    if unit not in MONTHS:
        return day + timedelta(n * {"days": 1, "weeks": 7}[unit])
    year, month = divmod(12 * day.year + day.month - 1 + n * MONTHS[unit], 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def in_words(period: Json) -> str:
    """A period as the certificate names it: "2 Business Days"."""
    unit = str(period["unit"]).replace("business days", "Business Days")
    unit = unit if period["count"] != 1 else unit[:-1]
    return f"{period['count']} {'clear ' if period.get('clear') else ''}{unit}"


class Count(NamedTuple):
    """A count: from a day (not counted) to the last, the closed days passed over, and if that last
    day was closed, the day it fell on."""

    start: date
    last: date
    skipped: dict[str, str]
    fell_on: date | None = None


def count_open(start: date, n: int, days: Calendar, way: timedelta = ONE) -> Count:
    """The nth open day after a day, or before it."""
    day, skipped = start, dict[str, str]()
    while n > 0:
        day += way
        if why := days.closed(day):
            skipped[day.isoformat()] = why
        else:
            n -= 1
    return Count(start, day, skipped)


def rolled(count: Count, roll: str, days: Calendar) -> Count:
    """A count whose last day, if closed, is moved: to the next open day, to the previous one, or to
    the next unless that is in another month."""
    day = count.last
    if roll == "none" or not days.closed(day):
        return count
    after, before = days.open_from(day), days.open_from(day, -ONE)
    later = roll == "next" or (roll == "modified following" and after.month == day.month)
    return count._replace(last=after if later else before, fell_on=day)


# 3  The stored history.


@dataclass(frozen=True, eq=False)
class Event:
    """An event in effect, under the id first recorded for it; `place` is its place among all."""

    id: str
    kind: str
    on: date
    place: int
    abouts: Sequence[str]
    entry: Json

    def dollars(self, key: str = "amount") -> Fraction | None:
        """A number that it states."""
        return None if self.entry.get(key) is None else Fraction(self.entry[key])

    @property
    def target(self) -> date | None:
        """A second day that it names."""
        return a_day(self.entry.get("target"))


def a_day(text: str | None) -> date | None:
    """A day as the certificate has it; None for none."""
    return date.fromisoformat(text) if text else None


def digest_of(history: Sequence[Json]) -> str:
    """The digest of the stored history: of each entry with the digest of those before it."""
    found = ""
    for entry in history:
        text = json.dumps(entry, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        found = hashlib.sha256((found + text).encode()).hexdigest()
    return found


def in_effect(history: Sequence[Json], as_of: date) -> list[Event]:
    """The events in effect on a day: a correction counts in place of what it corrects, under the
    first id; a retraction takes back what it names, and is itself undone by another."""
    retracts = {e["id"] for e in history if e["kind"] == "retraction" and e.get("corrects")}
    gone: set[str] = set()
    for entry in reversed(history):
        of = entry.get("corrects")
        if of and entry["id"] not in gone and (entry["id"] in retracts or of in retracts):
            gone.add(of)
    first: dict[str, str] = {}
    latest: dict[str, Json] = {}
    for entry in history:
        of = entry.get("corrects") or ""
        root: str = first.get(of, of or entry["id"])
        first[entry["id"]] = root
        if entry["id"] not in gone and entry["id"] not in retracts:
            latest.pop(root, None)
            latest[root] = entry
    counts = [(root, e) for root, e in latest.items() if root not in gone]
    counts = sorted(
        (r for r in counts if r[1]["on"] <= as_of.isoformat()), key=lambda r: r[1]["on"]
    )
    return [
        Event(root, e["kind"], date.fromisoformat(e["on"]), n, as_list(e.get("about")), e)
        for n, (root, e) in enumerate(counts)
    ]


def as_list(value: Any) -> list[Any]:
    """One thing, several, or none, as a list."""
    return [] if value is None else list(value) if isinstance(value, list | tuple) else [value]


# 4  Days. Each keeps what it was made of, since the certificate has the same tree.


class Day(NamedTuple):
    """A day, None if it is not known: `how` it is one (a word of docs/certificate.md), what `of`,
    its `parts`, the event whose day it is, how it was counted, and the hour to which it runs."""

    day: date | None
    how: str
    of: str = ""
    parts: tuple["Day", ...] = ()
    event: Event | None = None
    counting: Count | None = None
    until: datetime | None = None
    period: Json | None = None

    @property
    def act(self) -> Event | None:
        """The event that happened on this very day."""
        happened = self.event is not None and self.event.on == self.day
        return self.event if happened and self.how not in ("target", "its target") else None

    @property
    def order(self) -> tuple[date, float]:
        """By day, then by hour: a day without one lasts until its end."""
        return self.day or FAR, self.until.timestamp() if self.until else float("inf")

    def shown(self) -> Json:
        """The day as the certificate has it."""
        found: Json = {"day": self.day.isoformat() if self.day else None, "is": self.how}
        found |= {"of": self.of} if self.of else {}
        found |= {"event": self.event.id} if self.event else {}
        found |= {"until": self.until.isoformat()} if self.until else {}
        if self.counting:
            base = self.parts[0].day if self.parts else None
            moved = {"counted from": self.counting.start.isoformat()}
            found |= moved if self.counting.start != base else {}
            found |= {"skipped": self.counting.skipped} if self.counting.skipped else {}
            fell_on = self.counting.fell_on
            found |= {"fell on": fell_on.isoformat()} if fell_on else {}
        found |= {"from": [part.shown() for part in self.parts]} if self.parts else {}
        return found


class Instance(NamedTuple):
    """One time that something is owed: what opened it ("it"), the names under which an event may be
    recorded about it, and the lot or Holder that it is of."""

    id: str
    names: tuple[str, ...] = ()
    it: date | None = None
    event: Event | None = None
    accrual: date | None = None
    of: tuple[str, str] | None = None
    in_force: tuple[tuple[str, date], ...] = ()

    @property
    def day(self) -> date | None:
        """The day of what opened it."""
        return self.it or (self.event.on if self.event else None)

    def named(self, what: str | None) -> str:
        """The lot or the Holder that it is of; "" if of none."""
        if self.of and self.of[0] == what:
            return self.of[1]
        return (self.event.entry.get(what) or "") if self.event and what else ""


COUNTED = re.compile(r"(\d+) ((?:business |trading )?[a-z]+) (after|before) (.+)")
KIND = re.compile(r"(target of )?(first|last) (\S+)(?: (about it)| from (.+))?")
AMONG = ("latest of", "earliest of", "first known of", "latest known of")


def read_day(said: Any) -> Json:
    """A Day in words, as keys."""
    if isinstance(said, dict):
        return said
    if found := COUNTED.fullmatch(said):
        period = {"count": int(found[1]), "unit": found[2]}
        return {found[3]: found[4], "for": period}
    if found := KIND.fullmatch(said):
        keys = {"about": found[4] and "it", "from": found[5], "target": found[1]}
        return {found[2]: [found[3]], **{key: value for key, value in keys.items() if value}}
    if found := re.fullmatch(r"(due|opening|start|end) of (\S+)", said):
        return {found[1]: found[2]}
    if said.startswith("its "):
        return {"its": said[4:]}
    if re.fullmatch(r"\d{4}-\d\d-\d\d", said):
        return {"date": said}
    return {said: True} if said in ("it", "never") else {"name": said}


class Deal:
    """The terms and the history of a certificate, and all that follows from them."""

    def __init__(self, certificate: Json) -> None:
        self.terms = certificate["terms"]
        self.readings = certificate["readings"]
        self.today = date.fromisoformat(certificate["as of"])
        self.zone = ZoneInfo(self.terms["time zone"])
        self.events = in_effect(certificate["history"], self.today)
        self.kinds = self.terms["kinds"]
        self.rules = {each["id"]: each for each in self.terms["provisions"]}
        self.of_kind: dict[str, list[Event]] = {}
        for event in self.events:
            for kind in (event.kind, self.kinds.get(event.kind, {}).get("also")):
                self.of_kind.setdefault(kind, []).append(event)
        self.found: dict[tuple[Any, ...], Any] = {}
        self.asking: list[tuple[Any, ...]] = []
        self.listed = {
            name: Calendar(each["open in"], each["closed"], each["years"])
            for name, each in self.terms.get("calendars", {}).items()
        }

    # Worked out below, where a Day names a provision or a notice.

    def due_of(self, item: str, of: Instance) -> Day:
        """The last day of another provision."""
        raise NotImplementedError

    def opening_of(self, item: str) -> Day:
        """The first day of another provision."""
        raise NotImplementedError

    def edge_of(self, state: str, which: str, of: Instance) -> Day:
        """The day a state starts or ends."""
        raise NotImplementedError

    def meant(self, state: str, of: Instance) -> "Occurrence | None":
        """The occurrence of a state that a Day is of."""
        raise NotImplementedError

    def deemed_to_happen(self, kind: str, of: Instance | None) -> list[Day]:
        """The days on which events of a kind are deemed to have happened."""
        raise NotImplementedError

    def notice_day(self, event: Event, what: str, to: Sequence[str]) -> date | None:
        """The day on which a notice was sent to all, received by all or deemed given to all."""
        raise NotImplementedError

    def once(self, of: Callable[..., Any], *asked: Any) -> Any:
        """The answer to a question that is asked once."""
        key = (of.__name__, *asked)
        if key in self.asking:
            raise NotVerified("the terms go in a circle")
        if key not in self.found:
            self.asking.append(key)
            try:
                self.found[key] = of(*asked)
            except NotVerified as why:
                self.found[key] = why
            finally:
                self.asking.pop()
        if isinstance(self.found[key], NotVerified):
            raise self.found[key]
        return self.found[key]

    def pick(self, value: Any) -> Any:
        """A value of the terms; of a choice, the one under the reading chosen."""
        if isinstance(value, dict) and "reading" in value:
            return value[self.readings[value["reading"]]]
        return value

    def facts(self, *kinds: str) -> list[Event]:
        """The events of some kinds, in order."""
        found = {e.id: e for kind in kinds for e in self.of_kind.get(kind, ())}
        return sorted(found.values(), key=lambda e: e.place)

    def about(self, kinds: Sequence[str], names: Sequence[str]) -> list[Event]:
        """The events of some kinds that are about any of some instances, in order."""
        return [event for event in self.facts(*kinds) if not set(names).isdisjoint(event.abouts)]

    def first(self, kind: str, since: date) -> Event | None:
        """The first event of a kind on or after a day."""
        return next((event for event in self.facts(kind) if event.on >= since), None)

    def calendar(self, period: Json | None = None) -> Calendar:
        """The calendar of a period, or that of Business Days."""
        name = (period or {}).get("calendar")
        if name is None and period and period["unit"] == "trading days":
            name = "nyse"
        name = name or self.readings["business-day"]
        if name not in self.listed:
            self.listed[name] = Calendar([name], {}, (1995, 2060))
        return self.listed[name]

    def counts_first(self, period: Json) -> bool:
        """Whether the day that starts a period is its first day."""
        if "first day" in period:
            return bool(period["first day"] == "counted")
        return bool(self.readings["trigger-day"] == "INCLUDED")

    def counted(self, start: date, period: Json, n: int, *, back: bool = False) -> Count:
        """`n` of the units of a period after a day, or before it, without a roll."""
        n += period.get("clear", False)
        days = period["unit"] in OPEN_DAYS
        first = self.counts_first(period) and (not days or not self.calendar(period).closed(start))
        way = -ONE if back else ONE
        if days:
            return count_open(start, n - first, self.calendar(period), way)
        whole = n - period.get("clear", False)
        end = moved(start, -whole if back else whole, period["unit"])
        return Count(start, end + way * (period.get("clear", False) - first), {})

    def after(self, start: date, period: Json, n: int | None = None) -> Count:
        """The last day of a period after a day, moved if closed as the period, the agreement or
        General Construction Law s.25 says."""
        if n is not None and period["unit"] not in (*OPEN_DAYS, "days"):
            raise NotVerified("a part of a period of months")
        count = self.counted(start, period, period["count"] if n is None else n)
        roll, days = period.get("roll"), self.calendar(period if period.get("calendar") else None)
        if roll is not None or period["unit"] in OPEN_DAYS:
            return rolled(count, roll or "none", days)
        if self.terms.get("roll"):
            return rolled(count, self.terms["roll"], days)
        if self.readings["closed-last-day"] == "NO-ROLL":
            return count
        return rolled(count, "next", self.calendar({"unit": "days", "calendar": "gcl-24"}))

    def before(self, end: date, period: Json) -> Count:
        """The day that lies a period before another, moved only as the period itself says."""
        count = self.counted(end, period, period["count"], back=True)
        days = self.calendar(period if period.get("calendar") else None)
        return rolled(count, period.get("roll", "none"), days)

    def day(self, said: Any, of: Instance) -> Day:
        """A Day of the terms for an instance."""
        keys = read_day(said)
        if "reading" in keys:
            return self.chosen(keys, of)
        if "by" in keys:
            inner = {key: value for key, value in keys.items() if key != "by"}
            return self.by_hour(inner.get("day", inner), keys["by"], of)
        main = next(iter(keys))
        if main in AMONG:
            return among(main, [self.day(each, of) for each in keys[main]])
        ways: dict[str, Callable[[], Day]] = {
            "date": lambda: Day(date.fromisoformat(keys["date"]), "date"),
            "name": lambda: self.name(keys["name"], of),
            "it": lambda: Day(of.day, "it", "", (), of.event),
            "never": lambda: Day(None, "never"),
            "its": lambda: self.its(keys, of),
            "due": lambda: self.due_of(keys["due"], of),
            "opening": lambda: self.opening_of(keys["opening"]),
            "start": lambda: self.edge_of(keys["start"], "start", of),
            "end": lambda: self.edge_of(keys["end"], "end", of),
            "first": lambda: self.event_day(keys, of),
            "last": lambda: self.event_day(keys, of),
            "after": lambda: self.period_day(keys["after"], keys["for"], of),
            "before": lambda: self.period_day(keys["before"], keys["for"], of, back=True),
            "if": lambda: self.if_happened(keys, of),
            "if in force": lambda: self.if_in_force(keys, of),
        }
        return ways[main]()

    def name(self, name: str, of: Instance) -> Day:
        """A date of the terms, a Day that they name, or the last day of a provision."""
        if name in self.terms["dates"]:
            return Day(date.fromisoformat(self.terms["dates"][name]), "named", name)
        if name in self.terms["days"]:
            return self.day(self.terms["days"][name], of)
        return self.due_of(name, of)

    def chosen(self, keys: Json, of: Instance) -> Day:
        """A choice: the Day under the reading chosen, or the first where all are the same day."""
        options = sorted(key for key in keys if key != "reading")
        try:
            every = [self.day(keys[key], of) for key in options]
            if len({(each.day, each.until) for each in every}) == 1:
                return every[0]
        except NotVerified:
            pass
        return self.day(self.pick(keys), of)

    def its(self, keys: Json, of: Instance) -> Day:
        """A day of what opened the instance, other than its own."""
        what, event = keys["its"], of.event
        if what == "accrual":
            return Day(of.accrual, "it")
        if event is None:
            return Day(None, f"its {what}")
        if what == "target":
            return Day(event.target, "its target", "", (), event)
        given = event.entry.get("given", ())
        to = keys.get("to") or list(dict.fromkeys(each["to"] for each in given))
        return Day(self.notice_day(event, what, to), f"its {what}", "", (), event)

    def event_day(self, keys: Json, of: Instance) -> Day:
        """The day of the first event of some kinds, or of the last, within a time if one is given;
        what is deemed to have happened counts too."""
        which = "first" if "first" in keys else "last"
        kinds, ends = as_list(keys[which]), [keys[e] for e in ("from", "to") if e in keys]
        days = tuple(self.day(end, of) for end in ends)
        if any(end.day is None for end in days):
            return Day(None, "event", kinds[0], days)
        since = (days[0].day if "from" in keys else None) or LONG_AGO
        until = (days[-1].day if "to" in keys else None) or FAR
        found = self.facts(*kinds)
        if "about" in keys:
            found = self.about(kinds, (*of.names, of.id))
            found += [e for e in self.facts(*kinds) if of.of and e.entry.get(of.of[0]) == of.of[1]]
        found = [event for event in found if since <= event.on <= until]
        pick = max if which == "last" else min
        event = pick(found, key=lambda e: e.place, default=None)
        if not keys.get("target"):
            own = of if "about" in keys else None
            deemed = [d for kind in kinds for d in self.deemed_to_happen(kind, own)]
            within = [each for each in deemed if each.day and since <= each.day <= until]
            said = pick(within, key=lambda each: each.order, default=None)
            if said and said.day and (not event or event.on != pick(event.on, said.day)):
                return said
        how = "target" if keys.get("target") else "event"
        on = None if event is None else event.target if keys.get("target") else event.on
        return Day(on, how, kinds[0], days, event)

    def period_day(self, base: Any, period: Json, of: Instance, *, back: bool = False) -> Day:
        """The day a period after another, or before it; hours run on the clock."""
        day, how = self.day(base, of), "before" if back else "after"
        if day.day is None:
            return Day(None, how, in_words(period), (day,))
        if period["unit"] == "hours":
            hours = timedelta(hours=-period["count"] if back else period["count"])
            start = day.until or self.hour_of(day)
            end = (start.astimezone(UTC) + hours).astimezone(start.tzinfo)
            return Day(end.date(), f"hours {how}", in_words(period), (day,), until=end)
        start_day = day.day
        if day.act and day.until:
            days = self.calendar(period if period["unit"] in OPEN_DAYS else None)
            start_day = self.acted_on(day.act, day.until, days)
            if period["unit"] in OPEN_DAYS:
                start_day = days.open_from(start_day)
        count = (self.before if back else self.after)(start_day, period)
        return Day(count.last, how, in_words(period), (day,), counting=count, period=period)

    def hour_of(self, day: Day) -> datetime:
        """The hour recorded for the event of a day, or else the start of the day."""
        hour = day.act.entry.get("time") if day.act else None
        clock = time.fromisoformat(hour) if hour else time()
        return datetime.combine(day.day or FAR, clock, self.zone)

    def by_hour(self, inner: Any, by: str, of: Instance) -> Day:
        """A Day with the hour by which to act on it."""
        day, (hour, zone) = self.day(inner, of), by.split(" ", 1)
        if day.day is None:
            return day
        until = datetime.combine(day.day, time.fromisoformat(hour), ZoneInfo(zone))
        return Day(day.day, "by hour", "", (day,), day.act, until=until)

    def acted_on(
        self, act: Event, by: datetime | None, days: Calendar | None = None, clock: bool = False
    ) -> date:
        """The day on which an act counts: the next open day if it was done after the hour."""
        hour = act.entry.get("time")
        if by is None or hour is None:
            return act.on
        done = datetime.combine(act.on, time.fromisoformat(hour), self.zone).astimezone(by.tzinfo)
        in_time = done.time() <= by.time()
        if clock:
            in_time = done <= by or done.date() > by.date()
        return done.date() if in_time else (days or self.calendar()).open_from(done.date() + ONE)

    def if_happened(self, keys: Json, of: Instance) -> Day:
        """One Day if an event has happened or a day is within a time, otherwise another."""
        asked = keys["if"]
        if isinstance(asked, dict) and "day" in asked:
            days = [self.day(asked[key], of).day for key in ("day", "from", "to") if key in asked]
            known = [day for day in days if day is not None]
            holds = len(known) == len(days)
            if holds:
                holds = "from" not in asked or known[1] <= known[0]
                holds = holds and ("to" not in asked or known[0] <= known[-1])
        else:
            kind, _, about = asked.partition(" ") if isinstance(asked, str) else ("", "", "")
            words = {"first": [kind], **({"about": "it"} if about else {})}
            holds = self.event_day(asked if isinstance(asked, dict) else words, of).day is not None
        return self.picked(keys, holds, of)

    def if_in_force(self, keys: Json, of: Instance) -> Day:
        """One Day if a state is in force on a day, otherwise another; its start and end are then
        those of what is in force."""
        on, state = self.day(keys["on"], of).day, keys["if in force"]
        if on is None:
            return self.picked(keys, False, of)
        own = of._replace(in_force=((state, on), *of.in_force))
        meant = self.meant(state, own)
        holds = meant is not None and (meant.last is not None or on <= self.today)
        return self.picked(keys, holds, own)

    def picked(self, keys: Json, holds: bool, of: Instance) -> Day:
        """The Day that a condition leaves."""
        day = self.day(keys["then" if holds else "else"], of)
        return Day(day.day, "if", "", (day,), day.act, until=day.until)


def among(how: str, days: Sequence[Day]) -> Day:
    """The latest or earliest of several Days, or the first or the latest that is known."""
    known, found = [day for day in days if day.day is not None], None
    if known and how == "first known of":
        found = known[0]
    elif known and (how != "latest of" or len(known) == len(days)):
        found = (min if how == "earliest of" else max)(known, key=lambda day: day.order)
    if found is None:
        return Day(None, how, "", tuple(days))
    return Day(found.day, how, "", tuple(days), found.act, until=found.until)


def earliest(days: Iterator[date | None]) -> date | None:
    """The earliest of some days that are known."""
    return min((day for day in days if day), default=None)


def on_the_clock(day: Day) -> bool:
    """Whether the hour of a Day is the end of a number of hours."""
    if day.until is None or day.how.startswith("hours"):
        return day.until is not None
    return any(part.until == day.until and on_the_clock(part) for part in day.parts)


# 5  When a notice is deemed given.


class Notices(Deal):
    """Notices: by each method, as the terms say."""

    def method(self, given: Json) -> Json | None:
        """What the terms say of the method of a delivery; None if they do not list it."""
        rule: Json | None = self.terms["deemed notice"].get(given["method"])
        return rule if rule and rule.get("valid", True) else None

    def sent_on(self, given: Json) -> date | None:
        """The day a delivery was sent, if by a method that counts."""
        return a_day(given["on"]) if self.method(given) else None

    def received_on(self, given: Json) -> date | None:
        """The day a delivery was received, as far as recorded; what is given at once, that day."""
        rule = self.method(given)
        if rule is None or given.get("acknowledged"):
            return a_day(given.get("acknowledged")) if rule else None
        at_once = not rule.get("business days") and not rule.get("needs acknowledgement")
        return a_day(given["on"]) if at_once else None

    def deemed_on(self, given: Json, hour: str | None) -> date | None:
        """The day a delivery is deemed given; an hour later than the terms allow is a day more."""
        rule = self.method(given)
        if rule is None:
            return None
        if rule.get("needs acknowledgement"):
            return a_day(given.get("acknowledged"))
        late = "by" in rule and hour is not None and hour > rule["by"]
        sent = date.fromisoformat(given["on"])
        return count_open(sent, rule.get("business days", 0) + late, self.calendar()).last

    def notice_day(self, event: Event, what: str, to: Sequence[str]) -> date | None:
        """The day on which a notice was sent to all, received by all or deemed given to all."""
        if what == "deemed":
            return self.deemed_given([event], to)
        on, given = {"sent": self.sent_on, "received": self.received_on}[what], event.entry["given"]
        days = [earliest(on(g) for g in given if g["to"] == each) for each in to]
        return None if not days or None in days else max(day for day in days if day)

    def deemed_given(self, notices: Sequence[Event], to: Sequence[str]) -> date | None:
        """The day a notice is deemed given to all: to each by the first delivery that counts."""
        days = []
        for party in to:
            sent = [(n, g) for n in notices for g in n.entry.get("given", ()) if g["to"] == party]
            hours = [n.entry.get("time") if g["on"] == n.entry["on"] else None for n, g in sent]
            each = zip(sent, hours, strict=True)
            days.append(earliest(self.deemed_on(given, hour) for (_, given), hour in each))
        return None if None in days else max((day for day in days if day), default=None)


# 6  States: when each began and ended.


class Spell(NamedTuple):
    """What one event began, or a Day: from `start` to but excluding `over`, None while open.
    `until` is the last day that the terms give it, `improper` the event that says it was not
    allowed."""

    name: str
    notice: Event | None
    start: date
    day_one: date
    ended: Event | None
    until: date | None
    over: date | None
    improper: Event | None
    limb: str | None = None


class Occurrence(NamedTuple):
    """One time in force: its first day and its last, None while that is open or not known, and the
    day on which it ended."""

    first: date
    last: date | None
    ended: date | None

    def has(self, day: date) -> bool:
        """Whether a day is one of it."""
        return self.first <= day and (self.last is None or day <= self.last)


class States(Notices):
    """When each state was in force."""

    def occurrences(self, state: str, of: str = "") -> list[Occurrence]:
        """The occurrences of a state, or of the status of a lot or Holder, that were allowed."""
        raise NotVerified(f"the state {state} {of}".strip())

    def in_force_on(self, state: str, day: date, of: str = "") -> Occurrence | None:
        """The occurrence in force on a day."""
        return next((each for each in self.occurrences(state, of) if each.has(day)), None)

    def meant(self, state: str, of: Instance) -> Occurrence | None:
        """The occurrence that the start or end of a state is of: the one in force on the day that
        is asked about, or else the first."""
        own = of.named(self.rules[state].get("of"))
        for name, day in of.in_force:
            if name == state:
                return self.in_force_on(state, day, own)
        return next(iter(self.occurrences(state, own)), None)

    def edge_of(self, state: str, which: str, of: Instance) -> Day:
        """The day a state starts or ends."""
        found = self.meant(state, of)
        if found is None:
            return Day(None, which, state)
        return Day(found.first if which == "start" else found.ended, which, state)

    def excesses(self, state: str) -> list[tuple[str, date]]:
        """The first day beyond the limits of each occurrence that has one."""
        raise NotVerified(f"the limits of {state}")

    def over_by(self, state: str, of: Instance, day: date) -> Occurrence | None:
        """What says that a state is not in force on a day; None if it is, or if not known yet."""
        own = of.named(self.rules[state].get("of"))
        begun = [each for each in self.occurrences(state, own) if each.first <= day]
        if begun and not begun[-1].has(day):
            return begun[-1]
        return None if begun or day >= self.today else Occurrence(day, day, None)


# 7  Obligations and rights: what opens each, its first and last day, and what satisfied it.


class Done(NamedTuple):
    """What counts for an instance: the day, None if not done, and the events."""

    on: date | None = None
    by: tuple[Event, ...] = ()


class Open(NamedTuple):
    """An instance that is open from a day to its last day, None if it has none."""

    rule: Json
    of: Instance
    opens: date
    first: Day | None
    last: Day | None
    expected: bool = False
    stopped: bool = False

    @property
    def due(self) -> date | None:
        """The last day."""
        return self.last.day if self.last else None

    @property
    def counts_from(self) -> date:
        """The first day on which an act counts that is recorded about nothing."""
        return self.opens + ONE * (self.rule.get("opening day") == "not counted")

    def takes(self, event: Event) -> bool:
        """Whether an event that is about nothing can count."""
        early = self.rule.get("early") == "counts"
        about_it = self.rule.get("matched") == "about it"
        return not about_it and (event.on >= self.counts_from or early)


COUNTED_TYPES = ("obligation", "deadline", "duty", "condition", "lead time", "undated duty")
"""The types of provision whose instances are worked out here, notices of defaults apart."""


class Obligations(States):
    """Everything owed, and every right."""

    def kinds_for(self, rule: Json) -> list[str]:
        """The kinds of event that can satisfy a provision."""
        return [*rule.get("satisfied by", ()), *rule.get("satisfied by all of", ())]

    def instances(self, item: str) -> dict[str, Instance]:
        """The instances of a provision that events, repeated days or excesses opened, by id."""
        found: dict[str, Instance] = self.once(self.opened, item)
        return found

    def opened(self, item: str) -> dict[str, Instance]:
        """The same, worked out."""
        rule = self.rules[item]
        if rule.get("only if") and not self.facts(rule["only if"]):
            return {}
        if "each" in rule:
            every = [of for opener in rule["each"] for of in self.opened_by(opener, rule)]
            return {of.id: of for of in every if self.inside(rule, of)}
        lots = [lot["id"] for lot in self.terms["securities"]] if rule.get("per") == "lot" else []
        if lots:
            names = {f"{item}/{lot}": lot for lot in lots}
            return {n: Instance(n, (n,), of=("lot", lot)) for n, lot in names.items()}
        bare = "only if" in rule or "per" in rule
        also = () if bare or "default" not in rule else (rule["default"]["id"],)
        return {item: Instance(item, (item, *also))}

    def opened_by(self, opener: Any, rule: Json) -> Iterator[Instance]:
        """What one opener opens: events of a kind, repeated days, or days beyond limits."""
        item = rule["id"]
        if isinstance(opener, str):
            for event in self.facts(opener):
                name = f"{item}/{event.id}"
                yield Instance(
                    name, (event.id, name) if "due" in rule else (name,), event.on, event
                )
        elif "repeat" in opener:
            for on in self.repeats(opener):
                yield Instance(f"{item}/{on}", (f"{item}/{on}",), on)
        else:
            for began, on in self.excesses(opener["excess of"]):
                name = f"{item}/{began}-excess"
                yield Instance(name, (name,), on)

    def repeats(self, opener: Json) -> Iterator[date]:
        """The days of a repeat that have come, and the next one; a month's last day stays one."""
        first = self.day(opener["from"], Instance("")).day
        until = self.day(opener["until"], Instance("")).day or FAR
        for n in range(1000 if first else 0):
            day = moved(first or LONG_AGO, n, opener["repeat"])
            ends = opener["repeat"] in MONTHS and first and (first + ONE).day == 1
            day = day.replace(day=monthrange(day.year, day.month)[1]) if ends else day
            if day > until:
                return
            yield day
            if day > self.today:
                return

    def inside(self, rule: Json, of: Instance) -> bool:
        """Whether what opened an instance lies in the states in which it is owed."""
        states = [rule[key] for key in ("during", "while") if key in rule]
        return all(
            of.it is None or self.in_force_on(each, of.it, of.named(self.rules[each].get("of")))
            for each in states
        )

    def open_item(self, item: str, name: str) -> Open | None:
        """An instance with its first and last day; None while one that is needed is not known."""
        of = self.instances(item).get(name)
        return None if of is None else self.open_as(item, of)

    def open_as(self, item: str, of: Instance) -> Open | None:
        """The same, of an instance."""
        rule = self.rules[item]
        first = self.day(rule["opens"], of) if "opens" in rule else None
        opens = first.day if first else of.it
        if opens is None:
            return None
        last = self.due(item, of) if "due" in rule else None
        if last is None and "due" in rule and not rule.get("may"):
            return None
        day, expected = last or (None, False)
        return Open(rule, of, opens, first, day, expected)

    def due(self, item: str, of: Instance) -> tuple[Day, bool] | None:
        """The last day of an instance, and whether it is only expected; None if not known."""
        found: tuple[Day, bool] | None = self.once(self.counted_due, item, of)
        return found

    def counted_due(self, item: str, of: Instance) -> tuple[Day, bool] | None:
        """The same, worked out."""
        rule, expected = self.rules[item], False
        default = default_name(rule, of.id)
        if self.about(("waiver", "extension"), [n for n in (of.id, default) if n]):
            raise NotVerified("a waiver or an extension")
        value = self.lengthened(self.day(rule["due"], of), rule, of)
        if value.day is None and "expected" in rule:
            value, expected = self.day(rule["expected"], of), True
            if value.day is not None and value.day < self.today:
                return None
        if value.day is None:
            return None
        if "stopped by" in rule:
            raise NotVerified("a clock that a state stops")
        return value, expected

    def lengthened(self, value: Day, rule: Json, of: Instance) -> Day:
        """A last day, later by what lengthens it."""
        for longer in self.pick(rule.get("lengthened by", ())):
            first, events = value, self.lengthening(longer, of, rule)
            for n in range(1, longer.get("most", 1) + 1):
                if value.day is None or first.day is None:
                    break
                how = "after"
                if "unless" in longer:
                    how = "renewed"
                    if not self.renews(value.day, longer, of):
                        break
                elif len(events) < n or events[n - 1].on > value.day:
                    break
                period = {**longer["by"], "count": n * longer["by"]["count"]}
                count = self.after(first.day, period)
                value = Day(count.last, how, in_words(period), (first,), counting=count)
            if "no later than" in longer and value is not first:
                latest = self.day(longer["no later than"], of)
                limit, before, after = latest.day, first.day, value.day
                if limit and before and after and limit < after:
                    cut = Day(limit, "earliest of", "", (value, latest))
                    value = first if limit <= before else cut
        return value

    def lengthening(self, longer: Json, of: Instance, rule: Json) -> list[Event]:
        """The events that lengthen an instance: none that are only about others."""
        events = self.facts(longer.get("if") or longer.get("each") or "")
        if not any(event.abouts for event in events):
            return events
        every = {n for each in self.instances(rule["id"]).values() for n in (each.id, *each.names)}
        others = every - {of.id, *of.names}
        return [event for event in events if not event.abouts or not others >= {*event.abouts}]

    def renews(self, last: date, longer: Json, of: Instance) -> bool:
        """Whether a last day that is over renews, since no event kept it from that in time."""
        by = self.before(last, longer["notice"]).last if "notice" in longer else last
        return by < self.today and self.against([longer["unless"]], of, by) is None

    def against(self, kinds: Sequence[str], of: Instance, by: date) -> Event | None:
        """The first event of some kinds about an instance, or about nothing, from the day that
        opened it to a day."""
        names = {of.id, *of.names}
        for event in self.facts(*kinds):
            about = not event.abouts or not names.isdisjoint(event.abouts)
            if event.on <= by and about and (of.it is None or event.on >= of.it):
                return event
        return None

    def due_of(self, item: str, of: Instance) -> Day:
        """The last day of another provision: of its instance that the same event or day opened."""
        rule = self.rules.get(item)
        if rule is None or rule["form"] != "obligation":
            return Day(None, "due", item)
        opener = of.event.id if of.event else of.id.partition("/")[2] or of.it
        name = f"{item}/{opener}" if "each" in rule else item
        own = self.instances(item).get(name)
        last = None if own is None else self.due(item, own)
        return Day(last[0].day if last else None, "due", item)

    def opening_of(self, item: str) -> Day:
        """The first day of another provision that is owed once."""
        own = self.instances(item).get(item) if item in self.rules else None
        if own is None:
            return Day(None, "opening", item)
        rule = self.rules[item]
        return Day(self.day(rule["opens"], own).day if "opens" in rule else own.it, "opening", item)

    # What satisfied an instance.

    def matching(self, spelled: str, kind: str) -> dict[str, list[Event]]:
        """The events of a kind that count for each instance of the provisions of one type, matched
        together, so that an event counts once."""
        found: dict[str, list[Event]] = self.once(self.matched, spelled, kind)
        return found

    def matched(self, spelled: str, kind: str) -> dict[str, list[Event]]:
        """The same, worked out."""
        groups: dict[tuple[Any, ...], list[Open]] = {}
        for rule in self.rules.values():
            alike = rule["form"] == "obligation" and rule["type"] == spelled
            for of in self.instances(rule["id"]).values() if alike else ():
                each = self.open_as(rule["id"], of) if kind in self.kinds_for(rule) else None
                if each:
                    groups.setdefault(self.group(each), []).append(each)
        found: dict[str, list[Event]] = {}
        for (holder, lot, undone_by), waiting in groups.items():
            among = [
                event
                for event in self.facts(kind)
                if holder in (None, event.entry.get("holder"))
                and lot in (None, event.entry.get("lot"))
                and not self.about(undone_by, [event.id])
            ]
            found |= self.satisfied(kind, waiting, among)
        return found

    def group(self, each: Open) -> tuple[str | None, str | None, tuple[str, ...]]:
        """What is matched together: acts of one Holder, or of one lot."""
        per_holder = each.rule.get("per") and each.of.event
        holder = each.of.event.entry.get("holder") if per_holder and each.of.event else None
        lot = each.of.of[1] if each.of.of and "each" not in each.rule else None
        return holder, lot, tuple(each.rule.get("undone by", ()))

    def satisfied(
        self, kind: str, waiting: Sequence[Open], among: Sequence[Event]
    ) -> dict[str, list[Event]]:
        """Which events count for which: those about an instance; else each for the open one that
        opened first, and with it for those that the same act satisfies."""
        by = {each.of.id: self.acts_about(each, kind, among) for each in waiting}
        known = self.kinds.get(kind, {})
        free = [] if known.get("about") else [event for event in among if not event.abouts]
        left = [each for each in waiting if not by[each.of.id]]
        left.sort(key=lambda each: (each.opens, each.due or FAR))
        for event in free:
            first = next((each for each in left if each.takes(event)), None)
            for each in left if first else ():
                ends_all = each.rule.get("matched") == "by what ends it" and each.takes(event)
                once = known.get("once") and first and each.opens == first.opens
                if each is first or ends_all or once:
                    by[each.of.id].append(event)
            left = [each for each in left if not by[each.of.id]]
        return by

    def acts_about(self, each: Open, kind: str, among: Sequence[Event]) -> list[Event]:
        """The events that are recorded about an instance."""
        since = each.counts_from if each.rule.get("early") == "never counts" else LONG_AGO
        names, event = each.of.names, each.of.event
        if each.rule.get("matched") == "by what ends it" and event:
            names = (*names, *event.abouts)
        ids = {event.id for event in among}
        return [e for e in self.about([kind], names) if e.id in ids and e.on >= since]

    def done(self, each: Open) -> Done:
        """When an instance was satisfied, and by what: by one act, any of several or all of them;
        a sum that is owed, by the acts that together state as much."""
        rule, kinds = each.rule, self.kinds_for(each.rule)
        found = [self.matching(rule["type"], kind)[each.of.id] for kind in kinds]
        return self.answered(each, self.performed(each, found))

    def performed(self, each: Open, found: Sequence[list[Event]]) -> Done:
        """The day on which acts, by kind, satisfied an instance."""
        rule, every = each.rule, sorted({e for one in found for e in one}, key=lambda e: e.place)
        due = each.due
        owed = self.amount(rule["amount"], each.of, due) if "amount" in rule and due else None
        days = [Done(min((e.on for e in one), default=None), tuple(one)) for one in found]
        if owed and every and not rule.get("to") and "satisfied by all of" not in rule:
            in_full = self.in_full(every, owed)
            days = [Done(in_full.on, (in_full,)) if in_full in one else Done() for one in found]
        days = [self.dated(each, one) for one in days]
        if len(days) < 2:
            return days[0] if days else Done()
        if "satisfied by all of" in rule:
            last = max(one.on or FAR for one in days)
            acts = tuple(event for one in days for event in one.by)
            return Done(None if last == FAR else last, acts)
        return min(days, key=lambda one: one.on or FAR)

    def in_full(self, acts: Sequence[Event], owed: Fraction) -> Event | None:
        """The act with which all so far state what is owed, or which states no amount."""
        paid = Fraction(0)
        for act in acts:
            paid += act.dollars() or 0
            if act.dollars() is None or paid >= owed:
                return act
        return None

    def dated(self, each: Open, found: Done) -> Done:
        """The day on which acts of one kind count: a notice when deemed given to all, an act after
        the hour on the next Business Day."""
        if each.rule.get("to") and found.by:
            found = found._replace(on=self.notified(each.rule, found.by))
        else:
            found = found._replace(by=found.by[:1])
        act = next((event for event in found.by if event.on == found.on), None)
        if act is None or each.last is None or each.last.until is None:
            return found
        on = self.acted_on(act, each.last.until, clock=on_the_clock(each.last))
        return found._replace(on=on)

    def notified(self, rule: Json, notices: Sequence[Event]) -> date | None:
        """When notice is deemed given to everyone. Where notice of each default is owed it must be
        delivered; other advice without a recorded delivery was given that day."""
        about_it = rule.get("matched") == "about it"
        written = [e for e in notices if e.entry.get("given") or about_it]
        spoken = next((e.on for e in notices if e not in written), None)
        given = self.deemed_given(written, rule["to"]) if written else None
        return earliest(iter([given, spoken]))

    def answered(self, each: Open, so_far: Done) -> Done:
        """What satisfied an instance that asks whether its event opened an outage."""
        asked = self.rules.get(each.rule.get("asks about", ""))
        if not asked or "default" not in asked or not each.of.event:
            return so_far
        answer = self.first(asked["each"][0], each.of.event.on)
        if answer is None:
            return so_far
        earlier = so_far.on is None or answer.on < so_far.on
        return Done(answer.on if earlier else so_far.on, (*so_far.by, answer))

    # The dollars owed with an obligation.

    def amount(self, terms: Json, of: Instance, last: date) -> Fraction | None:
        """What is owed on a last day as far as recorded; None while a part is not known."""
        total = Fraction(0)
        parts = [(1, each) for each in terms["of"]] + [(-1, each) for each in terms.get("less", ())]
        for sign, part in parts:
            value = self.part(part, of, last)
            if value is None:
                return None
            total += sign * value
        total = max(total, Fraction(terms.get("least", 0)))
        return min(total, Fraction(terms["most"])) if "most" in terms else total

    def part(self, part: Json, of: Instance, last: date) -> Fraction | None:
        """The dollars of one part; None while its first day is not known."""
        for key, wanted in (("if", True), ("unless", False)):
            if key in part:
                happened = self.event_day({"first": [part[key]]}, Instance("")).day is not None
                if happened is not wanted:
                    return Fraction(0)
        if "dollars" in part:
            value = Fraction(part["dollars"])
        elif "its" in part:
            value = self.worth(of.event, part) if of.event else Fraction(0)
        else:
            since = self.day(part["from"], of).day if "from" in part else LONG_AGO
            until = (self.day(part["until"], of).day if "until" in part else None) or last
            if since is None:
                return None
            found, names = self.facts(*part["events"]), {of.id, *of.names}
            found = [e for e in found if since <= e.on <= until]
            if part.get("about it"):
                found = [e for e in found if not names.isdisjoint(e.abouts)]
            pending = part.get("pending until", ())
            found = [e for e in found if all(r.on > until for r in self.about(pending, [e.id]))]
            value = sum((self.worth(e, part) for e in found), Fraction(0))
        if "more than" in part and value <= Fraction(part["more than"]):
            return Fraction(0)
        return value * Fraction(part.get("percent", 100)) / 100

    def worth(self, event: Event, part: Json) -> Fraction:
        """What an event states in dollars: its shares at the price, or else its amount."""
        shares = event.dollars("shares")
        if "price" in part and shares is not None:
            return shares * Fraction(part["price"])
        stated = event.dollars()
        if stated is None or (part.get("its") == "shares" and shares is None):
            raise NotVerified(f"{event.id} states no amount")
        return stated

    # What an assessment says of an instance.

    def status(self, due: date, done: date | None) -> str:
        """The status of what is due on a day, at the start of the day of the certificate."""
        if done is not None and done <= self.today:
            return "met" if done <= due else "met late"
        if due < self.today:
            return "missed"
        return "due today" if due == self.today else "upcoming"

    def window_status(self, opens: date, closes: date) -> str:
        """The status of what is open from a day to another, both included."""
        if opens > self.today:
            return "upcoming"
        if closes < self.today:
            return "closed"
        return "last day" if closes == self.today else "open"

    def obligation(self, each: Open, done: Done | None = None) -> Json:
        """An obligation with a last day, as the certificate has it."""
        rule, of = each.rule, each.of
        done = self.done(each) if done is None else done
        met = done.on if done.on and done.on <= self.today else None
        due = each.due or FAR
        excused = False
        if met is None or met > due:
            until = self.day(rule["excused until"], of).day if "excused until" in rule else None
            last = min(due, until or due)
            excused = self.against(rule.get("excused by", ()), of, last) is not None
            if "while" in rule:
                excused = excused or self.over_by(rule["while"], of, due) is not None
        amount = self.amount(rule["amount"], of, due) if "amount" in rule else None
        nothing = amount == 0 and (met is None or met > due) and due < self.today
        status = "excused" if excused or nothing else self.status(due, met)
        return {
            **self.head(each, "obligation"),
            "due": shown(due),
            "status": status,
            "done": shown(met),
            "by": [event.id for event in done.by],
            "amount": None if amount is None else str(amount),
            **self.trees(each),
        }

    def head(self, each: Open, what: str) -> Json:
        """What every item has."""
        rule, of = each.rule, each.of
        opened_by = of.event.id if of.event else None
        return {
            "is": what,
            "instance": of.id,
            "section": rule["section"],
            "opened by": opened_by,
            "opens": shown(each.opens),
        }

    def trees(self, each: Open) -> Json:
        """How the first and the last day were counted."""
        has = each.first is not None and (each.of.event or each.rule["type"] == "obligation")
        found = {"first day": each.first.shown()} if has and each.first else {}
        return {**found, "last day": each.last.shown()} if each.last else found

    def right(self, each: Open) -> Json | None:
        """A right that may be used until its last day; open without one while that is not known."""
        done, rule, opens = self.done(each), each.rule, each.opens
        used, last = done.on, each.due
        found = {**self.head(each, "right"), "done": shown(used)}
        found["by"] = [event.id for event in done.by]
        if last is None:
            if "due" in rule:
                value = self.day(rule["due"], each.of)
                if value.day is not None or opens > self.today:
                    return None
            status = "closed" if used else "open" if opens <= self.today else "upcoming"
            return {**found, "last": None, "status": status, "deemed": "", **self.trees(each)}
        late = used is not None and used > last
        unused = "if not used" in rule and (late or used is None) and last < self.today
        deemed = rule["if not used"]["deemed"] if unused else ""
        never = rule["type"] == "obligation" and last < opens
        status = "closed" if never else self.window_status(opens, last)
        found |= {"last": shown(last), "status": status, "deemed": deemed}
        return {**found, **self.trees(each)}

    def deemed_to_happen(self, kind: str, of: Instance | None) -> list[Day]:
        """The days on which events of a kind are deemed to have happened, since a right to prevent
        it passed unused: about an instance, or all."""
        days = []
        for rule in self.rules.values():
            if rule.get("if not used", {}).get("deemed") == kind:
                for own in self.instances(rule["id"]).values():
                    about = of is None or not {of.id, *of.names}.isdisjoint(own.names)
                    each = self.open_as(rule["id"], own) if about else None
                    made = self.right(each) if each else None
                    if made and made["deemed"]:
                        days.append(Day(a_day(made["last"]), "deemed", kind))
        return days

    def duty(self, each: Open) -> Json:
        """A duty that an event opened and that names no day."""
        done = self.done(each)
        by = [event.id for event in done.by]
        return {**self.head(each, "duty"), "done": shown(done.on), "by": by, **self.trees(each)}


def shown(day: date | None) -> str | None:
    """A day as the certificate has it."""
    return day.isoformat() if day else None


def default_name(rule: Json, name: str) -> str:
    """The instance of the default that an instance becomes; "" for none."""
    if "default" not in rule:
        return ""
    of = name.partition("/")[2]
    return f"{rule['default']['id']}/{of}" if of else str(rule["default"]["id"])


# 8  Defaults, and the notices that they open.


class Default(NamedTuple):
    """A default: when it occurred, arose (notices count from it) and accrues; `stops` is the first
    day without interest as far as known, `to` the same once it has come, `cured` the day of the
    cure."""

    id: str
    instance: str
    rule: Json
    lapsed: str
    occurred: date
    arose: date
    accrues: date
    to: date | None
    stops: date | None
    cured: date | None
    holder: str | None = None

    def shown(self) -> Json:
        """The default as the certificate has it."""
        return {
            "is": "default",
            "instance": self.instance,
            "section": self.rule["section"],
            "of": self.lapsed,
            "occurred": shown(self.occurred),
            "arose": shown(self.arose),
            "accrues from": shown(self.accrues),
            "accrues to": shown(self.to),
            "cured": shown(self.cured),
        }


class Defaults(Obligations):
    """Defaults, and the notices that they open."""

    def lapse(
        self,
        rule: Json,
        instance: str,
        lapsed: str,
        due: date,
        cure: date | None,
        *,
        failed: date | None = None,
        over: date | None = None,
        came: date | None = None,
    ) -> Default | None:
        """The default that something not done by its last day became. `failed` is the day of a
        failure to which it may relate back, `over` the first day after the period in which it
        counts, `came` the day on which it occurs if that is not counted from the last day."""
        if came is not None:
            arose = occurred = came
        elif due >= self.today or (cure and cure <= due):
            return None
        else:
            arose = occurred = due + ONE * self.pick(rule.get("occurs", 0))
            if failed and self.pick(rule.get("relates back", False)):
                occurred = failed
        accrues = occurred + ONE * self.pick(rule.get("accrues", 1))
        ends = [cure] if cure else []
        ends += [over] if over and self.pick(rule.get("stops with period", False)) else []
        stops = max(min(ends), accrues) if ends else None
        to = stops if ends and min(ends) <= self.today else None
        days = (occurred, arose, accrues, to, stops, cure)
        return Default(rule["id"], instance, rule, lapsed, *days)

    def stopped_with(self, state: str, of: Instance, on: date, made: Default) -> Default:
        """A default that stops accruing when the state ends that was in force on a day."""
        inside = self.in_force_on(state, on, of.named(self.rules[state].get("of")))
        over = FAR if inside is None or inside.last is None else inside.last + ONE
        if inside is None or inside.last is None or (made.stops and made.stops <= over):
            return made
        stops = max(over, made.accrues)
        return made._replace(stops=stops, to=stops if over <= self.today else None)

    def default(self, each: Open, item: Json) -> Default | None:
        """The default that an instance became."""
        rule, of = each.rule, each.of
        lapse = rule["default"]
        if item["status"] == "excused" or each.due is None:
            return None
        cure = self.cure(each, lapse["cured by"])
        failed = of.it if "each" in rule else None
        name = default_name(rule, of.id)
        made = self.lapse(lapse, name, of.id, each.due, cure, failed=failed)
        if made and "while" in rule:
            made = self.stopped_with(rule["while"], of, each.due, made)
        elif made and "during" in rule and self.pick(lapse.get("stops with period", False)):
            made = self.stopped_with(rule["during"], of, of.it or each.opens, made)
        if made and "affects" in lapse:
            if not of.event or not of.event.entry.get("holder"):
                raise NotVerified("the Holder affected is not known")
            made = made._replace(holder=of.event.entry["holder"])
        return made

    def cure(self, each: Open, kind: str) -> date | None:
        """The day on which a default was cured, if that has come."""
        if kind in self.kinds_for(each.rule):
            on = self.done(each).on
        else:
            acts = self.satisfied(kind, [each], self.facts(kind))[each.of.id]
            on = acts[0].on if acts else None
        return on if on and on <= self.today else None

    def notice(self, rule: Json, made: Default) -> Json | None:
        """The notice of a default; None if none is owed."""
        name = f"{rule['id']}/{made.instance}"
        accrual = max(made.accrues, made.arose + ONE)
        of = Instance(name, (made.instance, name), made.arose, None, accrual)
        last = self.due(rule["id"], of)
        idle = made.to is not None and made.to <= made.accrues
        if last is None or (idle and not self.pick(rule.get("notice if idle", True))):
            return None
        if self.pick(rule.get("again at each step", False)):
            raise NotVerified("notices of each step of a rate")
        each = Open(rule, of, made.arose, None, last[0], last[1])
        acts = self.about(self.kinds_for(rule), of.names)
        done = self.performed(each, [acts])
        return {**self.obligation(each, done), "opened by": made.instance}


# 9  The whole certificate, compared.


class Whole(Defaults):
    """All items that the terms and the events give, provision by provision."""

    def __init__(self, certificate: Json) -> None:
        super().__init__(certificate)
        self.items: dict[str, Json] = {}
        self.unverified: dict[str, str] = {}
        self.defaults: list[Default] = []
        if certificate["amendments"]:
            names = [d["id"] for rule in self.rules.values() for d in lapses_of(rule)]
            self.unverified = dict.fromkeys([*self.rules, *names], "the terms were amended")
            self.and_all_of_them()
            return
        for rule in self.rules.values():
            self.attempt(rule["id"], partial(self.work_out, rule))
        for rule in self.rules.values():
            if rule["form"] == "obligation" and "default" in rule.get("each", ()):
                self.notices_of(rule)
        self.and_all_of_them()

    def attempt(self, name: str, of: Callable[[], None]) -> None:
        """Work something out, or list it as not verified."""
        try:
            of()
        except NotVerified as why:
            self.unverified[name] = str(why)

    def add(self, item: Json | None) -> None:
        """Add an item."""
        if item is not None:
            self.items[item["instance"]] = item

    def work_out(self, rule: Json) -> None:
        """The items of one provision."""
        if rule["form"] != "obligation" or rule["type"] not in COUNTED_TYPES:
            if rule["type"] == "notice":
                return
            raise NotVerified(f"provisions of type {rule['type']}")
        if "due" not in rule and "each" not in rule and not rule.get("may"):
            head = {"is": "duty", "instance": rule["id"], "section": rule["section"]}
            self.add({**head, "opened by": None, "opens": None, "done": None, "by": []})
            return
        for name in self.instances(rule["id"]):
            self.attempt(name, partial(self.instance, rule, name))

    def instance(self, rule: Json, name: str) -> None:
        """One instance, and the default it became."""
        each = self.open_item(rule["id"], name)
        if each is None:
            return
        if rule.get("may"):
            self.add(self.right(each))
        elif "due" not in rule:
            self.add(self.duty(each))
        else:
            item = self.obligation(each)
            self.add(item)
            made = self.default(each, item) if "default" in rule else None
            if made:
                self.defaults.append(made)
                self.add(made.shown())

    def notices_of(self, rule: Json) -> None:
        """The notice of each default; of what is not verified, none is."""
        for made in self.defaults:
            name = f"{rule['id']}/{made.instance}"
            self.attempt(name, partial(self.add_notice, rule, made))

    def add_notice(self, rule: Json, made: Default) -> None:
        """The notice of one default."""
        self.add(self.notice(rule, made))

    def and_all_of_them(self) -> None:
        """List with what is not verified the defaults it may become, and the notices of these."""
        notices = [r["id"] for r in self.rules.values() if "default" in r.get("each", ())]
        for name, why in [*self.unverified.items()]:
            item, _, of = name.partition("/")
            for lapse in lapses_of(self.rules.get(item, {})):
                own = f"{lapse['id']}/{of}" if of else lapse["id"]
                more = [own, *(f"{notice}/{own}" for notice in notices)]
                self.unverified |= dict.fromkeys(more, why)
            for step in steps_of(self.rules.get(item, {})):
                self.unverified[f"{item}-{step}"] = why


def lapses_of(rule: Json) -> list[Json]:
    """The defaults that a provision may become."""
    found = [rule.get("default"), *(each.get("default") for each in rule.get("limits", ()))]
    return [each for each in found if each]


def steps_of(rule: Json) -> Iterator[str]:
    """What the ids of the limits of a state, or of the steps of payments, end with."""
    if rule.get("form") == "payments":
        yield from ("certificate", "funding", "confirmation")
    for limit in rule.get("limits", ()):
        months = limit.get("window months")
        window = f"{months}-months" if months else str(limit.get("window days") or "end")
        yield f"times-{window}" if limit.get("counted") in ("begun", "in force") else window


def covers(names: Sequence[str], instance: str) -> bool:
    """Whether an instance is one of some names, or belongs to one."""
    return any(instance == name or instance.startswith(f"{name}/") for name in names)


def compare(stated: Any, found: Any, where: str) -> None:
    """Raise FalseStepError at the innermost step that differs."""
    if stated == found:
        return
    if isinstance(stated, dict) and isinstance(found, dict):
        for key in sorted(found, key=lambda key: not isinstance(found[key], dict | list)):
            if key in stated:
                compare(stated[key], found[key], f"{where}, {key}")
        for key in [*found, *stated]:
            if key not in found or key not in stated:
                has = f"{key} {json.dumps(found.get(key, stated.get(key)))}"
                raise FalseStepError(f"{where}: {has} is {'' if key in found else 'not '}so")
    elif isinstance(stated, list) and isinstance(found, list) and len(stated) == len(found):
        for n, (one, other) in enumerate(zip(stated, found, strict=True), start=1):
            compare(one, other, f"{where} {n}")
    raise FalseStepError(
        f"{where}: the certificate says {json.dumps(stated)}, not {json.dumps(found)}"
    )


def verify(certificate: Json, digest: str | None = None) -> "Whole":
    """Work out all that a certificate states; raise FalseStepError for the first step that is not
    so."""
    if certificate.get("format") != FORMAT:
        raise FalseStepError(f"format: this file reads {FORMAT}")
    found = digest_of(certificate["history"])
    compare(certificate["digest"], found, "digest of the stored history")
    compare(digest or found, found, "digest of the stored history, as given")
    whole = Whole(certificate)
    compare_items(certificate["items"], whole)
    compare(certificate["not verified"], whole.unverified, "not verified")
    return whole


def compare_items(stated: Sequence[Json], whole: "Whole") -> None:
    """The items stated, against those found."""
    names = [item["instance"] for item in stated]
    for item in stated:
        name = item["instance"]
        if covers([*whole.unverified], name):
            continue
        if name not in whole.items or names.count(name) > 1:
            raise FalseStepError(f"{name}: the terms and the events give no such item")
        compare(item, whole.items[name], name)
    missing = [name for name in whole.items if name not in names]
    if missing:
        raise FalseStepError(f"{missing[0]}: left out, though the terms and the events give it")


def main(arguments: Sequence[str]) -> int:
    """Verify the file named; a digest known from elsewhere may follow it."""
    if not arguments:
        print(__doc__)
        return 2
    certificate = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    try:
        whole = verify(certificate, *arguments[1:2])
    except FalseStepError as wrong:
        print(f"NOT ACCEPTED: {wrong}")
        return 1
    verified = [item for item in whole.items if not covers([*whole.unverified], item)]
    print(f"Accepted: {len(verified)} of {len(certificate['items'])} items, as of {whole.today}.")
    for name, why in whole.unverified.items():
        print(f"Not verified: {name}: {why}")
    print(f"Digest of the stored history: {certificate['digest']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
