"""The history of one obligation in words: what was recorded, sent and done about it."""

from collections.abc import Iterator
from fractions import Fraction

from dealclock.alerts.responses import AlertResponse
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.explain.message import with_others
from dealclock.answers.history.result import (
    AlertDelivery,
    HistoryEvent,
    HistoryResult,
    MailReply,
)
from dealclock.facts.kinds import kinds_of, what_happened
from dealclock.messages import releases, words
from dealclock.messages.message import Message, cut, listed
from dealclock.messages.notices import describe_cause, describe_route
from dealclock.messages.status_words import reason_word
from dealclock.messages.view import DealView

_REPLY = 600  # characters of a reply that are shown; the proof pack has it whole


def message(result: HistoryResult, view: DealView) -> Message:
    """The status, the events it rests on, each message about it, and the responses and replies."""
    sections = (
        listed("Now", [result.status]),
        listed("Recorded", (_describe_event(each, view) for each in result.events)),
        listed("Sent", (_describe_delivery(each, view) for each in result.sent)),
        listed("Responses", (_describe_response(each, view) for each in result.responses)),
        listed(
            "Released outside the team",
            (releases.describe_release(each, view.log.zone) for each in result.releases),
        ),
        listed(
            "Written replies by email", (_describe_reply(each, view) for each in result.replies)
        ),
    )
    banners = terms_used(result.heading)
    headline = tuple(_headline(result, view))
    composed = compose(view, headline, sections, [result.why], banners=banners)
    return with_others(composed, result.others, "history")


def _headline(result: HistoryResult, view: DealView) -> Iterator[str]:
    """What was done, how, and who recorded it, or that it was not and by when it is due; then how
    many messages and responses are on record."""
    done = [_describe_event_done(each, view) for each in result.events if each.satisfies]
    status = result.status.partition(". ")[0]
    state, still_open, _ = status.partition(": not yet satisfied")
    if done:
        yield f"{result.title}: {done[-1]}"
        by = next(e.recorded_by for e in reversed(result.events) if e.satisfies)
        yield from [f"recorded by {by}"] if by else []
        yield from ["late"] if " late " in status else []
        yield from [f"{len(done) - 1} more below"] if len(done) > 1 else []
    elif still_open:
        rule = result.instance.partition("/")[0]
        kind = next((p.type for p in view.terms.provisions if p.id == rule), "")
        late = "" if state == "Open" else f", {state.lower()}"
        yield f"{result.title}: {_NOT_DONE.get(kind, 'not satisfied')}{late}"
    else:
        yield f"{result.title}: {status[:1].lower()}{status[1:]}"
    yield result.dates
    counts = [words.number(len(result.sent), "message")] if result.sent else []
    counts += [words.number(len(result.responses), "response")] if result.responses else []
    counts += [words.number(len(result.replies), "reply", "replies")] if result.replies else []
    yield from [f"{words.listed(counts)} on record"] if counts else []


_NOT_DONE = {"notice": "not given", "payment": "not paid"}


def _describe_event_done(event: HistoryEvent, view: DealView) -> str:
    """What was done: to whom notice was given, how and when."""
    kind = kinds_of(view.terms)[event.kind]
    what = f"{event.kind.replace('-', ' ')} {view.near(event.on)}"
    if event.given:
        ways = dict.fromkeys((each.method, each.on) for each in event.given)
        to = dict.fromkeys(_name_recipient(each.to, view) for each in event.given)
        how = words.listed(f"by {method} {view.near(on)}" for method, on in ways)
        what = f"given to {words.listed(to)} {how}"
        receipts = dict.fromkeys(e.acknowledged for e in event.given if e.acknowledged)
        if receipts:
            what += ", acknowledged"
        if receipts and set(receipts) != {on for _, on in ways}:
            what += f" {words.listed(view.near(each) for each in receipts)}"
    if event.amount is not None:
        what += f", {words.dollars(Fraction(event.amount))}"
    elif kind.asks:
        what += ", amount not stated"
    return what


def _name_recipient(to: str, view: DealView) -> str:
    return f"the {view.party(to)}" if to in view.terms.parties else to


def _describe_event(event: HistoryEvent, view: DealView) -> str:
    text = what_happened(event.kind, view.terms)
    by = f", recorded by {event.recorded_by}" if event.recorded_by else ""
    zone = view.terms.agreement.time_zone
    recorded = f", {words.instant(event.recorded_at, zone)}" if event.recorded_at else ""
    evidence = f"; evidence: {event.evidence}" if event.evidence else ""
    return f"{words.day(event.on)}: {text} ({event.id}{by}{recorded}){evidence}"


def _describe_delivery(each: AlertDelivery, view: DealView) -> str:
    reasons = words.listed(map(reason_word, each.reasons))
    cause = describe_cause(each.cause)
    why = f" ({cause})" if cause else ""
    route = describe_route(each.route, view)
    return f"{words.day(each.day)}, {each.slot}: {reasons}, to {route}: {each.state}{why}"


def _describe_response(each: AlertResponse, view: DealView) -> str:
    until = f", until {words.day(each.until)}" if each.until else ""
    zone = view.terms.agreement.time_zone
    wrote = f": {cut(each.note, _REPLY)}" if each.note else ""
    return f"{words.instant(each.at, zone)}: {each.action} by {view.name(each.by)}{until}{wrote}"


def _describe_reply(each: MailReply, view: DealView) -> str:
    at = words.instant(each.at, view.terms.agreement.time_zone)
    left = words.number(each.attachments, "attachment")
    not_kept = f" ({left} not kept)" if each.attachments else ""
    text = cut(" ".join(each.text.split()), _REPLY)
    return f"{at}, {view.name(each.person)}: {text}{not_kept}"
