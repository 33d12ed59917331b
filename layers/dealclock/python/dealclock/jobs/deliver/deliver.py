"""Carry out one delivery: claim it, check it again, send it, and record the outcome.

    claim --> look up an unknown outcome --> may it go, is it still true --> send --> settle
                                                                                        |
            take over by other routes <-- refused, lost         bring up to date <-- outdated

A settled delivery stays in the outbox until its follow-up work is done.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial

from dealclock.alerts.delivery import Delivery
from dealclock.alerts.outcome import (
    Later,
    Lost,
    OmittedAlert,
    Outcome,
    Refused,
    Sent,
    State,
    Withdrawn,
)
from dealclock.jobs.deliver import paused_deals as pausing
from dealclock.jobs.deliver import send_digest
from dealclock.jobs.deliver.fail_over import fail_over
from dealclock.jobs.deliver.look_up_outcome import SendAgain, look_up, wait
from dealclock.jobs.deliver.personal import personalize
from dealclock.jobs.deliver.pre_send_check import removal_cause, withdrawal_causes
from dealclock.jobs.deliver.refresh_messages import bring_up_to_date
from dealclock.jobs.deliver.render_delivery import (
    SlackPlacement,
    delivery_to_send,
    make_rendition,
    mark_message,
    party_of,
    prepare_send,
    render_delivery,
    slack_address,
)
from dealclock.jobs.deliver.settle import seconds, settle
from dealclock.jobs.deliver.threads import DELETED, place_in_slack, replace_parent
from dealclock.jobs.queues import Deliver
from dealclock.jobs.services import Services
from dealclock.messages import digest, notices
from dealclock.store import Claim, DeliveryKey, FinishedDelivery, NotNow, Store, StoredDeal
from dealclock.store.errors import NoSuchDealError, StoreError

LEASE = timedelta(seconds=90)  # the longest the function may run, and LOOK_AFTER


def deliver(message: Deliver, services: Services) -> State:
    """Carry out the delivery and return its state. One that another worker holds is left alone.

    For a settled delivery, the follow-up work that is left is done. Raises TooNewError for a deal
    that this release must not read: nothing is sent, and its leads are notified.
    """
    with pausing.notifying_leads(message.deal, services):
        return _deliver(message, services)


def _deliver(message: Deliver, services: Services) -> State:
    key = DeliveryKey(message.deal, message.day, message.delivery)
    claim = services.store.outbox.claim(key, services.now(), LEASE)
    match claim:
        case FinishedDelivery():
            return _finish_settled(claim, services)
        case NotNow(until=until):
            # Waiting for a route that asked for it, for its current holder, or because the
            # outcome of the last attempt is not known yet. The wait is stored with the delivery,
            # so it applies to every queue message for it.
            services.deliveries.send(message, delay=seconds(until - services.now()))
            return State.PLANNED
    try:
        prepared = _prepare(claim, services)
    except Exception:
        # Nothing was sent, for certain: the next try need not look it up.
        with suppress(StoreError):
            now = services.now()
            services.store.outbox.settle(claim, Later(0, route=False), now, until=now)
        raise
    end = prepared() if callable(prepared) else prepared
    return settle(claim, end, services.pinned())


def _finish_settled(settled: FinishedDelivery, services: Services) -> State:
    stored = settled.stored
    if stored is not None and stored.to_hand_over:
        fail_over(stored, services.pinned())
    elif stored is not None and stored.stale_since is not None:
        bring_up_to_date(stored.key, services)
    return settled.state


def _prepare(claim: Claim, services: Services) -> Callable[[], Outcome] | Outcome:
    """The function that sends it, its text archived; or the end, where nothing is to be sent."""
    delivery = claim.delivery
    if delivery.alert.kind in (digest.KIND, notices.PAUSED):
        return _prepare_personal(claim, services)
    deal = services.store.deals.get(claim.key.deal, delivery.terms_version)
    if deal is None:
        # Without its id, which may name the issuer: this ends in a log.
        raise NoSuchDealError("the deal of this delivery is not in the table; drop the message")
    deal = deal.at(services.now())
    repeat = False
    if claim.uncertain_since is not None:
        address = slack_address(delivery, deal)
        match look_up(claim, address, services.pinned()):
            case SendAgain(repeat=repeat):
                pass
            case Sent() | Later() | Lost() as earlier:
                return earlier
    if cause := removal_cause(delivery, deal):
        return Refused(cause)
    latest = _latest(deal, delivery, services.store)
    withdrawn = withdrawal_causes(claim.stored, latest, services.pinned())
    left_out = tuple(OmittedAlert(alert, cause) for alert, cause in withdrawn.items())
    current = delivery_to_send(claim.stored, withdrawn)
    if current is None:
        headline = next(iter(claim.stored.alerts))
        return Withdrawn(withdrawn[headline.id], left_out)
    placement = place_in_slack(claim, current, deal, services)
    if not isinstance(placement, SlackPlacement):
        return placement
    message = mark_message(render_delivery(current, deal, services.store), repeated=repeat)
    web, now = services.outlets.web_url, services.now()
    party = party_of(current, deal, services.store)
    personal_part = personalize(claim.key, current, deal, web, now, message.acts, party)
    send = prepare_send(
        claim.key.id, current, message, deal, services.pinned(), personal_part, placement
    )
    if slot_taken := _wait_for_slot(claim, services):
        return slot_taken
    rendition = make_rendition(message, current, deal, personal_part)
    services.store.outbox.keep_rendition(
        claim,
        rendition,
        services.now(),
        repeat=repeat,
        links=personal_part.links,
        left_out=left_out,
        reply_to=placement.thread,
    )
    return partial(_send_reply, send, claim, current, deal, services) if placement.thread else send


def _send_reply(
    send: Callable[[], Outcome],
    claim: Claim,
    delivery: Delivery,
    deal: StoredDeal,
    services: Services,
) -> Outcome:
    """Send a reply. If the message it answers was deleted, it is to be posted by itself."""
    outcome = send()
    deleted = isinstance(outcome, Refused) and outcome.cause in DELETED
    if not deleted or not claim.delivery.root_cause:
        return outcome
    replace_parent(claim, delivery, deal, services)
    return Later(0, route=False)


def _prepare_personal(claim: Claim, services: Services) -> Callable[[], Outcome] | Outcome:
    """The same for a message to one person, on what is known now: a digest of several deals, or the
    notice that a deal is paused."""
    delivery = claim.delivery
    repeat = False
    if claim.uncertain_since is not None:
        match look_up(claim, delivery.route.to, services.pinned()):
            case SendAgain(repeat=repeat):
                pass
            case Sent() | Later() | Lost() as earlier:
                return earlier
    is_pause = delivery.alert.kind == notices.PAUSED
    letter = (
        pausing.current_notice(delivery, services.pinned())
        if is_pause
        else send_digest.current_digest(delivery, claim.stored.planned_at, services.pinned())
    )
    if not isinstance(letter, send_digest.DigestLetter):
        return letter
    message = mark_message(letter.message, repeated=repeat)
    send = send_digest.prepare_send(delivery, message, letter.reader, services.pinned())
    # The notice waits for no slot, which may be what this release cannot read.
    if not is_pause and (slot_taken := _wait_for_slot(claim, services)):
        return slot_taken
    rendition = send_digest.make_rendition(letter, message, delivery, services.now())
    services.store.outbox.keep_rendition(claim, rendition, services.now(), repeat=repeat)
    return send


def _wait_for_slot(claim: Claim, services: Services) -> Later | None:
    """The wait until the route is free for one more message; None if a slot was reserved."""
    route = claim.delivery.route
    gap = services.outlets.gap(route)
    busy = (
        services.store.outbox.reserve_slot(claim.key.deal, str(route), services.now(), gap)
        if gap
        else None
    )
    return None if busy is None else wait(busy, services.now())


def _latest(deal: StoredDeal, delivery: Delivery, store: Store) -> StoredDeal:
    """The deal under its latest terms, under which alerts are checked again."""
    if deal.meta.terms_version == delivery.terms_version:
        return deal
    return store.deals.get(deal.meta.id) or deal
