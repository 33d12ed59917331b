"""Recording a fact: append-only, once, with its audit entry."""

from datetime import datetime

from dealclock.facts.fact import Fact, list_faults
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.content import content
from dealclock.store.deal import META, Meta, woken
from dealclock.store.errors import FactConflict, FactRefused, NoSuchDeal, OvertakenError
from dealclock.store.item import Item
from dealclock.store.snapshot import Snapshot, snapshot
from dealclock.store.table import TRIES, ConditionFailed, OnTable
from dealclock.store.write import Equals, Put, Update, all_of


class Facts(OnTable):
    """The facts of the deals, for adding one."""

    def record_fact(self, deal: str, fact: Fact, now: datetime, by: str) -> bool:
        """Append a fact; False when it was there already, word for word.

        On a live deal a fact without `recorded_at` is recorded as told `now` by `by`; a
        rehearsal's stays known "by the end of its day". Raises NoSuchDeal, FactConflict (the id
        says something else), FactRefused (a wrong correction, an unknown kind), DealClosed,
        TooLarge, TryAgain.
        """
        for _ in range(TRIES):
            seen = snapshot(self._table, deal)
            if seen.meta is None:
                raise NoSuchDeal(f"there is no deal {deal!r}; load it first.")
            if not is_new(fact, seen):
                return False
            refuse_closed(seen.meta)
            check(fact, {kept.fact.id: kept.fact for kept in seen.facts})
            try:
                self._table.transact(
                    [
                        put(fact, seen.meta.rehearsal, seen, 1, now, by),
                        counted(seen.meta),
                        entry(deal, "fact recorded", by, now, {"fact": fact.id}),
                    ]
                )
            except (ConditionFailed, OvertakenError):
                # Another fact was recorded between our look and our write. It may be this very
                # fact, or one that ours corrects: only a new look can tell.
                continue
            return True
        raise OvertakenError("other events of the deal kept being recorded; try again")


def is_new(fact: Fact, seen: Snapshot) -> bool:
    """Whether the deal does not hold the fact; raises FactConflict for another under its id."""
    there = seen.by_id.get(fact.id)
    if there is None:
        return True
    if not there.is_same(fact):
        raise FactConflict(
            f"event {fact.id} is already recorded with other content, and events are never "
            f"edited. Give this one another id, with `corrects: {fact.id}` if it corrects the "
            "recorded one."
        )
    return False


def check(fact: Fact, before: dict[str, Fact]) -> None:
    """Raise FactRefused for a fact that does not fit those recorded before it."""
    wrong = [f"{field}: {allowed}" for field, allowed in list_faults(fact, before)]
    if wrong:
        raise FactRefused(f"event {fact.id}: {'; '.join(wrong)}")


def put(
    fact: Fact,
    rehearsal: bool,
    seen: Snapshot,
    place: int,
    now: datetime,
    by: str,
    batch: str | None = None,
) -> Put:
    """The write of one fact, `place` after the last that counts; of a batch, if it is of one."""
    before = seen.meta.fact_sequence if seen.meta else 0
    kept = content(_stamped(fact, rehearsal, now, by))
    item: Item = {
        "PK": keys.of_deal(seen.deal),
        "SK": keys.fact(fact.id),
        "content": kept.text,
        "needs": kept.needs,
        "given_sha256": content(fact).sha256,
        "sequence": before + place,
        "batch": batch,
        "stored_at": now,
        "stored_by": by,
    }
    return Put(item, seen.free(fact.id))


def counted(meta: Meta) -> Update:
    """One fact more, and a look at the deal by the next sweep."""
    changes = {
        **META.changes(fact_sequence=meta.fact_sequence + 1),
        **woken(meta.id, meta.rehearsal),
    }
    # Facts are numbered without a gap: of two writers who saw the same last one, one is too late.
    unmoved = all_of(Equals("fact_sequence", meta.fact_sequence), OPEN)
    return Update(keys.of_deal(meta.id), keys.META, changes, unmoved)


def _stamped(fact: Fact, rehearsal: bool, now: datetime, by: str) -> Fact:
    """A live deal's fact with the moment it was told; what was known when must not be guessed."""
    if rehearsal or fact.recorded_at is not None:
        return fact
    return fact.model_copy(update={"recorded_at": now, "recorded_by": fact.recorded_by or by})
