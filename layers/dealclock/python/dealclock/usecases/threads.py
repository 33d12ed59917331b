"""Where a post goes in a channel: by itself, or into the thread of the first one of its cause.

Later news of a cause is a reply, so that its history reads from top to bottom. It never waits long:
a parent that is on its way is waited for at most PARENT_WITHIN; one that never arrived, or that a
person deleted, is followed by a post of its own, which opens a new thread.
"""

from datetime import timedelta

from dealclock.alerts.delivery import Delivery, State
from dealclock.alerts.policy import Reason
from dealclock.alerts.posts import named
from dealclock.channels import Refused
from dealclock.store import Claim, Store, StoredDeal
from dealclock.usecases.look_up_outcome import Wait
from dealclock.usecases.render_delivery import SlackPlacement, view_of
from dealclock.usecases.services import Services

PARENT_WITHIN = timedelta(seconds=60)
_LOOK_AGAIN = timedelta(seconds=5)
NO_THREAD = "no_thread"
"""Why a mention is refused: there is no message in the channel that it could answer."""
DELETED = frozenset({"cannot_reply_to_message", "thread_not_found", "message_not_found"})
"""What Slack says where the parent was deleted."""


def place(
    claim: Claim, told: Delivery, deal: StoredDeal, services: Services
) -> SlackPlacement | Wait | Refused:
    """Where the delivery goes, said as `told`; or what keeps it from going."""
    thread = _thread(claim, deal, services)
    if not isinstance(thread, str):
        return thread
    escalates = any(alert.reason is Reason.ESCALATED for alert in told.alerts)
    if told.alert.thread or not (thread or escalates):
        return SlackPlacement(thread)
    mention = _mentioned(told, deal, services.store)
    return SlackPlacement(thread, mention, bool(thread) and _shown_in_channel(told, deal))


def _thread(claim: Claim, deal: StoredDeal, services: Services) -> str | Wait | Refused:
    """The message in whose thread the delivery goes, as Slack calls it; "" for a post of its own.

    A mention of a person goes nowhere else: without a thread it is refused, and a direct message
    takes over.
    """
    delivery, own = claim.delivery, claim.key
    if delivery.alert.thread or not delivery.root_cause:
        return delivery.alert.thread
    if delivery.route.kind not in ("slack", "mention"):
        return ""
    mention = delivery.route.kind == "mention"
    channel, outbox = deal.team.channel.id, services.store.outbox
    if mention:
        parent = outbox.thread(own.deal, delivery.root_cause, channel)
    else:
        parent = outbox.thread_parent(own, delivery.root_cause, channel)
    if parent == own:
        return ""
    stored = outbox.get(parent) if parent else None
    if stored is not None and stored.state is State.SENT and stored.provider_id:
        return stored.reply_to or stored.provider_id
    on_its_way = stored is not None and not stored.is_final
    if on_its_way and services.now() < claim.stored.planned_at + PARENT_WITHIN:
        return Wait(services.now() + _LOOK_AGAIN)
    if mention:
        return Refused(NO_THREAD)
    if not on_its_way and parent is not None:
        outbox.thread_parent(own, delivery.root_cause, channel, gone=parent)
    return ""


def replace_parent(claim: Claim, deal: StoredDeal, services: Services) -> None:
    """The parent was deleted: from now on the delivery itself opens the thread of its cause."""
    delivery, channel = claim.delivery, deal.team.channel.id
    outbox = services.store.outbox
    parent = outbox.thread(claim.key.deal, delivery.root_cause, channel)
    if parent is not None and parent != claim.key:
        outbox.thread_parent(claim.key, delivery.root_cause, channel, gone=parent)


def _mentioned(delivery: Delivery, deal: StoredDeal, store: Store) -> str:
    """The Slack id of the person whom a message names: who is to act; "" where no one is."""
    route = delivery.route
    if route.kind == "mention":
        who = route.to
    elif route.kind == "slack":
        who = named(delivery.alert, view_of(delivery, deal, store).assessment, deal.team)
    else:
        return ""
    person = deal.team.access.person(who)
    return person.slack if person else ""


def _shown_in_channel(delivery: Delivery, deal: StoredDeal) -> bool:
    """Whether a reply is shown in the channel too: what must be answered is, when it is news."""
    policy = deal.team.escalation
    news = (alert for alert in delivery.alerts if alert.reason is not Reason.ESCALATED)
    return any(policy.critical_of(alert.reasons, alert.kind) for alert in news)
