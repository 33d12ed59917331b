"""An assessment as tables for a terminal: plain text, no boxes, a weekday with every date; and an
answer as plain text for a file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby

from dealclock.answers import status as answers
from dealclock.answers.compose import amended
from dealclock.answers.suspension import limits_in_words
from dealclock.engine.assessment import ABSENT, Difference, Range, ends
from dealclock.engine.conclusions import (
    Agreement,
    Default,
    ExerciseTrueUp,
    Obligation,
    Segment,
    Status,
    UndatedDuty,
    Window,
)
from dealclock.engine.obligations import NOT_CONTRACTUAL
from dealclock.engine.why import Why
from dealclock.messages import (
    action_time,
    amounts,
    reading,
    status_lines,
    unchecked_sections,
    words,
)
from dealclock.messages.layout import Column, Line, TableRow, TextTable, flowed
from dealclock.messages.message import Message, text_lines
from dealclock.messages.shares import describe_outstanding
from dealclock.messages.status_words import satisfied_on, status_word
from dealclock.messages.view import LEGAL, View
from dealclock.terms.neutral_ids import shown_choice

_LOUD = (Status.MISSED, Status.DUE_TODAY, Status.LAST_DAY, Status.OVERRUN)


def tables(view: View, history: str, width: int) -> Iterator[str]:
    """The whole assessment, line by line. `history` describes its facts."""
    summary = f"{view.team.code_name}: {'; '.join(answers.summarize(view))}"
    yield from flowed((summary, *_head(view, history), *_unused(view)), width, 0)
    for title, lines in _parts(view):
        if shown := [*lines]:
            yield from ("", title, *flowed(shown, width))
    yield from ("", *flowed((f"{LEGAL} Dealclock {view.assessment.engine}.",), width, 0))


def _parts(view: View) -> Iterator[tuple[str, Iterable[Line]]]:
    """The parts of an assessment by their titles; those without lines are not shown."""
    a = view.assessment
    yield "CONTRADICTORY EVENTS", (f"  {words.sentence(c.text)}" for c in a.contradictions)
    if a.obligations or not (a.true_ups or a.windows):
        yield "OBLIGATIONS", [_obligations(view)]
    yield "WINDOWS", [_windows(view)] if a.windows else ()
    for budget in a.budgets:
        if budget.is_drawn_on:
            title = budget.title.upper()
            article = "AN" if title[:1] in "AEIOU" else "A"
            title = f"DAYS OF {article} {title}" if budget.limits else title
            yield title, (f"  {line}" for line in limits_in_words(budget))
    yield "DUTIES WITHOUT A DATE", _duties(a.duties)
    name = words.of_defaults(view.terms).upper()
    yield name, [_defaults(a.defaults)] if a.defaults else ()
    yield (
        "WAIVERS, EXTENSIONS AND AMENDMENTS",
        (line for each in a.agreed for line in _agreement_lines(each)),
    )
    yield "SHARES", [*_shares(view)][1:]
    if a.accrual.clause:  # empty if no provision accrues anything
        yield a.accrual.title.upper(), _accrual(view)
    yield "UNDER OTHER READINGS, ONE AT A TIME", [*_differences(view)][1:]
    yield "UNDER ALL READINGS TOGETHER", (line for r in a.ranges for line in _range(r, view))
    yield "READINGS USED", _readings(view)
    yield "NOT CHECKED", [_not_checked(view)]


def lines(message: Message, view: View, history: str, width: int) -> Iterator[str]:
    """The message as plain text for a file: its headline, the deal, the day and the events, the
    rest.

    `history` describes the events.
    """
    headline, *rest = text_lines(message)
    yield from flowed((headline, *_head(view, history)), width, 0)
    yield from flowed(rest, width, 3)


def _head(view: View, history: str) -> Iterator[str]:
    """The deal and the day, the facts used, the day of the latest, and by when they were known."""
    a, agreement = view.assessment, view.terms.agreement
    until = f", through {words.day(a.facts_as_of)}" if a.facts_as_of else ""
    known = words.instant(a.known_at, agreement.time_zone)
    yield f"{view.team.code_name}: {agreement.title}"
    yield f"As of {words.day(a.as_of)}: {words.day_covered(view.terms)}."
    yield f"Events: {history}{until}; known by {known}."
    yield from amended(a.terms)
    if a.hypothetical:
        yield "Sample data: some of these events are fictional; items based on one are marked."


def _unused(view: View) -> Iterator[str]:
    a = view.assessment
    if a.unused_facts:
        yield f"Events not used in any conclusion: {words.listed(a.unused_facts)}."
    yield from (f"{fact} is not used: {why}." for fact, why in a.unused_because.items())


def _loud(part: Obligation | Window, as_of: date) -> str:
    """The status of an item, in capitals if it cannot wait."""
    status = status_word(part, as_of)
    return status.upper() if part.status in _LOUD else status


def _marks(grounds: Why) -> str:
    if not grounds.hypothetical:
        return ""
    return f"; sample data, based on {words.listed(grounds.facts)}"


def _owner(view: View, part: Obligation | Window) -> str:
    return view.team.owner_of(part.owed_by, part.instance)[0].name


def _obligations(view: View) -> TextTable:
    columns = (
        Column("Due"),
        Column("Status", wraps=True),
        Column("Section", wraps=True),
        Column("Obligation", wraps=True),
        Column("Owner", wraps=True),
    )
    owed = sorted(view.assessment.obligations, key=lambda o: (o.due, o.instance))
    rows = [
        TableRow(
            (_due(o), _loud(o, view.assessment.as_of), o.clause, o.title, _owner(view, o)),
            tuple(_beneath_obligation(o, view)),
        )
        for o in owed
    ]
    return TextTable(columns, rows)


def _due(o: Obligation) -> str:
    return words.day(o.due) if o.stopped_since is None else "not running"


def _beneath_obligation(o: Obligation, view: View) -> Iterator[str]:
    line = o.instance
    if o.money is not None:
        line += f"; {amounts.describe_payment(o)}"
    if o.done_on:
        line += f"; {satisfied_on(o)}"
    if o.is_open and (safe := reading.describe_safe_dates(o, view.assessment.as_of)):
        line += f"; safe under every reading: {safe}"
    yield line + _marks(o.why)
    if act := action_time.describe_earlier_act_by(o, view):
        yield act
    yield from (note for note in o.notes if note not in view.assessment.accrual.notes)
    if closed := view.closed_day(o.due) if o.is_open else "":
        yield f"due on {closed}"


def _windows(view: View) -> TextTable:
    columns = (
        Column("Opens"),
        Column("Last day"),
        Column("Status", wraps=True),
        Column("Section"),
        Column("Window", wraps=True),
        Column("Owner", wraps=True),
    )
    rows = [
        TableRow(
            (
                words.day(w.opens),
                words.day(w.last_day) if w.last_day else "not known",
                _loud(w, view.assessment.as_of),
                w.clause,
                w.title,
                _owner(view, w),
            ),
            tuple(_beneath_window(w, view)),
        )
        for w in sorted(view.assessment.windows, key=lambda w: (w.opens, w.instance))
    ]
    return TextTable(columns, rows)


def _beneath_window(w: Window, view: View) -> Iterator[str]:
    line = w.instance
    if w.limit_days:
        line += f"; {w.days_used} of {words.number(w.limit_days, 'day')} used"
    if w.done_on:
        line += f"; over from {words.day(w.done_on)}"
    if safe := reading.describe_safe_dates(w, view.assessment.as_of):
        line += f"; safe under every reading: {safe}"
    yield line + _marks(w.why)
    yield from w.notes


def _defaults(defaults: Sequence[Default]) -> TextTable:
    columns = (
        Column("Occurred"),
        Column("Accrues from"),
        Column("Stops"),
        Column("Section"),
    )
    rows = [
        TableRow(
            (
                words.day(d.occurred_on),
                "nothing" if d.bears_nothing else words.day(d.accrues_from),
                words.day(d.accrues_to) if d.accrues_to else "ongoing",
                d.clause,
            ),
            (
                f"{d.instance}; {d.title}; {status_lines.describe_conclusion(d)}{_marks(d.why)}",
                *map(words.sentence, d.notes),
            ),
        )
        for d in sorted(defaults, key=lambda d: (d.occurred_on, d.instance))
    ]
    return TextTable(columns, rows)


def _accrual(view: View) -> Iterator[Line]:
    accrual = view.assessment.accrual
    figures = words.sentence(amounts.describe_figures(view))
    yield f"  {figures}{_marks(view.assessment.owed.why)}"
    yield f"  Rate in force: {amounts.describe_rate(view)}"
    if change := amounts.describe_next_change(view):
        yield f"  Next change: {change}"
    said = (*map(words.step, accrual.why.steps), *accrual.notes)
    yield from (f"  {words.sentence(each)}" for each in said)
    if accrual.segments:
        yield ""
        lots = {lot.id for lot in view.terms.securities}
        names = {} if lots else view.terms.base_names
        of = Column("Lot" if lots else "Accrual", wraps=True)
        rows = [TableRow(_segment(s, names.get(s.lot, s.lot))) for s in accrual.segments]
        yield TextTable((*_OF_A_SEGMENT, of), rows)
        yield f"  Days are counted {accrual.day_count}."


_OF_A_SEGMENT = (
    Column("From"),
    Column("To, excluded"),
    Column("Rate", right=True),
    Column("Days", right=True),
    Column("Actual", right=True),
    Column("Amount", right=True),
)


def _segment(s: Segment, of: str) -> tuple[str, ...]:
    return (
        words.day(s.start),
        words.day(s.to_exclusive),
        words.percent(s.rate),
        str(s.days_counted),
        str(s.days_actual),
        words.dollars(s.amount),
        f"{of}, {s.note}" if s.note else of,
    )


def _agreement_lines(agreement: Agreement) -> Iterator[str]:
    line = status_lines.describe_agreement(agreement)
    if agreement.why.hypothetical:
        line = f"{line.removesuffix('.')}; sample data"
    yield line
    yield from (f"  {words.sentence(note)}" for note in agreement.notes)


def _duties(found: Sequence[UndatedDuty]) -> Iterator[str]:
    """Undated duties, each with its standard and the team's own target if any: first those that
    events opened, then those always in effect.
    """
    for duty in found:
        if duty.opens:
            yield _opened(duty)
            yield from (f"  {words.sentence(note)}" for note in duty.notes)
    if standing := [d for d in found if d.opens is None]:
        yield f"Ongoing: {words.listed(f'{d.title} ({d.clause})' for d in standing)}."


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


def _range(r: Range, view: View) -> Iterator[str]:
    """A figure that readings change: its ends, choices that give them, what it depends on."""
    found = ends(r)
    low, high = ("earliest", "latest") if _is_date(found.least) else ("lowest", "highest")
    yield f"  {r.instance}, {words.figure_name(r.what)}"
    for name, value, under in (
        (low, found.least, found.least_under),
        (high, found.most, found.most_under),
    ):
        if value != ABSENT:
            yield f"    {name} {words.figure(value)}, under {_choices(under, view)}"
    if found.absent_under is not None:
        yield f"    not at all, under {_choices(found.absent_under, view)}"
    yield f"    depends on {words.listed(r.readings)}"
    if not r.whole:
        yield f"    {_bound(r)}"


def _is_date(value: str) -> bool:
    return "/" not in value and " " not in value  # "46250/3" dollars, "9000 shares"


def _choices(under: Mapping[str, str], view: View) -> str:
    """The choices that differ from this assessment's; all others are the same."""
    here = view.assessment.readings
    other = [f"{q}={shown_choice(q, c)}" for q, c in under.items() if c != here[q]]
    return words.listed(other) if other else "the chosen readings"


def _bound(r: Range) -> str:
    return (
        f"only {words.number(r.tried, 'combination')} of these readings could be tried; "
        "others may give more values"
    )


_SINGLE = "the one reading computed"


def _differences(view: View) -> Iterator[Line]:
    """Each other choice that changes a date or an amount, with both values, after an empty line."""
    moved = view.assessment.differences
    for (question, choice), found in groupby(moved, key=lambda d: (d.reading, d.choice)):
        here = view.assessment.readings[question]
        described = reading.describe_choice(question, choice, view.terms)
        yield from ("", f"{question}: {described} instead of {here}", _figures(found))


def _figures(found: Iterable[Difference]) -> TextTable:
    columns = (Column("Chosen"), Column("Other"), Column("What", wraps=True))
    named = ((d, f"{words.figure_name(d.what)}: {d.instance}") for d in found)
    rows = [TableRow((words.figure(d.here), words.figure(d.there), what)) for d, what in named]
    return TextTable(columns, rows)


def _readings(view: View) -> Iterator[Line]:
    """Each question whose answer matters today or is not the default, with its choice and who
    chose it; then how many others there are."""
    columns = (Column("Question"), Column("Section", wraps=True), Column("Choice", wraps=True))
    asked = [question for question in view.terms.all_readings if _is_relevant(question, view)]
    shown = [question for question in asked if _matters(question, view)]
    if shown:
        yield TextTable(columns, [_reading(each, view) for each in shown])
    if left := len(asked) - len(shown):
        rest = f"{left} {'others' if shown else 'in all'}, at the default, change nothing today"
        yield f"  {rest} (dealclock readings lists those in use)"


def _matters(question: str, view: View) -> bool:
    """Whether a reading is not the default, or another choice would change something today."""
    moves = any(d.reading == question for d in view.assessment.differences)
    chosen = question in view.team.readings
    default = view.terms.all_readings[question].default
    return moves or chosen or view.assessment.readings[question] != default


def _reading(question: str, view: View) -> TableRow:
    choice, known = view.assessment.readings[question], view.terms.all_readings[question]
    chosen = view.team.readings.get(question)
    if chosen and view.team.chosen[question] == choice:
        by = f"chosen by {chosen.chosen_by}"
    elif len(known.choices) == 1:
        by = _SINGLE
    else:
        by = "the default" if choice == known.default else "chosen for this question"
    sections = view.terms.clauses_of(known).split(", ")
    more = len(sections) - _FEW_SECTIONS
    where = ", ".join(sections[:_FEW_SECTIONS]) + (f" and {more} more" if more > 0 else "")
    return TableRow((question, where or "none", f"{shown_choice(question, choice)}, {by}"))


_FEW_SECTIONS = 6


def _is_relevant(question: str, view: View) -> bool:
    """Whether the reading applies to anything in the terms, or was used."""
    known = view.terms.all_readings[question]
    return question in view.assessment.consulted or bool(view.terms.clauses_of(known))


def _not_checked(view: View) -> Line:
    """The Sections these terms list as not computed, or that they list none."""
    columns = (Column("Section"), Column("What", wraps=True))
    rows = [TableRow((n.clause, n.what)) for n in view.assessment.not_checked]
    return TextTable(columns, rows) if rows else f"  {unchecked_sections.NONE_LISTED}"


def _shares(view: View) -> Iterator[Line]:
    """Each deferral after an empty line, and below it every exercise with the shares its vestings
    add."""
    for each in view.assessment.true_ups:
        owner = view.team.owner_of(each.owed_by, each.instance)[0].name
        cut_off = f"exercises before {words.day(each.cut_off)} receive true-up shares"
        yield ""
        yield (
            f"  {each.title}, {words.clause(each.clause)} ({each.instance}), {owner}: deferral "
            f"{each.deferral}; {cut_off}."
        )
        yield from (f"    {words.sentence(note)}" for note in each.notes)
        if rows := [row for e in each.exercises for row in _exercised(e)]:
            yield TextTable(_OF_AN_EXERCISE, rows)


_OF_AN_EXERCISE = (
    Column("Exercised"),
    Column("Vested"),
    Column("Shares", right=True),
    Column("Standing"),
    Column("Holder", wraps=True),
)


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
