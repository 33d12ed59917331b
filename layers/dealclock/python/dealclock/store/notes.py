"""What people wrote in reply to an alert by email, in releases that received email: read only."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.item import StoredItem
from dealclock.store.table import OnTable


@dataclass(frozen=True, slots=True)
class Note:
    """What a person wrote about an obligation instance.

    `clause` is that of the alert replied to; `attachments` counts what came along and was not kept.
    """

    id: str
    instance: str
    clause: str
    person: str
    at: datetime
    text: str
    attachments: int = 0


NOTE = Codec(Note, apart=("id",), names={"at": "noted_at"}, required=("attachments",))


class Notes(OnTable):
    """The notes of the deals."""

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


def _read(row: StoredItem) -> Note:
    return NOTE.read(row, id=row.text("SK").partition("#")[2])
