"""Emergency access to a deal: the lead is notified first, then an administrator may read."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from dealclock.access.people import LONGEST, SHORTEST_REASON, Action, Glass, Person, may
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.errors import DealclockError, OperateError
from dealclock.facts.log import day_of
from dealclock.messages import notices
from dealclock.store import StoredDeal
from dealclock.store.keys import instant
from dealclock.team.policy import Reason
from dealclock.usecases.deal_day import known_by
from dealclock.usecases.find_deal import find_deal
from dealclock.usecases.plan.plan_deliveries import plan_and_queue
from dealclock.usecases.services import Services


class CannotBreak(OperateError):
    """Glass that stays whole; nobody reads."""


@dataclass(frozen=True, slots=True)
class ToBreak:
    """What an administrator wants: `person` is the id in the deal's team, `why` the reason."""

    deal: str
    person: str
    minutes: int
    why: str


@dataclass(frozen=True, slots=True)
class BreakGlassResult:
    """The glass that was broken, and the names of those who are told."""

    code_name: str
    glass: Glass
    told: tuple[str, ...]


def break_glass(asked: ToBreak, services: Services, by: str) -> BreakGlassResult:
    """Tell the deal's lead, and let the administrator read for the time asked.

    `by` is who asked, for the archive, where refusals are kept too. Nobody reads unannounced: where
    nobody could be told, nobody reads. Raises NoSuchDeal or CannotBreak.
    """
    now = services.now()
    deal = find_deal(asked.deal, services.store).at(now)
    try:
        glass, leads = _glass(asked, deal, now), _leads(deal)
    except DealclockError:
        detail = {"person": asked.person[:80]}
        services.store.archive.audit(deal.meta.id, "refused break-glass", by, now, detail)
        raise
    plan_and_queue(_notices(glass, leads, deal, now), deal.meta.rehearsal, services)
    services.store.responses.grant_emergency_access(glass, by)
    return BreakGlassResult(deal.meta.code_name, glass, tuple(p.name for p in leads))


def _glass(asked: ToBreak, deal: StoredDeal, now: datetime) -> Glass:
    people, name = deal.team.access, deal.meta.code_name
    person = people.person(asked.person)
    if person is None or not may(person, Action.BREAK, people):
        raise CannotBreak(
            f"{asked.person!r} cannot have emergency access to {name}. Only an administrator "
            "on its team who is not denied can."
        )
    most = int(LONGEST / timedelta(minutes=1))
    if not 1 <= asked.minutes <= most:
        raise CannotBreak(f"{asked.minutes} minutes is not valid; give from 1 to {most}.")
    why = " ".join(asked.why.split())
    if len(why) < SHORTEST_REASON:
        raise CannotBreak(
            f"{why!r} is too short a reason; give {SHORTEST_REASON} characters or more, such "
            "as a ticket number."
        )
    until = now + timedelta(minutes=asked.minutes)
    return Glass(deal.meta.id, person.id, person.name, person.slack, now, until, why[:300])


def _leads(deal: StoredDeal) -> list[Person]:
    """The deal's leads, or the people who answer for the company where it has none."""
    people = deal.team.access
    heard = [p for p in people.people if may(p, Action.RECEIVE, people)]
    leads = [p for p in heard if p.role == "lead"]
    found = leads or [p for p in deal.team.owner_of("company") if p in heard]
    if not found:
        raise CannotBreak(
            f"no one on {deal.meta.code_name} could be notified, so access was refused. Give "
            "it a lead who can receive messages."
        )
    return found


def _notices(
    glass: Glass, leads: list[Person], deal: StoredDeal, now: datetime
) -> Iterator[Delivery]:
    """To each lead directly in Slack and by mail, so that one way that fails hides nothing."""
    zone = deal.log.zone
    alert = Alert(
        deal=deal.meta.id,
        instance=f"{notices.EMERGENCY_ACCESS}/{glass.person}/{instant(glass.since)}",
        kind=notices.EMERGENCY_ACCESS,
        clause="",
        title=notices.title_emergency_access(glass, zone),
        reasons=(Reason.GLASS_BROKEN,),
        day=deal.meta.day or day_of(now, zone),
        due=None,
    )
    for person in leads:
        for way in ("dm", "email"):
            yield Delivery(
                alert=alert,
                route=Route(way, person.id),
                slot="at once",
                known_at=known_by(deal.meta.day, zone, now),
                terms_version=deal.meta.terms_version,
                team_version=deal.meta.team_version,
            )
