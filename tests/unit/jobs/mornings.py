"""Mornings of live deals, and the digests that reach people."""

from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from dealclock.alerts.outcome import State
from dealclock.alerts.slots import Slot, instant
from dealclock.jobs.deliver.send_digest import ALERTS_WITHIN
from dealclock.jobs.plan.assess_deal import assess_deal
from dealclock.jobs.plan.digest import plan_digests
from dealclock.jobs.queues import AssessDeal, Deliver
from dealclock.people.people import DigestRoute
from dealclock.people.team import Team
from dealclock.store import Bundle, DeliveryKey, Store, StoredDelivery, keys
from dealclock.store.delivery import STORED_DELIVERY
from dealclock.store.write import PRESENT, Update
from tests.contract.store import samples
from tests.services import services
from tests.unit.jobs.house import House

DAY = date(2004, 10, 14)  # a Thursday: the target of Thu, Oct 28 is ten Business Days ahead
MONDAY = date(2004, 10, 18)


class Mornings:
    """Mornings of live deals, and what reaches people; their digests come `by` that route."""

    def __init__(self, store: Store, by: DigestRoute = "email") -> None:
        self.by = by
        self.house = House(store, now=instant(date(2004, 7, 14), "morning"))
        self.store = store

    def load(self, deal: str, code_name: str, **changes: Any) -> None:
        whole = samples.live(samples.fact(recorded_at=None), deal=deal, code_name=code_name)
        data = whole.team.model_dump()
        data["people"] = [{**person, "digest_by": self.by} for person in data["people"]]
        team = Team.model_validate({**data, **changes})
        self.store.deals.load(Bundle(deal, whole.terms, team, whole.facts), self.house.now, "tests")

    def week(self, *deals: str, day: date = date(2004, 10, 12)) -> None:
        """The first Business Day of DAY's week: everyone gets the weekly line, and no outlook."""
        self.sweep(day)
        for deal in deals or ("granite",):
            self.assess(deal, day)
        for message in self.planned():
            self.deliver(message)
            said, key = self.stored(message).digest, self.stored(message).key
            assert said is not None
            line = STORED_DELIVERY.changes(digest=replace(said, deals={}))
            pk, sk = keys.of_deal(key.deal), keys.delivery(key.day, key.id)
            self.store.table.write(Update(pk, sk, line, PRESENT))
        self.house.queue.deliveries.clear()
        self.house.queue.delays.clear()
        self.house.mailbox.mails.clear()
        self.house.slack.posts.clear()

    def sweep(self, *days: date) -> None:
        """These mornings were swept."""
        for day in days:
            self.store.runs.put_sweep(False, day, "morning", instant(day, "morning"))

    def assess(self, deal: str, day: date = DAY, slot: Slot = "morning") -> None:
        known = instant(day, slot)
        self.house.now = known
        message = AssessDeal(deal=deal, as_of=day, known_at=known, slot=slot, sweep="sweep-1")
        queue, now = self.house.queue, self.house.now
        assess_deal(
            message,
            services(self.store, deliveries=queue, now=now),
            partial(plan_digests, message, services(self.store, deliveries=queue, now=now)),
        )

    def planned(self, kind: str = "") -> list[Deliver]:
        """The messages of digests in the queue; of one kind of route, or of both."""
        of = [m for m in self.house.queue.deliveries if m.deal.startswith("person:")]
        return [m for m in of if kind in m.delivery]

    def deliver(self, message: Deliver) -> State:
        """Deliver one message of a morning, after the time that a digest waits for its alerts."""
        self.house.now = max(self.house.now, self.stored(message).planned_at + ALERTS_WITHIN)
        self.house.queue.deliveries.clear()
        self.house.queue.send(message)
        return self.house.deliver_next()

    def stored(self, message: Deliver) -> StoredDelivery:
        found = self.store.outbox.get(DeliveryKey(message.deal, message.day, message.delivery))
        assert found is not None
        return found

    def of(self, person: str, kind: str = "-email-") -> Deliver:
        return next(m for m in self.planned(kind) if m.deal == f"person:U01{person.upper()}")

    def mail(self) -> str:
        content = self.house.mailbox.mails[-1].content
        text = content.get_body(("plain",))
        assert text is not None
        return str(text.get_content())


def _owners() -> dict[str, Any]:
    return {"company": {"owner": "maria", "backup": "ruth"}}
