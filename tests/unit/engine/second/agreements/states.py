"""States of any agreement, day after day: when one is in force, and whether its limits allow it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from tests.unit.engine.second.agreements.calendars import is_open
from tests.unit.engine.second.agreements.days import ITEMS, It, day
from tests.unit.engine.second.agreements.deals import (
    Deal,
    Lapsed,
    NotCoveredError,
    Provision,
    listed,
)
from tests.unit.engine.second.agreements.notices import given_to_all, received_on, sent_on
from tests.unit.engine.second.agreements.periods import months_later
from tests.unit.engine.second.story import Event

ONE = timedelta(days=1)
CALENDARS = {"business days": "", "trading days": "nyse"}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A run of days in force: the notices or events it is of, its first day, and the first day it
    is not in force; None while it goes on."""

    events: tuple[str, ...]
    first: date
    over: date | None

    def has(self, on: date) -> bool:
        """Whether a day is in force."""
        return self.first <= on and (self.over is None or on < self.over)


def occurrences(deal: Deal, name: str) -> list[Occurrence]:
    """Those that began by the day of asking, those without a gap as one."""
    rule = deal.provisions("state")[name]
    firsts: list[tuple[date, Event]] = []
    for event in deal.of(*listed(rule["begins"])):
        first = _first_day(event, rule, deal)
        if first is not None and first <= deal.as_of:
            firsts.append((first, event))
    firsts.sort(key=lambda each: each[0])
    begun: list[Occurrence] = []
    for first, event in firsts[:1] if rule.get("once") else firsts:
        before = any(run.first < first and (run.over or first) >= first for run in begun)
        over = _over(event, first, rule, deal, before=before)
        begun.append(Occurrence((event.id,), first, over))
    return _joined(begun)


def _first_day(event: Event, rule: Provision, deal: Deal) -> date | None:
    """The day it begins: its own or, of a notice, the day it is given, sent or received."""
    parties = listed(rule.get("to"))
    if not parties:
        return event.on
    match deal.pick(rule.get("starts", "deemed")):
        case "sent":
            sent = [sent_on(d, deal) for d in event.given if d.to in parties]
            return min((d for d in sent if d is not None), default=None)
        case "received":
            had = [received_on(d, deal) for d in event.given if d.to in parties]
            known = min((d for d in had if d is not None), default=None)
            return known or given_to_all(event.given, parties, deal)
    return given_to_all(event.given, parties, deal)


def _over(event: Event, first: date, rule: Provision, deal: Deal, *, before: bool) -> date | None:
    """The first day on which it is over: ended by an event, or by its own time. What ends on the
    day it begins ended what was in force `before`, if anything was."""
    days: list[date] = []
    if rule.get("ends"):
        earliest = max(event.on, first + ONE if before else first)
        days += [e.on for e in deal.of(*listed(rule["ends"])) if e.on >= earliest][:1]
    until: Mapping[str, Any] = rule.get("until", {})
    if "years" in until:
        days.append(months_later(first, 12 * int(until["years"])))
    if "day" in until:
        last = day(until["day"], deal, It(first))
        days += [last + ONE] if last is not None else []
    return min(days, default=None)


def _joined(begun: list[Occurrence]) -> list[Occurrence]:
    found: list[Occurrence] = []
    for each in begun:
        last = found[-1] if found else None
        if last is not None and (last.over is None or each.first <= last.over):
            over = None if None in (last.over, each.over) else max(last.over, each.over)  # type: ignore[type-var]
            found[-1] = Occurrence((*last.events, *each.events), last.first, over)
        else:
            found.append(each)
    return found


@dataclass(frozen=True, slots=True)
class Excess:
    """An occurrence beyond a limit: the first day too many, and by which of the limits."""

    occurrence: Occurrence
    limit: int
    first: date


def counted_days(runs: list[Occurrence], first: date, last: date, unit: str, deal: Deal) -> int:
    """The days in force from one day to another, both included, of the kind that counts."""
    total, on = 0, first
    while on <= last:
        kept = unit == "days" or is_open(on, CALENDARS[unit] or deal.calendar)
        total += kept and any(run.has(on) for run in runs)
        on += ONE
    return total


def excesses(deal: Deal, name: str) -> Iterator[Excess]:
    """The first day of each occurrence, by the day of asking, that each limit does not allow."""
    rule = deal.provisions("state")[name]
    runs = occurrences(deal, name)
    for n, limit in enumerate(rule.get("limits", ())):
        most = int(limit["most"]) if "most" in limit else int(limit["reaches"]) - 1
        for run in runs:
            on = run.first
            while on <= deal.as_of and run.has(on):
                if _used(on, run, runs, limit, deal) > most:
                    yield Excess(run, n, on)
                    break
                on += ONE


def state_lapses(deal: Deal) -> dict[str, Lapsed]:
    """The default of each occurrence beyond a limit, by the event that began it.

    Of one occurrence it occurs on its last day allowed, if it is in force on the day after; of a
    window, on the first day too many.
    """
    found: dict[str, Lapsed] = {}
    for name, rule in deal.provisions("state").items():
        for beyond in excesses(deal, name):
            limit = rule["limits"][beyond.limit]
            lapse = limit.get("lapse")
            if lapse is None:
                continue
            alone = not {"window days", "window months", "window_days", "window_months"} & set(
                limit
            )
            occurred = beyond.first - ONE if alone else beyond.first
            occurred += int(deal.pick(lapse.get("occurs", 0))) * ONE
            start = occurred + int(deal.pick(lapse.get("accrues", 1))) * ONE
            over = beyond.occurrence.over
            cured = over if over is not None and over <= deal.as_of else None
            stop = None if cured is None else max(cured, start)
            own = f"{lapse['id']}/{beyond.occurrence.events[0]}"
            found[own] = Lapsed(lapse["id"], own, occurred, start, stop, cured)
    return found


def _used(
    on: date, run: Occurrence, runs: list[Occurrence], limit: Mapping[str, Any], deal: Deal
) -> int:
    """What is used of a limit on a day: of one occurrence, or in the window that ends with it."""
    first = run.first
    days, months = (limit.get(f"window {u}", limit.get(f"window_{u}")) for u in ("days", "months"))
    if days is not None:
        first = on - (int(days) - 1) * ONE
    elif months is not None:
        first = months_later(on, -int(months)) + ONE
    elif limit.get("counted") in ("begun", "in force"):
        raise NotCoveredError("occurrences are counted in windows")
    counted = limit.get("counted", "days")
    if counted == "begun":
        return sum(1 for each in runs if first <= each.first <= on)
    if counted == "in force":
        span = [first + n * ONE for n in range((on - first).days + 1)]
        return sum(1 for each in runs if any(each.has(d) for d in span))
    within = [run] if days is None and months is None else runs
    return counted_days(within, first, on, counted, deal)


def _start(deal: Deal, name: str) -> date | None:
    runs = _of(deal, name)
    return runs[0].first if runs else None


def _end(deal: Deal, name: str) -> date | None:
    """The day of the event that ended it, or else its last day in force."""
    runs = _of(deal, name)
    over = runs[0].over if runs else None
    if over is None:
        return None
    ends = deal.of(*listed(deal.provisions("state")[name].get("ends")))
    return over if any(event.on == over for event in ends) else over - ONE


def _of(deal: Deal, name: str) -> list[Occurrence]:
    return occurrences(deal, name) if name in deal.provisions("state") else []


ITEMS["start"].append(_start)
ITEMS["end"].append(_end)
