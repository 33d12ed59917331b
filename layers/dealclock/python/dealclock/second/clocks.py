"""Clocks that a state stops: the last day of an obligation, counted day after day."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from dealclock.second.calendars import is_open
from dealclock.second.days import It, is_so
from dealclock.second.deals import Deal, NotCoveredError, Provision
from dealclock.second.periods import COUNTED_OPEN, period_in, rolled
from dealclock.second.states import Occurrence, excesses, occurrences

ONE = timedelta(days=1)
FAR = 4000


def clock(rule: Provision, it: It, deal: Deal, done: date | None = None) -> date | None:
    """The Nth day after the day that opened it, of those that count; None while the state that
    stops it goes on. A state in force on the day it was `done` is over from that day, and one that
    began on it from the day after; what begins later stops nothing.

    A day is stopped if the state is in force as it ends. The day on which it begins may still
    count, and the first day after it may.
    """
    given = rule["stopped by"]
    stop: Mapping[str, Any] = {"state": given} if isinstance(given, str) else given
    due, start = rule["due"], it.day
    while isinstance(due, Mapping) and "if" in due:
        due = due["then" if is_so(due["if"], deal, it) else "else"]
    words = str(due).removesuffix(" after it")
    if words == due or start is None:
        raise NotCoveredError("a clock of another Day")
    period = period_in(words)
    runs = _allowed(deal, stop["state"])
    if done is not None:
        runs = [
            replace(run, over=max(done, run.first + ONE)) if run.has(done) else run
            for run in runs
            if run.first <= done
        ]
    then = deal.pick(stop.get("then", "resume"))
    first_counts = deal.pick(stop.get("first day", "counted")) == "counted"
    after_counts = deal.pick(stop.get("day after", "not counted")) == "counted"
    began_stopped = _in_force(start, runs)
    used, was, on = 0, began_stopped, start
    for _ in range(FAR):
        on += ONE
        now = _in_force(on, runs)
        if then == "none" and not began_stopped:
            now = False
        began_stopped = began_stopped and now
        if was and then == "fresh":
            used = 0
        was = was and on - ONE != done
        counted = period.unit not in COUNTED_OPEN or is_open(
            on, "nyse" if period.unit == "trading days" else deal.calendar
        )
        counts = (not now and after_counts) if was else (not now or first_counts)
        used += counted and counts
        if used >= period.count and (not now or (on == done and then != "fresh")):
            in_days = period.unit not in COUNTED_OPEN and not period.roll and "roll" in deal.terms
            return rolled(on, replace(period, roll=deal.terms["roll"]), deal) if in_days else on
        if now and on > deal.as_of:
            return None
        was = now
    return None


def _in_force(on: date, runs: list[Occurrence]) -> bool:
    return any(run.has(on) for run in runs)


def _allowed(deal: Deal, state: str) -> list[Occurrence]:
    """The occurrences of a state; where days beyond its limits are a failure, without those."""
    runs = occurrences(deal, state)
    if deal.pick(deal.provisions("state")[state].get("excess")) != "a failure":
        return runs
    over = list(excesses(deal, state))
    ends = ([each.first for each in over if each.occurrence == run] for run in runs)
    return [replace(r, over=min(e)) if e else r for r, e in zip(runs, ends, strict=True)]
