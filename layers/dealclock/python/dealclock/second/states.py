"""States of any agreement, day after day: when one is in force, and whether its limits allow it.

A status is a state of each lot or Holder. Of none of them, it is in force while it is for any.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from dealclock.second.calendars import is_open
from dealclock.second.days import IN_FORCE, ITEMS, It, day
from dealclock.second.deals import (
    Deal,
    Lapsed,
    NotCoveredError,
    Provision,
    covering,
    listed,
)
from dealclock.second.notices import given_to_all, received_on, sent_on
from dealclock.second.periods import months_later
from dealclock.second.story import Event

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


def occurrences(deal: Deal, name: str, of: str = "") -> list[Occurrence]:
    """Those that began by the day of asking, those without a gap as one."""
    rule = deal.provisions("state", "status")[name]
    every = deal.provisions("state", "status")
    parts = [
        (part, of if every[part].get("of") == rule.get("of") else "")
        for part in listed(rule.get("any of") or rule.get("all of"))
    ]
    if rule.get("of") and not of:
        parts = [(name, each) for each in subjects(deal, rule)]
    elif rule.get("all of"):
        return _all_of([occurrences(deal, part, each) for part, each in parts])
    if parts or (rule.get("of") and not of):
        runs = [run for part, each in parts for run in occurrences(deal, part, each)]
        return _joined(sorted(runs, key=lambda run: run.first))
    if not rule.get("begins"):
        first = _by_itself(rule, of, deal)
        if first is None or first > deal.as_of:
            return []
        return [Occurrence((), first, _over(None, first, rule, of, deal, before=True))]
    firsts: list[tuple[date, Event]] = []
    for event in _about(of, rule, deal.of(*listed(rule["begins"]))):
        first = _first_day(event, rule, deal)
        if first is not None and first <= deal.as_of:
            firsts.append((first, event))
    firsts.sort(key=lambda each: each[0])
    begun: list[Occurrence] = []
    for first, event in firsts[:1] if rule.get("once") else firsts:
        before = any(run.first < first and (run.over or first) >= first for run in begun)
        over = _over(event, first, rule, of, deal, before=before)
        begun.append(Occurrence((event.id,), first, over))
    return _joined([run for run in begun if run.over is None or run.first < run.over])


def first_day(deal: Deal, name: str, event: str) -> date | None:
    """The first day of what one event began, alone."""
    own = next((e for e in deal.events if e.id == event), None)
    return _first_day(own, deal.provisions("state", "status")[name], deal) if own else None


def own_end(deal: Deal, name: str, event: str) -> date | None:
    """The last day that a Day of the state's own gives to what one event began."""
    rule = deal.provisions("state", "status")[name]
    own, first = next((e for e in deal.events if e.id == event), None), first_day(deal, name, event)
    given = rule.get("until", {})
    until = {"day": given} if isinstance(given, str | date) else given
    if own is None or first is None or "day" not in until:
        return None
    return day(until["day"], deal, It(first, own, (own.id,)))


def subjects(deal: Deal, rule: Provision) -> list[str]:
    """The lots of the agreement, or the Holders that have had the status."""
    if rule["of"] == "lot":
        return [lot["id"] for lot in deal.terms["securities"]]
    found = [e.holder for e in deal.of(*listed(rule.get("begins"))) if e.holder]
    for part in listed(rule.get("any of") or rule.get("all of")):
        own = deal.provisions("state", "status")[part]
        found += subjects(deal, own) if own.get("of") == "holder" else []
    return list(dict.fromkeys(found))


def _all_of(every: list[list[Occurrence]]) -> list[Occurrence]:
    """The runs of days on which one of each is in force: each begins on the first day of one."""
    found: list[Occurrence] = []
    for first in sorted({run.first for runs in every for run in runs}):
        now = [next((run for run in runs if run.has(first)), None) for runs in every]
        if all(now):
            ends = [run.over for run in now if run is not None and run.over is not None]
            found.append(Occurrence((), first, min(ends, default=None)))
    return _joined(found)


def subject(event: Event | None, rule: Provision) -> str:
    """The lot or the Holder that an event names, of a status."""
    if event is None or not rule.get("of"):
        return ""
    return event.lot if rule["of"] == "lot" else event.holder


def _about(of: str, rule: Provision, events: list[Event]) -> list[Event]:
    return [e for e in events if not of or subject(e, rule) in ("", of)]


def _by_itself(rule: Provision, of: str, deal: Deal) -> date | None:
    """The Day of the terms or, for a lot, that of its issue."""
    if rule.get("from") is not None:
        return day(rule["from"], deal, It(of=(rule["of"], of) if of else None))
    issued: date = next(lot["issued"] for lot in deal.terms["securities"] if lot["id"] == of)
    return issued


def _ends(rule: Provision, of: str, deal: Deal) -> list[Event]:
    """The events that end it: of those that state an amount, the one by which a lot is gone."""
    events = _about(of, rule, deal.of(*listed(rule.get("ends"))))
    if rule.get("of") != "lot":
        return events
    left = next(lot["principal"] for lot in deal.terms["securities"] if lot["id"] == of)
    found: list[Event] = []
    for event in events:
        left -= event.dollars
        found += [event] if not event.dollars or left <= 0 else []
    return found


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


def _over(
    event: Event | None, first: date, rule: Provision, of: str, deal: Deal, *, before: bool
) -> date | None:
    """The first day on which it is over: ended by an event, or by its own time. What ends on the
    day it begins ended what was in force `before`, if anything was."""
    days: list[date] = []
    if rule.get("ends"):
        earliest = max(event.on if event else first, first + ONE if before else first)
        days += [e.on for e in _ends(rule, of, deal) if e.on >= earliest][:1]
    given: Any = rule.get("until", {})
    until: Mapping[str, Any] = {"day": given} if isinstance(given, str | date) else given
    if "years" in until:
        days.append(months_later(first, 12 * int(until["years"])))
    if "day" in until:
        names = (event.id,) if event else ()
        begun = It(first, event, names, of=(rule["of"], of) if of else None)
        last = day(until["day"], deal, begun)
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
    """The first day of each occurrence, by the day of asking, that each limit does not allow; one
    that was improper uses none.
    """
    rule = deal.provisions("state")[name]
    improper = {event.about for event in deal.of(*listed(rule.get("improper by")))}
    runs = [run for run in occurrences(deal, name) if improper.isdisjoint(run.events)]
    for n, limit in enumerate(rule.get("limits", ())):
        most = int(limit["most"]) if "most" in limit else int(limit["reaches"]) - 1
        for run in runs:
            on = run.first
            while on <= deal.as_of and run.has(on):
                if _used(on, run, runs, limit, deal) > most:
                    yield Excess(run, n, on)
                    break
                on += ONE


def allowed(deal: Deal, name: str, event: str) -> dict[str, date | str | None] | None:
    """The days of the occurrence that an event began: the first, the last that every limit allows
    as if it went on, the day it was over, and how it stands; None if none is."""
    runs = occurrences(deal, name)
    rule = deal.provisions("state")[name]
    run = next((each for each in runs if event in each.events), None)
    if run is None:
        return None
    as_if = [replace(each, over=None) if each is run else each for each in runs]
    on: date | None = run.first
    while on is not None and all(
        _used(on, as_if[runs.index(run)], as_if, limit, deal)
        <= (int(limit["most"]) if "most" in limit else int(limit["reaches"]) - 1)
        for limit in rule.get("limits", ())
    ):
        on = on + ONE if rule.get("limits") else None
    closes = None if on is None else on - ONE
    over = run.over if run.over is not None and run.over <= deal.as_of else None
    if over is not None:
        status = "closed"
    elif closes is None or deal.as_of < closes:
        status = "open"
    else:
        status = "last day" if deal.as_of == closes else "overrun"
    return {"opens": run.first, "closes": closes, "ended_on": over, "status": status}


def beginnings(deal: Deal, name: str) -> list[dict[str, Any]]:
    """Of each limit on occurrences in a window: how many are left on the day of asking, and the
    first day from then on on which all limits allow another, if one in force ended that day."""
    rule = deal.provisions("state")[name]
    runs = [replace(r, over=min(r.over or deal.as_of, deal.as_of)) for r in occurrences(deal, name)]
    limits = [each for each in rule["limits"] if "window months" in each]
    often = [each for each in limits if each.get("counted") == "begun"]

    def left(limit: Mapping[str, Any], on: date) -> int:
        first = _since(limit, on, deal)
        if limit in often:
            return int(limit["most"]) - sum(first <= run.first <= on for run in runs)
        return int(limit["most"]) - counted_days(
            runs, first, on, limit.get("counted", "days"), deal
        )

    earliest = deal.as_of
    while any(left(limit, earliest) <= 0 for limit in limits):
        earliest += ONE
    return [{"left": max(0, left(each, deal.as_of)), "earliest": earliest} for each in often]


def _since(limit: Mapping[str, Any], on: date, deal: Deal) -> date:
    """The first day of the window of a day in months: rolling, or its block."""
    months = int(limit["window months"])
    if deal.pick(limit.get("windows", "rolling")) == "rolling":
        return months_later(on, -months) + ONE
    first = day(limit["blocks from"], deal, It())
    n = 0
    while first is not None and months_later(first, (n + 1) * months) <= on:
        n += 1
    return months_later(first or on, n * months)


def state_lapses(deal: Deal) -> dict[str, Lapsed]:
    """The default of each occurrence beyond a limit, by the event that began it.

    Of one occurrence it occurs on its last day allowed, if it is in force on the day after; of a
    window, on the first day too many.
    """
    found: dict[str, Lapsed] = {}
    for name, rule in deal.provisions("state").items():
        with covering(name):
            beyonds = list(excesses(deal, name))
        for beyond in beyonds:
            limit = rule["limits"][beyond.limit]
            lapse = limit.get("lapse")
            if lapse is None:
                continue
            alone = not {"window days", "window months", "window_days", "window_months"} & set(
                limit
            )
            occurred = beyond.first - ONE if alone else beyond.first
            occurred += int(deal.pick(lapse.get("occurs", 0))) * ONE
            start = occurred + int(deal.pick(lapse.get("accrues", int(alone)))) * ONE
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


def run_on(deal: Deal, name: str, on: date, it: It) -> Occurrence | None:
    """The occurrence in force on a day, of the lot or the Holder of an instance."""
    rule = deal.provisions("state", "status")[name]
    of = it.of[1] if it.of and it.of[0] == rule.get("of") else subject(it.event, rule)
    return next((run for run in occurrences(deal, name, of) if run.has(on)), None)


def _start(deal: Deal, name: str, it: It) -> date | None:
    run = _meant(deal, name, it)
    return run.first if run else None


def _end(deal: Deal, name: str, it: It) -> date | None:
    """The day of the event that ended it, or else its last day in force."""
    run = _meant(deal, name, it)
    if run is None or run.over is None:
        return None
    of = it.of[1] if it.of else ""
    ended = any(event.on == run.over for event in _every_end(deal, name, of, it))
    return run.over if ended else run.over - ONE


def _every_end(deal: Deal, name: str, of: str, it: It) -> list[Event]:
    rule = deal.provisions("state", "status")[name]
    own = of or subject(it.event, rule)
    every = deal.provisions("state", "status")
    parts = [
        (part, own if every[part].get("of") == rule.get("of") else "")
        for part in listed(rule.get("any of") or rule.get("all of"))
    ]
    if rule.get("of") and not own:
        parts = [(name, each) for each in subjects(deal, rule)]
    if parts or (rule.get("of") and not own):
        return [e for part, each in parts for e in _every_end(deal, part, each, It())]
    return _ends(rule, own, deal)


def _meant(deal: Deal, name: str, it: It) -> Occurrence | None:
    if name not in deal.provisions("state", "status"):
        return None
    for state, on in it.in_force:
        if state == name:
            return run_on(deal, name, on, it)
    return next(iter(occurrences(deal, name)), None)


ITEMS["start"].append(_start)
ITEMS["end"].append(_end)


def _in_force(deal: Deal, name: str, on: date, it: It) -> bool:
    """Whether a state is in force on a day; on a future one, only if it is known not to end before
    it.
    """
    run = run_on(deal, name, on, it)
    return run is not None and (run.over is not None or on <= deal.as_of)


IN_FORCE.append(_in_force)
