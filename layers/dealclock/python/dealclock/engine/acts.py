"""When an instance is satisfied by the events that count for it: by one act, by any of several, by
all of several, or by a notice deemed given to everyone it is owed to.
"""

from collections.abc import Sequence
from datetime import date

from dealclock.agreement.general.obligation import ObligationTerms
from dealclock.days import day_words
from dealclock.engine.conclusions import UncountedEvent
from dealclock.engine.context import Context
from dealclock.engine.day import DayValue, acted_on, runs_on_the_clock
from dealclock.engine.grounds import Step
from dealclock.engine.notices.deemed import DeemedDelivery, deemed_given
from dealclock.engine.satisfying import Satisfaction
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class Performance:
    """The day an instance was satisfied, None if it is not; the events that did, and why."""

    on: date | None = None
    by: tuple[EffectiveFact, ...] = ()
    steps: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()
    not_counted: tuple[UncountedEvent, ...] = ()


def done(
    rule: ObligationTerms, found: Sequence[Satisfaction], last: DayValue | None, context: Context
) -> Performance:
    """When an instance was satisfied, from what was found for each of its kinds of event; `last` is
    its last day, with the hour by which to act on it.
    """
    each = [_done(rule, satisfaction, last, context) for satisfaction in found]
    if not each:
        return Performance()
    if rule.satisfied_by_all_of:
        complete = all(one.on is not None for one in each)
        on = max((one.on for one in each if one.on), default=None) if complete else None
        return _together(on, each)
    first = min(each, key=lambda one: one.on or date.max)
    others = [one for one in each if one is not first]
    not_counted = (*first.not_counted, *(u for one in others for u in one.not_counted))
    return Performance(first.on, first.by, first.steps, first.notes, not_counted)


def _together(on: date | None, each: Sequence[Performance]) -> Performance:
    return Performance(
        on,
        tuple(event for one in each for event in one.by),
        tuple(step for one in each for step in one.steps),
        tuple(note for one in each for note in one.notes),
        tuple(uncounted for one in each for uncounted in one.not_counted),
    )


def _done(
    rule: ObligationTerms, found: Satisfaction, last: DayValue | None, context: Context
) -> Performance:
    """When acts of one kind satisfied an instance."""
    if rule.to:
        given = notified(rule, found.by, context)
        notes = (*given.notes, *found.notes)
        return Performance(given.on, found.by, given.trace, notes, found.not_counted)
    act = found.first
    if act is None:
        return Performance(None, (), (), found.notes, found.not_counted)
    by = last.moment if last else None
    on_the_clock = last is not None and runs_on_the_clock(last)
    on, late = acted_on(context, act, by, on_the_clock=on_the_clock), ""
    if on > act.on and by is not None:
        late = f"; done after {by:%H:%M %Z}, it counts on {day_words.day(on)}"
    step = Step(f"{found.text}{late}", rule.clause, on)
    return Performance(on, (act,), (step,), found.notes, found.not_counted)


def notified(
    rule: ObligationTerms, notices: Sequence[EffectiveFact], context: Context
) -> DeemedDelivery:
    """When notice is deemed given to everyone it is owed to. Where notice of each default is owed
    it must be delivered; other advice without a recorded delivery was oral, given that day.
    """
    if not notices:
        return DeemedDelivery(None, (), ())
    written = [s for s in notices if s.fact.given or rule.only_about]
    spoken = next((s for s in notices if s not in written), None)
    given = deemed_given(written, rule.to, context) if written else DeemedDelivery(None, (), ())
    if spoken is None or (given.on is not None and given.on <= spoken.on):
        return given
    return DeemedDelivery(spoken.on, (Step("notified on this day", rule.clause, spoken.on),), ())
