"""The answer to "why is nothing happening?": what a deal waits for, and what keeps it silent."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import State
from dealclock.alerts.escalation import UnansweredAlert
from dealclock.alerts.responses import AlertResponse
from dealclock.alerts.slots import Slot
from dealclock.alerts.wake import NextWord
from dealclock.answers.compose import compose
from dealclock.answers.history.message import SentDelivery
from dealclock.messages import notices, words
from dealclock.messages.desk_parts import title
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.status_words import reason_word
from dealclock.messages.view import View


@dataclass(frozen=True, slots=True)
class LookedAt:
    """The last look at a deal: its slot and instant, and how many messages it planned."""

    slot: Slot
    at: datetime
    planned: int


@dataclass(frozen=True, slots=True)
class Quiet:
    """Everything that may keep a deal silent on its day.

    `last` is the last look at it, None before the first; `wakes` the day of the next one, None for
    the next sweep, whenever that is. `word` is the next alert if nothing more becomes known, its
    day that of the longest sleep where there is none; `digest_on` the day before it on which
    somebody has a digest, `known_on` one on which a fact of a rehearsal's file becomes known.
    `waiting` are deliveries not yet final; `unsent` those of late that were refused, withdrawn or
    lost. `answered` are the answers in force, which quiet something; `unanswered` is escalated at
    `escalates`, None where no step is left to take.
    """

    last: LookedAt | None
    wakes: date | None
    word: NextWord
    digest_on: date | None
    known_on: date | None
    waiting: tuple[SentDelivery, ...]
    unsent: tuple[SentDelivery, ...]
    answered: tuple[AlertResponse, ...]
    unanswered: tuple[UnansweredAlert, ...]
    escalates: datetime | None


def quiet(view: View, q: Quiet) -> Message:
    """Why nothing is said just now and when something will be; that first."""
    sections = (
        Section(rows=rows(*_rows(view, q))),
        listed(f"Said {words.day(q.word.day)}", (_alert(a) for a in q.word.alerts)),
        listed("Waiting to be sent", (_sent(s, view) for s in q.waiting)),
        listed("Quiet because somebody answered", (_answer(h, view) for h in q.answered)),
        listed("Nobody answered yet", (_unanswered(u, view) for u in q.unanswered)),
        listed("Not sent of late", (_sent(s, view) for s in q.unsent)),
    )
    return compose(view, _headline(view, q), sections, ())


def _headline(view: View, q: Quiet) -> str:
    closed = view.calendar.closed_because(view.assessment.as_of)
    if view.closing is not None and view.closing.is_closed:
        return "the deal is closed, so nothing is said"
    if q.waiting:
        now = f"{words.number(len(q.waiting), 'message')} still to be sent"
    elif q.last is None:
        now = "no sweep has looked at it yet"
    elif closed:
        now = f"{words.day(view.assessment.as_of)} is closed ({closed})"
    elif q.word.day == view.assessment.as_of:
        now = "the day is not over"
    else:
        now = "all is said that was due"
    return f"{now}; {_next(q)}"


def _next(q: Quiet) -> str:
    """What comes next: news of a fact where that comes first, else what is said without any."""
    day = words.day(q.word.day)
    if q.known_on is not None and q.known_on < q.word.day:
        return f"next a fact becomes known, {words.day(q.known_on)}"
    if q.word.alerts:
        first, *more = q.word.alerts
        rest = f" and {len(more)} more" if more else ""
        return f"next {_about(first)}{rest}, {day}"
    if q.known_on is not None and q.known_on == q.word.day:
        return f"next a fact becomes known, {day}"
    return f"no alert is due before {day}"


def _rows(view: View, q: Quiet) -> Iterator[tuple[str, str]]:
    zone, today = view.terms.agreement.time_zone, view.assessment.as_of
    closed = view.calendar.closed_because(today)
    yield (
        "Today",
        f"closed ({closed}): nothing is said but what a fact brings about"
        if closed
        else "a Business Day",
    )
    if q.last is not None:
        planned = words.number(q.last.planned, "message") if q.last.planned else "nothing to say"
        at = words.instant(q.last.at, zone)
        yield "Last looked at", f"{at}, {q.last.slot}: {planned}"
    yield "Next look", words.day(q.wakes) if q.wakes else "at the next sweep"
    if q.digest_on is not None:
        yield "Next digest", words.day(q.digest_on)
    if q.known_on is not None:
        yield "Next fact", f"one of its file becomes known {words.day(q.known_on)}"
    outbox = f"{words.number(len(q.waiting), 'message')} to be sent"
    yield "Outbox", outbox if q.waiting else "empty, nothing is left to send"
    if q.escalates is not None:
        yield "Next escalation", words.instant(q.escalates, zone)


def _about(alert: Alert) -> str:
    return f"{alert.title} ({reason_word(alert.reason)})"


def _alert(alert: Alert) -> str:
    due = f", {words.day(alert.due)}" if alert.due else ""
    reasons = words.listed(map(reason_word, alert.reasons))
    where = f", {words.clause(alert.clause)}" if alert.clause else ""
    return f"{alert.title}{due}{where}: {reasons} ({alert.instance})"


def _sent(each: SentDelivery, view: View) -> str:
    alert = each.delivery.alert
    because = f": {why}" if (why := notices.cause_words(each.cause)) else ""
    to = notices.route_words(each.delivery.route, view)
    lost = " whether it arrived" if each.state is State.UNKNOWN else ""
    return f"{words.day(alert.day)}, {alert.title} to {to}, {each.state}{lost}{because}"


def _answer(h: AlertResponse, view: View) -> str:
    until = f" until {words.day(h.until)}" if h.until else ""
    return f"{title(h.instance, view.terms)}: {h.action} by {view.name(h.by)}{until} ({h.instance})"


def _unanswered(u: UnansweredAlert, view: View) -> str:
    zone = view.terms.agreement.time_zone
    return (
        f"{u.title}: {reason_word(u.reason)}, since {words.instant(u.since, zone)} ({u.instance})"
    )
