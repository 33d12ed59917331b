"""One run of a deal: plan its alerts, its part in digests and its invitations, and refresh Slack.

The run is recorded last. One that was cut short is carried out again from the start.
"""

from dataclasses import replace

from dealclock.engine.assessment import Assessment
from dealclock.jobs.deliver.paused_deals import notifying_leads
from dealclock.jobs.deliver.refresh_messages import refresh
from dealclock.jobs.plan.assess_deal import PlanResult, assess_deal
from dealclock.jobs.plan.digest import plan_digests
from dealclock.jobs.plan.invitations import invite
from dealclock.jobs.plan.notes import plan_conclusion_notes, plan_notes
from dealclock.jobs.plan.plan_deliveries import message_for
from dealclock.jobs.queues import AssessDeal
from dealclock.jobs.services import Services
from dealclock.store import StoredDeal


def silence(deal: str, services: Services) -> PlanResult:
    """The last run of a closed deal: withdraw what is not sent, update what is in Slack."""
    now = services.now()
    meta = services.store.deals.meta(deal)
    if meta is not None:
        # A run under way while the deal was closed may have scheduled another escalation.
        services.store.responses.set_escalation(deal, meta.rehearsal, None, now)
    for key in services.store.outbox.unsent(deal):
        services.deliveries.send(message_for(key))
    planned, sent = invite(deal, now, services), services.store.outbox.sent(deal)
    outdated = refresh(deal, None, services, sent)
    if meta is not None and not meta.rehearsal:
        sent.sum_up(now.date())
    return PlanResult(planned, 0, closed=True, outdated=outdated)


def run_deal(message: AssessDeal, services: Services) -> PlanResult:
    """Carry out one message of the assess queue. Done twice, it plans nothing new.

    Raises what `assess_deal` raises. Leads of a deal this release must not read are notified.
    """
    with notifying_leads(message.deal, services):
        return _run_deal(message, services)


def _run_deal(message: AssessDeal, services: Services) -> PlanResult:
    begun, outdated, live = services.pinned(), 0, False
    sent = services.store.outbox.sent(message.deal)

    def also(deal: StoredDeal, assessment: Assessment) -> PlanResult:
        nonlocal outdated, live
        live = not deal.meta.rehearsal
        result = plan_digests(message, begun, deal, assessment)
        if deal.meta.paused_by and not services.store.deals.pausing_item(deal.meta):
            services.store.deals.pause(deal.meta.id, ())
        services.store.deals.add_missing(deal.meta.id)
        concluded = plan_conclusion_notes(deal, message.known_at, services.pinned(), sent)
        outdated = refresh(deal.meta.id, None, services.pinned(), sent)
        return replace(result, planned=result.planned + concluded)

    done = assess_deal(message, services.pinned(), also, sent)
    if done.closed:
        return silence(message.deal, services.pinned())
    other = plan_notes(message.deal, message.known_at, services.pinned(), sent)
    other += invite(message.deal, message.known_at, services.pinned())
    if live:
        # Last: a run that was cut short reads again whatever it had to look at.
        sent.sum_up(message.as_of)
    return replace(done, planned=done.planned + other, outdated=outdated)
