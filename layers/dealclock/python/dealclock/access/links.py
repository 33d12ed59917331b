"""Personal links: a secret that stands for one person, and how it is kept out of what is kept.

A secret is 256 bits, written in letters that survive wherever an address is read in lower case: a
path, and the part of a mail address before the @. The table holds its fingerprint alone, so whoever
reads the table can open nothing.
"""

import base64
import hashlib
import re

BYTES = 32
LENGTH = 52  # letters: 256 bits at five bits each
HIDDEN = "[personal link, not kept]"

_SECRET = re.compile(rf"[a-z2-7]{{{LENGTH}}}")
_WORD = re.compile(r"[^\s<>\"]+")
_IN_A_WORD = re.compile(
    rf"(?:/a/|/calendar/|\breply\+)[a-z2-7]{{8,}}|\b[a-z2-7]{{{LENGTH}}}\b", re.IGNORECASE
)
# An address that goes on in the next line, as some mail programs break it.
_BROKEN = re.compile(
    r"((?:/a/|/calendar/|\breply\+))([a-z2-7]{8,51})=?\r?\n[>\s]{0,9}([a-z2-7]{1,44})",
    re.IGNORECASE,
)


def secret_of(random: bytes) -> str:
    """Random bytes as a secret is written; raises ValueError for any other number than BYTES."""
    if len(random) != BYTES:
        raise ValueError(f"given {len(random)} random bytes; give {BYTES}")
    return base64.b32encode(random).decode().rstrip("=").lower()


def is_secret(text: str) -> bool:
    """Whether `text` could be a secret, by its form alone."""
    return _SECRET.fullmatch(text) is not None


def fingerprint(secret: str) -> str:
    """What is kept of a secret: its SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()


def redacted(text: str) -> str:
    """`text` without the secrets in it: what may be kept of a mail, or shown of one."""
    return _WORD.sub(_hidden, _BROKEN.sub(_joined, text))


def _hidden(word: re.Match[str]) -> str:
    return HIDDEN if _IN_A_WORD.search(word.group()) else word.group()


def _joined(broken: re.Match[str]) -> str:
    mark, first, rest = broken.groups()
    return f"{mark}{first}{rest}" if len(first) + len(rest) == LENGTH else broken.group()
