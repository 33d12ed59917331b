"""The last look before sending: whether it may still go there, and whether it is still true.

Between planning and sending lie a queue, a channel that asked to wait, perhaps a night. In that
time people leave, facts are recorded and alerts are acknowledged.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from dealclock.access.people import Action, may
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, routes
from dealclock.alerts.responses import AlertResponse, why_withdrawn
from dealclock.alerts.still_true import Cause, assessment_day, why_untrue
from dealclock.media import invitation
from dealclock.messages import notices
from dealclock.messages.notices import NOTICES
from dealclock.store import Store, StoredDeal, StoredDelivery
from dealclock.usecases.deal_day import known_now, own_day
from dealclock.usecases.plan.assess_deal import assess_as_of
from dealclock.usecases.plan.invitations import is_superseded
from dealclock.usecases.services import Services


def removed(delivery: Delivery, deal: StoredDeal) -> str | None:
    """Why the delivery has nowhere to go any more, as the team now is; None while it has."""
    people, route = deal.team.access, delivery.route
    if route.kind == "slack":
        return None if route in routes(deal.team) else "route_removed"
    if not may(people.person(route.to), Action.RECEIVE, people):
        return "recipient_removed"
    # A direct message, a step of an escalation, a notice, what took over: none is on the team's
    # list of routes, and each was planned for a person of the team.
    if route.kind in ("dm", "mention") or _of_its_own(delivery) or route in routes(deal.team):
        return None
    return "route_removed"


def no_longer_true(
    stored: StoredDelivery, deal: StoredDeal, services: Services
) -> Mapping[str, Cause]:
    """Which of a delivery's alerts are not to be sent any more, by id, and why.

    On what is known by now. Empty while all are true.
    """
    now = services.now()
    delivery, alerts = stored.delivery, stored.alerts
    if delivery.alert.kind == invitation.KIND:
        superseded = is_superseded(delivery, services.store)
        return {delivery.alert.id: "superseded"} if superseded else {}
    if deal.meta.closed and delivery.alert.kind != notices.EMERGENCY_ACCESS:
        # But for broken glass, which lets a closed deal be read too.
        return {alert.id: "closed" for alert in alerts}
    if delivery.alert.kind in NOTICES:
        return {}
    known = known_now(deal, delivery.known_at, now)
    own = own_day(deal.meta.day, deal.terms.agreement.time_zone, now)
    done = handled(deal, known, services.store)

    def cause(alert: Alert) -> Cause | None:
        today = max(alert.day, own)
        assessment = assess_as_of(deal, assessment_day(alert, today), known, compare=False)
        said_at = partial(_said_at, alert, delivery.known_at, deal, services.store)
        about = (alert.instance, alert.revision, today)
        return why_untrue(alert, assessment, today) or why_withdrawn(
            alert.reason, delivery.known_at, done, *about, said_at
        )

    causes = {alert.id: cause(alert) for alert in alerts}
    return {alert: why for alert, why in causes.items() if why is not None}


def _said_at(alert: Alert, known_at: datetime, deal: StoredDeal, store: Store) -> datetime | None:
    """When the alert was first said on any route, by the clock that answers to it are kept by.

    A rehearsal's is that of its runs: what a run planned it said at its own instant.
    """
    at = store.outbox.sent_at(deal.meta.id, alert)
    return at if at is None or deal.meta.day is None else known_at


def handled(deal: StoredDeal, known: datetime, store: Store) -> tuple[AlertResponse, ...]:
    """What people did with the deal's alerts by then."""
    if deal.meta.handled == 0:
        return ()
    return tuple(h for h in store.responses.of_deal(deal.meta.id) if h.at <= known)


def _of_its_own(delivery: Delivery) -> bool:
    return bool(
        delivery.stands_in_for
        or delivery.alert.step
        or delivery.alert.kind in (notices.ROUTE_FAILURE, notices.EMERGENCY_ACCESS, invitation.KIND)
    )
