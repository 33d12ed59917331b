"""Proving every route of a deal: a test message by each, through the real outbox, and what became
of it.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from dealclock.access.people import Action, may
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route, State, routes
from dealclock.messages.notices import PING
from dealclock.store import DeliveryKey, StoredDeal, StoredDelivery
from dealclock.team.policy import Reason
from dealclock.team.team import Team
from dealclock.usecases.deal_day import known_by, own_day
from dealclock.usecases.queues import Deliver
from dealclock.usecases.services import Services

PATIENCE = timedelta(seconds=120)  # longer than a message waits for its turn and is sent
_PAUSE = 0.5  # seconds between looks at the table


@dataclass(frozen=True, slots=True)
class RouteTest:
    """One route, and how its test stands: None when it left the table meanwhile."""

    route: Route
    stored: StoredDelivery | None

    @property
    def taken(self) -> bool:
        """Whether Slack or the mail system took it."""
        return self.stored is not None and self.stored.state is State.SENT

    @property
    def arrived(self) -> bool:
        """Whether it certainly is where it was to go: of a mail, whether its server has it."""
        told = self.stored is not None and self.stored.delivered
        return self.taken and (told or self.route.in_slack)


def ping(deal: StoredDeal, services: Services, by: str) -> tuple[Delivery, ...]:
    """Plan and queue a test by every route of the deal; with an audit entry, written first."""
    now = services.now()
    deal, zone = deal.at(now), deal.terms.agreement.time_zone
    alert = Alert(
        deal=deal.meta.id,
        instance=f"{PING}/{secrets.token_hex(6)}",
        kind=PING,
        clause="",
        title=by,
        reasons=(Reason.TEST,),
        day=own_day(deal.meta.day, zone, now),
        due=None,
    )
    tests = tuple(
        Delivery(
            alert=alert,
            route=route,
            slot="at once",
            known_at=known_by(deal.meta.day, zone, now),
            terms_version=deal.meta.terms_version,
            team_version=deal.meta.team_version,
        )
        for route in every_route(deal.team)
    )
    services.store.archive.audit(
        deal.meta.id, "pinged", by, now, {"routes": len(tests), "test": alert.instance}
    )
    for each in tests:
        services.store.outbox.plan(each, deal.meta.rehearsal, now)
        services.deliveries.send(Deliver(deal=deal.meta.id, day=alert.day, delivery=each.id))
    return tests


def every_route(team: Team) -> Sequence[Route]:
    """Each way an alert of the deal may go, once.

    To everyone by a direct message: escalations go that way, and what takes over from a mail.
    """
    people = team.access
    direct = (Route("dm", p.id) for p in team.people if may(p, Action.RECEIVE, people))
    return tuple(dict.fromkeys((*routes(team), *direct)))


def outcomes(
    tests: Sequence[Delivery], services: Services, pause: Callable[[float], None]
) -> Iterator[RouteTest]:
    """Each test as it ends; after PATIENCE, what has not ended as it then stands."""
    waiting, until = list(tests), services.now() + PATIENCE
    while waiting:
        late = services.now() >= until
        for each in list(waiting):
            stored = services.store.outbox.get(DeliveryKey.of(each))
            if late or stored is None or stored.is_final:
                waiting.remove(each)
                yield RouteTest(each.route, stored)
        if waiting:
            pause(_PAUSE)
