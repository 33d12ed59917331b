"""Faults at effects: everything that leaves the process passes here; it may fail before or after.

An effect is one call of the table, of Slack, of the mail system or of a queue. A worker can be
killed just before it or just after it; the call can be refused, or be carried out and only its
answer lost; and the worker can be held up there, while time passes and another worker runs.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeVar

R = TypeVar("R")


class Killed(BaseException):
    """The worker is gone: nothing in it may catch this, and nothing of it runs any more."""


class Fault(StrEnum):
    """What goes wrong at one effect."""

    KILLED_BEFORE = "killed before"
    KILLED_AFTER = "killed after"
    NOT_REACHED = "not reached"
    ANSWER_LOST = "answer lost"
    SLOWED_DOWN = "slowed down"
    HELD_UP = "held up"


class Speaks(Protocol):
    """How one far end says that it failed."""

    def error(self, fault: Fault) -> Exception:
        """The exception its client raises for NOT_REACHED, ANSWER_LOST or SLOWED_DOWN."""


@dataclass
class Effects:
    """Counts effects and injects the faults set for them.

    `faults` is by the number of the effect still to come: 0 is the next; `named` is by the name of
    the effect whose next call fails. A worker held up lets `meanwhile` run, once, before it goes
    on.
    """

    faults: dict[int, Fault] = field(default_factory=dict)
    named: dict[str, Fault] = field(default_factory=dict)
    meanwhile: Callable[[], None] | None = None
    injected: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)

    def fault(self, after: int, fault: Fault) -> None:
        """Let the effect that comes after `after` others go wrong."""
        self.faults[after] = fault

    def no_more(self) -> None:
        """From now on nothing goes wrong."""
        self.faults.clear()
        self.named.clear()
        self.meanwhile = None

    def through(self, name: str, far: Speaks, call: Callable[[], R]) -> R:
        """Make the call, or fail as was set."""
        self.seen[name] += 1
        fault = self.faults.pop(0, None) or self.named.pop(name, None)
        self.faults = {at - 1: each for at, each in self.faults.items()}
        if fault is None:
            return call()
        self.injected[f"{fault} {name}"] += 1
        match fault:
            case Fault.KILLED_BEFORE:
                raise Killed
            case Fault.KILLED_AFTER:
                call()
                raise Killed
            case Fault.ANSWER_LOST:
                call()
                raise far.error(fault)
            case Fault.HELD_UP:
                meanwhile, self.meanwhile = self.meanwhile, None
                if meanwhile is not None:
                    meanwhile()
                return call()
            case _:
                raise far.error(fault)
