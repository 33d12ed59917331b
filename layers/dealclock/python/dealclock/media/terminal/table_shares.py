"""Shares owed as tables: each deferral, and beneath it every exercise with what vested."""

from collections.abc import Iterator

from dealclock.engine.shares.trued_up import ExerciseTrueUp, TrueUp
from dealclock.media.layout import Column, TableRow, table, wrapped
from dealclock.messages import words
from dealclock.messages.shares import standing
from dealclock.messages.view import View


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
