"""Faults switched on, and the rate limits of the table: the ways Slack fails to answer.

ratelimited    429 with Retry-After, nothing done
server_error   500, nothing done
lost_request   the connection drops, nothing done
lost_response  everything is done and kept, then the connection drops
hang           everything is done and kept, then `seconds` of silence before the answer
"""

import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from .errors import WorldError
from .rules import Tier

KINDS = ("ratelimited", "server_error", "lost_request", "lost_response", "hang")


@dataclass(frozen=True)
class Fault:
    """A fault of the next `times` calls, of `method` or `channel` only where given."""

    kind: str
    times: int = 1
    method: str | None = None
    channel: str | None = None
    retry_after: int = 30
    seconds: float = 30.0


def parse(order: object) -> Fault:
    """The fault in decoded JSON; raises WorldError with the problem."""
    if not isinstance(order, dict):
        raise WorldError(f"a fault is an object such as {{'kind': 'hang'}}, not {order!r}")
    if order.get("kind") not in KINDS:
        raise WorldError(f"no fault {order.get('kind')!r}; there are {', '.join(KINDS)}")
    try:
        fault = Fault(**order)
    except TypeError as problem:
        raise WorldError(f"not a fault: {problem}") from problem
    if not str(fault.times).isdecimal() or fault.times < 1:
        raise WorldError(f"a fault needs one or more times, not {fault.times!r}")
    return fault


class Faults:
    """The faults switched on, used in that order."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def order(self, fault: Fault) -> None:
        """Switch a fault on for coming calls."""
        self._waiting.append(fault)

    @property
    def waiting(self) -> tuple[Fault, ...]:
        """The faults still ahead, each with its remaining calls."""
        return tuple(self._waiting)

    def clear(self, kind: str | None = None) -> None:
        """Cancel every fault still ahead, or those of one kind."""
        self._waiting = [each for each in self._waiting if kind not in (None, each.kind)]

    def take(self, method: str, channel: object) -> Fault | None:
        """The fault of this call, which counts as used."""
        for place, each in enumerate(self._waiting):
            if each.method in (None, method) and each.channel in (None, channel):
                left = each.times - 1
                self._waiting[place : place + 1] = [replace(each, times=left)] if left else []
                return each
        return None


class RateLimits:
    """Calls counted over a sliding window, per method and, where its tier says so, channel."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._calls: dict[tuple[str, str], deque[float]] = {}

    def wait(self, method: str, tier: Tier, channel: object) -> int:
        """Whole seconds until the method may be called again; 0 counts this call as made."""
        now = self._clock()
        key = (method, str(channel) if tier.key == "channel" else "")
        calls = self._calls.setdefault(key, deque())
        while calls and calls[0] <= now - tier.seconds:
            calls.popleft()
        if len(calls) >= tier.calls:
            return max(1, math.ceil(calls[0] + tier.seconds - now))
        calls.append(now)
        return 0
