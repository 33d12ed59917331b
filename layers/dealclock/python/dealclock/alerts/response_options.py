"""What a person may do with an alert, given the present state of its item.

Only what is still open as it was announced takes a response. Nothing is left to do once the item
was satisfied, withdrawn, moved or overtaken.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Literal

from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.responses import response_in_effect
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Conclusion
from dealclock.people.acts import Act
from dealclock.terms.terms import Terms

AlertAct = Literal[
    "acknowledge", "snooze", "done", "decline", "explain", "draft", "confirm", "dispute", "approve"
]

_ALWAYS: tuple[AlertAct, ...] = ("snooze", "done", "decline", "explain")
CONCLUDES: tuple[AlertAct, ...] = ("confirm", "dispute")
"""What a lead may say of a possible default."""


def list_actions(
    alert: Alert, assessment: Assessment, handled: Iterable[Act], terms: Terms
) -> tuple[AlertAct, ...]:
    """What may be done with the alert, the requested action first; () where there is nothing.

    `assessment` is the present one, of the alert's day or later; `handled` the responses so far.
    Acknowledging is not requested again while the owner's or the backup's response is in effect.
    A draft is offered where the provision, of those in `terms`, calls for one; a possible default
    can be confirmed or disputed.
    """
    if alert.reason in ENDINGS:
        return ()
    return list_actions_on(alert.instance, alert.due, alert.revision, assessment, handled, terms)


def list_actions_on(
    instance: str,
    due: date | None,
    revision: int,
    assessment: Assessment,
    handled: Iterable[Act],
    terms: Terms,
) -> tuple[AlertAct, ...]:
    """The same for an instance as it was announced with that date and revision."""
    if not _is_unchanged(instance, due, assessment):
        return ()
    answered = response_in_effect(handled, instance, revision, assessment.as_of)
    first: tuple[AlertAct, ...] = () if answered else ("acknowledge",)
    last: tuple[AlertAct, ...] = ("draft",) if _is_drafted(instance, terms) else ()
    concludes = CONCLUDES if is_possible_default(instance, assessment) else ()
    return (*first, *_ALWAYS, *last, *concludes)


def is_possible_default(instance: str, assessment: Assessment) -> bool:
    """Whether it is a default that accrues and that no lead has confirmed or disputed."""
    default = assessment.default(instance)
    return default is not None and default.is_open and default.conclusion is Conclusion.COMPUTED


def default_of(alerts: Iterable[Alert], assessment: Assessment) -> str:
    """The default that a post's Confirm and Dispute are about: the first that is still possible,
    else the first there is; "" for none."""
    found = [a.instance for a in alerts if assessment.default(a.instance)]
    possible = (instance for instance in found if is_possible_default(instance, assessment))
    return next(possible, found[0] if found else "")


def of_post(
    options: Sequence[tuple[AlertAct, ...]], *, awaiting: bool = False
) -> tuple[AlertAct, ...]:
    """What may be done with a post, given the actions on each of its alerts in order.

    `awaiting`: something of the deal awaits a second person's approval.

    Those on the first alert that is still open. Acknowledging covers all of them, and a possible
    default can be confirmed or disputed wherever in the post it stands.
    """
    first = next((acts for acts in options if acts), ())
    asked: tuple[AlertAct, ...] = ()
    if any("acknowledge" in acts for acts in options) and "acknowledge" not in first:
        asked = ("acknowledge",)
    possible = any("confirm" in acts for acts in options) and "confirm" not in first
    last: tuple[AlertAct, ...] = ("approve",) if awaiting and first else ()
    return (*asked, *first, *(CONCLUDES if possible else ()), *last)


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
        return window.done_on is None and _is_same_date(due, window.closes)
    default = assessment.default(instance)
    return default is not None and default.accrues_to is None


def _is_same_date(announced: date | None, due: date) -> bool:
    return announced is None or announced == due
