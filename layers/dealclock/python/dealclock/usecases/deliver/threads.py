"""Where a post goes in a channel: by itself, or into the thread of the first one of its cause.

Later news of a cause is a reply, so that its history reads from top to bottom. A post of several
causes is a reply where they share a thread already; otherwise it stands by itself, and opens the
thread of each. A reply never waits long: a parent that is on its way is waited for at most
PARENT_WITHIN; one that never arrived, or that a person deleted, is followed by a post of its own,
which opens a new thread.
"""

from collections.abc import Iterable
from datetime import timedelta

from dealclock.alerts.delivery import Delivery, State
from dealclock.alerts.posts import list_mentions, root_cause
from dealclock.channels import Refused
from dealclock.store import Claim, DeliveryKey, Store, StoredDeal
from dealclock.store.outbox import Outbox
from dealclock.team.policy import Reason
from dealclock.usecases.deliver.look_up_outcome import Wait
from dealclock.usecases.deliver.render_delivery import SlackPlacement, view_of
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
    thread = _thread(claim, told, deal, services)
    if not isinstance(thread, str):
        return thread
    asks = any(a.reason is Reason.ESCALATED for a in told.alerts) or _has_critical(told, deal)
    if told.alert.thread or not (thread or asks):
        return SlackPlacement(thread)
    mentions = _mentions(told, deal, services.store)
    return SlackPlacement(thread, mentions, bool(thread) and _has_critical(told, deal))


def _thread(
    claim: Claim, told: Delivery, deal: StoredDeal, services: Services
) -> str | Wait | Refused:
    """The message in whose thread the delivery goes, as Slack calls it; "" for a post of its own.

    A mention of a person goes nowhere else: without a thread it is refused, and a direct message
    takes over.
    """
    if told.alert.thread or not told.root_cause:
        return told.alert.thread
    if told.route.kind not in ("slack", "mention"):
        return ""
    own, mention = claim.key, told.route.kind == "mention"
    channel, outbox = deal.team.channel.id, services.store.outbox
    causes = _causes(told, deal, services.store)
    if mention:
        parent = outbox.thread(own.deal, causes[0], channel)
    else:
        parents = {outbox.thread_parent(own, cause, channel) for cause in causes}
        parent = parents.pop() if len(parents) == 1 else own
    if parent == own:
        _open_thread(own, causes, channel, outbox)
        return ""
    stored = outbox.get(parent) if parent else None
    if stored is not None and stored.state is State.SENT and stored.provider_id:
        return stored.reply_to or stored.provider_id
    on_its_way = stored is not None and not stored.is_final
    if on_its_way and services.now() < claim.stored.planned_at + PARENT_WITHIN:
        return Wait(services.now() + _LOOK_AGAIN)
    if mention:
        return Refused(NO_THREAD)
    if not on_its_way:
        _open_thread(own, causes, channel, outbox)
    return ""


def _causes(told: Delivery, deal: StoredDeal, store: Store) -> tuple[str, ...]:
    """The causes of what the delivery says, the headline's first."""
    seen = view_of(told, deal, store).assessment
    return tuple(dict.fromkeys(root_cause(alert, seen) for alert in told.alerts))


def _open_thread(own: DeliveryKey, causes: Iterable[str], channel: str, outbox: Outbox) -> None:
    """Let the post be the one that later news of each of the causes answers."""
    for cause in causes:
        parent = outbox.thread_parent(own, cause, channel)
        if parent != own:
            outbox.thread_parent(own, cause, channel, gone=parent)


def replace_parent(claim: Claim, told: Delivery, deal: StoredDeal, services: Services) -> None:
    """The parent was deleted: from now on the delivery itself opens the thread of its causes."""
    causes, channel = _causes(told, deal, services.store), deal.team.channel.id
    _open_thread(claim.key, causes, channel, services.store.outbox)


def _mentions(delivery: Delivery, deal: StoredDeal, store: Store) -> tuple[str, ...]:
    """The Slack ids of those whom a message mentions: who is to act, who is asked next."""
    route = delivery.route
    if route.kind == "mention":
        people: tuple[str, ...] = (route.to,)
    elif route.kind == "slack":
        people = list_mentions(
            delivery.alerts, view_of(delivery, deal, store).assessment, deal.team
        )
    else:
        return ()
    found = (deal.team.access.person(each) for each in people)
    return tuple(person.slack for person in found if person)


def _has_critical(delivery: Delivery, deal: StoredDeal) -> bool:
    """Whether it has news that must be answered.

    Then it mentions who is to act, and a reply is shown in the channel too.
    """
    policy = deal.team.escalation
    news = (alert for alert in delivery.alerts if alert.reason is not Reason.ESCALATED)
    return any(policy.critical_of(alert.reasons, alert.kind) for alert in news)
