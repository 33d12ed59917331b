"""Where a post goes in a channel: by itself, or in the thread of the first one of its cause.

Later news of a cause is a reply, so that its history reads from top to bottom. A post of several
causes is a reply if they share a thread already; otherwise it is posted by itself, and opens the
thread of each. A reply waits at most PARENT_WITHIN for a parent that is on its way. If the parent
never arrived, or a person deleted it, the reply is posted by itself and opens a new thread.
"""

from collections.abc import Iterable
from datetime import timedelta

from dealclock.alerts.delivery import Delivery
from dealclock.alerts.outcome import Later, Refused, State
from dealclock.alerts.posts import list_mentions, root_cause
from dealclock.jobs.deliver.render_delivery import SlackPlacement, view_of
from dealclock.jobs.services import Services
from dealclock.people.policy import Reason
from dealclock.store import Claim, DeliveryKey, Store, StoredDeal
from dealclock.store.outbox import Outbox

PARENT_WITHIN = timedelta(seconds=60)
_LOOK_AGAIN = 5  # seconds
NO_THREAD = "no_thread"
"""The cause of a refused mention: the channel has no message for it to answer."""
DELETED = frozenset({"cannot_reply_to_message", "thread_not_found", "message_not_found"})
"""Slack's errors if the parent was deleted."""


def place_in_slack(
    claim: Claim, delivery: Delivery, deal: StoredDeal, services: Services
) -> SlackPlacement | Later | Refused:
    """Where the delivery goes in Slack; or why it has to wait or is refused."""
    thread = _thread(claim, delivery, deal, services)
    if not isinstance(thread, str):
        return thread
    asks = any(a.reason is Reason.ESCALATED for a in delivery.alerts) or _has_critical(
        delivery, deal
    )
    for_one = delivery.route.kind == "mention"
    if (delivery.alert.thread and not for_one) or not (thread or asks):
        return SlackPlacement(thread)
    mentions = _mentions(delivery, deal, services.store)
    return SlackPlacement(thread, mentions, bool(thread) and _has_critical(delivery, deal))


def _thread(
    claim: Claim, delivery: Delivery, deal: StoredDeal, services: Services
) -> str | Later | Refused:
    """Slack's id of the message whose thread the delivery goes in; "" for a post by itself.

    A mention of a person goes only in a thread: without one it is refused, and a direct message
    replaces it.
    """
    if delivery.alert.thread or not delivery.root_cause:
        return delivery.alert.thread
    if delivery.route.kind not in ("slack", "mention"):
        return ""
    key, mention = claim.key, delivery.route.kind == "mention"
    channel, outbox = deal.team.channel.id, services.store.outbox
    causes = _causes(delivery, deal, services.store)
    if mention:
        parent = outbox.thread(key.deal, causes[0], channel)
    else:
        parents = {outbox.thread_parent(key, cause, channel) for cause in causes}
        parent = parents.pop() if len(parents) == 1 else key
    if parent == key:
        _open_thread(key, causes, channel, outbox)
        return ""
    stored = outbox.get(parent) if parent else None
    if stored is not None and stored.state is State.SENT and stored.provider_id:
        return stored.reply_to or stored.provider_id
    on_its_way = stored is not None and not stored.is_final
    if on_its_way and services.now() < claim.stored.planned_at + PARENT_WITHIN:
        return Later(_LOOK_AGAIN, route=False)
    if mention:
        return Refused(NO_THREAD)
    if not on_its_way:
        _open_thread(key, causes, channel, outbox)
    return ""


def _causes(delivery: Delivery, deal: StoredDeal, store: Store) -> tuple[str, ...]:
    """The root causes of the delivery's alerts, the headline's first."""
    assessment = view_of(delivery, deal, store).assessment
    return tuple(dict.fromkeys(root_cause(alert, assessment) for alert in delivery.alerts))


def _open_thread(key: DeliveryKey, causes: Iterable[str], channel: str, outbox: Outbox) -> None:
    """Make the post the parent of later news of each of the causes."""
    for cause in causes:
        parent = outbox.thread_parent(key, cause, channel)
        if parent != key:
            outbox.thread_parent(key, cause, channel, gone=parent)


def replace_parent(claim: Claim, delivery: Delivery, deal: StoredDeal, services: Services) -> None:
    """Make the delivery the parent of its causes' threads, since the parent was deleted."""
    causes, channel = _causes(delivery, deal, services.store), deal.team.channel.id
    _open_thread(claim.key, causes, channel, services.store.outbox)


def _mentions(delivery: Delivery, deal: StoredDeal, store: Store) -> tuple[str, ...]:
    """The Slack ids of the people a message mentions: who is to act, or is asked next."""
    route = delivery.route
    if route.kind == "mention":
        people: tuple[str, ...] = (route.to,)
    elif route.kind == "slack":
        people = list_mentions(
            delivery.alerts, view_of(delivery, deal, store).assessment, deal.team
        )
    else:
        return ()
    mentioned = (deal.team.access.person(id_) for id_ in people)
    return tuple(person.slack for person in mentioned if person)


def _has_critical(delivery: Delivery, deal: StoredDeal) -> bool:
    """Whether the delivery has news that must be answered.

    It then mentions the person who is to act, and a reply is shown in the channel too.
    """
    policy = deal.team.escalation
    news = (alert for alert in delivery.alerts if alert.reason is not Reason.ESCALATED)
    return any(policy.critical_of(alert.reasons, alert.kind) for alert in news)
