"""Notices that extend a state: what each extends, or why it extends nothing.

A notice extends what it is about. If it names nothing, it extends what is in force on the day it is
given, or else the first whose own notice was on its way on that day. Only the first extension of a
spell counts.
"""

from bisect import bisect_right
from collections.abc import Mapping, Set
from dataclasses import replace
from datetime import date, timedelta
from operator import itemgetter

from dealclock.days import day_words
from dealclock.engine.context import Context
from dealclock.engine.notices.deemed import deemed_given
from dealclock.engine.states.occurrences import Extension, StatePeriod, StateSpell
from dealclock.engine.why import Step
from dealclock.facts.log import EffectiveFact
from dealclock.terms.general.state import StateExtension, StateLimit, StateTerms


def extend(
    state: StateTerms, found: list[StatePeriod], context: Context
) -> tuple[Mapping[str, str], Set[str]]:
    """Add to the periods of a state, in order, the extensions of the notices given by `as_of`.

    Returns why each notice without effect extends nothing, by its id, and the readings that depends
    on.
    """
    unused: dict[str, str] = {}
    readings: set[str] = set()
    extension, length = state.extension, state.length
    if extension is None or length is None:
        return unused, readings
    notices: list[tuple[date, EffectiveFact, Context]] = []
    for notice in context.facts(extension.by):
        own = context.fresh()
        given, why = _given(state, notice, own)
        if why:
            unused[notice.id] = why
            readings |= own.choices.consulted
        else:
            notices.append((given, notice, own))
    if not notices:
        return unused, readings
    places = [(n, part) for n, period in enumerate(found) for part in period.parts]
    named = {part.name: (n, part) for n, part in places}
    proper = sorted((p for p in places if p[1].improper is None), key=lambda p: p[1].start)
    starts = [part.start for _, part in proper]

    def place_of(notice: EffectiveFact, day: date) -> tuple[int, StateSpell] | None:
        if notice.about is not None:
            return named.get(notice.about.removeprefix(f"{state.id}/"))
        begun = bisect_right(starts, day)
        if begun and found[n := proper[begun - 1][0]].is_open(day):
            return n, found[n].in_force(day)
        return next((place for place in proper[begun:] if _sent(place[1]) <= day), None)

    for day, notice, own in sorted(notices, key=itemgetter(0)):
        n, part = place_of(notice, day) or (0, None)
        made: Extension | str
        if part is None:
            made = _why_none(state, notice, day, own)
        else:
            made = _extension(state, extension, length, found[n], part, notice, day, own)
        if isinstance(made, Extension):
            found[n] = replace(found[n], extensions=(*found[n].extensions, made))
        else:
            unused[notice.id] = made
            readings |= own.choices.consulted
    return unused, readings


def _why_none(state: StateTerms, notice: EffectiveFact, day: date, context: Context) -> str:
    """Why a notice given on `day` is about nothing that it could extend."""
    about = notice.about
    if about is None:
        return (
            f"no {state.title} was in force on {day_words.day(day)}, and no notice of one was on "
            f"its way; to extend one, record it about {state.id}/ and the id of its notice"
        )
    named = context.known.under(about.removeprefix(f"{state.id}/"))
    if named is None or named.kind not in state.begins:
        return (
            f"{about} is not a {state.title}; record it about {state.id}/ and the id of the "
            f"{' or '.join(state.begins)} it extends"
        )
    as_of = day_words.day(context.as_of)
    return f"the {state.called} of {named.id} is not in effect by {as_of}"


def _given(state: StateTerms, notice: EffectiveFact, context: Context) -> tuple[date, str]:
    """The day a notice is given, and why it has no effect, "" if it may have one."""
    given, why = notice.on, ""
    if state.to:
        deemed = deemed_given([notice], state.to, context)
        given, why = deemed.on or date.max, "; ".join(deemed.notes)
    if not why and not context.has_come(given):
        why = f"it is deemed given on {day_words.day(given)}"
    return given, why


def _extension(
    state: StateTerms,
    extension: StateExtension,
    length: StateLimit,
    period: StatePeriod,
    part: StateSpell,
    notice: EffectiveFact,
    day: date,
    context: Context,
) -> Extension | str:
    """The extension of a spell by a notice given on `day`, or why it does not extend it."""
    name, plain = f"{state.id}/{part.name}", length.amount
    if period.improper is not None:
        return f"{name} was not permitted, so nothing extends it"
    if part.over is not None and day >= part.over:
        return f"{name} had ended on {day_words.day(part.over)}, by the day it was given"
    for each in period.extended_by:
        if period.end_of(each.part) == period.end_of(part):
            return f"{name} is already extended by {each.notice.id}"
    last = context.not_before(period.first + timedelta(days=plain - 1))
    in_time = day <= last or context.pick(extension.given) == "at any time"
    if in_time:
        says = f"extended from {plain} to {length.extended} days by notice given"
    else:
        chosen = context.chosen(extension.given)
        says = f"not extended: notice of it was given after day {plain}{chosen}"
    step = Step(says, state.clause, day)
    return Extension(notice, part, day, in_time, step, context.why(notice))


def _sent(part: StateSpell) -> date:
    """The day the notice that began a spell was sent."""
    given = part.notice.fact.given if part.notice else ()
    return min((each.on for each in given), default=part.start)
