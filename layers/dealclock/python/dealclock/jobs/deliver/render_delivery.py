"""Rendering a delivery: its Slack post or email, ready to send."""

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import date, datetime
from email.message import EmailMessage
from functools import partial
from typing import TypeAlias
from weakref import WeakKeyDictionary

from dealclock import __version__
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.outcome import Outcome
from dealclock.alerts.posts import owed_by
from dealclock.channels import Mail, Post
from dealclock.engine.assessment import Assessment
from dealclock.jobs.deal_day import approvals_of, handled
from dealclock.jobs.deliver.personal import ButtonRef, Personal
from dealclock.jobs.plan.assess_deal import assess_as_of, deal_view
from dealclock.jobs.plan.invitations import act_by
from dealclock.jobs.services import Services
from dealclock.messages import invitation, mail, plain, slack
from dealclock.messages.message import Message
from dealclock.messages.view import View
from dealclock.people.people import Person
from dealclock.people.policy import FIELDS
from dealclock.records import record
from dealclock.store import DeliveryKey, Rendition, Store, StoredDeal, StoredDelivery

_MOST_CACHED = 4  # assessments of one store; a few hundred kilobytes each

# Assessments under all readings, cached while one worker renders the messages of a morning: one
# alert goes by several routes, and a morning has several alerts. Late in a deal an assessment takes
# a third of a second. It depends only on its key, so caching changes no text, and none outlives the
# store it was read from.

Versions: TypeAlias = tuple[int, int]
"""The versions of the terms and of the team."""

_Key: TypeAlias = tuple[str, Versions, int, date, datetime]
_caches: "WeakKeyDictionary[Store, OrderedDict[_Key, Assessment]]" = WeakKeyDictionary()


def cached_assessment(
    deal: StoredDeal, versions: Versions, as_of: date, known_at: datetime, store: Store
) -> Assessment:
    """The deal's assessment compared under all readings, from the cache if it is there.

    `versions` are those of the terms and the team in `deal`, which may not be the latest.
    """
    key = (deal.meta.id, versions, deal.meta.fact_sequence, as_of, known_at)
    cache = _caches.setdefault(store, OrderedDict())
    if key not in cache:
        cache[key] = assess_as_of(deal, as_of, known_at)
    cache.move_to_end(key)
    while len(cache) > _MOST_CACHED:
        cache.popitem(last=False)
    return cache[key]


NOTHING = Personal()


@record
class SlackPlacement:
    """Where a message goes in Slack: in the thread of a message, or by itself ("").

    `mentions` are the Slack ids of those it notifies; `in_channel`: whether the channel shows the
    reply too.
    """

    thread: str = ""
    mentions: tuple[str, ...] = ()
    in_channel: bool = False


BY_ITSELF = SlackPlacement()


def delivery_to_send(stored: StoredDelivery, omit: Collection[str] = ()) -> Delivery | None:
    """The delivery to send: headed by its first alert that is still true, with the others.

    `omit` are the ids of alerts that are no longer true; None if none is left.
    """
    alerts = [alert for alert in stored.alerts if alert.id not in omit]
    return replace(stored.delivery, alert=alerts[0], others=tuple(alerts[1:])) if alerts else None


def party_of(delivery: Delivery, deal: StoredDeal, store: Store) -> str:
    """The party that owes what an email is about; the company where it is about nothing owed."""
    if delivery.route.kind != "email" or delivery.alert.kind not in FIELDS:
        return "company"
    return owed_by(delivery.alert.instance, view_of(delivery, deal, store).assessment)


def view_of(delivery: Delivery, deal: StoredDeal, store: Store) -> View:
    """The deal as it was when the delivery was planned, for the present team."""
    planned, versions = deal, (delivery.terms_version, delivery.team_version)
    if deal.meta.team_version != delivery.team_version:
        # The team's readings may have changed since, and with them what is due.
        planned = store.deals.get(deal.meta.id, *versions) or deal
    assessment = cached_assessment(planned, versions, delivery.alert.day, delivery.known_at, store)
    view = deal_view(
        deal,
        assessment,
        handled=handled(deal, delivery.known_at, store),
        approvals=approvals_of(deal, store),
    )
    return replace(view, terms_version=delivery.terms_version)


def prepare_send(
    name: str,
    delivery: Delivery,
    message: Message,
    deal: StoredDeal,
    services: Services,
    personal: Personal = NOTHING,
    placement: SlackPlacement = BY_ITSELF,
) -> Callable[[], Outcome]:
    """Make the post, the email or the SMS; return what sends it. `name` is the delivery's id."""
    if delivery.route.in_slack:
        post_to_send = post(name, delivery, message, deal, placement)
        return partial(services.outlets.slack.send, post_to_send)
    if delivery.route.kind == "sms":
        number = _person(delivery, deal).mobile or ""
        text = f"{message.headline} {personal.code}".rstrip()
        return partial(services.outlets.sms, number, text)
    alert, zone = delivery.alert, deal.terms.agreement.time_zone
    render = partial(mail.render_email, message, known_at=delivery.known_at)
    if alert.kind == invitation.KIND:
        moment = act_by(delivery, services.store)
        event = invitation.compose_event(
            alert, moment, deal.team.code_name, zone, delivery.known_at
        )
        render = partial(render, alert=alert, event=event)
    else:
        # A live deal's date goes by invitation; a rehearsal's email attaches it as a file.
        alert = replace(alert, calendar=alert.calendar and deal.meta.rehearsal)
        render = partial(render, alert=alert, answering=personal.reply_ways)
    return email(name, _person(delivery, deal).email, services, render)


def email(
    name: str, address: str, services: Services, render: Callable[[mail.Envelope], EmailMessage]
) -> Callable[[], Outcome]:
    """Make the email with `render`; return what sends it. `name` is the delivery's id."""
    sender = services.outlets.sender
    content = render(mail.Envelope(name, sender, address, services.now()))
    return partial(services.outlets.mail.send, Mail(name, sender, address, content))


def post(
    name: str,
    delivery: Delivery,
    message: Message,
    deal: StoredDeal,
    placement: SlackPlacement = BY_ITSELF,
) -> Post:
    """The Slack post of a message; `name` is the id of the delivery."""
    address = slack_address(delivery, deal)
    key = DeliveryKey(delivery.alert.deal, delivery.alert.day, name)
    ref = str(ButtonRef(key, delivery.alert.id))
    laid_out = (
        slack.render_reply(message) if delivery.alert.thread else slack.render_message(message, ref)
    )
    if placement.mentions:
        names = {person.slack: person.name for person in deal.team.access.people}
        mentioned = {id_: names.get(id_, id_) for id_ in placement.mentions}
        laid_out = slack.add_mentions(laid_out, mentioned)
    people = deal.team.access
    return Post(
        name,
        address,
        laid_out.text,
        laid_out.blocks,
        people,
        placement.thread,
        placement.in_channel,
    )


def slack_address(delivery: Delivery, deal: StoredDeal) -> str:
    """The channel's id, or the person's Slack id; "" for a person no longer on the team."""
    if delivery.route.kind == "mention":
        return deal.team.channel.id
    if delivery.route.kind == "slack":
        return delivery.route.to
    person = deal.team.access.person(delivery.route.to)
    return person.slack if person else ""


def slot_taken_until(
    deal: str, route: Route, services: Services, updates: str = ""
) -> datetime | None:
    """When the route is free for one more message, or with UPDATES for one more update; None once a
    slot is reserved, or needs none."""
    gap = services.outlets.gap(route)
    if not gap:
        return None
    return services.store.outbox.reserve_slot(deal, f"{route}{updates}", services.now(), gap)


def make_rendition(
    message: Message, delivery: Delivery, deal: StoredDeal, personal: Personal = NOTHING
) -> Rendition:
    """The text to archive, and what it was made from; personal links are left out."""
    hidden = personal.reply_ways.hidden() if personal.reply_ways else None
    by_sms = delivery.route.kind == "sms"
    return Rendition(
        text=message.headline if by_sms else plain.as_mail_text(message, hidden),
        terms_version=delivery.terms_version,
        team_version=deal.meta.team_version,
        engine=__version__,
        approved=deal.meta.approved,
    )


def mark_message(message: Message, *, repeated: bool, present: str = "") -> Message:
    """The same message, marked as a possible duplicate, or with the present status."""
    return replace(message, repeated=repeated, present=present)


def _person(delivery: Delivery, deal: StoredDeal) -> Person:
    return next(p for p in deal.team.access.people if p.id == delivery.route.to)
