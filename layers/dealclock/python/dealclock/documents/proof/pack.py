"""The manifest of a proof pack, its hashes, and the pack itself.

The pack's id is the hash of the lines of SHA256SUMS for the annexes: all but the summary, which
states it, and the two manifests. So it identifies the content and nothing else, and one command
computes it again (`HOW_TO_VERIFY`).
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dealclock.documents.zip_files import zipped
from dealclock.messages.layout import flowed, wrapped

FORMAT = "dealclock-proof/2"
SUMMARY = "summary.pdf"
SUMS = "SHA256SUMS"
MESSAGES, CERTIFICATE = "messages/", "certificate/"
HOW_TO_VERIFY = (
    f"To verify: unpack it and run `sha256sum -c {SUMS}` (`shasum -a 256 -c {SUMS}` on a Mac). "
    f"`grep -v -e manifest -e {SUMMARY} {SUMS} | sha256sum` gives the id of the pack."
)
_WIDTH = 78


@dataclass(frozen=True, slots=True)
class Member:
    """One file of a pack: its name, its bytes, and a description."""

    name: str
    content: bytes
    description: str

    @property
    def sha256(self) -> str:
        """The hash of its bytes."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def line(self) -> str:
        """Its line in SHA256SUMS, as `sha256sum` writes and reads it."""
        return f"{self.sha256}  {self.name}\n"


Head = Mapping[str, bool | str | Sequence[str] | Mapping[str, int | str]]
"""What a pack is about, as the manifest in JSON has it."""


def of_text(name: str, text: str, says: str) -> Member:
    """A member in plain text, in UTF-8."""
    return Member(name, text.encode(), says)


def of_json(name: str, data: object, says: str) -> Member:
    """A member in JSON; the same data always has the same bytes."""
    return of_text(name, json.dumps(data, indent=2, ensure_ascii=False) + "\n", says)


def id_of(annexes: Sequence[Member]) -> str:
    """The id of a pack of these annexes."""
    return hashlib.sha256("".join(m.line for m in annexes).encode()).hexdigest()


def assemble_pack(
    about: Head, heading: Sequence[str], summary: bytes, annexes: Sequence[Member]
) -> tuple[str, bytes]:
    """The text of the manifest, and the bytes of the .zip: the pack of these annexes, headed by the
    summary. `about` heads the manifest in JSON, `heading` the text one.
    """
    pack_id = id_of(annexes)
    members = (Member(SUMMARY, summary, "all of it on one page"), *annexes)
    listed = [
        {"name": m.name, "sha256": m.sha256, "bytes": len(m.content), "says": m.description}
        for m in members
    ]
    head = {"format": FORMAT, "pack": pack_id, **about, "members": listed}
    as_json = of_json("manifest.json", head, "this list, for programs")
    words = "\n".join(_manifest(pack_id, heading, members)) + "\n"
    as_text = of_text("manifest.txt", words, "this list, for people")
    whole = (members[0], as_text, as_json, *annexes)
    sums = of_text(SUMS, "".join(m.line for m in whole), "the hashes")
    return words, zipped((m.name, m.content) for m in (*whole, sums))


def _manifest(pack_id: str, heading: Sequence[str], members: Sequence[Member]) -> Iterator[str]:
    yield from flowed(heading, _WIDTH)
    yield ""
    yield f"Pack {pack_id}"
    yield from wrapped(HOW_TO_VERIFY, _WIDTH)
    for m in members:
        yield ""
        yield f"{m.name} ({len(m.content):,} bytes): {m.description}"
        yield f"  sha256 {m.sha256}"
