"""Tables of answers worked out by hand, in text next to the tests that ask them."""

from pathlib import Path
from typing import Any

import yaml


def table(test: str, name: str) -> Any:
    """The table of a name in the folder of a test module, each value as text."""
    text = Path(test).with_name(f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, yaml.BaseLoader)
