"""The funding memo of a payment: who is paid how much, when, on what basis, and who approves it."""

from collections.abc import Iterator, Mapping
from datetime import date
from zoneinfo import ZoneInfo

from dealclock.documents.drafts import formal, whole
from dealclock.documents.drafts.amount_due import amount_table, amount_to_fund
from dealclock.documents.drafts.case import DraftCase
from dealclock.documents.drafts.sheet import Block, Grid, Lines, Pairs, Paragraph, Sheet, SheetPart
from dealclock.engine.conclusions import Conclusion
from dealclock.messages import words

_LINE = "_" * 30


def memo(case: DraftCase, certainty: str) -> Sheet:
    """The memo, on one page if it fits; it states an amount only if it is determined."""
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
    """The amount still to be paid, and its dates."""
    part = case.obligation
    yield "Amount to fund", amount_to_fund(case)
    if (settled := part.settlement) is not None and settled.instalments:
        yield "Amount due", words.amount(settled.owed)
        paid = "not stated" if settled.paid is None else words.amount(settled.paid)
        yield "Paid to date", paid
    nominal = date.fromisoformat(part.instance.partition("/")[2])
    closed = "" if nominal == part.due else " (not a Business Day)"
    yield "Owner", case.view.owner(part.owed_by, part.instance)
    yield "Payor", case.company
    yield "Agreement", formal.short_agreement(case.view.terms)
    yield "Interest Payment Date", f"{words.day(nominal)}{closed}"
    yield "Payment date", words.day(part.due)
    if part.record_date:
        yield "Record date", words.day(part.record_date)
    if part.act_by:
        at = part.act_by.astimezone(ZoneInfo(case.view.terms.agreement.time_zone))
        how = words.channel(part.channel)
        yield "Send funds by", f"{words.day(at.date())}, {formal.hour(at.time())} ET, by {how}"


def _payees(case: DraftCase) -> Iterator[Block]:
    """Through the paying agent by CUSIP, and each recorded Holder; all Record Holders if none."""
    part, known = case.obligation, case.payment
    on = f" as of {words.day(part.record_date)}" if part.record_date else ""
    yield Paragraph(f"The Record Holders{on}, through the paying agent.")
    if known is None:
        return
    names = case.view.terms.base_names
    rows = tuple(
        (
            _notes(each.lots, each.cusip, names),
            words.dollars(each.principal),
            words.dollars(each.amount),
        )
        for each in known.through
    )
    if rows:
        yield Grid(("Notes", "Principal", "By the readings in use"), rows, frozenset({1, 2}))
    held = tuple(
        (part.holder, words.dollars(part.amount), words.dollars(part.gross)) for part in known.parts
    )
    if held:
        headings = ("Recorded Holder", "Entitled to", "If not barred")
        yield Grid(headings, held, frozenset({1, 2}), annex="`dealclock payments`")


def _notes(lots: tuple[str, ...], cusip: str | None, names: Mapping[str, str]) -> str:
    """The lots by name, and their CUSIP."""
    notes = "; ".join(names[lot] for lot in lots)
    return f"{notes} (CUSIP {cusip})" if cusip else notes


def _basis(case: DraftCase) -> Iterator[Block]:
    """The Section, the defaults paid for, and the days at each rate."""
    lines = [f"Payable under {words.clause(case.rule.clause)} of the Agreement."]
    lines += [
        f"{d.instance}, {words.clause(d.clause)}: {d.title}, {_sure(d.conclusion)}"
        for d in case.bearing
    ]
    if case.segments:
        accrual = case.view.assessment.accrual
        lines.append(f"Days counted {accrual.day_count}; each rate is {formal.per(accrual.per)}.")
    yield Lines(tuple(lines))
    yield from amount_table(case)


def _sure(conclusion: Conclusion) -> str:
    return "possible, not confirmed" if conclusion is Conclusion.COMPUTED else str(conclusion)
