"""One history of a live deal: what befalls the deal, the people and the machines, step by step.

The queues, the schedule and the functions are played here; what they call is the real thing, from
the use cases down to the table's writes and Slack's calls.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import Any, TypeAlias

from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    EndpointConnectionError,
    ReadTimeoutError,
)

from dealclock.alerts.slots import SCHEDULED, ZONE, Slot
from dealclock.channels import SesMailer, Slack
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.desk.respond import ResponseAct, ResponseRequest, respond
from dealclock.engine.contradictions import refuse_contradictions
from dealclock.errors import DealclockError
from dealclock.facts.fact import Fact
from dealclock.jobs.deliver.deliver import deliver
from dealclock.jobs.deliver.mail_events import note
from dealclock.jobs.deliver.run_deal import run_deal
from dealclock.jobs.limits import CLOCK_ERROR, HISTORY_LAG, INDEX_LAG
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.daily_check import check_part
from dealclock.jobs.operate.watch import watch
from dealclock.jobs.outlets import Outlets
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.plan.sweep import sweep
from dealclock.jobs.queues import AssessDeal, CheckDeals, Deliver
from dealclock.jobs.services import Services
from dealclock.people.acts import Act
from dealclock.store import Store
from functions.mail_events.mail_event import read_mail_event
from functions.sweep.sweep_event import read_sweep
from tests.memory_table import MemoryTable
from tests.services import services
from tests.simulation import deal
from tests.simulation.effects import Effects, Fault, Killed
from tests.simulation.mail import PostOffice
from tests.simulation.observer import Observer, late
from tests.simulation.slack import Workspace
from tests.simulation.table import FaultyTable

LONGEST_LINE = 120  # messages that may wait for one channel
VISIBILITY = timedelta(seconds=360)  # as in template.yaml
RECEIVES = 5  # after that a message is a dead letter
TOGETHER = 1  # messages of one deal that a worker takes at once: BatchSize in template.yaml

Message: TypeAlias = AssessDeal | CheckDeals | Deliver


class _QueueEnd:
    """How a queue says that it failed."""

    def error(self, fault: Fault) -> Exception:
        match fault:
            case Fault.NOT_REACHED:
                return EndpointConnectionError(endpoint_url="https://sqs.example")
            case Fault.ANSWER_LOST:
                return ReadTimeoutError(endpoint_url="https://sqs.example")
            case _:
                code = "ThrottlingException"
                return ClientError({"Error": {"Code": code, "Message": code}}, "Any")


@dataclass
class Waiting:
    """A message in a queue: visible from an instant on, with its number of receipts."""

    message: Message
    at: datetime
    received: int = 0


@dataclass
class History:
    """A deal, the house around it, and the clock.

    `recorded` and `handled` are what people recorded and did so far, with the instants of it.
    `now` is the true time; each worker goes by a clock of its own, which is `off` by as much as
    the documented limits allow. Slack's history and the table's indexes lag within theirs.
    """

    now: datetime = datetime(2004, 6, 30, 7, 0, tzinfo=ZONE)
    effects: Effects = field(default_factory=Effects)
    queue: list[Waiting] = field(default_factory=list)
    dead: list[Waiting] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    recorded: tuple[Fact, ...] = ()
    handled: tuple[Act, ...] = ()
    steps: list[str] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)
    observer: Observer = field(default_factory=Observer)
    swept: list[date] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    off: timedelta = timedelta(0)

    def __post_init__(self) -> None:
        table = MemoryTable(lambda: (self.utc, self._up_to(INDEX_LAG)))
        self.true_store = Store(table)
        self.store = Store(FaultyTable(table, self.effects))
        people = deal.team().people
        shown = self.observer.shown
        self.slack = Workspace(self.effects, lambda: self.now, [p.slack for p in people], shown)
        self.slack.lag = lambda: self._up_to(HISTORY_LAG)
        self.post = PostOffice(self.effects, lambda: self.now, shown)
        slack: Any = self.slack
        mail = SesMailer(self.post, "mail-events")
        self.outlets = Outlets(Slack(slack), mail, "dealclock@example.com")
        self.true_store.deals.load(deal.bundle(), self.now, "tests")

    # --- the far ends of the queues ---------------------------------------------------------

    def send(self, message: Message, delay: int = 0) -> None:
        """Queue a message, as the queues of the house do."""
        at = self.now + timedelta(seconds=min(delay, 900))
        self.effects.through(
            "send_message", _QueueEnd(), lambda: self.queue.append(Waiting(message, at))
        )

    def receive(self, pick: int = 0) -> bool:
        """Let a worker take one message that can be seen; False when there is none."""
        ready = [w for w in self.queue if w.at <= self.now and self._first_of_its_group(w)]
        if not ready:
            return False
        self.carry_out(ready[pick % len(ready)])
        return True

    def receive_twice(self, pick: int = 0) -> None:
        """The same message to two workers, the second while the first is held up somewhere."""
        ready = [w for w in self.queue if w.at <= self.now and isinstance(w.message, Deliver)]
        if ready:
            waiting = ready[pick % len(ready)]
            again = Waiting(waiting.message, self.now)
            self.effects.meanwhile = lambda: self._by_another(again)
            self.carry_out(waiting)
            self.effects.meanwhile = None

    def comes_twice(self, pick: int, after: float) -> None:
        """The queue hands out a message of a delivery once more, as queues without order may."""
        there = [w for w in self.queue if isinstance(w.message, Deliver)]
        if there:
            again = there[pick % len(there)]
            self.queue.append(Waiting(again.message, again.at + timedelta(seconds=after)))

    def carry_out(self, waiting: Waiting) -> None:
        """One worker and one message: gone when it ends well, back in the queue when not.

        With it, what is taken together with it, which comes again where an earlier one failed.
        """
        taken, well = self._taken_with(waiting), True
        for each in taken:
            each.received += 1
            each.at = self.now + VISIBILITY
        self.observer.begins(self)
        for each in taken:
            well = well and self._tried(partial(self._handle, each.message))
            if (well or each.received >= RECEIVES) and each in self.queue:
                self.queue.remove(each)
                self.dead += [] if well else [each]

    def purge(self) -> None:
        """Somebody empties the queue of deliveries by mistake."""
        self.queue = [w for w in self.queue if not isinstance(w.message, Deliver)]

    def redrive(self) -> None:
        """A person puts the dead letters back."""
        for waiting in self.dead:
            self.queue.append(Waiting(waiting.message, self.now))
        self.dead.clear()

    def _by_another(self, waiting: Waiting) -> None:
        self.queue.append(waiting)
        self.carry_out(waiting)

    def _first_of_its_group(self, waiting: Waiting) -> bool:
        """The deals' queue is first in, first out; the deliveries' keeps no order."""
        if isinstance(waiting.message, Deliver):
            return True
        kind = type(waiting.message)
        return next(w for w in self.queue if isinstance(w.message, kind)) is waiting

    def _taken_with(self, waiting: Waiting) -> list[Waiting]:
        if not isinstance(waiting.message, AssessDeal):
            return [waiting]
        return [w for w in self.queue if isinstance(w.message, AssessDeal)][:TOGETHER]

    @property
    def services(self) -> Services:
        """What the workers work with, by the clock of whichever works."""
        return Services(
            self.store,
            lambda: self.clock,
            assess=self,
            deliveries=self,
            outlets=self.outlets,
        )

    def _handle(self, message: Message) -> None:
        with self._by_another_clock():
            if isinstance(message, AssessDeal):
                run_deal(message, self.services)
            elif isinstance(message, CheckDeals):
                check_part(message, self.services)
            else:
                deliver(message, self.services)

    # --- what may happen --------------------------------------------------------------------

    def sweep(self, slot: Slot, tries: int = 3) -> None:
        """The schedule of today's slot: the clock moves to it; a failing sweep is tried again."""
        scheduled = datetime.combine(self.today, SCHEDULED[slot], ZONE)
        self.now = max(self.now, scheduled)
        event = {"scheduled_time": scheduled.isoformat(), "slot": slot}
        for n in range(tries):
            name = f"{scheduled:%m%d}-{slot}-{n}"
            with self._by_another_clock():
                request = read_sweep(event, self.clock)
                well = self._tried(partial(sweep, request, name, self.services))
            if well:
                self.swept += [self.today] if slot == "morning" else []
                return

    def watch(self) -> None:
        """The watchdog's quarter of an hour. It says by itself what it could not look at.

        A morning that it ran in place of the schedule was swept.
        """
        with self._by_another_clock():
            self._tried(lambda: watch(Round(self.services, lambda: {"assess": len(self.dead)})))
        if self.today not in self.swept and self.true_store.runs.swept_mornings(*[self.today] * 2):
            self.swept.append(self.today)

    def record(self, which: int, *, lost: bool = False) -> None:
        """A person records one of the facts that may befall the deal now.

        With `lost` the message that the deal be looked at is never queued.
        """
        there = {f.kind for f in self.facts}
        may = [p for p in deal.POSSIBLE if p.kind not in there and {p.after} <= there | {None}]
        if may:
            self._record(deal.fact(len(self.facts) + 1, may[which % len(may)], self.today), lost)

    def correct(self, which: int, days: int, *, lost: bool = False) -> None:
        """A person corrects the day of a fact, unless it was corrected before."""
        corrected = {f.corrects for f in self.facts}
        left = [f for f in self.facts if f.id not in corrected]
        if left:
            fact = left[which % len(left)]
            on = max(fact.on - timedelta(days=days), deal.CLOSING)
            again = fact.model_copy(
                update={"id": f"F{len(self.facts) + 1}", "on": on, "corrects": fact.id}
            )
            self._record(again, lost)

    def retract(self, which: int, *, lost: bool = False) -> None:
        """A person takes a fact back, unless it was corrected or taken back before."""
        corrected = {f.corrects for f in self.facts}
        left = [f for f in self.facts if f.id not in corrected and f.kind != "retraction"]
        if left:
            wrong = left[which % len(left)]
            taken = {"id": f"F{len(self.facts) + 1}", "kind": "retraction", "corrects": wrong.id}
            self._record(Fact.model_validate({**taken, "on": self.today}), lost)

    def _record(self, fact: Fact, lost: bool) -> None:
        with self._by_another_clock():
            try:
                refuse_contradictions(deal.terms(), [fact], self.facts)
                self.true_store.deals.record_fact(deal.DEAL, fact, self.clock, "tests")
            except DealclockError:
                return
            self.facts.append(fact)
            self.recorded = self._recorded()
            if lost:
                self.effects.injected["recorded, and its message lost"] += 1
                return
            self._without_faults(
                lambda: reassess_now(
                    deal.DEAL, services(self.true_store, assess=self, now=self.clock)
                )
            )

    def act(self, what: ResponseAct, person: int, which: int, days: int = 1) -> None:
        """A person acknowledges, snoozes or says done one of the things that were spoken of."""
        said = self.true_store.outbox.sent_alerts(deal.DEAL, self.utc)
        instances = sorted({s.instance for s in said})
        if not instances:
            return
        people = deal.team().people
        until = self.today + timedelta(days=days) if what == "snooze" else None
        who = people[person % len(people)].id
        asked = ResponseRequest(deal.DEAL, instances[which % len(instances)], what, who, until)
        with suppress(DealclockError), self._by_another_clock():
            self._without_faults(
                lambda: respond(
                    asked, services(self.true_store, assess=self, now=self.clock), "tests"
                )
            )
        self.handled = self.true_store.responses.of_deal(deal.DEAL)

    def _without_faults(self, call: Callable[[], object]) -> None:
        """What people do here is done whole: it is the machines that fail."""
        kept, named = self.effects.faults, self.effects.named
        self.effects.faults, self.effects.named = {}, {}
        try:
            call()
        finally:
            self.effects.faults, self.effects.named = kept, named

    def tell_of_mail(self) -> None:
        """SES publishes what became of the mails so far; what cannot be noted comes again."""
        self.post.events = [event for event in self.post.events if not self._noted(event)]

    def _noted(self, event: str) -> bool:
        with self._by_another_clock():
            return self._tried(
                lambda: note(
                    read_mail_event(event), services(self.store, deliveries=self, now=self.clock)
                )
            )

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.now += timedelta(seconds=seconds)

    def next_day(self) -> None:
        """The next civil day, before the sweep."""
        self.now = datetime.combine(self.today + timedelta(days=1), time(7), ZONE)

    def work(self, most: int = 500) -> None:
        """Workers until nothing can be seen any more."""
        while most and self.receive():
            most -= 1

    def _tried(self, call: Callable[[], object]) -> bool:
        """Whether it ended well; how it failed is counted."""
        try:
            call()
        except Killed:
            self.failed["killed"] += 1
        except (DealclockError, BotoCoreError, ClientError, OSError) as error:
            self.failed[type(error).__name__] += 1
        else:
            return True
        return False

    def settle(self) -> None:
        """The faults end: dead letters are put back, and two more Business Days go by in order.

        Before the first of them nothing is left but the queues and the watchdog: what was recorded
        last is to be said by them. A longer wait that Slack asked for before is still kept; then
        only the end of the two days tells what is missing.
        """
        asked = self.slack.busy_until
        self.effects.no_more()
        self.slack.busy_until = None
        self._quiet_down()
        self.wait(INDEX_LAG.total_seconds())  # what was finished last has left the index by now
        if asked is None or asked <= self.now:
            self.late = list(late(self))
            if not self._is_quiet:
                self.late.append("unfinished: work was left an hour after the last fault")
        for _ in range(2):
            self.next_day()
            while FEDERAL_RESERVE.closed_because(self.today):
                self.next_day()
            for slot in SCHEDULED:
                self.sweep(slot)
                self._quiet_down()

    def _quiet_down(self) -> None:
        for _ in range(8):
            self.wait(INDEX_LAG.total_seconds())  # what was written last is found by now
            self.watch()
            if self._is_quiet:
                return
            self.redrive()
            self.work_off()
            self.tell_of_mail()
            self.wait(450)
            self.work_off()

    def work_off(self) -> None:
        """Workers until nothing waits for a moment only: a channel takes one message a second."""
        self.work()
        for _ in range(LONGEST_LINE):
            if not any(w.at <= self.now + timedelta(seconds=2) for w in self.queue):
                return
            self.wait(1)
            self.work()

    @property
    def _is_quiet(self) -> bool:
        """Whether nothing is left to be done, in any queue or of what the table has begun."""
        waiting = self.queue or self.dead or self.post.events
        return not waiting and not self.true_store.outbox.unfinished(False, 1)

    def _recorded(self) -> tuple[Fact, ...]:
        there = self.true_store.deals.get(deal.DEAL)
        return there.log.facts if there else ()

    @contextmanager
    def _by_another_clock(self) -> Iterator[None]:
        """One worker, and the clock it goes by."""
        kept, self.off = self.off, CLOCK_ERROR * self.chance.uniform(-1, 1)
        try:
            yield
        finally:
            self.off = kept

    def _up_to(self, most: timedelta) -> timedelta:
        return most * self.chance.random()

    @property
    def utc(self) -> datetime:
        """The true time."""
        return self.now.astimezone(UTC)

    @property
    def clock(self) -> datetime:
        """The time as the worker at work reads it."""
        return self.utc + self.off

    @property
    def today(self) -> date:
        """The civil day in the deal's zone."""
        return self.now.astimezone(ZONE).date()
