"""Fakes that remember, and a morning carried through every use case by hand."""

from collections import deque
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cache

from dealclock.alerts.outcome import Later, Outcome, Sent, State
from dealclock.alerts.slots import Slot, instant
from dealclock.channels import (
    ArrivedAttempt,
    Attempt,
    Mail,
    MissingAttempt,
    Post,
    UnverifiableAttempt,
)
from dealclock.desk.load import bundles, load
from dealclock.documents.deal_files import read_deal
from dealclock.jobs.deliver.deliver import deliver
from dealclock.jobs.deliver.refresh_messages import refresh
from dealclock.jobs.outlets import Outlets
from dealclock.jobs.plan.assess_deal import PlanResult, assess_deal
from dealclock.jobs.plan.sweep import Sweep, sweep
from dealclock.jobs.queues import AssessDeal, CheckDeals, Deliver
from dealclock.jobs.services import Services
from dealclock.store import Bundle, Store
from tests.memory_table import MemoryTable
from tests.unit.engine.deals import SAMPLE

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)


@dataclass
class Queue:
    """A queue that keeps what it was given."""

    deals: deque[AssessDeal] = field(default_factory=deque)
    checks: deque[CheckDeals] = field(default_factory=deque)
    deliveries: deque[Deliver] = field(default_factory=deque)
    delays: list[int] = field(default_factory=list)

    def send(self, message: AssessDeal | CheckDeals | Deliver, delay: int = 0) -> None:
        self.delays.append(delay)
        if isinstance(message, AssessDeal):
            self.deals.append(message)
        elif isinstance(message, CheckDeals):
            self.checks.append(message)
        else:
            self.deliveries.append(message)


@dataclass
class Slack:
    """A Slack that keeps posts and answers as told."""

    posts: list[Post] = field(default_factory=list)
    outcomes: deque[Outcome] = field(default_factory=deque)
    earlier: ArrivedAttempt | MissingAttempt | UnverifiableAttempt | Later = field(
        default_factory=MissingAttempt
    )
    asked: list[Attempt] = field(default_factory=list)
    updates: list[tuple[str, Post]] = field(default_factory=list)

    def send(self, post: Post) -> Outcome:
        outcome = self.outcomes.popleft() if self.outcomes else Sent(f"ts-{len(self.posts)}")
        self.posts.append(post)
        return outcome

    def update(self, post: Post, provider_id: str) -> Outcome:
        outcome = self.outcomes.popleft() if self.outcomes else Sent(provider_id)
        self.updates.append((provider_id, post))
        return outcome

    def look_up(
        self, attempt: Attempt
    ) -> ArrivedAttempt | MissingAttempt | UnverifiableAttempt | Later:
        self.asked.append(attempt)
        return self.earlier


@dataclass
class Mailbox:
    """A mail system that keeps mails."""

    mails: list[Mail] = field(default_factory=list)
    outcomes: deque[Outcome] = field(default_factory=deque)
    events_within: timedelta | None = None

    def send(self, mail: Mail) -> Outcome:
        self.mails.append(mail)
        return self.outcomes.popleft() if self.outcomes else Sent(f"mail-{len(self.mails)}")


@dataclass
class Phone:
    """Phones that keep what was sent to each number."""

    sent: list[tuple[str, str]] = field(default_factory=list)
    outcomes: deque[Outcome | Exception] = field(default_factory=deque)

    def send(self, to: str, text: str) -> Outcome:
        self.sent.append((to, text))
        outcome = self.outcomes.popleft() if self.outcomes else Sent(f"sms-{len(self.sent)}")
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


@cache
def _rehearsals() -> tuple[Bundle, ...]:
    return tuple(bundles(read_deal(SAMPLE, None), rehearsal=True))


@dataclass
class House:
    """The use cases over one store, with a clock that is moved by hand."""

    store: Store
    queue: Queue = field(default_factory=Queue)
    slack: Slack = field(default_factory=Slack)
    mailbox: Mailbox = field(default_factory=Mailbox)
    now: datetime = NOW
    phone: Phone = field(default_factory=Phone)

    def __post_init__(self) -> None:
        # No pause between messages, but where a test asks for it: this clock stands still.
        nothing = timedelta(0)
        self.outlets = Outlets(
            self.slack, self.mailbox, "dealclock@issuer.example", nothing, sms=self.phone.send
        )

    @property
    def services(self) -> Services:
        """Everything a use case may ask for, by the clock that is moved by hand."""
        return Services(
            self.store,
            lambda: self.now,
            assess=self.queue,
            deliveries=self.queue,
            outlets=self.outlets,
        )

    def load_rehearsals(self) -> list[str]:
        """The sample's rehearsals, loaded; their ids."""
        for bundle in _rehearsals():
            load(bundle, self.services, "tests")
        return [b.id for b in _rehearsals()]

    def onto(self, store: Store) -> "House":
        """A house over an empty table in memory, where all is as it now is in this one.

        What is done in one of the two is not seen in the other.
        """
        ours, theirs = self.store.table, store.table
        assert isinstance(ours, MemoryTable)
        assert isinstance(theirs, MemoryTable)
        assert not theirs.items()
        theirs.restore(ours.items())
        kept = deepcopy((self.queue, self.slack, self.mailbox))
        return House(store, *kept, self.now)

    def morning(self, day: str, slot: Slot = "morning") -> list[PlanResult]:
        """A sweep of the rehearsals, and everything it queued, carried out."""
        as_of = date.fromisoformat(day)
        for deal in self.rehearsals():
            self.store.deals.rehearse_to(deal, as_of, self.now, "tests")
        self.sweep(as_of, slot)
        done = [self.assess(self.queue.deals.popleft()) for _ in range(len(self.queue.deals))]
        self.deliver_all()
        return done

    def rehearsals(self) -> list[str]:
        return [d.id for d in self.store.deals.directory() if d.rehearsal]

    def sweep(self, day: date, slot: Slot = "morning", *, rehearsal: bool = True) -> None:
        request = Sweep(instant(day, slot), slot, rehearsal)
        sweep(request, "sweep-1", self.services)

    def assess(self, message: AssessDeal) -> PlanResult:
        done = assess_deal(message, self.services)
        self.refresh(message.deal)
        return done

    def refresh(self, deal: str, instance: str | None = None) -> int:
        return refresh(deal, instance, self.services)

    def deliver_all(self) -> list[State]:
        return [self.deliver_next() for _ in range(len(self.queue.deliveries))]

    def deliver_next(self) -> State:
        message = self.queue.deliveries.popleft()
        return deliver(
            message,
            self.services,
        )

    def wait(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)
