"""Terms, teams and facts as they are kept: JSON in one form, its hash, and the way back.

Everything is written out, defaults too: a version means the same forever, even if the defaults
of a later release are. What is kept is compared with what is loaded by meaning, read first, since
another release may spell the same in another way.
"""

import hashlib
import json
from dataclasses import dataclass

from pydantic import BaseModel

from dealclock.agreement.terms import Terms
from dealclock.agreement.versions import as_amended
from dealclock.store import formats
from dealclock.store.errors import StoreError
from dealclock.store.item import Item


@dataclass(frozen=True, slots=True)
class Content:
    """A model's JSON and its hash, and the format a reader of it must know."""

    text: str
    sha256: str
    needs: int = formats.FIRST

    @property
    def attributes(self) -> Item:
        """As attributes of the item that keeps it."""
        return {"content": self.text, "sha256": self.sha256, "needs": self.needs}


def content(model: BaseModel) -> Content:
    """The model as it is kept; raises StoreError for one that would not read back the same."""
    text = spelled(model.model_dump(mode="json"))
    if type(model).model_validate_json(text) != model:
        raise StoreError(
            f"a {type(model).__name__} did not read back as it was written, so nothing was "
            "stored. This is a bug in Dealclock; report it."
        )
    # What an amendment changes is kept as it was typed: its names are those of the terms it makes.
    read = as_amended(model) if isinstance(model, Terms) and formats.has_changed(Terms) else [model]
    return Content(text, hash_of(text), formats.needs_of_model(*read))


def hash_of(text: str) -> str:
    """The hash of a kept text."""
    return hashlib.sha256(text.encode()).hexdigest()


def spelled(data: object) -> str:
    """Bare data in the one form in which models are kept."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
