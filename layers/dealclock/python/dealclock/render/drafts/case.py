"""What a draft is made from, and the words that all of them share."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from dealclock.agreement.rules.rule import Rule
from dealclock.agreement.terms import Lot
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.interest.accrued import Segment
from dealclock.engine.notices.ways import Way
from dealclock.errors import DealclockError
from dealclock.facts.log import EffectiveFact
from dealclock.render import words
from dealclock.render.drafts.sheet import blank
from dealclock.render.message import MessageRow, rows
from dealclock.render.view import View


class DoesNotFit(DealclockError):
    """A draft was asked of a provision or a part of another kind than it is for."""


@dataclass(frozen=True, slots=True)
class DraftCase:
    """An open obligation or window, the provision it comes from, and how notice of it can be given.

    The view's terms are those in force. `segments` and `bearing` are of a payment: how its amount
    adds up, and the defaults it is paid for.
    """

    view: View
    rule: Rule
    part: Obligation | Window
    ways: tuple[Way, ...] = ()
    segments: tuple[Segment, ...] = ()
    bearing: tuple[Default, ...] = ()

    @property
    def company(self) -> str:
        """The name of the party that owes it."""
        return self.named(self.rule.owed_by)

    def named(self, party: str) -> str:
        """A party by its name."""
        return self.view.terms.parties[party].name

    def defined(self, party: str) -> str:
        """A party by its defined term."""
        return self.view.party(party)

    @property
    def obligation(self) -> Obligation:
        """The obligation it is of; raises DoesNotFit for a window."""
        if not isinstance(self.part, Obligation):
            raise DoesNotFit(f"{self.part.instance} is a window; give an obligation.")
        return self.part

    @property
    def window(self) -> Window:
        """The window it is of; raises DoesNotFit for an obligation."""
        if not isinstance(self.part, Window):
            raise DoesNotFit(f"{self.part.instance} is an obligation; give a window.")
        return self.part

    @property
    def opened_by(self) -> EffectiveFact | None:
        """The fact that opened it, where its instance names one."""
        a = self.view.assessment
        known = self.view.log.known(a.as_of, a.known_at)
        return next((s for s in known if s.id == self.about), None)

    @property
    def about(self) -> str:
        """What opened it: the part of its instance after the provision's id."""
        return self.part.instance.partition("/")[2]


def head(case: DraftCase, to: tuple[str, ...], when: str) -> tuple[MessageRow, ...]:
    """To whom, from whom, when and about which agreement and securities."""
    terms = case.view.terms
    agreement = f"{terms.agreement.title}, dated {words.day(terms.agreement.dated)}"
    notes = "; ".join(dict.fromkeys(lot.name for lot in _issued(case)))
    addressed = "; ".join(f"{case.named(each)} ({case.defined(each)})" for each in to)
    return rows(
        ("To", addressed),
        ("At", blank("address for notices")),
        ("From", f"{case.company} ({case.defined(case.rule.owed_by)})"),
        ("Date", blank(when)),
        ("Agreement", agreement),
        ("Securities", notes),
    )


def _issued(case: DraftCase) -> Iterator[Lot]:
    """The lots issued as of the day, as far as it is recorded."""
    a = case.view.assessment
    known = case.view.log.known(a.as_of, a.known_at)
    for lot in case.view.terms.securities:
        if isinstance(lot.issued, date):
            there = lot.issued <= a.as_of
        else:
            there = any(s.kind == lot.issued and s.fact.lot in (None, lot.id) for s in known)
        if there:
            yield lot


def signed(case: DraftCase) -> tuple[str, ...]:
    """Where an officer signs."""
    return (
        case.company,
        f"By: {blank('signature')}",
        f"Name: {blank('name of the authorised officer')}",
        f"Title: {blank('title of the authorised officer')}",
    )
