"""Close a deal, which stops its alerts, and reopen it.

    a lead asks, with a reason --> a second person confirms --> no alerts, read-only
             |                              |
             withdrawn                      refused if the deal changed since

Planned deliveries are withdrawn, open messages are marked as closed, and calendar dates are
canceled. Nothing is deleted, and questions are still answered.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from dealclock.errors import DealclockError, RefusedError
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.services import Services
from dealclock.messages import words
from dealclock.people.closing import DealClosing
from dealclock.people.people import Action, People, Person, may, who_may
from dealclock.store import Meta, Store, StoredDeal
from dealclock.store.closings import refuse_closed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Actor:
    """The services, and the Slack user who acts, for the archive."""

    services: Services
    user: str

    @property
    def store(self) -> Store:
        """The table."""
        return self.services.store

    @property
    def now(self) -> datetime:
        """The current instant."""
        return self.services.now()


def request_close(deal: StoredDeal, reason: str, actor: Actor) -> DealClosing:
    """Store a lead's request to close. Raises RefusedError, ConflictError or Overtaken."""

    def write() -> DealClosing:
        person = _person(deal, Action.SETTLE, actor)
        closing = DealClosing(person.id, person.name, reason, actor.now, _deal_state(deal.meta))
        actor.store.deals.request_close(deal.meta, closing, actor.now, actor.user)
        return closing

    return _audited("close", deal, actor, write)


def confirm(deal: StoredDeal, actor: Actor) -> DealClosing:
    """Close the deal, as the second person. Raises RefusedError, ConflictError or Overtaken.

    One more run withdraws unsent deliveries and marks open messages.
    """

    def write() -> DealClosing:
        refuse_closed(deal.meta)
        person = _person(deal, Action.APPROVE, actor)
        requested = deal.meta.closing
        if requested is None:
            raise RefusedError(f"No one has asked to close {deal.meta.code_name}. A lead can.")
        if requested.by == person.id:
            raise RefusedError(
                f"{person.name} asked for it and cannot also confirm. These people can: "
                f"{_confirming_names(deal, person, actor)}."
            )
        if requested.seen != _deal_state(deal.meta):
            raise RefusedError(
                f"{deal.meta.code_name} has changed since {requested.name} asked to close it. "
                "Review what is open; a lead can ask again."
            )
        closing = replace(
            requested, confirmed_by=person.id, confirmed_name=person.name, confirmed_at=actor.now
        )
        actor.store.deals.close(deal.meta, closing, actor.now, actor.user)
        return closing

    closing = _audited("close", deal, actor, write)
    reassess_now(deal.meta.id, actor.services)
    return closing


def reopen(deal: StoredDeal, reason: str, actor: Actor) -> None:
    """Reopen a closed deal, or withdraw a request to close. Raises RefusedError."""

    def write() -> None:
        person = _person(deal, Action.SETTLE, actor)
        if deal.meta.closing is None:
            raise RefusedError(f"{deal.meta.code_name} is open, and no one has asked to close it.")
        actor.store.deals.reopen(
            deal.meta, actor.now, actor.user, {"person": person.id, "why": reason}
        )

    _audited("close", deal, actor, write)
    reassess_now(deal.meta.id, actor.services)


def second_persons(people: People, first: str) -> list[Person]:
    """The people who may confirm that person's request today."""
    return [p for p in who_may(Action.APPROVE, people) if p.id != first]


def _audited(action_name: str, deal: StoredDeal, actor: Actor, write: Callable[[], T]) -> T:
    """Run the write; audit a refusal and raise it again."""
    try:
        return write()
    except DealclockError:
        actor.store.archive.audit(deal.meta.id, f"refused {action_name}", actor.user, actor.now)
        raise


def _person(deal: StoredDeal, action: Action, actor: Actor) -> Person:
    people = deal.at(actor.now).team.access
    person = people.of_slack(actor.user)
    if person is None or not may(person, action, people):
        allowed = [p.name for p in who_may(action, people)]
        allowed_names = words.listed(allowed or ["no one at present"])
        raise RefusedError(
            f"Only these people can do that on {deal.meta.code_name}: {allowed_names}."
        )
    return person


def _confirming_names(deal: StoredDeal, first: Person, actor: Actor) -> str:
    people = second_persons(deal.at(actor.now).team.access, first.id)
    return words.listed([p.name for p in people] or ["no one at present"])


def _deal_state(meta: Meta) -> str:
    """The deal's versions and day, to detect changes between request and confirmation."""
    return f"{meta.terms_version}.{meta.team_version}.{meta.fact_sequence}.{meta.day or ''}"
