"""`make noise`: what the sample's first rehearsal sends while no one acknowledges anything.

Played by the real use cases over the table in memory, with a Slack and a mail system that store
what arrives: Monday to Friday from June 30, 2004 to March 15, 2005, each scheduled check, and every
quarter of an hour of working time the steps of escalations that are due, as the watchdog does for a
live deal.
"""

import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path

from dealclock.alerts.delivery import Delivery
from dealclock.alerts.slots import SCHEDULED, ZONE, instant
from dealclock.channels import Mail, Post
from dealclock.desk.load import bundles, load
from dealclock.documents.deal_files import read_deal
from dealclock.jobs.deliver.run_deal import run_deal
from dealclock.jobs.queues import AssessDeal
from dealclock.messages.digest import KIND as DIGEST
from dealclock.people.team import Team
from dealclock.store import Bundle, DeliveryKey, Store, StoredDelivery
from tests.memory_table import MemoryTable
from tests.simulation.digests import Seen
from tests.unit.jobs.house import House
from tests.unit.messages.messages import counted, shown_before_buttons

SAMPLE = Path(__file__).parents[1] / "agreements" / "infocrossing-2004"
FIRST, LAST = date(2004, 6, 30), date(2005, 3, 15)
_EVERY = timedelta(minutes=15)
_LOOK_AGAIN = timedelta(seconds=5)
_BY = "noise"


@dataclass(frozen=True)
class Arrival:
    """One message that arrived: the delivery it carries, when, and as Slack or the mail took it."""

    stored: StoredDelivery
    at: datetime
    sent: Post | Mail

    @property
    def delivery(self) -> Delivery:
        return self.stored.delivery

    @property
    def is_digest(self) -> bool:
        return self.delivery.alert.kind == DIGEST

    def reaches(self, team: Team) -> Iterator[str]:
        """The ids of the people for whom it counts as a message.

        Everyone on the team for a post in the channel and for a reply that the channel shows too;
        the person mentioned for another reply; the recipient of a direct message or an email.
        """
        for person in team.people:
            if isinstance(self.sent, Mail):
                counts = person.email == self.sent.to
            elif self.delivery.route.kind == "dm":
                counts = person.slack == self.sent.channel
            else:
                whole = not self.sent.thread or self.sent.in_channel
                counts = whole or f"<@{person.slack}>" in self.sent.text
            if counts:
                yield person.id


@dataclass(frozen=True)
class Noise:
    """What arrived in the course of a rehearsal, and its figures."""

    arrivals: Sequence[Arrival]
    team: Team

    def days(self) -> Counter[tuple[date, str]]:
        """How many messages each person got on each day."""
        return Counter(
            (each.at.date(), person) for each in self.arrivals for person in each.reaches(self.team)
        )

    def weeks(self) -> Counter[date]:
        """How many messages there were in each week that had one, by its Monday.

        Distinct ones: what a run sends by several routes, or to several people, is one message.
        """
        distinct = {(_monday(e.at), e.delivery.known_at, _what(e)) for e in self.arrivals}
        return Counter(monday for monday, _, _ in distinct)

    def sends(self) -> Counter[date]:
        """How many messages were sent in each week that had one, on every route and to everyone."""
        return Counter(_monday(each.at) for each in self.arrivals)

    def words(self, *, before_buttons: bool = False) -> list[int]:
        """The words of each alert in Slack, posts and replies, as its limits count them.

        A mention counts as the name it shows. The buttons of an alert come before its small print.
        """
        names = {f"<@{person.slack}>": person.name for person in self.team.people}
        return sorted(
            counted(shown_before_buttons(blocks) if before_buttons else blocks, names)
            for each in self.arrivals
            if isinstance(each.sent, Post) and not each.is_digest
            for blocks in [tuple(map(dict, each.sent.blocks))]
        )

    def digests(self) -> list[Arrival]:
        """The digests that arrived."""
        return [each for each in self.arrivals if each.is_digest]

    def repeated_digests(self) -> list[Arrival]:
        """The digests whose items are those of the one before, word for word but for the days left
        and what has accrued."""
        last: dict[str, frozenset[str]] = {}
        found = []
        for each in self.digests():
            items, reader = _items(each), each.delivery.alert.instance
            if items == last.get(reader):
                found.append(each)
            last[reader] = items
        return found


def story(place: int = 0) -> Bundle:
    """The sample's rehearsal at that place; the first by default."""
    return tuple(bundles(read_deal(SAMPLE, None), rehearsal=True))[place]


def play(bundle: Bundle, house: House, first: date = FIRST, last: date = LAST) -> Noise:
    """Play a rehearsal on an empty table, both days included; no one acknowledges anything."""
    house.now = datetime.combine(first, time(7), ZONE)
    load(bundle, house.services, _BY)
    day, arrivals = first, list[Arrival]()
    while day <= last:
        if day.weekday() < 5:
            house.now = datetime.combine(day, time(7), ZONE)
            house.store.deals.rehearse_to(bundle.id, day, house.now, _BY)
            for at in _looks(day, bundle):
                house.now = at
                _check(house, bundle.id, at)
                arrivals += _carried_out(house)
        day += timedelta(days=1)
    return Noise(arrivals, bundle.team)


def _looks(day: date, bundle: Bundle) -> Iterator[datetime]:
    hours = bundle.team.escalation.working_hours
    at, end = (datetime.combine(day, each, ZONE) for each in (hours.opens, hours.closes))
    while at <= end:
        yield at
        at += _EVERY


def _check(house: House, deal: str, at: datetime) -> None:
    """Run the scheduled check of that instant, or else the escalation that is due, if any."""
    slot = next((s for s in SCHEDULED if instant(at.date(), s) == at), None)
    if slot is not None:
        house.sweep(at.date(), slot)
    elif house.store.responses.to_escalate(True, at):
        message = AssessDeal(
            deal=deal, as_of=at.date(), known_at=at, slot="escalation", sweep=f"watchdog-{at:%H%M}"
        )
        house.queue.deals.append(message)


def _carried_out(house: House) -> Iterator[Arrival]:
    """Carry out everything queued; yields what arrived."""
    while house.queue.deals:
        run_deal(house.queue.deals.popleft(), house.services)
    while house.queue.deliveries:
        message, posts, mails = (
            house.queue.deliveries[0],
            len(house.slack.posts),
            len(house.mailbox.mails),
        )
        house.deliver_next()
        stored = house.store.outbox.get(DeliveryKey(message.deal, message.day, message.delivery))
        assert stored is not None
        sent: list[Post | Mail] = [*house.slack.posts[posts:], *house.mailbox.mails[mails:]]
        yield from (Arrival(stored, house.now, each) for each in sent)
        if not stored.is_final:
            house.now += _LOOK_AGAIN


def _monday(at: datetime) -> date:
    return at.date() - timedelta(days=at.weekday())


def _what(arrival: Arrival) -> str:
    """The text of a message on any route and to any reader."""
    return DIGEST if arrival.is_digest else arrival.delivery.alert.id


def _items(digest: Arrival) -> frozenset[str]:
    sent = digest.sent
    words = f"{sent.blocks}" if isinstance(sent, Post) else f"{sent.content}"
    return Seen(digest.stored, words).items


def main() -> int:
    """Play the rehearsal and print the figures."""
    noise = play(story(), House(Store(MemoryTable())))
    days, words = noise.days(), noise.words()
    (worst, person), most = days.most_common(1)[0]
    print("messages to one person on the worst day", most, f"({person}, {worst})", sep="\t")
    for what, weeks in (("messages", noise.weeks()), ("sends", noise.sends())):
        middle, top = statistics.median(weeks.values()), max(weeks.values())
        print(f"{what} a deal-week, median / worst", f"{middle:g} / {top}", sep="\t")
    before = noise.words(before_buttons=True)
    for what, counts in (("words in an alert", words), ("words before its buttons", before)):
        middle, top = statistics.median(counts), max(counts)
        print(f"{what}, median / most", f"{middle:g} / {top}", sep="\t")
    share = len(noise.digests()) / len(noise.arrivals)
    print("digests, of all that was sent", f"{len(noise.digests())}, {share:.0%}", sep="\t")
    print("digests that repeat the one before", len(noise.repeated_digests()), sep="\t")
    if "--worst" in sys.argv[1:]:
        _print_day(noise, worst, person)
    return 0


def _print_day(noise: Noise, day: date, person: str) -> None:
    for each in noise.arrivals:
        if each.at.date() == day and person in each.reaches(noise.team):
            alerts = ", ".join(f"{a.instance} {' '.join(a.reasons)}" for a in each.stored.alerts)
            print(f"{each.at:%H:%M}", each.delivery.route, alerts, sep="\t")


if __name__ == "__main__":
    sys.exit(main())
