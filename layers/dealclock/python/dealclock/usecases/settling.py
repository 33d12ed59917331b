"""How a delivery's try ended, written down, and what is to come of it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import TypeAlias

from dealclock.alerts.delivery import State
from dealclock.alerts.standing import Cause
from dealclock.channels import Later, Outcome, Refused, Sent, Unknown
from dealclock.render.of_themselves import ON_ONE_ROUTE
from dealclock.store import Claim, Store
from dealclock.usecases.limits import LOOK_AFTER
from dealclock.usecases.looking_up import Lost, Wait
from dealclock.usecases.messages import Deliver, DeliveryQueue
from dealclock.usecases.outlets import Outlets
from dealclock.usecases.taking_over import NOT_A_FAULT, take_over


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """It is no longer true, so it was not sent."""

    cause: Cause


End: TypeAlias = Outcome | Withdrawn | Wait | Lost


def settle(
    claim: Claim, end: End, outlets: Outlets, store: Store, queue: DeliveryQueue, now: datetime
) -> State:
    """Write down how it ended; queue it again where it is to be tried again."""
    match end:
        case Sent(provider_id=provider_id):
            store.sent(claim, provider_id, now)
            _again_if_outdated(claim, store, queue)
            return State.SENT
        case Refused(cause=cause):
            return _failed(claim, cause, State.REFUSED, store, queue, now)
        case Lost(cause=cause):
            return _failed(claim, cause, State.UNKNOWN, store, queue, now)
        case Withdrawn(cause=cause):
            store.withdrawn(claim, cause, now)
            return State.WITHDRAWN
        case Later(after=after, looked_to=looked_to):
            until = now + timedelta(seconds=after)
            # Everything else on this route waits as well, and nothing on any other.
            store.hold(claim.key.deal, str(claim.delivery.route), until)
            store.later(claim, until, now, looked_to)
            return _try_again(claim, until, queue, now)
        case Wait(until=until):
            store.later(claim, until, now)
            return _try_again(claim, until, queue, now)
        case Unknown(cause=cause):
            within = None if claim.delivery.route.in_slack else outlets.mail.events_within
            until = now + (within or LOOK_AFTER)
            store.unknown(claim, cause, until, now)
            _try_again(claim, until, queue, now)
            return State.UNKNOWN


def seconds(wait: timedelta) -> int:
    """A wait in whole seconds, at least one; a queue that knows no such delay delivers earlier."""
    return max(1, ceil(wait.total_seconds()))


def _failed(
    claim: Claim, cause: str, state: State, store: Store, queue: DeliveryQueue, now: datetime
) -> State:
    """Refused, or lost for good; owed until other routes have taken over."""
    of_itself = claim.delivery.alert.kind in ON_ONE_ROUTE
    hand_over = cause not in NOT_A_FAULT and not of_itself
    if state is State.REFUSED:
        store.refused(claim, cause, now, hand_over=hand_over)
    else:
        store.never_known(claim, cause, now, hand_over=hand_over)
    stored = store.delivery(claim.key)
    if stored is not None and stored.to_hand_over:
        take_over(stored, store, queue, now)
    return state


def _again_if_outdated(claim: Claim, store: Store, queue: DeliveryQueue) -> None:
    """What was outdated on its way is brought up to date at once."""
    stored = store.delivery(claim.key) if claim.delivery.route.in_slack else None
    if stored is not None and stored.stale_since is not None:
        queue.send(_message(claim))


def _try_again(claim: Claim, at: datetime, queue: DeliveryQueue, now: datetime) -> State:
    queue.send(_message(claim), delay=seconds(at - now))
    return State.PLANNED


def _message(claim: Claim) -> Deliver:
    return Deliver(deal=claim.key.deal, day=claim.key.day, delivery=claim.key.id)
