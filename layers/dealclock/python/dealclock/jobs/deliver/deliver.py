"""Carry out one delivery: claim it, check it again, send it, and record the outcome.

    claim --> look up an unknown outcome --> may it go, is it still true --> send --> settle
                                                                                        |
            take over by other routes <-- refused, lost         bring up to date <-- outdated

A settled delivery stays in the outbox until its follow-up work is done.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

from dealclock.alerts.delivery import Delivery
from dealclock.alerts.outcome import (
    Later,
    OmittedAlert,
    Outcome,
    Refused,
    State,
    Withdrawn,
)
from dealclock.errors import DealclockError, NotFoundError
from dealclock.jobs.deliver import paused_deals as pausing
from dealclock.jobs.deliver import send_digest
from dealclock.jobs.deliver.fail_over import SHORT, fail_over, is_too_slow, too_slow
from dealclock.jobs.deliver.kinds import removal_cause, render_delivery, withdrawal_causes
from dealclock.jobs.deliver.look_up_outcome import SendAgain, look_up, wait
from dealclock.jobs.deliver.personal import personalize
from dealclock.jobs.deliver.refresh_messages import bring_up_to_date
from dealclock.jobs.deliver.render_delivery import (
    SlackPlacement,
    delivery_to_send,
    make_rendition,
    mark_message,
    party_of,
    prepare_send,
    slack_address,
    slot_taken_until,
)
from dealclock.jobs.deliver.settle import seconds, settle
from dealclock.jobs.deliver.threads import DELETED, place_in_slack, replace_parent
from dealclock.jobs.queues import Deliver
from dealclock.jobs.services import Services
from dealclock.messages import digest, notices
from dealclock.store import Claim, DeliveryKey, FinishedDelivery, NotNow, StoredDeal

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
        case NotNow(until=until, held=held):
            # Waiting for a route that asked for it, for its current holder, or because the
            # outcome of the last attempt is not known yet. The wait is stored with the delivery,
            # so it applies to every queue message for it.
            given_up = None if held else _give_up(key, until, services)
            if given_up is not None:
                return settle(given_up, too_slow(given_up), services.pinned())
            services.deliveries.send(message, delay=seconds(until - services.now()))
            return State.PLANNED
    try:
        prepared = _prepare(claim, services)
    except Exception:
        # Nothing was sent, for certain: the next try need not look it up.
        with suppress(DealclockError):
            now = services.now()
            services.store.outbox.settle(claim, Later(0, route=False), now, until=now)
        raise
    end = prepared() if callable(prepared) else prepared
    return settle(claim, end, services.pinned())


def _give_up(key: DeliveryKey, until: datetime, services: Services) -> Claim | None:
    """A claim on a delivery whose route was asked to wait by another, for too long for this one."""
    now, outbox = services.now(), services.store.outbox
    stored = outbox.get(key) if until - now >= SHORT else None
    if stored is not None and stored.state is State.UNKNOWN:
        # Its own wait is that for news of the last attempt.
        until = outbox.route_free_at(key.deal, str(stored.delivery.route)) or now
    if stored is None or not is_too_slow(stored, until, services):
        return None
    claim = outbox.claim(key, now, LEASE, waits=False)
    return claim if isinstance(claim, Claim) else None


def _finish_settled(settled: FinishedDelivery, services: Services) -> State:
    stored = settled.stored
    if stored is not None and stored.to_hand_over:
        fail_over(stored, services.pinned())
    elif stored is not None and stored.stale_since is not None:
        bring_up_to_date(stored.key, services)
    return settled.state


Letter: TypeAlias = tuple[Callable[[], Outcome], Callable[..., None]]
"""What sends a delivery, and what archives its text just before."""


def _prepare(claim: Claim, services: Services) -> Callable[[], Outcome] | Outcome:
    """The function that sends it, its text archived; or the end, where nothing is to be sent."""
    delivery, now = claim.delivery, services.now
    to_one_person = delivery.alert.kind in (digest.KIND, notices.PAUSED)
    deal = None if to_one_person else _deal(claim, services)
    address = slack_address(delivery, deal) if deal else delivery.route.to
    earlier = look_up(claim, address, services.pinned())
    if not isinstance(earlier, SendAgain):
        return earlier
    letter = (
        _write(claim, deal, earlier.repeat, services)
        if deal
        else _write_to_person(claim, earlier.repeat, services)
    )
    if not isinstance(letter, tuple):
        return letter
    # The notice of a pause waits for no slot, which may be what this release cannot read.
    if delivery.alert.kind != notices.PAUSED:
        busy = slot_taken_until(claim.key.deal, delivery.route, services)
        if busy is not None:
            return wait(busy, now())
    send, archive = letter
    archive(now(), repeat=earlier.repeat)
    return send


def _deal(claim: Claim, services: Services) -> StoredDeal:
    """The deal under the terms that the delivery was planned from, and today's lists."""
    deal = services.store.deals.get(claim.key.deal, claim.delivery.terms_version)
    if deal is None:
        # Without its id, which may name the issuer: this ends in a log.
        raise NotFoundError("the deal of this delivery is not in the table; drop the message")
    return deal.at(services.now())


def _write(claim: Claim, deal: StoredDeal, repeat: bool, services: Services) -> Letter | Outcome:
    """The letter about one deal, with what is still true of it; or why nothing is sent."""
    delivery = claim.delivery
    if cause := removal_cause(delivery, deal, services.store):
        return Refused(cause)
    latest: StoredDeal | None = deal
    if deal.meta.terms_version != delivery.terms_version:
        # Alerts are checked again under the latest terms.
        latest = services.store.deals.get(deal.meta.id)
    withdrawn = withdrawal_causes(claim.stored, latest or deal, services.pinned())
    left_out = tuple(OmittedAlert(alert, cause) for alert, cause in withdrawn.items())
    current = delivery_to_send(claim.stored, withdrawn)
    if current is None:
        return Withdrawn(withdrawn[claim.stored.alerts[0].id], left_out)
    placement = place_in_slack(claim, current, deal, services)
    if not isinstance(placement, SlackPlacement):
        return placement
    message = mark_message(render_delivery(current, deal, services.store), repeated=repeat)
    web, now = services.outlets.web_url, services.now()
    party = party_of(current, deal, services.store)
    personal = personalize(claim.key, current, deal, web, now, message.acts, party)
    send = prepare_send(
        claim.key.id, current, message, deal, services.pinned(), personal, placement
    )
    if placement.thread:
        send = partial(_send_reply, send, claim, current, deal, services)
    return send, partial(
        services.store.outbox.keep_rendition,
        claim,
        make_rendition(message, current, deal, personal),
        links=personal.links,
        left_out=left_out,
        reply_to=placement.thread,
    )


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


def _write_to_person(claim: Claim, repeat: bool, services: Services) -> Letter | Outcome:
    """The letter to one person, on what is known now: a digest of several deals, or the notice that
    a deal is paused; or why nothing is sent."""
    delivery, pinned = claim.delivery, services.pinned()
    letter = (
        pausing.current_notice(claim.stored, pinned)
        if delivery.alert.kind == notices.PAUSED
        else send_digest.current_digest(delivery, claim.stored.planned_at, pinned)
    )
    if not isinstance(letter, send_digest.DigestLetter):
        return letter
    message = mark_message(letter.message, repeated=repeat)
    send = send_digest.prepare_send(delivery, message, letter.reader, services.pinned())
    rendition = send_digest.make_rendition(letter, message, delivery, services.now())
    return send, partial(services.store.outbox.keep_rendition, claim, rendition)
