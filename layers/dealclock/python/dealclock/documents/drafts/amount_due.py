"""How much of a payment is still due, and whether anything open can change it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from dealclock.documents.drafts import formal
from dealclock.documents.drafts.case import DraftCase
from dealclock.documents.paper import Block, Grid, Paragraph, blank
from dealclock.engine.assessment import ABSENT
from dealclock.engine.conclusions import Conclusion, Obligation, Segment
from dealclock.engine.money import Between, Money, figure, from_text
from dealclock.messages import amounts, words


def amount_to_fund(case: DraftCase) -> str:
    """The amount to fund: a figure if nothing open can change it; otherwise a range, or that it is
    not determined.
    """
    part = case.obligation
    disputed = [d.instance for d in case.bearing if d.conclusion is Conclusion.DISPUTED]
    if disputed:
        return f"Not determined: {words.listed(disputed)} is disputed. Do not fund on this memo."
    unpaid = _unpaid(part)
    if unpaid is None:
        return "Not determined: what was paid is recorded without an amount."
    if isinstance(unpaid, Between):
        return f"{words.sentence(words.amount(unpaid))}: the Indenture's day count is not set"
    projected = " (projected: assumes no cure before the Interest Payment Date)"
    tail = projected if amounts.is_projected(part) else ""
    least, most = over_open_readings(case, unpaid)
    if least == most:
        return f"{words.dollars(unpaid)}{tail}"
    return (
        f"Between {words.dollars(least)} and {words.dollars(most)} over the open readings; "
        f"{words.dollars(unpaid)} under those in use{tail}"
    )


def _unpaid(part: Obligation) -> Money | None:
    settled = part.settlement
    if settled is None or not settled.instalments:
        return part.money or Fraction(0)
    if settled.paid is None:
        return None
    return settled.owed if isinstance(settled.owed, Between) else settled.short


def over_open_readings(case: DraftCase, unpaid: Fraction) -> tuple[Fraction, Fraction]:
    """The least and the most still due under any one open reading; the amount paid is fixed."""
    view, part = case.view, case.obligation
    paid = figure(part.settlement.stated) if part.settlement else Fraction(0)
    found = [unpaid]
    for each in view.assessment.differences:
        settled = each.reading in view.team.readings and not view.chose_alone(each.reading)
        if each.instance != part.instance or each.what != "amount" or settled:
            continue
        there = (Fraction(0),) if each.there == ABSENT else from_text(each.there)
        found += [max(amount - paid, Fraction(0)) for amount in there]
    return min(found), max(found)


def is_determined(case: DraftCase) -> bool:
    """Whether the payment's amount is a single figure that nothing open can change: no unconfirmed
    default, no future cure, no open reading.
    """
    part = case.obligation
    if part.amount is None or amounts.is_projected(part):
        return False
    if any(d.conclusion is not Conclusion.CONFIRMED for d in case.bearing):
        return False
    unpaid = _unpaid(part)
    if not isinstance(unpaid, Fraction):
        return False
    least, most = over_open_readings(case, unpaid)
    return least == most


def paid_in_part(part: Obligation) -> str:
    """The part paid before and the part left; "" unless it was paid in part."""
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
    return f"{paid}, and {rest} remains unpaid"


def amount_tables(case: DraftCase) -> Iterator[Block]:
    """A table for each lot: its days at each rate, and their amounts."""
    for lot in case.view.terms.securities:
        own = [s for s in case.segments if s.lot == lot.id]
        if own:
            cusip = f" (CUSIP {lot.cusip})" if lot.cusip else ""
            yield Paragraph(f"On the {lot.name}{cusip}:")
            yield _of_lot(own)


def _of_lot(segments: Sequence[Segment]) -> Grid:
    rows = [
        (
            formal.day(s.start),
            formal.day(s.to_exclusive),
            str(s.days_counted),
            words.dollars(s.principal),
            words.sentence(s.note) if s.note else words.percent(s.rate),
            words.dollars(s.amount),
        )
        for s in segments
    ]
    total = sum((s.amount for s in segments), Fraction(0))
    rows.append(("Total", "", "", "", "", words.dollars(total)))
    headings = ("From and including", "To but excluding", "Days", "Principal", "Rate", "Amount")
    return Grid(headings, tuple(rows), frozenset({2, 3, 4, 5}))
