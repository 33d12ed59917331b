"""The golden items of each release, in a folder named for it; `make formats` writes today's.

A release's folder never changes once it is released: later releases must read it for good.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from dealclock import __version__
from dealclock.store import formats
from tests.contract.formats import names, scene

HERE = Path(__file__).parent
CHANGELOG = HERE.parents[2] / "CHANGELOG.md"


def releases() -> list[str]:
    """The releases with golden items, the oldest first."""
    releases = [folder.name for folder in HERE.iterdir() if (folder / "names.txt").is_file()]
    return sorted(releases, key=number)


def number(release: str) -> tuple[int, ...]:
    """A release's number, to be compared."""
    return tuple(int(part) for part in release.split("."))


def items(release: str) -> list[scene.Item]:
    """Its items, as its store wrote them."""
    files = sorted((HERE / release / "items").glob("*.json"))
    return [item for file in files for item in json.loads(file.read_text(encoding="utf-8"))]


def messages(release: str) -> dict[str, str]:
    """The bodies of its messages, by kind."""
    text = (HERE / release / "messages.json").read_text(encoding="utf-8")
    texts: dict[str, str] = json.loads(text)
    return texts


def names_and_format(release: str) -> tuple[set[str], int]:
    """Every name it knew, and its FORMAT."""
    first, *rest = (HERE / release / "names.txt").read_text(encoding="utf-8").splitlines()
    return set(rest), int(first.removeprefix("FORMAT "))


def write(release: str) -> None:
    """Write the folder of a release again."""
    folder = HERE / release
    (folder / "items").mkdir(parents=True, exist_ok=True)
    for old in (folder / "items").glob("*.json"):
        old.unlink()
    by_kind: dict[str, list[scene.Item]] = {}
    for item in scene.written(scene.of_the_sample()):
        kind = formats.kind_of(item["PK"]["S"], item["SK"]["S"])
        by_kind.setdefault(kind, []).append(item)
    for kind, rows in by_kind.items():
        (folder / "items" / f"{kind}.json").write_text(_text(rows), encoding="utf-8")
    (folder / "messages.json").write_text(_text(scene.messages()), encoding="utf-8")
    lines = [f"FORMAT {formats.FORMAT}", *sorted(names.today())]
    (folder / "names.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _text(data: Any) -> str:
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main(words: list[str]) -> int:
    """Write today's golden items, unless that would rewrite a release."""
    if os.environ.get("CI"):
        print("golden items are written by a person, never in CI", file=sys.stderr)
        return 2
    released = f"\n## {__version__}" in CHANGELOG.read_text(encoding="utf-8")
    if released and words != ["--again"]:
        print(
            f"CHANGELOG.md has a section for {__version__}: a release's golden items do not change."
            " Raise the version; or, before it is released, give --again",
            file=sys.stderr,
        )
        return 2
    write(__version__)
    print(f"golden items of {__version__}: {HERE / __version__}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
