"""Escalating a deal: its unanswered critical alerts, one step further where their time has come.

Called by every run, so that a watchdog that fell silent costs minutes and no alert.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from dealclock.alerts.alert import Alert, AlertHistory, SentAlert, sent_alert
from dealclock.alerts.delivery import Delivery
from dealclock.alerts.escalation import Escalations, EscalationStep, escalations, unanswered
from dealclock.alerts.policy import Reason
from dealclock.alerts.working_time import WorkingTime
from dealclock.days.calendars import calendar
from dealclock.engine.assessment import Assessment
from dealclock.store import Store, StoredDeal
from dealclock.usecases.messages import AssessDeal
from dealclock.usecases.plan_deliveries import plan_and_queue
from dealclock.usecases.services import Services

_LATER = timedelta(days=365)  # longer than any message is kept


@dataclass(frozen=True, slots=True)
class EscalationResult:
    """What was done: deliveries newly planned, deliveries that were there before."""

    planned: int
    already: int


def working_time(deal: StoredDeal, assessment: Assessment) -> WorkingTime:
    """The working hours of a deal's team, on the Business Days of its readings."""
    hours = deal.team.escalation.working_hours
    return WorkingTime(
        hours.opens,
        hours.closes,
        calendar(assessment.readings["business-day"]),
        deal.terms.agreement.time_zone,
    )


def escalate(
    message: AssessDeal,
    deal: StoredDeal,
    assessment: Assessment,
    said: AlertHistory,
    alerts: tuple[Alert, ...],
    services: Services,
) -> EscalationResult:
    """Plan and queue the steps due at the run's instant; note when the next one is due.

    `said` is the ledger the run plans with and `alerts` what it planned. Done twice, it plans
    nothing new. While anything critical is unanswered the deal stays in the index of escalations.
    """
    ours = (sent_alert(alert, message.known_at) for alert in alerts)
    ledger = AlertHistory((*said.sent, *ours), said.handled)
    found = _escalations(message, deal, assessment, ledger)
    if found.due:
        found = _not_taken_since(found, message, deal, services.store)
    steps = _deliveries(found.due, message, deal)
    planned, already = plan_and_queue(steps, deal.meta.rehearsal, services)
    next_at = found.next_at
    if next_at is None and any(unanswered(assessment, ledger, deal.team.escalation)):
        # No step is left that reaches anybody, or there never was one: nobody is to be written to,
        # and the watchdog, who looks where something is to come, must see it for all that.
        next_at = message.known_at + _LATER
    services.store.responses.set_escalation(
        deal.meta.id, deal.meta.rehearsal, next_at, message.known_at
    )
    return EscalationResult(planned, already)


def _escalations(
    message: AssessDeal, deal: StoredDeal, assessment: Assessment, ledger: AlertHistory
) -> Escalations:
    working = working_time(deal, assessment)
    return escalations(assessment, deal.team, ledger, working, message.known_at)


def _not_taken_since(
    found: Escalations, message: AssessDeal, deal: StoredDeal, store: Store
) -> Escalations:
    """Without the steps that a later run took on another day: this run is an old one, repeated.

    One that it took itself, on its own day, meets its own delivery; on another day the identity
    would be another.
    """
    said = store.outbox.sent_alerts(deal.meta.id, message.known_at + _LATER)
    steps = [s for s in said if Reason.ESCALATED in s.reasons]
    own = [s for s in steps if s.day == message.as_of]
    others = [s for s in steps if s.day != message.as_of]
    due = tuple(
        step
        for step in found.due
        if any(_is(s, step) for s in own) or not any(_is(s, step) for s in others)
    )
    return Escalations(due, found.next_at)


def _is(said: SentAlert, step: EscalationStep) -> bool:
    of = step.of
    same = (said.instance, said.revision, said.step) == (of.instance, of.revision, step.name)
    return same and said.known_at > of.since


def _deliveries(
    steps: tuple[EscalationStep, ...], message: AssessDeal, deal: StoredDeal
) -> Iterator[Delivery]:
    for step in steps:
        for route in step.to:
            yield Delivery(
                alert=step.alert(deal.meta.id, message.as_of),
                route=route,
                slot=message.slot,
                known_at=message.known_at,
                terms_version=deal.meta.terms_version,
                team_version=deal.meta.team_version,
            )
