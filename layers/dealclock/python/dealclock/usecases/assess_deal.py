"""Assess one deal for a sweep: plan its alerts, write its deliveries, say when to wake it next."""

import json
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from dealclock.agreement.readings.counting import BUSINESS_DAY
from dealclock.alerts.alert import Alert, Ledger
from dealclock.alerts.delivery import Delivery, State, routes
from dealclock.alerts.plan import plan
from dealclock.alerts.wake import next_wake, spoken
from dealclock.days.calendars import Calendar, calendar
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment, Status
from dealclock.engine.money import in_text
from dealclock.store import DeliveryKey, Run, Store, StoredDeal, Summary
from dealclock.store.errors import NoSuchDeal
from dealclock.usecases.escalate import escalate
from dealclock.usecases.messages import AssessDeal, Deliver, DeliveryQueue


@dataclass(frozen=True, slots=True)
class Assessed:
    """What was done: deliveries newly planned, deliveries that were there before."""

    planned: int
    already: int


def assess_deal(message: AssessDeal, store: Store, queue: DeliveryQueue, now: datetime) -> Assessed:
    """Plan and queue what is due. Done twice, it plans nothing new.

    A rehearsal that has moved to another day since is left alone. Raises NoSuchDeal.
    """
    deal = store.deal(message.deal)
    if deal is None:
        # Not by its id, which may say who the issuer is: this ends in a log.
        raise NoSuchDeal("the table does not hold the deal of this message; load it, or drop it")
    if deal.meta.rehearsal and deal.meta.day != message.as_of:
        return Assessed(0, 0)
    planned = already = 0
    said = Ledger.before(
        message.known_at,
        store.ledger(deal.meta.id, message.known_at),
        store.handled(deal.meta.id),
    )
    alerts: tuple[Alert, ...] = ()
    days = closed_days(deal)
    if message.slot == "escalation":
        assessment = assess_as_of(deal, message.as_of, message.known_at, compare=False)
        done = escalate(message, deal, assessment, said, (), store, queue, now)
        run = Run(message.as_of, message.slot, done.planned, done.already, message.sweep)
        store.put_run(message.deal, run, now)
        return Assessed(done.planned, done.already)
    if days.is_open(message.as_of):
        assessment = assess_as_of(deal, message.as_of, message.known_at)
        alerts = _alerts(assessment, message, deal, said, store)
        done = escalate(message, deal, assessment, said, alerts, store, queue, now)
        planned, already = done.planned, done.already
        store.put_summary(deal.meta.id, _summary(assessment, deal), now)
    for alert in alerts:
        for delivery in _deliveries(alert, message, deal):
            if store.plan(delivery, deal.meta.rehearsal, now):
                planned += 1
                _send(delivery, queue)
            else:
                already += 1
                there = store.delivery(DeliveryKey.of(delivery))
                if there is not None and there.state is State.PLANNED:
                    # Written by an earlier try that ended before it could queue it.
                    _send(delivery, queue)
    _wake(message, deal, said, alerts, days, store)
    run = Run(message.as_of, message.slot, planned, already, message.sweep)
    store.put_run(message.deal, run, now)
    return Assessed(planned, already)


def closed_days(deal: StoredDeal) -> Calendar:
    """The calendar of a deal's Business Days."""
    return calendar(deal.team.chosen.get(BUSINESS_DAY.id, deal.terms.calendar))


def assess_as_of(
    deal: StoredDeal, as_of: date, known_at: datetime, *, compare: bool = True
) -> Assessment:
    """The deal's assessment under its own readings."""
    return assess(
        deal.terms,
        deal.log,
        as_of,
        known_at,
        deal.team.chosen,
        deal.meta.id,
        compare=compare,
        targets=deal.team.targets,
    )


def _alerts(
    assessment: Assessment, message: AssessDeal, deal: StoredDeal, said: Ledger, store: Store
) -> tuple[Alert, ...]:
    """What is due now; in the afternoon also what nobody said this morning.

    A morning is lost when its sweep was, or when the deal slept through it and a fact recorded
    since has woken it. Then each instance speaks once: a last call adds nothing to "due today".
    """
    alerts = plan(assessment, deal.team.alerts, said, message.slot)
    if message.slot == "morning" or store.run(deal.meta.id, message.as_of, "morning"):
        return alerts
    late = plan(assessment, deal.team.alerts, said, "morning")
    told = {a.instance for a in late}
    return (*late, *(a for a in alerts if a.instance not in told))


def _summary(assessment: Assessment, deal: StoredDeal) -> Summary:
    """The deal in brief: what is next, what is missed, what accrues."""
    waiting = [o for o in assessment.obligations if o.is_open]
    body = {
        "next_due": min((o.due.isoformat() for o in waiting), default=None),
        "missed": [o.instance for o in waiting if o.status is Status.MISSED],
        "open_defaults": [d.instance for d in assessment.defaults if d.is_open],
        "accrued": in_text(assessment.accrual.accrued),
    }
    return Summary(
        as_of=assessment.as_of,
        terms_version=deal.meta.terms_version,
        team_version=deal.meta.team_version,
        fact_sequence=deal.meta.fact_sequence,
        engine=assessment.engine,
        body=json.dumps(body),
    )


def _deliveries(alert: Alert, message: AssessDeal, deal: StoredDeal) -> list[Delivery]:
    return [
        Delivery(
            alert=alert,
            route=route,
            slot=message.slot,
            known_at=message.known_at,
            terms_version=deal.meta.terms_version,
            team_version=deal.meta.team_version,
        )
        for route in routes(deal.team)
    ]


def _send(delivery: Delivery, queue: DeliveryQueue) -> None:
    alert = delivery.alert
    queue.send(Deliver(deal=alert.deal, day=alert.day, delivery=delivery.id))


def _wake(
    message: AssessDeal,
    deal: StoredDeal,
    said: Ledger,
    alerts: tuple[Alert, ...],
    days: Calendar,
    store: Store,
) -> None:
    """Set the day the deal is looked at next: today again when a last call may be due."""
    today, policy = message.as_of, deal.team.alerts
    now_said = Ledger((*said.spoken, *(spoken(a, message.known_at) for a in alerts)), said.handled)

    def assessed(day: date) -> Assessment:
        return assess_as_of(deal, day, message.known_at, compare=False)

    if message.slot == "morning" and plan(assessed(today), policy, said, "afternoon"):
        store.set_wake(deal.meta, today)
        return
    wake = next_wake(today, now_said, policy, days, assessed)
    known = deal.log.next_known_after(message.known_at)
    if known is not None:
        # Facts already recorded but known only later: a rehearsal's, from its file.
        wake = min(wake, days.first_open_on_or_after(max(known.date(), today + timedelta(days=1))))
    store.set_wake(deal.meta, wake)
