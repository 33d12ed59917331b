"""Whether an event opened an outage: asked until it is recorded that it did, or did not."""

from datetime import timedelta

from dealclock.agreement.general.obligation import ObligationTerms
from dealclock.agreement.rules.suspensions import Outage
from dealclock.agreement.spellings.obligations import lapse_of
from dealclock.days import day_words
from dealclock.engine.acts import Performance
from dealclock.engine.context import Context
from dealclock.engine.day import Instance
from dealclock.engine.grounds import Step
from dealclock.engine.lapse import occurs


def answered(
    rule: ObligationTerms, instance: Instance, so_far: Performance, context: Context
) -> Performance:
    """What satisfied an instance, an outage recorded since the event included, with what follows if
    the event opened one.
    """
    outages = {each.id: each for each in context.terms.all_of(Outage)}
    outage, event = outages.get(rule.asks_about or ""), instance.event
    if outage is None or event is None:
        return so_far
    last = context.after(event.on, outage.within)
    occurred, how = occurs(lapse_of(outage.on_lapse), last.result, context)
    interest = day_words.day(occurred + timedelta(days=1))
    if_so = (
        f"not recorded: did it end effectiveness or use? If so, cure by "
        f"{day_words.day(last.result)}; else a possible default, {outage.on_lapse.id}, on "
        f"{day_words.day(occurred)}, with interest from {interest}. Record {outage.opened_by} if "
        f"it did, {rule.met_by} about {instance.id} if not"
    )
    steps = (
        Step(f"if it did: {outage.within} to cure, the last day", outage.clause, last.result, last),
        Step(f"if it did, and is not cured: the default occurs {how}", outage.clause, occurred),
    )
    on, how_done, by = so_far.on, so_far.steps, so_far.by
    if by:
        how_done = (Step("answered on this day", rule.clause, by[0].on),)
    answer = context.first(outage.opened_by, event.on)
    if answer is not None and (on is None or answer.on < on):
        on = answer.on
        how_done = (Step(f"answered: it did ({answer.id})", rule.clause, answer.on),)
    by = by if answer is None else (*by, answer)
    known = on is not None and context.has_come(on)
    notes = so_far.notes if known else (*so_far.notes, if_so)
    return Performance(on, by, (*steps, *how_done), notes, so_far.not_counted)
