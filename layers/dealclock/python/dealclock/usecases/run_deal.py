"""One run of a deal: its alerts, its part in people's digests, and what stands in Slack refreshed.

The run is written down last. One that was cut short anywhere is carried out again, whole.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from dealclock.engine.assessment import Assessment
from dealclock.store import Store, StoredDeal
from dealclock.usecases.assess_deal import Assessed, assess_deal
from dealclock.usecases.digest import digests
from dealclock.usecases.messages import AssessDeal, Deliver, DeliveryQueue
from dealclock.usecases.notes import note_answers
from dealclock.usecases.paused import leads_told
from dealclock.usecases.refreshing import refresh


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run did: deliveries newly planned, those there before, messages found outdated."""

    planned: int
    already: int
    outdated: int


def silence(deal: str, store: Store, queue: DeliveryQueue, now: datetime) -> Ran:
    """The last run of a closed deal: what is not sent is withdrawn, what stands says so."""
    meta = store.meta(deal)
    if meta is not None:
        # A run that was under way while the deal was closed may have noted another one.
        store.set_escalation(deal, meta.rehearsal, None, now)
    for key in store.to_be_sent(deal):
        queue.send(Deliver(deal=key.deal, day=key.day, delivery=key.id))
    return Ran(0, 0, refresh(deal, None, store, queue, now))


def run_deal(
    message: AssessDeal, store: Store, queue: DeliveryQueue, clock: Callable[[], datetime]
) -> Ran:
    """Carry out one message of the assess queue. Done twice, it plans nothing new.

    Raises what `assess_deal` raises. The leads of a deal that this release must not read are told.
    """
    with leads_told(message.deal, store, queue, clock):
        return _run_deal(message, store, queue, clock)


def _run_deal(
    message: AssessDeal, store: Store, queue: DeliveryQueue, clock: Callable[[], datetime]
) -> Ran:
    plan = digests(message, store, queue, clock())
    outdated = 0

    def also(deal: StoredDeal, assessment: Assessment) -> Assessed:
        nonlocal outdated
        told = plan(deal, assessment)
        outdated = refresh(deal.meta.id, None, store, queue, clock())
        return told

    done = assess_deal(message, store, queue, clock(), also)
    if done.closed:
        return silence(message.deal, store, queue, clock())
    noted = note_answers(message.deal, message.known_at, store, queue, clock())
    return Ran(done.planned + noted, done.already, outdated)
