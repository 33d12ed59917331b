"""Windows that close before an intended day, the mailing due in each, and whether it was sent:
Section 2(b) of infocrossing-2004.

    first day                       last day                intended day
    |<------------ window ------------>|<----- at least ----->|
    |<-------------------- at most ------------------------->|

If the intended day changes after a mailing in good faith, the mailing is judged by the day intended
when it was sent (AT-MAILING), or by the last intended day (LAST-INTENDED).
"""

from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.days.counting import business_days_in
from dealclock.engine.conclusions import Status, Window
from dealclock.engine.context import ONE, Context, concludes, question, target_of, window_status
from dealclock.engine.day import DayValue, Instance, day_of, steps_of
from dealclock.engine.instances import Due, due_of
from dealclock.engine.why import Step
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.rules.duties import WindowBefore

TOO_EARLY = "too early"
TOO_LATE = "too late"


@record
class Days:
    """The window before one intended day, `target`: its first and its last day, both included."""

    intention: EffectiveFact
    target: date
    opens: date
    first: DayValue
    last: Due


@record
class SentNotice:
    """A mailing, and the window it is judged by.

    `business_days_before` is the number of Business Days after the mailing up to and including the
    intended day; zero from that day on.
    """

    fact: EffectiveFact
    days: Days
    business_days_before: int

    @property
    def problem(self) -> str | None:
        """The problem with the mailing; None if it was sent inside the window."""
        if self.fact.on < self.days.opens:
            return TOO_EARLY
        return TOO_LATE if self.fact.on > self.days.last.due else None


def conclusions(context: Context) -> Iterator[Window | None]:
    """The window of each rule, once an intended day is recorded."""
    for rule in context.terms.all_of(WindowBefore):
        yield _window(context.fresh(), rule)


@concludes
def _window(context: Context, rule: WindowBefore) -> Window | None:
    """The window in effect, and whether a mailing was sent in it; None before any intended day is
    recorded.

    Only a mailing to all Holders closes it.
    """
    intentions = context.facts(rule.before_intended)
    if not intentions:
        return None
    to_all = [s for s in sent(rule, context) if s.fact.fact.holder is None]
    first = {s.problem: s for s in reversed(to_all)}
    inside, late = first.get(None), first.get(TOO_LATE)
    days = inside.days if inside else _days(context, rule, intentions[-1])
    if days is None:
        return None
    more = days.last
    status = window_status(days.opens, more.due, context)
    ended_by = inside or (late if status is Status.CLOSED else None)
    if ended_by is not None:
        status = Status.CLOSED
    elif status is Status.CLOSED:
        status = Status.OVERRUN
    problems = (f"{s.fact.id} was sent {s.problem}" for s in to_all if s.problem)
    facts = (days.intention, intentions[-1], *(s.fact for s in to_all), *more.facts)
    return Window(
        **rule.named,
        instance=rule.id,
        opens=days.opens,
        closes=more.due,
        status=status,
        done_on=ended_by.fact.on if ended_by else None,
        notes=(*more.notes, *problems),
        why=context.why(
            *facts,
            steps=(
                *steps_of(days.first, rule.clause, context, "the first day"),
                *days.last.counted.trace[1:],
                *more.steps,
                *(_mailing(rule, each) for each in to_all),
            ),
        ),
    )


def _mailing(rule: WindowBefore, each: SentNotice) -> Step:
    n = each.business_days_before
    says = f"sent {n} Business Day{'s' * (n != 1)} before the day it is judged by"
    return Step(f"{says}: {each.problem or 'inside'}", rule.clause, each.fact.on)


def sent(rule: WindowBefore, context: Context) -> Sequence[SentNotice]:
    """Every mailing of the window's kind, in order, each judged by its intended day."""
    intentions = context.facts(rule.before_intended)
    found: list[SentNotice] = []
    for fact in context.facts(rule.met_by) if intentions else ():
        by = context.known.last_before(rule.before_intended, fact.on + ONE) or intentions[0]
        last, then = intentions[-1], context.on(fact.on)
        changed = by.fact.target != last.fact.target
        if changed and context.choices["intended-day"] == "LAST-INTENDED":
            by = last
        days = _days(then if then.terms.provision(rule) else context, rule, by)
        if days is not None:
            before = business_days_in(fact.on, days.target, context.calendar)
            found.append(SentNotice(fact, days, before))
    return found


@question
def _days(context: Context, rule: WindowBefore, intention: EffectiveFact) -> Days | None:
    """The window before an intended day; None if an amendment added it after its last day."""
    target, instance = target_of(intention), Instance(rule.id, event=intention)
    opens, last = context.terms.obligations[rule.id].opens, due_of(context, rule.id, instance)
    first = day_of(context, opens, instance) if opens else None
    if first is None or first.day is None or last is None:
        return None
    return Days(intention, target, first.day, first, last)
