"""The Agreement's own words behind a part of the terms. Kept, and used by nothing yet."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from dealclock.files.refusals import must_match
from dealclock.files.source import Model, Text

_DIGEST = "give the SHA-256 of the sentence: 64 hexadecimal digits in lower case"


class SourceText(Model):
    """A sentence of the Agreement: its Section, its words, and their SHA-256 in hexadecimal."""

    section: Text
    sentence: Annotated[str, StringConstraints(min_length=1, max_length=5000)]
    sha256: Annotated[str, AfterValidator(must_match(r"[0-9a-f]{64}", _DIGEST))]
