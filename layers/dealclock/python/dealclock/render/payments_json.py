"""Each payment with its steps, by lot, by Holder and through the paying agent, as JSON."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from dealclock.agreement.terms import Lot
from dealclock.engine.conclusions import Obligation
from dealclock.engine.fractions import ZERO
from dealclock.engine.holders.amounts import Share
from dealclock.engine.interest.principal import Principal
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.payments.in_arrears import PROJECTED
from dealclock.engine.payments.paying_agent import Through
from dealclock.render import words
from dealclock.render.holders_json import share
from dealclock.render.json_parts import Json, day, grounds, money, paid, trace

FORMAT = "dealclock-payments/1"
PRO_RATA = (
    "the paying agent pays a CUSIP alike by position: what a Holder is barred from cannot be held "
    "back through it"
)

HOLDERS_NOT_RECORDED = "Holders not recorded"
HOLDERS_NOT_RECORDED_AND_CUTS = (
    "Holders not recorded, with any difference that the day count makes between the payment and "
    "the Holders' own periods"
)
CUTS = (
    "All Notes have a recorded Holder; the day count makes this difference between the payment and "
    "the Holders' own periods"
)


def payment_document(
    payment: Obligation,
    bucket: Bucket,
    steps: Sequence[Obligation],
    principal: Principal,
    shares: Sequence[tuple[str, Share]],
    through: Sequence[Through],
) -> Json:
    """One payment, whole."""
    amount = bucket.amount
    gross = sum((s.gross for _, s in shares), ZERO)
    due = sum((s.amount for _, s in shares), ZERO)
    lots = {lot: words.decimal(each) for lot, each in bucket.by_lot.items()}
    notes = [*payment.notes, *([PRO_RATA] if gross != due else [])]
    return {
        "instance": payment.instance,
        "interest_payment_date": bucket.nominal.isoformat(),
        "accrues_from": bucket.start.isoformat(),
        "record_date": bucket.record_date.isoformat(),
        "due": payment.due.isoformat(),
        "status": str(payment.status),
        **money(amount),
        "paid": paid(payment.settlement),
        "steps": [_step(each) for each in steps],
        "lots": [_lot(lot, bucket, principal) for lot in principal.lots],
        "lots_rounding": str(
            Decimal(words.decimal(amount)) - sum(map(Decimal, lots.values()), Decimal("0.00"))
        ),
        "entitled": {
            "holders": [{"holder": holder, **share(each)} for holder, each in shares],
            **money(due, "total"),
            **money(gross - due, "barred"),
            **money(amount - gross, "not_recorded"),
            "not_recorded_is": None if amount == gross else _left(bucket, shares, principal),
        },
        "through_paying_agent": [_through(each) for each in through],
        **grounds(payment.grounds, notes),
        "trace": trace(payment.trace),
    }


def _left(bucket: Bucket, shares: Sequence[tuple[str, Share]], principal: Principal) -> str:
    """What the payment is more or less than its recorded Holders' parts.

    Compares what bears interest with what the parts are of, on every day on which either changes.
    """
    parcels = [p for _, each in shares for p in each.parcels]
    all_held, cut = True, False
    for balance in principal.balances:
        own = [p for p in parcels if p.lot == balance.lot.id]
        changes = {*balance.steps.days, *(d for p in own for d in (p.start, p.end))}
        within = [d for d in changes if bucket.start < d < bucket.nominal]
        cut = cut or bool(within)
        for each in (bucket.start, *within):
            held = sum((p.amount for p in own if p.start <= each < p.end), ZERO)
            all_held = all_held and balance.steps.on(each) == held
    if all_held:
        return CUTS
    return HOLDERS_NOT_RECORDED_AND_CUTS if cut else HOLDERS_NOT_RECORDED


def _step(each: Obligation) -> Json:
    return {
        "instance": each.instance,
        "title": each.title,
        "action": each.action,
        "due": each.due.isoformat(),
        "status": str(each.status),
        "done_on": day(each.met_on),
        "clause": each.clause,
        **grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }


def _lot(lot: Lot, bucket: Bucket, principal: Principal) -> Json:
    return {
        "lot": lot.id,
        "cusip": lot.cusip,
        "principal_on_record_date": words.decimal(principal.of_lot(lot.id, bucket.record_date)),
        **money(bucket.by_lot.get(lot.id, ZERO)),
    }


def _through(each: Through) -> Json:
    return {
        "cusip": each.cusip,
        "lots": list(each.lots),
        "principal": words.decimal(each.principal),
        **money(each.amount),
        "positions": [
            {"holder": holder, **money(amount)} for holder, amount in each.by_position.items()
        ],
    }


def instalment(each: Mapping[str, Any]) -> str:
    """What an event says was paid and when, or that it states no amount."""
    on, fact, amount = words.iso(each["on"]), each["fact"], each["amount"]
    if not amount and "amount_between" not in each:
        return f"paid {on}, amount not stated ({fact})"
    return f"paid {words.money(amount)} on {on} ({fact})"


def of_its_own(holder: Mapping[str, Any], payment: Mapping[str, Any]) -> list[str]:
    """The notes of one Holder's part of a payment that are not of the whole payment."""
    return [note for note in holder["notes"] if note not in payment["notes"]]


def headline(found: Mapping[str, Any]) -> str:
    """The first payment still to be made, its day and record date, and what of it is paid."""
    every = found["payments"]
    open_ones = [p for p in every if not in_full(p)]
    if open_ones:
        first = open_ones[0]
        late = " was due" if first["status"] == "missed" else " due"
        more = len(open_ones) - 1
        also = f"; {more} more after it" if more else ""
        part = f"; {first['paid']['note']}" if first["paid"] and first["paid"]["note"] else ""
        amount = f"{words.money(first['amount'])}{projected(first)}"
        return f"{amount}{late} {day_of(first)}{part}{also}"
    if every:
        last = every[-1]
        paid = last["paid"]
        amount = words.money(paid["amount"]) if paid["amount"] else "amount not stated"
        return (
            f"nothing is to be paid; the last payment, {amount}, was made {words.iso(paid['on'])}"
        )
    return "nothing is payable"


def in_full(payment: Mapping[str, Any]) -> bool:
    """Whether nothing of a payment is still to be made, as recorded."""
    return payment["paid"] is not None and payment["paid"]["in_full"]


def projected(payment: Mapping[str, Any]) -> str:
    """That its amount assumes nothing open is cured before its day, where it does."""
    return " projected," if PROJECTED in payment["notes"] else ""


def day_of(payment: Mapping[str, Any]) -> str:
    """The day it is due, and its record date."""
    record = f"record date {words.iso(payment['record_date'])}"
    nominal = payment["interest_payment_date"]
    closed = f"for {words.iso(nominal)}, a closed day; " if nominal != payment["due"] else ""
    return f"{words.iso(payment['due'])} ({closed}{record})"
