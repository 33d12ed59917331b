"""The input of a draft, and the wording that all drafts share."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from dealclock.answers.payments import PaymentDetail
from dealclock.documents.drafts import formal
from dealclock.documents.drafts.sheet import Block, Lines, Paragraph, blank
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

    The view's terms are those in force. `segments`, `bearing` and `payment` are for a payment: how
    its amount adds up, the defaults it is paid for, and who receives it. `hand_by` is the last safe
    time for each method of notice, by the earliest due date over the open readings, `safe_due`.
    """

    view: View
    rule: Rule
    part: Obligation | Window
    ways: tuple[Way, ...] = ()
    segments: tuple[Segment, ...] = ()
    bearing: tuple[Default, ...] = ()
    payment: PaymentDetail | None = None
    safe_due: date | None = None
    hand_by: tuple[HandOver, ...] = ()

    @property
    def company(self) -> str:
        """The name of the party that the provision binds."""
        return self.named(self.rule.owed_by)

    def named(self, party: str) -> str:
        """A party by its name."""
        return self.view.terms.parties[party].name

    def defined(self, party: str) -> str:
        """A party by its defined term."""
        return self.view.party(party)

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


def opening(case: DraftCase, to: tuple[str, ...], matter: str, clause: str) -> tuple[Block, ...]:
    """The opening of a letter: date, delivery, addressees, the subject line, and the paragraph that
    names the agreement.
    """
    terms = case.view.terms
    notes = "; ".join(dict.fromkeys(lot.name for lot in _issued(case)))
    about = f"{case.company} – {notes}" if notes else case.company
    return (
        Lines((blank("date of delivery"),)),
        *_via(case),
        *(Lines(formal.addressee(case.named(each), case.defined(each))) for each in to),
        Paragraph(
            f"Re: {about}: {matter} pursuant to {words.clause(clause)} of the "
            f"{formal.short_agreement(terms)}"
        ),
        Paragraph("Ladies and Gentlemen:"),
        Paragraph(
            f"Reference is made to {formal.agreement(terms, case.view.assessment)}. "
            f"{formal.DEFINED_TERMS}"
        ),
    )


def _via(case: DraftCase) -> Iterator[Lines]:
    """The methods that are still in time, to choose from; all valid ones if none is."""
    valid = [way for way in case.ways if way.given_on is not None]
    methods = [way.method for way in valid if way.in_time] or [way.method for way in valid]
    if methods:
        yield Lines((f"VIA {blank(' / '.join(map(formal.via, methods)))}",))


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
    """The close of a letter, with the signature block of an officer of the party."""
    return ("Very truly yours,", "", *formal.signature(case.company))
