"""A delivery: the alerts of one cause, planned in one run, on one route; it has its own lifecycle,
which `outcome` describes.
"""

from collections.abc import Iterator
from datetime import datetime

from dealclock.alerts.alert import Alert
from dealclock.alerts.slots import Slot
from dealclock.people.people import Action, may
from dealclock.people.team import Team
from dealclock.records import record


@record
class Route:
    """Where an alert goes: `slack` to a channel id; `mention`, `dm` or `email` to a person's id.

    A `mention` names the person in the thread of the alert's post in the deal's channel; a `dm` is
    a direct message in Slack.
    """

    kind: str
    to: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.to}"

    @property
    def in_slack(self) -> bool:
        """Whether the route is in Slack."""
        return self.kind in ("slack", "mention", "dm")

    @classmethod
    def parse(cls, text: str) -> "Route":
        """The route in the notation of `str`."""
        kind, _, to = text.partition(":")
        return cls(kind, to)


@record
class Delivery:
    """Alerts of one cause on one route, and what they were planned from.

    `known_at` and the versions name the assessment; `slot` the sweep that planned it;
    `stands_in_for` the route that failed, for a delivery that took over from it. `deals` are those
    a person's digest covers, by id; () for everything about one deal. `alert` is the headline and
    gives the delivery its identity, `others` go along, the most pressing first. `root_cause` is
    what all of them come from: "" for what has no thread. `carried_by` is the id of the delivery
    that includes the alert, if another one does.
    """

    alert: Alert
    route: Route
    slot: Slot
    known_at: datetime
    terms_version: int
    team_version: int
    stands_in_for: str = ""
    deals: tuple[str, ...] = ()
    others: tuple[Alert, ...] = ()
    root_cause: str = ""
    carried_by: str = ""

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """The headline, then the alerts included with it."""
        return (self.alert, *self.others)

    @property
    def id(self) -> str:
        """An opaque id, the same whenever the same alert is planned for the same route."""
        return delivery_id(self.alert, self.route)


def delivery_id(alert: Alert, route: Route) -> str:
    """The id of the delivery that an alert heads on a route, or of its row if another delivery
    includes it.
    """
    return f"{alert.id}-{route.kind}-{route.to.lower()}"


def routes(team: Team) -> Iterator[Route]:
    """Where every alert of a deal goes: its channel, and each person who receives mail."""
    yield Route("slack", team.channel.id)
    people = team.access
    for person in team.email:
        if may(people.person(person), Action.RECEIVE, people):
            yield Route("email", person)
