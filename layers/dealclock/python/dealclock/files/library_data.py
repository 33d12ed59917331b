"""Data that ships with the library, as YAML."""

from pathlib import Path
from typing import Any

import yaml


def library_data(path: Path) -> dict[str, Any]:
    """The data in a file of the library.

    Read by libyaml alone, in a tenth of the time of `files.source.parse`, which records lines:
    every start of a function waits for it. Tests parse each such file strictly.
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    data: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), loader)  # noqa: S506 - safe
    return data
