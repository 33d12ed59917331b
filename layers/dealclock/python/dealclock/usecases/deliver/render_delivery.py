"""A delivery made ready: the post or the mail in its words, so that what is left is to send it."""

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TypeAlias
from weakref import WeakKeyDictionary

from dealclock import __version__
from dealclock.access.people import Person
from dealclock.alerts.delivery import Delivery
from dealclock.channels import Mail, Outcome, Post
from dealclock.engine.assessment import Assessment
from dealclock.media import invitation, mail, plain, slack
from dealclock.messages import notices
from dealclock.messages.alert import render_alert
from dealclock.messages.message import Message
from dealclock.messages.view import View
from dealclock.store import DeliveryKey, Rendition, Store, StoredDeal, StoredDelivery
from dealclock.usecases.approvals import approvals_of
from dealclock.usecases.deliver.personal import ButtonRef, Personal
from dealclock.usecases.deliver.pre_send_check import handled
from dealclock.usecases.plan.assess_deal import assess_as_of
from dealclock.usecases.plan.invitations import act_by
from dealclock.usecases.services import Services

_MOST_CACHED = 4  # assessments of one store; a few hundred kilobytes each

# Assessments under all readings, remembered while one worker renders the messages of a morning:
# one alert goes by several routes, and a morning has several alerts. Late in a deal an assessment
# takes a third of a second. It depends on nothing but its key, so remembering it changes no word,
# and none outlives the store it was read from.

Versions: TypeAlias = tuple[int, int]
"""Of the terms and of the team."""

_Key: TypeAlias = tuple[str, Versions, int, date, datetime]
_kept: "WeakKeyDictionary[Store, OrderedDict[_Key, Assessment]]" = WeakKeyDictionary()


def cached_assessment(
    deal: StoredDeal, versions: Versions, as_of: date, known_at: datetime, store: Store
) -> Assessment:
    """The deal's assessment beside all readings, made again or as it was made before.

    `versions` are those of the terms and the team that `deal` holds, its latest or not.
    """
    key = (deal.meta.id, versions, deal.meta.fact_sequence, as_of, known_at)
    kept = _kept.setdefault(store, OrderedDict())
    if key not in kept:
        kept[key] = assess_as_of(deal, as_of, known_at)
    kept.move_to_end(key)
    while len(kept) > _MOST_CACHED:
        kept.popitem(last=False)
    return kept[key]


NOTHING = Personal()


@dataclass(frozen=True, slots=True)
class SlackPlacement:
    """Where a message is in Slack: in the thread of a message, or, "", by itself.

    `mentions` are the Slack ids of those it notifies; `in_channel` whether the channel shows the
    reply too.
    """

    thread: str = ""
    mentions: tuple[str, ...] = ()
    in_channel: bool = False


BY_ITSELF = SlackPlacement()


def said(stored: StoredDelivery, without: Collection[str] = ()) -> Delivery | None:
    """The delivery as it is sent: its first alert that still stands ahead, the others along.

    `without` are the ids of those that are no longer true; None where nothing is left.
    """
    alerts = [alert for alert in stored.alerts if alert.id not in without]
    return replace(stored.delivery, alert=alerts[0], others=tuple(alerts[1:])) if alerts else None


def render_delivery(
    delivery: Delivery, deal: StoredDeal, store: Store, present: Assessment | None = None
) -> Message:
    """What the delivery says, from the assessment it was planned from.

    `present` is the present one, for a message that was sent before.
    """
    if delivery.alert.kind == notices.ROUTE_FAILURE:
        return notices.render_route_failure(
            delivery.alert, deal.team.code_name, deal.meta.rehearsal
        )
    if delivery.alert.kind == notices.PING:
        return notices.render_ping(delivery.alert, deal.team.code_name, deal.meta.rehearsal)
    if delivery.alert.kind == notices.EMERGENCY_ACCESS:
        return notices.render_emergency_access(
            delivery.alert, deal.team.code_name, deal.meta.rehearsal
        )
    if delivery.alert.kind == invitation.KIND:
        moment, zone = act_by(delivery, store), deal.terms.agreement.time_zone
        return invitation.compose_message(delivery.alert, moment, deal.team.code_name, zone)
    if delivery.alert.kind == notices.MAIL_NOTE:
        return _note(delivery, deal, store)
    if delivery.alert.kind == notices.THREAD_NOTE:
        return notices.render_thread_note(delivery.alert, deal.team.code_name, deal.meta.rehearsal)
    view = replace(view_of(delivery, deal, store), present=present)
    return render_alert(delivery.alert, view, delivery.others)


def view_of(delivery: Delivery, deal: StoredDeal, store: Store) -> View:
    """The deal as it was seen when the delivery was planned, for the team as it now is."""
    planned, versions = deal, (delivery.terms_version, delivery.team_version)
    if deal.meta.team_version != delivery.team_version:
        # The team's readings may have changed since, and with them what there is to tell of.
        planned = store.deals.get(deal.meta.id, *versions) or deal
    return View.of(
        assessment=cached_assessment(
            planned, versions, delivery.alert.day, delivery.known_at, store
        ),
        terms=deal.terms,
        terms_version=delivery.terms_version,
        team=deal.team,
        log=deal.log,
        rehearsal=deal.meta.rehearsal,
        handled=handled(deal, delivery.known_at, store),
        approvals=approvals_of(deal, store),
    )


def outgoing(
    name: str,
    delivery: Delivery,
    message: Message,
    deal: StoredDeal,
    services: Services,
    own: Personal = NOTHING,
    where: SlackPlacement = BY_ITSELF,
) -> Callable[[], Outcome]:
    """The post or the mail, made; what is left is to send it. `name` is the delivery's id."""
    now = services.now()
    if delivery.route.in_slack:
        ready = post(name, delivery, message, deal, where)
        return lambda: services.outlets.slack.send(ready)
    address = _person(delivery, deal).email
    envelope = mail.Envelope(name, services.outlets.sender, address, now)
    alert = delivery.alert
    if alert.kind == invitation.KIND:
        code_name, zone = deal.team.code_name, deal.terms.agreement.time_zone
        moment = act_by(delivery, services.store)
        event = invitation.compose_event(alert, moment, code_name, zone, delivery.known_at)
        content = mail.render_email(message, envelope, alert, delivery.known_at, event=event)
    else:
        # Of a live deal the date goes by invitation; a rehearsal's email brings it as a file.
        alert = replace(alert, calendar=alert.calendar and deal.meta.rehearsal)
        content = mail.render_email(message, envelope, alert, delivery.known_at, own.answering)
    letter = Mail(name, services.outlets.sender, address, content)
    return lambda: services.outlets.mail.send(letter)


def post(
    name: str,
    delivery: Delivery,
    told: Message,
    deal: StoredDeal,
    where: SlackPlacement = BY_ITSELF,
) -> Post:
    """The message as Slack gets it; `name` is the id of the delivery."""
    address = slack_address(delivery, deal)
    key = DeliveryKey(delivery.alert.deal, delivery.alert.day, name)
    ref = str(ButtonRef(key, delivery.alert.id))
    build_day_table = (
        slack.render_reply(told) if delivery.alert.thread else slack.render_message(told, ref)
    )
    if where.mentions:
        build_day_table = slack.add_mentions(build_day_table, where.mentions)
    people = deal.team.access
    return Post(
        name,
        address,
        build_day_table.text,
        build_day_table.blocks,
        people,
        where.thread,
        where.in_channel,
    )


def slack_address(delivery: Delivery, deal: StoredDeal) -> str:
    """The channel's id, or the Slack id of the person; nowhere for one no longer of the team."""
    if delivery.route.kind == "mention":
        return deal.team.channel.id
    if delivery.route.kind == "slack":
        return delivery.route.to
    person = deal.team.access.person(delivery.route.to)
    return person.slack if person else ""


def rendition(
    message: Message, delivery: Delivery, deal: StoredDeal, own: Personal = NOTHING
) -> Rendition:
    """The words, and what they were made from; a personal link is not among what is kept."""
    return Rendition(
        text=plain.as_mail_text(message, own.answering.hidden() if own.answering else None),
        terms_version=delivery.terms_version,
        team_version=deal.meta.team_version,
        engine=__version__,
        approved=deal.meta.approved,
    )


def marked(message: Message, *, repeated: bool, present: str = "") -> Message:
    """The same message, saying that it may be a repetition, or how the matter stands since."""
    return replace(message, repeated=repeated, present=present)


def _note(delivery: Delivery, deal: StoredDeal, store: Store) -> Message:
    alert, name, rehearsal = delivery.alert, deal.team.code_name, deal.meta.rehearsal
    filed = store.archive.note(alert.deal, alert.instance.partition("/")[2])
    if filed is None:
        return notices.render_missing_mail_note(name, alert.day, rehearsal)
    writer = deal.team.access.person(filed.person)
    written = notices.WrittenNote(
        writer.name if writer else "Someone no longer of the team",
        filed.text,
        filed.clause,
        filed.instance,
        filed.attachments,
    )
    return notices.render_mail_note(written, name, alert.day, rehearsal)


def _person(delivery: Delivery, deal: StoredDeal) -> Person:
    return next(p for p in deal.team.access.people if p.id == delivery.route.to)
