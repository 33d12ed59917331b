"""The file of hashes: a line an output, its hash and its key; and what differs between two."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

SHOWN = 4
"""Keys that are listed of each answer that differs."""


def hashed(text: str) -> str:
    """The hash of an output, 16 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write(path: Path, found: Mapping[str, str]) -> None:
    """Write the hashes by key, sorted."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{value} {key}\n" for key, value in sorted(found.items()))
    path.write_text("".join(lines), encoding="utf-8")


def read(path: Path) -> dict[str, str]:
    """The hashes by key."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {key: value for value, _, key in (line.partition(" ") for line in lines)}


@dataclass(frozen=True, slots=True)
class Differences:
    """The keys whose output changed, is missing now, or is new."""

    changed: tuple[str, ...]
    gone: tuple[str, ...]
    new: tuple[str, ...]

    @classmethod
    def between(cls, before: Mapping[str, str], now: Mapping[str, str]) -> "Differences":
        """What differs of two sets of hashes."""
        return cls(
            changed=tuple(k for k, v in before.items() if now.get(k, v) != v),
            gone=tuple(k for k in before if k not in now),
            new=tuple(k for k in now if k not in before),
        )

    def __bool__(self) -> bool:
        return bool(self.changed or self.gone or self.new)

    def lines(self) -> Iterator[str]:
        """What differs, by answer: how many outputs, and the first of them."""
        for what, keys in (("changed", self.changed), ("gone", self.gone), ("new", self.new)):
            if keys:
                yield f"{len(keys)} {what}:"
                yield from _by_answer(keys)


def _by_answer(keys: Iterable[str]) -> Iterator[str]:
    found = defaultdict(list)
    for key in sorted(keys):
        found[key.partition(" | ")[0]].append(key)
    for answer, of_answer in found.items():
        yield f"  {answer}: {len(of_answer)}"
        yield from (f"    {key}" for key in of_answer[:SHOWN])
        if len(of_answer) > SHOWN:
            yield f"    and {len(of_answer) - SHOWN} more"
