"""The answer to `/deal payments`."""

from collections.abc import Iterator, Mapping

from dealclock.engine.payments.in_arrears import PROJECTED
from dealclock.render import words
from dealclock.render.answers import composed
from dealclock.render.desk.parts import Found, resting_on
from dealclock.render.payments_json import instalment, of_its_own
from dealclock.render.told import Section, Told, rows
from dealclock.render.view import View


def payments(view: View, found: Found) -> Told:
    """Each payment with its day, record date, steps, lots and Holders; the one to come first."""
    every = found["payments"]
    open_ones = [p for p in every if not _in_full(p)]
    ordered = [*open_ones, *(p for p in reversed(every) if _in_full(p))]
    sections = (_section(p, found["lot_names"]) for p in ordered)
    return composed(view, _headline(every, open_ones), sections, resting_on(every))


def _headline(every: list[Found], open_ones: list[Found]) -> str:
    if open_ones:
        first = open_ones[0]
        late = " was due" if first["status"] == "missed" else " due"
        more = len(open_ones) - 1
        also = f"; {more} more after it" if more else ""
        part = f"; {first['paid']['note']}" if first["paid"] and first["paid"]["note"] else ""
        amount = f"{words.money(first['amount'])}{_projected(first)}"
        return f"{amount}{late} {_day(first)}{part}{also}"
    if every:
        last = every[-1]
        paid = last["paid"]
        amount = words.money(paid["amount"]) if paid["amount"] else "amount not stated"
        return (
            f"nothing is to be paid; the last payment, {amount}, was made {words.iso(paid['on'])}"
        )
    return "nothing is payable"


def _in_full(payment: Found) -> bool:
    return payment["paid"] is not None and payment["paid"]["in_full"]


def _projected(payment: Found) -> str:
    return " projected," if PROJECTED in payment["notes"] else ""


def _day(payment: Found) -> str:
    record = f"record date {words.iso(payment['record_date'])}"
    nominal = payment["interest_payment_date"]
    closed = f"for {words.iso(nominal)}, a closed day; " if nominal != payment["due"] else ""
    return f"{words.iso(payment['due'])} ({closed}{record})"


def _section(payment: Found, names: Mapping[str, str]) -> Section:
    paid = [instalment(each) for each in (payment["paid"] or {}).get("instalments", ())]
    return Section(
        title=payment["instance"],
        rows=rows(
            ("Amount", f"{words.money(payment['amount'])}{_projected(payment)}".rstrip(",")),
            ("Due", _day(payment)),
            ("Accrues from", words.iso(payment["accrues_from"])),
            ("Status", f"{payment['status']}, as computed"),
            ("Recorded", words.sentence(words.listed(paid)) if paid else ""),
        ),
        lines=tuple(_lines(payment, names)),
    )


def _lines(payment: Found, names: Mapping[str, str]) -> Iterator[str]:
    for step in payment["steps"]:
        yield f"• {step['title']}: due {words.iso(step['due'])}, {step['status']}"
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
            yield "• Projected: as if nothing open is cured before then"
