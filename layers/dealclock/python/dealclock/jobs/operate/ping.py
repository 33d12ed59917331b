"""Testing every route of a deal: send a test message by each, through the real outbox, and report
its outcome.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route, routes
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.plan.plan_deliveries import delivery_now, message_for
from dealclock.jobs.services import Services
from dealclock.messages.notices import PING
from dealclock.people.people import Action, may
from dealclock.people.policy import Reason
from dealclock.people.team import Team
from dealclock.store import DeliveryKey, StoredDeal, StoredDelivery

PATIENCE = timedelta(seconds=120)  # longer than a message waits for its turn and is sent
_PAUSE = 0.5  # seconds between looks at the table


def ping(deal: StoredDeal, services: Services, by: str) -> tuple[Delivery, ...]:
    """Plan and queue a test by every route of the deal; an audit entry is written first."""
    now = services.now()
    deal, (today, known_at) = deal.at(now), deal_now(deal, now)
    alert = Alert(
        deal=deal.meta.id,
        instance=f"{PING}/{secrets.token_hex(6)}",
        kind=PING,
        clause="",
        title=by,
        reasons=(Reason.TEST,),
        day=today,
        due=None,
    )
    tests = tuple(delivery_now(deal, alert, route, known_at) for route in list_routes(deal.team))
    services.store.archive.audit(
        deal.meta.id, "pinged", by, now, {"routes": len(tests), "test": alert.instance}
    )
    for test in tests:
        services.store.outbox.plan(test, deal.meta.rehearsal, now)
        services.deliveries.send(message_for(DeliveryKey.of(test)))
    return tests


def list_routes(team: Team) -> Sequence[Route]:
    """Each route an alert of the deal may take, once.

    Everyone has a direct message: escalations use it, and replacements of a failed email. The SMS
    to a number has the code that proves it.
    """
    readers = [p for p in team.people if may(p, Action.RECEIVE, team.access)]
    direct = (Route("dm", p.id) for p in readers)
    by_sms = (Route("sms", p.id) for p in readers if p.mobile)
    return tuple(dict.fromkeys((*routes(team), *direct, *by_sms)))


def outcomes(
    tests: Sequence[Delivery], services: Services, pause: Callable[[float], None]
) -> Iterator[tuple[Route, StoredDelivery | None]]:
    """The route of each test and its delivery as it ends; after PATIENCE the rest, as they are.

    The delivery is None if it is no longer in the table.
    """
    waiting, until = list(tests), services.now() + PATIENCE
    while waiting:
        late = services.now() >= until
        for test in list(waiting):
            stored = services.store.outbox.get(DeliveryKey.of(test))
            if late or stored is None or stored.is_final:
                waiting.remove(test)
                yield test.route, stored
        if waiting:
            pause(_PAUSE)
