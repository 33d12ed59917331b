"""Escalating a deal: its unanswered critical alerts, one step further where their time has come.

Called by every run, so that a watchdog that fell silent costs minutes and no alert.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from dealclock.alerts.alert import Alert, AlertHistory, SentAlert, sent_alert
from dealclock.alerts.delivery import Route
from dealclock.alerts.escalation import (
    Escalations,
    EscalationStep,
    list_unanswered,
    plan_escalations,
)
from dealclock.days.calendars import calendar
from dealclock.engine.assessment import Assessment
from dealclock.store import Store, StoredDeal
from dealclock.team.policy import Reason
from dealclock.team.working_time import WorkingTime
from dealclock.usecases.queues import AssessDeal

_LATER = timedelta(days=365)  # longer than any message is kept


@dataclass(frozen=True, slots=True)
class EscalationPlan:
    """The steps due at a run's instant, each with where it goes, and when the next one is due."""

    steps: tuple[tuple[Alert, Route], ...]
    next_at: datetime | None


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
    store: Store,
) -> EscalationPlan:
    """The steps due at the run's instant, and when the next one is due.

    `said` is the ledger the run plans with and `alerts` what it planned. While anything critical is
    unanswered there is a next one, so that the deal stays in the index of escalations.
    """
    ours = (sent_alert(alert, message.known_at) for alert in alerts)
    ledger = AlertHistory((*said.sent, *ours), said.handled)
    found = _escalations(message, deal, assessment, ledger)
    if found.due:
        found = _not_taken_since(found, message, deal, store)
    next_at = found.next_at
    if next_at is None and any(list_unanswered(assessment, ledger, deal.team.escalation)):
        # No step is left that reaches anybody, or there never was one: nobody is to be written to,
        # and the watchdog, who looks where something is to come, must see it for all that.
        next_at = message.known_at + _LATER
    steps = (
        (step.alert(deal.meta.id, message.as_of), route) for step in found.due for route in step.to
    )
    return EscalationPlan(tuple(steps), next_at)


def _escalations(
    message: AssessDeal, deal: StoredDeal, assessment: Assessment, ledger: AlertHistory
) -> Escalations:
    working = working_time(deal, assessment)
    return plan_escalations(assessment, deal.team, ledger, working, message.known_at)


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
