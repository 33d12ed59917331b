"""Record the outcome of an attempt to send a delivery, and do or queue what follows from it."""

from datetime import datetime, timedelta
from math import ceil

from dealclock.alerts.outcome import TRANSITIONS, Later, Lost, Outcome, Refused, State, Unknown
from dealclock.jobs.deliver.fail_over import (
    NOT_A_FAULT,
    fail_over,
    has_other_routes,
    is_too_slow,
    too_slow,
)
from dealclock.jobs.limits import LOOK_AFTER
from dealclock.jobs.plan.plan_deliveries import message_for
from dealclock.jobs.services import Services
from dealclock.store import Claim


def settle(claim: Claim, outcome: Outcome, services: Services) -> State:
    """Record how the attempt ended, as `outcome.TRANSITIONS` says, and return the new state.

    What is not final is queued to be tried again; what failed for good is handed over to other
    routes, and so is what cannot wait as long as the far side asks; what arrived outdated is queued
    to be updated.
    """
    now, outbox, delivery = services.now(), services.store.outbox, claim.delivery
    until = _try_again_at(claim, outcome, services)
    if isinstance(outcome, Later) and until is not None:
        if outcome.route:
            # Everything else on this route waits as well, and nothing on any other.
            outbox.pause_route(claim.key.deal, str(delivery.route), until)
        if outcome.is_asked and is_too_slow(claim.stored, until, services):
            outcome, until = too_slow(claim), None
    fails_over = isinstance(outcome, Refused | Lost) and not (
        outcome.cause in NOT_A_FAULT or not has_other_routes(delivery)
    )
    outbox.settle(claim, outcome, now, until=until, hand_over=fails_over)
    step = TRANSITIONS[type(outcome)]
    if until is not None:
        again = message_for(claim.key, delivery.alert)
        services.deliveries.send(again, delay=seconds(until - now))
    elif step.fails_over or (step.state is State.SENT and delivery.route.in_slack):
        stored = outbox.get(claim.key)
        if stored is not None and stored.to_hand_over:
            fail_over(stored, services)
        elif stored is not None and stored.stale_since is not None:
            services.deliveries.send(message_for(claim.key))
    return step.state


def _try_again_at(claim: Claim, outcome: Outcome, services: Services) -> datetime | None:
    """When to try again: as the far side asked, or when an unknown outcome can be looked up."""
    match outcome:
        case Later(after=after):
            return services.now() + timedelta(seconds=after)
        case Unknown():
            by_email = claim.delivery.route.kind == "email"
            within = services.outlets.mail.events_within if by_email else None
            return services.now() + (within or LOOK_AFTER)
    return None


def seconds(wait: timedelta) -> int:
    """A wait in whole seconds, at least one; a queue with a shorter limit delivers earlier."""
    return max(1, ceil(wait.total_seconds()))
