"""What each Holder has and is due, as JSON: `dealclock-holders/1`."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from dealclock.engine.fractions import ZERO
from dealclock.engine.holders.amounts import HolderView, Share
from dealclock.engine.in_force import InForce
from dealclock.render import words
from dealclock.render.in_force import heading, lot_names
from dealclock.render.json_parts import Json, between_or_exact, day, grounds, money, trace
from dealclock.render.view import LEGAL

FORMAT = "dealclock-holders/1"
_PAID = ("paid", "paid_exact")
ALIKE = "a part payment is allocated pro rata by amount due; its recipients are not recorded"


def document(
    given: InForce, views: Iterable[HolderView], not_recorded: Mapping[str, Fraction]
) -> Json:
    """Every Holder asked for, and the Notes nobody is recorded for."""
    shown = list(views)
    entitled = sum((v.accrued for v in shown), ZERO)
    gross = sum((v.gross for v in shown), ZERO)
    return {
        **heading(FORMAT, given),
        "holders": [_holder(v) for v in shown],
        "in_all": {
            **money(entitled, "accrued"),
            **money(sum((v.unpaid for v in shown), ZERO), "unpaid"),
            **money(gross - entitled, "barred"),
            "not_stated": list(dict.fromkeys(fact for v in shown for fact in v.not_stated)),
        },
        "not_recorded": _by_lot(not_recorded),
        "lot_names": lot_names(given.terms),
        "notice": LEGAL,
    }


def share(each: Share) -> Json:
    """One Holder's part of one payment."""
    return {
        "instance": each.payment.instance,
        "record_date": each.bucket.record_date.isoformat(),
        "due": each.payment.due.isoformat(),
        "status": str(each.payment.status),
        "entitled": each.entitlement.entitled,
        **money(each.amount),
        **money(each.gross, "if_entitled"),
        **(money(each.paid, "paid") if not each.not_stated else between_or_exact(None, *_PAID)),
        **money(each.unpaid, "unpaid"),
        "not_stated": list(each.not_stated),
        "on": [
            {
                "lot": p.lot,
                "principal": words.decimal(p.amount),
                "from": p.start.isoformat(),
                "to_exclusive": p.end.isoformat(),
            }
            for p in each.parcels
        ],
        "notes": [
            *each.payment.notes,
            *each.notes,
            *([ALIKE] if 0 < each.paid < each.amount else []),
        ],
    }


def _holder(view: HolderView) -> Json:
    right = view.entitlement
    return {
        "holder": view.holder,
        "principal": _by_lot(view.principal),
        "entitled": right.entitled,
        "entitled_from": day(right.since),
        "why": right.why.says,
        **money(view.accrued, "accrued"),
        **money(view.gross, "if_entitled"),
        **money(view.unpaid, "unpaid"),
        "not_stated": list(view.not_stated),
        "overdue": [share(each) for each in view.overdue],
        "next_payment": share(view.next) if view.next else None,
        "payments": [share(each) for each in view.shares],
        **grounds(view.grounds, view.notes),
        "trace": trace(right.trace),
    }


def _by_lot(principal: Mapping[str, Fraction]) -> Json:
    return {lot: words.decimal(amount) for lot, amount in principal.items()}


def unpaid(of: Mapping[str, Any]) -> str:
    """What is unpaid of an answer's accrued amount, before any payment without an amount."""
    told = f"{words.money(of['unpaid'])} unpaid{words.before_unstated(of['not_stated'])}"
    return f"{told} of {words.money(of['accrued'])} accrued"


def overdue(late: Mapping[str, Any]) -> str:
    """A payment whose day is past and that is not paid, or not all of it, in words."""
    due, unpaid = words.iso(late["due"]), words.money(late["unpaid"])
    if late["paid"] == "0.00":
        return f"past due and unpaid: {unpaid} due {due}"
    whole = f"{words.money(late['paid'])} of {words.money(late['amount'])} paid"
    return f"past due and paid in part: {unpaid} of the {due} payment unpaid, {whole}"
