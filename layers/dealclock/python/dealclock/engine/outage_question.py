"""Whether an event opened an outage: asked until it is recorded that it did, or did not."""

from datetime import timedelta

from dealclock.days import day_words
from dealclock.engine.acts import Performance
from dealclock.engine.context import Context
from dealclock.engine.day import Instance
from dealclock.engine.lapse import occurs
from dealclock.engine.why import Step
from dealclock.terms.day_language import PeriodDay
from dealclock.terms.general.obligation import ObligationTerms


def answered(
    rule: ObligationTerms, instance: Instance, so_far: Performance, context: Context
) -> Performance:
    """What satisfied an instance, an outage recorded since the event included, with what follows if
    the event opened one.
    """
    asked, event = context.terms.obligations.get(rule.asks_about or ""), instance.event
    due = asked.due if asked else None
    if asked is None or asked.lapse is None or event is None or not isinstance(due, PeriodDay):
        return so_far
    lapse, clause, opened_by = asked.lapse, asked.clause, str(asked.each[0])
    last = context.after(event.on, due.period)
    occurred, how = occurs(lapse, last.result, context)
    interest = day_words.day(occurred + timedelta(days=1))
    if_so = (
        f"not recorded: did it end effectiveness or use? If so, cure by "
        f"{day_words.day(last.result)}; else a possible default, {lapse.id}, on "
        f"{day_words.day(occurred)}, with interest from {interest}. Record {opened_by} if "
        f"it did, {rule.met_by} about {instance.id} if not"
    )
    steps = (
        Step(f"if it did: {due.period} to cure, the last day", clause, last.result, last),
        Step(f"if it did, and is not cured: the default occurs {how}", clause, occurred),
    )
    on, how_done, by = so_far.on, so_far.steps, so_far.by
    if by:
        how_done = (Step("answered on this day", rule.clause, by[0].on),)
    answer = context.first(opened_by, event.on)
    if answer is not None and (on is None or answer.on < on):
        on = answer.on
        how_done = (Step(f"answered: it did ({answer.id})", rule.clause, answer.on),)
    by = by if answer is None else (*by, answer)
    known = on is not None and context.has_come(on)
    notes = so_far.notes if known else (*so_far.notes, if_so)
    return Performance(on, by, (*steps, *how_done), notes, so_far.not_counted)
