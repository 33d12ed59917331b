"""An assessment as tables for a terminal: plain text, no boxes, a weekday with every date."""

from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.answers import status as answers
from dealclock.answers.suspension import limits_in_words
from dealclock.answers.terminal.heading import heading
from dealclock.answers.terminal.table_parts import (
    differences,
    duties,
    not_checked,
    ranges,
    readings,
)
from dealclock.answers.terminal.table_parts import tables as share_tables
from dealclock.engine.conclusions import Agreement, Default, Obligation, Segment, Status, Window
from dealclock.engine.why import Why
from dealclock.messages import (
    action_time,
    amounts,
    reading,
    status_lines,
    words,
)
from dealclock.messages.layout import Column, TableRow, table, wrapped
from dealclock.messages.status_lines import describe_agreement
from dealclock.messages.status_words import satisfied_on, status_word
from dealclock.messages.view import LEGAL, View

_LOUD = (Status.MISSED, Status.DUE_TODAY, Status.LAST_DAY, Status.OVERRUN)


def tables(view: View, history: str, width: int) -> Iterator[str]:
    """The whole assessment, line by line. `history` describes its facts."""
    a = view.assessment
    yield from heading(view, history, "", width, "; ".join(answers.summarize(view)))
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
        yield from _part("DUTIES WITHOUT A DATE", duties(view, width))
    if a.defaults:
        yield from _part(words.of_defaults(view.terms).upper(), _defaults(a.defaults, width))
    yield from _agreed(view, width)
    if a.true_ups:
        yield from _part("SHARES", list(share_tables(view, width)))
    if a.accrual.clause:  # empty if no provision accrues anything
        yield from _part(view.assessment.accrual.title.upper(), _accrual(view, width))
    if a.differences:
        yield from _part("UNDER OTHER READINGS, ONE AT A TIME", differences(view, width))
    if a.ranges:
        yield from _part("UNDER ALL READINGS TOGETHER", ranges(view, width))
    yield from _part("READINGS USED", readings(view, width))
    yield from _part("NOT CHECKED", not_checked(view, width))
    yield from _part("", wrapped(f"{LEGAL} Dealclock {a.engine}.", width))


def _part(title: str, lines: Sequence[str]) -> Iterator[str]:
    yield ""
    if title:
        yield title
    yield from lines


def _contradictions(view: View, width: int) -> list[str]:
    contradictions = view.assessment.contradictions
    return [line for c in contradictions for line in wrapped(words.sentence(c.text), width, 2, 2)]


def loud(part: Obligation | Window, as_of: date) -> str:
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
            (_due(o), loud(o, view.assessment.as_of), o.clause, o.title, _owner(view, o)),
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
                loud(w, view.assessment.as_of),
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
                (f"{d.instance}; {d.title}; {status_lines.describe_conclusion(d)}{_marks(d.why)}"),
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
    return [*lines, "", *segments(accrual.segments, width), *wrapped(days, width, 2)]


def segments(accrued: Sequence[Segment], width: int, *, lots: bool = True) -> list[str]:
    """The amount accrued at each rate, a row each; with `lots` also the lot's id."""
    columns = (
        Column("From"),
        Column("To, excluded"),
        Column("Rate", right=True),
        Column("Days", right=True),
        Column("Actual", right=True),
        Column("Amount", right=True),
        Column("Lot", wraps=True),
    )
    shown = len(columns) if lots else -1
    return table(columns[:shown], [TableRow(_segment(s)[:shown]) for s in accrued], width)


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
    line = describe_agreement(agreement)
    if agreement.why.hypothetical:
        line = f"{line.removesuffix('.')}; sample data"
    yield from wrapped(line, width, 0, 2)
    for note in agreement.notes:
        yield from wrapped(words.sentence(note), width, 2, 2)
