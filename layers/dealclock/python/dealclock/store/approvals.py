"""Approvals by a second person: appended once each, with its audit entry, never changed.

META counts them, so that a deal without any costs no look, and of two people who approve the same
at one moment one is told that it was done.
"""

from dealclock.access.approval import Approval, Awaited, Subject
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.errors import NoSuchDeal, Overtaken
from dealclock.store.item import Item, Row
from dealclock.store.snapshot import meta_in
from dealclock.store.table import TRIES, ConditionFailed, OnTable
from dealclock.store.write import NEW, THERE, Condition, Equals, Missing, Put, Update, all_of


class Approvals(OnTable):
    """What second persons approved of the deals."""

    def approvals(self, deal: str) -> tuple[Approval, ...]:
        """Every approval of a deal, in the order given."""
        rows = self._table.query(keys.of_deal(deal), keys.approval(""), keys.approval("~"))
        return tuple(sorted((_read(row) for row in rows), key=lambda a: a.at))

    def approve(self, deal: str, approval: Approval, by: str) -> Approval | None:
        """Append it; the one that was there before, where there was. `by` asked, for the archive.

        Raises NoSuchDeal, Overtaken.
        """
        pk, sk = keys.of_deal(deal), keys.approval(_name(approval.of))
        for _ in range(TRIES):
            row = self._table.get(pk, keys.META)
            if row is None:
                raise NoSuchDeal(f"there is no deal {deal!r}; load it first.")
            meta = meta_in(deal, row)
            refuse_closed(meta)
            count = meta.approved
            there = self._table.get(pk, sk)
            if there is not None:
                return _read(there)
            detail: dict[str, str | int] = {
                "subject": str(approval.of.subject),
                "person": approval.by,
            }
            try:
                self._table.transact(
                    [
                        Put(_written(pk, sk, approval), NEW),
                        Update(pk, keys.META, {"approved": count + 1}, _counted(count)),
                        entry(deal, "approved", by, approval.at, detail),
                    ]
                )
            except (ConditionFailed, Overtaken):
                # Somebody approved between our look and our write, or our own write arrived and
                # its answer was lost: a new look can tell.
                continue
            return None
        raise Overtaken("others kept approving of the deal; try again")


def _counted(count: int) -> Condition:
    if count == 0:
        return all_of(THERE, Missing("approved"), OPEN)
    return all_of(Equals("approved", count), OPEN)


def _name(of: Awaited) -> str:
    return f"{of.subject}#{of.content}"


def _written(pk: str, sk: str, approval: Approval) -> Item:
    return {
        "PK": pk,
        "SK": sk,
        "subject": str(approval.of.subject),
        "content": approval.of.content,
        "by": approval.by,
        "name": approval.name,
        "approved_at": approval.at,
    }


def _read(row: Row) -> Approval:
    subject = Subject.parse(row.text("subject"))
    if subject is None:
        raise row.unreadable("subject")
    of = Awaited(subject, row.text("content"))
    return Approval(of, row.text("by"), row.text("name"), row.instant("approved_at"))
