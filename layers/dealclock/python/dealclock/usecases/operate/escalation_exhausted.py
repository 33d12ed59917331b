"""Critical alerts that ran through every step of their escalation and were not acknowledged.

While steps are left, escalating is the deal's own affair; once none is, the operator is
told. The index of escalations may lag, so a deal once seen in it is remembered until nothing of it
waits for an answer.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from dealclock.alerts.escalation import UnansweredAlert, list_steps, list_unanswered
from dealclock.alerts.health_findings import Speech
from dealclock.alerts.slots import ZONE
from dealclock.engine.assessment import Assessment
from dealclock.store import StoredDeal
from dealclock.usecases.deal_day import own_day
from dealclock.usecases.find_deal import code_names
from dealclock.usecases.operate.failures import without_data
from dealclock.usecases.plan.assess_deal import alert_history, assess_as_of
from dealclock.usecases.plan.escalate import working_time
from dealclock.usecases.queues import AssessDeal
from dealclock.usecases.services import Services

# Of a team without any step: how long an alert may wait for an answer before it is told here.
_WITHOUT_STEPS = timedelta(days=1)
_EVER = timedelta(days=400)  # further ahead than anything in the index of escalations


def queue_escalations(services: Services) -> int:
    """Queue each live deal with an escalation due, as of its own day; how many there were."""
    now = services.now()
    due = services.store.responses.to_escalate(False, now)
    zones = {deal.id: deal.zone for deal in services.store.deals.directory()} if due else {}
    for each in due:
        services.assess.send(
            AssessDeal(
                deal=each.deal,
                as_of=own_day(None, zones.get(each.deal, ZONE.key), now),
                known_at=now,
                slot="escalation",
                sweep=f"watchdog-{now:%Y%m%dT%H%M%S}",
            )
        )
    return len(due)


def waiting(services: Services) -> frozenset[str]:
    """The live deals with something critical unanswered, whether or not a step is to come."""
    now = services.now()
    return frozenset(each.deal for each in services.store.responses.to_escalate(False, now + _EVER))


def escalation_exhausted(deal: StoredDeal, services: Services) -> tuple[bool, tuple[Speech, ...]]:
    """Whether anything critical of the deal waits for an answer, and what has waited too long."""
    now = services.now()
    today = own_day(deal.meta.day, deal.terms.agreement.time_zone, now)
    assessment = assess_as_of(deal, today, now, compare=False)
    said = alert_history(deal.meta.id, now, services.store)
    open_ = list(list_unanswered(assessment, said, deal.team.escalation))
    late = [each for each in open_ if _ran_out(each, deal, assessment, now)]
    name = deal.meta.code_name
    return bool(open_), tuple(
        Speech(name, each.clause, each.due or today, each.since) for each in late
    )


def _ran_out(of: UnansweredAlert, deal: StoredDeal, assessment: Assessment, now: datetime) -> bool:
    every = list(list_steps(of, deal.team, working_time(deal, assessment), now))
    if not every:
        return now - of.since >= _WITHOUT_STEPS
    # Due at this very moment is still to be taken.
    return all(step.at < now for step in every)


@dataclass(slots=True)
class UnansweredDeals:
    """What was found. `waiting` are the deals, by id, that the next look must look at again.

    `late` is what has waited too long; `unchecked` says which deals could not be looked at.
    """

    waiting: set[str] = field(default_factory=set)
    late: list[Speech] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)


def look_at(deals: frozenset[str], services: Services) -> UnansweredDeals:
    """Look at each of the deals, whichever of the others cannot be.

    One that cannot be looked at is kept, since what waits there waits on.
    """
    found = UnansweredDeals()
    names = code_names(services.store) if deals else {}
    for each in sorted(deals):
        try:
            deal = services.store.deals.get(each)
            waits, late = escalation_exhausted(deal, services) if deal is not None else (False, ())
        except Exception as error:  # noqa: BLE001 - one deal must not hide the others
            found.unchecked.append(
                f"escalations, {names.get(each, 'a deal')}: {without_data(error)}"
            )
            found.waiting.add(each)
            continue
        if waits:
            found.waiting.add(each)
            found.late += late
    return found
