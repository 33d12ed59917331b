"""A fault that can be switched on and off, and the group of faults of one service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Choice:
    """A setting of a fault: its name, its label, and the options in order, as value and label."""

    name: str
    says: str
    options: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Fault:
    """What goes wrong, in a few words; what to watch for, in a sentence; its settings."""

    id: str
    title: str
    watch: str
    choices: Sequence[Choice] = ()


class Group(Protocol):
    """The faults of one simulated service."""

    @property
    def title(self) -> str:
        """What they have in common."""

    @property
    def faults(self) -> Sequence[Fault]:
        """All of them, in the order shown."""

    def active(self) -> Mapping[str, str]:
        """Those that are on, by id, each with its settings in words, "" without any."""

    def on(self, fault: str, chosen: Mapping[str, str]) -> None:
        """Switch one on; new settings replace its earlier ones."""

    def off(self, fault: str) -> None:
        """Switch one off."""
