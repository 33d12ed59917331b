"""Notices that extend Suspension Periods: the suspension each extends, or why it extends none.

A notice extends the suspension it is about. One that names none extends the suspension in force on
the day it is given, or else the first whose own notice was on its way on that day.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from dealclock.agreement.readings.suspensions import EXTENSION_NOTICE
from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.days import day_words
from dealclock.engine.context import Context
from dealclock.engine.grounds import Step
from dealclock.engine.notices.deemed import deemed_given
from dealclock.engine.suspension.begun import Begun
from dealclock.engine.suspension.period import Extension, SuspensionPeriod
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class ExtendedPeriods:
    """The periods with what extends each, and the notices that extend none.

    `unused` has the reason by the id of each such notice; `readings` are those it rests on.
    """

    periods: list[SuspensionPeriod]
    unused: Mapping[str, str]
    readings: frozenset[str]


def extend(rule: DayBudget, found: Sequence[SuspensionPeriod], context: Context) -> ExtendedPeriods:
    """The periods, in order, with their extensions; of several of one suspension the first given.

    A notice that is not given yet extends none.
    """
    result = ExtendedPeriods(list(found), {}, frozenset())
    if rule.extended_by is None:
        return result
    extending = _Extending(rule, result.periods)
    unused: dict[str, str] = {}
    readings: set[str] = set()
    given: list[tuple[date, EffectiveFact, Context]] = []
    for notice in context.facts(rule.extended_by):
        own = context.fresh()
        deemed = deemed_given([notice], rule.to, own)
        if deemed.on is None or deemed.on > context.as_of:
            when = f"it is deemed given on {day_words.day(deemed.on)}" if deemed.on else ""
            unused[notice.id] = when or "; ".join(deemed.notes)
            readings |= own.choices.consulted
        else:
            given.append((deemed.on, notice, own))
    for day, notice, own in sorted(given, key=lambda each: each[0]):
        if why := extending.extend(notice, day, own):
            unused[notice.id] = why
            readings |= own.choices.consulted
    return replace(result, unused=unused, readings=frozenset(readings))


class _Extending:
    """The periods of a budget, which notices extend one after another as they were given."""

    def __init__(self, rule: DayBudget, periods: list[SuspensionPeriod]) -> None:
        self._rule = rule
        self._periods = periods
        places = [(n, part) for n, period in enumerate(periods) for part in period.parts]
        proper = (place for place in places if place[1].improper is None)
        self._places = sorted(proper, key=lambda place: place[1].start)
        self._starts = [part.start for _, part in self._places]
        self._named = {part.notice.id: (n, part) for n, part in places}

    def extend(self, notice: EffectiveFact, day: date, context: Context) -> str:
        """Extend the period that a notice given on `day` is of; why there is none, or ""."""
        place = self._place(notice, day)
        if place is None:
            return self._why_none(notice, day, context)
        n, part = place
        period = self._periods[n]
        name = f"{self._rule.id}/{part.notice.id}"
        if period.improper is not None:
            return f"{name} was not permitted, so nothing extends it"
        if part.resumed is not None and day >= part.resumed:
            return f"{name} had ended on {day_words.day(part.resumed)}, by the day it was given"
        for each in period.extended_by:
            if period.end_of(each.part) == period.end_of(part):
                return f"{name} is already extended by {each.notice.id}"
        extension = self._extension(notice, period, part, day, context)
        self._periods[n] = replace(period, extensions=(*period.extensions, extension))
        return ""

    def _place(self, notice: EffectiveFact, day: date) -> tuple[int, Begun] | None:
        if notice.about is not None:
            return self._named.get(notice.about.removeprefix(f"{self._rule.id}/"))
        begun = bisect_right(self._starts, day)
        if begun:
            n = self._places[begun - 1][0]
            if self._periods[n].runs_on(day):
                return n, self._periods[n].in_force(day)
        on_the_way = (p for p in self._places[begun:] if _sent(p[1]) <= day)
        return next(on_the_way, None)

    def _why_none(self, notice: EffectiveFact, day: date, context: Context) -> str:
        rule, about = self._rule, notice.about
        if about is None:
            return (
                f"no {rule.title} was in force on {day_words.day(day)}, and no notice of one was "
                "on "
                f"its way; to extend one, record it about {rule.id}/ and the id of its notice"
            )
        named = context.known.under(about.removeprefix(f"{rule.id}/"))
        if named is None or named.kind != rule.begins_with:
            return (
                f"{about} is not a {rule.title}; record it about {rule.id}/ and the id of the "
                f"{rule.begins_with} it extends"
            )
        return f"the suspension of {named.id} is not in effect by {day_words.day(context.as_of)}"

    def _extension(
        self,
        notice: EffectiveFact,
        period: SuspensionPeriod,
        part: Begun,
        day: date,
        context: Context,
    ) -> Extension:
        rule = self._rule
        last = context.not_before(period.first + timedelta(days=rule.limit_days - 1))
        in_time = day <= last or context.choices[EXTENSION_NOTICE] == "ANY-TIME"
        if in_time:
            says = f"extended from {rule.limit_days} to {rule.extended_days} days by notice given"
        else:
            says = f"not extended: notice of it was given after day {rule.limit_days} (BY-DAY-45)"
        step = Step(says, rule.clause, day)
        return Extension(notice, part, day, in_time, step, context.grounds(notice))


def _sent(part: Begun) -> date:
    """The day the notice that began a suspension was sent."""
    return min((each.on for each in part.notice.fact.given), default=part.notice.on)
