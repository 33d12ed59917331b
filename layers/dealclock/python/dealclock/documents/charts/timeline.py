"""The timeline: what is ongoing, due and open around a day, as plain data.

It shows a few months before and after `as_of`. An item that began earlier or ends later is cut at
the edge, with an arrow and its full dates alongside. Overdue items are shown however old they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from dealclock.alerts.gravity import Gravity, gravest_first, gravity, rank
from dealclock.documents.charts.chart import (
    ALT_MOST,
    Chart,
    Fill,
    Group,
    Row,
    Shape,
    cut,
    frame,
    preview,
)
from dealclock.engine.conclusions import Obligation, Status, Window
from dealclock.messages import words
from dealclock.messages.headline import describe_default
from dealclock.messages.status_lines import describe_certainty
from dealclock.messages.status_words import OVERDUE, past_word, satisfied_on, status_word
from dealclock.messages.view import View

MONTHS_MOST = 12
ROWS_MOST = 12
_LABEL_MOST, _TITLE_MOST = 60, 110  # characters: just over one line, just over two lines


def timeline(view: View, months: int = 3) -> Chart:
    """The timeline of a view, `months` before and after its day (1 to MONTHS_MOST).

    Its headline is the gravest: an ongoing default, what is overdue, or the next due date, which
    otherwise is below it.
    """
    today = view.assessment.as_of
    first, last = _months_from(today, -months), _months_from(today, months)
    near = list(_near(view, first, last))
    still_open = [o for o in near if o.is_open]
    every = [
        Group("Open", tuple(map(_obligation, still_open))),
        Group(words.of_defaults(view.terms), tuple(_defaults(view, first, last))),
        Group("Windows and suspensions", tuple(_windows(view, first, last))),
        Group("Satisfied or excused", tuple(_obligation(o) for o in near if not o.is_open)),
    ]
    groups, left = _fitting([g for g in every if g.rows], today)
    without = sum(d.is_open for d in view.assessment.duties)
    duties = words.number(without, "duty", "duties")
    notes = (
        *((f"{duties} without a date: not drawn.",) if without else ()),
        "Defaults are possible, not confirmed, unless it says by whom.",
    )
    more = f"+{left} more, not drawn: see /deal status" if left else ""
    title = preview(view, "timeline")
    late = gravest_first(o for o in view.assessment.obligations if gravity(o) is Gravity.OVERDUE)
    following = _due_next(view)
    graver = _describe_gravest(view, late)
    headline, lead = graver or following
    overdue, ahead = (_overdue(late), _as_lines(following)) if graver else ("", ())
    return Chart(
        frame=frame(view, "timeline", notes),
        headline=headline,
        lines=(*lead, overdue, *ahead),
        overdue=overdue,
        first=first,
        last=last,
        today=today,
        groups=groups,
        more=more,
        title=title,
        alt_text=_alt(title, view, groups, more, (first, last)),
    )


def _defaults(view: View, first: date, last: date) -> Iterator[Row]:
    for d in sorted(view.assessment.defaults, key=lambda d: (d.occurred_on, d.instance)):
        if d.accrues_to is not None and d.accrues_to < first:
            continue
        if d.occurred_on > last:
            continue
        until = f" to {words.day(d.accrues_to)}" if d.accrues_to else ", ongoing"
        label = f"{words.day(d.occurred_on)}{until}"
        yield Row(
            label=cut(label, _LABEL_MOST),
            title=cut(f"{words.sentence(describe_certainty(d))}: {d.title}", _TITLE_MOST),
            clause=d.clause,
            start=d.occurred_on,
            end=d.accrues_to,
            fill=Fill.DEFAULT,
            plain=f"{words.clause(d.clause)}: since {label}, {describe_certainty(d)}",
        )


def _windows(view: View, first: date, last: date) -> Iterator[Row]:
    for w in sorted(view.assessment.windows, key=lambda w: (w.opens, w.closes, w.instance)):
        end = _last_day(w)
        if end < first or w.opens > last:
            continue
        used = ""
        if w.limit_days is not None and w.days_used is not None:
            used = f", {w.days_used} of {w.limit_days} days"
        label = f"{words.day(w.opens)} to {words.day(end)}"
        yield Row(
            label=cut(label, _LABEL_MOST),
            title=cut(f"{w.title}: {status_word(w)}{used}", _TITLE_MOST),
            clause=w.clause,
            start=w.opens,
            end=end,
            fill=Fill.SUSPENSION if w.kind in ("day budget", "state") else Fill.WINDOW,
            safe=w.safe_together[1] if w.safe_together and w.opens <= w.safe_together[1] else None,
            plain=f"{words.clause(w.clause)}: {label}, {status_word(w)}",
        )


def _last_day(w: Window) -> date:
    """The last day that a window covered: the day it was over if it ended early."""
    return min(w.closes, w.done_on) if w.done_on else w.closes


def _near(view: View, first: date, last: date) -> Iterator[Obligation]:
    """Obligations due or satisfied from `first` to `last`, and all overdue ones, by due date."""
    for o in sorted(view.assessment.obligations, key=lambda o: (o.due, o.instance)):
        near = first <= (o.done_on or o.due) <= last or first <= o.due <= last
        if near or o.status is Status.MISSED:
            yield o


def _obligation(o: Obligation) -> Row:
    label = _describe_dates(o)
    return Row(
        label=cut(label, _LABEL_MOST),
        title=cut(_what(o), _TITLE_MOST),
        clause=o.clause,
        start=o.opens,
        end=max(o.due, o.done_on or o.due),
        mark=_shape(o),
        on=o.done_on or o.due,
        safe=o.safe_together if o.is_open and o.stopped_since is None else None,
        plain=f"{words.clause(o.clause)}: {label}",
    )


def _what(o: Obligation) -> str:
    """The title of an obligation, with the amount of a payment."""
    return f"{o.title}, {words.amount(o.money)}" if o.money is not None else o.title


def _describe_gravest(view: View, late: Sequence[Obligation]) -> tuple[str, tuple[str, ...]] | None:
    """The gravest default that still accrues, else what is longest overdue; None for neither."""
    running = [d for d in view.assessment.defaults if gravity(d) is Gravity.DEFAULT]
    if running:
        d = gravest_first(running)[0]
        named = f"{d.title}, {words.clause(d.clause)}, since {words.day(d.occurred_on)}"
        return describe_default(d, view.terms), (cut(named, _TITLE_MOST),)
    if late:
        return f"{past_word(late[0]).capitalize()}, was due {words.day(late[0].due)}", ()
    return None


def _due_next(view: View) -> tuple[str, tuple[str, ...]]:
    """The next due date, then what is due, the gravest of several.

    The date is the earliest one under any reading that has not passed; a later date under the
    chosen readings follows.
    """
    today = view.assessment.as_of
    ahead = [
        o
        for o in view.assessment.obligations
        if o.is_open and o.stopped_since is None and o.due >= today
    ]
    if not ahead:
        return "Nothing due ahead", ()
    o = min(ahead, key=lambda o: (_act_by(o, today), rank(o)))
    by = _act_by(o, today)
    what = cut(f"{_what(o)}, {words.clause(o.clause)}", _TITLE_MOST)
    chosen = (f"By the chosen readings {words.day(o.due)}",) if by != o.due else ()
    headline = f"Due today, {words.day(by)}" if by == today else f"Next due {words.day(by)}"
    return headline, (what, *chosen)


def _as_lines(following: tuple[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The next due date in lines of their own: "Next due Tue, Jan 18, 2005: Payment"."""
    when, lead = following
    return (cut(": ".join((when, *lead[:1])), _TITLE_MOST), *lead[1:])


def _overdue(late: Sequence[Obligation]) -> str:
    """How many obligations are overdue, and the earliest of them with its due date."""
    if not late:
        return ""
    o = late[0]
    first = "" if len(late) == 1 else "the earliest "
    says = f"{len(late)} {OVERDUE}, {first}{words.day(o.due)}: {o.title}, {words.clause(o.clause)}"
    return cut(says, _TITLE_MOST)


def _act_by(o: Obligation, today: date) -> date:
    """The earliest due date under any reading, or that of the chosen ones if it has passed."""
    safe = o.safe_together
    return safe if safe is not None and safe >= today else o.due


def _describe_dates(o: Obligation) -> str:
    """Dates and status: "OVERDUE Thu, Oct 28, 2004", "satisfied Tue, Nov 2, 2004"."""
    if o.stopped_since is not None:
        return f"clock stopped since {words.day(o.stopped_since)}"
    match o.status:
        case Status.MISSED:
            return f"{past_word(o).upper()} {words.day(o.due)}"
        case Status.DUE_TODAY:
            return f"DUE TODAY {words.day(o.due)}"
        case Status.EXCUSED:
            return f"excused, would be due {words.day(o.due)}"
        case _ if o.done_on is not None:
            late = o.status is Status.MET_LATE
            due = f", due {words.short_day(o.due)}" if late else ""
            return f"{satisfied_on(o)}{due}"
        case _:
            return f"due {words.day(o.due)}"


def _shape(o: Obligation) -> Shape:
    if o.stopped_since is not None or o.status is Status.EXCUSED:
        return Shape.IDLE
    if o.done_on is not None:
        return Shape.MET
    return {Status.MISSED: Shape.MISSED, Status.DUE_TODAY: Shape.TODAY}.get(o.status, Shape.DUE)


def _fitting(groups: Sequence[Group], today: date) -> tuple[tuple[Group, ...], int]:
    """The groups cut to their ROWS_MOST most important rows in all; and how many were left out."""
    every = [row for group in groups for row in group.rows]
    kept = {id(row) for row in sorted(every, key=lambda row: _matters(row, today))[:ROWS_MOST]}
    cut_down = (Group(g.heading, tuple(row for row in g.rows if id(row) in kept)) for g in groups)
    return tuple(g for g in cut_down if g.rows), max(0, len(every) - ROWS_MOST)


def _matters(row: Row, today: date) -> tuple[int, int]:
    """The sort key: overdue, due today and open defaults; upcoming or open; the rest."""
    away = abs(((row.on or row.end or today) - today).days)
    runs = row.fill is Fill.DEFAULT and row.end is None
    if runs or row.mark in (Shape.MISSED, Shape.TODAY):
        return 0, away
    open_span = row.mark is None and (row.end is None or row.end >= today)
    return (1, away) if row.mark is Shape.DUE or open_span else (2, away)


def _alt(
    title: str, view: View, groups: Iterable[Group], more: str, shown: tuple[date, date]
) -> str:
    """The picture in words that anyone may see: Sections, dates, status; visibly cut if too
    long."""
    first, last = shown
    said = [f"{title}. Timeline from {words.day(first)} to {words.day(last)}."]
    rows = [row.plain for g in groups for row in g.rows]
    if not rows:
        said.append("Nothing falls in these months.")
    tail = f"In full, in words: /deal status {view.team.code_name}"
    room = ALT_MOST - len(tail) - len("+999 more. ") - len(more) - 2
    for place, row in enumerate(rows):
        if len(" ".join(said)) + len(row) + 2 > room:
            said.append(f"+{len(rows) - place} more.")
            break
        said.append(f"{words.sentence(row)}.")
    return " ".join([*said, *([f"{more}."] if more else []), tail])


def _months_from(day: date, months: int) -> date:
    """The same day N months later; if that month has no such day, the first of the next month."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    try:
        return date(year, month + 1, day.day)
    except ValueError:
        year, month = divmod(index + 1, 12)
        return date(year, month + 1, 1)
