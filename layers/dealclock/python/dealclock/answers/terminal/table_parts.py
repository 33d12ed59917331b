"""Parts of the tables: undated duties, ranges, other readings, what was not checked, and shares."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from dealclock.engine.assessment import ABSENT, Difference, Range, ends
from dealclock.engine.conclusions import ExerciseTrueUp, TrueUp, UndatedDuty
from dealclock.engine.obligations import NOT_CONTRACTUAL
from dealclock.messages import reading, unchecked_sections, words
from dealclock.messages.layout import Column, TableRow, table, wrapped
from dealclock.messages.shares import describe_outstanding
from dealclock.messages.view import View


def duties(view: View, width: int) -> list[str]:
    """Undated duties, each with its standard and the team's own target if any: first those that
    events opened, then those always in effect.
    """
    found = view.assessment.duties
    standing = [d for d in found if d.opens is None]
    lines = [line for d in found if d.opens for line in _lines(d, width)]
    if standing:
        named = words.listed(f"{d.title} ({d.clause})" for d in standing)
        lines += wrapped(f"Ongoing: {named}.", width, 0, 2)
    return lines


def _lines(duty: UndatedDuty, width: int) -> Iterator[str]:
    yield from wrapped(_opened(duty), width, 0, 2)
    for note in duty.notes:
        yield from wrapped(words.sentence(note), width, 2, 2)


def _opened(duty: UndatedDuty) -> str:
    parts = [f"{duty.title}, {words.clause(duty.clause)} ({duty.instance}): {duty.standard}"]
    parts += _days(duty)
    mark = "; sample data" if duty.why.hypothetical else ""
    return "; ".join(parts) + mark


def _days(duty: UndatedDuty) -> Iterator[str]:
    if duty.opens is not None:
        yield f"opened {words.day(duty.opens)}"
    if duty.done_on is not None:
        yield f"done {words.day(duty.done_on)}"
    elif duty.target is not None:
        yield f"{words.day(duty.target)} ({NOT_CONTRACTUAL})"


def ranges(view: View, width: int) -> list[str]:
    """Each figure that readings change: its ends, choices that give them, what it depends on."""
    return [line for r in view.assessment.ranges for line in _range(r, view, width)]


def _range(r: Range, view: View, width: int) -> Iterator[str]:
    found = ends(r)
    low, high = ("earliest", "latest") if _is_date(found.least) else ("lowest", "highest")
    yield from wrapped(f"{r.instance}, {words.figure_name(r.what)}", width, 2, 2)
    for name, value, under in (
        (low, found.least, found.least_under),
        (high, found.most, found.most_under),
    ):
        if value != ABSENT:
            says = f"{name} {words.figure(value)}, under {_choices(under, view)}"
            yield from wrapped(says, width, 4, 2)
    if found.absent_under is not None:
        yield from wrapped(f"not at all, under {_choices(found.absent_under, view)}", width, 4, 2)
    yield from wrapped(f"depends on {words.listed(r.readings)}", width, 4, 2)
    if not r.whole:
        yield from wrapped(_bound(r), width, 4, 2)


def _is_date(value: str) -> bool:
    return "/" not in value and " " not in value  # "46250/3" dollars, "9000 shares"


def _choices(under: Mapping[str, str], view: View) -> str:
    """The choices that differ from this assessment's; all others are the same."""
    other = [f"{q}={c}" for q, c in under.items() if c != view.assessment.readings[q]]
    return words.listed(other) if other else "the chosen readings"


def _bound(r: Range) -> str:
    return (
        f"only {words.number(r.tried, 'combination')} of these readings could be tried; "
        "others may give more values"
    )


_SINGLE = "the one reading computed"


def differences(view: View, width: int) -> list[str]:
    """Each other choice that changes a date or an amount, with both values."""
    lines: list[str] = []
    moved = view.assessment.differences
    for (question, choice), found in groupby(moved, key=lambda d: (d.reading, d.choice)):
        here = view.assessment.readings[question]
        described = reading.describe_choice(question, choice, view.terms)
        heading = f"{question}: {described} instead of {here}"
        lines += ["", *wrapped(heading, width, 2, 2)]
        lines += _figures(list(found), width)
    return lines[1:]


def _figures(found: Sequence[Difference], width: int) -> list[str]:
    columns = (Column("Chosen"), Column("Other"), Column("What", wraps=True))
    named = ((d, f"{words.figure_name(d.what)}: {d.instance}") for d in found)
    rows = [TableRow((words.figure(d.here), words.figure(d.there), what)) for d, what in named]
    return [f"  {line}" for line in table(columns, rows, width - 2)]


def readings(view: View, width: int) -> list[str]:
    """Each question whose answer matters today or is not the default, with its choice and who
    chose it; then how many others there are."""
    columns = (Column("Question"), Column("Section"), Column("Choice", wraps=True))
    asked = [question for question in view.terms.all_readings if _is_relevant(question, view)]
    shown = [question for question in asked if _matters(question, view)]
    lines = table(columns, [_reading(each, view) for each in shown], width) if shown else []
    if left := len(asked) - len(shown):
        rest = f"{left} {'others' if shown else 'in all'}, at the default, change nothing today"
        lines += wrapped(f"{rest} (dealclock readings lists those in use)", width, 2, 2)
    return lines


def _matters(question: str, view: View) -> bool:
    """Whether a reading is not the default, or another choice would change something today."""
    moves = any(d.reading == question for d in view.assessment.differences)
    chosen = question in view.team.readings
    default = view.terms.all_readings[question].default
    return moves or chosen or view.assessment.readings[question] != default


def _reading(question: str, view: View) -> TableRow:
    choice, known = view.assessment.readings[question], view.terms.all_readings[question]
    chosen = view.team.readings.get(question)
    if chosen and chosen.choice == choice:
        by = f"chosen by {chosen.chosen_by}"
    elif len(known.choices) == 1:
        by = _SINGLE
    else:
        by = "the default" if choice == known.default else "chosen for this question"
    return TableRow((question, view.terms.clauses_of(known), f"{choice}, {by}"))


def _is_relevant(question: str, view: View) -> bool:
    """Whether the reading applies to anything in the terms, or was used."""
    known = view.terms.all_readings[question]
    return question in view.assessment.consulted or bool(view.terms.clauses_of(known))


def not_checked(view: View, width: int) -> list[str]:
    """The Sections these terms list as not computed, or that they list none."""
    columns = (Column("Section"), Column("What", wraps=True))
    rows = [TableRow((n.clause, n.what)) for n in view.assessment.not_checked]
    return (
        table(columns, rows, width)
        if rows
        else list(wrapped(unchecked_sections.NONE_LISTED, width, 2, 2))
    )


def tables(view: View, width: int) -> Iterator[str]:
    """Each deferral, and below it every exercise with the shares its vestings add."""
    for n, each in enumerate(view.assessment.true_ups):
        if n:
            yield ""
        yield from _true_up(each, view, width)


def _true_up(each: TrueUp, view: View, width: int) -> Iterator[str]:
    owner = view.team.owner_of(each.owed_by, each.instance)[0].name
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
        text = f"{e.instance}; {words.plain_shares(e.brought)} shares issued on it"
        yield TableRow((words.day(e.on), "nothing since", "0", "nothing owed", e.holder), (text,))
    for row in e.owed:
        shares = "?" if row.shares is None else f"{row.shares:,}"
        mark = "; sample data" if row.why.hypothetical else ""
        yield TableRow(
            (
                words.day(e.on),
                words.day(row.vested_on),
                shares,
                describe_outstanding(row),
                e.holder,
            ),
            (f"{row.instance}{mark}", *row.notes),
        )
