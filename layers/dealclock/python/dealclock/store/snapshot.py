"""A deal's standing and its facts as of one moment.

A query reads item by item, so a fact recorded while it runs may be seen without the standing that
counts it, or the other way about. META therefore counts the facts, and a snapshot whose count does
not agree is read again.

A load writes its facts before they count, each with the token of its batch; META names the batches
that count. So a load cut short leaves facts nobody sees, and the next one writes over them.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS
from dealclock.store import keys
from dealclock.store.closings import closing_in
from dealclock.store.content import hash_of, spelled
from dealclock.store.deal import META, Meta
from dealclock.store.errors import OvertakenError
from dealclock.store.item import StoredItem
from dealclock.store.table import TRIES, Table
from dealclock.store.write import NEW, Condition, Equals


@dataclass(frozen=True, slots=True)
class KeptFact:
    """A fact as it is kept: read, and as `text`. `given` is the hash of what was handed over."""

    fact: Fact
    text: str
    given: str
    sequence: int

    def is_same(self, fact: Fact) -> bool:
        """Whether `fact`, recorded again, is the same fact by its meaning."""
        if fact == self.fact:
            return True
        added = dict.fromkeys(self._added())
        return bool(added) and fact == self.fact.model_copy(update=added)

    def _added(self) -> tuple[str, ...]:
        """What the table added to the fact that was handed over: when it was told, and by whom.

        Asked of the kept text, in the spelling of the release that wrote it.
        """
        data = json.loads(self.text)
        for names in (("recorded_at",), ("recorded_at", "recorded_by")):
            if hash_of(spelled({**data, **dict.fromkeys(names)})) == self.given:
                return names
        return ()


@dataclass(frozen=True)
class Snapshot:
    """What the table holds of a deal: META, if the deal exists, and every FACT item."""

    deal: str
    row: StoredItem | None
    rows: tuple[StoredItem, ...]

    @cached_property
    def meta(self) -> Meta | None:
        """The deal's standing; None for a deal that does not exist."""
        return meta_in(self.deal, self.row) if self.row else None

    @cached_property
    def facts(self) -> tuple[KeptFact, ...]:
        """The facts that count, in the order recorded."""
        return tuple(sorted(self._facts(), key=lambda kept: kept.sequence))

    @cached_property
    def by_id(self) -> Mapping[str, KeptFact]:
        """The facts that count, by id."""
        return {kept.fact.id: kept for kept in self.facts}

    def free(self, fact_id: str) -> Condition:
        """The condition under which a new fact may take that id.

        Nothing stands there, or what was read there: a fact of a load that was cut short.
        """
        for row in self.rows:
            if row.text("SK") == keys.fact(fact_id) and "batch" in row:
                return Equals("batch", row.text("batch"))
        return NEW

    @property
    def is_whole(self) -> bool:
        """Whether META and the facts were read as of one moment."""
        return self.meta is None or self.meta.fact_sequence == len(self.facts)

    def _facts(self) -> Iterator[KeptFact]:
        counted = self.row.words("batches") if self.row else frozenset()
        for row in self.rows:
            if "batch" not in row or row.text("batch") in counted:
                fact = row.model("content", Fact)
                if fact.kind not in KINDS:
                    raise row.unreadable("content")  # what it would do to a date is not known
                given, sequence = row.text("given_sha256"), row.number("sequence")
                yield KeptFact(fact, row.text("content"), given, sequence)


def snapshot(table: Table, deal: str) -> Snapshot:
    """Read a deal's standing and facts; raises OvertakenError when they never agree."""
    for _ in range(TRIES):
        rows = list(table.query(keys.of_deal(deal), keys.fact(""), keys.META))
        last = rows.pop() if rows and rows[-1].text("SK") == keys.META else None
        found = Snapshot(deal, last, tuple(rows))
        if found.is_whole:
            return found
    raise OvertakenError("the deal's events kept changing while they were read; try again")


def meta_in(deal: str, row: StoredItem) -> Meta:
    """The status in a META item."""
    return META.read(row, id=deal, closing=closing_in(row))
