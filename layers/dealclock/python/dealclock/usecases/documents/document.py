"""A file made for one person: its name, its bytes, and the words of it that are archived."""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime

from dealclock import __version__
from dealclock.access.people import Person
from dealclock.store import ArchiveEntry, Rendition, StoredDeal
from dealclock.usecases.deal_day import deal_now
from dealclock.usecases.services import Services


@dataclass(frozen=True, slots=True)
class AsOfMoment:
    """The civil day that is asked about, and the instant up to which the deal is known."""

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
        """The deal's own day and all that is known by now, where not said otherwise."""
        own, known = deal_now(deal, now)
        return cls(as_of or own, known_at or known)


@dataclass(frozen=True, slots=True)
class Document:
    """A file: `name` has the code name, kind, Section and date alone; `text` is what is archived.

    `about` is the instance it is about, "" where it is about the deal.
    """

    name: str
    media_type: str
    content: bytes
    text: str
    about: str
    moment: AsOfMoment

    @property
    def sha256(self) -> str:
        """The hash of its bytes."""
        return hashlib.sha256(self.content).hexdigest()


def hand_out(
    what: str, document: Document, deal: StoredDeal, person: Person, services: Services, by: str
) -> Document:
    """The document, once it is archived that the person, who may have it, was given it.

    Audited by ids, and kept in words with the hash of its bytes. When this raises, nothing must be
    given.
    """
    now = services.now()
    about = {"instance": document.about} if document.about else {}
    detail = {"person": person.id, "sha256": document.sha256, **about}
    services.store.archive.audit(deal.meta.id, f"gave {what}", by, now, detail)
    head = f"{document.name}\nsha256 {document.sha256}\n\n"
    kept = ArchiveEntry(
        kind="file",
        to=person.slack,
        deals=(deal.meta.id,),
        about=document.about,
        rendition=Rendition(
            text=head + document.text,
            terms_version=deal.meta.terms_version,
            team_version=deal.meta.team_version,
            engine=__version__,
            as_of=document.moment.as_of,
            known_at=document.moment.known_at,
        ),
    )
    services.store.archive.add_message(kept, now)
    return document
