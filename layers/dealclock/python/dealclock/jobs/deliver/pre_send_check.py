"""The last check before sending: may it still go there, and is it still true?

Between planning and sending are a queue, a channel that asked to wait, perhaps a night. In that
time people leave, facts are recorded and alerts are acknowledged.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, routes
from dealclock.alerts.responses import AlertResponse, why_withdrawn
from dealclock.alerts.still_true import Cause, assessment_day, why_untrue
from dealclock.jobs.deal_day import known_now, own_day
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.jobs.plan.invitations import is_superseded
from dealclock.jobs.services import Services
from dealclock.messages import invitation, notices
from dealclock.messages.notices import NOTICES
from dealclock.people.people import Action, may
from dealclock.store import Store, StoredDeal, StoredDelivery


def removal_cause(delivery: Delivery, deal: StoredDeal) -> str | None:
    """Why the current team no longer has the delivery's route; None if it has."""
    people, route = deal.team.access, delivery.route
    if route.kind == "slack":
        return None if route in routes(deal.team) else "route_removed"
    if not may(people.person(route.to), Action.RECEIVE, people):
        return "recipient_removed"
    # Direct messages, escalation steps, notices and replacements are not on the team's list of
    # routes; each was planned for a person on the team.
    if route.kind in ("dm", "mention") or _bypasses_routes(delivery) or route in routes(deal.team):
        return None
    return "route_removed"


def withdrawal_causes(
    stored: StoredDelivery, deal: StoredDeal, services: Services
) -> Mapping[str, Cause]:
    """Why alerts of a delivery are not to be sent any more, by alert id, on what is known now.

    Empty while all are true.
    """
    now = services.now()
    delivery, alerts = stored.delivery, stored.alerts
    if delivery.alert.kind == invitation.KIND:
        superseded = is_superseded(delivery, services.store)
        return {delivery.alert.id: "superseded"} if superseded else {}
    if deal.meta.closed and delivery.alert.kind != notices.EMERGENCY_ACCESS:
        # Except for emergency access, which lets a closed deal be read too.
        return {alert.id: "closed" for alert in alerts}
    if delivery.alert.kind in NOTICES:
        return {}
    known = known_now(deal, delivery.known_at, now)
    current_day = own_day(deal.meta.day, deal.terms.agreement.time_zone, now)
    responses = handled(deal, known, services.store)

    def cause(alert: Alert) -> Cause | None:
        today = max(alert.day, current_day)
        assessment = assess_as_of(deal, assessment_day(alert, today), known, compare=False)
        sent_at = partial(_sent_at, alert, delivery.known_at, deal, services.store)
        about = (alert.instance, alert.revision, today)
        return why_untrue(alert, assessment, today) or why_withdrawn(
            alert.reason, delivery.known_at, responses, *about, sent_at
        )

    causes = {alert.id: cause(alert) for alert in alerts}
    return {alert: why for alert, why in causes.items() if why is not None}


def _sent_at(alert: Alert, known_at: datetime, deal: StoredDeal, store: Store) -> datetime | None:
    """When the alert was first sent on any route, by the clock that dates the responses to it.

    In a rehearsal that is the instant of the run that planned it.
    """
    at = store.outbox.sent_at(deal.meta.id, alert)
    return at if at is None or deal.meta.day is None else known_at


def handled(deal: StoredDeal, known: datetime, store: Store) -> tuple[AlertResponse, ...]:
    """The responses to the deal's alerts by then."""
    if deal.meta.handled == 0:
        return ()
    return tuple(h for h in store.responses.of_deal(deal.meta.id) if h.at <= known)


def _bypasses_routes(delivery: Delivery) -> bool:
    return bool(
        delivery.stands_in_for
        or delivery.alert.step
        or delivery.alert.kind in (notices.ROUTE_FAILURE, notices.EMERGENCY_ACCESS, invitation.KIND)
    )
