"""The answer to `/deal holders`."""

from collections.abc import Iterator, Mapping

from dealclock.render import words
from dealclock.render.answers import composed
from dealclock.render.desk.parts import Found, resting_on
from dealclock.render.holders_json import overdue, unpaid
from dealclock.render.message import Message, Section, listed, rows
from dealclock.render.view import View


def holders(view: View, found: Found) -> Message:
    """Each Holder: what it has, whether it is entitled and why, what accrued, what comes next."""
    every = found["holders"]
    names = found["lot_names"]
    unheld = [(lot, amount) for lot, amount in found["not_recorded"].items() if amount != "0.00"]
    left = [f"{words.money(amount)} of {names[lot]}" for lot, amount in unheld]
    sections = (
        *(_section(h, names) for h in every),
        listed("No Holder recorded for", left),
    )
    return composed(view, headline(found), sections, resting_on(every))


def headline(found: Found) -> str:
    """What is unpaid to those entitled, of how many Holders."""
    every = found["holders"]
    barred = sum(not h["entitled"] for h in every)
    if not every:
        return "no Holder is recorded; record an event of kind notes-acquired"
    who = words.number(len(every), "Holder")
    told = f"{who}, {unpaid(found['in_all'])} to entitled Holders"
    return f"{told}; {barred} not entitled" if barred else told


def _section(h: Found, names: Mapping[str, str]) -> Section:
    notes = h["principal"].items()
    has = ", ".join(f"{words.money(amount)} of {names[lot]}" for lot, amount in notes)
    return Section(
        title=h["holder"],
        rows=rows(
            ("Has", has or "no Notes now"),
            ("Additional Interest", words.sentence(h["why"])),
            ("Unpaid", words.sentence(unpaid(h))),
            *(("Overdue", words.sentence(overdue(late))) for late in h["overdue"]),
            ("Next", "".join(_next(h))),
        ),
        lines=tuple(f"• {words.sentence(note)}" for note in h["notes"]),
    )


def _next(h: Found) -> Iterator[str]:
    if coming := h["next_payment"]:
        record = words.iso(coming["record_date"])
        yield f"{words.money(coming['amount'])} on {words.iso(coming['due'])}, record date {record}"
