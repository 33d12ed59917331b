"""Shares owed, as lines: no date stands beside them, because the agreement states none."""

from collections.abc import Iterator

from dealclock.engine.shares.trued_up import ExerciseTrueUp, SharesOwed, TrueUp
from dealclock.render import words
from dealclock.render.layout import Column, TableRow, table, wrapped
from dealclock.render.view import View


def number(row: SharesOwed) -> str:
    """How many shares: "18,000 shares", or that it is not known."""
    return "an unknown number" if row.shares is None else words.shares(row.shares)


def standing(row: SharesOwed) -> str:
    """What of it is still to be issued."""
    if row.shares is None:
        return "not known"
    if not row.shares:
        return "nothing owed"
    if row.outstanding is None or row.outstanding == row.shares:
        return "none issued"
    return f"{words.shares(row.outstanding)} to issue" if row.outstanding else "issued"


def lines(view: View) -> Iterator[str]:
    """Each deferral with its standing, and each vesting that an exercise is owed shares for."""
    for each in view.assessment.true_ups:
        what = f"{each.title}, {words.clause(each.clause)}"
        yield f"{what}. Deferral {each.deferral} ({each.instance})"
        for row in each.owed:
            vested = f"vested {words.day(row.vested_on)}"
            notes = "".join(f"; {note}" for note in row.notes)
            yield f"{number(row)}, {vested}, {standing(row)}{notes} ({row.instance})"


def tables(view: View, width: int) -> Iterator[str]:
    """Each deferral, and beneath it every exercise with what its vestings add."""
    for n, each in enumerate(view.assessment.true_ups):
        if n:
            yield ""
        yield from _true_up(each, view, width)


def _true_up(each: TrueUp, view: View, width: int) -> Iterator[str]:
    owner = view.team.owner_of(each.owed_by)[0].name
    cut_off = f"exercises before {words.day(each.cut_off)} receive true-up shares"
    yield from wrapped(
        f"{each.title}, {words.clause(each.clause)} ({each.instance}), {owner}: deferral "
        f"{each.deferral}; {cut_off}.",
        width,
        2,
        2,
    )
    for note in each.notes:
        yield from wrapped(words.sentence(note), width, 4, 2)
    rows = [row for e in each.exercises for row in _exercised(e)]
    if rows:
        columns = (
            Column("Exercised"),
            Column("Vested"),
            Column("Shares", right=True),
            Column("Standing"),
            Column("Holder", wraps=True),
        )
        yield from table(columns, rows, width)


def _exercised(e: ExerciseTrueUp) -> Iterator[TableRow]:
    if not e.owed:
        told = f"{e.instance}; {words.plain_shares(e.brought)} shares issued on it"
        yield TableRow((words.day(e.on), "nothing since", "0", "nothing owed", e.holder), (told,))
    for row in e.owed:
        shares = "?" if row.shares is None else f"{row.shares:,}"
        mark = "; HYPOTHETICAL" if row.grounds.hypothetical else ""
        yield TableRow(
            (words.day(e.on), words.day(row.vested_on), shares, standing(row), e.holder),
            (f"{row.instance}{mark}", *row.notes),
        )
