"""Terms, teams and events as stored: canonical JSON and its hash.

Defaults are written out too, so that a stored version keeps its meaning even if a later release
changes them. Stored and loaded content are compared after parsing, since another release may
serialize the same content differently.
"""

import hashlib
import json

from pydantic import BaseModel

from dealclock.errors import DealclockError
from dealclock.records import record
from dealclock.store import formats
from dealclock.store.item import Item
from dealclock.terms.terms import Terms
from dealclock.terms.versions import as_amended


@record
class Content:
    """A model's JSON, its hash, and the format that a reader must know."""

    text: str
    sha256: str
    needs: int = formats.FIRST

    @property
    def attributes(self) -> Item:
        """The attributes that store it."""
        return {"content": self.text, "sha256": self.sha256, "needs": self.needs}


def content(model: BaseModel) -> Content:
    """The model as stored; raises DealclockError if it would not load unchanged."""
    text = canonical_json(model.model_dump(mode="json"))
    if type(model).model_validate_json(text) != model:
        raise DealclockError(
            f"a {type(model).__name__} did not read back as it was written, so nothing was "
            "stored. This is a bug in Dealclock; report it."
        )
    # An amendment is stored as typed, so its names are found in the terms after it.
    models = (
        as_amended(model) if isinstance(model, Terms) and formats.has_new_names(Terms) else [model]
    )
    return Content(text, hash_of(text), formats.needs_of_model(*models))


def hash_of(text: str) -> str:
    """The SHA-256 of a stored text."""
    return hashlib.sha256(text.encode()).hexdigest()


def canonical_json(data: object) -> str:
    """Raw data as canonical JSON."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
