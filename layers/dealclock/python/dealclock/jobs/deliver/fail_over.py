"""When a route fails for good, or is too slow: send its alert by another route, and notify a lead.

If Slack failed, the owner, the leads and the people the post would have mentioned get an email. If
an email failed, they and its reader get a direct message. A digest goes to its reader by their
other route. No one gets the same alert twice. Leads are notified once a day for each route and
cause, and never by the route that failed. All of these are ordinary deliveries, whose ids follow
from what failed; so failing over twice sends nothing twice.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route, routes
from dealclock.alerts.outcome import Lost, Refused, State
from dealclock.alerts.posts import list_mentions
from dealclock.facts.log import day_of
from dealclock.jobs.deliver.render_delivery import delivery_to_send, view_of
from dealclock.jobs.plan.plan_deliveries import plan_and_queue
from dealclock.jobs.services import Services
from dealclock.messages import digest, notices
from dealclock.messages.notices import ON_ONE_ROUTE, THREAD_NOTE
from dealclock.messages.view import matter
from dealclock.people.people import Action, Person, may
from dealclock.people.policy import Reason
from dealclock.store import Claim, DeliveryKey, Store, StoredDeal, StoredDelivery

# The team itself removed the person: no one else is to be notified in their place.
NOT_A_FAULT = frozenset({"recipient_removed"})
_NOT_RECEIVED = (State.REFUSED, State.WITHDRAWN)
_ROUTE_REMOVED = "route_removed"
TEAM_CHANGED = NOT_A_FAULT | {_ROUTE_REMOVED}
"""Causes of a delivery without a route after a change to the team: nothing failed."""
TOO_SLOW = "too_slow"
"""The cause of a delivery whose route asked to wait for longer than its alerts can."""
AT_ONCE, IN_ALL = timedelta(minutes=10), timedelta(minutes=30)
"""How long a critical alert waits for a slow route: at one time, and since it was planned."""
SHORT = timedelta(seconds=10)  # longer than the turn in a channel, shorter than any throttling


def is_too_slow(stored: StoredDelivery, until: datetime, services: Services) -> bool:
    """Whether a route that is to be tried again at `until` is too slow for what the delivery says.

    A critical alert and a step of an escalation wait AT_ONCE and IN_ALL at most; any other alert
    until the day that it leads to is over. A rehearsal's days are not those of the clock.
    """
    now, delivery = services.now(), stored.delivery
    if until - now < SHORT or delivery.deals or not has_other_routes(delivery):
        return False
    deal = _deal(stored, services.store)
    if deal is None:
        return False
    day = date.min if deal.meta.rehearsal else day_of(until, deal.log.zone)
    if any(alert.due is not None and alert.day <= alert.due < day for alert in stored.alerts):
        return True
    policy = deal.team.escalation
    critical = (
        Reason.ESCALATED in alert.reasons or policy.critical_of(alert.reasons, alert.kind)
        for alert in stored.alerts
    )
    long = until - now >= AT_ONCE or until - stored.planned_at >= IN_ALL
    return long and any(critical)


def too_slow(claim: Claim) -> Refused | Lost:
    """How the attempt ends on a route that is too slow: nothing more is sent on it."""
    return Refused(TOO_SLOW) if claim.uncertain_since is None else Lost(TOO_SLOW)


def fail_over(failed: StoredDelivery, services: Services) -> None:
    """Plan and queue what replaces a delivery that failed for good, and mark it handed over."""
    now = services.now()
    # Before the deal is read: the message may be about a deal that cannot be read.
    deal = _deal(failed, services.store) if has_other_routes(failed.delivery) else None
    if deal is not None:
        replacements = _replacements(failed, deal.at(now), services.store)
        plan_and_queue(replacements, deal.meta.rehearsal, services)
    services.store.outbox.mark_handed_over(failed.key)


def has_other_routes(delivery: Delivery) -> bool:
    """Whether another route takes over. A note for one person, to whom an item was handed, must
    reach that person; a notice is sent by one route."""
    kind = delivery.alert.kind
    return kind not in ON_ONE_ROUTE or (kind == THREAD_NOTE and delivery.route.kind != "slack")


def _deal(failed: StoredDelivery, store: Store) -> StoredDeal | None:
    """The deal it was about; for a digest the first it covers, whose leads are notified."""
    delivery = failed.delivery
    if delivery.deals:
        return store.deals.get(delivery.deals[0])
    return store.deals.get(failed.key.deal, delivery.terms_version)


def _replacements(failed: StoredDelivery, deal: StoredDeal, store: Store) -> Iterator[Delivery]:
    kind, by = failed.delivery.alert.kind, failed.delivery.route.kind
    if kind == digest.KIND or (kind == THREAD_NOTE and by != "mention"):
        # A digest goes by its reader's other route. If that failed before, it exists already.
        yield _instead(failed.delivery, failed.delivery.route.to)
        yield from _notices(failed, deal)
        return
    delivery = delivery_to_send(failed)
    if delivery is None:
        return
    if failed.cause == _ROUTE_REMOVED:
        # The deal's alerts go to other routes now; so does this one.
        for route in routes(deal.team):
            yield replace(delivery, route=route)
        return
    if by == "mention":
        # A direct message to the same person; if Slack is down, that fails over in its turn. If it
        # is slow, an email.
        yield _instead(delivery, delivery.route.to, "" if failed.cause == TOO_SLOW else "dm")
        return
    if by != "sms":  # a step that goes by SMS goes by another route as well
        yield from _substitutes(delivery, deal, store)
    yield from _notices(failed, deal)


def _instead(delivery: Delivery, person: str, kind: str = "") -> Delivery:
    """The delivery to a person in place of the route that failed, by the other kind of route."""
    route = Route(kind or _other_kind(delivery.route), person)
    return replace(delivery, route=route, stands_in_for=str(delivery.route))


def _substitutes(delivery: Delivery, deal: StoredDeal, store: Store) -> Iterator[Delivery]:
    """The same alert by the other kind of route, to people without a route of their own."""
    for person in _recipients(delivery, deal, store):
        instead = _instead(delivery, person.id)
        if not _already_has(person, (delivery.route, instead.route), delivery, store):
            yield instead


def _recipients(delivery: Delivery, deal: StoredDeal, store: Store) -> list[Person]:
    """The owner, the leads, and the people a personal route or mention was to reach; each once."""
    view = view_of(delivery, deal, store)
    matched = matter(view, delivery.alert.instance)
    party = matched.owed_by if matched else "company"
    owner, _ = deal.team.owner_of(party, delivery.alert.instance)
    reached: tuple[str, ...] = (delivery.route.to,)
    if delivery.route.kind == "slack":
        reached = list_mentions(delivery.alerts, view.assessment, deal.team)
    readers = map(deal.team.access.person, reached)
    wanted = [owner, *_leads(deal), *(reader for reader in readers if reader)]
    return [p for i, p in enumerate(wanted) if p not in wanted[:i] and _receives(p, deal)]


def _already_has(
    person: Person, routes_tried: tuple[Route, Route], delivery: Delivery, store: Store
) -> bool:
    """Whether the alert reached the person by a route of their own, or is on its way there.

    `routes_tried`, the one that failed and the one that is to take over, do not count.
    """
    for route in (Route("email", person.id), Route("dm", person.id)):
        stored = store.outbox.get(DeliveryKey.of(replace(delivery, route=route)))
        if stored is None or route in routes_tried:
            continue
        if not stored.settled and stored.state not in _NOT_RECEIVED:
            return True
    return False


def _notices(failed: StoredDelivery, deal: StoredDeal) -> Iterator[Delivery]:
    """The notices of the failure to the leads, by another route than the one that failed."""
    delivery, route = failed.delivery, _with_person_id(failed.delivery.route, deal)
    cause = (failed.cause or "unknown").partition(":")[0]
    alert = Alert(
        deal=deal.meta.id,
        instance=f"route/{route}/{cause}",
        kind=notices.ROUTE_FAILURE,
        clause="",
        title=_describe_route(route, deal),
        reasons=(Reason.ROUTE_FAILED,),
        day=delivery.alert.day,
        due=None,
    )
    for lead in _leads(deal):
        yield replace(
            delivery,
            alert=alert,
            route=Route(_other_kind(route), lead.id),
            stands_in_for=str(route),
            terms_version=deal.meta.terms_version if delivery.deals else delivery.terms_version,
            team_version=deal.meta.team_version if delivery.deals else delivery.team_version,
            deals=(),
            others=(),
            root_cause="",
        )


def _with_person_id(route: Route, deal: StoredDeal) -> Route:
    """The route with the person's id in the deal; a digest's route has their Slack id."""
    person = deal.team.access.of_slack(route.to)
    return route if route.kind == "slack" or person is None else Route(route.kind, person.id)


def _leads(deal: StoredDeal) -> list[Person]:
    """The deal's leads; without one, the company's first owner."""
    leads = [p for p in deal.team.access.people if p.role == "lead" and _receives(p, deal)]
    return leads or [p for p in deal.team.owner_of("company")[:1] if _receives(p, deal)]


def _receives(person: Person, deal: StoredDeal) -> bool:
    return may(person, Action.RECEIVE, deal.team.access)


def _other_kind(route: Route) -> str:
    return "email" if route.in_slack else "dm"


def _describe_route(route: Route, deal: StoredDeal) -> str:
    """The route in words, without an address."""
    if route.kind == "slack":
        return "the deal's Slack channel"
    person = deal.team.access.person(route.to)
    way = {"email": "email", "sms": "SMS"}.get(route.kind, "direct messages in Slack")
    return f"{way} to {person.name if person else 'someone no longer on the team'}"
