"""A consistent view of a deal's status and its events.

A query is not atomic: an event recorded meanwhile may be read without the META that counts it, or
the other way around. META therefore counts the events, and a snapshot whose count does not match is
read again.

A load writes its events before they count, each with the token of its batch; META lists the batches
that count. So an interrupted load leaves only hidden events, which the next one overwrites.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.records import record
from dealclock.store import keys
from dealclock.store.acts import closing_in
from dealclock.store.content import canonical_json, hash_of
from dealclock.store.deal import META, Meta
from dealclock.store.item import StoredItem
from dealclock.store.table import TRIES, OvertakenError, Table
from dealclock.store.write import NEW, Condition, Equals


@record
class StoredFact:
    """A stored event, parsed and as `text`. `given` is the hash of the event as submitted."""

    fact: Fact
    text: str
    given: str
    sequence: int

    def matches(self, fact: Fact) -> bool:
        """Whether it is the same event, submitted again."""
        if fact == self.fact:
            return True
        added = dict.fromkeys(self._added())
        return bool(added) and fact == self.fact.model_copy(update=added)

    def _added(self) -> tuple[str, ...]:
        """The fields added to the submitted event: when it was recorded, and by whom.

        Determined from the stored text, as serialized by the release that wrote it.
        """
        data = json.loads(self.text)
        for names in (("recorded_at",), ("recorded_at", "recorded_by")):
            if hash_of(canonical_json({**data, **dict.fromkeys(names)})) == self.given:
                return names
        return ()


@dataclass(frozen=True)
class Snapshot:
    """The items of a deal: META, if the deal exists, and every FACT item."""

    deal: str
    row: StoredItem | None
    rows: tuple[StoredItem, ...]

    @cached_property
    def meta(self) -> Meta | None:
        """The deal's status; None if it does not exist."""
        return meta_in(self.deal, self.row) if self.row else None

    @cached_property
    def facts(self) -> tuple[StoredFact, ...]:
        """The events that count, in the order recorded."""
        return tuple(sorted((f for _, f in self._events), key=attrgetter("sequence")))

    @cached_property
    def by_id(self) -> Mapping[str, StoredFact]:
        """The events that count, by id."""
        return {stored.fact.id: stored for stored in self.facts}

    def log(self, zone: str) -> FactLog:
        """The log of the events that count, in the deal's zone."""
        if zone not in self._logs:
            self._logs[zone] = FactLog(tuple(stored.fact for stored in self.facts), zone)
        return self._logs[zone]

    def with_status(self, row: StoredItem) -> "Snapshot | None":
        """The same events under a META read later; None if any was recorded meanwhile."""
        now = Snapshot(self.deal, row, self.rows)
        if self.row is None or self.meta is None or now.meta is None:
            return None
        if now.meta.fact_sequence != self.meta.fact_sequence:
            return None
        if row.words("batches") != self.row.words("batches"):
            return None
        # Parsed once: the same events count.
        vars(now).update(_events=self._events, facts=self.facts, _logs=self._logs)
        return now

    def refuse_unknown(self, kinds: Collection[str]) -> None:
        """Raise LostError or TooNewError if an event is of none of the deal's `kinds`: its
        effect on dates is unknown.
        """
        for row, stored in self._events:
            if stored.fact.kind not in kinds:
                raise row.unreadable("content")

    def free(self, fact_id: str) -> Condition:
        """The condition under which a new event may take that id.

        The id is unused, or used only by an event of an interrupted load.
        """
        for row in self.rows:
            if row.text("SK") == keys.fact(fact_id) and "batch" in row:
                return Equals("batch", row.text("batch"))
        return NEW

    @property
    def is_consistent(self) -> bool:
        """Whether META and the events are consistent."""
        return self.meta is None or self.meta.fact_sequence == len(self.facts)

    @cached_property
    def _logs(self) -> dict[str, FactLog]:
        return {}

    @cached_property
    def _events(self) -> tuple[tuple[StoredItem, StoredFact], ...]:
        counted = self.row.words("batches") if self.row else frozenset()
        rows = (r for r in self.rows if "batch" not in r or r.text("batch") in counted)
        return tuple((row, _stored_fact(row)) for row in rows)


def _stored_fact(row: StoredItem) -> StoredFact:
    fact = row.model("content", Fact)
    return StoredFact(fact, row.text("content"), row.text("given_sha256"), row.number("sequence"))


def snapshot(table: Table, deal: str, earlier: Snapshot | None = None) -> Snapshot:
    """Read a deal's status and events; raises OvertakenError if they never match.

    Of an `earlier` one the events are kept, unless one was recorded since: they never change.
    """
    row = table.get(keys.of_deal(deal), keys.META) if earlier else None
    if earlier is not None and row is not None and (same := earlier.with_status(row)):
        return same
    for _ in range(TRIES):
        rows = list(table.query(keys.of_deal(deal), keys.fact(""), keys.META))
        last = rows.pop() if rows and rows[-1].text("SK") == keys.META else None
        view = Snapshot(deal, last, tuple(rows))
        if view.is_consistent:
            return view
    raise OvertakenError("the deal's events kept changing while they were read; try again")


def meta_in(deal: str, row: StoredItem) -> Meta:
    """The status in a META item."""
    return META.read(row, id=deal, closing=closing_in(row))
