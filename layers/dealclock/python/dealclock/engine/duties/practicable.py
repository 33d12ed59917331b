"""The last practicable moment for a due act, by the channel its rule names.

A due date is the legal last day; a channel has closed days and a closing hour. Both are shown, and
neither moves the other. For a payment, only the money uses the channel, also to the paying agent by
the hour the Indenture sets; the papers do not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, time
from functools import lru_cache

from dealclock.days import day_words
from dealclock.days.cutoffs import NEW_YORK, Channel, last_moment, last_practicable
from dealclock.days.markets import calendar_of
from dealclock.engine.conclusions import HandOver, Obligation
from dealclock.engine.context import ONE, Context
from dealclock.engine.payments.in_arrears import KIND as STEP
from dealclock.engine.payments.in_arrears import is_funding
from dealclock.engine.why import Step


def with_last_moments(
    context: Context, obligations: tuple[Obligation, ...]
) -> Iterator[Obligation]:
    """The obligations, with the last practicable moment of every open one that uses a channel."""
    terms, sheet = context.terms, context.terms.indenture
    channels = terms.named_channels
    by_rule = {rule.id: channels[rule.channel] for rule in terms.provisions if rule.channel}
    for owed in obligations:
        if not terms.channels or not owed.is_open or not (owed.id in by_rule or owed.methods):
            yield owed
            continue
        made = replace(owed, methods=tuple(with_hour(each, channels) for each in owed.methods))
        channel, is_step, by = by_rule.get(owed.id), owed.kind == STEP, None
        if channel is None or (is_step and not is_funding(owed)):
            yield made
            continue
        if is_step and sheet is not None and sheet.funds_by is not None:
            by = datetime.combine(owed.due, time.fromisoformat(sheet.funds_by.time), NEW_YORK)
        moment, steps = _by(channel, owed.due, owed.clause, by)
        yield replace(made, channel=channel.name, act_by=moment, act_by_trace=steps)


@lru_cache(maxsize=4096)  # each reading that is tried needs the same dates again
def _by(
    channel: Channel, due: date, clause: str, by: datetime | None
) -> tuple[datetime, tuple[Step, ...]]:
    """The last moment to act by a channel, no later than `by` if given, an hour on the due date."""
    moment, steps = last_moment(channel, due), tuple(_steps(channel, due, clause))
    if by is None or moment <= by:
        return moment, steps
    wanted = Step(f"the funds are due by {by:%H:%M} in New York", clause, by.date())
    if by.time() >= channel.opens:
        return by, (*steps, wanted)
    early = due - ONE
    says = (
        f"{channel.label} opens at {channel.opens:%H:%M}, after that: the day before at the latest"
    )
    _, *before = _steps(channel, early, clause)
    return last_moment(channel, early), (steps[0], wanted, Step(says, "", early), *before)


def with_hour(each: HandOver, channels: Mapping[str, Channel]) -> HandOver:
    """The method with the closing hour of its channel on the last day to hand over, without lead
    days.
    """
    channel = channels.get(each.method)
    if channel is None or each.last_day is None:
        return each
    return replace(each, act_by=_moment(channel, each.last_day))


@lru_cache(maxsize=4096)
def _moment(channel: Channel, day: date) -> datetime:
    return last_moment(replace(channel, lead=0), day)


def _steps(channel: Channel, due: date, clause: str) -> Iterator[Step]:
    """The steps from the due date back over closed days and the channel's lead to its cut-off."""
    yield Step("due by the agreement", clause, due)
    count, why_closed = last_practicable(channel, due), calendar_of(channel.calendar).closed_because
    if count.start != due:
        passed = (due - n * ONE for n in range((due - count.start).days))
        closed = ", ".join(f"{day_words.day(day)} ({why_closed(day)})" for day in passed)
        says = f"{channel.label} is not open on {closed}: the last open day before"
        yield Step(says, "", count.start)
    if channel.lead:
        days = f"{channel.lead} Business Day{'s' * (channel.lead != 1)}"
        says = f"it takes effect {days} later, so it is done before"
        yield Step(says, "", count.result, count)
    why = channel.source or channel.assumed or "as the terms say"
    hour = f"{channel.cut_off:%H:%M}"
    yield Step(f"until {hour} in New York, by {channel.label} ({why})", "", count.result)
