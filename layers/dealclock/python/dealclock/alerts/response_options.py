"""What a person may do with an alert, given the present state of its item.

Only what is still open as it was announced takes a response. Nothing is left to do once the item
was satisfied, withdrawn, moved or overtaken.
"""

from collections.abc import Iterable
from datetime import date
from typing import Literal

from dealclock.agreement.terms import Terms
from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.responses import AlertResponse, response_in_effect
from dealclock.engine.assessment import Assessment

Act = Literal["acknowledge", "snooze", "done", "explain", "draft"]

_ALWAYS: tuple[Act, ...] = ("snooze", "done", "explain")


def list_actions(
    alert: Alert, assessment: Assessment, handled: Iterable[AlertResponse], terms: Terms
) -> tuple[Act, ...]:
    """What may be done with the alert, the requested action first; () where there is nothing.

    `assessment` is the present one, of the alert's day or later; `handled` the responses so far.
    Acknowledging is not requested again while the owner's or the backup's response is in effect.
    A draft is offered where the provision, of those in `terms`, calls for one.
    """
    if alert.reason in ENDINGS:
        return ()
    return list_actions_on(alert.instance, alert.due, alert.revision, assessment, handled, terms)


def list_actions_on(
    instance: str,
    due: date | None,
    revision: int,
    assessment: Assessment,
    handled: Iterable[AlertResponse],
    terms: Terms,
) -> tuple[Act, ...]:
    """The same for an instance as it was announced with that date and revision."""
    if not _is_unchanged(instance, due, assessment):
        return ()
    answered = response_in_effect(handled, instance, revision, assessment.as_of)
    first: tuple[Act, ...] = () if answered else ("acknowledge",)
    last: tuple[Act, ...] = ("draft",) if _is_drafted(instance, terms) else ()
    return (*first, *_ALWAYS, *last)


def _is_drafted(instance: str, terms: Terms) -> bool:
    rule_id = instance.partition("/")[0]
    return any(p.id == rule_id and getattr(p, "draft", None) for p in terms.provisions)


def _is_unchanged(instance: str, due: date | None, assessment: Assessment) -> bool:
    """Whether the item is open and its date is the one announced."""
    owed = assessment.obligation(instance)
    if owed is not None:
        return owed.is_open and _is_same_date(due, owed.due)
    window = assessment.window(instance)
    if window is not None:
        return window.ended_on is None and _is_same_date(due, window.closes)
    default = assessment.default(instance)
    return default is not None and default.accrues_to is None


def _is_same_date(announced: date | None, due: date) -> bool:
    return announced is None or announced == due
