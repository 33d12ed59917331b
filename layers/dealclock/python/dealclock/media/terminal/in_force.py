"""What every answer says of the terms it is worked out under."""

from collections.abc import Iterator, Mapping
from typing import Any

from dealclock.agreement.versions import ORIGINAL
from dealclock.answers.json_parts import Json
from dealclock.engine.in_force import InForce
from dealclock.media.layout import wrapped
from dealclock.messages import words


def heading(form: str, given: InForce) -> Json:
    """What an answer begins with: its format, the deal, the day, the version of its terms."""
    version = given.version
    return {
        "format": form,
        "deal": given.terms.id,
        "as_of": given.as_of.isoformat(),
        "terms": {
            "version": version.id,
            "title": version.title,
            "effective": version.effective.isoformat(),
            "known": version.known.isoformat(),
        },
    }


def told_version(answered: Mapping[str, Any], width: int) -> Iterator[str]:
    """By which amendment the terms read as they do; nothing of terms as first made."""
    terms = answered["terms"]
    if terms["version"] != ORIGINAL:
        yield from wrapped(amended_by(terms["title"], terms["version"], terms["effective"]), width)


def amended_by(title: str, version: str, effective: str) -> str:
    """The sentence that names an amendment; `effective` is an ISO day."""
    return f"Terms as amended by {title} ({version}), in force from {words.iso(effective)}."
