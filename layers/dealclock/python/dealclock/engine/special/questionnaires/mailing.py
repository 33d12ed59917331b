"""Windows that close before an intended day: the mailing due in each, and whether it was sent.

    first day                       last day                intended day
    |<------------ window ------------>|<----- at least ----->|
    |<-------------------- at most ------------------------->|

If the intended day changes after a mailing in good faith, the mailing is judged by the day intended
when it was sent (AT-MAILING), or by the last intended day (LAST-INTENDED).
"""

from collections.abc import Sequence
from datetime import date

from dealclock.agreement.rules.duties import WindowBefore
from dealclock.agreement.rules.rule import Period
from dealclock.days.counting import Count, business_days_in
from dealclock.engine.conclusions import Status, Window
from dealclock.engine.context import Context, LastDay, as_amended, target_of, window_status
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.plugins import extended
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

    def problem(self, day: date) -> str | None:
        """The problem with a mailing on `day`; None if inside the window."""
        if day < self.first.result:
            return TOO_EARLY
        return TOO_LATE if day > self.until.day else None


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
        return self.days.problem(self.fact.on)


def add(context: Context, found: Findings) -> None:
    """Add the window of each rule, once an intended day is recorded."""
    for rule in context.terms.all_of(WindowBefore):
        window = mailing_window(rule, context.fresh())
        found.windows.extend([window] if window else [])


def mailing_window(rule: WindowBefore, context: Context) -> Window | None:
    """The window in effect, and whether a mailing was sent in it; None before any intended day is
    recorded.

    Only a mailing to all Holders closes it.
    """
    intentions = context.facts(rule.before_intended)
    if not intentions:
        return None
    to_all = [s for s in sent(rule, context) if s.fact.fact.holder is None]
    inside = next((s for s in to_all if s.problem is None), None)
    days = inside.days if inside else _days(rule, intentions[-1], context)
    opens, closes = days.first.result, days.until.day
    late = next((s for s in to_all if s.problem == TOO_LATE), None)
    status, ended = _status(inside, late, opens, closes, context.as_of)
    return Window(
        **rule.named,
        instance=rule.id,
        opens=opens,
        closes=closes,
        status=status,
        ended_on=ended,
        trace=_trace(rule, days, to_all, context),
        notes=(
            *days.notes,
            *(f"{s.fact.id} was sent {s.problem}" for s in to_all if s.problem),
        ),
        grounds=context.grounds(
            days.intention, intentions[-1], *(s.fact for s in to_all), *days.agreed
        ),
    )


def sent(rule: WindowBefore, context: Context) -> Sequence[SentNotice]:
    """Every mailing of the window's kind, in order, each judged by its intended day."""
    intentions = context.facts(rule.before_intended)
    found: list[SentNotice] = []
    made: dict[tuple[date, date | None], Days] = {}
    place = 0
    for fact in context.facts(rule.met_by) if intentions else ():
        while place + 1 < len(intentions) and intentions[place + 1].on <= fact.on:
            place += 1
        by = _judged_by(intentions[place], intentions[-1], context)
        then = context.on(fact.on)
        key = target_of(by), then.since
        if key not in made:
            made[key] = _days(then.terms.provision(rule) or rule, by, then)
        days = made[key]
        found.append(
            SentNotice(fact, days, business_days_in(fact.on, days.target, context.calendar))
        )
    return found


def _judged_by(then: EffectiveFact, last: EffectiveFact, context: Context) -> EffectiveFact:
    """The intended day a mailing is judged by: that of its own day, or the last one, by the
    reading.
    """
    if then.fact.target == last.fact.target:
        return then
    return last if context.choices["intended-day"] == "LAST-INTENDED" else then


def _days(rule: WindowBefore, intention: EffectiveFact, context: Context) -> Days:
    target = target_of(intention)
    first, last = context.before(target, rule.at_most), _last(target, rule, context)

    def count(rule: WindowBefore, context: Context) -> LastDay:
        return LastDay(_last(target, rule, context).result, ())

    until = as_amended(rule, count, context) or count(rule, context)
    more = extended(rule.id, until.day, rule.clause, context)
    until = LastDay(more.due, (*until.trace, *more.steps))
    return Days(intention, target, first, last, until, more.facts, more.notes)


def _last(target: date, rule: WindowBefore, context: Context) -> Count:
    clear = context.choices["at-least-before"] == "CLEAR-DAYS"
    least = Period(count=rule.at_least.count + clear, unit=rule.at_least.unit)
    return context.before(target, least)


def _status(
    inside: SentNotice | None, late: SentNotice | None, opens: date, closes: date, as_of: date
) -> tuple[Status, date | None]:
    """The status of the window, and the day of the mailing, inside or late, that ended it."""
    if inside is not None:
        return Status.CLOSED, inside.fact.on
    status = window_status(opens, closes, as_of)
    if status is not Status.CLOSED:
        return status, None
    return (Status.CLOSED, late.fact.on) if late else (Status.OVERRUN, None)


def _trace(
    rule: WindowBefore, days: Days, to_all: Sequence[SentNotice], context: Context
) -> tuple[Step, ...]:
    before = context.choices["at-least-before"]
    steps = [
        Step("the day intended, itself not counted", rule.clause, days.target),
        Step(
            f"{rule.at_most} before it: the first day", rule.clause, days.first.result, days.first
        ),
        Step(
            f"{rule.at_least} before it ({before}): the last day",
            rule.clause,
            days.last.result,
            days.last,
        ),
        *days.until.trace,
    ]
    for each in to_all:
        n = each.business_days_before
        says = f"sent {n} Business Day{'s' * (n != 1)} before the day it is judged by"
        steps.append(Step(f"{says}: {each.problem or 'inside'}", rule.clause, each.fact.on))
    return tuple(steps)
