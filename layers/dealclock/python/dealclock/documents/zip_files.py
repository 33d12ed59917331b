"""Zip files that are the same, byte for byte, whenever and wherever they are made.

Members are stored, not compressed: what a compressor writes depends on its release.
"""

import io
import zipfile
from collections.abc import Iterable

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip can hold
_UNIX = 3
_READABLE = 0o100644 << 16


def zipped(members: Iterable[tuple[str, bytes]]) -> bytes:
    """The members by name, in the order given."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, content in members:
            about = zipfile.ZipInfo(name, _LONG_AGO)
            about.create_system = _UNIX
            about.external_attr = _READABLE
            archive.writestr(about, content)
    return made.getvalue()


def members(zipped: bytes) -> list[tuple[str, bytes]]:
    """The members of a zip file, in its order."""
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]
