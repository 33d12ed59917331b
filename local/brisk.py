"""The embedded AWS, with what it parses remembered: run by `guard.py` in the emulator's Python.

It parses an expression anew for every item it looks at, so a query in a partition of a few thousand
items takes a tenth of a second. These functions of it follow from nothing but their arguments.
Another version that names them otherwise fails here at once.
"""

from functools import lru_cache

from ministack import app  # type: ignore[import-not-found]
from ministack.services import dynamodb  # type: ignore[import-not-found]

_PURE = ("_tokenize", "_condition_syntax_error")


def main() -> None:
    """Serve as `ministack` does."""
    for name in _PURE:
        setattr(dynamodb, name, lru_cache(4096)(getattr(dynamodb, name)))
    app.main()
