"""`make bench ARGS=cost`: what each path reads, writes and costs with 100 to 10,000 deals stored.

The table in memory counts DynamoDB's units, as DynamoDB Local does (`test_units.py`). One live deal
plays the sample's story through every use case to a morning on which alerts are due. All others are
its copies, each with people of its own: one in a hundred is due too, the rest sleep. The person who
asks is on three deals. Processor time is this machine's, without boto3.
"""

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from time import process_time
from typing import Any

from dealclock.alerts.slots import SCHEDULED, Slot, instant
from dealclock.desk.answer_command import answer_command
from dealclock.desk.interactions import home, payloads
from dealclock.desk.interactions.clicks import handle_click
from dealclock.desk.interactions.services import DeskServices
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.verb import Desk
from dealclock.documents.deal_files import read_deal
from dealclock.jobs.deliver.deliver import deliver
from dealclock.jobs.deliver.run_deal import run_deal
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.daily_check import PART, check_part
from dealclock.jobs.operate.watch import watch
from dealclock.jobs.plan.sweep import Sweep, sweep
from dealclock.jobs.services import Services
from dealclock.messages import buttons
from dealclock.store import Bundle, Store, Watch
from dealclock.store.item import Encoded
from tests.contract.store.samples import SAMPLE
from tests.memory_table import MemoryTable, Units
from tests.unit.jobs.house import House

STORED = (100, 1_000, 10_000)
DUE_EACH = 100  # one stored deal in a hundred is due
OWN = 3  # deals that the person who asks is on
PLAYED = 3  # due deals whose morning is measured, and its mean taken
FIRST, DAY = date(2004, 6, 30), date(2005, 3, 11)  # a Friday on which alerts are due
FAR = date(2005, 4, 1)
MARIA = "U01MARIA"

# On demand, us-east-1, in dollars: a unit read, a unit written, a request of SQS first in first
# out, a call of Lambda, a second of one GB on arm64.
READ, WRITTEN, QUEUED, CALLED, SECOND = 0.125e-6, 0.625e-6, 0.5e-6, 0.2e-6, 13.3334e-6
MEMORY = {"sweep": 0.5, "assess": 1.0, "deliver": 1.0, "desk": 1.73, "watchdog": 1.0}  # GB
MORNINGS, DAYS, RUNS = 21, 30, 2_880  # a month: Business Days, days, runs of the watchdog
_IN_QUEUE = 3  # requests of SQS for a message: sent, received, deleted


@dataclass(frozen=True)
class Cost:
    """What one path used, and how many queue messages it took."""

    units: Units
    seconds: float
    messages: float = 0

    def dollars(self, function: str) -> float:
        """In dollars, without email."""
        table = self.units.read * READ + self.units.written * WRITTEN
        lambdas = self.seconds * MEMORY[function] * SECOND + CALLED * max(self.messages, 1)
        return table + lambdas + self.messages * _IN_QUEUE * QUEUED

    def each(self, of: int) -> "Cost":
        """One of N takes this share."""
        u = self.units
        shared = Units(round(u.requests / of), u.read / of, round(u.written / of))
        return Cost(shared, self.seconds / of, self.messages / of)


class _Screen:
    """The screen of a person; nothing it shows fails."""

    def open(self, *_: Any, **__: Any) -> str:
        return ""

    def answer_in_tables(self, *_: Any, **__: Any) -> bool:
        return True

    update = publish = answer = open  # noqa: A003


def deal_id(number: int) -> str:
    """The id of a deal."""
    return f"deal-{number:05}"


def code_name(number: int) -> str:
    """Its code name."""
    return f"Code{number:05}"


class Played:
    """One live deal on the eve of DAY, with all that its months sent."""

    def __init__(self, table: MemoryTable | None = None) -> None:
        self.table = table or MemoryTable()
        self.house = House(Store(self.table), now=instant(FIRST, "morning") - timedelta(hours=1))

    @property
    def services(self) -> Services:
        """Every use case's, by the house's clock."""
        return self.house.services

    def play(self, last: date = DAY) -> None:
        """Load the deal, and play its days up to the last, excluded: every slot with all that it
        sends, and each event."""
        store, house = self.house.store, self.house
        files = read_deal(SAMPLE, None)
        channel = files.team.channel.model_copy(update={"id": "C0CODE00000"})
        changes = {"code_name": code_name(0), "aliases": (), "channel": channel, "rehearsals": ()}
        team = files.team.model_copy(update=changes)
        store.deals.load(Bundle(deal_id(0), files.terms, team, ()), house.now, "bench")
        log = files.log(files.rehearsals[0][1])
        facts = [(log.recorded_at(fact), fact) for fact in log.facts]
        day = FIRST
        while day < last:
            for slot in SCHEDULED if day.weekday() < 5 else ():
                house.now = instant(day, slot)
                self.slot(day, slot)
            for at, fact in facts:
                if at.date() == day:
                    store.deals.record_fact(deal_id(0), fact, at, "bench")
            day += timedelta(days=1)
        house.now = instant(last, "morning")

    def slot(self, day: date, slot: Slot) -> None:
        """A scheduled check, with all that it queues."""
        self.sweep(day, slot)
        self.assess()
        self.house.now += timedelta(minutes=6)  # digests wait for the morning's alerts
        self.deliver()

    def sweep(self, day: date, slot: Slot = "morning") -> None:
        """The scheduled check alone."""
        sweep(Sweep(instant(day, slot), slot, False), "bench", self.services)

    def assess(self) -> int:
        """Assess what is queued; how many deals."""
        deals = self.house.queue.deals
        queued = len(deals)
        for _ in range(queued):
            run_deal(deals.popleft(), self.services)
        return queued

    def deliver(self) -> int:
        """Carry out the deliveries queued, and those that they queue; how many."""
        queue, done = self.house.queue.deliveries, 0
        while queue:
            deliver(queue.popleft(), self.services)
            done += 1
        return done


def stored(deals: int, first: Sequence[Encoded]) -> Played:
    """That many deals, all copies of the first; one in DUE_EACH is due on DAY, with its history."""
    due, asleep = _template(first), _template(filter(_is_read, first))
    items: list[Encoded] = []
    for number in range(deals):
        items += due(number) if number % DUE_EACH == 0 else asleep(number)
    table = MemoryTable()
    table.restore(sorted(items, key=lambda item: (item["PK"]["S"], item["SK"]["S"])))
    played = Played(table)
    for number in range(deals):
        if number % DUE_EACH:
            _sleep(played, number)
    played.house.now = instant(DAY, "morning")
    # The copies' people have other names than those by which the first is found.
    played.house.store.deals.compare_members(played.house.now, deals)
    return played


def _sleep(played: Played, number: int) -> None:
    meta = played.house.store.deals.meta(deal_id(number))
    assert meta
    played.house.store.runs.set_wake(meta, FAR)


def _is_read(item: Encoded) -> bool:
    """Whether more than the deal's own mornings read the item."""
    kind = item["SK"]["S"].partition("#")[0]
    return kind not in ("RENDITION", "AUDIT", "THREAD") and not (
        kind in ("DELIVERY", "RUN") or item["PK"]["S"].startswith(("MAIL", "SWEEP", "AUDIT"))
    )


def _template(first: Iterable[Encoded]) -> Callable[[int], list[Encoded]]:
    """Makes a deal's items: those of the first under other names, with people of its own.

    What belongs to no deal, and emails, are left out of copies.
    """
    items = [(item, json.dumps(item)) for item in first]

    def make(number: int) -> list[Encoded]:
        made = []
        for item, text in items:
            if number and item["PK"]["S"].startswith(("MAIL", "SWEEP", "AUDIT", "LINK", "WATCH")):
                continue
            for old, new in zip(_names(0), _names(number), strict=True):
                text = text.replace(old, new)  # noqa: PLW2901
            copy: Encoded = json.loads(text)
            # What is the same is held once.
            made.append({n: item[n] if item.get(n) == v else v for n, v in copy.items()})
        return made

    return make


def _names(number: int) -> list[str]:
    """Every name by which a deal and its people differ from another's."""
    name = code_name(number)
    people = (f"U{number:05}" if number >= OWN else "U01") + "{}"
    return [
        deal_id(number),
        name,
        name.lower(),
        f"C0{name.upper()}",
        *map(people.format, ("MARIA", "TOM", "RUTH", "JAMES")),
    ]


def _measured(played: Played, path: Callable[[], object], messages: int = 0) -> Cost:
    before, began = Units(**vars(played.table.used)), process_time()
    path()
    return Cost(played.table.used - before, process_time() - began, messages)


def paths(played: Played, deals: int) -> Iterator[tuple[str, str, Cost]]:
    """What each path costs, with its function: that of one deal where it works for several."""
    due, house = -(-deals // DUE_EACH), played.house
    queue = house.queue
    swept = _measured(played, lambda: played.sweep(DAY), due)
    yield "a due deal's morning: sweep", "sweep", swept.each(due)
    few = list(queue.deals)[:PLAYED]
    queue.deals = deque(few)
    assessed = _measured(played, played.assess)
    yield "  assess", "assess", replace(assessed, messages=len(few)).each(len(few))
    house.now += timedelta(minutes=6)
    sent = len(queue.deliveries)
    delivered = _measured(played, played.deliver, sent)
    yield f"  deliver, {sent // len(few)} messages", "deliver", delivered.each(len(few))
    desk = Desk(played.services)
    services = DeskServices(desk, _Screen())

    def ask(text: str) -> Callable[[], object]:
        typed = SlashCommand(MARIA, "C0ELSEWHERE", text)
        return lambda: answer_command(typed, desk, house.now)

    post = next(p for p in house.slack.posts if "acknowledge" in json.dumps(p.blocks))
    block = next(b["block_id"] for b in post.blocks if b["type"] == "actions")
    form = payloads.SubmittedForm(MARIA, "", "", "", "")
    click = payloads.Click(MARIA, post.channel, buttons.ACKNOWLEDGE, block, "", "T", "u", form)
    for name, path in (
        ("/deal help", ask("help")),
        ("/deal alone", ask("")),
        ("/deal next, of one deal", ask(f"next {code_name(0)}")),
        ("Home", lambda: home.publish_home(MARIA, services, house.now)),
        ("an acknowledgment", lambda: handle_click(click, services, house.now)),
    ):
        yield name, "desk", _measured(played, path)
    queue.deals.clear()
    queue.deliveries.clear()
    for number in range(0, deals, DUE_EACH):  # as if their mornings had been played too
        _sleep(played, number)
        played.house.store.responses.set_escalation(deal_id(number), False, None, house.now)
    house.now = instant(DAY, "morning") + timedelta(hours=1)
    played.house.store.deals.compare_members(house.now, deals)
    memory = house.store.runs.watch() or Watch(house.now)
    house.store.runs.put_watch(replace(memory, reconciled_on=DAY), house.now)

    def look() -> object:
        return watch(Round(played.services))

    yield "the watchdog's run", "watchdog", _measured(played, look)
    house.store.runs.put_watch(replace(memory, reconciled_on=DAY - timedelta(days=1)), house.now)
    look()
    parts = list(queue.checks)
    checked = _measured(played, lambda: check_part(parts[0], played.services), 1)
    yield "the daily check, of one deal", "assess", checked.each(min(deals, PART))


def _month(dollars: Sequence[float], deals: int) -> float:
    """In dollars, of all the deals: their mornings, checks, and the runs of the watchdog."""
    *morning, run, daily = dollars
    mornings = -(-deals // DUE_EACH) * MORNINGS * sum(morning)
    return mornings + RUNS * run + DAYS * deals * daily


def cost() -> None:
    """Measure and print."""
    print(f"playing {(DAY - FIRST).days} days of one live deal", file=sys.stderr)
    first = Played()
    first.play()
    for deals in STORED:
        print(f"\n{f'{deals:,} deals stored':<34}{_HEADS}")
        dollars = {}
        for what, function, used in paths(stored(deals, first.table.items()), deals):
            u = used.units
            if function != "desk":
                dollars[what] = used.dollars(function)
            print(
                f"{what:<34}{u.requests:>9,}{u.read:>10,.1f}{u.written:>9,}"
                f"{used.seconds * 1e3:>10,.0f} ms{used.dollars(function) * 1e6:>10,.1f}"
            )
        month = _month(list(dollars.values()), deals)
        print(f"a month: ${month:,.4f}, a deal ${month / deals:.6f}")


_HEADS = " requests      read  written    worked   dollars/million"
