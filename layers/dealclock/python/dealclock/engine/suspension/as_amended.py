"""Suspension Periods under terms that were amended: each by the limits of its own time.

    period over before        running when the amendment took effect
    |------------|         |----------------*-----------------|
    as it was then         its limits as amended, none broken before this day

A limit broken before the amendment stays so, and so does a beginning and an extension of its time
(docs/decisions/0030-amendments-look-forward.md).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from operator import attrgetter

from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.days import day_words
from dealclock.engine.context import Context
from dealclock.engine.grounds import Step
from dealclock.engine.suspension import drawn as counted
from dealclock.engine.suspension.allowance import Break, WindowBreak
from dealclock.engine.suspension.drawn import Budget, Drawn
from dealclock.engine.suspension.period import SuspensionPeriod

_ONE = timedelta(days=1)


def budget(rule: DayBudget, context: Context) -> Budget:
    """What was drawn on a budget by `as_of`, each period by the version that governs it."""
    former, since = context.former, context.since
    if former is None or since is None:
        return counted.budget(rule, context)
    was_by = former.terms.provision(rule)
    then = budget(was_by, former).drawn if was_by is not None else ()
    now = counted.budget(rule, context, lambda found: _extended_as_then(found, then, since))
    return replace(now, drawn=tuple(_drawn_as_amended(rule, now.drawn, then, since)))


def _extended_as_then(
    periods: Iterable[SuspensionPeriod], former: Sequence[Drawn], since: date
) -> Iterator[SuspensionPeriod]:
    """The periods with the extensions given before a day as the terms of that time have them."""
    were = {drawn.period.name: drawn.period.extensions for drawn in former}
    for period in periods:
        then = (each for each in were.get(period.name, ()) if each.given_on < since)
        now = (each for each in period.extensions if each.given_on >= since)
        yield replace(period, extensions=(*then, *now))


def _drawn_as_amended(
    rule: DayBudget, drawn: Iterable[Drawn], former: Sequence[Drawn], since: date
) -> list[Drawn]:
    """What each period draws, in order; `former` is that by the terms before a day, `since`."""
    were = {each.period.name: each for each in former}
    found = [_one(rule, each, were.pop(each.period.name, None), since) for each in drawn]
    found += [each for each in were.values() if _over(each, since)]
    return sorted(found, key=lambda d: d.period.start)


def _one(rule: DayBudget, now: Drawn, was: Drawn | None, since: date) -> Drawn:
    if _over(now, since):
        return was or replace(now, length=None, windows=(), starts=(), first_break=None)
    if now.length is None or now.period.start >= since:
        return now
    length, cut = _length(now.length, was, since), None
    if length.on > now.length.on and length.last_allowed == since:
        counted = day_words.day(now.length.last_allowed)
        says = f"day {length.days}, {counted}, was before the amendment took effect: the last day"
        cut = Step(says, rule.clause, since)
    windows = tuple(_windows(now.windows, was, since))
    starts = tuple(s for s in was.starts if s.on < since) if was else ()
    starts += tuple(s for s in now.starts if s.on >= since)
    first = min((*starts, length, *windows), key=attrgetter("on"))
    grounds = now.grounds | was.grounds if was else now.grounds
    return replace(
        now,
        length=length,
        windows=windows,
        starts=starts,
        first_break=first,
        grounds=grounds,
        cut=cut,
        allowed_again=_again(now, first, since),
    )


def _again(now: Drawn, first: Break, since: date) -> tuple[date, date] | None:
    """The days that longer limits allow, of a period that had broken the shorter ones."""
    if now.length is None or now.starts or first.on >= since:
        return None
    end = min((now.length, *now.windows), key=attrgetter("on")).on
    return (since, end) if since < end else None


def _over(drawn: Drawn, since: date) -> bool:
    """Whether a period had no day left from a day on."""
    resumed = drawn.period.resumed
    return resumed is not None and resumed <= since


def _length(now: Break, was: Drawn | None, since: date) -> Break:
    if was is not None and was.length is not None and was.length.last_allowed < since:
        return was.length
    return replace(now, on=max(now.on, since + _ONE))


def _windows(now: Sequence[WindowBreak], was: Drawn | None, since: date) -> Iterator[WindowBreak]:
    """The breaks of the limits as amended, but of those broken before the break it was."""
    broken = {b.limit.window.id: b for b in (was.windows if was else ()) if b.on < since}
    for each in now:
        yield broken.pop(each.limit.window.id, each)
    yield from broken.values()
