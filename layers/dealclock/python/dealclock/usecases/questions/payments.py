"""`payments`: each payment of Additional Interest, its steps, and who is paid what."""

from collections.abc import Iterator
from typing import Any

from dealclock.agreement.source import nearest
from dealclock.engine.assess import examine
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.holders.amounts import Holders
from dealclock.engine.holders.delivered import answers
from dealclock.engine.payments.paying_agent import through_the_agent
from dealclock.engine.payments.payment_steps import KIND
from dealclock.render import words
from dealclock.render.in_force import heading, lot_names, told_version
from dealclock.render.json_parts import Json
from dealclock.render.layout import wrapped
from dealclock.render.payments_json import (
    FORMAT,
    headline,
    instalment,
    of_its_own,
    payment_document,
)
from dealclock.render.status_words import owed_word
from dealclock.render.view import LEGAL
from dealclock.usecases.questions.question import Detail, NotAnsweredError, Query, Question


def answer(asked: Query) -> Json:
    """Every payment through the next one to come, or the one asked about."""
    given = asked.in_force()
    context, found = examine(given)
    only = asked.details.get("payment")
    known = [o.instance for o in found.obligations if o.kind == "payment"]
    if only is not None and only not in known:
        listed = ", ".join(known) or "none"
        raise NotAnsweredError(
            f"no payment is named {only!r} as of {words.day(asked.as_of)}; there are "
            f"{listed}.{nearest(str(only), known)}"
        )
    shown = [p for p in _payments(context, found) if only in (None, p["instance"])]
    return {
        **heading(FORMAT, given),
        "payments": shown,
        "lot_names": lot_names(given.terms),
        "notice": LEGAL,
    }


def _payments(context: Context, found: Findings) -> Iterator[Json]:
    if found.ledger is None:
        return
    holders = Holders(context, found, answers(context))
    payments = [o for o in found.obligations if o.kind == "payment"]
    for payment, bucket in zip(payments, found.buckets, strict=True):
        yield payment_document(
            payment,
            bucket,
            list(_steps(payment, found)),
            found.ledger.principal,
            list(holders.shares(payment, bucket)),
            list(through_the_agent(bucket, found.ledger, holders, context)),
        )


def _steps(payment: Obligation, found: Findings) -> Iterator[Obligation]:
    day = payment.instance.partition("/")[2]
    return (
        o
        for o in found.obligations
        if o.kind == KIND and o.id == payment.id and o.instance.endswith(f"/{day}")
    )


def render(answered: Json, width: int) -> Iterator[str]:
    """Each payment: its day and amount, its steps, its lots, who is entitled to what, and who is
    paid what through the paying agent."""
    found: dict[str, Any] = answered
    yield from wrapped(f"Payments as of {words.iso(found['as_of'])}:", width)
    yield from told_version(found, width)
    for p in found["payments"]:
        says = f"{p['instance']}: {words.money(p['amount'])} on {words.iso(p['due'])}"
        record = words.iso(p["record_date"])
        stands = f"{owed_word(p['status'])}, as computed{_invented(p)}"
        yield from wrapped(f"{says}, {stands} (record date {record})", width, 2, 2)
        for paid in (p["paid"] or {}).get("instalments", ()):
            yield from wrapped(instalment(paid), width, 4, 2)
        for step in p["steps"]:
            stands = f"{owed_word(step['status'])}, as computed"
            says = f"{step['title']}: due {words.iso(step['due'])}, {stands}"
            yield from wrapped(says, width, 4, 2)
        for lot in p["lots"]:
            cusip = f" (CUSIP {lot['cusip']})" if lot["cusip"] else ""
            name = found["lot_names"][lot["lot"]]
            yield from wrapped(f"{name}{cusip}: {words.money(lot['amount'])}", width, 4, 2)
        for h in p["entitled"]["holders"]:
            says = f"{h['holder']}: entitled to {words.money(h['amount'])}"
            if h["amount"] != h["if_entitled"]:
                says += f" of {words.money(h['if_entitled'])}"
            yield from wrapped(says, width, 4, 2)
            for note in of_its_own(h, p):
                yield from wrapped(words.sentence(note), width, 6, 2)
        left = p["entitled"]["not_recorded"]
        if p["entitled"]["holders"] and left != "0.00":
            says = f"{p['entitled']['not_recorded_is']}: {words.money(left)}"
            yield from wrapped(says, width, 4, 2)
        for each in p["through_paying_agent"]:
            yield from _through(each, found["lot_names"], width)
        for note in p["notes"]:
            yield from wrapped(words.sentence(note), width, 4, 2)
    if not found["payments"]:
        yield from wrapped("Nothing is payable.", width, 2, 2)
    yield from wrapped(found["notice"], width)


def _through(each: dict[str, Any], named: dict[str, str], width: int) -> Iterator[str]:
    """What the paying agent pays on one CUSIP, and of it to each recorded position."""
    lots = words.listed(named[lot] for lot in each["lots"])
    which = f"CUSIP {each['cusip']}" if each["cusip"] else lots
    says = f"{words.money(each['amount'])} on {words.money(each['principal'])} of Notes"
    yield from wrapped(f"through the paying agent, {which}: {says}", width, 4, 2)
    for position in each["positions"]:
        says = f"{position['holder']}: {words.money(position['amount'])} by position"
        yield from wrapped(says, width, 6, 2)


def _invented(payment: dict[str, Any]) -> str:
    rests = payment["hypothetical"]
    return f"; HYPOTHETICAL, based on {words.listed(payment['facts'])}" if rests else ""


QUESTION = Question(
    "payments",
    (Detail("payment", "one payment, such as payment/2005-01-15", "word", shown="PAYMENT"),),
    answer,
    render,
    "agreements/infocrossing-2004 --as-of 2004-11-20",
    headline,
)
