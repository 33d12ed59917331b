"""What readers saw of their digests, held against what they should have seen.

A digest is due when what it says differs from the last one its reader saw, and once a week. What is
compared are the lines as they were read, but for how many days are left while there are several.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from dealclock.alerts.adverse import adverse_end
from dealclock.alerts.digest import Digest, compose_digest
from dealclock.alerts.outcome import State
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, Window
from dealclock.people.people import Person
from dealclock.store import keys
from dealclock.store.delivery import StoredDelivery
from tests.simulation import deal

if TYPE_CHECKING:
    from tests.simulation.history import History
    from tests.simulation.observer import Shown

_ITEM = re.compile(r"• ([^\\\n']*)")
_PASSING = re.compile(r"in ([2-9]|[1-9]\d+) Business Days|\$[\d,.]+ unpaid| - \w+ by .*")


@dataclass(frozen=True)
class Seen:
    """A digest as its reader saw it, by its delivery."""

    stored: StoredDelivery
    words: str

    @property
    def day(self) -> date:
        return self.stored.delivery.alert.day

    @property
    def items(self) -> frozenset[str]:
        """Its lines, without what changes as days pass."""
        return frozenset(_PASSING.sub("", line).strip() for line in _ITEM.findall(self.words))

    @property
    def is_weekly(self) -> bool:
        return " checked, " in self.words


def readers() -> list[Person]:
    """The people who may have digests."""
    return [p for p in deal.team().people if p.digest != "none"]


def seen_by(
    person: Person, seen: "list[Shown]", planned: Mapping[str, StoredDelivery]
) -> list[Seen]:
    """The digests a person saw, in order; one that was repeated counts once."""
    found: dict[str, Seen] = {}
    for shown in seen:
        alert = planned[shown.id].delivery.alert
        if alert.kind == "digest" and alert.deal == keys.person(person.slack):
            found.setdefault(shown.id, Seen(planned[shown.id], shown.words))
    return list(found.values())


def wrong(history: "History", planned: Mapping[str, StoredDelivery]) -> Iterator[str]:
    """Digests that were seen twice in a day, or that say the same as the one before."""
    for person in readers():
        before: Seen | None = None
        for each in seen_by(person, history.observer.seen, planned):
            if before is not None and before.stored.state is State.SENT:
                if before.day == each.day:
                    yield f"doubled: digest of {person.id} on {each.day} by two routes"
                # A digest with a weekly line alone has none to compare.
                elif each.items and each.items == before.items and not _not_assessed(each, before):
                    yield f"doubled: digest of {person.id} on {each.day} says the same"
            # A weekly line alone leaves in force what was said before it, unless nothing is due.
            whole = each.items or "nothing due" in each.words
            if before is None or whole or before.stored.state is not State.SENT:
                before = each


def _not_assessed(*digests: Seen) -> bool:
    return any("Not assessed" in each.words for each in digests)


def untold(
    history: "History", planned: Mapping[str, StoredDelivery], *truths: Assessment
) -> Iterator[str]:
    """What is true in all of the truths, which are of the last morning, and was not in the last
    digest that had items; a week without a weekly line.

    Not of a reader whose every route failed, or of whom a digest still is under way.
    """
    last = history.swept[-1]
    for person in readers():
        own = [d for d in planned.values() if _is_of(d, person)]
        monday = last - timedelta(days=last.weekday())
        lately = [d for d in own if d.delivery.alert.day >= monday]
        if any(d.state not in (State.SENT, State.WITHDRAWN) for d in lately):
            continue
        seen = seen_by(person, history.observer.seen, planned)
        said = "\n".join("\n".join(each.items) for each in _last_with_items(seen))
        alerted = set(_alerted(history, planned, person))
        items = [_items(truth, person) for truth in truths]
        for item in set(items[0]).intersection(*items):
            instance, since = items[0][item]
            if any(about == instance and day >= since for about, day in alerted):
                continue
            if not any(all(part in line for part in item) for line in said.splitlines()):
                yield f"lost: {item} in a digest of {person.id}"
        if person.id in deal.team().answering("company", last) and not any(
            each.is_weekly and each.day >= monday for each in seen
        ):
            past = any(d.cause == "superseded" for d in lately)
            if not past:
                yield f"lost: the weekly line of {person.id} in the week of {monday}"


def _last_with_items(seen: list[Seen]) -> list[Seen]:
    return [each for each in seen if each.items][-1:]


def _is_of(stored: StoredDelivery, person: Person) -> bool:
    alert = stored.delivery.alert
    return alert.kind == "digest" and alert.deal == keys.person(person.slack)


def _alerted(
    history: "History", planned: Mapping[str, StoredDelivery], person: Person
) -> Iterator[tuple[str, date]]:
    """What alerts told the person of, and on which day."""
    own = {f"slack:{deal.team().channel.id}", f"email:{person.id}", f"dm:{person.id}"}
    for stored in (planned[shown.id] for shown in history.observer.seen):
        if str(stored.delivery.route) in own:
            yield from ((alert.instance, alert.day) for alert in stored.alerts)


def _items(now: Assessment, person: Person) -> dict[tuple[str, str, str], tuple[str, date]]:
    """The title, the day and the standing, as written, of each item that is the person's own; with
    its instance, and since when it stands so."""
    found: Digest = compose_digest(now, deal.team(), person, FEDERAL_RESERVE)
    today = now.as_of
    items = [(o.title, o.instance, adverse_end(o), "overdue", o.due) for o in found.missed]
    running = [w for w in found.windows if w.opens <= today]
    ends: list[Obligation | Window] = [*found.due, *running]
    for each in ends:
        left = _left(adverse_end(each), today)
        items.append((each.title, each.instance, adverse_end(each), left, _since(left, today)))
    items += [
        (d.title, d.instance, d.occurred_on, "default", d.occurred_on) for d in found.accruing
    ]
    return {
        (title, f"{day:%a, %b} {day.day}", stands): (instance, since)
        for title, instance, day, stands, since in items
    }


def _since(left: str, today: date) -> date:
    """Since when an alert tells how little time is left; ever, where there is more."""
    return today if left else date.min


def _left(day: date, today: date) -> str:
    """How long is left, where that is a Business Day at most."""
    last = FEDERAL_RESERVE.last_open_on_or_before(day)
    if last <= today:
        return "today"
    return "in 1 Business Day" if last == FEDERAL_RESERVE.add(today, 1) else ""
