"""The README's pictures of the workbench, drawn on the newcomer's path.

`python -m tests.workbench.pictures` follows the path on a workbench of its own and writes each
picture beside what it says in words. Bytes differ with the fonts of a machine, so a test holds the
words to what the pages say.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from local import browser as chromium
from local.environments import CHECKOUT
from tests.workbench.hands import Mouse
from tests.workbench.newcomer import Stage, newcomer
from tests.workbench.place import opened
from tests.workbench.window import launched, window

FOLDER = CHECKOUT / "docs" / "pictures"
MOST_BYTES = 150_000
WIDTH, HEIGHT = 1120, 820

# What differs from run to run: the name of a fact recorded by hand, the hour of the comparison.
_NAME = re.compile(r"\bR-[0-9A-Z]{8}\b")
_TIME = re.compile(r"(?<=agreed )\w{3}, .* ET(?=\.)")


@dataclass(frozen=True)
class Pictured:
    """A picture: what it is called, and what of the page it is about.

    `scrolls`: it is in a part of the page that scrolls separately, and is shown from its top.
    """

    name: str
    about: str
    scrolls: bool = False


PICTURED: Mapping[Stage, Pictured] = {
    "alert": Pictured(
        "workbench-slack", "article:has-text('Resale shelf effectiveness due')", scrolls=True
    ),
    "form": Pictured("workbench-form", "dialog.view"),
    "deal": Pictured("workbench-deal", ".deal :is(h1, .why, .status)"),
}
_COLOURS = 128  # enough for a page, at a third of the bytes


def words(page: Page, about: str) -> str:
    """What the page says there, without what differs from run to run."""
    page.wait_for_load_state()  # styles part words from each other
    said = "\n\n".join(page.locator(about).all_inner_texts())
    return _TIME.sub("[time]", _NAME.sub("R-FACT", said)).strip() + "\n"


def kept(name: str) -> str:
    """What a picture says, as it was written beside it."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def main() -> int:
    """Draw and write all of them; 1, with the reason, without a Chromium."""
    if lacking := chromium.missing():
        print(lacking, file=sys.stderr)
        return 1
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder) / "state") as place,
        launched() as browser,
        window(browser, WIDTH, HEIGHT) as page,
    ):
        for stage in newcomer(Mouse(page), place.address):
            if (pictured := PICTURED.get(stage)) is not None:
                if pictured.scrolls:
                    page.locator(pictured.about).evaluate("it => it.scrollIntoView()")
                _write(pictured.name, words(page, pictured.about), page.screenshot())
    return 0


def _write(name: str, says: str, png: bytes) -> None:
    (FOLDER / f"{name}.txt").write_text(says, encoding="utf-8")
    file = FOLDER / f"{name}.png"
    few = Image.open(BytesIO(png)).convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    few.save(file, optimize=True)
    print(f"docs/pictures/{file.name}, {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    sys.exit(main())
