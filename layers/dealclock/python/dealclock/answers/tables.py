"""An assessment as tables for a terminal: plain text, no boxes, a weekday with every date; and an
answer as plain text for a file."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby

from dealclock.answers import status as answers
from dealclock.answers.compose import amended_line
from dealclock.answers.suspension import limits_in_words
from dealclock.engine.assessment import ABSENT, Difference, Range, ends
from dealclock.engine.conclusions import (
    Agreement,
    Default,
    ExerciseTrueUp,
    Obligation,
    Segment,
    Status,
    TrueUp,
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
from dealclock.messages.layout import Column, TableRow, table, wrapped
from dealclock.messages.message import Message, text_lines
from dealclock.messages.shares import describe_outstanding
from dealclock.messages.status_words import satisfied_on, status_word
from dealclock.messages.view import LEGAL, View
from dealclock.terms.versions import ORIGINAL

_LOUD = (Status.MISSED, Status.DUE_TODAY, Status.LAST_DAY, Status.OVERRUN)


def tables(view: View, history: str, width: int) -> Iterator[str]:
    """The whole assessment, line by line. `history` describes its facts."""
    a = view.assessment
    yield from wrapped(f"{view.team.code_name}: {'; '.join(answers.summarize(view))}", width)
    yield from _head(view, history, width)
    if a.unused_facts:
        yield from wrapped(
            f"Events not used in any conclusion: {words.listed(a.unused_facts)}.", width
        )
    for fact, why in a.unused_because.items():
        yield from wrapped(f"{fact} is not used: {why}.", width)
    if a.contradictions:
        yield from _part("CONTRADICTORY EVENTS", _contradictions(view, width))
    if a.obligations or not (a.true_ups or a.windows):
        yield from _part("OBLIGATIONS", _obligations(view, width))
    if a.windows:
        yield from _part("WINDOWS", _windows(view, width))
    yield from _budgets(view, width)
    if a.duties:
        yield from _part("DUTIES WITHOUT A DATE", _duties(view, width))
    if a.defaults:
        yield from _part(words.of_defaults(view.terms).upper(), _defaults(a.defaults, width))
    yield from _agreed(view, width)
    if a.true_ups:
        yield from _part("SHARES", list(_shares(view, width)))
    if a.accrual.clause:  # empty if no provision accrues anything
        yield from _part(view.assessment.accrual.title.upper(), _accrual(view, width))
    if a.differences:
        yield from _part("UNDER OTHER READINGS, ONE AT A TIME", _differences(view, width))
    if a.ranges:
        yield from _part("UNDER ALL READINGS TOGETHER", _ranges(view, width))
    yield from _part("READINGS USED", _readings(view, width))
    yield from _part("NOT CHECKED", _not_checked(view, width))
    yield from _part("", wrapped(f"{LEGAL} Dealclock {a.engine}.", width))


def lines(message: Message, view: View, history: str, width: int) -> Iterator[str]:
    """The message as plain text for a file: its headline, the deal, the day and the events, the
    rest.

    `history` describes the events.
    """
    headline, *rest = text_lines(message)
    yield from wrapped(headline, width)
    yield from _head(view, history, width)
    for line in rest:
        if not line:
            yield ""
        indent = len(line) - len(line.lstrip(" "))
        yield from wrapped(line.strip(), width, indent, 3)


def _head(view: View, history: str, width: int) -> Iterator[str]:
    """The deal and the day, the facts used, the day of the latest, and by when they were known."""
    a, agreement = view.assessment, view.terms.agreement
    until = f", through {words.day(a.facts_as_of)}" if a.facts_as_of else ""
    known = words.instant(a.known_at, agreement.time_zone)
    found = [
        f"{view.team.code_name}: {agreement.title}",
        f"As of {words.day(a.as_of)}: {words.DAY_COVERED}.",
        f"Events: {history}{until}; known by {known}.",
    ]
    if a.terms.version != ORIGINAL:
        found.append(amended_line(a.terms.title, a.terms.version, a.terms.effective))
    if a.hypothetical:
        found.append(
            "Sample data: some of these events are fictional; items based on one are marked."
        )
    for line in found:
        yield from wrapped(line, width)


def _part(title: str, lines: Sequence[str]) -> Iterator[str]:
    yield ""
    if title:
        yield title
    yield from lines


def _contradictions(view: View, width: int) -> list[str]:
    contradictions = view.assessment.contradictions
    return [line for c in contradictions for line in wrapped(words.sentence(c.text), width, 2, 2)]


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


def _obligations(view: View, width: int) -> list[str]:
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
    return table(columns, rows, width)


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


def _budgets(view: View, width: int) -> Iterator[str]:
    """The days left under the limits of each budget that has been drawn on."""
    for budget in view.assessment.budgets:
        if budget.is_drawn_on:
            limit_lines = [
                line for limit in limits_in_words(budget) for line in wrapped(limit, width, 2, 2)
            ]
            title = budget.title.upper()
            article = "AN" if title[:1] in "AEIOU" else "A"
            yield from _part(f"DAYS OF {article} {title}", limit_lines)


def _windows(view: View, width: int) -> list[str]:
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
    return table(columns, rows, width)


def _beneath_window(w: Window, view: View) -> Iterator[str]:
    line = w.instance
    if w.limit_days is not None:
        line += f"; {w.days_used} of {words.number(w.limit_days, 'day')} used"
    if w.done_on:
        line += f"; over from {words.day(w.done_on)}"
    if safe := reading.describe_safe_dates(w, view.assessment.as_of):
        line += f"; safe under every reading: {safe}"
    yield line + _marks(w.why)
    yield from w.notes


def _agreed(view: View, width: int) -> Iterator[str]:
    if view.assessment.agreed:
        yield from _part(
            "WAIVERS, EXTENSIONS AND AMENDMENTS",
            [
                line
                for agreement in view.assessment.agreed
                for line in _agreement_lines(agreement, width)
            ],
        )


def _defaults(defaults: Sequence[Default], width: int) -> list[str]:
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
                words.day(d.accrues_from),
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
    return table(columns, rows, width)


def _accrual(view: View, width: int) -> list[str]:
    accrual = view.assessment.accrual
    facts = [
        f"{words.sentence(amounts.describe_figures(view))}{_marks(view.assessment.owed.why)}",
        f"Rate in force: {amounts.describe_rate(view)}",
    ]
    if change := amounts.describe_next_change(view):
        facts.append(f"Next change: {change}")
    facts += [words.sentence(words.step(step)) for step in accrual.why.steps]
    facts += [words.sentence(note) for note in accrual.notes]
    lines = [line for fact in facts for line in wrapped(fact, width, 2, 2)]
    if not accrual.segments:
        return lines
    days = f"Days are counted {accrual.day_count}."
    return [*lines, "", *_segments(accrual.segments, width), *wrapped(days, width, 2)]


def _segments(accrued: Sequence[Segment], width: int) -> list[str]:
    """The amount accrued at each rate, a row each with the lot's id."""
    columns = (
        Column("From"),
        Column("To, excluded"),
        Column("Rate", right=True),
        Column("Days", right=True),
        Column("Actual", right=True),
        Column("Amount", right=True),
        Column("Lot", wraps=True),
    )
    return table(columns, [TableRow(_segment(s)) for s in accrued], width)


def _segment(s: Segment) -> tuple[str, ...]:
    return (
        words.day(s.start),
        words.day(s.to_exclusive),
        words.percent(s.rate),
        str(s.days_counted),
        str(s.days_actual),
        words.dollars(s.amount),
        f"{s.lot}, {s.note}" if s.note else s.lot,
    )


def _agreement_lines(agreement: Agreement, width: int) -> Iterator[str]:
    line = status_lines.describe_agreement(agreement)
    if agreement.why.hypothetical:
        line = f"{line.removesuffix('.')}; sample data"
    yield from wrapped(line, width, 0, 2)
    for note in agreement.notes:
        yield from wrapped(words.sentence(note), width, 2, 2)


def _duties(view: View, width: int) -> list[str]:
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


def _ranges(view: View, width: int) -> list[str]:
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


def _differences(view: View, width: int) -> list[str]:
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


def _readings(view: View, width: int) -> list[str]:
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


def _not_checked(view: View, width: int) -> list[str]:
    """The Sections these terms list as not computed, or that they list none."""
    columns = (Column("Section"), Column("What", wraps=True))
    rows = [TableRow((n.clause, n.what)) for n in view.assessment.not_checked]
    return (
        table(columns, rows, width)
        if rows
        else list(wrapped(unchecked_sections.NONE_LISTED, width, 2, 2))
    )


def _shares(view: View, width: int) -> Iterator[str]:
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
