"""Critical alerts not acknowledged after every step of their escalation.

While steps are left, the deal's own runs escalate; after the last, the operator is notified. The
index of escalations may lag, so a deal seen in it is remembered until all its alerts are answered.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from dealclock.alerts import health_findings
from dealclock.alerts.escalation import UnansweredAlert, list_steps, list_unanswered
from dealclock.alerts.health_findings import Finding, Speech
from dealclock.alerts.slots import ZONE
from dealclock.engine.assessment import Assessment
from dealclock.jobs.deal_day import deal_now, own_day
from dealclock.jobs.find_deal import code_names
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.plan.assess_deal import alert_history, assess_as_of
from dealclock.jobs.plan.escalate import working_time
from dealclock.jobs.queues import AssessDeal
from dealclock.jobs.services import Services
from dealclock.store import StoredDeal

# For a team without steps: how long an alert may be unanswered before it is reported here.
_WITHOUT_STEPS = timedelta(days=1)
_EVER = timedelta(days=400)  # further ahead than anything in the index of escalations
_REMEMBERED = 500  # deals with an unanswered alert that are remembered while the index lags


def queue_escalations(services: Services) -> int:
    """Queue each live deal with an escalation due, as of its own day.

    Returns how many.
    """
    now = services.now()
    due = services.store.responses.to_escalate(False, now)
    lines = services.store.deals.listed(deal for deal, _ in due)
    zones = {line.id: line.zone for line in lines}
    for deal, _ in due:
        services.assess.send(
            AssessDeal(
                deal=deal,
                as_of=own_day(None, zones.get(deal, ZONE.key), now),
                known_at=now,
                slot="escalation",
                sweep=f"watchdog-{now:%Y%m%dT%H%M%S}",
            )
        )
    return len(due)


def escalation_exhausted(deal: StoredDeal, services: Services) -> tuple[bool, tuple[Speech, ...]]:
    """Whether the deal has unanswered critical alerts, and those that have waited too long."""
    now = services.now()
    today = deal_now(deal, now)[0]
    assessment = assess_as_of(deal, today, now, compare=False)
    history = alert_history(deal.meta.id, now, services.store)
    unanswered = list(list_unanswered(assessment, history, deal.team.escalation))
    late = [alert for alert in unanswered if _is_exhausted(alert, deal, assessment, now)]
    name = deal.meta.code_name
    return bool(unanswered), tuple(
        Speech(name, alert.item.clause, alert.due or today, alert.since) for alert in late
    )


def _is_exhausted(
    alert: UnansweredAlert, deal: StoredDeal, assessment: Assessment, now: datetime
) -> bool:
    steps = list(list_steps(alert, deal.team, working_time(deal, assessment), now))
    if not steps:
        return now - alert.since >= _WITHOUT_STEPS
    # A step due at this very moment has not been taken yet.
    return all(step.at < now for step in steps)


def find_unanswered(checks: Round) -> Iterator[Finding]:
    """Critical alerts not acknowledged after every step of their escalation.

    A deal that cannot be checked is checked again next time, and does not affect the others.
    """
    services, memory = checks.services, checks.memory
    checks.repair()
    # Those with an unanswered critical alert, with or without a next step.
    ahead = services.store.responses.to_escalate(False, services.now() + _EVER)
    deals = memory.unheard | {deal for deal, _ in ahead}
    names = code_names(deals, services.store)
    waiting: list[str] = []
    late: list[Speech] = []
    for deal_id in sorted(deals):
        try:
            deal = services.store.deals.get(deal_id)
            waits, too_late = escalation_exhausted(deal, services) if deal else (False, ())
        except Exception as error:  # noqa: BLE001 - one deal must not hide the others
            name = names.get(deal_id, "a deal")
            checks.unchecked.append(f"escalations, {name}: {without_data(error)}")
            waits, too_late = True, ()
        waiting += [deal_id] if waits else []
        late += too_late
    unheard = frozenset(waiting[:_REMEMBERED])
    if unheard != memory.unheard:
        checks.remember(unheard=unheard)
    yield from health_findings.list_unacknowledged(late, services.now())
