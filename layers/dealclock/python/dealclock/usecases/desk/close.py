"""Closing a deal, which silences it, and opening it again.

    a lead asks, with a reason --> a second person confirms --> silent, and only read
             |                              |
             taken back                     refused when anything of the deal changed since

What is planned and not yet sent is withdrawn, messages that still stand say that the deal is
closed, calendars are told that its dates are gone. Nothing is deleted, and everything can be asked.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from dealclock.access.closing import DealClosing
from dealclock.access.people import Action, People, Person, may
from dealclock.errors import DealclockError, DeskError
from dealclock.messages import words
from dealclock.store import Meta, Store, StoredDeal
from dealclock.store.closings import refuse_closed
from dealclock.usecases.plan.reassess_now import reassess_now
from dealclock.usecases.services import Services

T = TypeVar("T")


class CannotClose(DeskError):
    """A closing that cannot be; nothing was written."""


class MayNotClose(CannotClose):
    """The person's role does not do that, or the person is the first of the two."""


class CloseNotRequestedError(CannotClose):
    """Nobody asked for the deal to be closed, or it was asked of a deal that has changed since."""


class DealOpenError(CannotClose):
    """The deal is open."""


@dataclass(frozen=True, slots=True)
class ByWhom:
    """Where it is written, and who does it: a Slack user, for the archive."""

    services: Services
    user: str

    @property
    def store(self) -> Store:
        """The table."""
        return self.services.store

    @property
    def now(self) -> datetime:
        """The instant at which it is done."""
        return self.services.now()


def ask_to_close(deal: StoredDeal, why: str, by: ByWhom) -> DealClosing:
    """Note that a lead wants the deal closed. Raises CannotClose, DealClosed or Overtaken."""

    def write() -> DealClosing:
        person = _person(deal, Action.SETTLE, by)
        closing = DealClosing(person.id, person.name, why, by.now, _seen(deal.meta))
        by.store.deals.ask_to_close(deal.meta, closing, by.now, by.user)
        return closing

    return _tried("close", deal, by, write)


def confirm(deal: StoredDeal, by: ByWhom) -> DealClosing:
    """Close it, as the second person. Raises CannotClose, DealClosed or Overtaken.

    The deal has one more run, which withdraws what is not sent and marks what stands.
    """

    def write() -> DealClosing:
        refuse_closed(deal.meta)
        person = _person(deal, Action.APPROVE, by)
        asked = deal.meta.closing
        if asked is None:
            raise CloseNotRequestedError(
                f"No one has asked to close {deal.meta.code_name}. A lead can."
            )
        if asked.by == person.id:
            raise MayNotClose(
                f"{person.name} asked for it and cannot also confirm. These people can: "
                f"{_others(deal, person, by)}."
            )
        if asked.seen != _seen(deal.meta):
            raise CloseNotRequestedError(
                f"{deal.meta.code_name} has changed since {asked.name} asked to close it. "
                "Review what is open; a lead can ask again."
            )
        closing = replace(
            asked, confirmed_by=person.id, confirmed_name=person.name, confirmed_at=by.now
        )
        by.store.deals.close(deal.meta, closing, by.now, by.user)
        return closing

    closing = _tried("close", deal, by, write)
    reassess_now(deal.meta.id, by.services)
    return closing


def reopen(deal: StoredDeal, why: str, by: ByWhom) -> None:
    """Open a closed deal again, or take back that it is to be closed. Raises CannotClose."""

    def write() -> None:
        person = _person(deal, Action.SETTLE, by)
        if deal.meta.closing is None:
            raise DealOpenError(f"{deal.meta.code_name} is open, and no one has asked to close it.")
        by.store.deals.reopen(deal.meta, by.now, by.user, {"person": person.id, "why": why})

    _tried("close", deal, by, write)
    reassess_now(deal.meta.id, by.services)


def second_persons(people: People, first: str) -> list[Person]:
    """Who may confirm what that person asked for, today."""
    return [p for p in people.people if p.id != first and may(p, Action.APPROVE, people)]


def _tried(what: str, deal: StoredDeal, by: ByWhom, write: Callable[[], T]) -> T:
    """Do it; a refusal is in the archive."""
    try:
        return write()
    except DealclockError:
        by.store.archive.audit(deal.meta.id, f"refused {what}", by.user, by.now)
        raise


def _person(deal: StoredDeal, action: Action, by: ByWhom) -> Person:
    people = deal.at(by.now).team.access
    person = people.of_slack(by.user)
    if person is None or not may(person, action, people):
        can = [p.name for p in people.people if may(p, action, people)]
        who = words.listed(can or ["nobody today"])
        raise MayNotClose(f"Only these people can do that on {deal.meta.code_name}: {who}.")
    return person


def _others(deal: StoredDeal, first: Person, by: ByWhom) -> str:
    found = second_persons(deal.at(by.now).team.access, first.id)
    return words.listed([p.name for p in found] or ["nobody today"])


def _seen(meta: Meta) -> str:
    """What the deal is, in so far as it could have been looked at before it was closed."""
    return f"{meta.terms_version}.{meta.team_version}.{meta.fact_sequence}.{meta.day or ''}"
