"""Escalating a deal: the next step of each unanswered critical alert, when it is due.

Called by every run, so that a stopped watchdog delays alerts by minutes and loses none.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from dealclock.alerts.alert import Alert, AlertHistory, SentAlert
from dealclock.alerts.delivery import Route
from dealclock.alerts.escalation import (
    EscalationStep,
    list_unanswered,
    plan_escalations,
)
from dealclock.days.calendars import calendar
from dealclock.engine.assessment import Assessment
from dealclock.jobs.queues import AssessDeal
from dealclock.people.policy import Reason
from dealclock.people.working_time import WorkingTime
from dealclock.store import Store, StoredDeal

_LATER = timedelta(days=365)  # longer than any message is kept


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
    history: AlertHistory,
    alerts: tuple[Alert, ...],
    store: Store,
) -> tuple[Sequence[tuple[Alert, Route]], datetime | None]:
    """The steps due at the run's instant, each with its route, and when the next one is due.

    `history` is what the run plans with and `alerts` what it planned. While a critical alert is
    unanswered there is a next step, so that the deal stays in the index of escalations.
    """
    ledger = history.with_planned(alerts, message.known_at)
    working = working_time(deal, assessment)
    found, next_at = plan_escalations(assessment, deal.team, ledger, working, message.known_at)
    due = _without_taken(found, message, deal, store) if found else ()
    if next_at is None and any(list_unanswered(assessment, ledger, deal.team.escalation)):
        # No step is left that reaches a person, or there never was one. The watchdog looks only at
        # deals with a next step, and must still see this one.
        next_at = message.known_at + _LATER
    steps = [
        (step.alert(deal.meta.id, message.as_of), route)
        for step in due
        for route in (*step.to, *_by_sms(step, deal, store))
    ]
    return steps, next_at


def _by_sms(step: EscalationStep, deal: StoredDeal, store: Store) -> Iterator[Route]:
    """SMS as well, of the last step, to those whom it reaches and who proved a number."""
    if step.name == deal.team.escalation.steps[-1].to:
        for person in map(deal.team.access.person, dict.fromkeys(route.to for route in step.to)):
            if person is not None and store.responses.has_proved_mobile(deal.meta.id, person):
                yield Route("sms", person.id)


def _without_taken(
    due: Sequence[EscalationStep], message: AssessDeal, deal: StoredDeal, store: Store
) -> Sequence[EscalationStep]:
    """Without the steps that a later run took on another day; this run is then a repeated old one.

    A step that this run took itself, on its own day, has the same delivery id; on another day the
    id would differ.
    """
    sent = store.outbox.sent_alerts(deal.meta.id, message.known_at + _LATER)
    steps = [s for s in sent if Reason.ESCALATED in s.reasons]
    same_day = [s for s in steps if s.day == message.as_of]
    other_days = [s for s in steps if s.day != message.as_of]
    return [
        step
        for step in due
        if any(_is_step(s, step) for s in same_day)
        or not any(_is_step(s, step) for s in other_days)
    ]


def _is_step(alert: SentAlert, step: EscalationStep) -> bool:
    origin = step.of
    taken = (origin.item.instance, origin.revision, step.name)
    same = (alert.instance, alert.revision, alert.step) == taken
    return same and alert.known_at > origin.since
