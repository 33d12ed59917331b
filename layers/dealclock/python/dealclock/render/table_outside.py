"""An assessment for people outside the team as tables for a terminal: what is open, what runs, and
what a lead has confirmed.

No names of the team, no readings, no ranges, no advice, no ids of facts: what `/deal status` tells
the Trustee, with the confirmed amounts in full.
"""

from collections.abc import Iterator, Sequence

from dealclock.engine.conclusions import Obligation, Window
from dealclock.engine.grounds import Grounds
from dealclock.render import amounts, status_lines, words
from dealclock.render.explanation import heading
from dealclock.render.layout import Column, TableRow, table, wrapped
from dealclock.render.status_words import satisfied_on
from dealclock.render.table import loud, segments
from dealclock.render.table_readings import not_checked
from dealclock.render.view import LEGAL, View


def tables(view: View, history: str, width: int) -> Iterator[str]:
    """What may be shown outside, line by line. `history` says which facts it was made from."""
    a = view.assessment
    yield from heading(view, history, "", width)
    if a.obligations:
        yield from ("", "OBLIGATIONS", *_obligations(view, width))
    if a.windows:
        yield from ("", "WINDOWS", *_windows(view, width))
    if a.defaults:
        yield from ("", "REGISTRATION DEFAULTS, CONFIRMED", *_defaults(view, width))
    if a.accrual.clause:  # else no rule of the terms accrues anything
        yield from ("", "ADDITIONAL INTEREST", *_accrual(view, width))
    yield from ("", "NOT CHECKED", *not_checked(view, width))
    yield from ("", *wrapped(f"{LEGAL} Dealclock {a.engine}.", width))


def _marked(told: Sequence[str], grounds: Grounds) -> tuple[str, ...]:
    """What stands beneath a row; that it is invented, and not by which facts."""
    marks = ("HYPOTHETICAL",) if grounds.hypothetical else ()
    found = "; ".join((*told, *marks))
    return (found,) if found else ()


def _obligations(view: View, width: int) -> list[str]:
    columns = (
        Column("Due"),
        Column("Status", wraps=True),
        Column("Section", wraps=True),
        Column("Obligation", wraps=True),
    )
    day = view.assessment.as_of
    owed = sorted(view.assessment.obligations, key=lambda o: (o.due, o.instance))
    rows = [
        TableRow(
            (words.day(o.due), loud(o, day), o.clause, o.title),
            _marked(_beneath(o), o.grounds),
        )
        for o in owed
    ]
    return table(columns, rows, width)


def _beneath(o: Obligation) -> list[str]:
    told = [amounts.payment_of(o)] if o.money is not None else []
    return [*told, satisfied_on(o)] if o.met_on else told


def _windows(view: View, width: int) -> list[str]:
    columns = (
        Column("Opens"),
        Column("Last day"),
        Column("Status", wraps=True),
        Column("Section"),
        Column("Window", wraps=True),
    )
    rows = [
        TableRow(
            (
                words.day(w.opens),
                words.day(w.closes),
                loud(w, view.assessment.as_of),
                w.clause,
                w.title,
            ),
            _marked(_over(w), w.grounds),
        )
        for w in sorted(view.assessment.windows, key=lambda w: (w.opens, w.instance))
    ]
    return table(columns, rows, width)


def _over(w: Window) -> list[str]:
    return [f"over from {words.day(w.ended_on)}"] if w.ended_on else []


def _defaults(view: View, width: int) -> list[str]:
    columns = (Column("Occurred"), Column("Accrues from"), Column("Stops"), Column("Section"))
    rows = [
        TableRow(
            (
                words.day(d.occurred_on),
                words.day(d.accrues_from),
                words.day(d.accrues_to) if d.accrues_to else "runs on",
                d.clause,
            ),
            _marked((d.title, status_lines.confirmed_on(d)), d.grounds),
        )
        for d in sorted(view.assessment.defaults, key=lambda d: (d.occurred_on, d.instance))
    ]
    return table(columns, rows, width)


def _accrual(view: View, width: int) -> list[str]:
    accrual = view.assessment.accrual
    if not view.assessment.says_of_interest:
        return wrapped(amounts.NOT_SAID, width, 2, 2)
    facts = [
        *_marked([words.sentence(amounts.figures(view))], accrual.grounds),
        f"Rate in force: {amounts.rate(view)}",
        *(words.sentence(note) for note in accrual.notes),
        words.sentence(amounts.OF_CONFIRMED),
    ]
    lines = [line for fact in facts for line in wrapped(fact, width, 2, 2)]
    for lot in view.terms.securities:
        if own := [s for s in accrual.segments if s.lot == lot.id]:
            lines += ["", *wrapped(f"On the {lot.name}", width, 2, 2)]
            lines += segments(own, width, lots=False)
    days = f"Days are counted {accrual.day_count}."
    return [*lines, *wrapped(days, width, 2)] if accrual.segments else lines
