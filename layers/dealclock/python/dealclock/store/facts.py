"""Recording an event: append-only, once, with its audit entry."""

from collections.abc import Mapping
from datetime import datetime

from dealclock.errors import ConflictError, NotFoundError
from dealclock.facts.corrections import Families
from dealclock.facts.fact import Fact, list_faults
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import KINDS
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.content import content
from dealclock.store.deal import META, Meta, woken
from dealclock.store.item import Item
from dealclock.store.snapshot import Snapshot, snapshot
from dealclock.store.table import TRIES, OnTable, OvertakenError
from dealclock.store.write import Equals, Put, Update, all_of


class Facts(OnTable):
    """Records events of deals."""

    def record_fact(
        self,
        deal: str,
        fact: Fact,
        now: datetime,
        by: str,
        kinds: Mapping[str, FactKind] = KINDS,
    ) -> bool:
        """Append an event of one of the deal's `kinds`; False if it is already recorded unchanged.

        On a live deal an event without `recorded_at` is recorded at `now` by `by`; in a rehearsal
        it counts as known by the end of its day. Raises NotFoundError, ConflictError (the id
        has other content), ConflictError (an invalid correction, an unknown kind),
        ConflictError, RefusedError, TryAgainError.
        """
        for _ in range(TRIES):
            current = snapshot(self._table, deal)
            if current.meta is None:
                raise NotFoundError(f"there is no deal {deal!r}; load it first.")
            if not is_new(fact, current):
                return False
            refuse_closed(current.meta)
            current.refuse_unknown(kinds)
            check(fact, Families(stored.fact for stored in current.facts), kinds)
            # If not, another event was recorded meanwhile. It may be this very event, or one that
            # it corrects, so read the deal again.
            if self._tried(
                put(fact, current.meta.rehearsal, current, 1, now, by),
                count_fact(current.meta),
                entry(deal, "fact recorded", by, now, {"fact": fact.id}),
            ):
                return True
        raise OvertakenError("other events of the deal kept being recorded; try again")


def is_new(fact: Fact, current: Snapshot) -> bool:
    """Whether the event is not recorded yet; raises ConflictError if its id has other
    content.
    """
    stored = current.by_id.get(fact.id)
    if stored is None:
        return True
    if not stored.matches(fact):
        raise ConflictError(
            f"event {fact.id} is already recorded with other content, and events are never "
            f"edited. Give this one another id, with `corrects: {fact.id}` if it corrects the "
            "recorded one."
        )
    return False


def check(fact: Fact, before: Families[Fact], kinds: Mapping[str, FactKind] = KINDS) -> None:
    """Raise ConflictError for an event that does not fit those recorded before it, or that is of
    none of the deal's `kinds`.
    """
    faults = [f"{field}: {allowed}" for field, allowed in list_faults(fact, before, kinds)]
    if faults:
        raise ConflictError(f"event {fact.id}: {'; '.join(faults)}")


def put(
    fact: Fact,
    rehearsal: bool,
    current: Snapshot,
    place: int,
    now: datetime,
    by: str,
    batch: str | None = None,
) -> Put:
    """The write of one event, `place` after the last one that counts, in its batch if any."""
    before = current.meta.fact_sequence if current.meta else 0
    stored = content(_with_recorder(fact, rehearsal, now, by))
    item: Item = {
        "content": stored.text,
        "needs": stored.needs,
        "given_sha256": content(fact).sha256,
        "sequence": before + place,
        "batch": batch,
        "stored_at": now,
        "stored_by": by,
    }
    return Put.at(keys.of_deal(current.deal), keys.fact(fact.id), item, current.free(fact.id))


def count_fact(meta: Meta) -> Update:
    """Count one more event, and let the next check assess the deal."""
    changes = {
        **META.changes(fact_sequence=meta.fact_sequence + 1),
        **woken(meta.id, meta.rehearsal),
    }
    # Events are numbered without gaps: of two concurrent writers one fails here.
    unchanged = all_of(Equals("fact_sequence", meta.fact_sequence), OPEN)
    return Update(keys.of_deal(meta.id), keys.META, changes, unchanged)


def _with_recorder(fact: Fact, rehearsal: bool, now: datetime, by: str) -> Fact:
    """A live deal's event with the instant and the person that recorded it."""
    if rehearsal or fact.recorded_at is not None:
        return fact
    return fact.model_copy(update={"recorded_at": now, "recorded_by": fact.recorded_by or by})
