"""Notices that extend a state: what each extends, or why it extends nothing.

A notice extends what it is about. If it names nothing, it extends what is in force on the day it is
given, or else the first whose own notice was on its way on that day. Only the first extension of a
spell counts.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from dealclock.agreement.general.state import StateExtension, StateLimit, StateTerms
from dealclock.days import day_words
from dealclock.engine.context import Context
from dealclock.engine.grounds import Step
from dealclock.engine.notices.deemed import deemed_given
from dealclock.engine.states.occurrences import Extension, StatePeriod, StateSpell
from dealclock.facts.log import EffectiveFact


class Extensions:
    """The periods of a state, in order, with the extensions of the notices given by `as_of`.

    `unused` has the reason by the id of each notice without effect; `readings` are the readings
    that depends on.
    """

    def __init__(self, state: StateTerms, periods: Sequence[StatePeriod], context: Context) -> None:
        self.periods = list(periods)
        self.unused: dict[str, str] = {}
        self.readings: set[str] = set()
        self._state = state
        places = [(n, part) for n, period in enumerate(periods) for part in period.parts]
        self._named = {part.name: (n, part) for n, part in places}
        proper = (place for place in places if place[1].improper is None)
        self._places = sorted(proper, key=lambda place: place[1].start)
        self._starts = [part.start for _, part in self._places]
        self._extend_all(context)

    def _extend_all(self, context: Context) -> None:
        """Apply the notices in the order given; one not yet given has no effect."""
        notices: list[tuple[date, EffectiveFact, Context, str]] = []
        extension = self._state.extension
        for notice in context.facts(extension.by) if extension else ():
            own = context.fresh()
            given, why = notice.on, ""
            if self._state.to:
                deemed = deemed_given([notice], self._state.to, own)
                given, why = deemed.on or date.max, "; ".join(deemed.notes)
            if not why and given > context.as_of:
                why = f"it is deemed given on {day_words.day(given)}"
            notices.append((given, notice, own, why))
        for day, notice, own, why in sorted(notices, key=lambda each: (each[3] == "", each[0])):
            if not_used := why or self._extend(notice, day, own):
                self.unused[notice.id] = not_used
                self.readings |= own.choices.consulted

    def _extend(self, notice: EffectiveFact, day: date, context: Context) -> str:
        """Extend what a notice given on `day` extends; returns why it extends nothing, or ""."""
        place = self._place(notice, day)
        if place is None:
            return self._why_none(notice, day, context)
        n, part = place
        period = self.periods[n]
        name = f"{self._state.id}/{part.name}"
        if period.improper is not None:
            return f"{name} was not permitted, so nothing extends it"
        if part.over is not None and day >= part.over:
            return f"{name} had ended on {day_words.day(part.over)}, by the day it was given"
        for each in period.extended_by:
            if period.end_of(each.part) == period.end_of(part):
                return f"{name} is already extended by {each.notice.id}"
        extension, length = self._state.extension, self._state.length
        if extension is not None and length is not None:
            made = _extension(self._state, extension, length, period, part, notice, day, context)
            self.periods[n] = replace(period, extensions=(*period.extensions, made))
        return ""

    def _place(self, notice: EffectiveFact, day: date) -> tuple[int, StateSpell] | None:
        if notice.about is not None:
            return self._named.get(notice.about.removeprefix(f"{self._state.id}/"))
        begun = bisect_right(self._starts, day)
        if begun:
            n = self._places[begun - 1][0]
            if self.periods[n].is_open(day):
                return n, self.periods[n].in_force(day)
        on_the_way = (p for p in self._places[begun:] if _sent(p[1]) <= day)
        return next(on_the_way, None)

    def _why_none(self, notice: EffectiveFact, day: date, context: Context) -> str:
        state, about = self._state, notice.about
        if about is None:
            return (
                f"no {state.title} was in force on {day_words.day(day)}, and no notice of one was "
                f"on its way; to extend one, record it about {state.id}/ and the id of its notice"
            )
        named = context.known.under(about.removeprefix(f"{state.id}/"))
        if named is None or named.kind not in state.begins:
            return (
                f"{about} is not a {state.title}; record it about {state.id}/ and the id of the "
                f"{' or '.join(state.begins)} it extends"
            )
        as_of = day_words.day(context.as_of)
        return f"the {state.called} of {named.id} is not in effect by {as_of}"


def _extension(
    state: StateTerms,
    extension: StateExtension,
    length: StateLimit,
    period: StatePeriod,
    part: StateSpell,
    notice: EffectiveFact,
    day: date,
    context: Context,
) -> Extension:
    plain = length.amount
    last = context.not_before(period.first + timedelta(days=plain - 1))
    in_time = day <= last or context.pick(extension.given) == "at any time"
    if in_time:
        says = f"extended from {plain} to {length.extended} days by notice given"
    else:
        chosen = context.chosen(extension.given)
        says = f"not extended: notice of it was given after day {plain}{chosen}"
    step = Step(says, state.clause, day)
    return Extension(notice, part, day, in_time, step, context.grounds(notice))


def _sent(part: StateSpell) -> date:
    """The day the notice that began a spell was sent."""
    given = part.notice.fact.given if part.notice else ()
    return min((each.on for each in given), default=part.start)
