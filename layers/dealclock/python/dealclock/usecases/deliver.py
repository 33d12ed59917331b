"""Carry out one delivery: claim it, tell it as it was planned, send it, say what became of it.

A delivery whose earlier attempt nobody can vouch for is looked up before it is sent again; where
that cannot be done it stays unknown and is not repeated.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from math import ceil

from dealclock import __version__
from dealclock.access.people import Action, may
from dealclock.alerts.delivery import Delivery, State, routes
from dealclock.channels import (
    CannotTell,
    Found,
    Later,
    Mail,
    NotFound,
    Outcome,
    Post,
    Refused,
    Sent,
    Unknown,
)
from dealclock.render import mail, ping, plain, slack
from dealclock.render.alert import tell
from dealclock.render.told import Told
from dealclock.render.view import View
from dealclock.store import Claim, DeliveryKey, NotNow, Rendition, Settled, Store, StoredDeal
from dealclock.store.errors import NoSuchDeal, StoreError
from dealclock.usecases.assess_deal import assess_as_of
from dealclock.usecases.messages import Deliver, DeliveryQueue
from dealclock.usecases.outlets import Outlets

LEASE = timedelta(seconds=90)  # longer than the function may run


def deliver(
    message: Deliver,
    store: Store,
    outlets: Outlets,
    queue: DeliveryQueue,
    clock: Callable[[], datetime],
) -> State:
    """The state the delivery is left in. One that another worker holds or settled is left alone."""
    key = DeliveryKey(message.deal, message.day, message.delivery)
    claim = store.claim(key, clock(), LEASE)
    match claim:
        case Settled(state=state):
            return state
        case NotNow(until=until):
            # Waiting for a channel that asked for it, or for whoever holds it now.
            queue.send(message, delay=_seconds(until - clock()))
            return State.PLANNED
    try:
        ready = _ready(claim, store, outlets, clock)
    except Exception:
        # Nothing has left the house, and that is certain: the next try need not look it up.
        with suppress(StoreError):
            store.later(claim, clock(), clock())
        raise
    outcome = ready() if callable(ready) else ready
    return _settle(claim, outcome, message, store, queue, clock())


def _ready(
    claim: Claim, store: Store, outlets: Outlets, clock: Callable[[], datetime]
) -> Callable[[], Outcome] | Outcome:
    """The sending, ready to go, its words kept; or the outcome, where nothing is to be sent."""
    delivery = claim.stored.delivery
    deal = store.deal(claim.key.deal, delivery.terms_version)
    if deal is None:
        # Not by its id, which may say who the issuer is: this ends in a log.
        raise NoSuchDeal("the table does not hold the deal of this delivery; drop the message")
    if claim.uncertain_since is not None:
        earlier = _look_up(claim, outlets)
        if earlier is not None:
            return earlier
    if removed := _removed(delivery, deal):
        return Refused(removed)
    told = _told(delivery, deal, store, claim.stored.planned_at)
    send = _sending(claim, told, deal, outlets, clock())
    store.keep_rendition(claim, _rendition(told, delivery, deal), clock())
    return send


def _told(delivery: Delivery, deal: StoredDeal, store: Store, planned_at: datetime) -> Told:
    if delivery.alert.kind == ping.KIND:
        return ping.told(delivery.alert, deal.team.code_name, deal.meta.rehearsal, planned_at)
    return tell(delivery.alert, _view(deal, delivery, store))


def _removed(delivery: Delivery, deal: StoredDeal) -> str | None:
    """Why the delivery has nowhere to go any more, as the team now is; None while it has."""
    people = deal.team.access
    person = people.person(delivery.route.to)
    if delivery.route.kind == "email" and not may(person, Action.RECEIVE, people):
        return "recipient_removed"
    return None if delivery.route in routes(deal.team) else "route_removed"


def _look_up(claim: Claim, outlets: Outlets) -> Outcome | None:
    """What became of an earlier attempt; None when it certainly did not arrive."""
    route = claim.stored.delivery.route
    if route.kind != "slack" or claim.uncertain_since is None:
        return Unknown("cannot_look_up")
    match outlets.slack.look_up(route.to, claim.key.id, claim.uncertain_since):
        case Found(provider_id=provider_id):
            return Sent(provider_id)
        case NotFound():
            return None
        case Later(after=seconds):
            return Later(seconds)
        case CannotTell(cause=cause):
            return Unknown(cause)


def _view(deal: StoredDeal, delivery: Delivery, store: Store) -> View:
    """The deal as it was seen when the delivery was planned, told of the team as it now is."""
    planned = deal
    if deal.meta.team_version != delivery.team_version:
        # The team's readings may have changed since, and with them what there is to tell of.
        versions = (delivery.terms_version, delivery.team_version)
        planned = store.deal(deal.meta.id, *versions) or deal
    return View(
        assessment=assess_as_of(planned, delivery.alert.day, delivery.known_at),
        terms=deal.terms,
        terms_version=delivery.terms_version,
        team=deal.team,
        log=deal.log,
        rehearsal=deal.meta.rehearsal,
    )


def _sending(
    claim: Claim, told: Told, deal: StoredDeal, outlets: Outlets, now: datetime
) -> Callable[[], Outcome]:
    """The post or the mail, made; what is left is to send it."""
    delivery, people = claim.stored.delivery, deal.team.access
    if delivery.route.kind == "slack":
        said = slack.message(told)
        post = Post(claim.key.id, delivery.route.to, said.text, said.blocks, people)
        return lambda: outlets.slack.send(post)
    address = next(p.email for p in people.people if p.id == delivery.route.to)
    envelope = mail.Envelope(claim.key.id, outlets.sender, address, now)
    content = mail.mail(told, envelope, delivery.alert, delivery.known_at)
    letter = Mail(claim.key.id, outlets.sender, address, content)
    return lambda: outlets.mail.send(letter)


def _rendition(told: Told, delivery: Delivery, deal: StoredDeal) -> Rendition:
    return Rendition(
        text=plain.letter(told),
        terms_version=delivery.terms_version,
        team_version=deal.meta.team_version,
        engine=__version__,
    )


def _settle(
    claim: Claim,
    outcome: Outcome,
    message: Deliver,
    store: Store,
    queue: DeliveryQueue,
    now: datetime,
) -> State:
    match outcome:
        case Sent(provider_id=provider_id):
            store.sent(claim, provider_id, now)
            return State.SENT
        case Refused(cause=cause):
            store.refused(claim, cause, now)
            return State.REFUSED
        case Later(after=seconds):
            store.later(claim, now + timedelta(seconds=seconds), now)
            queue.send(message, delay=ceil(seconds))
            return State.PLANNED
        case Unknown(cause=cause) if claim.stored.delivery.route.kind == "slack":
            store.unknown(claim, cause, now)
            return State.UNKNOWN
        case Unknown(cause=cause):
            # A mail cannot be looked up, so asking again would only say the same again.
            store.never_known(claim, cause, now)
            return State.UNKNOWN


def _seconds(wait: timedelta) -> int:
    return max(1, ceil(wait.total_seconds()))
