"""What a person may do with an alert as its matter now stands.

Only what is still open as it was announced can be answered for. What was met, withdrawn, moved or
overtaken has nothing to do any more.
"""

from collections.abc import Iterable
from datetime import date
from typing import Literal

from dealclock.agreement.terms import Terms
from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.responses import AlertResponse, stands
from dealclock.engine.assessment import Assessment

Act = Literal["acknowledge", "snooze", "done", "explain", "draft"]

_ALWAYS: tuple[Act, ...] = ("snooze", "done", "explain")


def acts(
    alert: Alert, assessment: Assessment, handled: Iterable[AlertResponse], terms: Terms
) -> tuple[Act, ...]:
    """What may be done with the alert, first what is asked for; () where there is nothing.

    `assessment` is the present one, of the alert's day or later; `handled` what people did by now.
    Acknowledging is not asked for again while the owner's or the backup's answer stands. A draft is
    offered where the provision, of those in `terms`, calls for one.
    """
    if alert.reason in ENDINGS:
        return ()
    return acts_on(alert.instance, alert.due, alert.revision, assessment, handled, terms)


def acts_on(
    instance: str,
    due: date | None,
    revision: int,
    assessment: Assessment,
    handled: Iterable[AlertResponse],
    terms: Terms,
) -> tuple[Act, ...]:
    """The same of an instance as it was announced with that date and revision."""
    if not _stands(instance, due, assessment):
        return ()
    answered = stands(handled, instance, revision, assessment.as_of)
    first: tuple[Act, ...] = () if answered else ("acknowledge",)
    last: tuple[Act, ...] = ("draft",) if _is_drafted(instance, terms) else ()
    return (*first, *_ALWAYS, *last)


def _is_drafted(instance: str, terms: Terms) -> bool:
    rule_id = instance.partition("/")[0]
    return any(p.id == rule_id and getattr(p, "draft", None) for p in terms.provisions)


def _stands(instance: str, due: date | None, assessment: Assessment) -> bool:
    """Whether the matter is open, and its date the one announced."""
    owed = assessment.obligation(instance)
    if owed is not None:
        return owed.is_open and _same(due, owed.due)
    window = assessment.window(instance)
    if window is not None:
        return window.ended_on is None and _same(due, window.closes)
    default = assessment.default(instance)
    return default is not None and default.accrues_to is None


def _same(announced: date | None, due: date) -> bool:
    return announced is None or announced == due
