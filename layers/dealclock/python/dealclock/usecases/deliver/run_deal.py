"""One run of a deal: its alerts, its part in people's digests, invitations to its dates, and what
is in Slack refreshed.

The run is written down last. One that was cut short anywhere is carried out again, whole.
"""

from dataclasses import dataclass

from dealclock.engine.assessment import Assessment
from dealclock.store import StoredDeal
from dealclock.usecases.deliver.paused_deals import leads_told
from dealclock.usecases.deliver.refresh_messages import refresh
from dealclock.usecases.plan.assess_deal import PlanResult, assess_deal
from dealclock.usecases.plan.digest import digests
from dealclock.usecases.plan.invitations import invite
from dealclock.usecases.plan.notes import note_answers
from dealclock.usecases.queues import AssessDeal, Deliver
from dealclock.usecases.services import Services


@dataclass(frozen=True, slots=True)
class DealRun:
    """What a run did: deliveries newly planned, those there before, messages found outdated."""

    planned: int
    already: int
    outdated: int


def silence(deal: str, services: Services) -> DealRun:
    """The last run of a closed deal: what is not sent is withdrawn, what stands says so."""
    now = services.now()
    meta = services.store.deals.meta(deal)
    if meta is not None:
        # A run that was under way while the deal was closed may have noted another one.
        services.store.responses.set_escalation(deal, meta.rehearsal, None, now)
    for key in services.store.outbox.unsent(deal):
        services.deliveries.send(Deliver(deal=key.deal, day=key.day, delivery=key.id))
    return DealRun(invite(deal, now, services), 0, refresh(deal, None, services))


def run_deal(message: AssessDeal, services: Services) -> DealRun:
    """Carry out one message of the assess queue. Done twice, it plans nothing new.

    Raises what `assess_deal` raises. The leads of a deal that this release must not read are told.
    """
    with leads_told(message.deal, services):
        return _run_deal(message, services)


def _run_deal(message: AssessDeal, services: Services) -> DealRun:
    plan = digests(message, services.pinned())
    outdated = 0

    def also(deal: StoredDeal, assessment: Assessment) -> PlanResult:
        nonlocal outdated
        told = plan(deal, assessment)
        outdated = refresh(deal.meta.id, None, services.pinned())
        return told

    done = assess_deal(message, services.pinned(), also)
    if done.closed:
        return silence(message.deal, services.pinned())
    noted = note_answers(message.deal, message.known_at, services.pinned())
    noted += invite(message.deal, message.known_at, services.pinned())
    return DealRun(done.planned + noted, done.already, outdated)
