"""Each payment of Additional Interest, its steps, and who is paid what."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from dealclock.answers.ask import Answer, Slash, answer, rounded
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.encode import Json, Keys, dollars
from dealclock.answers.heading import heading, list_left_out
from dealclock.answers.holders import PART_KEYS, part_notes
from dealclock.engine.assess import examine
from dealclock.engine.conclusions import Instalment, Obligation, Settlement, Status
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.interest.base import Principal
from dealclock.engine.look import Look
from dealclock.engine.money import ZERO
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.payments.in_arrears import KIND, PROJECTED, PROJECTED_TO_A_DAY
from dealclock.engine.special.holders.amounts import Holders, Share, Through, through_the_agent
from dealclock.errors import RefusedError
from dealclock.files.source import nearest
from dealclock.messages import words
from dealclock.messages.amounts import describe_moved, is_projected
from dealclock.messages.message import Cell, DataTable, Message, Section, listed, rows
from dealclock.messages.status_lines import with_not_computed
from dealclock.messages.status_words import owed_word
from dealclock.messages.tables import (
    day_cell,
    in_table,
    left_to_table,
    money_cell,
    without_empty,
)
from dealclock.messages.view import DealView
from dealclock.records import record

_PRO_RATA = (
    "the paying agent pays a CUSIP alike by position: what a Holder is barred from cannot be held "
    "back through it"
)
_HOLDERS_NOT_RECORDED = "Holders not recorded"
_HOLDERS_NOT_RECORDED_AND_CUTS = (
    "Holders not recorded, with any difference that the day count makes between the payment and "
    "the Holders' own periods"
)
_CUTS = (
    "All Notes have a recorded Holder; the day count makes this difference between the payment and "
    "the Holders' own periods"
)


@record
class PaymentDetail:
    """One payment: the days and amounts of its `bucket`, its steps, each recorded Holder's part,
    and what the paying agent pays on each CUSIP.

    It covers the days from and including the bucket's `start` to but excluding `nominal`; the cash
    moves on the day the obligation is due.
    """

    owed: Obligation
    bucket: Bucket
    principal: Principal
    steps: tuple[Obligation, ...]
    parts: tuple[Share, ...]
    through: tuple[Through, ...]

    @property
    def is_paid_in_full(self) -> bool:
        """Whether it is paid in full on the record."""
        return self.owed.settlement is not None and self.owed.settlement.met_on is not None

    @property
    def gross(self) -> Fraction:
        """What the recorded Holders would receive if all were entitled."""
        return sum((part.gross for part in self.parts), ZERO)

    @property
    def due(self) -> Fraction:
        """What the recorded Holders are entitled to."""
        return sum((part.amount for part in self.parts), ZERO)

    @property
    def not_recorded(self) -> Fraction:
        """The rest of the payment, above what recorded Holders would receive."""
        return self.bucket.amount - self.gross

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes on it, with what a bar on a Holder cannot do."""
        return (*self.owed.notes, *([_PRO_RATA] if self.gross != self.due else []))


def _lots(payment: PaymentDetail) -> Iterator[tuple[str, str | None, Fraction, Fraction]]:
    """The id and CUSIP of each lot, its principal on the record date, and the amount paid on it."""
    bucket, amounts = payment.bucket, payment.bucket.by_lot
    for lot in payment.principal.lots:
        on_record = payment.principal.of_lot(lot.id, bucket.record_date)
        yield lot.id, lot.cusip, on_record, amounts.get(lot.id, ZERO)


def _lots_json(payment: PaymentDetail) -> list[Json]:
    return [
        {
            "lot": lot,
            "cusip": cusip,
            "principal_on_record_date": rounded(principal),
            **dollars("amount", amount),
        }
        for lot, cusip, principal, amount in _lots(payment)
    ]


def _rounding(payment: PaymentDetail) -> Decimal:
    """The difference between the rounded total and the sum of the rounded lots."""
    by_lot = map(rounded, payment.bucket.by_lot.values())
    return rounded(payment.bucket.amount) - sum(by_lot, Decimal("0.00"))


def _entitled(payment: PaymentDetail) -> Json:
    """The Holders entitled to it, what Holders not entitled would receive, and what the rest is."""
    return {
        "holders": payment.parts,
        **dollars("total", payment.due),
        **dollars("barred", payment.gross - payment.due),
        **dollars("not_recorded", payment.not_recorded),
        "not_recorded_is": _what_is_left(payment),
    }


def _positions(through: Through) -> list[Json]:
    return [
        {"holder": holder, **dollars("amount", amount)}
        for holder, amount in through.by_position.items()
    ]


def _short(settled: Settlement) -> Decimal | None:
    return rounded(settled.short) if settled.has_figures else None


PAID_KEYS: Keys = {
    Settlement: (
        ("on", lambda settled: settled.met_on or settled.instalments[-1].on),
        ("in_full", lambda settled: settled.met_on is not None),
        "amount=paid",
        ("short", _short),
        ("excess", lambda settled: rounded(settled.excess) if settled.has_figures else None),
        "instalments",
        ("note", lambda settled: settled.note or None),
    ),
    Instalment: ("fact on amount=paid",),
}
"""The keys of what was paid: `on` is the day it was paid in full, or the last day some was. An
amount that no event states is null, and so are those that depend on it.
"""

_KEYS: Keys = {
    PaymentDetail: (
        "instance=owed.instance interest_payment_date=bucket.nominal accrues_from=bucket.start",
        "record_date=owed.record_date due=owed.due status=owed.status amount=bucket.amount",
        "paid=owed.settlement steps",
        ("lots", _lots_json),
        ("lots_rounding", _rounding),
        ("entitled", _entitled),
        "through_paying_agent=through why=owed.why notes trace=owed.why.steps",
    ),
    Obligation: ("instance title action due status done_on clause why notes trace=why.steps",),
    Through: (
        "cusip lots",
        ("principal", lambda through: rounded(through.principal)),
        "amount",
        ("positions", _positions),
    ),
    **PAID_KEYS,
    **PART_KEYS,
}


@answer(
    keys=_KEYS,
    example="agreements/infocrossing-2004 --as-of 2004-11-20",
    slash=Slash(
        "payments [DEAL]",
        examples=("payments", "payments {deal}"),
    ),
)
def payments(
    look: Look,
    payment: Annotated[str | None, "one payment, such as payment/2005-01-15", "PAYMENT"] = None,
) -> Answer:
    """Every payment through the next one, in order of their days, or the one asked about.

    Raises RefusedError if there is no such payment.
    """
    context, findings = examine(look)
    known = [o.instance for o in findings.obligations if o.kind == "payment"]
    if payment is not None and payment not in known:
        raise RefusedError(
            f"no payment is named {payment!r} as of {words.day(look.as_of)}; there are "
            f"{', '.join(known) or 'none'}.{nearest(payment, known)}"
        )
    found = [
        each for each in payment_details(context, findings) if payment in (None, each.owed.instance)
    ]
    left_out, names = list_left_out(look), look.in_force.base_names
    # Sums owed with obligations of their own, which no accrual pays.
    sums = [
        each
        for each in findings.obligations
        if each.amount and each.kind != "payment" and each.done_on is None and not each.waived
    ]

    def say(view: DealView) -> Message:
        # Those still to be made first, the next one at the top.
        unpaid = [p for p in found if not p.is_paid_in_full]
        paid = [p for p in reversed(found) if p.is_paid_in_full]
        ordered = (*unpaid, *paid)
        sections = in_table(
            [_section(p, names) for p in ordered],
            without_empty(DataTable("Payments", _COLUMNS, tuple(map(_row, ordered)))),
            _urgent(unpaid),
        )
        if sums and payment is None:
            sections = (*sections, listed("Owed with other provisions", map(_sum_line, sums)))
        said = tuple(_headline(found, unpaid, view))
        if sums and not unpaid:
            said = tuple(map(_sum_owed, sums))
        headline = with_not_computed(said, left_out)
        grounds = [owed.why for owed in (*(p.owed for p in found), *sums)]
        return compose(view, headline, sections, grounds, banners=terms_used(look))

    return Answer({**heading(look, left_out), "payments": found, "lot_names": names}, say)


def payment_details(context: Context, findings: Findings) -> Iterator[PaymentDetail]:
    """Every payment through the next one, with its steps and payees."""
    if findings.ledger is None:
        return
    holders = Holders(context, findings)
    owed = [o for o in findings.obligations if o.kind == "payment"]
    for payment, bucket in zip(owed, findings.buckets, strict=True):
        yield PaymentDetail(
            owed=payment,
            bucket=bucket,
            principal=findings.ledger.principal,
            steps=tuple(_steps(payment, findings)),
            parts=tuple(holders.shares(payment, bucket)),
            through=tuple(through_the_agent(bucket, findings.ledger, holders, context)),
        )


def _steps(payment: Obligation, findings: Findings) -> Iterator[Obligation]:
    """The steps of a payment, such as the notice of its record date."""
    day = payment.instance.partition("/")[2]
    for o in findings.obligations:
        if o.kind == KIND and o.id == payment.id and o.instance.endswith(f"/{day}"):
            yield o


def _sum_owed(owed: Obligation) -> str:
    """A sum owed with an obligation, its day and how it stands."""
    day = f"due {words.day(owed.due)}, {owed_word(owed.status)}"
    return f"{words.dollars(owed.amount or ZERO)}, {owed.title}, {day}"


def _sum_line(owed: Obligation) -> str:
    """The same with its Section and what of it is unpaid."""
    return "; ".join((f"{_sum_owed(owed)}, {words.clause(owed.clause)}", *owed.notes))


def _what_is_left(payment: PaymentDetail) -> str | None:
    """Why the payment differs from the sum of its recorded Holders' parts; None if it does not.

    Compares the principal that bears interest with the Holders', on every day that either changes.
    """
    if not payment.not_recorded:
        return None
    bucket = payment.bucket
    parcels = [p for part in payment.parts for p in part.parcels]
    all_held, cut = True, False
    for balance in payment.principal.balances:
        own = [p for p in parcels if p.lot == balance.lot.id]
        changes = {*balance.steps.days, *(d for p in own for d in (p.start, p.end))}
        within = [d for d in changes if bucket.start < d < bucket.nominal]
        cut = cut or bool(within)
        for each in (bucket.start, *within):
            held = sum((p.amount for p in own if p.start <= each < p.end), ZERO)
            all_held = all_held and balance.steps.on(each) == held
    if all_held:
        return _CUTS
    return _HOLDERS_NOT_RECORDED_AND_CUTS if cut else _HOLDERS_NOT_RECORDED


def _headline(
    found: list[PaymentDetail], unpaid: list[PaymentDetail], view: DealView
) -> Iterator[str]:
    """What is overdue; the next payment, its day and who is paid; how much of it is paid."""
    for first in unpaid[:1]:
        owed, settled = first.owed, first.owed.settlement
        amount = (_short(settled) if settled else None) or first.bucket.amount
        on, note = owed.record_date, [settled.note] if settled and settled.note else []
        if owed.status is Status.MISSED:
            yield f"{words.dollars(amount)} overdue since {view.near(owed.due)}"
            yield from note
            yield from [f"Holders of record {view.near(on)}"] if on else []
        else:
            to = f" to Holders of record {view.near(on)}" if on else ""
            yield f"{words.dollars(amount)} payable {view.near(owed.due)}{to}"
            yield from note
        if is_projected(owed):
            yield "projected"
        if more := len(unpaid) - 1:
            yield f"{more} more after it"
    if not found:
        yield "no payment is due or projected"
    elif not unpaid:
        last = found[-1].owed.settlement
        if last is not None and last.met_on is not None:
            made = words.amount(last.paid) if last.paid is not None else "amount not stated"
            yield f"last payment, {made}, made {view.near(last.met_on)}"
        yield "none is still to be made"


def _section(payment: PaymentDetail, names: Mapping[str, str]) -> Section:
    """Its day, record date, steps, lots, Holders and what the paying agent pays."""
    owed = payment.owed
    whole = Section(
        title=owed.instance,
        rows=rows(
            ("Amount", _amount_of(payment)),
            ("Due", _day_of(payment)),
            ("Accrues from", words.day(payment.bucket.start)),
            ("Status", owed_word(owed.status)),
            ("Recorded", _recorded(payment)),
        ),
        lines=tuple(f"• {line}" for line in _lines(payment, names)),
    )
    return left_to_table(whole)


_COLUMNS = ("Payment", "Due", "Status", "Amount", "Record date", "Accrues from", "Recorded")


def _row(payment: PaymentDetail) -> tuple[Cell, ...]:
    owed, bucket, moved = payment.owed, payment.bucket, describe_moved(payment.owed)
    return (
        Cell(owed.instance),
        day_cell(owed.due, f"{words.day(owed.due)}{f' ({moved})' if moved else ''}"),
        Cell(owed_word(owed.status)),
        money_cell(bucket.amount, _amount_of(payment)),
        day_cell(owed.record_date),
        day_cell(bucket.start),
        Cell(_recorded(payment) or "no payment"),
    )


def _urgent(unpaid: list[PaymentDetail]) -> Iterator[str]:
    """Each payment that is overdue or due today, with what is still due on it."""
    for payment in unpaid:
        owed, settled = payment.owed, payment.owed.settlement
        if owed.status in (Status.MISSED, Status.DUE_TODAY):
            amount = words.dollars((_short(settled) if settled else None) or payment.bucket.amount)
            note = f"; {settled.note}" if settled and settled.note else ""
            since = f", due {words.day(owed.due)}" if owed.status is Status.MISSED else ""
            yield f"{owed.instance}: {amount} {owed_word(owed.status)}{since}{note}"


def _amount_of(payment: PaymentDetail) -> str:
    projected = " projected" if is_projected(payment.owed) else ""
    return f"{words.dollars(payment.bucket.amount)}{projected}"


def _recorded(payment: PaymentDetail) -> str:
    """What was paid, as recorded; "" if nothing was."""
    settled = payment.owed.settlement
    return words.sentence(words.listed(map(_paid_part, settled.instalments))) if settled else ""


def _lines(payment: PaymentDetail, names: Mapping[str, str]) -> Iterator[str]:
    notes = payment.notes
    for step in payment.steps:
        yield f"{step.title}: due {words.day(step.due)}, {owed_word(step.status)}"
    for lot, cusip, _, amount in _lots(payment):
        yield f"{names[lot]}{f', CUSIP {cusip}' if cusip else ''}: {words.dollars(amount)}"
    for part in payment.parts:
        of = f" of {words.dollars(part.gross)}" if part.amount != part.gross else ""
        yield f"{part.holder}: entitled to {words.dollars(part.amount)}{of}"
        yield from (words.sentence(note) for note in part_notes(part) if note not in notes)
    if payment.parts and words.decimal(payment.not_recorded) != "0.00":
        yield f"{_what_is_left(payment)}: {words.dollars(payment.not_recorded)}"
    for through in payment.through:
        yield from _through(through, names)
    for note in notes:
        if note in (PROJECTED, PROJECTED_TO_A_DAY):
            yield "Projected: assumes no open default is cured first"
        else:
            yield words.sentence(note)


def _through(through: Through, names: Mapping[str, str]) -> Iterator[str]:
    lots = words.listed(names[lot] for lot in through.lots)
    which = f"CUSIP {through.cusip}" if through.cusip else lots
    of = f"{words.dollars(through.amount)} on {words.dollars(through.principal)} of Notes"
    yield f"Through the paying agent, {which}: {of}"
    for holder, amount in through.by_position.items():
        yield f"{holder}: {words.dollars(amount)} by position"


def _paid_part(part: Instalment) -> str:
    on = words.day(part.on)
    if part.paid is None:
        return f"paid {on}, amount not stated ({part.fact})"
    return f"paid {words.amount(part.paid)} on {on} ({part.fact})"


def _day_of(payment: PaymentDetail) -> str:
    """The day it is due, what moved it, and its record date."""
    owed, on = payment.owed, payment.owed.record_date
    details = filter(None, (describe_moved(owed), f"record date {words.day(on)}" if on else ""))
    said = "; ".join(details)
    return f"{words.day(owed.due)} ({said})" if said else words.day(owed.due)
