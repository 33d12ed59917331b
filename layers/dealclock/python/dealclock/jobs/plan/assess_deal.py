"""Assess one deal for a run: plan its alerts and deliveries, and set when to assess it next."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from dealclock.alerts import digest
from dealclock.alerts.adverse import adverse_dates, with_adverse
from dealclock.alerts.alert import Alert, AlertHistory
from dealclock.alerts.delivery import Route, routes
from dealclock.alerts.missed_mornings import add_missed, missed_mornings
from dealclock.alerts.plan import NextWord, find_next_word, plan_alerts
from dealclock.alerts.posts import group_posts
from dealclock.alerts.slots import SCHEDULED, ZONE, instant, latest_slot
from dealclock.answers.dates_summary import dates_summary
from dealclock.answers.encode import encode
from dealclock.days.calendars import Calendar, calendar
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment, figures, parts_of
from dealclock.engine.comparing.comparison import Comparison
from dealclock.engine.conclusions import Status
from dealclock.engine.look import Look
from dealclock.engine.money import in_text
from dealclock.engine.why import Step
from dealclock.errors import NotFoundError
from dealclock.jobs.deal_day import waiting
from dealclock.jobs.plan.escalate import escalate
from dealclock.jobs.plan.plan_deliveries import delivery_now, plan_and_queue
from dealclock.jobs.plan.why_moved import why_moved
from dealclock.jobs.queues import AssessDeal
from dealclock.jobs.services import Services
from dealclock.messages.view import View
from dealclock.people.acts import Act
from dealclock.people.approval import Subject
from dealclock.people.policy import Reason
from dealclock.records import record
from dealclock.store import DeliveryKey, Run, SentHistory, Store, StoredDeal, Summary
from dealclock.store.verdicts import StoredFigures, compressed, packed


@record
class PlanResult:
    """The number of deliveries newly planned, of those already planned, and of messages outdated.

    `closed`: the deal is closed, so nothing is planned.
    """

    planned: int
    already: int
    closed: bool = False
    outdated: int = 0


Also = Callable[[StoredDeal, Assessment], PlanResult]


def assess_deal(
    message: AssessDeal,
    services: Services,
    also: Also = lambda _deal, _assessment: PlanResult(0, 0),
    sent: SentHistory | None = None,
) -> PlanResult:
    """Plan and queue what is due. Done twice, it plans nothing new. `sent` is what the deal has
    sent, read by the run.

    `also` is what else the run does: after the alerts, which wait for nothing, and before the run
    is recorded, so that a failure is tried again.

    A run that a later one has overtaken only finishes what it began: the later one planned the
    rest, except for digests if both are of the same day. A rehearsal that has moved to another day
    since is left alone. Raises NotFoundError.
    """
    now = services.now()
    deal = services.store.deals.get(message.deal)
    if deal is None:
        # Without its id, which may name the issuer: this ends in a log.
        raise NotFoundError(
            "the deal of this message is not in the table. Load it, or drop the message"
        )
    if deal.meta.closed:
        return PlanResult(0, 0, closed=True)
    if deal.meta.rehearsal and deal.meta.day != message.as_of:
        return PlanResult(0, 0)
    lists, deal = deal.team.access, deal.at(now)
    if deal.meta.day is not None:
        services.store.deals.rehearse_until(deal.meta.id, deal.meta.day, message.known_at)
    history = alert_history(deal.meta.id, message.known_at, services.store, sent)
    if message.slot == "escalation":
        assessment = assess_as_of(deal, message.as_of, message.known_at, compare=False)
        done = _plan((), message, deal, assessment, history, services)
        also(deal, assessment)
        services.store.runs.put_run(
            deal.meta.id, _run(message, done.planned, done.already, deal.meta.wake_on), now
        )
        return done
    days = closed_days(deal)
    assessment = assess_as_of(deal, message.as_of, message.known_at)
    alerts: tuple[Alert, ...] = ()
    planned = already = 0
    overtaken = _overtaken(message, deal, services.store)
    if days.is_open(message.as_of) or message.slot not in SCHEDULED:
        alerts = _alerts(assessment, message, deal, history, services.store)
        unapproved = waiting(deal, services.store, message.known_at)
        services.store.runs.put_summary(deal.meta.id, _summary(assessment, deal, unapproved), now)
        done = _plan(alerts, message, deal, assessment, history, services, overtaken)
        services.store.verdicts.put_figures(deal.meta.id, _figures(assessment, deal, now))
        planned, already = done.planned, done.already
    if overtaken is None or overtaken.as_of == message.as_of:
        also_planned = also(deal, assessment)
        planned, already = planned + also_planned.planned, already + also_planned.already
    known = message.known_at
    next_run = next_look(assessment, known, deal, history.with_planned(alerts, known)).day
    if deal.meta.day is None:
        next_run = min([next_run, *lists.joining_after(message.as_of)])
    if overtaken is None:
        if _awaits_slot(message, deal, services.store):
            next_run = min(next_run, message.as_of)
        services.store.runs.set_wake(
            deal.meta, date.min if _changed_since(message, deal, services.store) else next_run
        )
    services.store.runs.put_run(deal.meta.id, _run(message, planned, already, next_run), now)
    return PlanResult(planned, already)


def _run(message: AssessDeal, planned: int, already: int, wakes: date) -> Run:
    return Run(
        as_of=message.as_of,
        slot=message.slot,
        planned=planned,
        already=already,
        sweep=message.sweep,
        known_at=message.known_at,
        wakes=wakes,
    )


def _awaits_slot(message: AssessDeal, deal: StoredDeal, store: Store) -> bool:
    """Whether a run between slots of a live deal comes before the scheduled check of the last one,
    which may have been missed, and still has its digests and last calls to plan.
    """
    if deal.meta.rehearsal or message.slot in SCHEDULED:
        return False
    at, slot = latest_slot(message.known_at)
    return at.date() == message.as_of and slot not in store.runs.sweeps(False, message.as_of)


def _changed_since(message: AssessDeal, deal: StoredDeal, store: Store) -> bool:
    """Whether a live deal has changed after the run's instant, so must be assessed again.

    The change has its own queue message, which may be lost; so the deal must not look assessed.
    """
    if deal.meta.rehearsal:
        return False
    if deal.log.next_known_after(message.known_at) is not None:
        return True
    return any(done.at > message.known_at for done in store.responses.of_deal(deal.meta.id))


def closed_days(deal: StoredDeal) -> Calendar:
    """The calendar of the deal's Business Days."""
    return calendar(deal.team.chosen.get("business-day", deal.terms.calendar))


def assess_as_of(
    deal: StoredDeal,
    as_of: date,
    known_at: datetime,
    *,
    compare: bool = True,
    together: bool = False,
) -> Assessment:
    """The deal's assessment under its own readings.

    `together` adds the range of figures over all readings.
    """
    return assess(
        Look(deal.terms, deal.log, as_of, known_at, deal.team.chosen, deal.team.targets),
        deal=deal.meta.id,
        compare=compare,
        together=together,
    )


def _alerts(
    assessment: Assessment,
    message: AssessDeal,
    deal: StoredDeal,
    history: AlertHistory,
    store: Store,
) -> tuple[Alert, ...]:
    """The alerts due now, with those of missed mornings, and what moved each date."""
    policy = deal.team.alerts
    alerts = plan_alerts(assessment, policy, history, message.slot)
    if message.slot in SCHEDULED:
        missed = missed_mornings(
            _last_swept(message, deal, store), message.as_of, closed_days(deal)
        )
        ends = adverse_dates(assessment)
        mornings = (
            with_adverse(assess_as_of(deal, day, instant(day, "morning"), compare=False), ends)
            for day in missed.days
        )
        alerts = add_missed(alerts, mornings, assessment, policy, history, cut=missed.cut)
    return tuple(why_moved(alerts, assessment, message, deal, history, store))


def _last_swept(message: AssessDeal, deal: StoredDeal, store: Store) -> date | None:
    """The last day whose morning was swept in time or not due; of a live deal never swept, the last
    one before it was loaded. None if this day itself was swept.

    A deal is not due between its last run and the day that run set for the next one; an event
    recorded meanwhile may have made it due earlier. A day swept only on a later one was missed.
    """
    if any(
        run.slot in SCHEDULED and run.known_at < message.known_at
        for run in store.runs.of_day(message.deal, message.as_of)
    ):
        return None
    last: date | None = None
    for run in store.runs.before(message.deal, message.as_of):
        if run.slot == "escalation" or _was_late(run, deal):
            continue
        not_due_until = max(run.as_of, run.wakes - timedelta(days=1))
        last = not_due_until if last is None else min(last, not_due_until)
        if run.slot in SCHEDULED:
            return last
    if deal.meta.rehearsal:
        return None
    loaded = next(store.deals.team_versions(message.deal)).stored_at.astimezone(ZONE)
    day = loaded.date()
    return day if loaded > instant(day, "morning") else day - timedelta(days=1)


def _was_late(run: Run, deal: StoredDeal) -> bool:
    """Whether a live deal's scheduled run was made after its day."""
    made = None if deal.meta.rehearsal or run.slot not in SCHEDULED else run.at
    return made is not None and made.astimezone(ZONE).date() > run.as_of


def _figures(assessment: Assessment, deal: StoredDeal, now: datetime) -> StoredFigures:
    """Every date and amount of the run, for the second engine to compute again."""
    why = {part.instance: part.why for part in parts_of(assessment)} | {
        "accrual": assessment.accrual.why
    }
    body = {
        "figures": [[*name, value] for name, value in figures(assessment).items()],
        "readings": deal.team.chosen,
        "why": {name: [_in_words(step) for step in of.steps] for name, of in why.items()},
    }
    return StoredFigures(
        as_of=assessment.as_of,
        known_at=assessment.known_at,
        terms_version=deal.meta.terms_version,
        body=packed(body),
        at=now,
        of=deal.meta.version,
        compared=compressed(Comparison.of(assessment).text),
    )


def _in_words(step: Step) -> str:
    return f"{step.text}: {step.day}" if step.day else step.text


def _summary(assessment: Assessment, deal: StoredDeal, unapproved: Sequence[Subject]) -> Summary:
    """The deal in brief: next date, missed items, accrued interest, events awaiting approval."""
    waiting = [o for o in assessment.obligations if o.is_open]
    body = {
        "next_due": min((o.due.isoformat() for o in waiting), default=None),
        "missed": [o.instance for o in waiting if o.status is Status.MISSED],
        "open_defaults": [d.instance for d in assessment.defaults if d.is_open],
        "accrued": in_text(assessment.accrual.accrued),
        "unpaid": in_text(assessment.owed.unpaid),
        "paid": in_text(assessment.owed.paid),
        "not_stated": [item.fact for item in assessment.owed.not_stated],
        "unverified": [str(item) for item in unapproved],
        "adverse": [
            [name, due.isoformat(), end.isoformat()]
            for (name, due), end in adverse_dates(assessment).items()
        ],
        "dates": encode(dates_summary(deal_view(deal, assessment))),
    }
    return Summary(
        as_of=assessment.as_of,
        terms_version=deal.meta.terms_version,
        team_version=deal.meta.team_version,
        fact_sequence=deal.meta.fact_sequence,
        engine=assessment.engine,
        body=json.dumps(body),
    )


def deal_view(
    deal: StoredDeal,
    assessment: Assessment,
    *,
    today: date | None = None,
    handled: tuple[Act, ...] = (),
    approvals: tuple[Act, ...] | None = (),
    closing: Act | None = None,
) -> View:
    """The view of an assessment, with the deal's terms, team and events.

    Its day, readings and instant are the assessment's.
    """
    return View(
        assessment=assessment,
        as_of=assessment.as_of,
        known_at=assessment.known_at,
        readings=assessment.readings,
        targets=deal.team.targets,
        terms=deal.terms,
        terms_version=deal.meta.terms_version,
        team=deal.team,
        log=deal.log,
        rehearsal=deal.meta.rehearsal,
        today=today,
        handled=handled,
        approvals=approvals,
        closing=closing,
    )


def _overtaken(message: AssessDeal, deal: StoredDeal, store: Store) -> Run | None:
    """The latest scheduled run, if it is of a later instant; for a rehearsal, of the same day.

    A rehearsal may be moved back and played again, and may then plan other alerts.
    """
    day = message.as_of if deal.meta.rehearsal else date.max - timedelta(days=1)
    runs = store.runs.before(deal.meta.id, day + timedelta(days=1))
    latest = next((run for run in runs if run.slot in SCHEDULED), None)
    if latest is None or latest.as_of < message.as_of:
        return None
    same_day = store.runs.of_day(deal.meta.id, latest.as_of)
    latest = max((r for r in same_day if r.slot in SCHEDULED), key=lambda r: r.known_at)
    return latest if latest.known_at > message.known_at else None


def _plan(
    alerts: tuple[Alert, ...],
    message: AssessDeal,
    deal: StoredDeal,
    assessment: Assessment,
    history: AlertHistory,
    services: Services,
    overtaken: Run | None = None,
) -> PlanResult:
    """Plan and queue the alerts, and the escalation steps due with them, as posts.

    Each goes by all its routes, those of one cause together. Done twice, it plans nothing new.
    """
    steps_due, next_at = escalate(message, deal, assessment, history, alerts, services.store)
    to_plan = _not_overtaken(alerts, message, deal, services.store, overtaken)
    planned_routes = {step: _planned_on(*step, deal, services.store) for step in steps_due}
    steps = [step for step, route in planned_routes.items() if route is None]
    planned_before = [
        (step, route) for (step, _), route in planned_routes.items() if route is not None
    ]
    planned = (
        replace(
            delivery_now(deal, first, route, message.known_at, message.slot),
            others=tuple(rest),
            root_cause=cause,
        )
        for route, cause, (first, *rest) in group_posts(
            to_plan, steps, assessment, deal.team, planned_before
        )
    )
    new, already = plan_and_queue(planned, deal.meta.rehearsal, services)
    services.store.responses.set_escalation(
        deal.meta.id, deal.meta.rehearsal, next_at, message.known_at
    )
    return PlanResult(new, already)


def _planned_on(step: Alert, route: Route, deal: StoredDeal, store: Store) -> Route | None:
    """The route on which an earlier try or another run of the day planned a step: its own, or with
    news in the channel. None if none did."""
    candidates = (route, Route("slack", deal.team.channel.id))
    return next((r for r in candidates if store.outbox.get(DeliveryKey.of_alert(step, r))), None)


def _not_overtaken(
    alerts: Sequence[Alert],
    message: AssessDeal,
    deal: StoredDeal,
    store: Store,
    overtaken: Run | None,
) -> Iterator[Alert]:
    """The alerts to plan; if a later run has overtaken this one, only those already begun.

    A later run of the same day plans the same alerts, under the same ids, except last calls.
    """
    for alert in alerts:
        late = overtaken is not None and (
            overtaken.as_of > message.as_of or alert.reason is Reason.LAST_CALL
        )
        keys = (DeliveryKey.of_alert(alert, route) for route in routes(deal.team))
        if not late or any(store.outbox.get(key) for key in keys):
            yield alert


@record
class NextLook:
    """The day a deal is assessed next: today again if a later slot has an alert.

    `word` is the next alert if no more events are recorded; `known_on` the Business Day on which
    a fact already recorded becomes known, in a rehearsal with its facts in a file.
    """

    day: date
    word: NextWord
    known_on: date | None


def next_look(
    assessment: Assessment,
    known_at: datetime,
    deal: StoredDeal,
    history: AlertHistory,
    *,
    digests: bool = True,
) -> NextLook:
    """When and why the deal is assessed next after `known_at`, the instant of a run on its day.

    `digests=False` leaves out digests, which a person may have every morning. Other readings are
    compared once, today: their dates hold as long as the dates stay the same.
    """
    today, policy, days = assessment.as_of, deal.team.alerts, closed_days(deal)
    live = not deal.meta.rehearsal
    ends = adverse_dates(assessment)

    def assessed(day: date) -> Assessment:
        return with_adverse(assess_as_of(deal, day, known_at, compare=False), ends)

    def has_digest(then: Assessment) -> bool:
        return digest.has_something_to_say(then, deal.team, days, live=live)

    later = [slot for slot in SCHEDULED if instant(today, slot) > known_at]
    # Facts recorded already but known only later: those in a rehearsal's file.
    known = deal.log.next_known_after(known_at)
    if days.is_open(today) and later:
        for slot in later:
            if alerts := plan_alerts(assessment, policy, history, slot):
                return NextLook(today, NextWord(today, alerts), None)
        if known is not None and known <= instant(today, later[-1]):
            return NextLook(today, NextWord(today), today)
        # A digest is planned by the morning's run: an earlier run leaves it to that one.
        if digests and "morning" in later and has_digest(assessment):
            return NextLook(today, NextWord(today, digests=True), None)
    word = find_next_word(
        today,
        history,
        policy,
        days,
        assessed,
        lambda then: digests and has_digest(then),
    )
    if known is None:
        return NextLook(word.day, word, None)
    known_on = days.first_open_on_or_after(max(known.date(), today + timedelta(days=1)))
    return NextLook(min(word.day, known_on), word, known_on)


def alert_history(
    deal: str, known_at: datetime, store: Store, sent: SentHistory | None = None
) -> AlertHistory:
    """The alerts sent before the instant, and the responses up to and including it."""
    alerts = (sent or store.outbox.sent(deal)).alerts(known_at)
    return AlertHistory.before(known_at, alerts, store.responses.of_deal(deal))
