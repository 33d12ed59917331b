"""Verify a certificate of dates and amounts: python3 verify.py certificate.json

A certificate (docs/certificate.md) has the terms of an agreement, what happened, how each open
question of the text is read, and each date and amount with its steps. This file works all of them
out again from the terms and the events, and accepts the certificate, or names the first step that
is false. It needs Python 3.11 or newer and nothing else, and shares no code with what wrote the
certificate. Whether the terms are those of the agreement, and whether the events happened, is for
its reader to check. A digest known from elsewhere, after the file's name, shows that no reading,
term or event is another.

    1  open and closed days   6  states: when in force        11  what is said of states
    2  counting               7  limits of states             12  streams: what accrues
    3  the stored history     8  clocks that a state stops    13  payments
    4  Days                   9  obligations and rights       14  requests, drafts, sales
    5  deemed notices        10  defaults, their notices      15  comparing
"""

import hashlib
import json
import re
import sys
from _thread import interrupt_main
from bisect import bisect_right
from calendar import isleap, monthrange
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from functools import cache, partial, wraps
from itertools import accumulate, pairwise, product
from pathlib import Path
from threading import Timer
from typing import Any, NamedTuple, TypeVar, cast
from zoneinfo import ZoneInfo

FORMAT = "dealclock-certificate/1"
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
ONE = timedelta(days=1)
FAR, LONG_AGO = date.max, date.min
Json = dict[str, Any]


class NotVerifiedError(Exception):
    """What this file does not work out, and why; the certificate must list it as such."""


class FalseStepError(Exception):
    """The first step of the certificate that is not so."""


BROKEN = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What is raised where a certificate is not as its format says."""


def in_plain_words(error: Exception) -> str:
    """Why something could not be worked out."""
    if isinstance(error, KeyError):
        return f"{error} is missing, or is none of its choices"
    beyond = isinstance(error, ArithmeticError | RecursionError)
    return f"it is not as the format says ({'beyond all limits' if beyond else error})"


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
            raise NotVerifiedError(f"counted in the calendar {unknown[0]}")
        self.of, self.listed, self.years = of, closed, years
        self.known: dict[date, str | None] = {}

    def closed(self, day: date) -> str | None:
        """Why a day is closed; None if it is open."""
        if day not in self.known:
            if not self.years[0] <= day.year <= self.years[1]:
                raise NotVerifiedError(f"{day} is beyond the years of its calendar")
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
    """A day N days, weeks, months, quarters or years later: on the day of the same number, or
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


def digest_of(certificate: Json) -> str:
    """The digest of the readings, the amendments, the terms and the stored history: of each entry
    with the digest of those before it."""
    found = ""
    terms = (*certificate["amendments"], certificate["terms"])
    for entry in (certificate["readings"], *terms, *certificate["history"]):
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


Answer = TypeVar("Answer", bound=Callable[..., Any])


def asked_once(of: Answer) -> Answer:
    """A question whose answer is kept."""

    @wraps(of)
    def ask(self: "Deal", *asked: Any) -> Any:
        return self.once(of, *(tuple(each) if isinstance(each, list) else each for each in asked))

    return cast(Answer, ask)


class Deal:
    """The terms and the history of a certificate, and all that follows from them."""

    def __init__(self, certificate: Json) -> None:
        self.terms = certificate["terms"]
        self.readings = certificate["readings"]
        self.today = date.fromisoformat(certificate["as of"])
        self.zone = ZoneInfo(self.terms["time zone"])
        self.events = in_effect(certificate["history"], self.today)
        self.recorded = {each["id"]: each["kind"] for each in certificate["history"]}
        self.kinds = self.terms["kinds"]
        self.rules = {each["id"]: each for each in self.terms["provisions"]}
        self.of_kind: dict[str, list[Event]] = {}
        for event in self.events:
            for kind in (event.kind, self.kinds.get(event.kind, {}).get("also")):
                self.of_kind.setdefault(kind, []).append(event)
        self.found: dict[tuple[Any, ...], Any] = {}
        self.asking: list[tuple[Any, ...]] = []
        self.listed: dict[str, Calendar] = {}

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
            raise NotVerifiedError("the terms go in a circle")
        if key not in self.found:
            self.asking.append(key)
            try:
                self.found[key] = of(self, *asked)
            except NotVerifiedError as why:
                self.found[key] = why
            finally:
                self.asking.pop()
        if isinstance(self.found[key], NotVerifiedError):
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
            rule = {"open in": [name], "closed": {}, "years": (1995, 2060)}
            rule = self.terms.get("calendars", {}).get(name, rule)
            self.listed[name] = Calendar(rule["open in"], rule["closed"], rule["years"])
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
            raise NotVerifiedError("a part of a period of months")
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
        if name not in self.rules:
            raise ValueError(f"{name} is no day of the terms")
        return self.due_of(name, of)

    def chosen(self, keys: Json, of: Instance) -> Day:
        """A choice: the Day under the reading chosen, or the first where all are the same day."""
        options = sorted(key for key in keys if key != "reading")
        try:
            every = [self.day(keys[key], of) for key in options]
            if len({(each.day, each.until) for each in every}) == 1:
                return every[0]
        except NotVerifiedError:
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


class Extension(NamedTuple):
    """A notice that extends a spell, given on a day; without effect if not in time."""

    part: Spell
    given: date
    in_time: bool


class Period(NamedTuple):
    """Spells that join without a gap: one period, to but excluding `over`."""

    parts: tuple[Spell, ...]
    over: date | None
    extensions: tuple[Extension, ...] = ()

    @property
    def name(self) -> str:
        """The name of its first spell."""
        return self.parts[0].name

    @property
    def start(self) -> date:
        """The day it takes effect."""
        return self.parts[0].start

    @property
    def first(self) -> date:
        """Its day 1."""
        return self.parts[0].day_one

    @property
    def proper(self) -> bool:
        """Whether it was allowed."""
        return self.parts[0].improper is None

    @property
    def ended(self) -> Event | None:
        """The event that ended it."""
        return next(part.ended for part in self.parts if part.over == self.over)

    @property
    def extended(self) -> list[Extension]:
        """The extensions in effect."""
        return [each for each in self.extensions if each.in_time]

    def end_of(self, part: Spell) -> date | None:
        """The day one of its spells ended while another went on."""
        return None if part.over == self.over else part.over

    def in_force(self, day: date) -> Spell:
        """The spell in force on a day; of several, the first that began."""
        return next((p for p in self.parts if p.over is None or day < p.over), self.parts[-1])

    def extension_on(self, day: date) -> Extension | None:
        """The extension of what is in force on a day."""
        for each in self.extended:
            end = self.end_of(each.part)
            if each.part.start <= day and (end is None or day < end):
                return each
        return None


def joined(begun: Sequence[Spell]) -> list[Period]:
    """The periods that spells make, in order; what was not allowed joins no other."""
    found: list[Period] = []
    last: int | None = None
    for each in sorted(begun, key=lambda spell: spell.start):
        if each.improper is None:
            so_far = found[last] if last is not None else None
            if last is not None and so_far and (so_far.over is None or each.start <= so_far.over):
                both = [so_far.over, each.over]
                over = None if None in both else max(day for day in both if day)
                found[last] = Period((*so_far.parts, each), over)
                continue
            last = len(found)
        found.append(Period((each,), each.over))
    return sorted(found, key=lambda period: (period.start, not period.proper))


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

    @asked_once
    def spells(self, state: str, of: str = "") -> list[Spell]:
        """What began of a state, or of the status of a lot or Holder; without one, of all."""
        rule = self.rules[state]
        parts = [*rule.get("any of", ()), *rule.get("all of", ())]
        if rule.get("of") and not of:
            return [spell for each in self.subjects(state) for spell in self.spells(state, each)]
        if parts:
            alike = [of if self.rules[part].get("of") == rule.get("of") else "" for part in parts]
            every = [self.spells(*each) for each in zip(parts, alike, strict=True)]
            return together(every) if "all of" in rule else [s for one in every for s in one]
        ends = self.concerning(rule, of, rule.get("ends", ()))
        if rule.get("of") == "lot":
            ends = self.once_all_is_gone(of, ends)
        if "begins" not in rule:
            start = self.first_of(rule, of)
            return [self.spell(rule, of, None, start, ends)] if start else []
        notices = [
            (e, self.takes_effect(rule, e)) for e in self.concerning(rule, of, rule["begins"])
        ]
        off = called_off(notices, [end.on for end in ends])
        kept = list(enumerate(notices))[: 1 if rule.get("once") else None]
        going = [(e, start) for n, (e, start) in kept if start and n not in off]
        return [self.spell(rule, of, event, start, ends) for event, start in going]

    def subjects(self, state: str) -> list[str]:
        """The lots or Holders that a status is of; for a state, only ""."""
        rule = self.rules[state]
        if rule.get("of") != "holder":
            return [lot["id"] for lot in self.terms["securities"]] if "of" in rule else [""]
        found = [event.entry.get("holder") for event in self.by_kind(rule.get("begins", ()))]
        for part in (*rule.get("any of", ()), *rule.get("all of", ())):
            found += self.subjects(part) if self.rules[part].get("of") == "holder" else []
        return list(dict.fromkeys(holder for holder in found if holder))

    def by_kind(self, kinds: Sequence[str]) -> list[Event]:
        """The events of some kinds, kind by kind."""
        return [event for kind in kinds for event in self.facts(kind)]

    def concerning(self, rule: Json, of: str, kinds: Sequence[str]) -> list[Event]:
        """The events of some kinds; of a status, those that name its lot or Holder, or none."""
        found = self.facts(*kinds)
        return [e for e in found if (e.entry.get(rule["of"]) or "") in ("", of)] if of else found

    def once_all_is_gone(self, lot: str, ends: Sequence[Event]) -> list[Event]:
        """What ends the status of a lot: of what states an amount, that by which all is gone."""
        whole = next(Fraction(e["principal"]) for e in self.terms["securities"] if e["id"] == lot)
        gone, found = Fraction(0), []
        for event in ends:
            gone += event.dollars() or 0
            if event.dollars() is None or gone >= whole:
                found.append(event)
        return found

    def first_of(self, rule: Json, of: str) -> date | None:
        """The first day of what begins on a Day, or of a lot with its issue, once it has come."""
        own = Instance(rule["id"], of=(rule["of"], of) if of else None)
        if "from" in rule:
            start = self.day(rule["from"], own).day
        else:
            start = next((on for on, _, _ in self.issues(of)), None)
        return start if start and start <= self.today else None

    def takes_effect(self, rule: Json, event: Event) -> date | None:
        """The day on which a notice begins a state, once it has come: as deemed given, sent or
        received; of what is no notice, its own day."""
        start: date | None = event.on
        if rule.get("to"):
            given = [g for g in event.entry.get("given", ()) if g["to"] in rule["to"]]
            given = [g for g in given if self.method(g)]
            start = self.deemed_given([event], rule["to"])
            sent = earliest(self.sent_on(g) for g in given)
            received = earliest(self.received_on(g) for g in given)
            if sent is not None and not sent == start == received:
                way = self.pick(rule.get("starts", "deemed"))
                start = {"received": received or start, "sent": sent}.get(way, start)
        return start if start and start <= self.today else None

    def spell(
        self, rule: Json, of: str, event: Event | None, start: date, ends: Sequence[Event]
    ) -> Spell:
        """What an event, or a Day, began, until an event ended it or it ended by itself."""
        counted = self.pick(rule.get("first day", "counted")) == "counted"
        name = "/".join(part for part in (of, event.id if event else "") if part)
        by = [rule["improper by"]] if "improper by" in rule else []
        improper = next(iter(self.about(by, [f"{rule['id']}/{name}", name])), None)
        of_it = (rule["of"], of) if of else None
        it = Instance(rule["id"], (event.id,) if event else (), start, event, of=of_it)
        until = self.ends_itself(rule["until"], start, it) if "until" in rule else None
        ended = next((end for end in ends if end.on > start), None)
        over = ended.on if ended else None
        if until and until[1] <= self.today and (over is None or until[1] < over):
            ended, over = None, until[1]
        last, limb = (until[0], until[2]) if until else (None, None)
        day_one = start if counted else start + ONE
        return Spell(name, event, start, day_one, ended, last, over, improper, limb)

    def ends_itself(
        self, until: Json, began: date, of: Instance
    ) -> tuple[date, date, str | None] | None:
        """The last day of a state that ends by itself, the first day after it, and its limb."""
        ends: list[tuple[date, date, str | None]] = []
        if "day" in until:
            day = self.day(until["day"], of).day
            last = max(day, began - ONE) if day else None
            ends += [(last, last + ONE, until.get("limb"))] if last else []
        else:
            day = moved(began, until["years"], "years")
            if (began.month, began.day, day.day) == (2, 29, 28):
                day += ONE * (self.pick(until.get("leap day")) == "March 1")
            included = self.pick(until.get("last", "day before")) == "anniversary"
            last = day if included else day - ONE
            ends.append((last, last + ONE, until.get("limb")))
        for limb in until.get("early", ()):
            because = self.early(limb, began)
            if because:
                over = max(began, because.on)
                ends.append((over - ONE, over, limb["limb"]))
        return min(ends, key=lambda end: end[1]) if ends else None

    def early(self, limb: Json, began: date) -> Event | None:
        """The event by which all was sold, or nothing is outstanding."""
        said = next(iter(self.facts(limb["fact"])), None)
        last_note, last, converted = self.gone(began)
        if limb["when"] == "all sold":
            of_a_sale = ("notes-sold-under-shelf", "shares-sold-under-shelf")
            sold = last if last and last.kind in of_a_sale else None
            if said is None or (sold and sold.on <= said.on):
                return sold
            disregarded = self.pick(limb.get("unregistered", "counted")) == "disregarded"
            return said if disregarded else sold
        shares_follow = last_note is not None and converted and last_note is not last
        if shares_follow and self.pick(limb.get("shares", "counted")) == "disregarded":
            last = last_note
        found = [event for event in (said, last) if event]
        return min(found, key=lambda event: event.place, default=None)

    def issues(self, lot: str) -> list[tuple[date, Fraction, Event | None]]:
        """Every issue of a lot: its day, its dollars, and the event."""
        of = next(each for each in self.terms["securities"] if each["id"] == lot)
        left = Fraction(of["principal"])
        if re.fullmatch(r"\d{4}-\d\d-\d\d", of["issued"]):
            return [(date.fromisoformat(of["issued"]), left, None)]
        found: list[tuple[date, Fraction, Event | None]] = []
        for event in self.facts(of["issued"]):
            if event.entry.get("lot") in (None, lot):
                stated = event.dollars()
                found.append((event.on, left if stated is None else stated, event))
                left -= found[-1][1]
        return found

    def gone(self, began: date) -> tuple[Event | None, Event | None, bool]:
        """The events by which the last Note, and the last security of any kind, was gone, and
        whether shares replaced some."""
        issues = {lot["id"]: self.issues(lot["id"]) for lot in self.terms["securities"]}
        left: dict[str, Fraction] = {}
        shares, unknown, converted, last_note = Fraction(0), False, False, None
        kinds = ("notes-converted", "notes-retired", "notes-sold-under-shelf")
        for event in self.facts(*kinds, "shares-sold-under-shelf") if any(issues.values()) else ():
            if event.kind == "shares-sold-under-shelf":
                shares -= event.dollars("shares") or 0
            else:
                lot = event.entry.get("lot") or ""
                left[lot] = left.get(lot, Fraction(0)) + (event.dollars() or 0)
            if event.kind == "notes-converted":
                converted = True
                unknown = unknown or event.dollars("shares") is None
                shares += event.dollars("shares") or 0
            day = max(event.on, began)
            by_then = {n: sum(d for on, d, _ in own if on <= day) for n, own in issues.items()}
            if all(dollars <= left.get(lot, 0) for lot, dollars in by_then.items()):
                last_note = last_note or event
                if shares <= 0 and not unknown:
                    return last_note, event, converted
        return last_note, None, converted

    # Periods, and the notices that extend them.

    @asked_once
    def periods(self, state: str, of: str = "") -> list[Period]:
        """The periods of a state, in order, with their extensions.
        A notice extends what it is about; else what is in force on the day
        it is given, or the first whose own notice was on its way."""
        rule, found = self.rules[state], joined(self.spells(state, of))
        length = next((each for each in rule.get("limits", ()) if not window_of(each)), None)
        if "extension" not in rule or length is None:
            return found
        notices = []
        for event in self.facts(rule["extension"]["by"]):
            given = self.deemed_given([event], rule["to"]) if rule.get("to") else event.on
            if given and given <= self.today:
                notices.append((given, event))
        for given, event in sorted(notices, key=lambda each: each[0]):
            place = self.place_of(rule, found, given, event)
            made = self.extension(rule, length, found[place[0]], place[1], given) if place else None
            if place and made:
                of_it = found[place[0]]
                found[place[0]] = of_it._replace(extensions=(*of_it.extensions, made))
        return found

    def place_of(
        self, rule: Json, found: Sequence[Period], given: date, event: Event
    ) -> tuple[int, Spell] | None:
        """The period and the spell that a notice given on a day is about."""
        every = [(n, part) for n, period in enumerate(found) for part in period.parts]
        if event.abouts:
            name = event.abouts[0].removeprefix(f"{rule['id']}/")
            return next((each for each in reversed(every) if each[1].name == name), None)
        proper = sorted((e for e in every if not e[1].improper), key=lambda each: each[1].start)
        before = [each for each in proper if each[1].start <= given]
        if before:
            period = found[before[-1][0]]
            if period.start <= given and (period.over is None or given < period.over):
                return before[-1][0], period.in_force(given)
        later = (each for each in proper if each[1].start > given)
        return next((each for each in later if sent_on_or_start(each[1]) <= given), None)

    def extension(
        self, rule: Json, length: Json, period: Period, part: Spell, given: date
    ) -> Extension | None:
        """The extension of a spell; None if it has ended, was not allowed, or is extended."""
        again = [e for e in period.extended if period.end_of(e.part) == period.end_of(part)]
        if not period.proper or (part.over and given >= part.over) or again:
            return None
        last = period.first + ONE * (most_of(length) - 1)
        any_time = self.pick(rule["extension"].get("given", "by last day")) == "at any time"
        return Extension(part, given, given <= last or any_time)

    # Occurrences.

    def occurrences(self, state: str, of: str = "") -> list[Occurrence]:
        """The occurrences of a state, or of the status of a lot or Holder, that were allowed."""
        return [self.occurrence(each) for each in self.periods(state, of) if each.proper]

    def occurrence(self, period: Period) -> Occurrence:
        """A period with its last day or, while open, the one that the terms give it."""
        last = period.over - ONE if period.over else None
        if period.over is None:
            going = [part for part in period.parts if part.over is None]
            days = [part.until for part in going if part.until]
            last = max(days) if len(days) == len(going) else None
        ended = period.ended.on if period.over and period.ended else last
        return Occurrence(period.start, last, ended)

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

    def over_by(self, state: str, of: Instance, day: date) -> Occurrence | None:
        """What says that a state is not in force on a day; None if it is, or if not known yet."""
        own = of.named(self.rules[state].get("of"))
        begun = [each for each in self.occurrences(state, own) if each.first <= day]
        if begun and not begun[-1].has(day):
            return begun[-1]
        return None if begun or day >= self.today else Occurrence(day, day, None)


def together(every: Sequence[Sequence[Spell]]) -> list[Spell]:
    """The spells in which one of each is in force: begun by the last to begin, ended by the first
    to end."""
    found = []
    for then in product(*every):
        last = max(then, key=lambda each: each.start)
        first = min(then, key=lambda each: each.over or FAR)
        until = earliest(each.until for each in then)
        if first.over is None or first.over > last.start:
            found.append(last._replace(over=first.over, ended=first.ended, until=until))
    return found


def called_off(
    notices: Sequence[tuple[Event, date | None]], days: Sequence[date]
) -> dict[int, date]:
    """The notices that an end withdrew: it applies to what is in force; if nothing is, to those on
    their way, or else to those sent that day."""
    found: dict[int, date] = {}
    waiting: list[int] = []
    place = 0

    def waits(n: int, day: date) -> bool:
        start = notices[n][1]
        return start is None or start >= day

    for day in dict.fromkeys(days):
        while place < len(notices) and notices[place][0].on < day:
            waiting.append(place)
            place += 1
        still = [n for n in waiting if waits(n, day)]
        in_force, waiting = len(still) < len(waiting), still
        if in_force:
            continue
        while not waiting and place < len(notices) and notices[place][0].on == day:
            if waits(place, day):
                found[place] = day
            place += 1
        found.update(dict.fromkeys(waiting, day))
        waiting = []
    return found


def sent_on_or_start(part: Spell) -> date:
    """The day the notice that began a spell was sent."""
    given = part.notice.entry.get("given", ()) if part.notice else ()
    return min((date.fromisoformat(each["on"]) for each in given), default=part.start)


# 7  Limits of states: how long, how many days in any window, how often, how far apart.


def window_of(limit: Json) -> tuple[int, str] | None:
    """The length of the windows of a limit; None for a limit on one period."""
    if "window months" in limit:
        return limit["window months"], "months"
    return (limit["window days"], "days") if "window days" in limit else None


def most_of(limit: Json) -> int:
    """The most that is within a limit."""
    return int(limit.get("most") or limit["reaches"] - 1)


def occurrences_are_counted(limit: Json) -> bool:
    """Whether a limit is on occurrences rather than days."""
    return limit.get("counted") in ("begun", "in force")


class Break(NamedTuple):
    """The first day of a period beyond a limit (None: the least time apart); `later` is that day
    with an extension given after the limit was exceeded; `beginning`: it may not begin."""

    limit: Json | None
    on: date
    later: date | None = None
    beginning: bool = False

    @property
    def last(self) -> date:
        """The last day within the limit."""
        return self.on - ONE

    @property
    def of_length(self) -> bool:
        """Whether it is of the limit on one period."""
        return self.limit is not None and window_of(self.limit) is None


class Limits(States):
    """What the limits of a state allow each of its periods."""

    def proper(self, state: str) -> list[Period]:
        """The periods that were allowed."""
        return [each for each in self.periods(state) if each.proper]

    def days_of(self, period: Period) -> tuple[date, date]:
        """The counted days of a period, the second excluded; the day of the certificate counts."""
        return period.first, max(period.first, period.over or self.today + ONE)

    def window(self, rule: Json, limit: Json, day: date) -> date:
        """The first day of the window that ends on a day, or of the block that it is in."""
        length = window_of(limit)
        if length is None:
            return LONG_AGO
        if self.pick(limit.get("windows", "rolling")) != "blocks":
            return moved(day, -length[0], length[1]) + ONE
        anchor = self.proper(rule["id"])[0].first
        if "blocks from" in limit:
            anchor = self.day(limit["blocks from"], Instance(rule["id"])).day or anchor
        months = 12 * (day.year - anchor.year) + day.month - anchor.month
        n = ((day - anchor).days if length[1] == "days" else months) // length[0] * length[0]
        begins = moved(anchor, n, length[1])
        return begins if begins <= day else moved(anchor, n - length[0], length[1])

    def number(self, limit: Json, start: date, end: date) -> int:
        """The counted days from a day to another, which is excluded."""
        if start >= end:
            return 0
        unit = limit.get("counted", "days")
        if unit == "days":
            return (end - start).days
        return self.calendar({"unit": unit}).between(start - ONE, end - ONE)

    def left_out(self, period: Period, limit: Json) -> list[tuple[date, date]]:
        """The further days of extensions, where they do not count against a limit."""
        may = "extended" in limit and window_of(limit)
        if not may or self.pick(limit.get("extra days", "raise it")) != "not counted":
            return []
        found = []
        for each in period.extended:
            start, end = (each.part.day_one + ONE * n for n in (most_of(limit), limit["extended"]))
            end = min(end, period.end_of(each.part) or end)
            found.append((min(start, end), end))
        return found

    def used(self, rule: Json, limit: Json, period: Period, day: date) -> int:
        """The counted days in the window of a day if a period lasts through it: its own, and those
        of the periods before it."""
        since = self.window(rule, limit, day)
        spans = [(period.first, day + ONE, self.left_out(period, limit))]
        if window_of(limit):
            for other in self.proper(rule["id"]):
                start, end = self.days_of(other)
                if other.start < period.start:
                    spans.append((start, min(end, period.first), self.left_out(other, limit)))
        total = 0
        for start, end, outs in spans:
            first = max(start, since)
            total += self.number(limit, first, end)
            total -= sum(self.number(limit, max(first, a), min(end, b)) for a, b in outs)
        return total

    def first_over(self, rule: Json, limit: Json, period: Period, most: int, day: date) -> date:
        """The first day, from a day on, through which a period makes its window hold too many."""
        while (now := self.used(rule, limit, period, day)) <= most:
            day += ONE * (most - now + 1)  # each day adds one at the most
        return day

    @asked_once
    def breaks(self, state: str, period: Period) -> list[Break]:
        """Where a period exceeds each limit: by beginning, by its length, then in windows."""
        rule, found = self.rules[state], list[Break]()
        limits = rule.get("limits", ())
        found += [
            Break(limit, period.first, beginning=True)
            for limit in filter(occurrences_are_counted, limits)
            if self.times(rule, limit, period.first) > most_of(limit)
        ]
        for last, day in self.next_to(state, period) if "apart" in rule else ():
            if day < self.free(rule, last):
                found.append(Break(None, day, beginning=True))
                break
        of_days = [each for each in limits if not occurrences_are_counted(each)]
        of_days.sort(key=lambda each: window_of(each) is not None)
        return [*found, *(self.broken_by(rule, limit, period) for limit in of_days)]

    def broken_by(self, rule: Json, limit: Json, period: Period) -> Break:
        """Where a period exceeds one limit; an extension covers the spell that it extends, and in a
        window only the days from which it was given."""
        most, windowed = most_of(limit), window_of(limit) is not None
        short = self.first_over(rule, limit, period, most, period.first)
        cap = limit.get("extended", most) if period.extended else most
        if windowed and self.pick(limit.get("extra days", "raise it")) == "not counted":
            cap = most
        if cap == most:
            return Break(limit, short)
        longer = self.first_over(rule, limit, period, cap, short)
        later = first_beyond(period, short, longer)
        on = first_beyond(period, short, longer, given=windowed)
        if on != later and self.pick(rule["extension"].get("given")) == "at any time":
            on = later
        return Break(limit, on, later if later > on else None)

    def times(self, rule: Json, limit: Json, day: date) -> int:
        """The periods begun by a day that count in its window."""
        since, counted = self.window(rule, limit, day), 0
        for each in self.proper(rule["id"]):
            start, end = self.days_of(each)
            mark = start if limit["counted"] == "begun" else end - ONE
            counted += start <= day and mark >= since
        return counted

    def next_to(self, state: str, period: Period) -> Iterator[tuple[date, date]]:
        """For each beginning in a period, the last day of the one before it, and its day."""
        before = [self.days_of(each)[1] for each in self.proper(state)]
        before = [end for end in before if end <= period.first]
        if before:
            yield before[-1] - ONE, period.first
        for one, other in pairwise(period.parts):
            if one.over is not None and one.over <= other.start:
                yield one.over - ONE, other.day_one

    def free(self, rule: Json, last: date) -> date:
        """The first day on which a period may begin after one whose last day is given."""
        apart = rule["apart"]
        if apart["unit"] == "days":
            included = self.readings["trigger-day"] == "INCLUDED"
            return last + timedelta(apart["count"] - included)
        return self.after(last, apart).last

    def exceeded(self, period: Period, limit: Break) -> bool:
        """Whether a period has a day beyond a limit that has come."""
        return (period.over is None or limit.on < period.over) and limit.on <= self.today

    def excess(self, state: str, period: Period) -> date | None:
        """The first day beyond any limit; None if the period has not reached it."""
        if not period.proper:
            return None
        first = min(self.breaks(state, period), key=lambda each: each.on, default=None)
        return first.on if first and self.exceeded(period, first) else None

    def again(self, state: str, period: Period) -> tuple[date, date] | None:
        """The days that an extension allows again after a limit was exceeded, the second out."""
        every = self.breaks(state, period)
        late = [each.on for each in every if each.later]
        if not late or any(each.beginning for each in every):
            return None
        end = min(each.later or each.on for each in every)
        start = next((e.given for e in period.extended if e.given > max(late)), end)
        return (start, end) if start < end else None

    def excesses(self, state: str) -> list[tuple[str, date]]:
        """The first day beyond the limits of each period that has one, with what was in force."""
        found = [(each, self.excess(state, each)) for each in self.periods(state)]
        return [(each.in_force(on).name, on) for each, on in found if on]


def first_beyond(period: Period, short: date, longer: date, *, given: bool = False) -> date:
    """The first day beyond a limit exceeded on one day, or on a later one if extended."""
    day = short
    while day < longer:
        extension = period.extension_on(day)
        if extension is None or (given and day < extension.given):
            return day
        day = min(longer, period.end_of(extension.part) or longer)
    return day


# 8  Clocks that a state stops.


class Stop(NamedTuple):
    """Days that stop a clock, the second excluded, None while ongoing."""

    start: date
    until: date | None


class Run(NamedTuple):
    """The end of a clock: its last day, None while a state stops it (then `would_be` is the last
    day if that ended today, or on the day it was done); `began` is the first day without a stop."""

    due: date | None
    began: date
    would_be: date | None = None


class Clocks(Limits):
    """Clocks that a state stops."""

    def stops(self, state: str, period: Period) -> Iterator[Stop]:
        """The days of a period that stop a clock: not those beyond its limits, where these are a
        failure themselves."""
        excess = self.excess(state, period)
        if excess is None or self.pick(self.rules[state].get("excess", "none")) == "none":
            yield Stop(period.start, period.over)
            return
        if period.start < excess:
            yield Stop(period.start, excess)
        again = self.again(state, period)
        if again and again[0] <= self.today:
            beyond = period.over is None or again[1] < period.over
            last = (again[1] if again[1] <= self.today else None) if beyond else period.over
            yield Stop(again[0], last)

    def stop_for(self, state: str, of: str, opened: date, due: date) -> Stop | None:
        """What stops a clock when it starts, or the first that begins by its last day."""
        every = [each for each in self.periods(state, of) if each.proper]
        before = [n for n, each in enumerate(every) if each.start <= opened]
        for period in every[before[-1] if before else 0 :]:
            over = period.over is not None and period.over <= opened
            if period.start > due or (period.start < opened and over):
                continue
            for stop in self.stops(state, period):
                covers = stop.start <= opened and (stop.until is None or opened < stop.until)
                if covers or opened <= stop.start <= due:
                    return stop
        return None

    def run(
        self, by: Json, period: Json, of: str, opened: date, last: date, done: date | None
    ) -> Run:
        """A clock from a day to its last day: what stops it, and the days left after each stop."""
        due, since, used, began, free = last, opened, 0, opened, opened
        while stop := self.stop_for(by["state"], of, free, due):
            then = self.pick(by.get("then", "resume"))
            if (then == "none" and stop.start > opened) or (done and done < stop.start):
                break
            used = 0 if then == "fresh" else used + self.days_used(by, period, since, stop.start)
            left = max(0, period["count"] - used)
            if stop.until is None or (done and done <= stop.until):
                until, first = done or self.today, max(stop.start, opened)
                return Run(None, began, self.rest(by, period, until, left, first))
            free = stop.until
            began = free if stop.start <= began else began
            due, since = self.rest(by, period, free, left), self.counts_from(by, period, free)
            if due == free:
                break
        return Run(due, began)

    def days_used(self, by: Json, period: Json, since: date, begun: date) -> int:
        """The days counted until a state that began stopped the clock."""
        open_days = period["unit"] in OPEN_DAYS
        days = self.calendar(period) if open_days else None
        used = days.between(since, begun) if days else max(0, (begun - since).days)
        if used <= 0:
            return 0
        counts = days is None or not days.closed(begun)
        return used - (counts and self.pick(by.get("first day", "counted")) == "not counted")

    def counts_from(self, by: Json, period: Json, until: date, since: date = LONG_AGO) -> date:
        """The day from which the days left are counted, itself not counted. The first day after a
        stop is later than both the day that opened the clock and the first of the stop."""
        counted = until > since and self.pick(by.get("day after", "not counted")) == "counted"
        return until - ONE if counted and not self.counts_first(period) else until

    def rest(self, by: Json, period: Json, until: date, left: int, since: date = LONG_AGO) -> date:
        """The last day, counting what is left from the end of a stop."""
        if left == 0:
            return until
        return self.after(self.counts_from(by, period, until, since), period, left).last

    def stopped(self, value: Day, rule: Json, of: Instance, opens: date, done: date | None) -> Run:
        """The run of the clock of an instance: a number of days after a Day starts on that Day; any
        other last day is a number of calendar days after the first day."""
        by, last = rule["stopped by"], value.day or FAR
        while value.how == "if":
            value = value.parts[-1]
        period, started = value.period or {}, opens
        if value.how == "after" and value.counting and period:
            started = value.counting.start
        if value.how != "after" or period.get("unit") not in ("days", *OPEN_DAYS):
            period = {"count": max(0, (last - started).days), "unit": "days"}
        own = of.named(self.rules[by["state"]].get("of"))
        return self.run(by, period, own, started, last, done)


# 9  Obligations and rights: what opens each, its first and last day, and what satisfied it.


class Performance(NamedTuple):
    """What counts for an instance: the day, None if not done, and the events."""

    on: date | None = None
    by: tuple[Event, ...] = ()


class Due(NamedTuple):
    """A last day, how it was counted before a state stopped its clock, and whether one does."""

    day: date
    tree: Day
    stopped: bool = False


class Open(NamedTuple):
    """An instance that is open from a day to its last day, None if it has none."""

    rule: Json
    of: Instance
    opens: date
    first: Day | None
    last: "Due | None"

    @property
    def due(self) -> date | None:
        """The last day."""
        return self.last.day if self.last else None

    @property
    def until(self) -> Day | None:
        """The last day as counted, if it has an hour."""
        tree = self.last.tree if self.last else None
        return tree if tree and tree.until else None

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


class Obligations(Clocks):
    """Everything owed, and every right."""

    def kinds_for(self, rule: Json) -> list[str]:
        """The kinds of event that can satisfy a provision."""
        return [*rule.get("satisfied by", ()), *rule.get("satisfied by all of", ())]

    @asked_once
    def instances(self, item: str) -> dict[str, Instance]:
        """The instances of a provision that events, repeated days or excesses opened, by id."""
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
        return Open(rule, of, opens, first, last)

    @asked_once
    def due(self, item: str, of: Instance, done: date | None = None) -> Due | None:
        """The last day of an instance, done on a day or not yet; None if not known."""
        rule = self.rules[item]
        value = self.lengthened(self.day(rule["due"], of), rule, of)
        if value.day is None and "expected" in rule:
            value = self.day(rule["expected"], of)
            if value.day is not None and value.day < self.today:
                return None
        if value.day is None:
            return None
        if "stopped by" not in rule:
            self.agreed(rule, of.id, value.day, of.named("holder"))
            return Due(value.day, value)
        opens = (self.day(rule["opens"], of).day if "opens" in rule else of.it) or value.day
        run = self.stopped(value, rule, of, opens, done)
        self.agreed(rule, of.id, run.due, of.named("holder"))
        return Due(run.due or run.would_be or value.day, value, run.due is None)

    def agreed(self, rule: Json, name: str, due: date | None, holder: str) -> None:
        """Raise NotVerifiedError if a waiver or an extension may move a last day. None does if it
        was agreed after that day, is of another Holder, or names no later day; nor does a waiver
        that marks a default alone."""
        default = default_name(rule, name)
        for event in self.about(("waiver", "extension"), [n for n in (name, default) if n]):
            own, extends = event.entry.get("holder"), event.kind == "extension"
            late = due is not None and event.on > due and (extends or bool(default))
            marks = bool(default and own and not extends)
            no_later = event.target <= due if event.target and due else extends and not event.target
            consented = any(e.on > event.on for e in self.about(("consent-given",), (event.id,)))
            if consented or not (late or marks or no_later or (own and not holder)):
                raise NotVerifiedError("a waiver or an extension")

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
        return Day(last.day if last and not last.stopped else None, "due", item)

    def opening_of(self, item: str) -> Day:
        """The first day of another provision that is owed once."""
        own = self.instances(item).get(item) if item in self.rules else None
        if own is None:
            return Day(None, "opening", item)
        rule = self.rules[item]
        return Day(self.day(rule["opens"], own).day if "opens" in rule else own.it, "opening", item)

    # What satisfied an instance.

    @asked_once
    def matching(self, spelled: str, kind: str) -> dict[str, list[Event]]:
        """The events of a kind that count for each instance of the provisions of one type, matched
        together, so that an event counts once."""
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

    def done(self, each: Open) -> Performance:
        """When an instance was satisfied, and by what: by one act, any of several or all of them;
        a sum that is owed, by the acts that together state as much."""
        rule, kinds = each.rule, self.kinds_for(each.rule)
        found = [self.matching(rule["type"], kind)[each.of.id] for kind in kinds]
        return self.answered(each, self.performed(each, found))

    def performed(self, each: Open, found: Sequence[list[Event]]) -> Performance:
        """The day on which acts, by kind, satisfied an instance."""
        rule, every = each.rule, sorted({e for one in found for e in one}, key=lambda e: e.place)
        due = each.due
        owed = self.amount(rule["amount"], each.of, due) if "amount" in rule and due else None
        days = [Performance(min((e.on for e in one), default=None), tuple(one)) for one in found]
        if owed and every and not rule.get("to") and "satisfied by all of" not in rule:
            in_full = self.in_full(every, owed)
            days = [
                Performance(in_full.on, (in_full,)) if in_full in one else Performance()
                for one in found
            ]
        days = [self.dated(each, one) for one in days]
        if len(days) < 2:
            return days[0] if days else Performance()
        if "satisfied by all of" in rule:
            last = max(one.on or FAR for one in days)
            acts = tuple(event for one in days for event in one.by)
            return Performance(None if last == FAR else last, acts)
        return min(days, key=lambda one: one.on or FAR)

    def in_full(self, acts: Sequence[Event], owed: Fraction) -> Event | None:
        """The act with which all so far state what is owed, or which states no amount."""
        paid = Fraction(0)
        for act in acts:
            paid += act.dollars() or 0
            if act.dollars() is None or paid >= owed:
                return act
        return None

    def dated(self, each: Open, found: Performance) -> Performance:
        """The day on which acts of one kind count: a notice when deemed given to all, an act after
        the hour on the next Business Day."""
        if each.rule.get("to") and found.by:
            found = found._replace(on=self.notified(each.rule, found.by))
        else:
            found = found._replace(by=found.by[:1])
        act = next((event for event in found.by if event.on == found.on), None)
        if act is None or each.until is None:
            return found
        on = self.acted_on(act, each.until.until, clock=on_the_clock(each.until))
        return found._replace(on=on)

    def notified(self, rule: Json, notices: Sequence[Event]) -> date | None:
        """When notice is deemed given to everyone. Where notice of each default is owed it must be
        delivered; other advice without a recorded delivery was given that day."""
        about_it = rule.get("matched") == "about it"
        written = [e for e in notices if e.entry.get("given") or about_it]
        spoken = next((e.on for e in notices if e not in written), None)
        given = self.deemed_given(written, rule["to"]) if written else None
        return earliest(iter([given, spoken]))

    def answered(self, each: Open, so_far: Performance) -> Performance:
        """What satisfied an instance that asks whether its event opened an outage."""
        asked = self.rules.get(each.rule.get("asks about", ""))
        if not asked or "default" not in asked or not each.of.event:
            return so_far
        answer = self.first(asked["each"][0], each.of.event.on)
        if answer is None:
            return so_far
        earlier = so_far.on is None or answer.on < so_far.on
        return Performance(answer.on if earlier else so_far.on, (*so_far.by, answer))

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
            raise NotVerifiedError(f"{event.id} states no amount")
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

    def obligation(self, each: Open, done: Performance | None = None) -> Json:
        """An obligation with a last day, as the certificate has it."""
        rule, of = each.rule, each.of
        done = self.done(each) if done is None else done
        if "stopped by" in rule and done.on:
            each = each._replace(last=self.due(rule["id"], of, done.on) or each.last)
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
        if each.last and each.last.stopped:
            status = "met" if met else "excused"
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
        return {**found, "last day": each.last.tree.shown()} if each.last else found

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


# 10  Defaults, and the notices that they open.


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
    lot: str | None = None

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
        due = a_day(item["due"])
        if item["status"] == "excused" or due is None:
            return None
        cure = self.cure(each, lapse["cured by"])
        failed = of.it if "each" in rule else None
        name = default_name(rule, of.id)
        made = self.lapse(lapse, name, of.id, due, cure, failed=failed)
        if made and "while" in rule:
            made = self.stopped_with(rule["while"], of, due, made)
        elif made and "during" in rule and self.pick(lapse.get("stops with period", False)):
            made = self.stopped_with(rule["during"], of, of.it or each.opens, made)
        if made and "affects" in lapse:
            if not of.event or not of.event.entry.get("holder"):
                raise NotVerifiedError("the Holder affected is not known")
            made = made._replace(holder=of.event.entry["holder"])
        own_lot = of.of[1] if of.of and of.of[0] == "lot" else None
        return made._replace(lot=own_lot) if made else None

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
            raise NotVerifiedError("notices of each step of a rate")
        each = Open(rule, of, made.arose, None, last)
        acts = self.about(self.kinds_for(rule), of.names)
        done = self.performed(each, [acts])
        return {**self.obligation(each, done), "opened by": made.instance}


# 11  What an assessment says of states: their periods, and the defaults of their limits.


class Failure(NamedTuple):
    """A failure to be usable, until its cure; `excepted`: as the terms are read, it is none."""

    name: str
    on: date
    cure: Event | None
    excusable: bool = True
    excepted: bool = False


class StateItems(Defaults):
    """Periods, limits that were exceeded, and outages with a time to cure."""

    def windows(self, rule: Json) -> list[Json]:
        """A window for each spell of a state."""
        subjects = [""] if "limits" in rule else self.subjects(rule["id"])
        return [
            self.window_item(rule, period, part)
            for of in subjects
            for period in self.periods(rule["id"], of)
            for part in period.parts
        ]

    def window_item(self, rule: Json, period: Period, part: Spell) -> Json:
        """The window of a spell; those that join share their days and their last day."""
        limited, over = "limits" in rule, part.over
        every = self.breaks(rule["id"], period) if limited and period.proper else []
        ends = [min(every, key=lambda each: each.on).last] if every else []
        ends += [part.until] if part.until else []
        otherwise = part.start if limited else over - ONE if over else self.today
        last = min(ends, default=otherwise)
        closes = last if part.until else max(part.start, last)
        no_end = not (over or limited or part.until)
        now = "last day" if last == self.today else "overrun" if last < self.today else "open"
        until = over or (self.today if limited else period.first)
        in_days = any(not occurrences_are_counted(each) for each in rule.get("limits", ()))
        bare = rule.get("once") or not part.name
        return {
            "is": "state",
            "instance": rule["id"] if bare else f"{rule['id']}/{part.name}",
            "section": rule["section"],
            "opened by": None if rule.get("once") or not part.notice else part.notice.id,
            "opens": shown(part.start),
            "last": None if no_end else shown(closes),
            "status": "closed" if over and not no_end else "open" if no_end else now,
            "done": shown(over),
            "used": max(0, (until - period.first).days) if in_days else None,
            "limb": part.limb,
        }

    def lasting(self, state: str | None) -> Json | None:
        """The window of a state without limits that begins once."""
        rule = self.rules.get(state or "")
        found = self.windows(rule) if rule and "limits" not in rule else []
        return next((item for item in found if item["instance"] == state), None)

    def breaches(self, rule: Json) -> Iterator[tuple[Json, Default | None]]:
        """The limits that were exceeded, each with its default."""
        protected = self.lasting(rule.get("during"))
        over = (a_day(protected["last"]) or self.today) + ONE if protected else None
        open_until: dict[int, date | None] = {}
        for period in self.proper(rule["id"]) if "limits" in rule else ():
            yield from self.too_long(rule, period, over)
            yield from self.too_many(rule, period, over, open_until)

    def too_long(
        self, rule: Json, period: Period, over: date | None
    ) -> Iterator[tuple[Json, Default | None]]:
        """A period that did not end by its last day."""
        every = self.breaks(rule["id"], period)
        length = next((each for each in every if each.of_length), None)
        if length is None or length.limit is None or "default" not in length.limit:
            return
        limit, due, ended = length.limit, length.last, period.over
        windows = [b for b in every if b.limit and not b.beginning and not b.of_length]
        windows = [b for b in windows if "default" not in (b.limit or {}) and b.on < length.on]
        if windows and self.pick(limit.get("tested", "alone")) != "alone":
            due = min(windows, key=lambda each: each.on).last
        if due >= self.today or (ended and ended <= due):
            return
        if ended == due + ONE and self.pick(limit.get("may end", "day after")) != "last day":
            return
        yield self.breach(rule, period, limit["default"], "end", due, ended, over)

    def too_many(
        self, rule: Json, period: Period, over: date | None, open_until: dict[int, date | None]
    ) -> Iterator[tuple[Json, Default | None]]:
        """Too many days in a window, or too many periods, unless the last default is still open."""
        every = self.breaks(rule["id"], period)
        limits = [b for b in every if b.limit and not b.of_length and not b.beginning]
        for n, each in enumerate([*limits, *(b for b in every if b.beginning)]):
            limit = each.limit
            if limit is None or "default" not in limit or not self.exceeded(period, each):
                continue
            if each.on < (open_until.get(n, LONG_AGO) or FAR):
                continue
            cured = period.over
            if cured and self.pick(limit.get("cured", "ended")) != "ended":
                back = each.on + ONE
                while self.covered(rule, limit, back) > most_of(limit):
                    back += ONE
                cured = back if back <= self.today else None
            open_until[n] = cured
            name = next(steps_of({"limits": [limit]}))
            lapse, came = limit["default"], each.on
            yield self.breach(rule, period, lapse, name, each.last, cured, over, came)

    def covered(self, rule: Json, limit: Json, day: date) -> int:
        """The counted days of all periods in the window of a day."""
        since, total = self.window(rule, limit, day), 0
        for period in self.proper(rule["id"]):
            start, end = self.days_of(period)
            start, end = max(start, since), min(end, day + ONE)
            total += self.number(limit, start, end)
            outs = self.left_out(period, limit)
            total -= sum(self.number(limit, max(start, a), min(end, b)) for a, b in outs)
        return total

    def breach(
        self,
        rule: Json,
        period: Period,
        lapse: Json,
        name: str,
        due: date,
        cured: date | None,
        over: date | None,
        came: date | None = None,
    ) -> tuple[Json, Default | None]:
        """The unsatisfied duty to end a period by a day, and the default it became."""
        instance = f"{rule['id']}-{name}/{period.name}"
        item = {
            "is": "limit",
            "instance": instance,
            "section": rule["section"],
            "opened by": period.name,
            "opens": shown(min(period.start, due)),
            "due": shown(due),
            "status": self.status(due, period.over),
            "done": shown(period.over),
        }
        own = f"{lapse['id']}/{period.name}"
        return item, self.lapse(lapse, own, instance, due, cured, over=over, came=came)

    # Outages with a time to cure.

    def failures(self, rule: Json) -> list[Failure]:
        """Every failure that an outage is about: of events, of a state that was not allowed or went
        beyond its limits, and of down-time."""
        kind, cured_by = rule["each"][0], rule["satisfied by"][0]
        found = [Failure(e.id, e.on, self.end_of(e, cured_by)) for e in self.facts(kind)]
        state: str = rule.get("stopped by", {}).get("state", "")
        for period in self.periods(state) if state else ():
            excess = self.excess(state, period)
            if not period.proper:
                failed = Failure(f"{period.name}-improper", period.start, period.ended, False)
                found.append(failed)
            elif excess and self.pick(self.rules[state].get("excess", "none")) == "a failure":
                name = f"{period.in_force(excess).name}-excess"
                found.append(Failure(name, excess, period.ended))
        down: Json = rule.get("down time", {})
        for event in self.facts(down["begins with"]) if down else ():
            cure = self.end_of(event, down["ends with"])
            excepted = self.readings["down-time"] == "NO-DEFAULT"
            found.append(Failure(event.id, event.on, cure, True, excepted))
        return list({each.name: each for each in found}.values())

    def end_of(self, event: Event, kind: str) -> Event | None:
        """The event that ended what another began: of the same day, unless an earlier one of its
        kind was still open, which it then ended."""
        end = self.first(kind, event.on)
        if end is None or end.on > event.on:
            return end
        before = [each for each in self.facts(event.kind) if each.on < event.on]
        ended = self.first(kind, before[-1].on) if before else None
        if not before or (ended and ended.on < event.on):
            return end
        return self.first(kind, event.on + ONE)

    def cure_period(self, rule: Json, failed: Failure) -> tuple[Json | None, Default | None]:
        """The time to cure a failure inside the protected period, and the default it became."""
        period = self.lasting(rule["during"])
        last = (a_day(period["last"]) or self.today) if period else LONG_AGO
        if period is None or not period["opens"] <= failed.on.isoformat() <= str(last):
            return None, None
        within, name = rule["within"], f"{rule['id']}/{failed.name}"
        own = default_name(rule, name)
        count = (
            self.after(failed.on, within) if within["count"] else Count(failed.on, failed.on, {})
        )
        run, done = Run(count.last, failed.on), failed.cure.on if failed.cure else None
        if failed.excepted:
            run = Run(None, failed.on)
        elif "stopped by" in rule and failed.excusable:
            run = self.run(rule["stopped by"], within, "", failed.on, count.last, done)
        self.agreed(rule, name, run.due, "")
        due = run.due or run.would_be or count.last
        status = self.status(due, done)
        if run.due is None:
            status = "met" if done else "excused"
        item = {
            "is": "cure",
            "instance": name,
            "section": rule["section"],
            "opened by": failed.name,
            "opens": shown(failed.on),
            "due": shown(due),
            "status": status,
            "done": shown(done),
            "counted": {
                "from": shown(failed.on),
                "last": shown(count.last),
                "skipped": count.skipped,
            },
        }
        if run.due is None or (done and done <= due) or "default" not in rule:
            return item, None
        lapse = rule["default"]
        return item, self.lapse(lapse, own, name, due, done, failed=run.began, over=last + ONE)


# 12  Streams: what accrues, from day to day.

ZERO = Fraction(0)
LAST_YEAR = 2060
AT_ONCE, THE_REST = "due at once", "what is left to the most in all"
GONE = ("notes-converted", "notes-retired", "notes-sold-under-shelf")
WORKED_OUT = {
    *("form", "id", "type", "section", "title", "owed by", "bears", "from", "until", "on days"),
    *("by age", "then by age", "ages in", "by anniversary", "then add each anniversary"),
    *("anniversaries of", "formerly", "dated rates", "rates as amended", "for each", "day count"),
    *("dollars per", "clock", "first day", "together", "at once", "at once again", "stops with"),
    *("through cure", "most in all", "ceiling", "base", "issued later", "converted", "sold"),
}


class AccrualDays(NamedTuple):
    """Days on which something accrues: of the default `id`, or of a stream's own (`from` and its
    id). `over` is the first day on which it does not; it is of the lots of a `closing`, or of
    `lots`, or of all."""

    id: str
    instance: str
    occurred: date
    first: date
    over: date
    closing: str | None = None
    lots: tuple[str, ...] = ()


class Course:
    """An amount from day to day: zero, and more or less from some days on."""

    def __init__(self, changes: dict[date, Fraction]) -> None:
        self.days = sorted(changes)
        self.amounts = list(accumulate(changes[day] for day in self.days))

    def on(self, day: date) -> Fraction:
        """The amount on a day."""
        place = bisect_right(self.days, day)
        return self.amounts[place - 1] if place else ZERO

    def since(self) -> date | None:
        """The first day on which there is any."""
        pairs = zip(self.days, self.amounts, strict=True)
        return next((day for day, amount in pairs if amount), None)

    def pieces(self, start: date, end: date) -> Iterator[tuple[date, date, Fraction]]:
        """The amounts other than zero from a day to another, which is excluded."""
        turns = [day for day in self.days if start < day < end]
        for first, last in pairwise([start, *turns, end]):
            if amount := self.on(first):
                yield first, last, amount


class Segment(NamedTuple):
    """Dollars that bear a rate, in percent, from a day to another, which is excluded; a note says
    why an amount is not the rate times the days."""

    lot: str
    principal: Fraction
    start: date
    end: date
    rate: Fraction
    days: int
    amount: Fraction
    note: str = ""

    def shown(self) -> Json:
        """The segment as the certificate has it."""
        found = {
            "lot": self.lot,
            "principal": str(self.principal),
            "from": shown(self.start),
            "to": shown(self.end),
            "rate": str(self.rate),
            "days": self.days,
            "amount": str(self.amount),
        }
        return found | ({"note": self.note} if self.note else {})

    def equals(self, end: date, rate: Fraction, principal: Fraction) -> bool:
        """Whether it ends on a day, at a rate, on an amount of dollars."""
        return (self.end, self.rate, self.principal) == (end, rate, principal)

    @property
    def of_a_dollar(self) -> Fraction:
        """What each of its dollars bears."""
        return self.amount / self.principal


class Balance(NamedTuple):
    """Dollars that bear a stream: of an issue of a lot; or of the terms, then `lot` is the stream,
    perhaps those of one default alone."""

    lot: str
    issued: date
    course: Course
    instance: str | None = None


def total(segments: Sequence[Segment]) -> Fraction:
    """The sum of some segments."""
    return sum((each.amount for each in segments), ZERO)


def in_dollars(exact: Fraction) -> str:
    """Exact dollars, rounded once to the cent, a half cent up."""
    cents = (abs(exact) * 100 + Fraction(1, 2)).__floor__()
    return f"{'-' if exact < 0 and cents else ''}{cents // 100}.{cents % 100:02}"


def year_part(name: str, start: date, end: date) -> tuple[int, Fraction]:
    """The days from a day to another, excluded, by a day count, and the part of a year."""
    days = (end - start).days
    if name == "Actual/Actual ISDA":
        part = ZERO
        for year in range(start.year, end.year + 1):
            first, last = max(start, date(year, 1, 1)), min(end, date(year + 1, 1, 1))
            part += Fraction(max((last - first).days, 0), 366 if isleap(year) else 365)
        return days, part
    if not name.startswith("Actual"):
        days = thirties(name, start, end)
    return days, Fraction(days, 365 if name == "Actual/365F" else 360)


def thirties(name: str, start: date, end: date) -> int:
    """Days in months of thirty (ISDA 2006 s.4.16(f) and (g); of the United States, with the ends of
    February; or elapsed: whole months of thirty, and the days after them)."""
    months = 12 * (end.year - start.year) + end.month - start.month
    if name == "30/360-ELAPSED":
        months -= moved(start, months, "months") > end
        return 30 * months + (end - moved(start, months, "months")).days
    first, last = min(start.day, 30), end.day
    if name == "30/360 US" and (start + ONE).month == 3 and start.month == 2:
        first = 30
        last = 30 if (end + ONE).month == 3 and end.month == 2 else last
    if last == 31 and (first == 30 or name == "30E/360"):
        last = 30
    return 30 * months + last - first


def in_a_row(runs: Sequence[AccrualDays]) -> list[tuple[date, date]]:
    """The unbroken spells of days on which any of some accrues, the second day excluded."""
    found: list[tuple[date, date]] = []
    for run in sorted(runs, key=lambda run: run.first):
        if run.over > run.first:
            goes_on = found and run.first <= found[-1][1]
            since, until = found.pop() if goes_on else (run.first, run.over)
            found.append((since, max(until, run.over)))
    return found


class Stream:
    """A stream on the defaults that apply to the same part of its base."""

    def __init__(self, deal: "Amounts", rule: Json, every: Sequence[AccrualDays]) -> None:
        self.deal, self.rule = deal, rule
        self.runs = [deal.until_stopped(rule, run) for run in every if bears(rule, run)]
        several = len(self.runs) > 1
        self.together = deal.pick(rule.get("together", "highest")) if several else "highest"
        self.clock = deal.pick(rule.get("clock", "each default")) if several else "each default"
        self.spells = in_a_row(self.runs)
        self.early = bool(self.spells) and deal.pick(rule.get("first day")) == "default"
        self.first = min((run.first for run in self.runs), default=FAR)
        self.lumps = list(self.with_a_share()) if "at once" in rule else []
        firsts = [run.occurred for run in self.lumps] + [run.first for run in self.runs]
        self.begins = min(firsts, default=None)
        span: Json = rule.get("for each", {})
        self.span, self.whole = span, span.get("part") == "whole"
        own = span.get("unit") in OPEN_DAYS
        unit = {**span, "count": 1} if own else {"count": 1, "unit": "days"}
        self.age_span: Json = rule.get("ages in", unit)
        self.ladders = [*rule.get("formerly", ()), rule]
        self.untils = [date.fromisoformat(each["until"]) for each in rule.get("formerly", ())]
        self.ages = {run: [self.by_age(each, run) for each in self.ladders] for run in self.runs}
        self.dated = [self.by_date(each) for each in self.ladders]
        ceiling: Json = rule.get("ceiling", {})
        self.alongside = [deal.stream(name, every) for name in ceiling.get("with", ())]
        steps = [each for own in self.ages.values() for each in own]
        turns = {day for own in [*steps, *self.dated] for day, _ in own}.union(self.untils)
        turns.update(*((run.first, run.over) for run in self.runs))
        self.turns: list[date] = sorted(turns.union(*(each.turns for each in self.alongside)))
        self.apart = self.together == "sum" and not ceiling

    def with_a_share(self) -> Iterator[AccrualDays]:
        """What has a share due at once: not what occurs while another is open, unless each accrues
        by itself, nor what is counted from an earlier day."""
        over = LONG_AGO
        for run in sorted(self.runs, key=lambda run: run.occurred):
            own_clock = self.clock == "each default" or run.first == self.first
            if own_clock and (self.together == "sum" or over <= run.occurred):
                yield run
            over = max(over, run.over)

    # Rates.

    def by_age(self, ladder: Json, run: AccrualDays) -> list[tuple[date, Fraction]]:
        """The rates by age, each from the day on which the age is reached."""
        steps = self.deal.pick(ladder.get("by age", [{"from day": 1, "rate": "0"}]))
        tiers = [(each["from day"], Fraction(each["rate"])) for each in steps]
        rises: Json = ladder.get("then by age", {"most": "0"})
        while rises and tiers[-1][1] < Fraction(rises["most"]):
            (age, rate), most = tiers[-1], Fraction(rises["most"])
            if Fraction(rises["add"]) <= 0 or len(tiers) > MOST:
                raise ValueError("a rate that never reaches its most")
            more = min(rate + Fraction(rises["add"]), most)
            tiers.append((age + rises["every days"], more))
        clock = self.clock_of(run)
        later = [(self.reached(clock, age), rate) for age, rate in tiers[1:]]
        return [(LONG_AGO, tiers[0][1]), *later]

    def clock_of(self, run: AccrualDays) -> list[tuple[date, date]]:
        """The days that count for the age: since the default began to accrue, since the first one
        did, since any has without a break, or all days with any."""
        spells = [(run.first, FAR)]
        if self.clock == "days in all":
            spells = self.spells or [(self.first, FAR)]
        elif self.clock == "first default":
            spells = [(self.first, FAR)]
        elif self.together == "spell":
            began = [start for start, _ in self.spells if start <= run.first]
            spells = [(began[-1] if began else run.first, FAR)]
        (start, end), *rest = spells
        return [(start - ONE if self.early else start, end), *rest]

    def reached(self, clock: Sequence[tuple[date, date]], age: int) -> date:
        """The day on which a clock reaches an age; the last of all if it never does."""
        span, left, deal = self.age_span, age - 1, self.deal
        most = age * 3 // 2 if span["unit"] in OPEN_DAYS else age
        if clock[0][0].year + most * span["count"] // 365 >= LAST_YEAR:
            return FAR
        for start, end in clock:
            day = deal.begins(span, start, left)
            if day < end:
                return day
            is_open = span["unit"] in OPEN_DAYS
            days = deal.calendar(span).between(start - ONE, end - ONE) if is_open else None
            left -= (end - start).days if days is None else days
        return FAR

    def by_date(self, ladder: Json) -> list[tuple[date, Fraction]]:
        """The rates from anniversaries of a date on, and what each further one adds."""
        since = a_day(self.deal.terms["dates"].get(self.rule.get("anniversaries of")))
        tiers = [(e["anniversary"], Fraction(e["rate"])) for e in ladder.get("by anniversary", ())]
        if since is None or not tiers:
            return []
        more, (last, rate) = Fraction(ladder.get("then add each anniversary", 0)), tiers[-1]
        further = LAST_YEAR - since.year - last if more else 0
        tiers += [(last + n, rate + n * more) for n in range(1, further + 1)]
        return [(moved(since, n, "years"), rate) for n, rate in tiers]

    def rate_of(self, run: AccrualDays, day: date) -> Fraction:
        """The rate of one default on a day."""
        if not run.first <= day < run.over:
            return ZERO
        place, then = (bisect_right(self.untils, each) for each in (day, run.occurred))
        if (
            then < place
            and self.deal.pick(self.rule.get("rates as amended")) == "of its occurrence"
        ):
            place = then
        ages = self.ages[run][place]
        n = max(n for n, (reached, _) in enumerate(ages) if reached <= day)
        rate, dated = ages[n][1], [rate for on, rate in self.dated[place] if on <= day]
        if dated:
            first = n == 0 and len(ages) > 1 and day < ages[1][0]
            word = self.deal.pick(self.rule.get("dated rates", "instead")) if first else "instead"
            rate = {"after": rate, "added": rate + dated[-1]}.get(word, dated[-1])
        return rate * 100 / Fraction(self.rule.get("dollars per", 100))

    def rate_on(self, day: date) -> Fraction:
        """The rate of all together: their sum, or the highest, never above a ceiling."""
        rates = [self.rate_of(run, day) for run in self.runs]
        rate = sum(rates, ZERO) if self.together == "sum" else max(rates, default=ZERO)
        if "ceiling" not in self.rule:
            return rate
        others = sum((each.rate_on(day) for each in self.alongside), ZERO)
        return min(rate, max(Fraction(self.rule["ceiling"]["most"]) - others, ZERO))

    def rates(
        self, run: AccrualDays | None, start: date, end: date
    ) -> list[tuple[date, date, Fraction]]:
        """Each rate with its days, the second excluded: of one default, or of all together."""
        found: list[tuple[date, date, Fraction]] = []
        turns = [day for day in self.turns if start < day < end]
        for first, last in pairwise([start, *turns, end]):
            rate = self.rate_on(first) if run is None else self.rate_of(run, first)
            goes_on = found and found[-1][2] == rate
            found.append((found.pop()[0] if goes_on else first, last, rate))
        return [each for each in found if each[2]]

    # Segments.

    def counted(self, start: date, end: date) -> tuple[int, Fraction]:
        """The days from a day to another, excluded, and the part of what a rate is for."""
        if self.span:
            return self.deal.span_part(self.span, self.first, start, end)
        name = self.rule.get("day count") or self.deal.terms["indenture"]["day count"]
        return year_part(name, start, end)

    def segment(
        self, lot: str, dollars: Fraction, start: date, end: date, rate: Fraction
    ) -> Segment:
        """Dollars at a rate for some days."""
        days, part = self.counted(start, end)
        return Segment(lot, dollars, start, end, rate, days, dollars * rate / 100 * part)

    def without_limit(self, held: Course, lot: str, start: date, end: date) -> list[Segment]:
        """What dollars bear from a day to another, excluded: shares due at once, and by time."""
        found = [*self.shares(held, lot, start, end)]
        found += (self.in_spans if self.whole else self.by_time)(held, lot, start, end)
        return sorted(found, key=lambda each: each.start)

    def shares(self, held: Course, lot: str, start: date, end: date) -> Iterator[Segment]:
        """The shares due at once on some days, and again after each time while open."""
        rate = Fraction(self.rule.get("at once", 0))
        for run in self.lumps:
            days, n, until = [run.occurred], 1, min(end, run.over)
            if "at once again" in self.rule:
                again: Json = self.rule["at once again"]
                while (day := self.deal.begins(again, run.occurred, n)) < until:
                    days.append(day)
                    n += 1
            for day in days:
                if start <= day < end and (dollars := held.on(day)):
                    amount = dollars * rate / 100
                    yield Segment(lot, dollars, day, day + ONE, rate, 1, amount, AT_ONCE)

    def by_time(self, held: Course, lot: str, start: date, end: date) -> Iterator[Segment]:
        """Where neither the rate nor the dollars change."""
        each_alone = self.apart and "most in all" not in self.rule
        for run in self.runs if each_alone else [None]:
            first, last = (max(run.first, start), min(run.over, end)) if run else (start, end)
            for here, there, rate in self.rates(run, first, last) if first < last else ():
                for since, until, dollars in held.pieces(here, there):
                    yield self.segment(lot, dollars, since, until, rate)

    def in_spans(self, held: Course, lot: str, start: date, end: date) -> list[Segment]:
        """Spans that count in full once begun, at the rate and on the dollars of their first day;
        equal ones are one segment, unless a limit may cut them."""
        found: list[Segment] = []
        for run in self.runs if self.apart else [None]:
            for first, over in in_a_row([run]) if run else self.spells:
                n, last = 0, min(over, end)
                while (here := self.deal.begins(self.span, first, n)) < last:
                    n += 1
                    if here < start:
                        continue
                    there = min(self.deal.begins(self.span, first, n), last)
                    rate = self.rate_on(here) if run is None else self.rate_of(run, here)
                    each = self.segment(lot, held.on(here), here, there, rate)
                    each = each._replace(amount=rate / 100 * each.principal)
                    before = found[-1] if found and here > first else None
                    limited = {"most in all", "ceiling"} & self.rule.keys()
                    goes_on = (here, each.rate, each.principal)
                    if before and not limited and before.equals(*goes_on):
                        both = self.segment(lot, each.principal, before.start, there, rate)
                        each = both._replace(amount=found.pop().amount + each.amount)
                    found.append(each)
        return [each for each in found if each.amount]

    def segments(self, held: Course, lot: str, start: date, end: date) -> list[Segment]:
        """What dollars bear from a day to another, excluded, up to the most in all."""
        since = held.since()
        if since is None or self.begins is None:
            return []
        found, begun = self.without_limit(held, lot, start, end), max(since, self.begins)
        if "most in all" not in self.rule:
            return found
        left = Fraction(self.rule["most in all"]) / 100
        if start > begun:
            dollar = Course({since: Fraction(1)})
            paid = pairwise(self.deal.paid_by(self.rule, begun, start))
            left -= sum((total(self.without_limit(dollar, "", *each)) for each in paid), ZERO)
        return list(self.up_to(left, found))

    def up_to(self, left: Fraction, found: Sequence[Segment]) -> Iterator[Segment]:
        """Segments up to what is left for each dollar; the last day bears the rest."""
        for each in found:
            if left <= 0:
                return
            if each.of_a_dollar <= left:
                yield each
            elif each.note or self.whole:
                note = f"{each.note}, {THE_REST}" if each.note else THE_REST
                yield each._replace(amount=left * each.principal, note=note)
            else:
                last, same = each.start, (each.lot, each.principal)
                while self.segment(*same, each.start, last + ONE, each.rate).of_a_dollar < left:
                    last += ONE
                if (
                    last > each.start
                    and (days := self.segment(*same, each.start, last, each.rate)).amount
                ):
                    left, _ = left - days.of_a_dollar, (yield days)
                rest = self.segment(*same, last, last + ONE, each.rate)
                yield rest._replace(amount=left * each.principal, note=THE_REST)
                return
            left -= each.of_a_dollar


def bears(rule: Json, run: AccrualDays) -> bool:
    """Whether a stream bears a default; if it names none and no days of its own, all."""
    if run.id == f"from {rule['id']}":
        return True
    any_default = not ("from" in rule or "on days" in rule or "bears" in rule)
    return " " not in run.id if any_default else run.id in rule.get("bears", ())


class Amounts(StateItems):
    """What accrues on all streams."""

    defaults: list[Default]
    items: dict[str, Json]

    # Worked out below, where what accrued is limited or lost as it is paid.

    def payments_of(self, stream: Json) -> Json | None:
        """The payments that pay a stream."""
        raise NotImplementedError

    def paid_by(self, stream: Json, start: date, end: date) -> list[date]:
        """The days at which payments divide the time from a day to another, both included."""
        raise NotImplementedError

    def begins(self, span: Json, first: date, n: int) -> date:
        """The first day after N spans from a day on."""
        if span["count"] < 1:
            raise ValueError("a span of no days")
        if span["unit"] in OPEN_DAYS:
            return count_open(first - ONE, n * span["count"], self.calendar(span)).last + ONE
        return moved(first, n * span["count"], span["unit"])

    def span_part(self, span: Json, first: date, start: date, end: date) -> tuple[int, Fraction]:
        """The days from a day to another, excluded, and the spans that they are; of months, the
        first of which begins on a day, each by its own days."""
        days, unit = (end - start).days, span["unit"]
        if unit in OPEN_DAYS:
            days = self.calendar(span).between(start - ONE, end - ONE)
            return days, Fraction(days, span["count"])
        if unit not in MONTHS:
            length = span["count"] * (7 if unit == "weeks" else 1)
            days = -(-days // length) * length if span.get("part") == "whole" else days
            return days, Fraction(days, length)
        begun = {start: ZERO, end: ZERO}
        for day in begun:
            n = 0
            while self.begins(span, first, n + 1) <= day:
                n += 1
            here, there = (self.begins(span, first, each) for each in (n, n + 1))
            begun[day] = n + Fraction((day - here).days, (there - here).days)
        return days, begun[end] - begun[start]

    # What accrues.

    def accruing(self) -> list[AccrualDays]:
        """The defaults, and the days of streams of their own."""
        found = [
            AccrualDays(
                made.id, made.instance, made.occurred, made.accrues, made.stops or FAR
            )._replace(closing=made.rule.get("closing"), lots=(made.lot,) if made.lot else ())
            for made in self.defaults
        ]
        for rule in self.rules.values():
            own, name = Instance(rule["id"]), f"from {rule['id']}"
            if (
                rule["form"] == "stream"
                and "from" in rule
                and (day := self.day(rule["from"], own).day)
            ):
                found.append(AccrualDays(name, name, day, day, FAR))
            for n, days in enumerate(rule.get("on days", ())):
                since = self.day(days["from"], own).day if "from" in days else LONG_AGO
                until = self.day(days["until"], own).day if "until" in days else None
                for of in self.subjects(days["state"]) if since else ():
                    for each in self.occurrences(days["state"], of):
                        first, ends = max(each.first, since or FAR), [each.last, until]
                        over = min((day + ONE for day in ends if day), default=FAR)
                        if first < over:
                            lots = (of,) if of else ()
                            run = f"{name}/{n}/{of}/{first}"
                            found.append(AccrualDays(name, run, first, first, over, None, lots))
        return found

    def until_stopped(self, rule: Json, run: AccrualDays) -> AccrualDays:
        """A default as a stream bears it: with the day of its cure, if the terms say so, and until
        an event or a Day that stops the stream."""
        over = run.over + ONE if rule.get("through cure") and run.over < FAR else run.over
        stops = [self.first(kind, run.first) for kind in rule.get("stops with", ())]
        ends = [over, *(event.on for event in stops if event)]
        if "until" in rule:
            ends.append(self.day(rule["until"], Instance(rule["id"])).day or FAR)
        return run._replace(over=min(ends) if len(ends) == 1 else max(min(ends), run.first))

    @asked_once
    def stream(self, name: str, every: Sequence[AccrualDays]) -> Stream:
        """A stream on some of what accrues."""
        rule = self.rules[name]
        ceiling: Json = rule.get("ceiling", {})
        more = [*(rule.keys() - WORKED_OUT), *(ceiling.keys() & {"in any", "in all"})]
        if more or any(
            name in e.get("ceiling", {}).get("with", ())
            and {"in any", "in all"} & e["ceiling"].keys()
            for e in self.rules.values()
        ):
            raise NotVerifiedError(f"what accrues with {', '.join(sorted(more)) or 'a ceiling'}")
        sheet = self.terms.get("indenture", {})
        if not ({"for each", "day count"} & rule.keys() or "day count" in sheet):
            raise NotVerifiedError("the Indenture's day count is not given")
        return Stream(self, rule, every)

    @asked_once
    def accounts(self, name: str) -> list[tuple[Balance, Stream]]:
        """What bears a stream, each with the stream on the defaults that apply to it.
        A default of a closing is of the lots of that closing, and of those
        of none; a lot is of the closings that it names or, where none does, of its issue's day."""
        every = self.accruing()
        whole = self.stream(name, every)
        balances, dates = self.balances(whole), self.terms["dates"]
        lots = {lot["id"]: lot.get("closings", ()) for lot in self.terms["securities"]}
        named = {d.get("closing") for r in self.rules.values() for d in lapses_of(r)}
        days = {dates[each] for each in named if each in dates}
        closings: list[set[str]] = []
        for each in balances:
            on_day = {n for n, day in dates.items() if day in days and day == str(each.issued)}
            own = {n for n in lots.get(each.lot, ()) if n in dates}
            closings.append(own if any(lots.values()) else on_day)
        of_any, found = set[str]().union(*closings), []
        for each, own in zip(balances, closings, strict=True):
            runs = [
                run
                for run in every
                if not run.lots or each.issued == LONG_AGO or each.lot in run.lots
                if not own or run.closing in own or run.closing not in of_any
                if each.instance in (None, run.instance)
            ]
            found.append((each, self.stream(name, runs)))
        return found

    def accrued(self, names: Sequence[str], start: date, end: date) -> list[Segment]:
        """What accrues on some streams from a day to another, excluded."""
        return [
            segment
            for name in names
            for each, stream in self.accounts(name)
            for segment in stream.segments(each.course, each.lot, start, end)
        ]

    # The base.

    def balances(self, stream: Stream) -> list[Balance]:
        """What a stream accrues on: the lots, or what its terms say."""
        rule = stream.rule
        base: Json = rule.get("base", {})
        if any(made.holder for made in self.defaults):
            raise NotVerifiedError("a default that bears on the part of one Holder")
        if base:
            return self.of_terms(stream, base)
        converted, sold = (self.facts(GONE[n]) for n in (0, 2))
        after = sold and any(run.over > sold[0].on for run in stream.runs)
        kinds = GONE if after and self.pick(rule.get("sold", "")) != "bears" else GONE[:2]
        borne = converted and any(run.first < converted[-1].on for run in stream.runs)
        forfeits = borne and self.pick(rule.get("converted")) == "forfeits"
        every = {lot["id"]: self.issues(lot["id"]) for lot in self.terms["securities"]}
        late = any(on > r.first for own in every.values() for on, _, _ in own for r in stream.runs)
        from_default = late and self.pick(rule.get("issued later")) == "from default"
        found = []
        for lot in self.terms["securities"]:
            gone = [
                e for kind in kinds for e in self.facts(kind) if e.entry.get("lot") == lot["id"]
            ]
            if gone and len(every[lot["id"]]) > 1:
                raise NotVerifiedError("Notes that leave a lot issued in parts")
            for on, dollars, _ in every[lot["id"]]:
                start = LONG_AGO if from_default else on
                changes = {start: dollars}
                for event in gone:
                    lost = forfeits and event.kind == GONE[0]
                    day = self.lost_from(stream, event.on) if lost else event.on
                    changes[max(day, start)] = changes.get(max(day, start), ZERO) - (
                        event.dollars() or 0
                    )
                if matures := a_day(lot.get("matures")):
                    changes = {day: each for day, each in changes.items() if day < matures}
                    changes[matures] = -sum(changes.values(), ZERO)
                found.append(Balance(lot["id"], on, Course(changes)))
        return found

    def lost_from(self, stream: Stream, day: date) -> date:
        """The first day whose interest is lost by a conversion: that of the last payment date, or
        of the one before if what it pays began to accrue after its record date."""
        last = self.of_sheet("interest payment dates", day)
        before = self.of_sheet("interest payment dates", last - ONE)
        shares = {run.instance: run.occurred for run in stream.lumps}
        firsts = [
            min(run.first, shares.get(run.instance, FAR))
            for run in stream.runs
            if max(run.first, before) < min(run.over, last)
            or before <= shares.get(run.instance, FAR) < min(run.first, last)
        ]
        record, rule = self.of_sheet("record dates", last), self.payments_of(stream.rule)
        after = firsts and all(day > record for day in firsts)
        waits = rule and self.pick(rule.get("after record date", "at once")) == "next date"
        return before if after and waits else last

    def of_sheet(self, key: str, day: date) -> date:
        """The last of some days of the Indenture on or before a day."""
        days = [(each["month"], each["day"]) for each in self.terms["indenture"][key]]
        every = [date(year, *each) for each in days for year in (day.year - 1, day.year)]
        return max(each for each in every if each <= day)

    def of_terms(self, stream: Stream, base: Json) -> list[Balance]:
        """A sum of the terms, more or less by events; or one of each default."""
        price, name = Fraction(base.get("price", 1)), stream.rule["id"]
        in_shares = "units" in base or base.get("its") == "shares" or "price" in base
        if "lots" in base:
            raise NotVerifiedError("what accrues on the lots of a status")

        def worth(event: Event) -> Fraction:
            shares = event.dollars("shares") if in_shares else None
            return (event.dollars() or ZERO) if shares is None else shares * price

        found = []
        for run in stream.runs if "its" in base else ():
            of = run.instance.partition("/")[2]
            opener = next((event for event in self.events if event.id == of), None)
            if base["its"] == "unpaid":
                changes = self.unpaid(run, of)
            elif opener is None:
                raise NotVerifiedError(f"no event opened {run.instance}")
            else:
                changes = {LONG_AGO: worth(opener)}
            found.append(Balance(name, LONG_AGO, Course(changes), run.instance))
        if "its" in base:
            return found
        changes = {LONG_AGO: Fraction(base.get("amount") or base.get("units") or 0) * price}
        for sign, key in ((1, "more"), (-1, "less")):
            for event in self.facts(*base.get(key, ())):
                changes[event.on] = changes.get(event.on, ZERO) + sign * worth(event)
        return [Balance(name, LONG_AGO, Course(changes))]

    def unpaid(self, run: AccrualDays, of: str) -> dict[date, Fraction]:
        """What was owed with what lapsed, less each payment of it."""
        rule = next(r for r in self.rules.values() if run.id in [d["id"] for d in lapses_of(r)])
        name = f"{rule['id']}/{of}" if of else rule["id"]
        if not self.items.get(name, {}).get("amount"):
            raise NotVerifiedError(f"what is owed with {name} is not known")
        left = Fraction(self.items[name]["amount"])
        changes = {LONG_AGO: left}
        for event in self.about(self.kinds_for(rule), (name, of or run.id)):
            if self.about(rule.get("undone by", ()), (event.id,)):
                continue
            less = min(left, event.dollars() or ZERO)
            left -= less
            changes[event.on] = changes.get(event.on, ZERO) - less
        return changes


# 13  Payments of what accrued.


class Part(NamedTuple):
    """What is paid together: the days of it, the second excluded, the day by which it is named, and
    its segments."""

    rule: Json
    start: date
    end: date
    on: date
    record: date
    segments: tuple[Segment, ...]

    @property
    def name(self) -> str:
        """Its instance."""
        return f"{self.rule['id']}/{self.on}"


class Payments(Amounts):
    """When what accrued is paid, and what was paid of it."""

    def payments_of(self, stream: Json) -> Json | None:
        """The payments that pay a stream."""
        every = [rule for rule in self.rules.values() if rule["form"] == "payments"]
        return next((r for r in every if stream["id"] in self.streams_of(r)), None)

    def streams_of(self, rule: Json | None) -> list[str]:
        """The streams that some payments pay: all if they name none."""
        every = [each["id"] for each in self.rules.values() if each["form"] == "stream"]
        return [each for each in every if each in ((rule or {}).get("of") or every)]

    def paid_by(self, stream: Json, start: date, end: date) -> list[date]:
        """The days at which payments divide the time from a day to another, both included."""
        rule, every = self.payments_of(stream), self.accruing()
        names = self.streams_of(rule) if rule else [stream["id"]]
        runs = [run for name in names for run in self.stream(name, every).runs]
        found = [start]
        for day in self.named_days(rule, in_a_row(runs), start):
            if day >= end:
                break
            found.append(day)
        return [*found, end]

    def named_days(
        self, rule: Json | None, spells: Sequence[tuple[date, date]], after: date
    ) -> Iterator[date]:
        """The days after a day before which what accrued is paid: of every year, after each event,
        or at the ends of spans or months, as long as anything accrues."""
        rule = rule or {}
        if "after each" in rule:
            days = {event.on for event in self.facts(*rule["after each"])}
            yield from sorted(day for day in days if day > after)
        elif "each" in rule or rule.get("month ends"):
            for first, over in spells:
                for day in self.ends_of_spans(rule, first, over):
                    if day > after:
                        yield day
                        after = day
        else:
            sheet = self.terms.get("indenture", {})
            days = rule.get("dates") or sheet.get("interest payment dates", ())
            for year in range(after.year, LAST_YEAR if days else 0):
                every = sorted(date(year, day["month"], day["day"]) for day in days)
                yield from (day for day in every if day > after)

    def ends_of_spans(self, rule: Json, first: date, over: date) -> Iterator[date]:
        """The first day after each span, or month, from a day on; the last part ends where what
        accrues does, or with the whole."""
        span, start = rule.get("each", {"count": 1, "unit": "months"}), first
        if "each" not in rule:
            start = first.replace(day=1)
        yield start
        n = 1
        while (day := self.begins(span, start, n)) < over:
            yield day
            n += 1
        yield over if rule.get("last part", "at once") == "at once" else day

    @asked_once
    def parts(self, payments: str) -> list[Part]:
        """What is paid, through the first payment not before the day of the certificate."""
        rule, names, every = (
            self.rules[payments],
            self.streams_of(self.rules[payments]),
            self.accruing(),
        )
        streams = [stream for name in names for stream in self.whole_first(name, every)]
        start = min((each.begins for each in streams if each.begins), default=None)
        runs = [run for name in names for run in self.stream(name, every).runs]
        found: list[Part] = []
        for named in self.named_days(rule, in_a_row(runs), start) if start else ():
            segments, waits = self.accrued(names, start or named, named), False
            for first, end, own in self.together(rule, segments, start or named, named):
                on = end - ONE if "each" in rule or rule.get("month ends") else end
                yearly = not any(
                    key in rule for key in ("dates", "each", "month ends", "after each")
                )
                record = (
                    self.of_sheet("record dates", end)
                    if yearly and "indenture" in self.terms
                    else on
                )
                firsts = self.firsts_in(streams, first, end)
                if (
                    firsts
                    and min(firsts) > record
                    and self.pick(rule.get("after record date")) == "next date"
                ):
                    waits = True
                    continue
                found.append(Part(rule, first, end, on, record, tuple(own)))
            if waits:
                continue
            start = named
            if named >= self.today:
                break
        return found

    def whole_first(self, name: str, every: Sequence[AccrualDays]) -> list[Stream]:
        """A stream on all that it bears, and on what applies to each part of its base."""
        return [*(stream for _, stream in self.accounts(name)), self.stream(name, every)]

    def firsts_in(self, streams: Sequence[Stream], start: date, end: date) -> list[date]:
        """The first days of the defaults that accrue on any day from one to another, excluded."""
        of: dict[str, Stream] = {}
        for stream in streams:
            for run in stream.runs:
                of.setdefault(run.instance, stream)
        found = []
        for made in self.defaults:
            if made.instance in of:
                share = made.instance in [run.instance for run in of[made.instance].lumps]
                first = min(made.occurred, made.accrues) if share else made.accrues
                if (first < made.accrues and start <= first < end) or max(
                    made.accrues, start
                ) < min(made.to or FAR, end):
                    found.append(first)
        return found

    def together(
        self, rule: Json, segments: Sequence[Segment], start: date, end: date
    ) -> Iterator[tuple[date, date, list[Segment]]]:
        """What is paid together: a share due at once on the first day of a longer span by itself,
        and the rest."""
        first = min((each.start for each in segments), default=start)
        alone: list[Segment] = []
        rest: list[Segment] = []
        for each in segments:
            lump = "each" in rule and each.start <= first and each.end < end
            lump = lump and each.note.startswith(AT_ONCE) and not self.terms["securities"]
            (alone if lump else rest).append(each)
        for here, there, own in ((first, first + ONE, alone), (start, end, rest)):
            if any(each.amount for each in own):
                yield min(each.start for each in own) if "each" in rule else here, there, own

    # What was paid.

    def due_on(self, part: Part) -> date:
        """The day a payment is due: as its terms say, or the next Business Day."""
        if "due" not in part.rule:
            return self.calendar().open_from(part.on)
        due = self.day(part.rule["due"], Instance(part.name, it=part.on)).day
        if due is None:
            raise NotVerifiedError("its due day is not known")
        return due

    def paid(self, part: Part) -> list[tuple[date, Fraction | None]]:
        """What was stated as paid of a payment, None for an event without an amount; to the cent
        what is owed, exactly that."""
        owed, so_far, found = total(part.segments), ZERO, list[tuple[date, Fraction | None]]()
        for event in self.about([part.rule["met by"]], [part.name]):
            stated = event.dollars()
            after = so_far + (stated or ZERO)
            if stated is not None and in_dollars(after) == in_dollars(owed):
                after = owed
            found.append((event.on, None if stated is None else after - so_far))
            so_far = after
        return found

    def with_more(self, part: Part, due: date) -> Part:
        """A payment raised to its least, and with what its lateness adds."""
        rule, own = part.rule, part.segments
        short = Fraction(rule.get("at least", 0)) - total(own)
        if short > 0:
            of, since = own[-1], part.end - ONE
            least = (of.lot, of.principal, since, part.end, ZERO, 0, short, LEAST)
            part = part._replace(segments=(*own, Segment(*least)))
        late = tuple(self.late(part, due)) if "late" in rule else ()
        return part._replace(segments=(*part.segments, *late))

    def late(self, part: Part, due: date) -> Iterator[Segment]:
        """The fee for a late payment, and interest on what is unpaid of it from day to day."""
        terms, owed, made = part.rule["late"], total(part.segments), self.paid(part)
        first = over = due + ONE
        if "unless paid within" in terms:
            over = self.after(due, terms["unless paid within"]).last + ONE
        in_time = [(on, dollars) for on, dollars in made if on < over]
        unpaid = owed - sum((dollars or ZERO for _, dollars in in_time), ZERO)
        if over > self.today or unpaid <= 0 or met_on(owed, in_time):
            return
        lot = part.segments[0].lot
        if "at once" in terms:
            rate = Fraction(terms["at once"])
            fee = (lot, unpaid, over, over + ONE, rate, 1, unpaid * rate / 100, LATE_FEE)
            yield Segment(*fee)
        changes, end = {first: owed}, max(first, self.today)
        for on, dollars in made:
            changes[max(on, first)] = changes.get(max(on, first), ZERO) - (dollars or ZERO)
        if any(dollars is None for _, dollars in made):
            end = min(end, max(met_on(owed, made) or end, first))
        rate = Fraction(terms.get("percent", 0))
        for since, until, dollars in Course(changes).pieces(first, end) if rate else ():
            _, of_span = self.span_part(terms["for each"], first, since, until)
            amount, days = max(dollars, ZERO) * rate / 100 * of_span, (until - since).days
            if amount:
                yield Segment(lot, dollars, since, until, rate, days, amount, LATE)

    def payment(self, part: Part) -> list[Json]:
        """A payment, and the steps that the Indenture has for it."""
        due = self.due_on(part)
        part = self.with_more(part, due)
        owed, made = total(part.segments), self.paid(part)
        done = met_on(owed, made)
        stated = sum((dollars or ZERO for _, dollars in made), ZERO)
        special = any(rule["form"] == "special" for rule in self.rules.values())
        if special and stated and done is None:
            raise NotVerifiedError("paid in part: some Holders may not be entitled")
        found = {
            "is": "payment",
            "instance": part.name,
            "section": part.rule["section"],
            "opens": shown(part.record),
            "due": shown(due),
            "status": self.status(due, done),
            "done": shown(done),
            "amount": str(owed),
            "dollars": in_dollars(owed),
            "segments": in_order(part.segments),
        }
        return [found, *self.steps(part, found, due, done)]

    def steps(self, part: Part, of: Json, due: date, paid: date | None) -> Iterator[Json]:
        """The certificate, the funds and the confirmation of a payment."""
        sheet: Json = self.terms.get("indenture", {})
        funds = sheet.get("funds by")
        steps = [
            ("certificate", "certified by", sheet.get("officers certificate"), True),
            ("funding", "funded by", funds and (funds.get("lead") or {"count": 0}), True),
            ("confirmation", "confirmed by", sheet.get("confirmed within"), False),
        ]
        for name, key, period, before in steps:
            if not part.rule.get(key) or not period:
                continue
            on = due
            if period["count"]:
                back = {**period, "first day": "not counted"}
                on = (self.before(due, back) if before else self.after(due, period)).last
                if before and period["unit"] not in OPEN_DAYS:
                    on = self.calendar().open_from(on, -ONE)
            act = next(iter(self.about([part.rule[key]], [part.name])), None)
            closed = act is None and paid and name != "confirmation"
            yield {
                "is": "step",
                "instance": part.name.replace("/", f"-{name}/", 1),
                "section": "Indenture",
                "opened by": part.name,
                "opens": min(of["opens"], on.isoformat()),
                "due": shown(on),
                "status": "closed" if closed else self.status(on, act.on if act else None),
                "done": shown(act.on) if act else None,
            }

    # What is stated.

    def rests_on(self, name: str, unverified: Json) -> None:
        """Raise NotVerifiedError if a stream bears a default that is not verified."""
        rule, lapses = self.rules[name], [d for r in self.rules.values() for d in lapses_of(r)]
        for lapse in lapses:
            run = AccrualDays(lapse["id"], "", FAR, FAR, FAR)
            for each in unverified if bears(rule, run) else ():
                if each.partition("/")[0] == lapse["id"]:
                    raise NotVerifiedError(f"it rests on {each}, which is not verified")

    def accrual(self, name: str) -> Json:
        """What has accrued on a stream before the day of the certificate."""
        every = self.accruing()
        streams = [each["id"] for each in self.rules.values() if each["form"] == "stream"]
        begins = [self.stream(each, every).begins for each in streams]
        start = min((day for day in begins if day), default=self.today)
        found = self.accrued([name], start, self.today) if start < self.today else []
        head = {"is": "stream", "instance": name, "section": self.rules[name]["section"]}
        return {**head, "amount": str(total(found)), "segments": in_order(found)}

    def in_all(self) -> Json:
        """What has accrued in all, with what payments add, rounded once."""
        found = sum(
            (Fraction(e["amount"]) for e in self.items.values() if e["is"] == "stream"), ZERO
        )
        for rule in self.rules.values():
            if rule["form"] == "payments" and ("late" in rule or "at least" in rule):
                for part in self.parts(rule["id"]):
                    more = self.with_more(part, self.due_on(part)).segments
                    notes = (LATE, LATE_FEE, LEAST) if part.end <= self.today else (LATE, LATE_FEE)
                    found += total([each for each in more if each.note in notes])
        return {
            "is": "total",
            "instance": TOTAL,
            "amount": str(found),
            "dollars": in_dollars(found),
        }


def met_on(owed: Fraction, made: Sequence[tuple[date, Fraction | None]]) -> date | None:
    """The first day on which payments reach what is owed, to the cent, or one states no amount."""
    so_far = ZERO
    for on, dollars in made:
        so_far += dollars or ZERO
        if dollars is None or Fraction(in_dollars(so_far)) >= Fraction(in_dollars(owed)):
            return on
    return None


def in_order(segments: Sequence[Segment]) -> list[Json]:
    """Segments as the certificate has them, in order."""
    return [
        each.shown() for each in sorted(segments, key=lambda e: (e.start, e.end, *e[:2], *e[4:]))
    ]


LATE, LATE_FEE = "interest on a late payment", "fee for a late payment"
LEAST = "the least of a payment"
TOTAL = "accrued"


# 14  Requests and answers, drafts before a filing, notices of sales, and stops of sales.

HOLDINGS = ("notes-acquired", "notes-transferred")


class Window(NamedTuple):
    """The days on which a sale may be made by a notice, both included, and the day it was given."""

    notice: Event
    given: date
    opens: date
    last: date


class Special(Payments):
    """What some agreements ask before a filing or a sale; and what is worked out so far."""

    unverified: dict[str, str]

    def attempt(self, name: str, of: Callable[[], None]) -> None:
        """Work something out, or list it as not verified."""
        try:
            of()
        except NotVerifiedError as why:
            self.unverified[name] = str(why)
        except BROKEN as error:
            raise FalseStepError(f"{name}: {in_plain_words(error)}") from error

    def add(self, item: Json | None) -> None:
        """Add an item."""
        if item is not None:
            put(self.items, item)

    def all_verified(self, names: Sequence[str]) -> None:
        """Raise NotVerifiedError if any of some items is not verified."""
        for name in names:
            if name in self.unverified:
                raise NotVerifiedError(f"it rests on {name}, which is not verified")

    def special(self, rule: Json) -> None:
        """The items of one provision of such a type."""
        {
            "minimum period": self.reviews,
            "request": self.requests,
            "window": self.sales,
            "window before": self.mailing,
            "stop": self.stops_of_sales,
            "share true-up": self.true_ups,
        }[rule["type"]](rule)

    def item(self, what: str, rule: Json, name: str, opens: date, done: date | None) -> Json:
        """What every such item has."""
        head = {"is": what, "instance": name, "section": rule["section"]}
        return {**head, "opens": shown(opens), "done": shown(done)}

    def owed(
        self, rule: Json, name: str, days: tuple[date, date, date | None], by: str | None, to: str
    ) -> Json:
        """What is owed from a day to a last one, done on a third, opened by an event, to or by a
        Holder."""
        opens, due, done = days
        self.agreed(rule, name, due, to)
        done = done if done and done <= self.today else None
        found = self.item("obligation", rule, name, opens, done)
        return {**found, "opened by": by, "due": shown(due), "status": self.status(due, done)}

    def span(self, rule: Json, name: str, opens: date, last: date, done: date | None) -> Json:
        """The days from one to another, both included."""
        found = self.item("right", rule, name, opens, done)
        return {**found, "last": shown(last), "status": self.window_status(opens, last)}

    def back(self, day: date, period: Json, more: int) -> Count:
        """The day that lies a period, and some more of its days, before another, not counted."""
        whole = {**period, "count": period["count"] + more, "first day": "not counted"}
        return self.before(day, whole)

    # Drafts that must be out for some days before a filing, and objections to them.

    def reviews(self, rule: Json) -> None:
        """The days of each review, the drafts due before each filing, and objections."""
        name, first = rule["id"], rule.get("first after", "")
        self.all_verified([first])
        drafts, filed = self.facts(rule["begins with"]), self.filed(rule)
        for each in drafts:
            open_from = self.may_file(rule, each.on)
            done = open_from if open_from <= self.today else None
            self.add(self.span(rule, f"{name}/{each.id}", each.on, open_from - ONE, done))
        before = self.items.get(first)
        owed = [(filing.id, filing.on, draft) for filing, draft in filed]
        if before and not before["done"]:
            to_come = (first, date.fromisoformat(before["due"]), next(iter(drafts), None))
            owed.insert(0, to_come)
        for n, (of, on, draft) in enumerate(owed):
            is_first = n == 0 or (n == 1 and owed[0][0] == first)
            of_first = before if is_first else None
            self.attempt(f"{name}/{of}", partial(self.drafts_due, rule, of, on, draft, of_first))
        for each in drafts:
            by = next((filing for filing, own in filed if own is each), None)
            self.objections(rule, each, by)

    def may_file(self, rule: Json, furnished: date) -> date:
        """The first day on which a filing may be made after drafts were furnished."""
        last = self.after(furnished, rule["at least"]).last
        whole = self.readings["review-period"] == "MINIMUM-PERIOD"
        return self.calendar().open_from(last + ONE) if whole else last

    def filed(self, rule: Json) -> list[tuple[Event, Event | None]]:
        """Each filing that must wait, with the latest drafts for it since the one before; of what
        is filed once, the first."""
        first = self.rules.get(rule.get("first after", ""), {})
        once = first["satisfied by"][0] if first.get("type") == "deadline" else ""
        filings = [e for k in rule["before"] for e in self.facts(k)[: 1 if k == once else None]]
        found, since = list[tuple[Event, Event | None]](), LONG_AGO
        for filing in sorted(filings, key=lambda event: event.place):
            drafts = [e for e in self.facts(rule["begins with"]) if e.on <= filing.on]
            found.append((filing, drafts[-1] if drafts and drafts[-1].on >= since else None))
            since = filing.on
        return found

    def drafts_due(
        self, rule: Json, of: str, filing: date, draft: Event | None, before: Json | None
    ) -> None:
        """The drafts for one filing; `before` is the deadline of the first one."""
        clear = self.readings["review-period"] == "MINIMUM-PERIOD"
        count = self.back(self.calendar().open_from(filing, -ONE), rule["at least"], clear)
        opens = min(date.fromisoformat(before["opens"]), count.last) if before else count.last
        days = (opens, count.last, draft.on if draft else None)
        found = self.owed(rule, f"{rule['id']}/{of}", days, None, "")
        not_due = self.readings["review-before-selling-holders"] == "NOT-DUE"
        if before and draft is None and not_due:
            found["status"] = "excused"
        counted = {"from": shown(count.start), "last": shown(count.last), "skipped": count.skipped}
        self.add({**found, "counted": counted})

    def objections(self, rule: Json, draft: Event, filing: Event | None) -> None:
        """The timely objections to drafts: settled by the day of the filing, or while none is made,
        a bar to it."""
        kinds: Json = rule.get("objection", {})
        last = self.after(draft.on, rule["at least"]).last
        any_time = self.readings["objection-time"] == "UNTIL-FILED"
        for each in self.about([kinds["made by"]], [draft.id]) if kinds else ():
            if (filing and each.on > filing.on) or (each.on > last and not any_time):
                continue
            settled = next((e.on for e in self.about([kinds["settled by"]], [each.id])), None)
            if filing is None:
                name = f"{rule['id']}/objection/{each.id}"
                self.add({**self.item("duty", rule, name, each.on, settled), "opened by": each.id})
                continue
            name, days = f"{rule['id']}/{filing.id}/objection/{each.id}", (each.on, filing.on)
            self.attempt(name, partial(self.add_owed, rule, name, (*days, settled), each.id, ""))

    def add_owed(
        self, rule: Json, name: str, days: tuple[date, date, date | None], by: str, to: str
    ) -> None:
        """Add what is owed from a day to a last one."""
        self.add(self.owed(rule, name, days, by, to))

    # Requests to Holders, and their answers.

    def requests(self, rule: Json) -> None:
        """The answer owed to each request, and the Holders to be named since they answered before
        any."""
        for request in self.facts(rule["opened by"]):
            name = f"{rule['id']}/{request.id}"
            self.attempt(name, partial(self.answer_owed, rule, request))
        limits = [r for r in self.rules.values() if r.get("late after") == rule["id"]]
        filing = next(iter(self.facts(limits[0]["or after"])), None) if limits else None
        of_form = rule["counts from"] == "date" and rule.get("early") == "counts"
        answers = self.facts(rule["met by"]) if of_form else []
        for holder in dict.fromkeys(e.entry["holder"] for e in answers if e.entry.get("holder")):
            answer = next(e for e in answers if e.entry.get("holder") == holder)
            asked = [r.on for r in self.requests_of(rule, holder)]
            if (asked and asked[0] <= answer.on) or (filing and answer.on > filing.on):
                continue
            name = f"{rule['id']}/volunteered/{answer.id}"
            found = self.item("duty", rule, name, answer.on, filing.on if filing else None)
            self.add({**found, "opened by": answer.id})

    def requests_to(self, rule: Json, holder: str) -> list[Event]:
        """The requests to a Holder, and those to all."""
        every = self.facts(rule["opened by"])
        return [e for e in every if e.entry.get("holder") in (None, holder)]

    def requests_of(self, rule: Json, holder: str) -> list[Event]:
        """The requests to a Holder: its own, and those to all while it was one."""
        every = [
            e for e in self.facts(rule["opened by"]) if e.entry.get("holder") in (None, holder)
        ]
        buyers_too = self.readings["request-before-holding"] == "BINDS-BUYERS"
        return [e for e in every if e.entry.get("holder") or buyers_too or self.held(holder, e.on)]

    def held(self, holder: str, day: date) -> bool:
        """Whether a Holder held securities at any time of a day. One whose purchase is not recorded
        always did; shares of Notes converted count until they are sold."""
        moves = self.facts(*HOLDINGS, *GONE)
        moves = [e for e in moves if holder in (e.entry.get("holder"), e.entry.get("to"))]

        def comes(move: Event) -> bool:
            bought = move.kind == "notes-acquired" and move.entry.get("holder") == holder
            return bought or move.entry.get("to") == holder

        if not moves or not comes(moves[0]):
            return True
        dollars, shares = ZERO, ZERO
        for move in moves:
            if comes(move):
                dollars += (move.dollars() or ZERO) if move.on <= day else 0
            elif move.on < day:
                dollars -= move.dollars() or ZERO
                if move.kind == "notes-converted" and move.dollars("shares") is None:
                    return True
                shares += (move.dollars("shares") or 0) * (move.kind == "notes-converted")
        for sale in self.facts("shares-sold-under-shelf"):
            if sale.entry.get("holder") == holder and sale.on < day:
                shares -= sale.dollars("shares") or 0
        return dollars > 0 or shares > 0

    def answer_owed(self, rule: Json, request: Event) -> None:
        """The answer owed to one request; to one made to all, who did not answer is not known."""
        name, holder = f"{rule['id']}/{request.id}", request.entry.get("holder")
        last = self.day(rule["due"], Instance(name, (request.id, name), request.on, request))
        if last.day is None:
            return
        done = self.answered_on(rule, name, holder) if holder else None
        days = (request.on, last.day, done)
        found = self.owed(rule, name, days, request.id, holder or "")
        if holder is None and found["status"] == "missed":
            found["status"] = "closed"
        self.add({**found, "last day": last.shown()})

    def answered_on(self, rule: Json, name: str, holder: str) -> date | None:
        """The day of a Holder's answer to a request: one answer is to all requests for a form; if
        the time runs from receipt, each needs its own."""
        asked = [
            e for e in self.facts(rule["opened by"]) if e.entry.get("holder") in (None, holder)
        ]
        given = [e for e in self.facts(rule["met by"]) if e.entry.get("holder") == holder]
        names = {e.id: f"{rule['id']}/{e.id}" for e in asked}
        if rule["counts from"] == "receipt":
            own = [e for e in asked if e.entry.get("holder")]
            every = [Instance(names[e.id], (names[e.id],), e.on) for e in own]
        else:
            every = [Instance(name, (*names.values(),), asked[0].on)]
            if rule.get("early") == "counts":
                return given[0].on if given else None
        waiting = [Open(rule, of, of.it or LONG_AGO, None, None) for of in every]
        return next((e.on for e in self.satisfied(rule["met by"], waiting, given)[name]), None)

    # A mailing in a window of days before an intended day.

    def mailing(self, rule: Json) -> None:
        """The days to mail, and the mailing to all that was in time or, once they are over, late;
        each is judged by the day intended then."""
        intended = self.facts(rule["before intended"])
        sent = [e for e in self.facts(rule["met by"]) if not e.entry.get("holder")]
        if not intended:
            return
        by_last = self.readings["intended-day"] == "LAST-INTENDED"
        inside, late = list[tuple[Event, tuple[date, date]]](), list[Event]()
        for each in sent:
            by = next((e for e in reversed(intended) if e.on <= each.on), intended[0])
            days = self.mailing_days(rule, intended[-1] if by_last else by)
            if days and days[0] <= each.on <= days[1]:
                inside.append((each, days))
            elif days and each.on > days[1]:
                late.append(each)
        found = inside[0][1] if inside else self.mailing_days(rule, intended[-1])
        if found is None:
            return
        over = found[1] < self.today
        by_then = [each for each, _ in inside] or (late if over else [])
        item = self.span(rule, rule["id"], *found, by_then[0].on if by_then else None)
        item["status"] = "closed" if by_then else "overrun" if over else item["status"]
        self.add(item)

    def mailing_days(self, rule: Json, intended: Event) -> tuple[date, date] | None:
        """The first and the last day to mail before an intended day."""
        of = Instance(rule["id"], event=intended)
        first, last = self.day(rule["opens"], of).day, self.due(rule["id"], of)
        return (first, last.day) if first and last else None

    # The notice of a sale opens a window of days to sell in.

    def sales(self, rule: Json) -> None:
        """The window of each notice, and the notice needed for each sale."""
        windows = [each for e in self.facts(rule["opened by"]) if (each := self.window_of(rule, e))]
        for each in windows:
            name = f"{rule['id']}/{each.notice.id}"
            self.add(self.span(rule, name, each.opens, each.last, None))
        windows.sort(key=lambda each: each.opens)
        for sale in self.facts(rule["needed for"]["fact"]) if "needed for" in rule else ():
            name = f"{rule['id']}/{sale.id}"
            self.attempt(name, partial(self.notice_of_sale, rule, name, sale, windows))

    def window_of(self, rule: Json, notice: Event) -> Window | None:
        """The window of a notice that was given to all."""
        given = self.deemed_given([notice], rule["to"])
        if given is None:
            return None
        clear = self.readings["at-least-before"] == "CLEAR-DAYS"
        before, lasts = rule["opens after"], rule["effective for"]
        opens = self.after(given, before, before["count"] + clear).last
        since, n = {
            "FROM-WINDOW": (opens, lasts["count"] - 1),
            "NOTICE-DAY-COUNTS": (given, lasts["count"] - 1),
        }.get(self.readings["sale-notice-effect"], (given, lasts["count"]))
        last = self.after(since, lasts, n).last
        if "settlement" in rule and self.readings["distribution-day"] != "TRADE-DATE":
            opens, last = (self.back(day, rule["settlement"], 0).last for day in (opens, last))
        return Window(notice, given, opens, last)

    def notice_of_sale(self, rule: Json, name: str, sale: Event, windows: Sequence[Window]) -> None:
        """The notice needed for a sale: of the Holder's own or one that names none, whose window is
        open that day; or the form given on the transfer, if that is enough."""
        clear = self.readings["at-least-before"] == "CLEAR-DAYS"
        last = self.back(sale.on, rule["opens after"], clear).last
        done: date | None = None
        for holder in (sale.entry.get("holder"), None):
            own = [w for w in windows if w.notice.entry.get("holder") == holder]
            own = [w for w in own if w.opens <= sale.on][-1:]
            done = done or next((w.given for w in own if sale.on <= w.last), None)
        due = max(done or last, last)
        forms = self.about([rule["needed for"]["form"]], [sale.id])
        on = self.deemed_given(forms, rule["to"]) if forms and not done else None
        if on and on <= self.today and self.readings["sale-notice-form"] == "FORM-CONTROLS":
            done = due = max(on, last)
        days = (min(last, sale.on), due, done)
        self.add(self.owed(rule, name, days, sale.id, sale.entry.get("holder") or ""))

    # Sales that must stop once a notice is received.

    def stops_of_sales(self, rule: Json) -> None:
        """The stop that each notice began, until all may sell again."""
        limited = [s for s in self.rules.values() if s["form"] == "state" and "limits" in s]
        limited = [s for s in limited if rule["opened by"] in s.get("begins", ())]
        begun = {p.name for s in limited for each in self.periods(s["id"]) for p in each.parts}
        for notice, to in self.stopping(rule):
            start, received = self.stopped_from(notice, to)
            if start is None or start > self.today:
                continue
            of_kind = limited and notice.kind == rule["opened by"]
            if of_kind and notice.id not in begun and received is None:
                continue  # called off before anyone had it
            over = self.free_again(rule, start)
            found = self.item("duty", rule, f"{rule['id']}/{notice.id}", start, over)
            self.add({**found, "opened by": notice.id})

    def stopping(self, rule: Json) -> Iterator[tuple[Event, list[str]]]:
        """Each notice that stops sales, and whom it must reach: written advice is one too."""
        advice: Json = rule.get("or advice", {"to": []})
        kinds = {event.id: event.kind for event in self.events}

        def given(notice: Event, to: Sequence[str]) -> list[str]:
            sent = [each["to"] for each in notice.entry.get("given", ())]
            return list(dict.fromkeys(each for each in sent if each in to))

        for notice in self.facts(rule["opened by"]):
            others = [] if given(notice, rule["to"]) else given(notice, advice["to"])
            yield notice, others or given(notice, rule["to"]) or rule["to"]
        for sent in self.facts(advice["fact"]) if "fact" in advice else ():
            about = {(self.recorded | kinds).get(n.rpartition("/")[2]) for n in sent.abouts}
            to = given(sent, advice["to"])
            if to and advice["of"] in about:
                yield sent, to
            elif to and None in about:
                why = "what it is about is not in the history"
                self.unverified[f"{rule['id']}/{sent.id}"] = why

    def stopped_from(self, notice: Event, to: Sequence[str]) -> tuple[date | None, date | None]:
        """The day a notice stops sales, and the first day on which one received it."""
        given = self.deemed_given([notice], to)
        own = [each for each in notice.entry.get("given", ()) if each["to"] in to]
        received = earliest(self.received_on(each) for each in own)
        way = self.readings["stop-from"]
        if received is None or way == "DEEMED-GIVEN":
            return given, received
        if way == "EARLIER" and given is not None:
            return min(given, received), received
        return received, received

    def free_again(self, rule: Json, start: date) -> date | None:
        """The day from which all may sell again: an event names no Holder, or the last of those on
        record."""
        freed = set[str]()
        for event in self.facts(*rule["until"]):
            if event.on >= start:
                holder = event.entry.get("holder")
                if holder is None:
                    return event.on
                freed.add(holder)
                named = self.facts("questionnaire-returned", *HOLDINGS)
                by_then = [e.entry for e in named if e.on <= event.on]
                names = {entry.get("holder") for entry in by_then}
                names |= {e.get("to") for e in by_then if e["kind"] == "notes-transferred"}
                if names - {None} and freed >= names - {None}:
                    return event.on
        return None

    # Shares owed on an early exercise once warrants vest whose adjustment was deferred.

    def true_ups(self, rule: Json) -> None:
        """Each exercise, and the shares that each vesting adds for it."""
        head = {"is": "true-up", "instance": rule["id"], "section": rule["section"]}
        self.add({**head, "cut off": self.terms["dates"][rule["exercised before"]]})
        for exercise in self.facts(rule["exercised by"]):
            self.true_up(rule, exercise)

    def vestings(self, rule: Json, exercise: Event) -> tuple[list[date], list[date]]:
        """The days on which warrants vested by an exercise, and after it."""
        days = dict.fromkeys(event.on for event in self.facts(rule["vested by"]))
        same_day = self.readings["same-day-vesting"] == "SAME-DAY"
        later = [on for on in days if on > exercise.on or (on == exercise.on and same_day)]
        return [on for on in days if on not in later], later

    def true_up(self, rule: Json, exercise: Event) -> None:
        """The shares owed on one exercise; those issued go to the earliest vestings first."""
        name, total, before = f"{rule['id']}/{exercise.id}", 0, self.vestings(rule, exercise)[0]
        issued = in_shares(self.about([rule["issued by"]], [exercise.id]))
        for day in self.vestings(rule, exercise)[1]:
            found = self.shares_added(rule, exercise, day, total)
            shares = found["amount"]
            if shares is not None:
                left = max(shares - max(issued - total, ZERO), ZERO).__ceil__()
                found |= {"amount": str(shares), "outstanding": str(left)}
                total += shares
            self.add(found)
        on_it = self.computed("entitlement-computed", exercise.id, exercise.on)
        if on_it is None or self.readings["same-day-vesting"] == "SAME-DAY":
            start = self.unadjusted(rule, exercise)
            due = None if start is None else self.adjusted(rule, start, before[-1:])[0]
        else:
            due = in_shares([on_it])
        self.add(
            {
                "is": "exercise",
                "instance": name,
                "section": rule["section"],
                "on": shown(exercise.on),
                "due on exercise": None if due is None else str(due),
                "amount": str(total),
                "issued": str(issued),
            }
        )

    def shares_added(self, rule: Json, exercise: Event, vested: date, earlier: int) -> Json:
        """What an exercise would have yielded on the day of a vesting, less what it has yielded, in
        whole shares; none after the cut-off."""
        cut_off = date.fromisoformat(self.terms["dates"][rule["exercised before"]])
        by_vesting = self.readings["true-up-cutoff"] == "ALSO-VESTING"
        none = exercise.on >= cut_off or (by_vesting and vested >= cut_off)
        would_have, brought = self.would_have(rule, exercise, vested), in_shares([exercise])
        if self.readings["true-up-deduction"] == "EARLIER-TRUE-UPS":
            brought += earlier
        gap = None if would_have is None else max(would_have - brought, ZERO)
        up = self.readings["share-fractions"] == "UP"
        shares = None if gap is None else gap.__ceil__() if up else gap.__floor__()
        first = next(e for e in self.facts(rule["vested by"]) if e.on == vested)
        return {
            "is": "shares",
            "instance": f"{rule['id']}/{exercise.id}/{first.id}",
            "section": rule["section"],
            "vested": shown(vested),
            "would have": None if would_have is None else str(would_have),
            "brought": str(brought),
            "amount": 0 if none else shares,
            "outstanding": None,
        }

    def would_have(self, rule: Json, exercise: Event, vested: date) -> Fraction | None:
        """The shares an exercise would have yielded on the day of a vesting, with adjustments for
        other issues or without; as computed for it, or else by a ratio or a formula."""
        computed = self.computed("entitlement-computed", exercise.id, vested)
        start = self.unadjusted(rule, exercise)
        found, assumed = None if computed is None else in_shares([computed]), False
        if computed is None and start is not None:
            found, assumed = self.adjusted(rule, start, [vested])
        others = [e for e in self.about(["other-adjustment"], [exercise.id]) if e.on <= vested]
        counts = self.readings["true-up-adjustments"] == "ALL"
        if found is None or counts != assumed:
            return found
        return found + (in_shares(others) if assumed else -in_shares(others))

    def unadjusted(self, rule: Json, exercise: Event) -> Fraction | None:
        """The shares of an exercise before any adjustment, if known."""
        stated = exercise.dollars("unadjusted")
        adjusted = bool(self.vestings(rule, exercise)[0])
        return stated if stated is not None else None if adjusted else in_shares([exercise])

    def adjusted(
        self, rule: Json, start: Fraction, last: Sequence[date]
    ) -> tuple[Fraction | None, bool]:
        """Shares adjusted for the vestings by a day, and whether by a formula that is assumed: a
        broad-based weighted average."""
        if not last:
            return start, False
        ratio = self.computed("ratio-computed", rule["id"], last[0])
        if ratio and ratio.dollars("ratio") is not None:
            return start * (ratio.dollars("ratio") or 1), False
        vested = [e for e in self.facts(rule["vested by"]) if e.on <= last[0]]
        if "assumed formula" not in rule or any(e.dollars("shares") is None for e in vested):
            return None, False
        formula, more = rule["assumed formula"], in_shares(vested)
        outstanding = Fraction(formula["outstanding before"])
        paid = more * Fraction(formula["issue price"]) / Fraction(formula["exercise price"])
        return start * (outstanding + more) / (outstanding + paid), True

    def computed(self, kind: str, about: str, on: date) -> Event | None:
        """The last computation of a kind recorded for a day."""
        found = reversed(self.about([kind], [about]))
        return next((event for event in found if event.target == on), None)


def in_shares(events: Sequence[Event]) -> Fraction:
    """The shares that events state, in all."""
    return sum((event.dollars("shares") or ZERO for event in events), ZERO)


SPECIAL = ("minimum period", "request", "window", "window before", "stop", "share true-up")
"""The types of provision that are worked out in this part."""


# 15  The whole certificate, compared.


class Whole(Special):
    """All items that the terms and the events give, provision by provision."""

    def __init__(self, certificate: Json) -> None:
        super().__init__(certificate)
        self.items: dict[str, Json] = {}
        self.unverified: dict[str, str] = {}
        self.defaults: list[Default] = []
        for rule in self.rules.values():
            self.attempt(rule["id"], partial(self.work_out, rule))
        for rule in self.rules.values():
            if rule["form"] == "obligation" and "default" in rule.get("each", ()):
                self.notices_of(rule)
            elif rule["type"] in SPECIAL:
                self.attempt(rule["id"], partial(self.special, rule))
        self.and_all_of_them()
        self.amounts()
        self.and_all_of_them()

    def amounts(self) -> None:
        """What accrues, in all, and what is paid."""
        streams = [rule["id"] for rule in self.rules.values() if rule["form"] == "stream"]
        for name in streams:
            self.attempt(name, partial(self.stream_item, name))
        for rule in self.rules.values():
            if rule["form"] == "payments":
                self.attempt(rule["id"], partial(self.payment_items, rule))
        if streams:
            self.attempt(TOTAL, self.total_item)

    def stream_item(self, name: str) -> None:
        """What accrues on one stream."""
        self.rests_on(name, self.unverified)
        self.add(self.accrual(name))

    def payment_items(self, rule: Json) -> None:
        """The payments of some streams, with their steps."""
        self.all_verified(self.streams_of(rule))
        for part in self.parts(rule["id"]):
            self.attempt(part.name, partial(self.payment_item, part))

    def payment_item(self, part: Part) -> None:
        """One payment, with its steps."""
        for item in self.payment(part):
            self.add(item)

    def total_item(self) -> None:
        """What accrued in all."""
        late = [r["id"] for r in self.rules.values() if "late" in r or "at least" in r]
        self.all_verified([n for n, r in self.rules.items() if r["form"] == "stream"] + late)
        self.add(self.in_all())

    def work_out(self, rule: Json) -> None:
        """The items of one provision."""
        later = rule["type"] in ("notice", *SPECIAL)
        if later or rule["form"] in ("stream", "payments"):
            return
        if rule["form"] == "state":
            self.state(rule)
            return
        if rule["type"] == "outage with cure":
            for failed in self.failures(rule):
                name = f"{rule['id']}/{failed.name}"
                self.attempt(name, partial(self.cure_of, rule, failed))
            return
        if rule["form"] != "obligation" or rule["type"] not in COUNTED_TYPES:
            raise NotVerifiedError(f"provisions of type {rule['type']}")
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
            self.keep(self.default(each, item) if "default" in rule else None)

    def state(self, rule: Json) -> None:
        """The periods of a state, and the defaults of its limits."""
        for item in self.windows(rule):
            self.add(item)
        for item, made in self.breaches(rule):
            self.add(item)
            self.keep(made)

    def cure_of(self, rule: Json, failed: Failure) -> None:
        """The time to cure a failure, and the default that it became."""
        item, made = self.cure_period(rule, failed)
        self.add(item)
        self.keep(made)

    def keep(self, made: Default | None) -> None:
        """Add a default."""
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
                self.unverified["/".join(part for part in (f"{item}-{step}", of) if part)] = why


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


def put(items: dict[str, Json], item: Json) -> None:
    """Put an item under its name; a state of parts may begin again under the same one."""
    name: str = item["instance"]
    while name in items:
        name += " again"
    items[name] = item


def covers(names: Sequence[str], instance: str) -> bool:
    """Whether an instance is one of some names, or belongs to one."""
    return any(instance == name or instance.startswith(f"{name}/") for name in names)


def compare(stated: Any, found: Any, where: str) -> None:
    """Raise FalseStepError at the innermost step that differs."""
    if json.dumps(stated, sort_keys=True) == json.dumps(found, sort_keys=True):
        return
    if isinstance(stated, dict) and isinstance(found, dict):
        for key in sorted(found, key=lambda key: not isinstance(found[key], dict | list)):
            if key in stated:
                compare(stated[key], found[key], f"{where}, {key}")
        for key in [*found, *stated]:
            if key not in found or key not in stated:
                has = f"{key} {json.dumps(found.get(key, stated.get(key)))}"
                raise FalseStepError(
                    f"{where}: {has} is {'left out' if key in found else 'not so'}"
                )
    elif isinstance(stated, list) and isinstance(found, list) and len(stated) == len(found):
        for n, (one, other) in enumerate(zip(stated, found, strict=True), start=1):
            compare(one, other, f"{where} {n}")
    raise FalseStepError(
        f"{where}: the certificate says {json.dumps(stated)}, but it is {json.dumps(found)}"
    )


KEYS = {
    *("format", "deal", "title", "as of", "known at", "engine", "readings", "amendments"),
    *("terms", "history", "items", "digest", "not verified"),
}
DIGESTED = "the readings, the terms and the events"


def known_at(certificate: Json) -> datetime:
    """The instant by which events were recorded."""
    return datetime.fromisoformat(certificate["known at"])


def verify(certificate: Any, digest: str | None = None) -> "Whole":
    """Work out all that a certificate states; raise FalseStepError for the first step that is not
    so."""
    if not isinstance(certificate, dict) or certificate.get("format") != FORMAT:
        raise FalseStepError(f"format: this file reads {FORMAT}")
    for key in sorted(certificate.keys() ^ KEYS):
        raise FalseStepError(f"{key}: {'not a key' if key in certificate else 'missing'}")
    lists = {key: certificate[key] for key in ("items", "history", "amendments")}
    for key, each in {**lists, "provisions": certificate["terms"]["provisions"]}.items():
        wrong = [n for n, one in enumerate(each, start=1) if not isinstance(one, dict)]
        if wrong:
            raise FalseStepError(f"{key} {wrong[0]}: not an object with keys")
    for entry in certificate["history"]:
        late = datetime.fromisoformat(entry["recorded_at"]) > known_at(certificate)
        if late or not DATE.fullmatch(entry["on"]):
            raise FalseStepError(f"{entry['id']}: its day, or the instant of its record, is not so")
    found = digest_of(certificate)
    compare(certificate["digest"], found, f"digest of {DIGESTED}")
    if digest not in (None, found):
        raise FalseStepError(
            f"{DIGESTED} have the digest {found}, not the one given: something was changed, or was "
            "added or left out"
        )
    whole = worked_out(certificate)
    compare_items(certificate["items"], whole)
    compare(certificate["not verified"], whole.unverified, "not verified")
    return whole


def worked_out(certificate: Json) -> "Whole":
    """All that the terms in force and the events give. Of amended terms, only what each version
    gives alike is verified: which one governs what they give differently is not worked out here."""
    whole = Whole(certificate)
    for amendment in certificate["amendments"]:
        before = Whole({**certificate, "terms": amendment["terms before"]})
        whole.unverified = before.unverified | whole.unverified
        for name, item in (before.items | whole.items).items():
            if whole.items.get(name) != before.items.get(name):
                why = f"the terms before {amendment['id']} give another"
                whole.unverified.setdefault(item["instance"], why)
    return whole


def compare_items(stated: Sequence[Json], whole: "Whole") -> None:
    """The items stated, against those found."""
    named: dict[str, Json] = {}
    for item in stated:
        put(named, item)
    for name, item in named.items():
        if covers([*whole.unverified], item["instance"]):
            continue
        if name not in whole.items:
            raise FalseStepError(f"{name}: the terms and the events give no such item")
        compare(item, whole.items[name], name)
    verified = [n for n, i in whole.items.items() if not covers([*whole.unverified], i["instance"])]
    missing = [name for name in verified if name not in named]
    if missing:
        raise FalseStepError(f"{missing[0]}: left out, though the terms and the events give it")


def shares(certificate: Json) -> Json:
    """How many of its dates and amounts are verified, and of how many."""
    names, found = [*certificate["not verified"]], {"dates": (0, 0), "amounts": (0, 0)}
    for item in certificate["items"]:
        dates = sum(bool(DATE.fullmatch(str(value))) for value in item.values())
        for what, n in (("dates", dates), ("amounts", int(item.get("amount") is not None))):
            verified, every = found[what]
            found[what] = verified + n * (not covers(names, item["instance"])), every + n
    return found


# What is read may be hostile: what is ambiguous, or beyond all limits, is refused at once.

MOST, MOST_SECONDS = 100_000, 60
EXPONENT = re.compile(r"\s*[-+]?[0-9_.]+[eE][-+]?[0-9_]{4,}\s*")


def read(text: str) -> Any:
    """The JSON of a certificate, without a key given twice, a number that is not whole, or one
    beyond all limits; ValueError for another."""

    def once(pairs: list[tuple[str, Any]]) -> Json:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError("a key is given twice")
        return found

    def refused(number: str) -> None:
        raise ValueError(f"{number[:20]} is not a whole number; give a fraction as text")

    try:
        made = json.loads(text, object_pairs_hook=once, parse_float=refused, parse_constant=refused)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    parts = [(made, 0)]
    for part, depth in parts:
        if depth > 100:
            raise ValueError("it is nested too deeply")
        if isinstance(part, str) and (len(part) > MOST or EXPONENT.fullmatch(part)):
            raise ValueError(f"{part[:20]!r} is a text or a number beyond all limits")
        if isinstance(part, int) and abs(part) > MOST:
            raise ValueError(f"{str(part)[:20]} is beyond all limits")
        inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        parts += [(each, depth + 1) for each in inner]
    return made


def say(text: str) -> None:
    """Print a line, what does not print as its number."""
    print("".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in text))


def main(arguments: Sequence[str]) -> int:
    """Verify the file named; a digest known from elsewhere may follow it."""
    if not arguments:
        print(__doc__)
        return 2
    timer = Timer(MOST_SECONDS, interrupt_main)
    timer.daemon = True
    timer.start()
    try:
        try:
            certificate = read(Path(arguments[0]).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            say(f"{arguments[0]} cannot be read: {error}")
            return 2
        whole = verify(certificate, *arguments[1:2])
    except FalseStepError as wrong:
        say(f"NOT ACCEPTED: {wrong}")
        return 1
    except KeyboardInterrupt:
        say(f"NOT ACCEPTED: stopped, or not worked out in {MOST_SECONDS} seconds")
        return 1
    except (*BROKEN, NotVerifiedError) as error:
        say(f"NOT ACCEPTED: the file is not a whole certificate: {in_plain_words(error)}")
        return 1
    finally:
        timer.cancel()
    counts = [f"{n} of {every} {what}" for what, (n, every) in shares(certificate).items()]
    print(f"Accepted, as of {whole.today}: {' and '.join(counts)} are verified.")
    for name, why in whole.unverified.items():
        say(f"Not verified: {name}: {why}")
    print(f"Digest of {DIGESTED}: {certificate['digest']}")
    print("Compare the terms with the agreement and the events with the record: this file cannot.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
