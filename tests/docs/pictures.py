"""The pictures of docs/pictures.md, and the data each was drawn from.

`python -m tests.docs.pictures` writes them, after a change of what is drawn. A test compares the
data and the SVG.
"""

import json
from dataclasses import asdict, dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from dealclock.documents.pictures import Picture, make_chart, picture
from tests.unit.documents.charts.looks import PUBLIC, STORY, look

FOLDER = Path("docs/pictures")


@dataclass(frozen=True)
class Shown:
    """One picture of the page."""

    kind: str
    day: date
    history: str
    dark: bool

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.day}{'-dark' if self.dark else ''}"

    @property
    def how(self) -> dict[str, str]:
        return {"dark": "yes" if self.dark else "no"}

    def data(self) -> Any:
        """What is drawn, as JSON has it."""
        view = look(self.day, self.history)
        chart = asdict(make_chart(self.kind, view, self.how))
        return json.loads(json.dumps(chart, default=_plain))

    def drawn(self) -> Picture:
        view = look(self.day, self.history)
        return picture(self.kind, view, self.how)


SHOWN = (
    Shown("timeline", date(2004, 11, 20), STORY, dark=False),
    Shown("timeline", date(2005, 2, 15), STORY, dark=True),
    Shown("accrual", date(2005, 2, 15), STORY, dark=False),
    Shown("accrual", date(2007, 10, 1), PUBLIC, dark=True),
)


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(Fraction(str(value)))


def main() -> None:
    """Write every picture with its data."""
    for shown in SHOWN:
        drawn = shown.drawn()
        (FOLDER / f"{shown.name}.svg").write_text(drawn.svg, encoding="utf-8")
        text = json.dumps(shown.data(), ensure_ascii=False, separators=(",", ":"))
        (FOLDER / f"{shown.name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
