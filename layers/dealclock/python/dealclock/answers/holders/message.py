"""Holders in words."""

from collections.abc import Iterator, Mapping

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.holders.result import (
    HolderPart,
    HoldersResult,
    HolderStanding,
    HoldersTotal,
    UnderReading,
)
from dealclock.answers.question import resting_on
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.status_lines import with_not_computed
from dealclock.messages.view import DealView


def message(result: HoldersResult, view: DealView) -> Message:
    """Each Holder: its Notes, whether it is entitled and why, what accrued, and the next
    payment."""
    names = result.lot_names
    unheld = [(lot, amount) for lot, amount in result.not_recorded.items() if amount]
    left = [f"{words.dollars(amount)} of {names[lot]}" for lot, amount in unheld]
    sections = (
        *(_section(h, names) for h in result.holders),
        listed("No Holder recorded for", left),
    )
    grounds = resting_on(result.holders)
    headline = with_not_computed(tuple(_headline(result)), result.heading.not_computed)
    return compose(view, headline, sections, grounds, banners=terms_used(result.heading))


def _headline(result: HoldersResult) -> Iterator[str]:
    """What is unpaid to those entitled, which Holders are overdue, and how many there are."""
    if not result.holders:
        yield "no Holder is recorded; record an event of kind notes-acquired"
        return
    held = result.in_all
    unpaid = f"{words.dollars(held.unpaid)} unpaid{words.before_unstated(held.not_stated)}"
    yield f"{unpaid} to {words.number(len(result.holders), 'Holder')}"
    if late := sum(bool(h.overdue) for h in result.holders):
        yield f"{late} with a payment overdue"
    if barred := sum(not h.entitled for h in result.holders):
        yield f"{barred} not entitled"
    yield f"{words.dollars(held.accrued)} accrued"


def _section(holder: HolderStanding, names: Mapping[str, str]) -> Section:
    notes = holder.principal.items()
    has = ", ".join(f"{words.dollars(amount)} of {names[lot]}" for lot, amount in notes)
    return Section(
        title=holder.holder,
        rows=rows(
            ("Has", has or "no Notes now"),
            ("Additional Interest", words.sentence(holder.reason)),
            ("Unpaid", words.sentence(_unpaid(holder))),
            *(("Overdue", words.sentence(_overdue(late))) for late in holder.overdue),
            ("Next", "".join(_next(holder))),
            *(("Read otherwise", _otherwise(each)) for each in holder.other_readings),
        ),
        lines=tuple(f"• {words.sentence(note)}" for note in holder.notes),
    )


def _otherwise(there: UnderReading) -> str:
    """The choice of another reading, and what the Holder would then be due."""
    right = "entitled" if there.entitled else "not entitled"
    due = f", {words.dollars(there.next_payment)} next" if there.next_payment is not None else ""
    accrued = words.dollars(there.accrued)
    return f"{there.reading}={there.choice}: {right}, {accrued} accrued{due}"


def _next(holder: HolderStanding) -> Iterator[str]:
    if coming := holder.next_payment:
        record = words.day(coming.record_date)
        yield f"{words.dollars(coming.amount)} on {words.day(coming.due)}, record date {record}"


def _unpaid(holdings: HolderStanding | HoldersTotal) -> str:
    """The unpaid part of what accrued, before any payment whose amount no event states."""
    unpaid = f"{words.dollars(holdings.unpaid)} unpaid{words.before_unstated(holdings.not_stated)}"
    return f"{unpaid} of {words.dollars(holdings.accrued)} accrued"


def _overdue(late: HolderPart) -> str:
    due, unpaid = words.day(late.due), words.dollars(late.unpaid)
    if not late.paid:
        return f"overdue and unpaid: {unpaid} due {due}"
    whole = f"{words.dollars(late.paid)} of {words.dollars(late.amount)} paid"
    return f"overdue and paid in part: {unpaid} of the {due} payment unpaid, {whole}"
