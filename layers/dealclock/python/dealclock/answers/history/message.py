"""The answer to `/deal history`: what was recorded, sent and done about one obligation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from dealclock.alerts.delivery import Delivery, State
from dealclock.alerts.responses import AlertResponse
from dealclock.answers.compose import compose
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import EffectiveFact
from dealclock.messages import dates, releases, status_lines, words
from dealclock.messages.message import Message, cut, listed
from dealclock.messages.notices import describe_cause, describe_route
from dealclock.messages.status_words import reason_word
from dealclock.messages.view import Matter, View

_REPLY = 600  # characters of a reply that are shown; the proof pack has it whole


@dataclass(frozen=True, slots=True)
class MailReply:
    """A person's written reply to an alert by email; attachments were not kept."""

    at: datetime
    person: str
    text: str
    attachments: int


@dataclass(frozen=True, slots=True)
class SentDelivery:
    """A delivery and its outcome."""

    delivery: Delivery
    state: State
    cause: str | None


def render_history(
    view: View, m: Matter, sent: Sequence[SentDelivery], replies: Sequence[MailReply] = ()
) -> Message:
    """The status, the events it rests on, each message about it, and the responses and replies."""
    facts = view.log.known(view.assessment.as_of, view.assessment.known_at)
    used = [s for s in facts if s.id in m.grounds.facts]
    done = [h for h in view.handled if h.instance == m.instance]
    count_sent = words.number(len(sent), "message")
    acts = words.number(len(done), "act")
    wrote = words.number(len(replies), "reply", "replies")
    both = f"{count_sent}, {acts} and {wrote}" if replies else f"{count_sent} and {acts}"
    provision = m.instance.partition("/")[0]
    kinds = {
        getattr(rule, "met_by", None) for rule in view.terms.provisions if rule.id == provision
    }
    done_by = "; ".join(_describe_event_done(s, view) for s in used if s.kind in kinds)
    headline = (
        f"{m.title}, {dates.describe_dates(m.part)}: "
        f"{f'{done_by}; ' * bool(done_by)}{both} on record"
    )
    sections = (
        listed("Now", [status_lines.describe_status(m, view)]),
        listed("Recorded", (_describe_fact(s, view) for s in used)),
        listed("Sent", (_describe_delivery(s, view) for s in sorted(sent, key=_delivery_time))),
        listed("Responses", (_describe_response(h, view) for h in done)),
        listed("Released outside the team", releases.render_lines(m.instance, view)),
        listed("Written replies by email", (_describe_reply(each, view) for each in replies)),
    )
    return compose(view, headline, sections, [m.grounds])


def _describe_event_done(event: EffectiveFact, view: View) -> str:
    """What was done: to whom notice was given, how and when, and who recorded it."""
    fact = event.fact
    deliveries = [
        f"to the {view.party(each.to) if each.to in view.terms.parties else each.to} by "
        f"{each.method} {words.day(each.on)}"
        + (f", acknowledged {words.day(each.acknowledged)}" if each.acknowledged else "")
        for each in fact.given
    ]
    by = f", recorded by {fact.recorded_by}" if fact.recorded_by else ""
    what = (
        f"given {words.listed(deliveries)}" if deliveries else f"{fact.kind} {words.day(event.on)}"
    )
    if fact.amount is not None:
        what += f", {words.dollars(Fraction(fact.amount))}"
    elif KINDS[fact.kind].asks:
        what += ", amount not stated"
    return f"{what}{by} ({event.id})"


def _delivery_time(each: SentDelivery) -> datetime:
    return each.delivery.known_at


def _describe_reply(each: MailReply, view: View) -> str:
    at = words.instant(each.at, view.terms.agreement.time_zone)
    left = words.number(each.attachments, "attachment")
    beside = f" ({left} not kept)" if each.attachments else ""
    return f"{at}, {view.name(each.person)}: {cut(' '.join(each.text.split()), _REPLY)}{beside}"


def _describe_fact(event: EffectiveFact, view: View) -> str:
    fact = event.fact
    text = KINDS[fact.kind].description.rstrip(".")
    by = f", recorded by {fact.recorded_by}" if fact.recorded_by else ""
    zone = view.terms.agreement.time_zone
    recorded = f", {words.instant(fact.recorded_at, zone)}" if fact.recorded_at else ""
    evidence = f"; evidence: {fact.evidence}" if fact.evidence else ""
    return f"{words.day(event.on)}: {text} ({event.id}{by}{recorded}){evidence}"


def _describe_delivery(each: SentDelivery, view: View) -> str:
    alert, to = each.delivery.alert, describe_route(each.delivery.route, view)
    reasons = words.listed(map(reason_word, alert.reasons))
    cause = describe_cause(each.cause)
    why = f" ({cause})" if cause else ""
    return f"{words.day(alert.day)}, {each.delivery.slot}: {reasons}, to {to}: {each.state}{why}"


def _describe_response(each: AlertResponse, view: View) -> str:
    until = f", until {words.day(each.until)}" if each.until else ""
    zone = view.terms.agreement.time_zone
    wrote = f": {cut(each.note, _REPLY)}" if each.note else ""
    return f"{words.instant(each.at, zone)}: {each.action} by {view.name(each.by)}{until}{wrote}"
