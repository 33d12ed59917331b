"""A lead releases a conclusion to a recipient outside the team, or withdraws a release.

A release is an event of the deal that holds the conclusion as of that time. It is critical: it is
shown outside only after a second person approves it. A withdrawal takes effect immediately.
"""

from dataclasses import dataclass
from typing import Any

from dealclock.answers.why import find_instance
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.errors import DealclockError, RefusedError
from dealclock.facts.fact import Fact, ReleasedConclusion, fact_id_from
from dealclock.facts.log import EffectiveFact
from dealclock.facts.vocabulary import RELEASED
from dealclock.jobs.deal_day import own_look
from dealclock.jobs.find_deal import find_deal
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.services import Services
from dealclock.messages import desk_replies
from dealclock.messages.message import Message
from dealclock.messages.releases import compute_release
from dealclock.messages.words import listed
from dealclock.people.outside import Recipient
from dealclock.people.people import Action, Person, may, who_may
from dealclock.store import StoredDeal


@dataclass(frozen=True, slots=True)
class ReleaseRequest:
    """What to release to whom, and the id of the lead; `withdraw` withdraws the release.

    `to` is as `Recipient.parse` reads it.
    """

    deal: str
    instance: str
    to: str
    person: str
    withdraw: bool = False


@dataclass(frozen=True, slots=True)
class ReleaseResult:
    """The ids of the events that release the conclusion or withdraw it.

    `conclusion` is None for a withdrawal; `already`: the same release existed.
    """

    code_name: str
    rehearsal: bool
    instance: str
    to: Recipient
    facts: tuple[str, ...]
    conclusion: ReleasedConclusion | None = None
    already: bool = False

    @property
    def message(self) -> Message:
        """The answer to the lead, the same in Slack and on the command line."""
        return desk_replies.render_release(
            self.code_name,
            self.instance,
            self.to,
            self.facts,
            self.conclusion,
            already=self.already,
            rehearsal=self.rehearsal,
        )


def release(request: ReleaseRequest, services: Services, by: str) -> ReleaseResult:
    """Record the release or the withdrawal; `by` is the login, for the archive.

    Raises NotFoundError, ConflictError, or RefusedError, such as for an amount that is
    not known.
    """
    deal = find_deal(request.deal, services.store).at(services.now())
    try:
        person = _lead(request.person, deal)
        to = Recipient.parse(request.to)
        if to is None:
            raise RefusedError(
                f"{request.to[:40]!r} is no one outside the team; give trustee, counterparty, or "
                "holder NAME."
            )
        act = _withdraw if request.withdraw else _release
        result = act(request.instance, to, person, deal, services, by)
    except DealclockError:
        detail = {"person": request.person[:80]}
        now = services.now()
        services.store.archive.audit(deal.meta.id, "refused release", by, now, detail)
        raise
    reassess_now(deal.meta.id, services)
    return result


def _lead(name: str, deal: StoredDeal) -> Person:
    people = deal.team.access
    person = people.person(name)
    if person is None or not may(person, Action.CONCLUDE, people):
        leads = [p.id for p in who_may(Action.CONCLUDE, people)]
        lead_names = listed(leads or ["no one at present"])
        raise RefusedError(f"Only a lead of {deal.meta.code_name} may release: {lead_names}.")
    return person


def _release(
    name: str, to: Recipient, person: Person, deal: StoredDeal, services: Services, by: str
) -> ReleaseResult:
    now, meta = services.now(), deal.meta
    look = own_look(deal, now)
    assessment = assess(look, deal=meta.id, compare=False)
    instance = find_instance(name, deal.terms, assessment).instance
    conclusion = compute_release(instance, assessment)
    if conclusion is None:
        raise RefusedError(
            f"{instance!r} cannot be released; name an obligation, a window, a default or a duty."
        )
    existing = tuple(
        s.id for s in _releases_in_effect(instance, to, look) if s.fact.released == conclusion
    )
    if existing:
        return ReleaseResult(
            meta.code_name, meta.rehearsal, instance, to, existing, conclusion, already=True
        )
    details = {"about": instance, "to": to.role, "holder": to.holder, "released": conclusion}
    id_source = f"{instance} {to} {conclusion.model_dump_json()}"
    fact = _event("release", id_source, person, deal, look, kind=RELEASED, **details)
    services.store.deals.record_fact(meta.id, fact, now, by)
    return ReleaseResult(meta.code_name, meta.rehearsal, instance, to, (fact.id,), conclusion)


def _withdraw(
    instance: str, to: Recipient, person: Person, deal: StoredDeal, services: Services, by: str
) -> ReleaseResult:
    now, meta = services.now(), deal.meta
    look = own_look(deal, now)
    facts = [
        _event("withdraw", s.id, person, deal, look, kind="retraction", corrects=s.id)
        for s in _releases_in_effect(instance, to, look)
    ]
    if not facts:
        raise RefusedError(f"{instance!r} is not released to the {to}; nothing was withdrawn.")
    for fact in facts:
        services.store.deals.record_fact(meta.id, fact, now, by)
    ids = tuple(fact.id for fact in facts)
    return ReleaseResult(meta.code_name, meta.rehearsal, instance, to, ids)


def _releases_in_effect(instance: str, to: Recipient, look: Look) -> tuple[EffectiveFact, ...]:
    """The releases of the instance to the recipient now in effect, approved or not."""
    return tuple(s for s in look.known.all if to.was_released(s.fact) and s.about == instance)


def _event(
    act: str, id_source: str, person: Person, deal: StoredDeal, look: Look, **details: Any
) -> Fact:
    """The event of a release or withdrawal; repeated on the same record, it has the same id.

    A rehearsal's counts as known on its own day; a live deal's is stamped when stored.
    """
    return Fact(
        id=fact_id_from(f"{act} {deal.meta.id} {id_source} {len(deal.log.facts)}"),
        on=look.as_of,
        recorded_by=person.name,
        recorded_at=look.known_at if deal.meta.rehearsal else None,
        **details,
    )
