"""What people did with alerts: acknowledged, seen, snoozed, said to be done; and what it quiets.

    acknowledged  the owner or the backup answered: reminders and the steps of a payment rest until
                  `until`, then ask again
    snoozed       by the same: nothing is said before `until`; on that day it speaks if still true
    done          said to be done: as acknowledged, until the next morning asks for the fact
    seen          anybody else: told to the others, and stops nothing

All of it is for the date as it was announced: a date that moves ends it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from dealclock.days.calendars import Calendar
from dealclock.days.counting import business_days_after
from dealclock.days.day_words import day as spoken_day
from dealclock.errors import DealclockError
from dealclock.team.policy import Reason

ResponseKind = Literal["acknowledged", "seen", "snoozed", "done"]
Cause = Literal["acknowledged", "snoozed"]

LONGEST_SNOOZE = 5  # Business Days, for what has no due date
# Sent despite an acknowledgment or snooze: what is gravest, and what reports something new.
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
# Steps of a payment are reminders under a name of their own.
_REMINDS = frozenset({Reason.REMINDER, Reason.PAYMENT_STEP, Reason.CLOSING, Reason.ESCALATED})
# New figures, told to all: one person's knowing them already takes nothing away. A snooze does.
_FIGURES = frozenset({Reason.RATE_STEP, Reason.STATEMENT})


class InvalidSnoozeError(DealclockError):
    """A snooze until a day that cannot be; the message names one that can."""


@dataclass(frozen=True, slots=True)
class AlertResponse:
    """One thing one person did with what is spoken of one instance.

    It speaks of the instance as it stood: `due` and `revision` are the date and the count of moves
    last announced. `by` is a person of the team; `at` the instant it was done, in a rehearsal that
    of its last run. `until` is the day from which it is spoken of again: on that day a
    snooze has ended, an acknowledgement asks again. None for what stops nothing: "seen", and the
    word of anyone but the owner and the backup that it is done. `note` is what the person wrote
    with it, "" for nothing; it stops nothing either.
    """

    instance: str
    due: date | None
    revision: int
    action: ResponseKind
    by: str
    at: datetime
    until: date | None = None
    note: str = ""


def answer(handled: Iterable[AlertResponse], instance: str, revision: int) -> AlertResponse | None:
    """The last thing that the owner or the backup did with the date as announced, if anything.

    It may have run out: see `stands`.
    """
    found = [
        h
        for h in handled
        if (h.instance, h.revision) == (instance, revision) and h.until is not None
    ]
    # Of two at one instant, as in a rehearsal, the later written stands later.
    return max(reversed(found), key=lambda h: h.at, default=None)


def stands(
    handled: Iterable[AlertResponse], instance: str, revision: int, as_of: date
) -> AlertResponse | None:
    """The answer in force on a day: given, and not yet run out (its `until` is not included)."""
    last = answer(handled, instance, revision)
    return last if last is not None and last.until is not None and as_of < last.until else None


def quieted(
    reason: Reason, handled: Iterable[AlertResponse], instance: str, revision: int, as_of: date
) -> bool:
    """Whether a reason is not to be spoken of on a day, because somebody answered for it.

    Never what is missed, due today, a last call or moved, nor what reports an end. Figures that
    are new, of a changed rate or of a week's interest, are quieted by a snooze alone.
    """
    last = stands(handled, instance, revision, as_of)
    if last is None or reason in _ALWAYS:
        return False
    return last.action == "snoozed" or reason in _REMINDS


def asks_again(
    handled: Iterable[AlertResponse], instance: str, revision: int
) -> tuple[date, Reason] | None:
    """The day from which it is spoken of again although nothing else may be due to be said.

    "snooze ended" after a snooze, a reminder after an acknowledgement that ran out; None where
    nobody answered.
    """
    last = answer(handled, instance, revision)
    if last is None or last.until is None:
        return None
    return last.until, Reason.SNOOZE_ENDED if last.action == "snoozed" else Reason.REMINDER


def after_answers(
    due: Iterable[Reason],
    handled: Iterable[AlertResponse],
    instance: str,
    revision: int,
    as_of: date,
    last_said: date,
) -> set[Reason]:
    """The reasons to speak of on a day, once what people did is heard.

    Without those it quiets, and with the one that asks again, unless something was said of the
    instance on or since that day (`last_said` is the last day anything was). The end of a snooze
    stands for the reminders that it held back.
    """
    handled = tuple(handled)
    kept = {r for r in due if not quieted(r, handled, instance, revision, as_of)}
    again = asks_again(handled, instance, revision)
    if again is not None and last_said < again[0] <= as_of:
        if again[1] is Reason.SNOOZE_ENDED:
            kept -= _REMINDS
        kept.add(again[1])
    return kept


def stopped(
    reason: Reason,
    planned_at: datetime,
    handled: Iterable[AlertResponse],
    instance: str,
    revision: int,
    as_of: date,
    said_at: Callable[[], datetime | None],
) -> Cause | None:
    """Why a delivery still waiting to be sent is not to be sent any more; None while it is.

    `planned_at` is the instant its run knew (`known_at`), `said_at` tells when its alert was first
    said on any route, None while it was not. What was answered after it was planned stops whatever
    it says, save reports of something new; what it was planned in spite of does not. What is
    gravest is stopped only by an answer to itself: not by one given before anyone was notified.
    An acknowledgement does not stop new figures, a snooze does.
    """
    last = stands(handled, instance, revision, as_of)
    if last is None or last.at < planned_at or reason in _REPORTS:
        return None
    if reason in _ALWAYS and ((said := said_at()) is None or last.at < said):
        return None
    if last.action == "snoozed":
        return "snoozed"
    return None if reason in _FIGURES else "acknowledged"


def acknowledged_until(as_of: date, for_business_days: int, calendar: Calendar) -> date:
    """The day from which an acknowledgement given on `as_of` asks again.

    The `for_business_days`-th Business Day after it: given on Thursday for two, on Monday.
    """
    return business_days_after(as_of, for_business_days, calendar).result


def snoozed_until(asked: date | None, as_of: date, due: date | None, calendar: Calendar) -> date:
    """The day on which a snooze asked for on `as_of` ends: a Business Day after it.

    Left out, the next one. A closed day becomes the next Business Day. Never past the last
    Business Day on or before `due`; without a due date, never past the LONGEST_SNOOZEth. Raises
    InvalidSnoozeError.
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
        raise InvalidSnoozeError(f"{why}: acknowledge it instead.")
    if asked is None:
        return next_one
    if asked <= as_of:
        raise InvalidSnoozeError(
            f"{spoken_day(asked)} is not after {spoken_day(as_of)}; give a day from "
            f"{spoken_day(next_one)} to {spoken_day(last)}."
        )
    until = calendar.first_open_on_or_after(asked)
    if until > last:
        closed = calendar.closed_because(asked)
        rolled = f" ({closed}, so {spoken_day(until)})" if closed else ""
        raise InvalidSnoozeError(
            f"{spoken_day(asked)}{rolled} is too late: {bound}; give a day up to "
            f"{spoken_day(last)}."
        )
    return until
