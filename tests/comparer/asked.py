"""What is asked about every scene, in `asked.yaml`: questions, commands, drafts and forms."""

from collections.abc import Mapping
from pathlib import Path

import yaml

Options = Mapping[str, object]

_FILE = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
QUESTIONS: Mapping[str, tuple[Options, ...]] = {
    name: tuple(options) for name, options in _FILE["questions"].items()
}
COMMANDS: tuple[str, ...] = tuple(_FILE["commands"])
OVER_ALL: tuple[str, ...] = tuple(_FILE["over all"])
DRAFTED: tuple[str, ...] = tuple(_FILE["drafted"])
PROVED: tuple[str, ...] = tuple(_FILE["proved"])
FIELDS: Mapping[str, str] = _FILE["fields"]
