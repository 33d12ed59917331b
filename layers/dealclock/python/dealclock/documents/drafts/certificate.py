"""The officers' certificate for a payment of Additional Interest."""

from collections.abc import Iterator
from datetime import date, time
from fractions import Fraction

from dealclock.documents.drafts import formal
from dealclock.documents.drafts.amount_due import amount_table, is_determined
from dealclock.documents.drafts.case import DraftCase
from dealclock.documents.drafts.sheet import (
    Block,
    DraftLetter,
    Lines,
    Paragraph,
    SheetPart,
    blank,
)
from dealclock.engine.conclusions import Accrual, Conclusion, Obligation, Segment
from dealclock.engine.money import Between
from dealclock.messages import amounts, words
from dealclock.terms.rules.interest import Payment


def letter(case: DraftCase) -> DraftLetter:
    """The certificate, for the signatures of two officers."""
    title = "Officers' Certificate"
    return DraftLetter(
        title=f"{title} for a payment of Additional Interest",
        heading=(case.company.upper(), title.upper()),
        blocks=tuple(_blocks(case)),
        signed=(
            *formal.signature("", "first authorized officer"),
            "",
            *formal.signature("", "second authorized officer"),
        ),
    )


def counsel(case: DraftCase) -> tuple[SheetPart, ...]:
    """What the payment is for, its exact amount, and what was assumed about the Indenture."""
    defaults = [
        f"{d.instance}, {words.clause(d.clause)}: {d.title}; accrues from and including "
        f"{words.day(d.accrues_from)}"
        + (f" to but excluding {words.day(d.accrues_to)}" if d.accrues_to else ", still open")
        for d in case.bearing
    ]
    sheet = case.view.terms.indenture
    assumed = () if sheet is None or sheet.reviewed else sheet.assumptions
    total = sum((s.amount for s in case.segments), Fraction(0))
    exact = f"Exactly {total} dollars, rounded once, half up; each row is rounded by itself."
    found = [
        SheetPart("The defaults it is paid for", (Lines(tuple(defaults)),)),
        SheetPart("The amount", (Lines((exact,) if case.segments else ()),)),
        SheetPart("Assumptions about the Indenture, which was not reviewed", (Lines(assumed),)),
        SheetPart("Who is paid what", (Paragraph(_HOLDERS),)),
    ]
    return tuple(part for part in found if part.blocks[0] != Lines(()))


_HOLDERS = (
    "This amount includes Holders who are barred for want of a Questionnaire: `dealclock payments` "
    "shows entitlements next to what the paying agent pays."
)


def certainty(case: DraftCase) -> str:
    """Which of the defaults behind the amount are not confirmed."""
    unsure = [d.instance for d in case.bearing if d.conclusion is not Conclusion.CONFIRMED]
    if not unsure:
        return "The defaults behind it are confirmed; the dates and the amount are computed."
    return f"Possible, not confirmed: the amount is based on {words.listed(unsure)}."


def _blocks(case: DraftCase) -> Iterator[Block]:
    part, where = case.obligation, words.clause(case.rule.clause)
    yield from _undertaking(case, where)
    yield Paragraph(f"1. Additional Interest of {_amount(case)} is payable.{_paid(part)}")
    yield Paragraph(f"2. {_when(part)}")
    if case.segments:
        yield Paragraph("3. The amount is computed as follows:")
        yield from amount_table(case)
        yield Paragraph(_total(case.segments, case.view.assessment.accrual))
    else:
        yield Paragraph(f"3. {blank('computation, once the day count is known')}")
    yield Paragraph(f"4. {_funds(case)}")
    yield Paragraph(
        f"5. {blank('statements the Indenture requires as to examination and opinion')}"
    )
    on = blank("date of signature")
    yield Paragraph(
        f"IN WITNESS WHEREOF, the undersigned have executed this certificate as of {on}."
    )


def _undertaking(case: DraftCase, where: str) -> Iterator[Block]:
    """Who certifies what to whom, under which documents."""
    to = case.rule.to if isinstance(case.rule, Payment) else ()
    addressed = words.listed(f"{case.named(each)}, as {case.defined(each)}," for each in to)
    company, terms = case.defined(case.rule.owed_by), case.view.terms
    yield Paragraph(
        f'The undersigned, each an officer of {case.company} (the "{company}"), deliver this '
        f"certificate to {addressed or blank('addressee')} pursuant to {blank('Section')} of the "
        f"Indenture, in connection with a payment pursuant to {where} of "
        f"{formal.agreement(terms, case.view.assessment)}. {formal.DEFINED_TERMS}"
    )
    yield Paragraph(
        f"The undersigned hereby certify, on behalf of the {company} and not in any personal "
        "capacity, that:"
    )


def _amount(case: DraftCase) -> str:
    """The amount; in brackets while anything open can change it."""
    part = case.obligation
    money = part.money or Fraction(0)
    if isinstance(money, Between):
        return blank(f"amount, {words.amount(money)}, by the day count of the Indenture")
    if amounts.is_projected(part):
        return blank(f"{words.dollars(money)}, projected")
    return words.dollars(money) if is_determined(case) else blank(words.dollars(money))


def _paid(part: Obligation) -> str:
    """The part paid before and the part left; "" if nothing was paid."""
    settled = part.settlement
    if settled is None or not settled.in_part:
        return ""
    paid = words.listed(
        f"{words.amount(each.paid)} was paid on {formal.day(each.on)}"
        for each in settled.instalments
        if each.paid is not None
    )
    unset = isinstance(settled.owed, Between)
    rest = blank("remainder, by the day count") if unset else words.dollars(settled.short)
    return f" Of that amount, {paid}, and {rest} remains unpaid."


def _when(part: Obligation) -> str:
    """The Interest Payment Date, the day of payment, the record date."""
    nominal = date.fromisoformat(part.instance.partition("/")[2])
    text = f"The Interest Payment Date is {formal.day(nominal)}"
    if nominal != part.due:
        text += f", which is not a Business Day; payment is due on {formal.day(part.due)}"
    if part.record_date is None:
        return f"{text}."
    return (
        f"{text}. Payment is to be made to the Record Holders as of {formal.day(part.record_date)}."
    )


def _total(segments: tuple[Segment, ...], accrual: Accrual) -> str:
    total = sum((s.amount for s in segments), Fraction(0))
    return (
        f"Total: {words.dollars(total)}. Days are counted on a {accrual.day_count} basis; each "
        f"rate is {formal.per(accrual.per)}. The total is rounded once, to the nearest cent."
    )


def _funds(case: DraftCase) -> str:
    sheet = case.view.terms.indenture
    funds = sheet.funds_by if sheet else None
    by = f" by {formal.hour(time.fromisoformat(funds.time))}, New York City time" if funds else ""
    lead = f", {funds.lead} before the date of payment" if funds and funds.lead else ""
    agent, done = blank("name of the paying agent"), blank("has deposited / will deposit")
    settled = case.obligation.settlement
    what = "the unpaid amount" if settled and settled.in_part else "that amount"
    return f"The {case.defined(case.rule.owed_by)} {done} {what} with {agent}{by}{lead}."
