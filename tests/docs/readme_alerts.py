"""The alerts of README.md: two posts of the rehearsal of a model, as Slack shows them.

`python -m tests.docs.readme_alerts` writes them, after a change of what an alert says.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from bench.noise import Noise, play
from dealclock.alerts.slots import instant
from dealclock.channels import Post
from dealclock.desk.load import bundles
from dealclock.documents.deal_files import read_deal
from dealclock.store import Store
from tests.memory_table import MemoryTable
from tests.unit.jobs.house import House

PAGE = Path("README.md")
DEAL = Path("agreements/model-pipe")
_FIRST, _LAST = date(2026, 3, 30), date(2026, 4, 15)
_PART = re.compile(r"(<!-- alert (\S+): generated -->\n```\n).*?(```\n<!-- end -->\n)", re.DOTALL)


def rewritten(page: str) -> str:
    """The page with its alerts made again: each is the first post of its day's first check."""
    (story,) = bundles(read_deal(DEAL, None), rehearsal=True)
    noise = play(story, House(Store(MemoryTable())), _FIRST, _LAST)
    return _PART.sub(lambda m: f"{m[1]}{_draw(m[2], noise)}\n{m[3]}", page)


def _draw(day: str, noise: Noise) -> str:
    at: datetime = instant(date.fromisoformat(day), "morning")
    post = next(a.sent for a in noise.arrivals if a.at == at and isinstance(a.sent, Post))
    text = "\n\n".join(filter(None, map(_lines_of, post.blocks)))
    for person in noise.team.people:
        text = text.replace(f"<@{person.slack}>", f"@{person.name}")
    return text.replace("*", "")


def _lines_of(block: Mapping[str, Any]) -> str:
    """What a block shows; nothing of a divider."""
    match block["type"]:
        case "actions":
            return " ".join(f"[{label}]" for label in _labels(block))
        case "context":
            return "\n".join(each["text"] for each in block["elements"])
        case "header" | "section":
            return str(block["text"]["text"])
        case _:
            return ""


def _labels(block: Mapping[str, Any]) -> Iterator[str]:
    for element in block["elements"]:
        yield "..." if element["type"] == "overflow" else element["text"]["text"]


def main() -> None:
    """Write the alerts of the page."""
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
