"""The officers' certificate for a payment of Additional Interest."""

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction

from dealclock.agreement.rules.interest import Payment
from dealclock.engine.conclusions import Conclusion, Obligation
from dealclock.engine.interest.accrued import Accrual, Segment
from dealclock.engine.money import Between
from dealclock.render import amounts, words
from dealclock.render.drafts.case import DraftCase, head
from dealclock.render.drafts.sheet import (
    Block,
    DraftLetter,
    Grid,
    Lines,
    Paragraph,
    SheetPart,
    blank,
)
from dealclock.render.words import sentence


def letter(case: DraftCase) -> DraftLetter:
    """The certificate, as two officers would sign it."""
    to = case.rule.to if isinstance(case.rule, Payment) else ()
    return DraftLetter(
        title="Officers' certificate for a payment of Additional Interest",
        head=head(case, to, "day it is signed"),
        blocks=tuple(_blocks(case)),
        signed=(case.company, *_officer("first"), *_officer("second")),
    )


def counsel(case: DraftCase) -> tuple[SheetPart, ...]:
    """What the payment is for, and what was assumed of the Indenture."""
    defaults = [
        f"{d.instance}, {words.clause(d.clause)}: {d.title}; accrues from and including "
        f"{words.day(d.accrues_from)}"
        + (f" to but excluding {words.day(d.accrues_to)}" if d.accrues_to else ", still open")
        for d in case.bearing
    ]
    sheet = case.view.terms.indenture
    assumed = () if sheet is None or sheet.reviewed else sheet.assumptions
    found = [
        SheetPart("The defaults it is paid for", (Lines(tuple(defaults)),)),
        SheetPart("Assumed of the Indenture, which nobody has reviewed", (Lines(assumed),)),
        SheetPart("Who is paid what", (Paragraph(_HOLDERS),)),
    ]
    return tuple(part for part in found if part.blocks[0] != Lines(()))


_HOLDERS = (
    "A Holder who is barred for want of a Questionnaire is not left out of this amount: ask "
    "`dealclock payments` for entitlements beside what the paying agent pays."
)


def certainty(case: DraftCase) -> str:
    """Which of the defaults behind the amount nobody has confirmed."""
    unsure = [d.instance for d in case.bearing if d.conclusion is not Conclusion.CONFIRMED]
    if not unsure:
        return "The defaults behind it are confirmed; the dates and the amount are computed."
    return f"Computed, not confirmed: the amount rests on {words.listed(unsure)}."


def _blocks(case: DraftCase) -> Iterator[Block]:
    part, company = case.obligation, case.defined(case.rule.owed_by)
    yield Paragraph(
        f"The undersigned, officers of the {company}, certify to the addressee, as "
        f"{blank('section of the Indenture that asks for this certificate')} of the Indenture asks "
        f"and for a payment under {words.clause(case.rule.clause)} of the agreement named above:"
    )
    yield Paragraph(f"1. Additional Interest of {_amount(part)} is payable.{_paid(part)}")
    yield Paragraph(f"2. {_when(part)}")
    if case.segments:
        yield Paragraph("3. The amount adds up as follows:")
        yield from _adding_up(case)
        yield Paragraph(_rounding(case.segments, case.view.assessment.accrual))
    else:
        yield Paragraph(f"3. {blank('how the amount adds up, once the day count is known')}")
    yield Paragraph(f"4. {_funds(case)}")
    yield Paragraph(
        f"5. {blank('what the Indenture asks officers to say of their examination and opinion')}"
    )


def _amount(part: Obligation) -> str:
    money = part.money or Fraction(0)
    if isinstance(money, Between):
        return blank(f"the amount: {words.amount(money)}, by the day count of the Indenture")
    projected = f" {blank('projected: see the marks above')}" if amounts.is_projected(part) else ""
    return f"{words.dollars(money)}{projected}"


def _paid(part: Obligation) -> str:
    """What was paid of it before, and what is left; "" where nothing was."""
    settled = part.settlement
    if settled is None or not settled.in_part:
        return ""
    paid = words.listed(
        f"{words.amount(each.paid)} on {words.day(each.on)}"
        for each in settled.instalments
        if each.paid is not None
    )
    unset = isinstance(settled.owed, Between)
    rest = blank("the rest, by the day count") if unset else words.dollars(settled.short)
    return f" Of it there was paid {paid}; {rest} is still to be paid."


def _when(part: Obligation) -> str:
    """The Interest Payment Date, the day of payment, the record date."""
    nominal = date.fromisoformat(part.instance.partition("/")[2])
    told = f"The Interest Payment Date is {words.day(nominal)}"
    if nominal != part.due:
        told += f", a closed day, and the payment is made on {words.day(part.due)}"
    if part.record_date is None:
        return f"{told}."
    return f"{told}. It is paid to the Record Holders of {words.day(part.record_date)}."


def _adding_up(case: DraftCase) -> Iterator[Block]:
    """A table for each lot: its days at each rate, and what they come to."""
    for lot in case.view.terms.securities:
        own = [s for s in case.segments if s.lot == lot.id]
        if own:
            cusip = f", CUSIP {lot.cusip}" if lot.cusip else ""
            yield Paragraph(f"On the {lot.name}{cusip}:")
            yield _of_lot(own)


def _of_lot(segments: Sequence[Segment]) -> Grid:
    rows = [
        (
            words.day(s.start),
            words.day(s.to_exclusive),
            str(s.days_counted),
            words.dollars(s.principal),
            sentence(s.note) if s.note else words.percent(s.rate),
            words.dollars(s.amount),
        )
        for s in segments
    ]
    total = sum((s.amount for s in segments), Fraction(0))
    rows.append(("In all", "", "", "", "", words.dollars(total)))
    headings = ("From", "To but excluding", "Days", "Principal", "Rate", "Amount")
    return Grid(headings, tuple(rows), frozenset({2, 3, 4, 5}))


def _rounding(segments: tuple[Segment, ...], accrual: Accrual) -> str:
    total = sum((s.amount for s in segments), Fraction(0))
    return (
        f"In all {words.dollars(total)}. Days are counted {accrual.day_count}; rates are "
        f"percent {accrual.per}. Exactly {total} dollars, rounded once, half up; each row is "
        "rounded by itself for reading alone."
    )


def _funds(case: DraftCase) -> str:
    sheet = case.view.terms.indenture
    funds = sheet.funds_by if sheet else None
    by = f", by {funds.time} in New York" if funds else ""
    lead = f" {funds.lead} before the day of payment" if funds and funds.lead else ""
    agent, done = blank("name of the paying agent"), blank("has deposited / will deposit")
    settled = case.obligation.settlement
    what = "what is still to be paid" if settled and settled.in_part else "that amount"
    return f"The {case.defined(case.rule.owed_by)} {done} {what} with {agent}{by}{lead}."


def _officer(which: str) -> tuple[str, ...]:
    return (
        f"By: {blank(f'signature of the {which} officer')}",
        f"Name: {blank(f'name of the {which} authorised officer')}",
        f"Title: {blank(f'title of the {which} authorised officer')}",
    )
