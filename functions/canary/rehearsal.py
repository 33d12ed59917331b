"""A rehearsal deal, from its files to its messages: loaded, assessed, planned, rendered, archived.

All in memory: it reads and writes no table, and what would be sent is counted and dropped. The days
and dates that must be announced were worked out by hand.
"""

from collections import Counter, deque
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealclock.alerts.outcome import Outcome, Sent, State
from dealclock.alerts.slots import instant
from dealclock.channels import Attempt, Mail, MissingAttempt, Post
from dealclock.desk.load import bundles, load
from dealclock.documents.deal_files import read_deal
from dealclock.jobs.deliver.deliver import deliver
from dealclock.jobs.deliver.run_deal import run_deal
from dealclock.jobs.outlets import Outlets
from dealclock.jobs.plan.sweep import Sweep, sweep
from dealclock.jobs.services import Services
from dealclock.store import Store

if TYPE_CHECKING:
    from functions.canary.memory_table import MemoryTable
else:  # on Lambda only this folder is on the path
    from memory_table import MemoryTable

DEAL = Path(__file__).with_name("deal")
NOW = datetime(2026, 2, 20, 15, tzinfo=UTC)
DAYS = (date(2026, 2, 12), date(2026, 2, 13), date(2026, 2, 17))
FILING, NOTICE = date(2026, 2, 13), date(2026, 2, 18)
# The statement is due 30 days after January 14: on Friday, February 13. It is not filed. The notice
# of the default is due two Business Days after Saturday, February 14, and Monday is a holiday.
ANNOUNCED = {
    (DAYS[0], "filing", FILING),
    (DAYS[1], "filing", FILING),
    (DAYS[2], "filing", FILING),
    (DAYS[2], "not-filed", None),
    (DAYS[2], "notice-of-default/not-filed", NOTICE),
}


class WrongError(Exception):
    """The rehearsal came to another end than it must."""


class _Queue(deque[Any]):
    def send(self, message: Any, delay: int = 0) -> None:  # noqa: ARG002 - the queue's
        self.append(message)


class _Dropped:
    """A Slack and a mail system that count and drop what they are sent."""

    events_within = timedelta(0)

    def __init__(self) -> None:
        self.sent: Counter[str] = Counter()

    def send(self, message: Post | Mail) -> Outcome:
        text = message.text if isinstance(message, Post) else message.as_bytes()
        if not text or (isinstance(message, Post) and not message.blocks):
            raise WrongError("an empty message")
        self.sent[type(message).__name__] += 1
        return Sent(f"{sum(self.sent.values())}.000000")

    def update(self, post: Post, provider_id: str) -> Outcome:
        self.send(post)
        return Sent(provider_id)

    def look_up(self, attempt: Attempt) -> MissingAttempt:  # noqa: ARG002 - the channel's
        return MissingAttempt()


def rehearse() -> None:
    """Play the days; raises WrongError, or what the release raises."""
    there, queue, store = _Dropped(), _Queue(), Store(MemoryTable())
    outlets = Outlets(there, there, "dealclock@example.com", timedelta(0))
    services = Services(store, lambda: NOW, assess=queue, deliveries=queue, outlets=outlets)
    (bundle,) = bundles(read_deal(DEAL, None), rehearsal=True)
    load(bundle, services, "canary")
    for day in DAYS:
        store.deals.rehearse_to(bundle.id, day, NOW, "canary")
        sweep(Sweep(instant(day, "morning"), "morning", rehearsal=True), "canary", services)
        while queue:
            message = queue.popleft()
            if hasattr(message, "delivery"):
                deliver(message, services)
            else:
                run_deal(message, services)
    ended = store.outbox.of_deal(bundle.id)
    said = {
        (alert.day, alert.instance, alert.due) for each in ended for alert in each.delivery.alerts
    }
    if said != ANNOUNCED:
        raise WrongError(f"announced {sorted(map(str, said ^ ANNOUNCED))}")
    if {each.state for each in ended} - {State.SENT, State.CARRIED} or set(there.sent) != {
        "Mail",
        "Post",
    }:
        raise WrongError("not all of it was sent by Slack and by email")
