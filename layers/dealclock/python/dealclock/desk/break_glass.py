"""Emergency access to a deal: the lead is notified first, then an administrator may read.

The list of everyone who has had access to a deal includes it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Annotated

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.desk.act import ActPlan, act
from dealclock.desk.actor import Actor
from dealclock.errors import RefusedError
from dealclock.facts.log import day_of
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.plan.plan_deliveries import delivery_now, plan_and_queue
from dealclock.jobs.services import Services
from dealclock.messages import desk_replies, notices, words
from dealclock.people.insiders import Insider, list_insiders
from dealclock.people.people import LONGEST, SHORTEST_REASON, Action, Glass, Person, who_may
from dealclock.people.policy import Reason
from dealclock.store import StoredDeal
from dealclock.store.keys import instant


@act(
    "break-glass",
    needs=Action.BREAK,
    queues="deliveries",
    description="Give an administrator on the deal's team emergency access to read the deal "
    "in Slack for a limited time. The deal's lead is notified at once, by direct message and "
    "email. The archive and the insider list keep a permanent record.",
    example="Granite --as olga --for 30 --why 'Ticket 4711'",
)
def break_glass(
    at: Actor,
    why: Annotated[str, "reason, shown to the lead", "REASON"],
    for_: Annotated[int, "minutes of access, at most 480 (default: 60)", "MINUTES"] = 60,
) -> ActPlan:
    """Notify the deal's lead, then let the administrator read for the requested minutes.

    If no one could be notified, access is refused. Raises RefusedError.
    """
    deal, person, meta = at.deal.at(at.now), at.person, at.deal.meta
    most = int(LONGEST / timedelta(minutes=1))
    if not 1 <= for_ <= most:
        raise RefusedError(f"{for_} minutes is not valid; give from 1 to {most}.")
    why = " ".join(why.split())
    if len(why) < SHORTEST_REASON:
        raise RefusedError(
            f"{why!r} is too short a reason; give {SHORTEST_REASON} characters or more, such "
            "as a ticket number."
        )
    until, leads = at.now + timedelta(minutes=for_), _leads(deal)
    glass = Glass(meta.id, person.id, person.name, person.slack, at.now, until, why[:300])

    def write() -> None:
        plan_and_queue(_notices(glass, leads, deal, at.now), meta.rehearsal, at.services)
        at.store.responses.grant_emergency_access(glass, at.by)

    says = f"{person.name} has emergency access until {until:%Y-%m-%d %H:%M} UTC"
    notified = f"Notified: {words.listed([p.name for p in leads])}."
    return ActPlan(
        desk_replies.render_reply(meta.code_name, meta.rehearsal, says, (notified,)), write
    )


def _leads(deal: StoredDeal) -> list[Person]:
    """The deal's leads, or the company's owners if it has none."""
    people = deal.team.access
    reachable = who_may(Action.RECEIVE, people)
    leads = [p for p in reachable if p.role == "lead"]
    notified = leads or [p for p in deal.team.owner_of("company") if p in reachable]
    if not notified:
        raise RefusedError(
            f"no one on {deal.meta.code_name} could be notified, so access was refused. Give "
            "it a lead who can receive messages."
        )
    return notified


def _notices(
    glass: Glass, leads: list[Person], deal: StoredDeal, now: datetime
) -> Iterator[Delivery]:
    """A direct message and an email to each lead, in case one route fails."""
    zone, (today, known_at) = deal.log.zone, deal_now(deal, now)
    alert = Alert(
        deal=deal.meta.id,
        instance=f"{notices.EMERGENCY_ACCESS}/{glass.person}/{instant(glass.since)}",
        kind=notices.EMERGENCY_ACCESS,
        clause="",
        title=notices.title_emergency_access(glass, zone),
        reasons=(Reason.GLASS_BROKEN,),
        day=today,
        due=None,
    )
    for person in leads:
        for kind in ("dm", "email"):
            yield delivery_now(deal, alert, Route(kind, person.id), known_at)


def insider_list(deal: StoredDeal, services: Services, by: str) -> tuple[Insider, ...]:
    """Everyone who has had access so far; an audit entry of the asker is written first.

    The caller has checked that `by` may see it: a lead (SETTLE), or the stack's operator.
    """
    now = services.now()
    services.store.archive.audit(deal.meta.id, "exported the insider list", by, now)
    zone = deal.log.zone
    return list_insiders(
        tuple(services.store.deals.team_versions(deal.meta.id)),
        services.store.responses.emergency_access_to(deal.meta.id),
        zone,
        day_of(now, zone),
    )
