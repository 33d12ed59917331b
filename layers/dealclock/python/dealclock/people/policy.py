"""When a deal alerts: the reasons, the policy as data with its defaults, and the days it gives.

Lead times count back from the last Business Day on or before the due date, so that a due date on
a closed day is announced before it; and from the adverse end of all readings, where it is earlier.

    adverse end          chosen reading
 10 5 2 1 |due today   2 1 |due today, last calls   missed
    ------+----------------+------------------------>
"""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator

from dealclock.days.calendars import Calendar
from dealclock.days.counting import business_days_before
from dealclock.files.source import Model
from dealclock.records import record

Lead = Annotated[int, Field(ge=1, le=60)]


class Reason(StrEnum):
    """Why an alert is sent, the most pressing first."""

    # overdue: the day is past and it is not yet satisfied on the record. Sent each Business Day, as
    # long as the policy says
    MISSED = "missed"
    # it is the last Business Day, or the last one under the earliest reading
    DUE_TODAY = "due today"
    # still due today, at noon or at four
    LAST_CALL = "last call"
    # the date differs from the one announced: the old date, the new one, and what moved it
    MOVED = "moved"
    # no one acknowledged a critical alert, and the next person is asked
    ESCALATED = "escalated"
    # it begins; or it is open again after it was reported as over; or it opened later than reported
    OPENED = "opened"
    # the day it was snoozed until has come, and it is still open
    SNOOZE_ENDED = "snooze ended"
    # a window is about to end
    CLOSING = "closing"
    # the first notice of it
    FIRST = "first"
    # the number of Business Days left
    REMINDER = "reminder"
    # the rate changes
    RATE_STEP = "rate step"
    # a record date has come, or a certificate, funding or confirmation is due
    PAYMENT_STEP = "payment step"
    # a recorded event satisfies it; sent once, to those who were alerted
    CONFIRMED = "confirmed"
    # a default is cured, or no longer accrues
    RESOLVED = "resolved"
    # it is over; or it no longer arises, because its event was retracted
    CLOSED = "closed"
    # scheduled checks were missed: on which days, and what they would have sent
    CAUGHT_UP = "caught up"
    # a default is open, and what has accrued
    STATEMENT = "weekly statement"
    # someone answered an alert by email; only releases that received email planned this
    REPLIED = "replied"
    # a channel or an address refuses what is sent to it
    ROUTE_FAILED = "route failed"
    # an administrator has emergency access to the deal, until when and why
    GLASS_BROKEN = "glass broken"
    # a route is tested; nothing is due
    TEST = "test"
    # a summary of a person's open items; not an alert
    DIGEST = "digest"
    # a person acknowledged, snoozed or settled an alert; a line in its thread
    ANSWERED = "answered"


PRESSING = tuple(Reason)
"""The reasons in order: the first of an alert's is the one it gives."""


@record
class AlertMoment:
    """A day from which an alert is due, and why.

    A `once` moment is sent however late, unless an alert for that reason was sent on or after
    `day`: so again, where a correction makes that day a later one. Otherwise it is sent unless
    any alert of the instance was sent on or after `day`. A `fleeting` one is sent on that day
    only.
    """

    day: date
    reason: Reason
    once: bool = False
    fleeting: bool = False


class ReminderRules(Model):
    """When to alert on one kind of obligation or window.

    `remind` counts Business Days back from the last Business Day on or before the earliest due
    date under any reading. `when_opened` of a payment is its record date.
    """

    remind: tuple[Lead, ...] = ()
    when_opened: bool = False
    every_business_day: bool = False
    on_last_day: bool = False
    last_call: bool = False
    when_ended: bool = False

    def lead_up_to(
        self, kind: str, opens: date, due: date, end: date, calendar: Calendar
    ) -> Iterator[AlertMoment]:
        """The moments of something open, by provision type: those ahead of the adverse `end`, then
        those ahead of the chosen `due`."""
        last, earliest = calendar.last_open_on_or_before(due), calendar.last_open_on_or_before(end)
        if self.when_opened:
            yield AlertMoment(opens, opening_of(kind), once=True)
        for lead in self.remind:
            day = business_days_before(earliest, lead, calendar).result
            yield AlertMoment(day, reminder_of(kind))
            again = business_days_before(last, lead, calendar).result
            if again > earliest:
                yield AlertMoment(again, reminder_of(kind))
        if self.every_business_day:
            day = opens + _ONE
            while day < last:
                if calendar.is_open(day):
                    yield AlertMoment(day, Reason.CLOSING)
                day += _ONE
        if self.on_last_day:
            yield AlertMoment(last, Reason.DUE_TODAY)
            if earliest < last:
                yield AlertMoment(earliest, Reason.DUE_TODAY, fleeting=True)
                yield AlertMoment(earliest, reminder_of(kind))  # should that morning be missed


_ONE = timedelta(days=1)
_ENDS_OF = frozenset({"suspension", "default"})
_NEVER: Mapping[str, tuple[str, ...]] = {
    "default": ("remind", "every_business_day", "on_last_day", "last_call"),
    "rate_step": ("every_business_day", "on_last_day", "last_call"),
    "target": ("remind", "every_business_day", "last_call"),
}


class Policy(Model):
    """When to alert on each kind. Overdue items are always alerted, for `missed_for_business_days`.

    A setting that can have no effect for its kind is refused. The operator is notified of a deal
    with something open and no event recorded for `no_fact_for_weeks`.
    """

    deadline: ReminderRules = ReminderRules(remind=(10, 5, 2, 1), on_last_day=True, last_call=True)
    notice: ReminderRules = ReminderRules(
        when_opened=True, remind=(1,), on_last_day=True, last_call=True
    )
    duty: ReminderRules = ReminderRules(
        when_opened=True, remind=(1,), on_last_day=True, last_call=True
    )
    filing: ReminderRules = ReminderRules(
        when_opened=True, remind=(5, 1), on_last_day=True, last_call=True
    )
    condition: ReminderRules = ReminderRules(remind=(5,), on_last_day=True)
    review: ReminderRules = ReminderRules(remind=(5, 1), on_last_day=True)
    request: ReminderRules = ReminderRules(remind=(5,), on_last_day=True)
    mailing: ReminderRules = ReminderRules(
        when_opened=True, remind=(5, 1), on_last_day=True, last_call=True
    )
    lead_time: ReminderRules = ReminderRules(remind=(1,), on_last_day=True)
    target: ReminderRules = ReminderRules(when_opened=True, on_last_day=True)
    cure_window: ReminderRules = ReminderRules(
        when_opened=True, every_business_day=True, on_last_day=True, last_call=True
    )
    sale_notice: ReminderRules = ReminderRules(when_opened=True, remind=(1,), on_last_day=True)
    suspension: ReminderRules = ReminderRules(
        when_opened=True, remind=(5, 1), on_last_day=True, last_call=True, when_ended=True
    )
    default: ReminderRules = ReminderRules(when_opened=True, when_ended=True)
    rate_step: ReminderRules = ReminderRules(remind=(5,), when_opened=True)
    payment: ReminderRules = ReminderRules(
        when_opened=True, remind=(5,), on_last_day=True, last_call=True
    )
    payment_step: ReminderRules = ReminderRules(remind=(1,), on_last_day=True, last_call=True)
    weekly_statement: bool = True
    missed_for_business_days: Annotated[int, Field(ge=1, le=60)] = 5
    no_fact_for_weeks: Annotated[int, Field(ge=1, le=52)] = 6

    @field_validator("*")
    @classmethod
    def _acted_on(cls, value: object, info: ValidationInfo) -> object:
        kind = info.field_name or ""
        if not isinstance(value, ReminderRules):
            return value
        if len(set(value.remind)) != len(value.remind):
            raise ValueError("give each lead in remind once")
        refused = [key for key in never(kind) if getattr(value, key)]
        if refused:
            raise ValueError(f"{kind} does not use {' or '.join(refused)}; leave it out")
        return value

    def for_kind(self, kind: str) -> ReminderRules:
        """The alert rules of a kind, by its provision type; no alerts for kinds that only
        inform.
        """
        field = FIELDS.get(kind)
        speaks = getattr(self, field) if field else ReminderRules()
        return speaks if isinstance(speaks, ReminderRules) else ReminderRules()


FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "deadline": "deadline",
        "obligation": "deadline",
        "notice": "notice",
        "duty": "duty",
        "frequency limit": "filing",
        "condition": "condition",
        "minimum period": "review",
        "request": "request",
        "window before": "mailing",
        "lead time": "lead_time",
        "undated duty": "target",
        "outage with cure": "cure_window",
        "window": "sale_notice",
        "day budget": "suspension",
        "state": "suspension",
        "default": "default",
        "rate schedule": "rate_step",
        "payment": "payment",
        "payment step": "payment_step",
    }
)
"""The policy's name for what alerts are about, by provision type."""


def never(kind: str) -> tuple[str, ...]:
    """The settings that can have no effect for a kind."""
    ended = () if kind in _ENDS_OF else ("when_ended",)
    return (*_NEVER.get(kind, ()), *ended)


def reminder_of(kind: str) -> Reason:
    """The reason for a reminder ahead of a day, by provision type."""
    return {
        "window": Reason.CLOSING,
        "rate schedule": Reason.RATE_STEP,
        "payment step": Reason.PAYMENT_STEP,
    }.get(kind, Reason.REMINDER)


def opening_of(kind: str) -> Reason:
    """The reason for an alert as something opens, by provision type."""
    steps = {"rate schedule": Reason.RATE_STEP, "payment": Reason.PAYMENT_STEP}
    return steps.get(kind, Reason.OPENED)
