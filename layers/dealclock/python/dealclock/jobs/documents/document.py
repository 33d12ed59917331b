"""A request for a file of a deal, what is made for it, and handing it out to insiders only."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import field

from dealclock import __version__
from dealclock.engine.look import Look
from dealclock.errors import NotFoundError, RefusedError
from dealclock.facts.log import day_of
from dealclock.jobs.services import Services
from dealclock.people.people import Action, Person, may
from dealclock.records import record
from dealclock.store import ArchiveEntry, Rendition, StoredDeal


@record
class FileRequest:
    """Who requests a file of which deal, as of what, with the kind's arguments.

    `by` is the asker, as the archive names them; `asker` the person of the team, None for anyone
    else.
    """

    deal: StoredDeal
    asker: Person | None
    args: Mapping[str, str]
    look: Look
    services: Services = field(repr=False)
    by: str

    def named(self, key: str) -> str:
        """The argument that names what the file is about; raises NotFoundError without one."""
        if name := self.args.get(key):
            return name
        raise NotFoundError(f"give {key}: it names what this file is about.")


@record
class Document:
    """A file. `name` has only the code name, kind, Section and date; `text` is archived.

    `about` is the instance it is about, "" for the whole deal.
    """

    name: str
    media_type: str
    content: bytes
    text: str
    about: str

    @property
    def sha256(self) -> str:
        """The SHA-256 hash of its bytes."""
        return hashlib.sha256(self.content).hexdigest()


@record
class GeneratedFile:
    """A file: its bytes, and what may be shown about it.

    Anyone may see `name` and `title`: code name, kind, Section and date, never issuer, amount or
    "default". `alt_text` describes a picture; "" for other files.
    """

    name: str
    title: str
    content: bytes = field(repr=False)
    alt_text: str = ""


@record
class FileKind:
    """One kind of file: its name and description, and the action its asker needs.

    `in_emergency`: allowed with emergency access, since it is a view and no document to keep.
    """

    name: str
    description: str
    action: Action
    make: Callable[[FileRequest], GeneratedFile]
    in_emergency: bool = False


def require_insider(request: FileRequest, what: str) -> Person:
    """The asker, if they are inside the deal; otherwise the refusal is archived, by ids only.

    Raises RefusedError.
    """
    person, deal, now = request.asker, request.deal, request.services.now()
    today = day_of(now, deal.terms.agreement.time_zone)
    if person is not None and may(person, Action.READ, deal.team.access, today):
        return person
    detail = {"person": person.id} if person else {}
    request.services.store.archive.audit(deal.meta.id, f"refused {what}", request.by, now, detail)
    raise RefusedError(
        f"{what} is for people inside the deal. Ask its lead to add you to the list."
    )


def hand_out(request: FileRequest, what: str, document: Document) -> Document:
    """Audit and archive that the asker, an insider, gets the document; then return it.

    The audit holds ids only, the archive the text and the hash of the bytes. If this raises, the
    document must not be handed out.
    """
    person, meta, now = require_insider(request, what), request.deal.meta, request.services.now()
    about = {"instance": document.about} if document.about else {}
    detail = {"person": person.id, "sha256": document.sha256, **about}
    archive = request.services.store.archive
    archive.audit(meta.id, f"gave {what}", request.by, now, detail)
    header = f"{document.name}\nsha256 {document.sha256}\n\n"
    entry = ArchiveEntry(
        kind="file",
        to=person.slack,
        deals=(meta.id,),
        about=document.about,
        rendition=Rendition(
            text=header + document.text,
            terms_version=meta.terms_version,
            team_version=meta.team_version,
            engine=__version__,
            as_of=request.look.as_of,
            known_at=request.look.instant,
        ),
    )
    archive.add_message(entry, now)
    return document
