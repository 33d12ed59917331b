"""What people did with alerts, kept in the threads of the messages they answer.

Every run of a deal looks for acts without their note, so none is lost however it was done: by a
button, a command or a link. A note is a delivery like any other, whose id follows from the act:
planned again it is there already. It stands where its message does: of a message in a channel that
is the deal's no longer there is none.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route, State
from dealclock.alerts.responses import AlertResponse
from dealclock.facts.log import day_of
from dealclock.messages import notices
from dealclock.messages.notices import NOTICES
from dealclock.store import StoredDeal, StoredDelivery
from dealclock.team.policy import Reason
from dealclock.usecases.plan.plan_deliveries import plan_and_queue
from dealclock.usecases.services import Services


def note_answers(named: str, known_at: datetime, services: Services) -> int:
    """Plan and queue a note for each act of up to `known_at` that has none; how many are new."""
    meta = services.store.deals.meta(named)
    deal = services.store.deals.get(named) if meta is not None and meta.handled else None
    if deal is None:
        return 0
    done = [h for h in services.store.responses.of_deal(deal.meta.id) if h.at <= known_at]
    standing = [
        s
        for s in services.store.outbox.posts_in_slack(deal.meta.id)
        if s.delivery.route.kind == "slack"
    ]
    # By the alert and not by the delivery: noted on any route, an act is noted.
    there = {s.delivery.alert.id for s in standing}
    missing = (n for n in _notes(done, standing, deal) if n.alert.id not in there)
    planned, _ = plan_and_queue(missing, deal.meta.rehearsal, services)
    return planned


def _notes(
    done: Iterable[AlertResponse], standing: list[StoredDelivery], deal: StoredDeal
) -> Iterator[Delivery]:
    told = [s for s in standing if s.delivery.alert.kind not in NOTICES and _sent(s)]
    channel = Route("slack", deal.team.channel.id)
    acts = set()
    for each in done:
        message = _answered(each, told)
        if message is None or message.delivery.route != channel:
            continue
        # One act may answer several alerts of a post: one line says so.
        act = (message.key, each.by, each.at, each.action, each.note)
        if act not in acts:
            acts.add(act)
            yield _note(each, message, deal)


def _sent(stored: StoredDelivery) -> bool:
    return stored.state is State.SENT and bool(stored.provider_id)


def _answered(done: AlertResponse, told: Iterable[StoredDelivery]) -> StoredDelivery | None:
    """The last message in the channel that the act answers; None where there was none."""
    of_it = (
        s
        for s in told
        if any((a.instance, a.revision) == (done.instance, done.revision) for a in s.alerts)
        and s.delivery.known_at <= done.at
    )
    return max(of_it, key=lambda s: (s.delivery.known_at, s.delivery.id), default=None)


def _note(done: AlertResponse, message: StoredDelivery, deal: StoredDeal) -> Delivery:
    zone = deal.terms.agreement.time_zone
    # One note an act, whichever message it is found to answer when it is planned again.
    step = f"{done.revision} {done.at.isoformat()} {done.by} {done.action}"
    alert = Alert(
        deal=deal.meta.id,
        instance=f"note/{done.instance}",
        kind=notices.THREAD_NOTE,
        clause=message.delivery.alert.clause,
        title=notices.describe_response(done, deal.team.access, zone),
        reasons=(Reason.ANSWERED,),
        day=day_of(done.at, zone),
        due=None,
        step=step,
        thread=message.reply_to or message.provider_id or "",
    )
    return Delivery(
        alert=alert,
        route=message.delivery.route,
        slot=message.delivery.slot,
        known_at=done.at,
        terms_version=deal.meta.terms_version,
        team_version=deal.meta.team_version,
    )
