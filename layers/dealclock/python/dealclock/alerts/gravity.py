"""The order in which everything is shown: by what missing it costs, then by time.

Posts, subjects, digests, lists, calendars and pictures all use this order (docs/alerts.md).
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from enum import IntEnum
from typing import TypeVar

from dealclock.alerts.adverse import adverse_end
from dealclock.alerts.alert import Alert
from dealclock.engine.conclusions import (
    Default,
    Obligation,
    RateChange,
    Status,
    UndatedDuty,
    Window,
)

_NOTICES = frozenset({"notice", "duty"})  # the rules that owe notice to the parties in `to`
_NO_HOUR = timedelta.max
T = TypeVar("T")


class Gravity(IntEnum):
    """What an item means if nothing is done about it, the gravest first."""

    DEFAULT = 1
    """A default that still runs and that no waiver covers."""
    OVERDUE = 2
    BECOMES_DEFAULT = 3
    """Its terms name the default that it becomes if missed."""
    NOTICE = 4
    """A notice or advice that another party waits for."""
    OTHER = 5
    TARGET = 6
    """A day that the team set for itself; the Agreement names none."""
    OVER = 7
    """Nothing is left to do."""


def gravity(item: object) -> Gravity:
    """How grave an item of an assessment is, on the assessment's day and chosen readings."""
    match item:
        case Default():
            if not item.is_open:
                return Gravity.OVER
            return Gravity.OTHER if item.waived else Gravity.DEFAULT
        case UndatedDuty():
            return Gravity.TARGET if item.is_open else Gravity.OVER
        case Obligation() if not item.is_open:
            return Gravity.OVER
        case Window() if item.done_on is not None or item.status is Status.CLOSED:
            return Gravity.OVER
        case Obligation(status=Status.MISSED) | Window(status=Status.OVERRUN):
            return Gravity.OVERDUE
        case Obligation() | Window() if item.on_lapse:
            return Gravity.BECOMES_DEFAULT
        case Obligation() if item.kind in _NOTICES:
            return Gravity.NOTICE
        case _:
            return Gravity.OTHER


Rank = tuple[Gravity, date, timedelta]


def rank(item: object) -> Rank:
    """The sort key of an item: its gravity, then its day, then the hour to act by on it, if any.

    The day is the earliest over all open readings; of a default, the day it occurred; of a window
    that is not open yet, its first day.
    """
    day = _day(item)
    hour = _NO_HOUR
    if isinstance(item, Obligation) and item.act_by is not None:
        hour = item.act_by.replace(tzinfo=None) - datetime.combine(day, datetime.min.time())
    return gravity(item), day, hour


def _day(item: object) -> date:
    match item:
        case Window(status=Status.UPCOMING):
            return item.opens
        case Obligation() | Window():
            return adverse_end(item)
        case Default():
            return item.occurred_on
        case UndatedDuty():
            return item.target or date.max
        case RateChange():
            return item.on
        case Alert():
            return item.due or date.max
        case _:
            return date.max


def gravest_first(items: Iterable[T]) -> tuple[T, ...]:
    """The items in the order to show them; equals keep their order."""
    return tuple(sorted(items, key=rank))
