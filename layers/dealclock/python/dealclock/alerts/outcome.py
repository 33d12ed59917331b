"""How a worker's attempt on a delivery ends, and what each outcome makes of the delivery.

    planned --claim--> claimed --+--> sent       it arrived
       ^                         +--> refused    it will never arrive, and why
       |                         +--> withdrawn  no longer true when its turn came; nothing is sent
       |                         +--> unknown    may have arrived; looked up, never simply repeated
       +-----later (429)---------+

A claim is a lease; when it expires the outcome is unknown, and the delivery is never planned again.
A sent email can still be refused, when it bounces. An alert that another delivery includes is
`carried`: it has its own row, so that it is planned once, and shares the outcome of that delivery.

A channel ends an attempt as sent, refused, later or unknown; the worker itself as withdrawn, lost
or later. Causes are codes and never contain message text.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from dealclock.records import record

if TYPE_CHECKING:
    from dealclock.alerts.digest import SentDigest


class State(StrEnum):
    """The state of a delivery."""

    PLANNED = "planned"
    CLAIMED = "claimed"
    SENT = "sent"
    REFUSED = "refused"
    UNKNOWN = "unknown"
    WITHDRAWN = "withdrawn"
    CARRIED = "carried"

    @property
    def is_final(self) -> bool:
        """Whether nothing more will be sent."""
        return self in (State.SENT, State.REFUSED, State.WITHDRAWN, State.CARRIED)


@record
class Sent:
    """It arrived; `provider_id` is its id in Slack or the mail system."""

    provider_id: str


@record
class Refused:
    """It did not arrive and will not, for this cause."""

    cause: str


@record
class OmittedAlert:
    """An alert, by id, that was no longer true when its delivery was about to be sent, and why."""

    alert: str
    cause: str


@record
class Withdrawn:
    """It was not sent: none of it is true any more, or new.

    `left_out` has the cause for each alert; `digest` is what the next digest need not repeat.
    """

    cause: str
    left_out: tuple[OmittedAlert, ...] = ()
    digest: "SentDigest | None" = None


@record
class Later:
    """It certainly did not arrive; try again in `after` seconds.

    `looked_to` is how far back a rate-limited lookup got, so that it can continue from there.
    `route`: everything else on its route waits as well.
    """

    after: float
    looked_to: str = ""
    route: bool = True

    @property
    def is_asked(self) -> bool:
        """Whether the far side asked for the wait, or did not answer; not our own wait for it."""
        return self.route or self.looked_to != ""


@record
class Unknown:
    """It is not known whether it arrived."""

    cause: str


@record
class Lost:
    """It will never be known whether it arrived, and it was repeated once already."""

    cause: str


Outcome: TypeAlias = Sent | Refused | Withdrawn | Later | Unknown | Lost


@record
class Transition:
    """What an outcome makes of a claimed delivery.

    Where it is `final`, nothing more is sent: it leaves the outbox, and is recorded even after the
    claim has expired, until another worker claims the delivery. Where not, it is tried again, and
    recorded only by the worker that holds the claim. `fails_over`: other routes take over first.
    `fields` are the parts of the outcome that are stored with the delivery.
    """

    state: State
    fields: tuple[str, ...]
    final: bool = True
    fails_over: bool = False


TRANSITIONS: Mapping[type[Outcome], Transition] = {
    Sent: Transition(State.SENT, ("provider_id",)),
    Refused: Transition(State.REFUSED, ("cause",), fails_over=True),
    Withdrawn: Transition(State.WITHDRAWN, ("cause", "digest")),
    Later: Transition(State.PLANNED, ("looked_to",), final=False),
    Unknown: Transition(State.UNKNOWN, ("cause",), final=False),
    Lost: Transition(State.UNKNOWN, ("cause",), fails_over=True),
}
"""Every way a claim ends; docs/alerts.md has it as a table. While an earlier attempt is unknown, a
delivery that is to be tried later stays so."""
