"""How the clauses were read, what other readings would change, and what was not checked."""

from collections.abc import Sequence
from itertools import groupby

from dealclock.agreement.readings.all import ALL
from dealclock.engine.comparing.figures import Difference
from dealclock.media.layout import Column, TableRow, table, wrapped
from dealclock.messages import reading, unchecked_sections, words
from dealclock.messages.view import View

_SINGLE = "the one reading computed"


def differences(view: View, width: int) -> list[str]:
    """Each other choice that changes a date or an amount, with both."""
    lines: list[str] = []
    moved = view.assessment.differences
    for (question, choice), found in groupby(moved, key=lambda d: (d.reading, d.choice)):
        here = view.assessment.readings[question]
        heading = f"{question}: {reading.choice(question, choice)} instead of {here}"
        lines += ["", *wrapped(heading, width, 2, 2)]
        lines += _figures(list(found), width)
    return lines[1:]


def _figures(found: Sequence[Difference], width: int) -> list[str]:
    columns = (Column("Here"), Column("There"), Column("What", wraps=True))
    named = ((d, f"{words.figure_name(d.what)}: {d.instance}") for d in found)
    rows = [TableRow((words.figure(d.here), words.figure(d.there), what)) for d, what in named]
    return [f"  {line}" for line in table(columns, rows, width - 2)]


def readings(view: View, width: int) -> list[str]:
    """Every question with its choice, and by whom it was chosen when it was."""
    columns = (Column("Question"), Column("Section"), Column("Choice", wraps=True))
    return table(
        columns, [_reading(question, view) for question in ALL if _asked(question, view)], width
    )


def _reading(question: str, view: View) -> TableRow:
    choice = view.assessment.readings[question]
    chosen = view.team.readings.get(question)
    if chosen and chosen.choice == choice:
        by = f"chosen by {chosen.chosen_by}"
    elif len(ALL[question].choices) == 1:
        by = _SINGLE
    else:
        by = "the default" if choice == ALL[question].default else "chosen for this question"
    return TableRow((question, view.terms.clauses_of(ALL[question]), f"{choice}, {by}"))


def _asked(question: str, view: View) -> bool:
    """Whether the terms have anything the reading is asked of, or it was asked of something."""
    return question in view.assessment.consulted or bool(view.terms.clauses_of(ALL[question]))


def not_checked(view: View, width: int) -> list[str]:
    """The clauses these terms list as not computed, or that they list none."""
    columns = (Column("Section"), Column("What", wraps=True))
    rows = [TableRow((n.clause, n.what)) for n in view.assessment.not_checked]
    return (
        table(columns, rows, width)
        if rows
        else list(wrapped(unchecked_sections.NONE_LISTED, width, 2, 2))
    )
