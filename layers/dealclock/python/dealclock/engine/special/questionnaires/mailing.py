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

from dealclock.agreement.rules.duties import WindowBefore
from dealclock.agreement.rules.rule import Period
from dealclock.days.counting import Count, business_days_in
from dealclock.engine.conclusions import Status, Window
from dealclock.engine.context import Context, LastDay, as_amended, target_of, window_status
from dealclock.engine.grounds import Step
from dealclock.engine.plugins import extended
from dealclock.engine.questions import concludes, question
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

TOO_EARLY = "too early"
TOO_LATE = "too late"


@record
class Days:
    """The window before one intended day: its first and its last day, both included.

    It is open `until` that last day, or the day that an amendment of the terms or an extension
    leaves. `agreed` are the facts of what was agreed, `notes` on what has no effect.
    """

    intention: EffectiveFact
    target: date
    first: Count
    last: Count
    until: LastDay
    agreed: tuple[EffectiveFact, ...] = ()
    notes: tuple[str, ...] = ()


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
        if self.fact.on < self.days.first.result:
            return TOO_EARLY
        return TOO_LATE if self.fact.on > self.days.until.day else None


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
    inside = next((s for s in to_all if s.problem is None), None)
    late = next((s for s in to_all if s.problem == TOO_LATE), None)
    days = inside.days if inside else _days(context, rule, intentions[-1])
    opens, closes = days.first.result, days.until.day
    status, ended_by = window_status(opens, closes, context.as_of), inside
    if inside is not None:
        status = Status.CLOSED
    elif status is Status.CLOSED:
        status, ended_by = (Status.CLOSED, late) if late else (Status.OVERRUN, None)
    problems = (f"{s.fact.id} was sent {s.problem}" for s in to_all if s.problem)
    facts = (days.intention, intentions[-1], *(s.fact for s in to_all), *days.agreed)
    return Window(
        **rule.named,
        instance=rule.id,
        opens=opens,
        closes=closes,
        status=status,
        ended_on=ended_by.fact.on if ended_by else None,
        trace=tuple(_trace(rule, days, to_all, context)),
        notes=(*days.notes, *problems),
        grounds=context.grounds(*facts),
    )


def sent(rule: WindowBefore, context: Context) -> Sequence[SentNotice]:
    """Every mailing of the window's kind, in order, each judged by its intended day."""
    intentions = context.facts(rule.before_intended)
    found: list[SentNotice] = []
    place = 0
    for fact in context.facts(rule.met_by) if intentions else ():
        while place + 1 < len(intentions) and intentions[place + 1].on <= fact.on:
            place += 1
        by, last, then = intentions[place], intentions[-1], context.on(fact.on)
        changed = by.fact.target != last.fact.target
        if changed and context.choices["intended-day"] == "LAST-INTENDED":
            by = last
        days = _days(then, then.terms.provision(rule) or rule, by)
        before = business_days_in(fact.on, days.target, context.calendar)
        found.append(SentNotice(fact, days, before))
    return found


@question
def _days(context: Context, rule: WindowBefore, intention: EffectiveFact) -> Days:
    target = target_of(intention)

    def count(rule: WindowBefore, context: Context) -> LastDay:
        return LastDay(_last(target, rule, context).result, ())

    until = as_amended(rule, count, context) or count(rule, context)
    more = extended(rule.id, until.day, rule.clause, context)
    return Days(
        intention=intention,
        target=target,
        first=context.before(target, rule.at_most),
        last=_last(target, rule, context),
        until=LastDay(more.due, (*until.trace, *more.steps)),
        agreed=more.facts,
        notes=more.notes,
    )


def _last(target: date, rule: WindowBefore, context: Context) -> Count:
    clear = context.choices["at-least-before"] == "CLEAR-DAYS"
    least = Period(count=rule.at_least.count + clear, unit=rule.at_least.unit)
    return context.before(target, least)


def _trace(
    rule: WindowBefore, days: Days, to_all: Sequence[SentNotice], context: Context
) -> Iterator[Step]:
    first, last, before = days.first, days.last, context.choices["at-least-before"]
    yield Step("the day intended, itself not counted", rule.clause, days.target)
    yield Step(f"{rule.at_most} before it: the first day", rule.clause, first.result, first)
    says = f"{rule.at_least} before it ({before}): the last day"
    yield Step(says, rule.clause, last.result, last)
    yield from days.until.trace
    for each in to_all:
        n = each.business_days_before
        says = f"sent {n} Business Day{'s' * (n != 1)} before the day it is judged by"
        yield Step(f"{says}: {each.problem or 'inside'}", rule.clause, each.fact.on)
