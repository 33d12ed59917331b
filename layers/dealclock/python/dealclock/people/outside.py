"""What a recipient outside the team sees: what was delivered to them, and what a lead released.

From the record only. Nothing is computed, so that neither the content nor the response time
depends on a conclusion that was not released.
"""

from collections.abc import Iterable, Mapping
from typing import cast

from dealclock.facts.corrections import retracts
from dealclock.facts.critical import critical
from dealclock.facts.fact import RECIPIENTS, Fact, NoticeDelivery, ReleasedConclusion
from dealclock.facts.log import EffectiveFact, FactLog
from dealclock.facts.vocabulary import PAID, RELEASED
from dealclock.people.acts import Act
from dealclock.people.approval import approval_of, of_fact
from dealclock.records import record


@record
class Recipient:
    """A recipient outside the team: one of RECIPIENTS and, for a Holder, its id in the facts."""

    role: str
    holder: str | None = None

    def __str__(self) -> str:
        return f"{self.role} {self.holder}" if self.holder else self.role

    @classmethod
    def parse(cls, text: str) -> "Recipient | None":
        """`trustee`, `counterparty`, or `holder NAME`, "Fund A" being fund-a; None for anything
        else."""
        role, *name = text.lower().split()[:20] or [""]
        if role not in RECIPIENTS or (role == "holder") != bool(name):
            return None
        return cls(role, "-".join(name) or None)

    def was_given(self, delivery: NoticeDelivery, fact: Fact) -> bool:
        """Whether a notice was given to the recipient, or to all Holders if it is one.

        `to` is a party of the terms, never a Holder's id: a notice to one Holder names the Holder
        separately.
        """
        if self.role != "holder":
            return delivery.to == self.role
        if delivery.to == "holders" and fact.holder is None:
            return True
        return delivery.to in ("holder", "holders") and fact.holder == self.holder

    def was_released(self, fact: Fact) -> bool:
        """Whether a conclusion was released to the recipient."""
        return fact.kind == RELEASED and (fact.to, fact.holder) == (self.role, self.holder)

    def was_paid(self, fact: Fact) -> bool:
        """Whether a payment was made to the recipient's class: Additional Interest is paid to
        Holders.
        """
        return fact.kind == PAID and self.role == "holder"


@record
class ShownOutside:
    """What an outside recipient sees, by day: notices given to it with their events, payments,
    and conclusions as they were released with the events that released them."""

    notices: tuple[tuple[EffectiveFact, NoticeDelivery], ...]
    payments: tuple[EffectiveFact, ...]
    released: tuple[tuple[EffectiveFact, ReleasedConclusion], ...]


def shown_outside(known: Iterable[EffectiveFact], to: Recipient) -> ShownOutside:
    """What the facts in effect show to an outside recipient; see `facts_shown_outside`."""
    known = tuple(known)
    return ShownOutside(
        tuple((s, d) for s in known for d in s.fact.given if to.was_given(d, s.fact)),
        tuple(s for s in known if to.was_paid(s.fact)),
        tuple(
            (s, cast(ReleasedConclusion, s.fact.released)) for s in known if to.was_released(s.fact)
        ),
    )


def facts_shown_outside(log: FactLog, approvals: Iterable[Act]) -> FactLog:
    """The log without critical events that await approval: releases, payments, and retractions that
    would restore one.

    A retraction of a release or payment counts at once, since it can only show less.
    """
    approvals = tuple(approvals)
    by_id = {fact.id: fact for fact in log.facts}
    alone = {
        fact.id
        for fact in critical(log.facts)
        if _says_more(fact, by_id) and approval_of(of_fact(fact.id), approvals) is None
    }
    # Including what they correct, which would otherwise be in effect again.
    for fact in reversed(log.facts):
        if fact.id in alone and fact.corrects is not None and not retracts(fact):
            alone.add(fact.corrects)
    return FactLog(tuple(f for f in log.facts if f.id not in alone), log.zone)


def _says_more(fact: Fact, by_id: Mapping[str, Fact]) -> bool:
    """Whether a fact can show more: every fact but a retraction of an event as first recorded."""
    taken = by_id.get(fact.corrects or "")
    return not retracts(fact) or taken is None or taken.corrects is not None
