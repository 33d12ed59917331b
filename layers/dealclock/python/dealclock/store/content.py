"""Terms, teams and facts as they are kept: JSON in one form, its hash, and the way back.

Everything is written out, defaults too: a version means the same forever, whatever the defaults
of a later release are. What is kept is compared with what is loaded by meaning, read first, since
another release may spell the same in another way.
"""

import hashlib
import json
from dataclasses import dataclass

from pydantic import BaseModel

from dealclock.store.errors import StoreError


@dataclass(frozen=True, slots=True)
class Content:
    """A model's JSON and its hash; the same model always has the same."""

    text: str
    sha256: str


def content(model: BaseModel) -> Content:
    """The model as it is kept; raises StoreError for one that would not read back the same."""
    text = json.dumps(
        model.model_dump(mode="json"), sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    if type(model).model_validate_json(text) != model:
        raise StoreError(
            f"a {type(model).__name__} does not read back as it was given; nothing was written. "
            "This is an error of Dealclock's own."
        )
    return Content(text, hashlib.sha256(text.encode()).hexdigest())
