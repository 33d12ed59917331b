"""A file made for one person: its name, its bytes, and its text for the archive."""

import hashlib
from dataclasses import dataclass

from dealclock import __version__
from dealclock.engine.look import Look
from dealclock.jobs.services import Services
from dealclock.people.people import Person
from dealclock.store import ArchiveEntry, Rendition, StoredDeal


@dataclass(frozen=True, slots=True)
class Document:
    """A file. `name` has only the code name, kind, Section and date; `text` is archived.

    `about` is the instance it is about, "" for the whole deal; `look` what it was made of.
    """

    name: str
    media_type: str
    content: bytes
    text: str
    about: str
    look: Look

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
            as_of=document.look.as_of,
            known_at=document.look.instant,
        ),
    )
    services.store.archive.add_message(entry, now)
    return document
