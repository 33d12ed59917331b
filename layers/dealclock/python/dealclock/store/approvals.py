"""Approvals by a second person: appended once each, with its audit entry, never changed.

META counts them, so that a deal without any costs no look, and of two people who approve the same
at one moment one is told that it was done.
"""

from dealclock.access.approval import Approval, ApprovalNeeded, Subject
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.codec import Codec, Text
from dealclock.store.deal import META
from dealclock.store.errors import NoSuchDeal, OvertakenError
from dealclock.store.snapshot import meta_in
from dealclock.store.table import TRIES, ConditionFailed, OnTable
from dealclock.store.write import NEW, THERE, Absent, Condition, Equals, Put, Update, all_of


def _subject(text: str) -> Subject:
    found = Subject.parse(text)
    if found is None:
        raise ValueError("no subject")
    return found


AWAITED = Codec(ApprovalNeeded, required=("content",), texts={Subject: Text(str, _subject)})
APPROVAL = Codec(Approval, names={"at": "approved_at"}, parts={"of": AWAITED})


class Approvals(OnTable):
    """What second persons approved of the deals."""

    def approvals(self, deal: str) -> tuple[Approval, ...]:
        """Every approval of a deal, in the order given."""
        rows = self._table.query(keys.of_deal(deal), keys.approval(""), keys.approval("~"))
        return tuple(sorted(map(APPROVAL.read, rows), key=lambda a: a.at))

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
                return APPROVAL.read(there)
            detail: dict[str, str | int] = {
                "subject": str(approval.of.subject),
                "person": approval.by,
            }
            try:
                self._table.transact(
                    [
                        Put({"PK": pk, "SK": sk, **APPROVAL.item(approval)}, NEW),
                        Update(pk, keys.META, META.changes(approved=count + 1), _counted(count)),
                        entry(deal, "approved", by, approval.at, detail),
                    ]
                )
            except (ConditionFailed, OvertakenError):
                # Somebody approved between our look and our write, or our own write arrived and
                # its answer was lost: a new look can tell.
                continue
            return None
        raise OvertakenError("others kept approving of the deal; try again")


def _counted(count: int) -> Condition:
    if count == 0:
        return all_of(THERE, Absent("approved"), OPEN)
    return all_of(Equals("approved", count), OPEN)


def _name(of: ApprovalNeeded) -> str:
    return f"{of.subject}#{of.content}"
