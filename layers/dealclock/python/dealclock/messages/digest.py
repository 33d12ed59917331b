"""A person's digest as one message: a line for each open item of every deal, the soonest first.

Its preview says no more than an alert's: the code name of the one deal it covers, or the house's
name for several, and the date. Amounts stand in the body alone.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from dealclock.alerts.adverse import adverse
from dealclock.alerts.digest import CheckedMornings, Digest, last_practicable
from dealclock.alerts.responses import AlertResponse
from dealclock.days.intervals import Span
from dealclock.engine.conclusions import (
    Conclusion,
    Default,
    Obligation,
    Status,
    UndatedDuty,
    Window,
)
from dealclock.engine.suspension.limits_left import LimitsLeft
from dealclock.messages import action_time, amounts, handover_times, words
from dealclock.messages.message import OF_NO_DEAL, Message, Section, listed, with_content
from dealclock.messages.status_words import past_word, status_word
from dealclock.messages.view import LEGAL, View

KIND = "digest"
MOST = 40  # lines of one part that can wait; what is beyond is counted, and a command away
NEXT = "/deal next"
_SAMPLE = "sample data"
_SUMMARY = "This is a summary. Acknowledge items from their alerts."
_MISSED_DAYS = 5  # named in the weekly line


@dataclass(frozen=True, slots=True)
class DigestPart:
    """What a person is sent about one deal; `reader` is the person's id there."""

    view: View
    digest: Digest
    reader: str = ""

    def without_outlook(self) -> "DigestPart":
        """The part as it is on the other days of the week."""
        return replace(self, digest=replace(self.digest, outlook=None))


@dataclass(frozen=True, slots=True)
class WeeklyLine:
    """What is said once a week: the mornings checked, the deals by code name, the items open."""

    mornings: CheckedMornings
    deals: tuple[str, ...]
    items: int


class DigestLine(NamedTuple):
    """A line and the day it is sorted by; `can_wait` for one that may be counted and not shown."""

    on: date
    text: str
    can_wait: bool = False


Item = Obligation | Window | Default | UndatedDuty


def compose_digest(
    parts: Sequence[DigestPart],
    not_assessed: Sequence[str],
    day: date,
    rehearsal: bool,
    week: WeeklyLine | None = None,
) -> Message:
    """The digest of a morning; `not_assessed` are the code names of deals nobody could compute."""
    covered = (
        *(p.view.team.code_name for p in parts),
        *not_assessed,
        *(week.deals if week else ()),
    )
    names = sorted(set(covered))
    one = len(names) == 1
    banners = dict.fromkeys(b for p in parts for b in p.view.banners((), in_full=False))
    title = f"Digest, {words.short_day(day)}"
    whole = Message(
        preview=f"[{names[0]}] {title}" if one else f"[{OF_NO_DEAL}] {title}, {len(names)} deals",
        headline=title,
        banners=tuple(banners),
        sections=with_content(
            Section(lines=(_weekly(week),) if week else ()),
            listed(
                "Not assessed today",
                (f"{n}: ask your Dealclock administrator" for n in not_assessed),
            ),
            *(_listed(title, _lines(parts, of, one)) for title, of in _sections(parts, day)),
        ),
        footnotes=(_SUMMARY, LEGAL),
        more=f"{NEXT} {names[0]}" if one else NEXT,
    )
    return whole.of_rehearsal() if rehearsal else whole


def _failed(code_name: str) -> str:
    return f"{code_name}: ask your Dealclock administrator"


def _weekly(week: WeeklyLine) -> str:
    """The truth about the week: "5 of 5 mornings checked, 4 deals, nothing due"."""
    total, missed = week.mornings.total, week.mornings.missed
    items = f"{words.number(week.items, 'item')} open" if week.items else "nothing due"
    checked = f"{total - len(missed)} of {words.number(total, 'morning')} checked"
    said = f"{checked}, {words.number(len(week.deals), 'deal')}, {items}"
    if not missed:
        return said
    named = [words.short_day(each) for each in missed[:_MISSED_DAYS]]
    more = [f"{len(missed) - _MISSED_DAYS} more"] if len(missed) > _MISSED_DAYS else []
    verb = "was" if len(missed) == 1 else "were"
    return f"{said}; {words.listed([*named, *more])} {verb} not checked"


def _sections(
    parts: Sequence[DigestPart], day: date
) -> Iterator[tuple[str, Callable[[DigestPart], Iterable[DigestLine]]]]:
    """Every kind of thing said, with its title, in the order it is read."""
    yield "", _unpaid
    yield f"Before the closed days{_closed(parts, day)}", _of_closing
    yield "", _own
    if any(p.digest.outlook for p in parts):
        until = max(p.digest.outlook.until for p in parts if p.digest.outlook)
        yield f"Outlook to {words.near_day(until, day)}", _of_outlook
        yield "Suspension days left", _budgets


def _listed(title: str, lines: Iterable[DigestLine]) -> Section:
    """A part's lines, the soonest first; of those that can wait, MOST are shown, the rest counted.

    What is due within a Business Day, overdue or a default is always shown.
    """
    found = sorted(lines)
    last = sorted(line for line in found if line.can_wait)[MOST:]
    shown = [line.text for line in found if line not in last]
    return listed(title, [*shown, *([f"+{len(last)} more: {NEXT}"] if last else [])])


def _lines(
    parts: Sequence[DigestPart], of: Callable[[DigestPart], Iterable[DigestLine]], one: bool
) -> list[DigestLine]:
    return [
        line if one else line._replace(text=f"{line.text} ({part.view.team.code_name})")
        for part in parts
        for line in of(part)
    ]


def _closed(parts: Sequence[DigestPart], day: date) -> str:
    """The closed days, where they are the same for every deal."""
    found = {(c.first, c.last) for p in parts if (c := p.digest.closing)}
    if len(found) != 1:
        return ""
    ((first, last),) = found
    return f", {words.near_day(first, day)} to {words.near_day(last, day)}"


def _unpaid(part: DigestPart) -> Iterator[DigestLine]:
    """What is unpaid of what accrues, at its rate."""
    if not part.digest.accruing:
        return
    accrual = part.view.assessment.accrual
    rate = f", accruing at {words.percent(accrual.rate)} {accrual.per}" if accrual.rate else ""
    where = f", {words.clause(accrual.clause)}" if accrual.clause else ""
    sample = f" ({_SAMPLE})" if accrual.grounds.hypothetical else ""
    first = min(d.accrues_from for d in part.digest.accruing)
    yield DigestLine(first, f"{words.sentence(amounts.unpaid(part.view))}{rate}{where}{sample}")


def _of_closing(part: DigestPart) -> Iterator[DigestLine]:
    """What cannot wait for the closed days, with each way to do it that ends today."""
    closing, today = part.digest.closing, part.view.assessment.as_of
    if closing is None:
        return
    for o in closing.owed:
        ways = [
            f"{handover_times.doing(m.method)} by {m.method} by {words.near_day(m.last_day, today)}"
            for m in o.methods
            if m.last_day is not None
            and part.view.calendar.last_open_on_or_before(m.last_day) == today
        ]
        yield DigestLine(o.due, "; ".join((_owed(o, part), *ways)))
    for w in closing.windows:
        yield DigestLine(w.closes, _window(w, part))


def _own(part: DigestPart) -> Iterator[DigestLine]:
    """The person's own items, but for those that stand before the closed days."""
    found, closing = part.digest, part.digest.closing
    before = {o.instance for o in closing.owed} if closing else set()
    before |= {w.instance for w in closing.windows} if closing else set()
    for o in (*found.missed, *found.due):
        if o.instance not in before:
            yield _owed_line(o, part)
    for w in (*found.overrun, *found.windows):
        if w.instance not in before:
            yield _window_line(w, part)
    for d in found.accruing:
        yield DigestLine(d.occurred_on, _default(d, part))
    for u in found.targets:
        if u.target is not None:
            yield DigestLine(u.target, _target(u, part), _can_wait(u.target, part))


def _of_outlook(part: DigestPart) -> Iterator[DigestLine]:
    outlook, accrual = part.digest.outlook, part.view.assessment.accrual
    if outlook is None:
        return
    for o in (*outlook.payments, *outlook.later):
        yield _owed_line(o, part)
    if outlook.step is not None:
        rate = f"Additional Interest becomes {words.rate_of(outlook.step)}"
        on = words.near_day(outlook.step.on, part.view.assessment.as_of)
        yield DigestLine(outlook.step.on, f"{on}: {rate}, {words.clause(accrual.clause)}", True)
    for w in outlook.windows:
        yield _window_line(w, part)


def _budgets(part: DigestPart) -> Iterator[DigestLine]:
    outlook = part.digest.outlook
    for each in outlook.budgets if outlook else ():
        yield DigestLine(part.view.assessment.as_of, _budget(each), True)


def _budget(left: LimitsLeft) -> str:
    limits = [
        f"{each.left} of {words.number(each.days, 'day')} in {_length(each.window)}"
        for each in left.limits
    ]
    limits += [
        f"{each.left} of {words.number(each.times, 'time')} in {_length(each.window)}"
        for each in left.times
    ]
    return f"{left.title}, {words.clause(left.clause)}: {words.listed(limits)} left"


def _length(span: Span | None) -> str:
    return words.number(span.count, span.unit.removesuffix("s")) if span else "one period"


def _owed_line(o: Obligation, part: DigestPart) -> DigestLine:
    last = min(o.due, last_practicable(o, part.view.calendar))
    waits = o.status is not Status.MISSED and _can_wait(last, part)
    return DigestLine(adverse(o), _owed(o, part), waits)


def _window_line(w: Window, part: DigestPart) -> DigestLine:
    return DigestLine(adverse(w), _window(w, part), _can_wait(adverse(w), part))


def _can_wait(last: date, part: DigestPart) -> bool:
    """Whether there is more time than to the next Business Day."""
    days = part.view.calendar
    return days.last_open_on_or_before(last) > days.add(part.view.assessment.as_of, 1)


def _owed(o: Obligation, part: DigestPart) -> str:
    """An obligation: its earliest day under any reading, what it is, and how long is left."""
    view, today = part.view, part.view.assessment.as_of
    early = adverse(o)
    money = f"{words.amount(o.money)}, " if o.money is not None else ""
    if in_part := amounts.paid_in_part(o):
        money = f"{money}{in_part}, "
    if o.stopped_since is not None:
        left = words.stops(o.days_left)
    elif o.status is Status.MISSED:
        left = past_word(o)
    else:
        verb = "expires" if o.is_cure_period else "due"
        left = f"{verb} {_left(last_practicable(o, view.calendar), part)}"
    notes = [
        f"under the chosen reading {words.near_day(o.due, today)}" if early < o.due else "",
        f"act by {by}" if (by := action_time.by(o, view)) else "",
    ]
    when = "" if o.stopped_since is not None else f"{words.near_day(early, today)}: "
    said = f"{when}{money}{o.title}, {words.clause(o.clause)}, {left}"
    return "; ".join((said, *filter(None, notes))) + _marks(o, o.due, part)


def _left(last: date, part: DigestPart) -> str:
    """How long is left to the last Business Day: "today", "in 3 Business Days"."""
    today = part.view.assessment.as_of
    if last <= today:
        return "today"
    return f"in {words.business_days(part.view.calendar.between(today, last))}"


def _window(w: Window, part: DigestPart) -> str:
    """A window: the day it opens or ends, what it is, and how it stands."""
    today, end = part.view.assessment.as_of, adverse(w)
    title = f"{w.title}, {words.clause(w.clause)}"
    if w.status is Status.OVERRUN:
        said = f"{words.near_day(end, today)}: {title}, {status_word(w)}"
    elif w.opens > today:
        said = f"{words.near_day(w.opens, today)}: {title}, opens, to {words.near_day(end, today)}"
    else:
        last = part.view.calendar.last_open_on_or_before(end)
        said = f"{words.near_day(end, today)}: {title}, ends {_left(last, part)}"
    chosen = (
        f"; under the chosen reading {words.near_day(w.closes, today)}" if end < w.closes else ""
    )
    return f"{said}{chosen}{_marks(w, w.closes, part)}"


def _default(d: Default, part: DigestPart) -> str:
    """A default by its title: possible, until a lead confirms it."""
    on = words.near_day(d.occurred_on, part.view.assessment.as_of)
    if d.conclusion is Conclusion.COMPUTED:
        said = f"{on}: possible default, {words.clause(d.clause)}: {d.title} (not confirmed)"
    else:
        said = f"{on}: default, {words.clause(d.clause)}: {d.title} ({d.conclusion})"
    return f"{said}{_marks(d, None, part)}"


def _target(u: UndatedDuty, part: DigestPart) -> str:
    day = words.near_day(u.target, part.view.assessment.as_of) if u.target else ""
    says = f"{day}: {u.title}, {words.clause(u.clause)}, team target, not contractual"
    return f"{says}{_marks(u, None, part)}"


def _marks(item: Item, due: date | None, part: DigestPart) -> str:
    """Whose it is, if not the reader's; that it rests on sample data; who took it on, until when,
    while that holds."""
    owner = None if isinstance(item, Default) else part.view.team.owner_of(item.owed_by)[0]
    whose = "" if owner is None or owner.id == part.reader else f", {owner.name}"
    sample = f" ({_SAMPLE})" if item.grounds.hypothetical else ""
    last = _answer(part.view.handled, item.instance, due)
    if last is None or last.until is None or part.view.assessment.as_of >= last.until:
        return whose + sample
    done = {"snoozed": "snoozed", "done": "reported done"}.get(last.action, "acknowledged")
    until = words.near_day(last.until, part.view.assessment.as_of)
    return f"{whose}{sample} - {done} by {part.view.name(last.by)}, until {until}"


def _answer(
    handled: Iterable[AlertResponse], instance: str, due: date | None
) -> AlertResponse | None:
    """The last answer to the date as it stands: one to another date ended when it moved."""
    found = [h for h in handled if (h.instance, h.due) == (instance, due) and h.until is not None]
    return max(reversed(found), key=lambda h: h.at, default=None)
