"""The tables of the deal's pages: everything with a date, a line each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dealclock.engine.conclusions import Default, Obligation, Status, UndatedDuty, Window
from dealclock.engine.shares.trued_up import SharesOwed
from dealclock.messages import (
    action_time,
    reading,
    shares,
    status_lines,
    words,
)
from dealclock.messages.status_words import satisfied_on, status_word
from local.workbench.panes.deal.looking import Look

_LOUD = (Status.MISSED, Status.DUE_TODAY, Status.LAST_DAY, Status.OVERRUN)


@dataclass(frozen=True)
class Line:
    """One thing with a date in a table: `loud` is what wants attention before all else."""

    href: str
    title: str
    clause: str
    when: str
    act_by: str
    status: str
    loud: bool
    owner: str
    note: str


def of_obligation(o: Obligation, look: Look) -> Line:
    """An obligation: when it is due or was met, until when it can be acted upon."""
    view = look.view
    closed = view.closed_day(o.due) if o.is_open else ""
    return _line(
        o,
        look,
        o.owed_by,
        when=words.due(o),
        act_by=action_time.by(o, view),
        status=satisfied_on(o) or status_word(o, view.assessment.as_of),
        loud=o.status in _LOUD,
        notes=(
            f"{words.amount(o.money)}" if o.money is not None else "",
            f"due on {closed}" if closed else "",
            _safe(reading.safe(view, o) if o.is_open else ""),
        ),
    )


def of_window(w: Window, look: Look) -> Line:
    """A window: its first and last day, how much of it is used."""
    used = ""
    if w.limit_days is not None and w.days_used is not None:
        used = f"{w.days_used} of {words.number(w.limit_days, 'day')} used"
    over = f", from {words.day(w.ended_on)}" if w.ended_on else ""
    return _line(
        w,
        look,
        w.owed_by,
        when=f"{words.day(w.opens)} to {words.day(w.closes)}",
        status=f"{status_word(w)}{over}",
        loud=w.status in _LOUD,
        notes=(used, _safe("" if w.status is Status.CLOSED else reading.safe(look.view, w))),
    )


def of_default(d: Default, look: Look) -> Line:
    """A default: when it occurred, whether it is computed, confirmed or disputed."""
    lapsed = look.view.assessment.obligation(d.lapsed)
    ends = f" to but excluding {words.day(d.accrues_to)}" if d.accrues_to else ", runs on"
    return _line(
        d,
        look,
        lapsed.owed_by if lapsed else "company",
        when=f"occurred {words.day(d.occurred_on)}",
        status=status_lines.conclusion(d),
        loud=d.is_open,
        notes=(f"accrues from {words.day(d.accrues_from)}{ends}",),
    )


def tables(look: Look) -> Iterator[tuple[str, list[Line]]]:
    """Each table that holds something, under its heading; what waits before what is over."""
    a = look.view.assessment
    owed = sorted(a.obligations, key=lambda o: (o.due, o.instance))
    windows = sorted(a.windows, key=lambda w: (w.opens, w.instance))
    trued_up = (row for each in a.true_ups for row in each.owed)
    found = (
        ("Waiting", [of_obligation(o, look) for o in owed if o.is_open]),
        ("Windows", [of_window(w, look) for w in windows]),
        ("Registration Defaults", [of_default(d, look) for d in a.defaults]),
        ("Satisfied or excused", [of_obligation(o, look) for o in owed if not o.is_open]),
        ("Duties without a date", [_of_duty(d, look) for d in a.duties]),
        ("Shares", [_of_shares(row, look) for row in trued_up]),
    )
    return ((title, lines) for title, lines in found if lines)


def _of_duty(d: UndatedDuty, look: Look) -> Line:
    return _line(
        d,
        look,
        d.owed_by,
        when=f"no date: {d.standard!r}",
        status=status_lines.of_duty(d).partition(";")[0],
        notes=(f"team target {words.day(d.target)}, no term" if d.target else "",),
    )


def _of_shares(row: SharesOwed, look: Look) -> Line:
    return _line(
        row,
        look,
        row.owed_by,
        when=f"vested {words.day(row.vested_on)}",
        status=shares.standing(row),
        notes=(shares.number(row),),
    )


def _safe(day: str) -> str:
    return f"safe under every reading: {day}" if day else ""


def _line(
    of: Obligation | Window | Default | UndatedDuty | SharesOwed,
    look: Look,
    owed_by: str,
    *,
    when: str,
    status: str,
    act_by: str = "",
    loud: bool = False,
    notes: Iterable[str],
) -> Line:
    return Line(
        href=look.to(f"/deal/obligations/{of.instance}"),
        title=of.title,
        clause=words.clause(of.clause),
        when=when,
        act_by=act_by,
        status=status,
        loud=loud,
        owner=look.view.team.owner_of(owed_by)[0].name,
        note="; ".join(each for each in notes if each),
    )
