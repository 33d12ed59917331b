"""A file made for one person: its name, its bytes, and its text for the archive."""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime

from dealclock import __version__
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.services import Services
from dealclock.people.people import Person
from dealclock.store import ArchiveEntry, Rendition, StoredDeal


@dataclass(frozen=True, slots=True)
class AsOfMoment:
    """The civil day of an answer, and the instant up to which events are known."""

    as_of: date
    known_at: datetime

    @classmethod
    def of(
        cls,
        deal: StoredDeal,
        now: datetime,
        as_of: date | None = None,
        known_at: datetime | None = None,
    ) -> "AsOfMoment":
        """The given moment, by default the deal's own day and all that is known now."""
        today, known = deal_now(deal, now)
        return cls(as_of or today, known_at or known)


@dataclass(frozen=True, slots=True)
class Document:
    """A file. `name` has only the code name, kind, Section and date; `text` is archived.

    `about` is the instance it is about, "" for the whole deal.
    """

    name: str
    media_type: str
    content: bytes
    text: str
    about: str
    moment: AsOfMoment

    @property
    def sha256(self) -> str:
        """The SHA-256 hash of its bytes."""
        return hashlib.sha256(self.content).hexdigest()


def hand_out(
    what: str, document: Document, deal: StoredDeal, person: Person, services: Services, by: str
) -> Document:
    """Audit and archive that the person, who may have it, gets the document; then return it.

    The audit holds ids only, the archive the text and the hash of the bytes. If this raises, the
    document must not be handed out.
    """
    now = services.now()
    about = {"instance": document.about} if document.about else {}
    detail = {"person": person.id, "sha256": document.sha256, **about}
    services.store.archive.audit(deal.meta.id, f"gave {what}", by, now, detail)
    header = f"{document.name}\nsha256 {document.sha256}\n\n"
    entry = ArchiveEntry(
        kind="file",
        to=person.slack,
        deals=(deal.meta.id,),
        about=document.about,
        rendition=Rendition(
            text=header + document.text,
            terms_version=deal.meta.terms_version,
            team_version=deal.meta.team_version,
            engine=__version__,
            as_of=document.moment.as_of,
            known_at=document.moment.known_at,
        ),
    )
    services.store.archive.add_message(entry, now)
    return document
