"""Notes of what people did about alerts, in the threads of the messages they answer: their
responses, and that a lead confirmed or disputed a default.

Every run of a deal looks for responses without a note, so none is lost, by button, command or link.
A note is an ordinary delivery, whose id follows from the response, so it is planned only once. It
goes in the thread of its message; a message in a channel that is no longer the deal's gets no note.
The note that an item was handed to a person mentions that person; without a thread it is a direct
message, and by email where neither is possible.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.outcome import State
from dealclock.facts.log import day_of, last_day_of
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED
from dealclock.jobs.plan.plan_deliveries import delivery_now, plan_and_queue
from dealclock.jobs.services import Services
from dealclock.messages import notices
from dealclock.messages.notices import NOTICES
from dealclock.people.acts import Act
from dealclock.people.policy import Reason
from dealclock.store import SentHistory, StoredDeal, StoredDelivery

_RECENT = timedelta(days=7)


def plan_notes(
    named: str, known_at: datetime, services: Services, sent: SentHistory | None = None
) -> int:
    """Plan and queue a note for each response up to `known_at` without one; how many are new.

    `sent` is what the deal has sent, if the run has read it. While the deal is as its summary has
    seen it, each response before that has its note.
    """
    meta = services.store.deals.meta(named)
    deal = services.store.deals.get(named) if meta is not None and meta.handled else None
    if deal is None:
        return 0
    sent = sent or services.store.outbox.sent(deal.meta.id)
    all_responses = services.store.responses.of_deal(deal.meta.id)
    first = sent.since(sent.seen)
    responses = [h for h in all_responses if h.at <= known_at and h.at.date() > first]
    posts = sent.posts(sent.seen)
    # By the alert and not by the delivery: a note on any route counts.
    noted = {s.delivery.alert.id for s in posts}
    missing = (n for n in _notes(responses, posts, deal) if n.alert.id not in noted)
    return plan_and_queue(missing, deal.meta.rehearsal, services)[0]


def _notes(
    responses: Iterable[Act], posts: Iterable[StoredDelivery], deal: StoredDeal
) -> Iterator[Delivery]:
    channel = Route("slack", deal.team.channel.id)
    sent = [
        s
        for s in posts
        if s.delivery.route.kind == "slack" and s.delivery.alert.kind not in NOTICES and _sent(s)
    ]
    seen_acts = set()
    for response in responses:
        announced = (response.subject, response.content)
        answered = (
            s for s in sent if announced in {(a.instance, str(a.revision)) for a in s.alerts}
        )
        message = _last(answered, response.at)
        if message is None or message.delivery.route != channel:
            if response.to:
                yield _note(response, None, deal)
            continue
        # One response may answer several alerts of a post: one note covers them.
        act = (message.key, response.by, response.at, response.action, response.note)
        if act not in seen_acts:
            seen_acts.add(act)
            yield _note(response, message, deal)


def plan_conclusion_notes(
    deal: StoredDeal, known_at: datetime, services: Services, sent: SentHistory | None = None
) -> int:
    """Plan and queue a note for each default confirmed or disputed in the last week; how many.

    In the thread of the default's last message in the channel; without one there is none.
    """
    recorded = [
        fact
        for fact in deal.log.facts
        if fact.kind in (CONFIRMED, DISPUTED)
        and known_at - _RECENT < deal.log.recorded_at(fact) <= known_at
    ]
    if not recorded:
        return 0
    sent = sent or services.store.outbox.sent(deal.meta.id)
    posts = [s for s in sent.posts() if _sent(s)]
    noted = {s.delivery.alert.id for s in posts}
    channel = Route("slack", deal.team.channel.id)
    notes = []
    for fact in recorded:
        at = deal.log.recorded_at(fact)
        about = (
            s
            for s in posts
            if s.delivery.route == channel and any(a.instance in fact.abouts for a in s.alerts)
        )
        if message := _last(about, at):
            day = last_day_of(at, deal.log.zone)
            title = notices.describe_conclusion(fact, day)
            note = _note_under(message, ", ".join(fact.abouts), title, day, at, fact.id, deal)
            notes += [note] if note.alert.id not in noted else []
    return plan_and_queue(notes, deal.meta.rehearsal, services)[0]


def _sent(stored: StoredDelivery) -> bool:
    return stored.state is State.SENT and bool(stored.provider_id)


def _last(messages: Iterable[StoredDelivery], at: datetime) -> StoredDelivery | None:
    """The last of the messages in the channel that was planned by then; None if there is none."""
    matching = (s for s in messages if s.delivery.known_at <= at)
    return max(matching, key=lambda s: (s.delivery.known_at, s.delivery.id), default=None)


def _note(response: Act, message: StoredDelivery | None, deal: StoredDeal) -> Delivery:
    # One note per response, even if planning it again matches another message.
    step = f"{response.content} {response.at.isoformat()} {response.by} {response.action}"
    alerts = message.alerts if message else ()
    item = next((a.title for a in alerts if a.instance == response.subject), response.subject)
    title = notices.describe_response(response, deal.team.access, deal.log.zone, item)
    day = day_of(response.at, deal.log.zone)
    note = _note_under(message, response.subject, title, day, response.at, step, deal)
    if not response.to:
        return note
    return replace(note, route=Route("mention" if message else "dm", response.to))


def _note_under(
    message: StoredDelivery | None,
    instance: str,
    title: str,
    day: date,
    at: datetime,
    step: str,
    deal: StoredDeal,
) -> Delivery:
    """A line in the thread of a message, or by itself, about something done on that day, known from
    `at`."""
    under = message.delivery if message else None
    alert = Alert(
        deal=deal.meta.id,
        instance=f"note/{instance}",
        kind=notices.THREAD_NOTE,
        clause=under.alert.clause if under else "",
        title=title,
        reasons=(Reason.ANSWERED,),
        day=day,
        due=None,
        step=step,
        thread=(message.reply_to or message.provider_id or "") if message else "",
    )
    route = under.route if under else Route("slack", deal.team.channel.id)
    return delivery_now(deal, alert, route, at, under.slot if under else "escalation")
