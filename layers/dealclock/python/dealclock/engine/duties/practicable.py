"""Until when something due can still be done in practice, by the channel its rule names.

A due date says which day is late by law; a channel has days on which it is shut and an hour at
which it closes. The two are told side by side, and neither moves the other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime

from dealclock.days import spoken
from dealclock.days.cutoffs import Channel, Practicable, last_practicable
from dealclock.engine.conclusions import HandOver, Obligation
from dealclock.engine.context import Context
from dealclock.engine.found import Found
from dealclock.engine.grounds import Step


def add(context: Context, found: Found) -> None:
    """The last practicable moment of everything that is still owed by a channel."""
    terms = context.terms
    if not terms.channels:
        return
    channels = terms.named_channels
    by_rule = {rule.id: channels[rule.channel] for rule in terms.provisions if rule.channel}
    for i, owed in enumerate(found.obligations):
        if (owed.id in by_rule or owed.methods) and owed.is_open:
            found.obligations[i] = _with(owed, by_rule.get(owed.id), channels)


def _with(owed: Obligation, channel: Channel | None, channels: Mapping[str, Channel]) -> Obligation:
    methods = tuple(_handed(each, channels) for each in owed.methods)
    if channel is None:
        return replace(owed, methods=methods)
    last = last_practicable(channel, owed.due)
    return replace(
        owed,
        methods=methods,
        channel=channel.name,
        act_by=last.moment,
        act_by_trace=tuple(_steps(last, owed.clause)),
    )


def _handed(each: HandOver, channels: Mapping[str, Channel]) -> HandOver:
    """The method with the hour of its channel, which works on the day of handing over itself."""
    channel = channels.get(each.method)
    if channel is None or each.last_day is None:
        return each
    return replace(each, act_by=_moment(channel, each.last_day))


def _moment(channel: Channel, day: date) -> datetime:
    return last_practicable(replace(channel, lead=0), day).moment


def _steps(last: Practicable, clause: str) -> Iterator[Step]:
    """From the due date back over closed days and the channel's lead to its cut-off."""
    channel = last.channel
    yield Step("due by law", clause, last.day)
    if last.roll.result != last.day:
        closed = ", ".join(f"{spoken.day(d.day)} ({d.closed})" for d in last.roll.passed)
        says = f"{channel.name} does not work on {closed}: its last day before"
        yield Step(says, "", last.roll.result)
    if channel.lead:
        days = f"{channel.lead} Business Day{'s' * (channel.lead != 1)}"
        says = f"it takes effect {days} later, so it is done before"
        yield Step(says, "", last.count.result, last.count)
    why = channel.source or channel.assumed or "as the terms say"
    hour = f"{last.moment:%H:%M}"
    yield Step(f"until {hour} in New York, by {channel.name} ({why})", "", last.moment.date())
