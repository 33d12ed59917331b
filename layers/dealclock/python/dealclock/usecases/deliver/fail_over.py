"""When a route fails for good: its alert goes another way, and a lead hears of the route.

What goes by mail when Slack failed goes to the owner, the leads and whom the post would have
mentioned; when a mail failed, they and the reader get it as a direct message. A digest goes to its
reader by their other route. No one gets what they have already. The lead is told once a day for
each route and cause, and never by the route that failed. All of it is deliveries like any other,
whose ids follow from what failed; so taking over twice tells no one twice.
"""

from collections.abc import Iterator
from dataclasses import replace

from dealclock.access.people import Action, Person, may
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route, State, routes
from dealclock.alerts.posts import list_mentions
from dealclock.messages import digest, notices
from dealclock.messages.notices import ON_ONE_ROUTE
from dealclock.messages.view import matter
from dealclock.store import DeliveryKey, Store, StoredDeal, StoredDelivery
from dealclock.team.policy import Reason
from dealclock.usecases.deliver.render_delivery import said, view_of
from dealclock.usecases.plan.plan_deliveries import plan_and_queue
from dealclock.usecases.services import Services

# The team itself took the person off: nobody else is to be told in their place.
NOT_A_FAULT = frozenset({"recipient_removed"})
_UNHEARD = (State.REFUSED, State.WITHDRAWN)
_MOVED_ON = "route_removed"
TEAM_CHANGED = NOT_A_FAULT | {_MOVED_ON}
"""Why a delivery has nowhere to go when its team was changed: nothing failed."""


def fail_over(failed: StoredDelivery, services: Services) -> None:
    """Plan and queue what goes instead of a delivery that failed for good; then it owes nothing."""
    now = services.now()
    # Before the deal is read, which may be what the message was about.
    by_others = failed.delivery.alert.kind not in ON_ONE_ROUTE
    deal = _deal(failed, services.store) if by_others else None
    if deal is not None:
        instead = _instead(failed, deal.at(now), services.store)
        plan_and_queue(instead, deal.meta.rehearsal, services)
    services.store.outbox.mark_handed_over(failed.key)


def _deal(failed: StoredDelivery, store: Store) -> StoredDeal | None:
    """The deal it was about; of a digest the first it was to tell of: its leads are told."""
    delivery = failed.delivery
    if delivery.deals:
        return store.deals.get(delivery.deals[0])
    return store.deals.get(failed.key.deal, delivery.terms_version)


def _instead(failed: StoredDelivery, deal: StoredDeal, store: Store) -> Iterator[Delivery]:
    if failed.delivery.alert.kind == digest.KIND:
        yield _other_way(failed.delivery)
        yield from _notices(failed, deal)
        return
    told = said(failed)
    if told is None:
        return
    if failed.cause == _MOVED_ON:
        # The deal speaks elsewhere now; what it was to say there, it says where it now does.
        for route in routes(deal.team):
            yield replace(told, route=route)
        return
    if failed.delivery.route.kind == "mention":
        # A direct message to the same person; if Slack is shut, that fails over in its turn.
        yield replace(told, route=Route("dm", told.route.to), stands_in_for=str(told.route))
        return
    yield from _substitutes(told, deal, store)
    yield from _notices(failed, deal)


def _other_way(delivery: Delivery) -> Delivery:
    """A digest by its reader's other route. Where that failed before, it is there already."""
    instead = Route(_other(delivery.route), delivery.route.to)
    return replace(delivery, route=instead, stands_in_for=str(delivery.route))


def _substitutes(delivery: Delivery, deal: StoredDeal, store: Store) -> Iterator[Delivery]:
    """The same alert by the other kind of route, to people without a route of their own."""
    for person in _who(delivery, deal, store):
        instead = replace(
            delivery,
            route=Route(_other(delivery.route), person.id),
            stands_in_for=str(delivery.route),
        )
        if not _has(person, (delivery.route, instead.route), delivery, store):
            yield instead


def _who(delivery: Delivery, deal: StoredDeal, store: Store) -> list[Person]:
    """The owner, the leads, and whom a personal route or a mention was to reach; each once."""
    view = view_of(delivery, deal, store)
    found = matter(view, delivery.alert.instance)
    owner, _ = deal.team.owner_of(found.owed_by if found else "company")
    reached: tuple[str, ...] = (delivery.route.to,)
    if delivery.route.kind == "slack":
        reached = list_mentions(delivery.alerts, view.assessment, deal.team)
    readers = map(deal.team.access.person, reached)
    wanted = [owner, *_leads(deal), *(reader for reader in readers if reader)]
    return [p for i, p in enumerate(wanted) if p not in wanted[:i] and _receives(p, deal)]


def _has(person: Person, but: tuple[Route, Route], delivery: Delivery, store: Store) -> bool:
    """Whether the alert reached the person by a route of their own, or is on its way there.

    `but` by the one that failed, and the one that is to take over.
    """
    for route in (Route("email", person.id), Route("dm", person.id)):
        there = store.outbox.get(DeliveryKey.of(replace(delivery, route=route)))
        if there is None or route in but:
            continue
        if not there.settled and there.state not in _UNHEARD:
            return True
    return False


def _notices(failed: StoredDelivery, deal: StoredDeal) -> Iterator[Delivery]:
    """What the leads are sent about the route, by a path that is not that route."""
    delivery, route = failed.delivery, _named(failed.delivery.route, deal)
    cause = (failed.cause or "unknown").partition(":")[0]
    alert = Alert(
        deal=deal.meta.id,
        instance=f"route/{route}/{cause}",
        kind=notices.ROUTE_FAILURE,
        clause="",
        title=_in_words(route, deal),
        reasons=(Reason.ROUTE_FAILED,),
        day=delivery.alert.day,
        due=None,
    )
    for lead in _leads(deal):
        yield replace(
            delivery,
            alert=alert,
            route=Route(_other(route), lead.id),
            stands_in_for=str(route),
            terms_version=deal.meta.terms_version if delivery.deals else delivery.terms_version,
            team_version=deal.meta.team_version if delivery.deals else delivery.team_version,
            deals=(),
            others=(),
            root_cause="",
        )


def _named(route: Route, deal: StoredDeal) -> Route:
    """The route by the person's id in the deal: a digest's names the person by the Slack id."""
    person = deal.team.access.of_slack(route.to)
    return route if route.kind == "slack" or person is None else Route(route.kind, person.id)


def _leads(deal: StoredDeal) -> list[Person]:
    """The deal's leads; without one, the people who answer for the company."""
    leads = [p for p in deal.team.access.people if p.role == "lead" and _receives(p, deal)]
    return leads or [p for p in deal.team.owner_of("company")[:1] if _receives(p, deal)]


def _receives(person: Person, deal: StoredDeal) -> bool:
    return may(person, Action.RECEIVE, deal.team.access)


def _other(route: Route) -> str:
    return "email" if route.in_slack else "dm"


def _in_words(route: Route, deal: StoredDeal) -> str:
    """The route as a person knows it, without an address."""
    if route.kind == "slack":
        return "the deal's Slack channel"
    person = deal.team.access.person(route.to)
    way = "mail" if route.kind == "email" else "direct messages in Slack"
    return f"{way} to {person.name if person else 'someone no longer of the team'}"
