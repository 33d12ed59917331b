"""Responses to alerts (acknowledged, seen, snoozed, reported done) and which alerts they pause.

    acknowledged  the owner or the backup answered: reminders and the steps of a payment rest until
                  `until`, then ask again
    snoozed       by the same: nothing is said before `until`; on that day it speaks if still true
    done          said to be done: as acknowledged, until the next morning asks for the fact
    seen          anybody else: told to the others, and stops nothing
    declined      the owner handed the item to another person, who owns it from then on, on
                  any date: earlier responses to it no longer count

All the others are for the date as it was announced: a date that moves ends them.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from typing import Literal

from dealclock.days.calendars import Calendar
from dealclock.days.counting import business_days_after
from dealclock.days.day_words import day as spoken_day
from dealclock.errors import RefusedError
from dealclock.people.acts import Act
from dealclock.people.policy import Reason

Cause = Literal["acknowledged", "snoozed"]

LONGEST_SNOOZE = 5  # Business Days, for what has no due date
# Sent despite an acknowledgment or snooze: the gravest reasons, and news.
_ALWAYS = frozenset(
    {
        Reason.MISSED,
        Reason.DUE_TODAY,
        Reason.LAST_CALL,
        Reason.MOVED,
        Reason.CONFIRMED,
        Reason.RESOLVED,
        Reason.CLOSED,
        Reason.CAUGHT_UP,
    }
)
_REPORTS = _ALWAYS - {Reason.MISSED, Reason.DUE_TODAY, Reason.LAST_CALL}
# Steps of a payment are reminders with their own reason.
_REMINDS = frozenset({Reason.REMINDER, Reason.PAYMENT_STEP, Reason.CLOSING, Reason.ESCALATED})
# New figures go to everyone: that one person knows them is no reason to withhold them. Only a
# snooze pauses them.
_FIGURES = frozenset({Reason.RATE_STEP, Reason.STATEMENT})


def since_handed_over(handled: Iterable[Act], instance: str) -> Sequence[Act]:
    """The responses to an instance in order, from the one that last handed it over, if any."""
    found = sorted((h for h in handled if h.subject == instance), key=lambda h: h.at)
    last = max((i for i, h in enumerate(found) if h.action == "declined"), default=0)
    return found[last:]


def find_response(handled: Iterable[Act], instance: str, revision: int) -> Act | None:
    """The last response of the owner or the backup to the date as announced, if any.

    It may have expired: see `response_in_effect`.
    """
    responses = [
        h
        for h in since_handed_over(handled, instance)
        if h.content == str(revision) and h.until is not None
    ]
    # Of two at one instant, as in a rehearsal, the one written later is the last.
    return max(reversed(responses), key=lambda h: h.at, default=None)


def response_in_effect(
    handled: Iterable[Act], instance: str, revision: int, as_of: date
) -> Act | None:
    """The response in effect on a day: given, and not yet expired (its `until` is not included)."""
    last = find_response(handled, instance, revision)
    return last if last is not None and last.until is not None and as_of < last.until else None


def is_quieted(
    reason: Reason, handled: Iterable[Act], instance: str, revision: int, as_of: date
) -> bool:
    """Whether a reason is not alerted on a day, because of a response.

    Never overdue, due today, a last call, a moved date or an end. New figures, of a changed rate or
    of a week's interest, are quieted by a snooze alone.
    """
    last = response_in_effect(handled, instance, revision, as_of)
    if last is None or reason in _ALWAYS:
        return False
    return last.action == "snoozed" or reason in _REMINDS


def day_to_ask_again(
    handled: Iterable[Act], instance: str, revision: int
) -> tuple[date, Reason] | None:
    """The day from which alerts are sent again although nothing else may be due to be sent.

    With its reason: "snooze ended" after a snooze, a reminder after an expired acknowledgment;
    None without a response.
    """
    last = find_response(handled, instance, revision)
    if last is None or last.until is None:
        return None
    return last.until, Reason.SNOOZE_ENDED if last.action == "snoozed" else Reason.REMINDER


def filter_reasons(
    due: Iterable[Reason],
    handled: Iterable[Act],
    instance: str,
    revision: int,
    as_of: date,
    last_said: date,
) -> set[Reason]:
    """The reasons to alert on a day that remain after responses.

    Without those a response quiets, and with the one that asks again, unless an alert of the
    instance was sent on or since that day (`last_said` is the last day of any). The end of a snooze
    replaces the reminders that it paused.
    """
    handled = tuple(handled)
    remaining = {r for r in due if not is_quieted(r, handled, instance, revision, as_of)}
    again = day_to_ask_again(handled, instance, revision)
    if again is not None and last_said < again[0] <= as_of:
        if again[1] is Reason.SNOOZE_ENDED:
            remaining -= _REMINDS
        remaining.add(again[1])
    return remaining


def why_withdrawn(
    reason: Reason,
    planned_at: datetime,
    handled: Iterable[Act],
    instance: str,
    revision: int,
    as_of: date,
    said_at: Callable[[], datetime | None],
) -> Cause | None:
    """Why a waiting delivery should no longer be sent; None if it should.

    `planned_at` is the instant its run knew (`known_at`); `said_at` is when its alert was first
    sent on any route, None while it was not. A response made after planning stops any reason,
    except reports of something new; one made before it does not. The gravest reasons are stopped
    only by a response to that alert itself: not by one made before anyone was notified. An
    acknowledgment does not stop new figures, a snooze does.
    """
    last = response_in_effect(handled, instance, revision, as_of)
    if last is None or last.at < planned_at or reason in _REPORTS:
        return None
    if reason in _ALWAYS and ((said := said_at()) is None or last.at < said):
        return None
    if last.action == "snoozed":
        return "snoozed"
    return None if reason in _FIGURES else "acknowledged"


def acknowledgment_ends(as_of: date, for_business_days: int, calendar: Calendar) -> date:
    """The day from which an acknowledgment made on `as_of` asks again.

    The `for_business_days`-th Business Day after it: made on Thursday for two, Monday.
    """
    return business_days_after(as_of, for_business_days, calendar).result


def snooze_ends(asked: date | None, as_of: date, due: date | None, calendar: Calendar) -> date:
    """The day on which a snooze requested on `as_of` ends: a Business Day after it.

    Left out, the next one. A closed day becomes the next Business Day. Never past the last
    Business Day on or before `due`; without a due date, never past the LONGEST_SNOOZEth. Raises
    RefusedError.
    """
    next_one = business_days_after(as_of, 1, calendar).result
    if due is None:
        last = business_days_after(as_of, LONGEST_SNOOZE, calendar).result
        bound = f"what has no due date is snoozed for at most {LONGEST_SNOOZE} Business Days"
    else:
        last = calendar.last_open_on_or_before(due)
        bound = f"it is due {spoken_day(due)}"
    if last < next_one:
        missed = due is not None and due < as_of
        why = f"{bound}, which is past" if missed else f"{bound}, and no Business Day is left"
        raise RefusedError(f"{why}: acknowledge it instead.")
    if asked is None:
        return next_one
    if asked <= as_of:
        raise RefusedError(
            f"{spoken_day(asked)} is not after {spoken_day(as_of)}; give a day from "
            f"{spoken_day(next_one)} to {spoken_day(last)}."
        )
    until = calendar.first_open_on_or_after(asked)
    if until > last:
        closed = calendar.closed_because(asked)
        rolled = f" ({closed}, so {spoken_day(until)})" if closed else ""
        raise RefusedError(
            f"{spoken_day(asked)}{rolled} is too late: {bound}; give a day up to "
            f"{spoken_day(last)}."
        )
    return until
