"""Why is nothing happening? What a deal waits for, what is left to send, and what comes next."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from dealclock.alerts.alert import Alert, AlertHistory
from dealclock.alerts.escalation import UnansweredAlert, list_unanswered, plan_escalations
from dealclock.alerts.outcome import State
from dealclock.alerts.responses import response_in_effect
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


def why_quiet(view: View, deal: StoredDeal, store: Store) -> Message:
    """Why no alert is sent just now and when the next one is; that first.

    The view is of the deal's own day, on what is known by now, and compares readings.
    """
    assessment, zone = view.assessment, view.terms.agreement.time_zone
    today, last = assessment.as_of, _last_run(deal.meta.id, assessment.as_of, store)
    known_at = _as_far_as_played(deal, assessment)
    history = alert_history(deal.meta.id, known_at, store)
    ahead = next_look(assessment, known_at, deal, history, digests=False)
    digests = next_look(assessment, known_at, deal, history).word
    wakes, following = deal.meta.wake_on, ahead.word
    checked, working = last.known_at if last else known_at, working_time(deal, assessment)
    escalates = plan_escalations(assessment, deal.team, history, working, checked)[1]
    deliveries = store.outbox.of_deal(deal.meta.id)
    unfinished = [each for each in deliveries if not each.is_final]
    lately = [e for e in deliveries if e.delivery.alert.day >= today - _LATELY]
    unsent = [each for each in lately if each.is_final and each.state is not State.SENT]
    gravest: dict[str, UnansweredAlert] = {}  # by instance, each with its gravest reason
    for each in list_unanswered(assessment, history, deal.team.escalation):
        gravest.setdefault(each.item.instance, each)
    closed = view.calendar.closed_because(today)
    waiting = words.number(len(unfinished), "message")

    def facts() -> Iterator[tuple[str, str]]:
        shut = f"closed ({closed}): alerts are sent only for a new event"
        yield "Today", shut if closed else "a Business Day"
        if last is not None:
            planned = words.number(last.planned, "message") if last.planned else "nothing to send"
            yield "Last check", f"{words.instant(last.known_at, zone)}, {last.slot}: {planned}"
        yield "Next check", words.day(wakes) if wakes > date.min else "the next scheduled check"
        if digests.digests:
            yield "Next digest", words.day(digests.day)
        if ahead.known_on is not None:
            yield "Next event", f"becomes known {words.day(ahead.known_on)}"
        yield "Outbox", f"{waiting} to be sent" if unfinished else "empty"
        if escalates is not None:
            yield "Next escalation", words.instant(escalates, zone)

    unanswered = (
        f"{each.item.title}: {reason_word(each.reason)}, since {words.instant(each.since, zone)} "
        f"({each.item.instance})"
        for each in gravest.values()
    )
    if view.closing is not None and view.closing.is_confirmed:
        headline = "The deal is closed; no alert is sent"
    else:
        now = f"{waiting} still to be sent" if unfinished else _now(view, last, following.day)
        headline = f"{now}; {_next(ahead)}"
    sections = (
        Section(rows=rows(*facts())),
        listed(f"Sent on {words.day(following.day)}", map(_alert, following.alerts)),
        listed("Waiting to be sent", (_delivery(each, view) for each in unfinished)),
        listed("Held back by a response", _held_back(view, history)),
        listed("Not yet answered", unanswered),
        listed("Recently not sent", (_delivery(each, view) for each in reversed(unsent))),
    )
    return Message(preview="", headline=words.sentence(headline), sections=with_content(*sections))


def what_is_next(deal: StoredDeal, assessment: Assessment, store: Store) -> NextLook:
    """What is sent or becomes known next, as `why_quiet` shows it: digests do not count."""
    known_at = _as_far_as_played(deal, assessment)
    history = alert_history(deal.meta.id, known_at, store)
    return next_look(assessment, known_at, deal, history, digests=False)


def _now(view: View, last: Run | None, following: date) -> str:
    """Why nothing is being sent, where nothing is left to send."""
    today = view.assessment.as_of
    if last is None:
        return "not checked yet"
    if closed := view.calendar.closed_because(today):
        return f"{words.day(today)} is closed ({closed})"
    return "today's checks are not complete" if following == today else "every alert due was sent"


def _held_back(view: View, history: AlertHistory) -> Iterator[str]:
    """The response in effect for each instance as last announced."""
    for instance in dict.fromkeys(h.subject for h in history.handled):
        sent = history.of(instance)
        revision = sent[-1].revision if sent else 0
        held = response_in_effect(history.handled, instance, revision, view.assessment.as_of)
        if held is not None:
            until = f" until {words.day(held.until)}" if held.until else ""
            about = matter(view, instance)
            name = about.title if about else instance
            yield f"{name}: {held.action} by {view.name(held.by)}{until} ({instance})"


def _next(ahead: NextLook) -> str:
    """What comes next: an event that becomes known first, else the next alert."""
    day, known_on = ahead.word.day, ahead.known_on
    if ahead.word.alerts and (known_on is None or known_on >= day):
        first, *more = ahead.word.alerts
        rest = f" and {len(more)} more" if more else ""
        return f"next {first.title} ({reason_word(first.reason)}){rest}, {words.day(day)}"
    if known_on is not None and known_on <= day:
        return f"next event of the file known {words.day(known_on)}"
    return f"no alert is due before {words.day(day)}"


def _alert(alert: Alert) -> str:
    due = f", {words.day(alert.due)}" if alert.due else ""
    reasons = words.listed(map(reason_word, alert.reasons))
    where = f", {words.clause(alert.clause)}" if alert.clause else ""
    return f"{alert.title}{due}{where}: {reasons} ({alert.instance})"


def _delivery(each: StoredDelivery, view: View) -> str:
    alert = each.delivery.alert
    because = f": {why}" if (why := notices.describe_cause(each.cause)) else ""
    to = notices.describe_route(each.delivery.route, view)
    lost = " whether it arrived" if each.state is State.UNKNOWN else ""
    return f"{words.day(alert.day)}, {alert.title} to {to}, {each.state}{lost}{because}"


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
