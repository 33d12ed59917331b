"""What a file is made from, and what is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from dealclock.access.people import Action, Person
from dealclock.errors import DocumentsError
from dealclock.store import Store, StoredDeal
from dealclock.usecases.services import Services


class CannotMake(DocumentsError):
    """A file that cannot be made as it was asked for: the asker is told these very words."""


@dataclass(frozen=True, slots=True)
class FileRequest:
    """Who asks for a file of which deal, as of a day on what was known, with the kind's own words.

    The asker's right to it is checked already.
    """

    deal: StoredDeal
    asker: Person
    args: Mapping[str, str]
    as_of: date
    known_at: datetime
    services: Services = field(repr=False)

    @property
    def now(self) -> datetime:
        """Wall time, for what must state when it was made."""
        return self.services.now()

    @property
    def store(self) -> Store:
        """The table."""
        return self.services.store


@dataclass(frozen=True, slots=True)
class GeneratedFile:
    """A file: its bytes, and what may be said of it.

    `name` and `title` may be seen by anyone: code name, kind, clause and date, never issuer, amount
    or "default". `alt_text` says in words what a picture shows; "" for what is none.
    """

    name: str
    title: str
    content: bytes = field(repr=False)
    alt_text: str = ""


@dataclass(frozen=True, slots=True)
class FileKind:
    """One kind of file: its name, what it is in words, what its asker must be allowed to do.

    `by_glass` when it may be looked at through broken glass: it shows, and is no document to keep.
    """

    name: str
    says: str
    action: Action
    make: Callable[[FileRequest], GeneratedFile]
    by_glass: bool = False
