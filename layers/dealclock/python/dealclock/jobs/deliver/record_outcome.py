"""Record the outcome of an attempt to send a delivery, and queue what follows."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import TypeAlias

from dealclock.alerts.delivery import State
from dealclock.alerts.digest import SentDigest
from dealclock.alerts.still_true import Cause
from dealclock.channels import Later, Outcome, Refused, Sent, Unknown
from dealclock.jobs.deliver.fail_over import NOT_A_FAULT, fail_over
from dealclock.jobs.deliver.look_up_outcome import UnresolvedAttempt, Wait
from dealclock.jobs.limits import LOOK_AFTER
from dealclock.jobs.queues import Deliver
from dealclock.jobs.services import Services
from dealclock.messages.notices import ON_ONE_ROUTE
from dealclock.store import Claim, OmittedAlert


@dataclass(frozen=True, slots=True)
class WithdrawnOutcome:
    """It was not sent: none of it is true any more, or new.

    `left_out` has the cause for each alert; `digest` is what the next digest need not repeat.
    """

    cause: Cause
    left_out: tuple[OmittedAlert, ...] = ()
    digest: SentDigest | None = None


End: TypeAlias = Outcome | WithdrawnOutcome | Wait | UnresolvedAttempt


def record_outcome(claim: Claim, end: End, services: Services) -> State:
    """Record how the attempt ended; queue the delivery again if it is to be tried again."""
    now = services.now()
    match end:
        case Sent(provider_id=provider_id):
            services.store.outbox.mark_sent(claim, provider_id, now)
            _requeue_if_outdated(claim, services)
            return State.SENT
        case Refused(cause=cause):
            return _record_failure(claim, cause, State.REFUSED, services)
        case UnresolvedAttempt(cause=cause):
            return _record_failure(claim, cause, State.UNKNOWN, services)
        case WithdrawnOutcome(cause=cause, left_out=left_out, digest=digest):
            services.store.outbox.mark_withdrawn(claim, cause, now, left_out, digest)
            return State.WITHDRAWN
        case Later(after=after, looked_to=looked_to):
            until = now + timedelta(seconds=after)
            # Everything else on this route waits as well, and nothing on any other.
            services.store.outbox.pause_route(claim.key.deal, str(claim.delivery.route), until)
            services.store.outbox.retry_at(claim, until, now, looked_to)
            return _try_again(claim, until, services)
        case Wait(until=until):
            services.store.outbox.retry_at(claim, until, now)
            return _try_again(claim, until, services)
        case Unknown(cause=cause):
            within = None if claim.delivery.route.in_slack else services.outlets.mail.events_within
            until = now + (within or LOOK_AFTER)
            services.store.outbox.mark_unknown(claim, cause, until, now)
            _try_again(claim, until, services)
            return State.UNKNOWN


def seconds(wait: timedelta) -> int:
    """A wait in whole seconds, at least one; a queue with a shorter limit delivers earlier."""
    return max(1, ceil(wait.total_seconds()))


def _record_failure(claim: Claim, cause: str, state: State, services: Services) -> State:
    """Record that it was refused or lost for good, and fail over to other routes."""
    now = services.now()
    on_one_route = claim.delivery.alert.kind in ON_ONE_ROUTE
    hand_over = cause not in NOT_A_FAULT and not on_one_route
    if state is State.REFUSED:
        services.store.outbox.mark_refused(claim, cause, now, hand_over=hand_over)
    else:
        services.store.outbox.give_up(claim, cause, now, hand_over=hand_over)
    stored = services.store.outbox.get(claim.key)
    if stored is not None and stored.to_hand_over:
        fail_over(stored, services)
    return state


def _requeue_if_outdated(claim: Claim, services: Services) -> None:
    """Queue a message that was outdated before it arrived, to be updated at once."""
    stored = services.store.outbox.get(claim.key) if claim.delivery.route.in_slack else None
    if stored is not None and stored.stale_since is not None:
        services.deliveries.send(_message(claim))


def _try_again(claim: Claim, at: datetime, services: Services) -> State:
    now = services.now()
    services.deliveries.send(_message(claim), delay=seconds(at - now))
    return State.PLANNED


def _message(claim: Claim) -> Deliver:
    return Deliver(deal=claim.key.deal, day=claim.key.day, delivery=claim.key.id)
