"""A fault that can be switched on and off, and a group of them that one stand-in does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from dealclock.errors import DealclockError


class NoSuchFault(DealclockError):
    """A fault, or a way to have it, that there is not."""


@dataclass(frozen=True)
class Choice:
    """What is chosen when a fault is switched on: a name, its words, and the options in order.

    An option is its value and its words.
    """

    name: str
    says: str
    options: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Fault:
    """What goes wrong, in a few words; what to watch, in a sentence; what may be chosen."""

    id: str
    title: str
    watch: str
    choices: Sequence[Choice] = ()


class Group(Protocol):
    """The faults of one stand-in."""

    @property
    def title(self) -> str:
        """What they have in common."""

    @property
    def faults(self) -> Sequence[Fault]:
        """All of them, in the order in which they are shown."""

    def active(self) -> Mapping[str, str]:
        """Those that are on, by id, each with how it is on in words ("" if there is no how)."""

    def on(self, fault: str, chosen: Mapping[str, str]) -> None:
        """Switch one on, in place of how it was on before."""

    def off(self, fault: str) -> None:
        """Switch one off."""
