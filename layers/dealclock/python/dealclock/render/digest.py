"""A person's digest as one message: every deal's part of it, the soonest first, each by code name.

Its preview says no more than an alert's: the code name of the one deal it tells of, or the house's
name for several, and the date. Amounts stand in the body alone.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from dealclock.alerts.adverse import adverse
from dealclock.alerts.digest import DUE_WITHIN, OUTLOOK, Digest
from dealclock.alerts.responses import AlertResponse
from dealclock.days.spans import Span
from dealclock.engine.conclusions import Default, Obligation, UndatedDuty, Window
from dealclock.engine.suspension.limits_left import LimitsLeft
from dealclock.render import action_time, amounts, dates, handover_times, words
from dealclock.render.message import OF_NO_DEAL, Message, Section, listed, with_content
from dealclock.render.view import LEGAL, View

KIND = "digest"
MOST = 40  # lines of one part; what is beyond is counted, and a command away
NEXT = "/deal next"
_INVENTED = "HYPOTHETICAL"
_MARKS = f"{_INVENTED}: what is so marked rests on invented facts; explain names them."
_NO_ALERT = "A digest is no alert: it acknowledges and quiets nothing; alerts never wait for it."


@dataclass(frozen=True, slots=True)
class DigestPart:
    """What a person is told of one deal."""

    view: View
    digest: Digest


Line = tuple[date, str]
Matter = Obligation | Window | Default | UndatedDuty


def compose_digest(
    parts: Sequence[DigestPart], not_assessed: Sequence[str], day: date, rehearsal: bool
) -> Message:
    """The digest of a morning; `not_assessed` are the code names of deals nobody could compute."""
    names = sorted({*(p.view.team.code_name for p in parts), *not_assessed})
    one = len(names) == 1
    banners = dict.fromkeys(b for p in parts for b in p.view.banners((), in_full=False))
    sections = with_content(
        _not_assessed(not_assessed, day),
        *(_listed(title, _lines(parts, of, one)) for title, of in _parts(parts)),
    )
    if any(f"({_INVENTED})" in line for section in sections for line in section.lines):
        banners[_MARKS] = None
    whole = Message(
        preview=f"{names[0] if one else OF_NO_DEAL}, {words.day(day)}",
        headline=_headline(parts, names),
        banners=tuple(banners),
        sections=sections,
        footnotes=(_NO_ALERT, LEGAL),
        more=f"{NEXT} {names[0]}" if one else NEXT,
    )
    return whole.of_rehearsal() if rehearsal else whole


def _not_assessed(names: Sequence[str], day: date) -> Section:
    lines = ((day, f"{name}: ask whoever runs Dealclock") for name in names)
    return _listed("Not assessed today", lines)


def _headline(parts: Sequence[DigestPart], names: Sequence[str]) -> str:
    """It may be seen by others beside the preview, so it says nothing of any matter."""
    kinds = ["Morning digest"]
    if any(p.digest.closing for p in parts):
        kinds.append("before the closed days")
    if any(p.digest.outlook for p in parts):
        kinds.append("with the weekly outlook")
    of = "" if len(names) == 1 else f": {words.number(len(names), 'deal')}"
    return f"{' '.join(kinds)}{of}"


def _parts(
    parts: Sequence[DigestPart],
) -> Iterator[tuple[str, Callable[[DigestPart], Iterable[Line]]]]:
    """Every kind of thing said, with its title, in the order it is read."""
    yield f"Before the closed days{_closed(parts)}", _of_closing
    yield "Overdue, as computed", _of_missed
    yield f"Due in the next {words.business_days(DUE_WITHIN)}", _of_due
    yield (
        "Running or about to begin",
        lambda p: (
            (w.closes, f"{dates.window(w, p.view)}{_mark(w, w.closes, p)}")
            for w in p.digest.windows
        ),
    )
    yield "Accruing, as computed", _of_accruing
    yield f"Outlook: payments in the next {words.business_days(OUTLOOK)}", _payments
    yield (
        f"Outlook: also due in the next {words.business_days(OUTLOOK)}",
        lambda p: (
            (o.due, _due(o, p)) for o in (p.digest.outlook.later if p.digest.outlook else ())
        ),
    )
    yield "Outlook: rate steps and windows", _steps
    yield "Outlook: suspension days left", _budgets


def _listed(title: str, lines: Iterable[Line]) -> Section:
    """A part's lines, the soonest first; those beyond MOST are counted and not shown."""
    found = sorted(lines)
    shown = [text for _, text in found[:MOST]]
    left = len(found) - len(shown)
    return listed(title, [*shown, *([f"+{left} more: {NEXT}"] if left else [])])


def _lines(
    parts: Sequence[DigestPart], of: Callable[[DigestPart], Iterable[Line]], one: bool
) -> list[Line]:
    return [
        (on, text if one else f"{part.view.team.code_name}: {text}")
        for part in parts
        for on, text in of(part)
    ]


def _closed(parts: Sequence[DigestPart]) -> str:
    """The closed days, where they are the same for every deal."""
    found = {(c.first, c.last) for p in parts if (c := p.digest.closing)}
    if len(found) != 1:
        return ""
    ((first, last),) = found
    return f", {words.day(first)} to {words.day(last)}"


def _of_closing(part: DigestPart) -> Iterator[Line]:
    closing = part.digest.closing
    if closing is None:
        return
    for o in closing.owed:
        ways = [m for m in o.methods if m.last_day is not None]
        by = "; ".join(
            f"{handover_times.doing(m.method)} by {m.method} by {words.day(m.last_day)}"
            for m in ways
            if m.last_day is not None and _open_by(part, m.last_day) == part.view.assessment.as_of
        )
        yield o.due, _due(o, part) + (f"; {by}" if by else "")
    for w in closing.windows:
        yield w.closes, f"{dates.window(w, part.view)}{_mark(w, w.closes, part)}"


def _of_missed(part: DigestPart) -> Iterator[Line]:
    for o in part.digest.missed:
        yield o.due, _due(o, part)
    for w in part.digest.overrun:
        yield w.closes, f"{dates.window(w, part.view)}{_mark(w, w.closes, part)}"


def _of_due(part: DigestPart) -> Iterator[Line]:
    for o in part.digest.due:
        yield o.due, _due(o, part)
    for u in part.digest.targets:
        if u.target is not None:
            yield u.target, _target(u, part)


def _of_accruing(part: DigestPart) -> Iterator[Line]:
    accrual = part.view.assessment.accrual
    for d in part.digest.accruing:
        yield d.accrues_from, f"{dates.default(d)}{_mark(d, None, part)}"
    if part.digest.accruing:
        # With the first of them, and by its dollar sign before it.
        first = min(d.accrues_from for d in part.digest.accruing)
        so_far = (
            f"{words.sentence(amounts.unpaid(part.view))} before today; "
            f"{amounts.accrued(part.view)}, {amounts.paid(part.view)}"
        )
        rate = f", at {words.percent(accrual.rate)} {accrual.per}"
        where = f", {words.clause(accrual.clause)}" if accrual.clause else ""
        invented = f" ({_INVENTED})" if accrual.grounds.hypothetical else ""
        yield first, f"{so_far}{rate}{where}{invented}"


def _payments(part: DigestPart) -> Iterator[Line]:
    outlook = part.digest.outlook
    for o in outlook.payments if outlook else ():
        yield o.due, _due(o, part)


def _steps(part: DigestPart) -> Iterator[Line]:
    outlook, accrual = part.digest.outlook, part.view.assessment.accrual
    if outlook is None:
        return
    if outlook.step is not None:
        rate = f"Additional Interest becomes {words.rate_of(outlook.step)}"
        yield (
            outlook.step.on,
            f"{words.day(outlook.step.on)}: {rate}, {words.clause(accrual.clause)}",
        )
    for w in outlook.windows:
        yield w.closes, f"{dates.window(w, part.view)}{_mark(w, w.closes, part)}"


def _budgets(part: DigestPart) -> Iterator[Line]:
    outlook = part.digest.outlook
    for each in outlook.budgets if outlook else ():
        yield part.view.assessment.as_of, _budget(each)


def _budget(left: LimitsLeft) -> str:
    limits = [
        f"{each.left} of {words.number(each.days, 'day')} in {_window(each.window)}"
        for each in left.limits
    ]
    limits += [
        f"{each.left} of {words.number(each.times, 'time')} in {_window(each.window)}"
        for each in left.times
    ]
    return f"{left.title}, {words.clause(left.clause)}: {words.listed(limits)} left"


def _window(span: Span | None) -> str:
    return words.number(span.count, span.unit.removesuffix("s")) if span else "one period"


def _due(o: Obligation, part: DigestPart) -> str:
    """An obligation with its day, what makes it urgent, and who took it on."""
    found = dates.due(o, part.view)
    day = words.due(o) if o.stopped_since is not None else found.day
    early = adverse(o)
    notes = [
        f"earliest under any reading {words.day(early)}" if early < o.due else "",
        f"act by {by}" if (by := action_time.by(o, part.view)) else "",
    ]
    told_too = "".join(f"; {note}" for note in notes if note)
    return f"{day}: {found.says}{told_too}{_mark(o, o.due, part)}"


def _target(u: UndatedDuty, part: DigestPart) -> str:
    day = words.day(u.target) if u.target else ""
    owner = part.view.team.owner_of(u.owed_by)[0].name
    says = f"{u.title}, {words.clause(u.clause)}, {owner} ({u.instance})"
    return f"Team target {day}, which is not contractual: {says}{_mark(u, None, part)}"


def _mark(about: Matter, due: date | None, part: DigestPart) -> str:
    """That it rests on invented facts; who took it on and until when, while that holds."""
    invented = f" ({_INVENTED})" if about.grounds.hypothetical else ""
    last = _answer(part.view.handled, about.instance, due)
    if last is None or last.until is None or part.view.assessment.as_of >= last.until:
        return invented
    done = {"snoozed": "snoozed", "done": "said to be done"}.get(last.action, "acknowledged")
    until = f"until {words.day(last.until)}"
    return f"{invented} - {done} by {part.view.name(last.by)}, {until}"


def _answer(
    handled: Iterable[AlertResponse], instance: str, due: date | None
) -> AlertResponse | None:
    """The last answer to the date as it stands: one to another date ended when it moved."""
    found = [h for h in handled if (h.instance, h.due) == (instance, due) and h.until is not None]
    return max(reversed(found), key=lambda h: h.at, default=None)


def _open_by(part: DigestPart, day: date) -> date:
    return part.view.calendar.last_open_on_or_before(day)
