"""`payments`: each payment of Additional Interest, its steps, and who is paid what."""

from collections.abc import Iterator
from typing import Any

from dealclock.agreement.source import nearest
from dealclock.engine.assess import examine
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context
from dealclock.engine.found import Found
from dealclock.engine.holders.amounts import Holders
from dealclock.engine.holders.delivered import answers
from dealclock.engine.payments.paid import paid_in_all, payment_fact
from dealclock.engine.payments.paying_agent import through_the_agent
from dealclock.engine.payments.payment_steps import KIND
from dealclock.render import words
from dealclock.render.in_force import heading, lot_names, told_version
from dealclock.render.json_parts import Json
from dealclock.render.layout import wrapped
from dealclock.render.payments_json import FORMAT, of_its_own, payment_document
from dealclock.render.view import LEGAL
from dealclock.usecases.questions.question import Asked, Detail, NotAnswered, Question


def answer(asked: Asked) -> Json:
    """Every payment through the next one to come, or the one asked about."""
    given = asked.in_force()
    context, found = examine(given)
    only = asked.details.get("payment")
    known = [o.instance for o in found.obligations if o.kind == "payment"]
    if only is not None and only not in known:
        listed = ", ".join(known) or "none"
        raise NotAnswered(
            f"there is no payment {only!r} as of {words.day(asked.as_of)}; there are {listed}."
            f"{nearest(str(only), known)}"
        )
    shown = [p for p in _payments(context, found) if only in (None, p["instance"])]
    return {
        **heading(FORMAT, given),
        "payments": shown,
        "lot_names": lot_names(given.terms),
        "notice": LEGAL,
    }


def _payments(context: Context, found: Found) -> Iterator[Json]:
    if found.ledger is None:
        return
    holders = Holders(context, found, answers(context))
    payments = [o for o in found.obligations if o.kind == "payment"]
    for payment, bucket in zip(payments, found.buckets, strict=True):
        fact = payment_fact(bucket, context)
        yield payment_document(
            payment,
            bucket,
            list(_steps(payment, found)),
            paid_in_all(bucket, fact) if fact else None,
            found.ledger.principal,
            list(holders.shares(payment, bucket)),
            list(through_the_agent(bucket, found.ledger, holders, context)),
        )


def _steps(payment: Obligation, found: Found) -> Iterator[Obligation]:
    day = payment.instance.partition("/")[2]
    return (
        o
        for o in found.obligations
        if o.kind == KIND and o.id == payment.id and o.instance.endswith(f"/{day}")
    )


def tell(answered: Json, width: int) -> Iterator[str]:
    """Each payment: its day and amount, its steps, its lots, and who is entitled to what."""
    found: dict[str, Any] = answered
    yield from wrapped(f"Payments as of {words.iso(found['as_of'])}:", width)
    yield from told_version(found, width)
    for p in found["payments"]:
        says = f"{p['instance']}: {words.money(p['amount'])} on {words.iso(p['due'])}"
        record = words.iso(p["record_date"])
        stands = f"{p['status']}, as computed{_invented(p)}"
        yield from wrapped(f"{says}, {stands} (record date {record})", width, 2, 2)
        if p["paid"]:
            paid = f"{words.money(p['paid']['amount'])} on {words.iso(p['paid']['on'])}"
            yield from wrapped(f"paid {paid}", width, 4, 4)
        for step in p["steps"]:
            says = f"{step['title']}: due {words.iso(step['due'])}, {step['status']}, as computed"
            yield from wrapped(says, width, 4, 4)
        for lot in p["lots"]:
            cusip = f" (CUSIP {lot['cusip']})" if lot["cusip"] else ""
            name = found["lot_names"][lot["lot"]]
            yield from wrapped(f"{name}{cusip}: {words.money(lot['amount'])}", width, 4, 4)
        for h in p["entitled"]["holders"]:
            says = f"{h['holder']}: entitled to {words.money(h['amount'])}"
            if h["amount"] != h["if_entitled"]:
                says += f" of {words.money(h['if_entitled'])}"
            yield from wrapped(says, width, 4, 4)
            for note in of_its_own(h, p):
                yield from wrapped(words.sentence(note), width, 6, 6)
        for note in p["notes"]:
            yield from wrapped(words.sentence(note), width, 4, 4)
    if not found["payments"]:
        yield from wrapped("Nothing is payable.", width, 2, 2)
    yield from wrapped(found["notice"], width)


def _invented(payment: dict[str, Any]) -> str:
    rests = payment["hypothetical"]
    return f"; HYPOTHETICAL, rests on {words.listed(payment['facts'])}" if rests else ""


QUESTION = Question(
    "payments",
    "each payment of Additional Interest: its steps, its lots, who is entitled and who is paid",
    (Detail("payment", "one payment alone, such as payment/2005-01-15", "word", shown="PAYMENT"),),
    answer,
    tell,
    "agreements/infocrossing-2004 --as-of 2004-11-20",
)
