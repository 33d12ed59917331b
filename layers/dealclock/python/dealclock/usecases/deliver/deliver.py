"""Carry out one delivery: claim it, look again, send it as it was planned, say what became of it.

    claim --> look up what nobody knows --> may it go, is it still true --> send --> settle
                                                                                        |
            take over by other routes <-- refused, lost         bring up to date <-- outdated

What follows a settled delivery is owed until it is done: the delivery stays in the outbox.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial

from dealclock.alerts.delivery import Delivery, State
from dealclock.channels import Later, Outcome, Refused, Sent
from dealclock.messages import digest, notices
from dealclock.store import (
    Claim,
    DeliveryKey,
    FinishedDelivery,
    NotNow,
    OmittedAlert,
    Store,
    StoredDeal,
)
from dealclock.store.errors import NoSuchDeal, StoreError
from dealclock.usecases.deliver import paused_deals as pausing
from dealclock.usecases.deliver import send_digest
from dealclock.usecases.deliver.fail_over import fail_over
from dealclock.usecases.deliver.look_up_outcome import SendAgain, UnresolvedAttempt, Wait, look_up
from dealclock.usecases.deliver.personal import personal
from dealclock.usecases.deliver.pre_send_check import no_longer_true, removed
from dealclock.usecases.deliver.record_outcome import End, WithdrawnOutcome, record_outcome, seconds
from dealclock.usecases.deliver.refresh_messages import bring_up_to_date
from dealclock.usecases.deliver.render_delivery import (
    SlackPlacement,
    marked,
    outgoing,
    render_delivery,
    rendition,
    said,
    slack_address,
)
from dealclock.usecases.deliver.threads import DELETED, place, replace_parent
from dealclock.usecases.queues import Deliver
from dealclock.usecases.services import Services

LEASE = timedelta(seconds=90)  # the longest the function may run, and LOOK_AFTER


def deliver(message: Deliver, services: Services) -> State:
    """The state the delivery is left in. One that another worker holds is left alone.

    Of one that is settled, what it still owes is done. Of a deal that this release must not read
    nothing is sent, and its leads are notified; then TooNew is raised.
    """
    with pausing.leads_told(message.deal, services):
        return _deliver(message, services)


def _deliver(message: Deliver, services: Services) -> State:
    key = DeliveryKey(message.deal, message.day, message.delivery)
    claim = services.store.outbox.claim(key, services.now(), LEASE)
    match claim:
        case FinishedDelivery():
            return _owed(claim, services)
        case NotNow(until=until):
            # Waiting for a route that asked for it, for its current holder, or because nobody
            # can tell yet how the last attempt ended. That stands with the delivery, so it holds
            # for every message that comes for it.
            services.deliveries.send(message, delay=seconds(until - services.now()))
            return State.PLANNED
    try:
        ready = _ready(claim, services)
    except Exception:
        # Nothing has left the house, and that is certain: the next try need not look it up.
        with suppress(StoreError):
            services.store.outbox.retry_at(claim, services.now(), services.now())
        raise
    end = ready() if callable(ready) else ready
    return record_outcome(claim, end, services.pinned())


def _owed(settled: FinishedDelivery, services: Services) -> State:
    stored = settled.stored
    if stored is not None and stored.to_hand_over:
        fail_over(stored, services.pinned())
    elif stored is not None and stored.stale_since is not None:
        bring_up_to_date(stored.key, services)
    return settled.state


def _ready(claim: Claim, services: Services) -> Callable[[], End] | End:
    """The sending, ready to go, its words kept; or the end, where nothing is to be sent."""
    delivery = claim.delivery
    if delivery.alert.kind in (digest.KIND, notices.PAUSED):
        return _personal_ready(claim, services)
    deal = services.store.deals.get(claim.key.deal, delivery.terms_version)
    if deal is None:
        # Not by its id, which may say who the issuer is: this ends in a log.
        raise NoSuchDeal("the deal of this delivery is not in the table; drop the message")
    deal = deal.at(services.now())
    repeat = False
    if claim.uncertain_since is not None:
        address = slack_address(delivery, deal)
        match look_up(claim, address, services.pinned()):
            case SendAgain(repeat=repeat):
                pass
            case Sent() | Later() | Wait() | UnresolvedAttempt() as earlier:
                return earlier
    if cause := removed(delivery, deal):
        return Refused(cause)
    latest = _latest(deal, delivery, services.store)
    untrue = no_longer_true(claim.stored, latest, services.pinned())
    left_out = tuple(OmittedAlert(alert, cause) for alert, cause in untrue.items())
    told = said(claim.stored, untrue)
    if told is None:
        headline = next(iter(claim.stored.alerts))
        return WithdrawnOutcome(untrue[headline.id], left_out)
    where = place(claim, told, deal, services)
    if not isinstance(where, SlackPlacement):
        return where
    message = marked(render_delivery(told, deal, services.store), repeated=repeat)
    own = personal(claim.key, told, deal, services.outlets.web_url, services.now())
    send = outgoing(claim.key.id, told, message, deal, services.pinned(), own, where)
    if wait := _turn(claim, services):
        return wait
    kept = rendition(message, told, deal, own)
    services.store.outbox.keep_rendition(
        claim,
        kept,
        services.now(),
        repeat=repeat,
        links=own.links,
        left_out=left_out,
        reply_to=where.thread,
    )
    return partial(_replied, send, claim, told, deal, services) if where.thread else send


def _replied(
    send: Callable[[], Outcome],
    claim: Claim,
    told: Delivery,
    deal: StoredDeal,
    services: Services,
) -> Outcome | Wait:
    """Send a reply. Where the message it answers was deleted, it is to go by itself."""
    outcome = send()
    deleted = isinstance(outcome, Refused) and outcome.cause in DELETED
    if not deleted or not claim.delivery.root_cause:
        return outcome
    replace_parent(claim, told, deal, services)
    return Wait(services.now())


def _personal_ready(claim: Claim, services: Services) -> Callable[[], Outcome] | End:
    """The same for what is a person's own, and told as things now stand: a digest of several deals,
    or that a deal is paused."""
    delivery = claim.delivery
    repeat = False
    if claim.uncertain_since is not None:
        match look_up(claim, delivery.route.to, services.pinned()):
            case SendAgain(repeat=repeat):
                pass
            case Sent() | Later() | Wait() | UnresolvedAttempt() as earlier:
                return earlier
    is_pause = delivery.alert.kind == notices.PAUSED
    letter = (
        pausing.current_notice(delivery, services.pinned())
        if is_pause
        else send_digest.current_digest(delivery, claim.stored.planned_at, services.pinned())
    )
    if not isinstance(letter, send_digest.DigestLetter):
        return letter
    message = marked(letter.told, repeated=repeat)
    send = send_digest.outgoing(delivery, message, letter.reader, services.pinned())
    if wait := _turn(claim, services):
        return wait
    kept = send_digest.rendition(letter, message, delivery, services.now())
    services.store.outbox.keep_rendition(claim, kept, services.now(), repeat=repeat)
    return send


def _turn(claim: Claim, services: Services) -> Wait | None:
    """The wait until the route is free for one more message; None when it is, and then taken."""
    route = claim.delivery.route
    gap = services.outlets.gap(route)
    busy = (
        services.store.outbox.reserve_slot(claim.key.deal, str(route), services.now(), gap)
        if gap
        else None
    )
    return None if busy is None else Wait(busy)


def _latest(deal: StoredDeal, delivery: Delivery, store: Store) -> StoredDeal:
    """The deal under its latest terms: what is true is asked of these."""
    if deal.meta.terms_version == delivery.terms_version:
        return deal
    return store.deals.get(deal.meta.id) or deal
