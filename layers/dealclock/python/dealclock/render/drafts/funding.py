"""The funding memo of a payment: who is paid how much, when, on what basis, and who approves it."""

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from dealclock.engine.comparing.quantities import ABSENT
from dealclock.engine.conclusions import Conclusion, Obligation
from dealclock.engine.money import Between, Money, from_text
from dealclock.render import amounts, words
from dealclock.render.drafts import formal, whole
from dealclock.render.drafts.adding_up import adding_up
from dealclock.render.drafts.case import DraftCase
from dealclock.render.drafts.sheet import Block, Grid, Lines, Pairs, Paragraph, Sheet, SheetPart

_LINE = "_" * 30


def memo(case: DraftCase, certainty: str) -> Sheet:
    """The memo, on one page as far as it goes; it states no amount that is not determined."""
    return Sheet(
        title=f"Funding memo: {case.rule.title}",
        marks=whole.marks(case, certainty),
        parts=tuple(part for part in _parts(case) if part.blocks),
        foot=whole.foot(case),
    )


def _parts(case: DraftCase) -> Iterator[SheetPart]:
    yield SheetPart("Payment", (Pairs(tuple(_payment(case))),))
    yield SheetPart("Payees", tuple(_payees(case)))
    yield SheetPart("Basis", tuple(_basis(case)))
    yield from whole.readings(case)
    yield whole.not_checked(case)
    yield SheetPart("Account to be credited (to fill in)", (Pairs(_ACCOUNT),))
    yield SheetPart("Approvals", (Pairs(_APPROVALS),))


_ACCOUNT = tuple(
    (label, _LINE) for label in ("Paying agent", "Bank and ABA", "Account", "Reference")
)
_APPROVALS = tuple(
    (role, f"Name {'_' * 22}  Signature {'_' * 26}  Date {'_' * 12}")
    for role in ("Prepared by", "Reviewed by", "Approved by")
)


def _payment(case: DraftCase) -> Iterator[tuple[str, str]]:
    """The amount and the days, of what is still to be paid."""
    part = case.obligation
    yield "Amount to fund", amount_to_fund(case)
    if (settled := part.settlement) is not None and settled.instalments:
        yield "Amount due", words.amount(settled.owed)
        paid = "not stated" if settled.paid is None else words.amount(settled.paid)
        yield "Paid to date", paid
    nominal = date.fromisoformat(part.instance.partition("/")[2])
    closed = "" if nominal == part.due else " (not a Business Day)"
    yield "Interest Payment Date", f"{words.day(nominal)}{closed}"
    yield "Payment date", words.day(part.due)
    if part.record_date:
        yield "Record date", words.day(part.record_date)
    if part.act_by:
        at = part.act_by.astimezone(ZoneInfo(case.view.terms.agreement.time_zone))
        how = words.channel(part.channel)
        yield "Send funds by", f"{words.day(at.date())}, {formal.hour(at.time())} ET, by {how}"


def amount_to_fund(case: DraftCase) -> str:
    """What is to be funded: a figure only where nothing open moves it; else a range, or none."""
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
    least, most = _over_open_readings(case, unpaid)
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


def _over_open_readings(case: DraftCase, unpaid: Fraction) -> tuple[Fraction, Fraction]:
    """The least and the most under any one reading that is still open; what was paid stays paid."""
    view, part = case.view, case.obligation
    paid = (part.amount or Fraction(0)) - unpaid
    found = [unpaid]
    for each in view.assessment.differences:
        settled = each.reading in view.team.readings and not view.chose_alone(each.reading)
        if each.instance != part.instance or each.what != "amount" or settled:
            continue
        there = (Fraction(0),) if each.there == ABSENT else from_text(each.there)
        found += [max(amount - paid, Fraction(0)) for amount in there]
    return min(found), max(found)


def _payees(case: DraftCase) -> Iterator[Block]:
    """Through the paying agent by CUSIP, and each recorded Holder; all Record Holders if none."""
    part, known = case.obligation, case.payment
    on = f" as of {words.day(part.record_date)}" if part.record_date else ""
    yield Paragraph(f"The Record Holders{on}, through the paying agent.")
    if known is None:
        return
    names = {lot.id: lot.name for lot in case.view.terms.securities}
    rows = tuple(_through(each, names) for each in known["through_paying_agent"])
    if rows:
        yield Grid(("Notes", "Principal", "By the readings in use"), rows, frozenset({1, 2}))
    held = tuple(
        (h["holder"], words.money(h["amount"]), words.money(h["if_entitled"]))
        for h in known["entitled"]["holders"]
    )
    if held:
        headings = ("Recorded Holder", "Entitled to", "If not barred")
        yield Grid(headings, held, frozenset({1, 2}), annex="`dealclock payments`")


def _through(each: Mapping[str, Any], names: Mapping[str, str]) -> tuple[str, str, str]:
    notes = "; ".join(names[lot] for lot in each["lots"])
    cusip = f" (CUSIP {each['cusip']})" if each["cusip"] else ""
    return f"{notes}{cusip}", words.money(each["principal"]), words.money(each["amount"])


def _basis(case: DraftCase) -> Iterator[Block]:
    """The Section, the defaults paid for, and the days at each rate."""
    lines = [f"Payable under {formal.section(case.rule.clause)} of the Agreement."]
    lines += [
        f"{d.instance}, {formal.section(d.clause)}: {d.title}, {_sure(d.conclusion)}"
        for d in case.bearing
    ]
    if case.segments:
        accrual = case.view.assessment.accrual
        lines.append(f"Days counted {accrual.day_count}; each rate is {formal.per(accrual.per)}.")
    yield Lines(tuple(lines))
    yield from adding_up(case)


def _sure(conclusion: Conclusion) -> str:
    return "computed, not confirmed" if conclusion is Conclusion.COMPUTED else str(conclusion)
