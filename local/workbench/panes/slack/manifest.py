"""What the app offers in Slack, read from the manifest it is installed with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import yaml

from local.environments import CHECKOUT

FILE = CHECKOUT / "slack" / "manifest.yaml"


@dataclass(frozen=True)
class Manifest:
    """Its name and command, and its message and global shortcuts, as the file has them.

    `read_only`: no one can write in its direct messages.
    """

    name: str
    command: str
    hint: str
    of_message: Sequence[Mapping[str, str]]
    anywhere: Sequence[Mapping[str, str]]
    read_only: bool


def manifest() -> Manifest:
    """The app's manifest."""
    plain = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    features = plain["features"]
    (command,) = features["slash_commands"]

    def shortcuts(kind: str) -> list[dict[str, str]]:
        return [each for each in features["shortcuts"] if each["type"] == kind]

    return Manifest(
        name=plain["display_information"]["name"],
        command=command["command"],
        hint=command["usage_hint"],
        of_message=shortcuts("message"),
        anywhere=shortcuts("global"),
        read_only=features["app_home"]["messages_tab_read_only_enabled"],
    )
