"""Why is nothing happening? What a deal waits for, what is left to send, and what was not sent."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from dealclock.alerts.alert import Alert, AlertHistory
from dealclock.alerts.escalation import UnansweredAlert, list_unanswered, plan_escalations
from dealclock.alerts.outcome import State
from dealclock.alerts.plan import NextWord
from dealclock.alerts.responses import AlertResponse, response_in_effect
from dealclock.alerts.slots import Slot
from dealclock.engine.assessment import Assessment
from dealclock.facts.log import end_of
from dealclock.jobs.plan.assess_deal import NextLook, alert_history, next_look
from dealclock.jobs.plan.escalate import working_time
from dealclock.messages import notices, words
from dealclock.messages.message import Message, Section, listed, rows, with_content
from dealclock.messages.status_words import reason_word
from dealclock.messages.view import View, matter
from dealclock.store import Run, Store, StoredDeal, StoredDelivery

_LATELY = timedelta(days=10)  # before the deal's day, for what was not sent


@dataclass(frozen=True, slots=True)
class LastCheck:
    """The last scheduled check of a deal: its slot and instant, and the messages it planned."""

    slot: Slot
    at: datetime
    planned: int


@dataclass(frozen=True, slots=True)
class QuietReasons:
    """Everything that may keep a deal quiet on its day.

    `last` is the last check, None before the first; `wakes` the day of the next one, None for the
    next scheduled check. `word` is the next alert if no event is recorded, or the last day the deal
    may go unchecked if there is none; `digest_on` the day before it on which someone gets a digest,
    `known_on` the day on which an event of a rehearsal's file becomes known. `waiting` are
    deliveries not yet final; `unsent` recent ones that were refused, withdrawn or lost. `answered`
    are the responses in force, which hold back reminders; `unanswered` escalates at `escalates`,
    None if no step is left.
    """

    last: LastCheck | None
    wakes: date | None
    word: NextWord
    digest_on: date | None
    known_on: date | None
    waiting: tuple[StoredDelivery, ...]
    unsent: tuple[StoredDelivery, ...]
    answered: tuple[AlertResponse, ...]
    unanswered: tuple[UnansweredAlert, ...]
    escalates: datetime | None


def why_quiet(view: View, deal: StoredDeal, store: Store) -> Message:
    """Why no alert is sent just now and when the next one is; that first.

    The view is of the deal's own day, on what is known by now, and compares readings.
    """
    q = quiet_reasons(deal, view.assessment, store)
    sections = (
        Section(rows=rows(*_rows(view, q))),
        listed(f"Sent on {words.day(q.word.day)}", (_alert(a) for a in q.word.alerts)),
        listed("Waiting to be sent", (_sent(s, view) for s in q.waiting)),
        listed("Held back by a response", (_answer(h, view) for h in q.answered)),
        listed("Not yet answered", (_unanswered(u, view) for u in q.unanswered)),
        listed("Recently not sent", (_sent(s, view) for s in q.unsent)),
    )
    return Message(preview="", headline=_headline(view, q), sections=with_content(*sections))


def _headline(view: View, q: QuietReasons) -> str:
    closed = view.calendar.closed_because(view.assessment.as_of)
    if view.closing is not None and view.closing.is_closed:
        return "The deal is closed; no alert is sent"
    if q.waiting:
        now = f"{words.number(len(q.waiting), 'message')} still to be sent"
    elif q.last is None:
        now = "not checked yet"
    elif closed:
        now = f"{words.day(view.assessment.as_of)} is closed ({closed})"
    elif q.word.day == view.assessment.as_of:
        now = "today's checks are not complete"
    else:
        now = "every alert due was sent"
    return words.sentence(f"{now}; {_next(q)}")


def _next(q: QuietReasons) -> str:
    """What comes next: an event that becomes known first, else the next alert."""
    day = words.day(q.word.day)
    if q.known_on is not None and q.known_on < q.word.day:
        return f"next event of the file known {words.day(q.known_on)}"
    if q.word.alerts:
        first, *more = q.word.alerts
        rest = f" and {len(more)} more" if more else ""
        return f"next {_about(first)}{rest}, {day}"
    if q.known_on is not None and q.known_on == q.word.day:
        return f"next event of the file known {day}"
    return f"no alert is due before {day}"


def _rows(view: View, q: QuietReasons) -> Iterator[tuple[str, str]]:
    zone, today = view.terms.agreement.time_zone, view.assessment.as_of
    closed = view.calendar.closed_because(today)
    yield (
        "Today",
        f"closed ({closed}): alerts are sent only for a new event" if closed else "a Business Day",
    )
    if q.last is not None:
        planned = words.number(q.last.planned, "message") if q.last.planned else "nothing to send"
        at = words.instant(q.last.at, zone)
        yield "Last check", f"{at}, {q.last.slot}: {planned}"
    yield "Next check", words.day(q.wakes) if q.wakes else "the next scheduled check"
    if q.digest_on is not None:
        yield "Next digest", words.day(q.digest_on)
    if q.known_on is not None:
        yield "Next event", f"becomes known {words.day(q.known_on)}"
    outbox = f"{words.number(len(q.waiting), 'message')} to be sent"
    yield "Outbox", outbox if q.waiting else "empty"
    if q.escalates is not None:
        yield "Next escalation", words.instant(q.escalates, zone)


def _about(alert: Alert) -> str:
    return f"{alert.title} ({reason_word(alert.reason)})"


def _alert(alert: Alert) -> str:
    due = f", {words.day(alert.due)}" if alert.due else ""
    reasons = words.listed(map(reason_word, alert.reasons))
    where = f", {words.clause(alert.clause)}" if alert.clause else ""
    return f"{alert.title}{due}{where}: {reasons} ({alert.instance})"


def _sent(each: StoredDelivery, view: View) -> str:
    alert = each.delivery.alert
    because = f": {why}" if (why := notices.describe_cause(each.cause)) else ""
    to = notices.describe_route(each.delivery.route, view)
    lost = " whether it arrived" if each.state is State.UNKNOWN else ""
    return f"{words.day(alert.day)}, {alert.title} to {to}, {each.state}{lost}{because}"


def _answer(h: AlertResponse, view: View) -> str:
    until = f" until {words.day(h.until)}" if h.until else ""
    about = matter(view, h.instance)
    name = about.title if about else h.instance
    return f"{name}: {h.action} by {view.name(h.by)}{until} ({h.instance})"


def _unanswered(u: UnansweredAlert, view: View) -> str:
    zone = view.terms.agreement.time_zone
    return (
        f"{u.item.title}: {reason_word(u.reason)}, since {words.instant(u.since, zone)} "
        f"({u.item.instance})"
    )


def quiet_reasons(deal: StoredDeal, assessment: Assessment, store: Store) -> QuietReasons:
    """What a deal waits for on its day; the assessment as in `why_quiet`."""
    today, last = assessment.as_of, _last_run(deal.meta.id, assessment.as_of, store)
    known_at = _as_far_as_played(deal, assessment)
    said = alert_history(deal.meta.id, known_at, store)
    look = next_look(assessment, known_at, deal, said, digests=False)
    for_digests = next_look(assessment, known_at, deal, said).word
    looked_at, working = last.known_at if last else known_at, working_time(deal, assessment)
    steps = plan_escalations(assessment, deal.team, said, working, looked_at)
    sent = store.outbox.of_deal(deal.meta.id, today - _LATELY)
    older = _older(deal, today - _LATELY, store)
    return QuietReasons(
        last=LastCheck(last.slot, last.known_at, last.planned) if last else None,
        wakes=deal.meta.wake_on if deal.meta.wake_on > date.min else None,
        word=look.word,
        digest_on=for_digests.day if for_digests.digests else None,
        known_on=look.known_on,
        waiting=tuple(each for each in (*older, *sent) if not each.is_final),
        unsent=tuple(e for e in reversed(sent) if e.is_final and e.state is not State.SENT),
        answered=tuple(_in_force(said, today)),
        unanswered=tuple(_gravest(assessment, said, deal)),
        escalates=steps.next_at,
    )


def what_is_next(deal: StoredDeal, assessment: Assessment, store: Store) -> NextLook:
    """What is sent or becomes known next, as `why_quiet` shows it: digests do not count."""
    known_at = _as_far_as_played(deal, assessment)
    said = alert_history(deal.meta.id, known_at, store)
    return next_look(assessment, known_at, deal, said, digests=False)


def _as_far_as_played(deal: StoredDeal, assessment: Assessment) -> datetime:
    """The instant through which everything due was sent, including that instant.

    For a rehearsal to be checked again on its day, that of its last check; before its first, the
    end of the day before.
    """
    today, played = assessment.as_of, deal.meta.known_at
    if not deal.meta.rehearsal or deal.meta.wake_on > today:
        return assessment.known_at
    if played is None:
        return end_of(today - timedelta(days=1), deal.log.zone)
    return played + timedelta(microseconds=1)


def _last_run(deal: str, today: date, store: Store) -> Run | None:
    """The latest check of the deal, in any slot."""
    latest = next(store.runs.before(deal, today + timedelta(days=1)), None)
    if latest is None:
        return None
    return max(store.runs.of_day(deal, latest.as_of), key=lambda run: run.known_at)


def _older(deal: StoredDeal, before: date, store: Store) -> Iterator[StoredDelivery]:
    """The unfinished deliveries from the days before."""
    for key in store.outbox.unfinished(deal.meta.rehearsal):
        if key.deal == deal.meta.id and key.day < before and (each := store.outbox.get(key)):
            yield each


def _gravest(
    assessment: Assessment, said: AlertHistory, deal: StoredDeal
) -> Iterator[UnansweredAlert]:
    """The unanswered alerts, one for each instance with its gravest reason."""
    by_instance: dict[str, UnansweredAlert] = {}
    for each in list_unanswered(assessment, said, deal.team.escalation):
        by_instance.setdefault(each.item.instance, each)
    yield from by_instance.values()


def _in_force(said: AlertHistory, today: date) -> Iterator[AlertResponse]:
    """The response in effect for each instance as last announced."""
    for instance in dict.fromkeys(h.instance for h in said.handled):
        spoken = said.of(instance)
        revision = spoken[-1].revision if spoken else 0
        response = response_in_effect(said.handled, instance, revision, today)
        if response is not None:
            yield response
