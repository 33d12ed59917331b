"""What use cases need: the table, the queues, the clock and the outgoing channels."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, cast

from dealclock.jobs.queues import AssessDeal, CheckDeals, Deliver, MakeFile, WorkQueue
from dealclock.records import record
from dealclock.store import Store

if TYPE_CHECKING:
    from dealclock.jobs.outlets import Outlets


class _MissingService:
    """The place of a service that was not provided; refuses every call."""

    def __getattr__(self, name: str) -> Any:
        raise TypeError(f"nothing was provided that could {name}; give Services one.")


_NOT_PROVIDED: Final = cast(Any, _MissingService())


@record
class Services:
    """The one record a use case takes.

    `clock` gives the present instant; `at` and `pinned` stop it, so that one piece of work happens
    at one instant. A queue or channel that is left out raises TypeError when it is used.
    `elsewhere` has the function that may write deals do something, both as JSON (`carry_out`);
    None where this one may.
    """

    store: Store
    clock: Callable[[], datetime]
    assess: WorkQueue[AssessDeal | CheckDeals] = _NOT_PROVIDED
    deliveries: WorkQueue[Deliver] = _NOT_PROVIDED
    files: WorkQueue[MakeFile] = _NOT_PROVIDED
    outlets: "Outlets" = _NOT_PROVIDED
    elsewhere: Callable[[str], str] | None = None

    def now(self) -> datetime:
        """The present instant, by the clock."""
        return self.clock()

    def at(self, instant: datetime) -> "Services":
        """The same services, with the clock stopped at an instant."""
        return replace(self, clock=lambda: instant)

    def pinned(self) -> "Services":
        """The same services, with the clock stopped at the present instant."""
        return self.at(self.clock())
