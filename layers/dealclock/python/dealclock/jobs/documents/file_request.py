"""A request for a file, the generated file, and the kinds of files."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from dealclock.engine.look import Look
from dealclock.jobs.deal_day import own_look
from dealclock.jobs.services import Services
from dealclock.people.people import Action, Person
from dealclock.store import Store, StoredDeal


@dataclass(frozen=True, slots=True)
class FileRequest:
    """Who requests a file of which deal, for what moment, with the kind's arguments.

    The asker's permission is already checked.
    """

    deal: StoredDeal
    asker: Person
    args: Mapping[str, str]
    as_of: date
    known_at: datetime
    services: Services = field(repr=False)

    @property
    def look(self) -> Look:
        """The deal as of that moment."""
        return own_look(self.deal, self.now, self.as_of, self.known_at)

    @property
    def now(self) -> datetime:
        """Wall time, for files that state when they were made."""
        return self.services.now()

    @property
    def store(self) -> Store:
        """The table."""
        return self.services.store


@dataclass(frozen=True, slots=True)
class GeneratedFile:
    """A file: its bytes, and what may be shown about it.

    Anyone may see `name` and `title`: code name, kind, Section and date, never issuer, amount or
    "default". `alt_text` describes a picture; "" for other files.
    """

    name: str
    title: str
    content: bytes = field(repr=False)
    alt_text: str = ""


@dataclass(frozen=True, slots=True)
class FileKind:
    """One kind of file: its name and description, and the action its asker needs.

    `in_emergency`: allowed with emergency access, since it is a view and no document to keep.
    """

    name: str
    description: str
    action: Action
    make: Callable[[FileRequest], GeneratedFile]
    in_emergency: bool = False
