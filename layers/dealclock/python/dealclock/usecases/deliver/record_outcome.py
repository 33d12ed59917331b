"""How a delivery's try ended, written down, and what is to come of it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import TypeAlias

from dealclock.alerts.delivery import State
from dealclock.alerts.digest import SentDigest
from dealclock.alerts.still_true import Cause
from dealclock.channels import Later, Outcome, Refused, Sent, Unknown
from dealclock.messages.notices import ON_ONE_ROUTE
from dealclock.store import Claim, OmittedAlert
from dealclock.usecases.deliver.fail_over import NOT_A_FAULT, fail_over
from dealclock.usecases.deliver.look_up_outcome import UnresolvedAttempt, Wait
from dealclock.usecases.limits import LOOK_AFTER
from dealclock.usecases.queues import Deliver
from dealclock.usecases.services import Services


@dataclass(frozen=True, slots=True)
class WithdrawnOutcome:
    """Nothing of it is true any more, or new, so it was not sent.

    `left_out` has each alert's own cause; `digest` is what a digest need not say again.
    """

    cause: Cause
    left_out: tuple[OmittedAlert, ...] = ()
    digest: SentDigest | None = None


End: TypeAlias = Outcome | WithdrawnOutcome | Wait | UnresolvedAttempt


def record_outcome(claim: Claim, end: End, services: Services) -> State:
    """Write down how it ended; queue it again where it is to be tried again."""
    now = services.now()
    match end:
        case Sent(provider_id=provider_id):
            services.store.outbox.mark_sent(claim, provider_id, now)
            _again_if_outdated(claim, services)
            return State.SENT
        case Refused(cause=cause):
            return _failed(claim, cause, State.REFUSED, services)
        case UnresolvedAttempt(cause=cause):
            return _failed(claim, cause, State.UNKNOWN, services)
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
    """A wait in whole seconds, at least one; a queue that knows no such delay delivers earlier."""
    return max(1, ceil(wait.total_seconds()))


def _failed(claim: Claim, cause: str, state: State, services: Services) -> State:
    """Refused, or lost for good; owed until other routes have taken over."""
    now = services.now()
    of_itself = claim.delivery.alert.kind in ON_ONE_ROUTE
    hand_over = cause not in NOT_A_FAULT and not of_itself
    if state is State.REFUSED:
        services.store.outbox.mark_refused(claim, cause, now, hand_over=hand_over)
    else:
        services.store.outbox.give_up(claim, cause, now, hand_over=hand_over)
    stored = services.store.outbox.get(claim.key)
    if stored is not None and stored.to_hand_over:
        fail_over(stored, services)
    return state


def _again_if_outdated(claim: Claim, services: Services) -> None:
    """What was outdated on its way is brought up to date at once."""
    stored = services.store.outbox.get(claim.key) if claim.delivery.route.in_slack else None
    if stored is not None and stored.stale_since is not None:
        services.deliveries.send(_message(claim))


def _try_again(claim: Claim, at: datetime, services: Services) -> State:
    now = services.now()
    services.deliveries.send(_message(claim), delay=seconds(at - now))
    return State.PLANNED


def _message(claim: Claim) -> Deliver:
    return Deliver(deal=claim.key.deal, day=claim.key.day, delivery=claim.key.id)
