"""The input of a draft, and the values that all letters have."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from dealclock.answers.payments import PaymentDetail
from dealclock.documents.drafts import formal
from dealclock.documents.letter import Values
from dealclock.documents.paper import Lines
from dealclock.engine.conclusions import Default, HandOver, Obligation, Segment, Window
from dealclock.engine.notices.deemed import Way
from dealclock.errors import RefusedError
from dealclock.facts.log import EffectiveFact
from dealclock.messages import words
from dealclock.messages.view import View
from dealclock.terms.rules.rule import Rule
from dealclock.terms.terms import Lot


@dataclass(frozen=True, slots=True)
class DraftCase:
    """An open obligation or window, the provision it comes from, and how notice of it can be given.

    The view's terms are those in force. `payment` is how the amount of a payment adds up, the
    defaults it is paid for, and who receives it. `hand_by` is the last safe time for each method of
    notice, by the earliest due date over the open readings, `safe_due`.
    """

    view: View
    rule: Rule
    part: Obligation | Window
    ways: tuple[Way, ...] = ()
    payment: PaymentDetail | None = None
    safe_due: date | None = None
    hand_by: tuple[HandOver, ...] = ()

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The days at each rate that the amount of a payment adds up from."""
        return self.payment.bucket.segments if self.payment else ()

    @property
    def bearing(self) -> tuple[Default, ...]:
        """The defaults that a payment is for."""
        return self.payment.bucket.bearing if self.payment else ()

    @property
    def company(self) -> str:
        """The name of the party that the provision binds."""
        return self.named(self.rule.owed_by)

    def named(self, party: str) -> str:
        """A party by its name."""
        return self.view.terms.parties[party].name

    @property
    def obligation(self) -> Obligation:
        """The obligation the draft is for; raises RefusedError for a window."""
        if not isinstance(self.part, Obligation):
            raise RefusedError(f"{self.part.instance} is a window; give an obligation.")
        return self.part

    @property
    def window(self) -> Window:
        """The window the draft is for; raises RefusedError for an obligation."""
        if not isinstance(self.part, Window):
            raise RefusedError(f"{self.part.instance} is an obligation; give a window.")
        return self.part

    @property
    def opened_by(self) -> EffectiveFact | None:
        """The event that opened it, if its instance names one."""
        a = self.view.assessment
        known = self.view.log.known(a.as_of, a.known_at)
        return next((s for s in known if s.id == self.about), None)

    @property
    def about(self) -> str:
        """What opened it: the part of its instance after the provision's id."""
        return self.part.instance.partition("/")[2]


def letter_values(case: DraftCase, of: Rule | None = None) -> Values:
    """What each letter has: the parties, the addressees and the Section of a provision, the
    case's unless given; the agreement; and the methods of delivery that are still in time, to
    choose from, or all valid ones if none is.
    """
    terms, party, rule = case.view.terms, case.view.party, of or case.rule
    notes = "; ".join(dict.fromkeys(lot.name for lot in _issued(case)))
    valid = [way for way in case.ways if way.given_on is not None]
    methods = [way.method for way in valid if way.in_time] or [way.method for way in valid]
    return {
        "title": case.rule.title,
        "letterhead": case.company.upper(),
        "company_name": case.company,
        "company": party(case.rule.owed_by),
        "about": f"{case.company} – {notes}" if notes else case.company,
        "via": " / ".join(map(formal.via, methods)),
        "addressees": tuple(
            Lines(formal.addressee(case.named(each), party(each)))
            for each in getattr(rule, "to", ())
        ),
        "section": words.clause(rule.clause),
        "agreement": formal.agreement(terms, case.view.assessment),
        "short_agreement": formal.short_agreement(terms),
    }


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
