"""Payments in words."""

from collections.abc import Iterator, Mapping

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.payments.result import AgentPayment, PaidPart, PaymentDetail, PaymentsResult
from dealclock.answers.question import resting_on
from dealclock.engine.conclusions import Status
from dealclock.engine.payments.in_arrears import PROJECTED
from dealclock.messages import words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.status_lines import with_not_computed
from dealclock.messages.status_words import owed_word
from dealclock.messages.view import DealView


def message(result: PaymentsResult, view: DealView) -> Message:
    """Each payment with its day, record date, steps, lots, Holders and what the paying agent pays:
    those still to be made first, the next one at the top."""
    unpaid = [p for p in result.payments if not p.is_paid_in_full]
    paid = [p for p in reversed(result.payments) if p.is_paid_in_full]
    sections = (_section(p, result.lot_names) for p in (*unpaid, *paid))
    grounds = resting_on(result.payments)
    headline = with_not_computed(tuple(_headline(result, view)), result.heading.not_computed)
    return compose(view, headline, sections, grounds, banners=terms_used(result.heading))


def _headline(result: PaymentsResult, view: DealView) -> Iterator[str]:
    """What is overdue; the next payment, its day and who is paid; how much of it is paid."""
    unpaid = [p for p in result.payments if not p.is_paid_in_full]
    for first in unpaid[:1]:
        amount = first.paid.short if first.paid and first.paid.short else first.amount
        record = f"Holders of record {view.near(first.record_date)}"
        if first.status is Status.MISSED:
            yield f"{words.dollars(amount)} overdue since {view.near(first.due)}"
            yield from [first.paid.note] if first.paid and first.paid.note else []
            yield record
        else:
            yield f"{words.dollars(amount)} payable {view.near(first.due)} to {record}"
            yield from [first.paid.note] if first.paid and first.paid.note else []
        if PROJECTED in first.notes:
            yield "projected"
        if more := len(unpaid) - 1:
            yield f"{more} more after it"
    if not result.payments:
        yield "no payment is due or projected"
    elif not unpaid:
        last = result.payments[-1].paid
        if last is not None:
            made = words.amount(last.amount) if last.amount is not None else "amount not stated"
            yield f"last payment, {made}, made {view.near(last.on)}"
        yield "none is still to be made"


def _section(payment: PaymentDetail, names: Mapping[str, str]) -> Section:
    paid = [_paid_part(each) for each in payment.paid.instalments] if payment.paid else []
    return Section(
        title=payment.instance,
        rows=rows(
            ("Amount", f"{words.dollars(payment.amount)}{_projected(payment)}".rstrip(",")),
            ("Due", _day_of(payment)),
            ("Accrues from", words.day(payment.accrues_from)),
            ("Status", owed_word(payment.status)),
            ("Recorded", words.sentence(words.listed(paid)) if paid else ""),
        ),
        lines=tuple(f"• {line}" for line in _lines(payment, names)),
    )


def _lines(payment: PaymentDetail, names: Mapping[str, str]) -> Iterator[str]:
    for step in payment.steps:
        yield f"{step.title}: due {words.day(step.due)}, {owed_word(step.status)}"
    for lot in payment.lots:
        cusip = f", CUSIP {lot.cusip}" if lot.cusip else ""
        yield f"{names[lot.lot]}{cusip}: {words.dollars(lot.amount)}"
    entitled = payment.entitled
    for part in entitled.holders:
        of = f" of {words.dollars(part.if_entitled)}" if part.amount != part.if_entitled else ""
        yield f"{part.holder}: entitled to {words.dollars(part.amount)}{of}"
        yield from (words.sentence(note) for note in part.notes if note not in payment.notes)
    if entitled.holders and words.decimal(entitled.not_recorded) != "0.00":
        yield f"{entitled.not_recorded_is}: {words.dollars(entitled.not_recorded)}"
    for through in payment.through_paying_agent:
        yield from _through(through, names)
    for note in payment.notes:
        if note == PROJECTED:
            yield "Projected: assumes no open default is cured first"
        else:
            yield words.sentence(note)


def _through(through: AgentPayment, names: Mapping[str, str]) -> Iterator[str]:
    lots = words.listed(names[lot] for lot in through.lots)
    which = f"CUSIP {through.cusip}" if through.cusip else lots
    of = f"{words.dollars(through.amount)} on {words.dollars(through.principal)} of Notes"
    yield f"Through the paying agent, {which}: {of}"
    for position in through.positions:
        yield f"{position.holder}: {words.dollars(position.amount)} by position"


def _paid_part(part: PaidPart) -> str:
    on = words.day(part.on)
    if part.amount is None:
        return f"paid {on}, amount not stated ({part.fact})"
    return f"paid {words.amount(part.amount)} on {on} ({part.fact})"


def _projected(payment: PaymentDetail) -> str:
    """The note that its amount assumes no cure before its day; "" if it does not."""
    return " projected," if PROJECTED in payment.notes else ""


def _day_of(payment: PaymentDetail) -> str:
    """The day it is due, and its record date."""
    record = f"record date {words.day(payment.record_date)}"
    nominal = payment.interest_payment_date
    closed = f"for {words.day(nominal)}, a closed day; " if nominal != payment.due else ""
    return f"{words.day(payment.due)} ({closed}{record})"
