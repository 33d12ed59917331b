"""Personal links: a secret that identifies one person, and what is stored of it.

A secret is 256 bits, in letters that survive where a path is read in lower case. The table holds
only its fingerprint, so reading the table opens nothing.
"""

import base64
import hashlib
import re

BYTES = 32
LENGTH = 52  # letters: 256 bits at five bits each
HIDDEN = "[personal link, not kept]"

_SECRET = re.compile(rf"[a-z2-7]{{{LENGTH}}}")


def secret_of(random: bytes) -> str:
    """Random bytes, encoded as a secret; raises ValueError for any other number than BYTES."""
    if len(random) != BYTES:
        raise ValueError(f"given {len(random)} random bytes; give {BYTES}")
    return base64.b32encode(random).decode().rstrip("=").lower()


def is_secret(text: str) -> bool:
    """Whether `text` could be a secret, by its form alone."""
    return _SECRET.fullmatch(text) is not None


def fingerprint(secret: str) -> str:
    """The stored form of a secret: its SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()
