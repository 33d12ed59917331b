"""When a notice is deemed given, by each method and to all required addressees; the last day to
hand it over in time; and every way to give it, ranked.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from dealclock.days.counting import business_days_after, business_days_before
from dealclock.engine.conclusions import HandOver
from dealclock.engine.context import Context
from dealclock.engine.why import Step
from dealclock.facts.fact import NoticeDelivery
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class DeemedDelivery:
    """The day a notice is deemed given to the last of its addressees; None while it is not, with
    the reason in `notes`.
    """

    on: date | None
    trace: tuple[Step, ...]
    notes: tuple[str, ...]


def deemed_given(
    notices: Sequence[EffectiveFact], to: Sequence[str], context: Context
) -> DeemedDelivery:
    """When a notice is deemed given to everyone in `to`, by one or more facts.

    The earliest valid delivery to each addressee decides: after an email that does not count, a
    notice sent again by hand is given by hand.
    """
    deliveries = [
        (given, notice.fact.time if given.on == notice.on else None)
        for notice in notices
        for given in notice.fact.given
    ]
    clause = context.terms.clauses.deemed_notice
    steps: list[Step] = []
    notes: list[str] = []
    days: list[date] = []
    for addressee in to:
        first: date | None = None
        why: dict[str, None] = {}
        for each, time in deliveries:
            if each.to == addressee:
                step = _deemed(each, time, clause, context)
                notes += _hour_unknown(each, time, context)
                steps.append(step)
                if step.day is None:
                    why[f"by {each.method}, {_why_not(each, context)} ({clause})"] = None
                if step.day is not None and (first is None or step.day < first):
                    first = step.day
        if first is None:
            because = "; ".join(why) or "no delivery to it is recorded"
            notes.append(f"not given to the {context.terms.party_name(addressee)}: {because}")
        else:
            days.append(first)
    on = max(days, default=None) if len(days) == len(to) else None
    if on is not None and len(to) > 1:
        steps.append(Step("given when the last addressee has it", clause, on))
    return DeemedDelivery(on, tuple(steps), tuple(dict.fromkeys(notes)))


def _hour_unknown(given: NoticeDelivery, time: str | None, context: Context) -> Iterator[str]:
    rule = context.terms.deemed_notice.get(given.method)
    counts = rule is not None and rule.valid and not rule.needs_acknowledgement
    if rule is not None and counts and rule.by is not None and time is None:
        yield f"the hour of the {given.method} is not recorded; sent by {rule.by} is assumed"


def _deemed(given: NoticeDelivery, time: str | None, clause: str, context: Context) -> Step:
    method = given.method
    who = f"by {method} to the {context.terms.party_name(given.to)}"
    if why_not := _why_not(given, context):
        return Step(f"{who}: {why_not}, so not given", clause)
    rule = context.terms.deemed_notice[method]
    if rule.needs_acknowledgement:
        return Step(f"{who}: given when receipt was acknowledged", clause, given.acknowledged)
    is_late = rule.by is not None and time is not None and time > rule.by
    number = rule.business_days + is_late
    if number == 0:
        return Step(f"{who}: given on delivery", clause, given.on)
    count = business_days_after(given.on, number, context.calendar)
    days = f"{number} Business Day{'s' * (number != 1)}"
    late = f", at {time}, after {rule.by}" if is_late else ""
    return Step(f"{who}: deemed given {days} after it was sent{late}", clause, count.result, count)


def _why_not(given: NoticeDelivery, context: Context) -> str:
    """Why a delivery does not count; "" if it does."""
    rule = context.terms.deemed_notice.get(given.method)
    if rule is None or not rule.valid:
        return "not a method the agreement lists"
    waits = rule.needs_acknowledgement and given.acknowledged is None
    return "receipt not acknowledged" if waits else ""


def valid(delivery: NoticeDelivery, context: Context) -> bool:
    """Whether a delivery is by a method the agreement lists."""
    rule = context.terms.deemed_notice.get(delivery.method)
    return rule is not None and rule.valid


def received_on(delivery: NoticeDelivery, context: Context) -> date | None:
    """The day the addressee received a delivery; None if not recorded."""
    if delivery.acknowledged is not None:
        return delivery.acknowledged
    rule = context.terms.deemed_notice[delivery.method]
    in_hand = rule.business_days == 0 and not rule.needs_acknowledgement
    return delivery.on if in_hand else None


# The last day to hand over a notice, by each method, for it to be given in time.
#
# Counted back from the due date: a notice by courier is deemed given one Business Day after it is
# handed over, so it goes out one Business Day before. A notice handed over on a closed day after
# the Business Day given here would also be in time; the Business Day is the conservative answer.


def hand_overs(opens: date, due: date, context: Context) -> tuple[HandOver, ...]:
    """The last day for every valid method, the latest first; methods already too late come last."""
    return tuple(sorted(_hand_overs(opens, due, context), key=_last, reverse=True))


def safe_hand_overs(opens: date, due: date, readings: Iterable[Context]) -> tuple[HandOver, ...]:
    """The earliest last day of each method over several readings, such as of "Business Day".

    A method without a day under one of them has none.
    """
    safest: dict[str, HandOver] = {}
    for context in readings:
        for each in hand_overs(opens, due, context):
            so_far = safest.get(each.method, each)
            safest[each.method] = min(each, so_far, key=_last)
    return tuple(sorted(safest.values(), key=_last, reverse=True))


def _last(of: HandOver) -> date:
    return of.last_day or date.min


def _hand_overs(opens: date, due: date, context: Context) -> Iterator[HandOver]:
    last = context.calendar.last_open_on_or_before(due)
    for method, rule in context.terms.deemed_notice.items():
        if rule.valid:
            count = business_days_before(last, rule.business_days, context.calendar)
            day = count.result if count.result >= opens else None
            yield HandOver(method, day, rule.needs_acknowledgement, count)


@record
class Way:
    """A notice handed over by one method on the Business Day `handed_over`.

    `given_on` is the day it is then deemed given; None for a method the agreement does not list.
    `acknowledged`: only if receipt is acknowledged that day. `last_day` is the last Business Day to
    hand it over in time, None if there is none; `in_time` is whether it still can be in time.
    """

    method: str
    handed_over: date
    given_on: date | None
    acknowledged: bool
    last_day: date | None
    in_time: bool


def ways(opens: date, due: date, context: Context) -> tuple[Way, ...]:
    """All methods to give a notice that arose on `opens` and is due on `due`, as of the day of the
    context.

    It is handed over on that day, or on the first Business Day after it. Sorted by the day given; a
    method that needs an acknowledgment comes after one that does not, and methods that are too late
    come last.
    """
    found = _ways(opens, due, context)
    return tuple(
        sorted(found, key=lambda w: (not w.in_time, w.given_on or date.max, w.acknowledged))
    )


def _ways(opens: date, due: date, context: Context) -> Iterator[Way]:
    handed_over = context.calendar.first_open_on_or_after(context.as_of)
    last = {h.method: h.last_day for h in hand_overs(opens, due, context)}
    for method, rule in context.terms.deemed_notice.items():
        given_on = None
        if rule.valid:
            count = business_days_after(handed_over, rule.business_days, context.calendar)
            given_on = handed_over if rule.business_days == 0 else count.result
        yield Way(
            method,
            handed_over,
            given_on,
            rule.needs_acknowledgement,
            last.get(method),
            given_on is not None and given_on <= due,
        )
