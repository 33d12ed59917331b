"""Deals of which the two engines' figures differ: reported to each of their leads, privately."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from dealclock.alerts import health_findings
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.health_findings import Finding
from dealclock.alerts.slots import ZONE
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.plan.plan_deliveries import delivery_now, plan_and_queue
from dealclock.jobs.services import Services
from dealclock.messages import notices
from dealclock.people.people import Action, may
from dealclock.people.policy import Reason
from dealclock.store import StoredDeal, Verdict


def find_differing(checks: Round) -> Iterator[Finding]:
    """Figures on which the second engine differs or fails; a closed deal is left alone."""
    store = checks.services.store
    for deal_id in store.verdicts.differing():
        deal, verdict = store.deals.get(deal_id), store.verdicts.get(deal_id)
        if deal is not None and verdict is not None and not deal.meta.closed:
            name, since = deal.meta.code_name, verdict.failing_since
            if since is not None:
                yield health_findings.second_engine_failing(name, since.astimezone(ZONE).date())
                continue
            checks.repair(deal, verdict)
            yield from health_findings.list_differing([(name, verdict.as_of)])


_MOST = 40
"""The most differences that are planned at once; the rest once some of these are gone."""


def alert_leads(services: Services, deal: StoredDeal, verdict: Verdict) -> int:
    """Plan the notice for each lead, by direct message and email, never in the channel, once for
    each difference; return how many are new."""
    deal = deal.at(services.now())
    return plan_and_queue(_notices(deal, verdict, services), deal.meta.rehearsal, services)[0]


def _notices(deal: StoredDeal, verdict: Verdict, services: Services) -> Iterator[Delivery]:
    _, known_at = deal_now(deal, services.now())
    first, *others = (
        Alert(
            deal=deal.meta.id,
            instance=f"{notices.ARITHMETIC}/{each['id']}",
            kind=notices.ARITHMETIC,
            clause="",
            title="",
            reasons=(Reason.FIRST,),
            day=date.fromisoformat(each["since"]),
            due=None,
        )
        for each in verdict.differences[:_MOST]
    )
    people = deal.team.access
    for person in people.people:
        if person.role == "lead" and may(person, Action.RECEIVE, people):
            for kind in ("dm", "email"):
                delivery = delivery_now(deal, first, Route(kind, person.id), known_at)
                yield replace(delivery, others=tuple(others))
