"""The answer to `/deal payments`."""

from collections.abc import Iterator, Mapping

from dealclock.engine.payments.in_arrears import PROJECTED
from dealclock.render import words
from dealclock.render.answers import composed
from dealclock.render.desk.parts import Found, resting_on
from dealclock.render.message import Message, Section, rows
from dealclock.render.payments_json import (
    day_of,
    headline,
    in_full,
    instalment,
    of_its_own,
    projected,
)
from dealclock.render.status_words import owed_word
from dealclock.render.view import View


def payments(view: View, found: Found) -> Message:
    """Each payment with its day, record date, steps, lots and Holders; the one to come first."""
    every = found["payments"]
    open_ones = [p for p in every if not in_full(p)]
    ordered = [*open_ones, *(p for p in reversed(every) if in_full(p))]
    sections = (_section(p, found["lot_names"]) for p in ordered)
    return composed(view, headline(found), sections, resting_on(every))


def _section(payment: Found, names: Mapping[str, str]) -> Section:
    paid = [instalment(each) for each in (payment["paid"] or {}).get("instalments", ())]
    return Section(
        title=payment["instance"],
        rows=rows(
            ("Amount", f"{words.money(payment['amount'])}{projected(payment)}".rstrip(",")),
            ("Due", day_of(payment)),
            ("Accrues from", words.iso(payment["accrues_from"])),
            ("Status", f"{owed_word(payment['status'])}, as computed"),
            ("Recorded", words.sentence(words.listed(paid)) if paid else ""),
        ),
        lines=tuple(_lines(payment, names)),
    )


def _lines(payment: Found, names: Mapping[str, str]) -> Iterator[str]:
    for step in payment["steps"]:
        yield f"• {step['title']}: due {words.iso(step['due'])}, {owed_word(step['status'])}"
    for lot in payment["lots"]:
        cusip = f", CUSIP {lot['cusip']}" if lot["cusip"] else ""
        yield f"• {names[lot['lot']]}{cusip}: {words.money(lot['amount'])}"
    entitled = payment["entitled"]
    for h in entitled["holders"]:
        of = f" of {words.money(h['if_entitled'])}" if h["amount"] != h["if_entitled"] else ""
        yield f"• {h['holder']}: entitled to {words.money(h['amount'])}{of}"
        for note in of_its_own(h, payment):
            yield f"• {words.sentence(note)}"
    if entitled["holders"] and entitled["not_recorded"] != "0.00":
        yield f"• {entitled['not_recorded_is']}: {words.money(entitled['not_recorded'])}"
    for note in payment["notes"]:
        if note != PROJECTED:
            yield f"• {words.sentence(note)}"
        else:
            yield "• Projected: assumes no open default is cured first"
