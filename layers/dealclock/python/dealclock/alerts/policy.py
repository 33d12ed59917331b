"""When a deal speaks: the alert policy, as data, with the house's defaults."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from dealclock.agreement.source import Model

Lead = Annotated[int, Field(ge=1, le=60)]


class Reason(StrEnum):
    """Why an alert speaks, gravest first."""

    MISSED = "missed"
    DUE_TODAY = "due today"
    LAST_CALL = "last call"
    MOVED = "moved"
    ESCALATED = "escalated"
    OPENED = "opened"
    SNOOZE_ENDED = "snooze ended"
    CLOSING = "closing"
    FIRST = "first"
    REMINDER = "reminder"
    RATE_STEP = "rate step"
    PAYMENT_STEP = "payment step"
    CONFIRMED = "confirmed"
    RESOLVED = "resolved"
    CLOSED = "closed"
    CAUGHT_UP = "caught up"
    STATEMENT = "weekly statement"
    ROUTE_FAILED = "route failed"


class Speaks(Model):
    """When one kind of obligation or window speaks.

    `remind` counts Business Days back from the last Business Day on or before the due date.
    """

    remind: tuple[Lead, ...] = ()
    when_opened: bool = False
    every_business_day: bool = False
    on_last_day: bool = False
    last_call: bool = False
    when_ended: bool = False


class Policy(Model):
    """When each kind speaks. Whatever is missed always speaks, for `missed_for_business_days`.

    A deal with something open and no fact recorded for `no_fact_for_weeks` is told to whoever runs
    the stack.
    """

    deadline: Speaks = Speaks(remind=(10, 5, 2, 1), on_last_day=True, last_call=True)
    notice: Speaks = Speaks(when_opened=True, remind=(1,), on_last_day=True, last_call=True)
    cure_window: Speaks = Speaks(
        when_opened=True, every_business_day=True, on_last_day=True, last_call=True
    )
    sale_notice: Speaks = Speaks(when_opened=True, remind=(1,), on_last_day=True)
    suspension: Speaks = Speaks(
        when_opened=True, remind=(5, 1), on_last_day=True, last_call=True, when_ended=True
    )
    default: Speaks = Speaks(when_opened=True, when_ended=True)
    rate_step: Speaks = Speaks(remind=(5,), when_opened=True)
    payment: Speaks = Speaks(remind=(5,), on_last_day=True)
    weekly_statement: bool = True
    missed_for_business_days: Annotated[int, Field(ge=1, le=60)] = 5
    no_fact_for_weeks: Annotated[int, Field(ge=1, le=52)] = 6

    def for_kind(self, kind: str) -> Speaks:
        """When obligations or windows of one provision type speak; never for the other types."""
        return {
            "deadline": self.deadline,
            "notice": self.notice,
            "outage with cure": self.cure_window,
            "window": self.sale_notice,
            "day budget": self.suspension,
            "default": self.default,
            "rate schedule": self.rate_step,
            "payment": self.payment,
        }.get(kind, Speaks())

    def reasons(self) -> Iterator[tuple[str, Reason]]:
        """Every (kind, reason) this policy can give, so that each can be seen to happen."""
        for kind in type(self).model_fields:
            speaks = getattr(self, kind)
            if isinstance(speaks, Speaks):
                yield from ((kind, reason) for reason in _reasons(kind, speaks))
        yield "deadline", Reason.MISSED
        yield "notice", Reason.MISSED
        if self.weekly_statement:
            yield "default", Reason.STATEMENT


def _reasons(kind: str, speaks: Speaks) -> Iterator[Reason]:
    if speaks.remind:
        yield {"sale_notice": Reason.CLOSING, "rate_step": Reason.RATE_STEP}.get(
            kind, Reason.REMINDER
        )
    if speaks.when_opened:
        yield Reason.RATE_STEP if kind == "rate_step" else Reason.OPENED
    if speaks.every_business_day:
        yield Reason.CLOSING
    if speaks.on_last_day:
        yield Reason.DUE_TODAY
    if speaks.last_call:
        yield Reason.LAST_CALL
    if speaks.when_ended:
        yield Reason.RESOLVED if kind == "default" else Reason.CLOSED
