"""What people wrote in reply to an alert: appended once, with its audit entry, never changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.item import Item, Row
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import NEW, Put


@dataclass(frozen=True, slots=True)
class Note:
    """What a person wrote about an obligation instance.

    `id` follows from the mail that brought it, so the same mail is filed once. `clause` is that of
    the alert replied to; `attachments` counts what came along and was not kept.
    """

    id: str
    instance: str
    clause: str
    person: str
    at: datetime
    text: str
    attachments: int = 0


class Notes(OnTable):
    """The notes of the deals."""

    def file_note(self, deal: str, note: Note, by: str, now: datetime) -> bool:
        """Append it; False when it was filed before, and then nothing was written."""
        written: Item = {
            "PK": keys.of_deal(deal),
            "SK": keys.note(note.id),
            "instance": note.instance,
            "clause": note.clause,
            "person": note.person,
            "noted_at": note.at,
            "text": note.text,
            "attachments": note.attachments,
        }
        detail = {"note": note.id, "instance": note.instance, "person": note.person}
        try:
            self._table.transact([Put(written, NEW), entry(deal, "filed note", by, now, detail)])
        except ConditionFailed:
            return False
        return True

    def note(self, deal: str, note_id: str) -> Note | None:
        """One note of a deal."""
        row = self._table.get(keys.of_deal(deal), keys.note(note_id))
        return _read(row) if row else None

    def notes(self, deal: str, instance: str | None = None) -> tuple[Note, ...]:
        """Everything filed of a deal, or of one instance, in the order it came."""
        rows = self._table.query(keys.of_deal(deal), keys.note(""), keys.note("~"))
        return tuple(sorted(_about(map(_read, rows), instance), key=lambda note: note.at))


def _about(notes: Iterable[Note], instance: str | None) -> Iterable[Note]:
    return (note for note in notes if instance is None or note.instance == instance)


def _read(row: Row) -> Note:
    return Note(
        id=row.text("SK").partition("#")[2],
        instance=row.text("instance"),
        clause=row.text("clause"),
        person=row.text("person"),
        at=row.instant("noted_at"),
        text=row.text("text"),
        attachments=row.number("attachments"),
    )
