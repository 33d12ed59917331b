"""Changes of the samples' terms to draw from: other periods, calendars, day counts and rates.

Each is merged into the sample's data as a worked case merges its `terms`: `variants.yaml`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dealclock.files.source import parse_file

Change = Mapping[str, Any]

_FILE = parse_file(Path(__file__).with_suffix(".yaml")).data
OF_PROVISIONS: Mapping[str, Change] = _FILE["provisions"]
"""Changes of provisions, which an amendment may make too."""
OF_RATES: Mapping[str, Change] = _FILE["rates"]
"""Changes of rates, which an amendment may make too."""
OF_TERMS: Mapping[str, Change] = _FILE["terms"]
"""Changes that only the original terms have."""
READINGS: Mapping[str, tuple[str, ...]] = {
    name: tuple(of) for name, of in _FILE["readings"].items()
}
"""The readings to choose among, as they were when the engines' answers were first kept."""
NOT_TOGETHER = ("CUMULATIVE", "FIXED-WINDOW")
"""Choices of `default-after-cure` that contradict `concurrent-defaults=STACKED`."""


def amendment(n: int, effective: str, known: str, changes: Change) -> Change:
    """One amendment, as the file of terms holds it."""
    return {
        "id": f"amendment-{n}",
        "title": f"Amendment {n}",
        "effective": effective,
        "known": known,
        "changes": changes,
    }
