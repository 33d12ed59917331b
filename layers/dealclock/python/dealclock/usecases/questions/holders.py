"""`holders`: what each Holder has, is entitled to, and is to be paid."""

from collections.abc import Iterator
from typing import Any

from dealclock.agreement.source import nearest
from dealclock.engine.assess import examine
from dealclock.engine.holders.amounts import Holders
from dealclock.engine.holders.delivered import answers
from dealclock.render import words
from dealclock.render.desk.holders import headline
from dealclock.render.holders_json import document, overdue, unpaid
from dealclock.render.in_force import told_version
from dealclock.render.layout import wrapped
from dealclock.usecases.questions.question import Detail, Json, NotAnsweredError, Query, Question


def answer(asked: Query) -> Json:
    """Every Holder the facts name, or the one asked about."""
    given = asked.in_force()
    context, found = examine(given)
    holders = Holders(context, found, answers(context))
    only = asked.details.get("holder")
    known = holders.holdings.holders if holders.holdings else ()
    if only is not None and only not in known:
        listed = ", ".join(known) or "none"
        raise NotAnsweredError(
            f"no Holder is named {only!r}; recorded Holders: {listed}.{nearest(str(only), known)}"
        )
    views = holders.views(None if only is None else str(only))
    return document(given, views, holders.not_recorded())


def render(answered: Json, width: int) -> Iterator[str]:
    """Each Holder: what it has, whether it is entitled and why, what accrued, what comes next."""
    found: dict[str, Any] = answered
    yield from wrapped(f"Holders as of {words.iso(found['as_of'])}:", width)
    yield from told_version(found, width)
    names = found["lot_names"]
    for h in found["holders"]:
        notes = h["principal"].items()
        has = ", ".join(f"{words.money(amount)} of {names[lot]}" for lot, amount in notes)
        yield from wrapped(f"{h['holder']} has {has or 'no Notes now'}", width, 2, 2)
        yield from wrapped(h["why"], width, 4, 4)
        says = unpaid(h)
        yield from wrapped(says, width, 4, 4)
        for late in h["overdue"]:
            yield from wrapped(overdue(late), width, 4, 4)
        if coming := h["next_payment"]:
            says = f"next: {words.money(coming['amount'])} on {words.iso(coming['due'])}"
            record = words.iso(coming["record_date"])
            yield from wrapped(f"{says}, record date {record}", width, 4, 4)
        for note in h["notes"]:
            yield from wrapped(words.sentence(note), width, 4, 4)
    if not found["holders"]:
        yield from wrapped(
            "No Holder is recorded. Record a notes-acquired event for each.", width, 2, 2
        )
    unheld = [(lot, amount) for lot, amount in found["not_recorded"].items() if amount != "0.00"]
    left = [f"{words.money(amount)} of {names[lot]}" for lot, amount in unheld]
    if left:
        says = f"No Holder is recorded for {words.listed(left)}."
        yield from wrapped(says, width)
    yield from wrapped(found["notice"], width)


QUESTION = Question(
    "holders",
    (Detail("holder", "one Holder, by its recorded name", "word", shown="HOLDER"),),
    answer,
    render,
    "agreements/infocrossing-2004 --as-of 2004-11-20",
    headline,
)
