"""A person's digest as one message: a line for each open item of every deal, the gravest first.

Its preview shows no more than an alert's: the code name of the one deal it covers, or the house's
name for several, and the date. Amounts are only in the body.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from dealclock.alerts.adverse import adverse_end
from dealclock.alerts.digest import CheckedMornings, Digest, last_practicable
from dealclock.alerts.gravity import Gravity, Rank, rank
from dealclock.alerts.responses import since_handed_over
from dealclock.days.intervals import Span
from dealclock.engine.conclusions import (
    Default,
    Obligation,
    Status,
    UndatedDuty,
    Window,
)
from dealclock.engine.states.limits_left import LimitsLeft
from dealclock.messages import action_time, amounts, handover_times, words
from dealclock.messages.message import OF_NO_DEAL, Message, Section, listed, with_content
from dealclock.messages.reason import WITHOUT_NOTICES, describe_cost
from dealclock.messages.status_lines import DEFAULT_LABELS
from dealclock.messages.status_words import past_word, status_word
from dealclock.messages.view import LEGAL, View, matter
from dealclock.people.acts import Act
from dealclock.records import record

KIND = "digest"
MOST = 40  # lines of one part that can wait; further ones are counted, and a command shows them
NEXT = "/deal next"
DEALS = "Your deals, the gravest first"
_SAMPLE = "sample data"
_SUMMARY = "This is a summary. Acknowledge items from their alerts."
_MISSED_DAYS = 5  # named in the weekly line


@record
class DigestPart:
    """What a person is sent about one deal; `reader` is the person's id in that deal's team."""

    view: View
    digest: Digest
    reader: str = ""

    def without_outlook(self) -> "DigestPart":
        """The part as it is on the other days of the week."""
        return replace(self, digest=replace(self.digest, outlook=None))


@record
class WeeklyLine:
    """The weekly summary: the mornings checked, the deals by code name, the items open."""

    mornings: CheckedMornings
    deals: tuple[str, ...]
    items: int


class DigestLine(NamedTuple):
    """A line and the rank it is sorted by; with `can_wait`, it may be counted instead of shown."""

    rank: Rank
    text: str
    can_wait: bool = False


Item = Obligation | Window | Default | UndatedDuty


def compose_digest(
    parts: Sequence[DigestPart],
    not_assessed: Sequence[str],
    day: date,
    rehearsal: bool,
    week: WeeklyLine | None = None,
    deals: Sequence[str] = (),
) -> Message:
    """The digest of a morning; `not_assessed` are the code names of deals whose assessment
    failed. `deals` is a line for each of the reader's deals, the gravest first."""
    covered = (
        *(p.view.team.code_name for p in parts),
        *not_assessed,
        *(week.deals if week else ()),
    )
    names = sorted(set(covered))
    one = len(names) == 1
    banners = dict.fromkeys(b for p in parts for b in p.view.banners((), in_full=False))
    title = f"Digest, {words.short_day(day)}"
    return Message(
        preview=f"[{names[0]}] {title}" if one else f"[{OF_NO_DEAL}] {title}, {len(names)} deals",
        headline=title,
        banners=tuple(banners),
        sections=with_content(
            Section(lines=(_describe_week(week),) if week else ()),
            listed(DEALS, deals),
            listed(
                "Not assessed today",
                (f"{n}: ask your Dealclock administrator" for n in not_assessed),
            ),
            *(
                _render_section(title, _collect_lines(parts, of, one))
                for title, of in _sections(parts, day)
            ),
        ),
        footnotes=(_SUMMARY, LEGAL),
        more=f"{NEXT} {names[0]}" if one else NEXT,
    ).marked(rehearsal)


def _describe_week(week: WeeklyLine) -> str:
    """The week in a line: "5 of 5 mornings checked, 4 deals, nothing due"."""
    total, missed = week.mornings.total, week.mornings.missed
    items = f"{words.number(week.items, 'item')} open" if week.items else "nothing due"
    checked = f"{total - len(missed)} of {words.number(total, 'morning')} checked"
    text = f"{checked}, {words.number(len(week.deals), 'deal')}, {items}"
    if not missed:
        return text
    days = [words.short_day(day) for day in missed[:_MISSED_DAYS]]
    more = [f"{len(missed) - _MISSED_DAYS} more"] if len(missed) > _MISSED_DAYS else []
    verb = "was" if len(missed) == 1 else "were"
    return f"{text}; {words.listed([*days, *more])} {verb} not checked"


def _sections(
    parts: Sequence[DigestPart], day: date
) -> Iterator[tuple[str, Callable[[DigestPart], Iterable[DigestLine]]]]:
    """Each section's title and what lists its lines, in reading order."""
    yield "", _list_unpaid
    if any(p.digest.closing for p in parts):
        yield "", _list_what_stands
        yield f"Before the closed days{_describe_closed_days(parts, day)}", _list_before_closing
        yield "", _list_what_is_ahead
    else:
        yield "", _list_own_items
    if any(p.digest.outlook for p in parts):
        until = max(p.digest.outlook.until for p in parts if p.digest.outlook)
        yield f"Outlook to {words.near_day(until, day)}", _list_outlook
        left = [b for p in parts if p.digest.outlook for b in p.digest.outlook.budgets]
        suspensions = all(each.called == "suspension" for each in left)
        yield "Suspension days left" if suspensions else "What limits leave", _list_budgets
    yield "Team targets, not contractual", _list_targets


def _render_section(title: str, lines: Iterable[DigestLine]) -> Section:
    """A part's lines, the gravest first; of those that can wait, MOST are shown, the rest counted.

    An item due within a Business Day, an overdue one and a default are always shown.
    """
    ordered = sorted(lines)
    cut_off = sorted(line for line in ordered if line.can_wait)[MOST:]
    shown = [line.text for line in ordered if line not in cut_off]
    return listed(title, [*shown, *([f"+{len(cut_off)} more: {NEXT}"] if cut_off else [])])


def _collect_lines(
    parts: Sequence[DigestPart], list_lines: Callable[[DigestPart], Iterable[DigestLine]], one: bool
) -> list[DigestLine]:
    return [
        line if one else line._replace(text=f"{line.text} ({part.view.team.code_name})")
        for part in parts
        for line in list_lines(part)
    ]


def _describe_closed_days(parts: Sequence[DigestPart], day: date) -> str:
    """The closed days, where they are the same for every deal."""
    periods = {(c.first, c.last) for p in parts if (c := p.digest.closing)}
    if len(periods) != 1:
        return ""
    ((first, last),) = periods
    return f", {words.near_day(first, day)} to {words.near_day(last, day)}"


def _list_unpaid(part: DigestPart) -> Iterator[DigestLine]:
    """The unpaid amount of what accrues, with its rate."""
    if not part.digest.accruing:
        return
    accrual = part.view.assessment.accrual
    rate = f", accruing at {words.percent(accrual.rate)} {accrual.per}" if accrual.rate else ""
    where = f", {words.clause(accrual.clause)}" if accrual.clause else ""
    sample = f" ({_SAMPLE})" if accrual.why.hypothetical else ""
    first = min(map(rank, part.digest.accruing))
    yield DigestLine(
        first, f"{words.sentence(amounts.describe_unpaid(part.view))}{rate}{where}{sample}"
    )


def _list_before_closing(part: DigestPart) -> Iterator[DigestLine]:
    """What has to be done before the closed days, with each method that ends today."""
    closing, today = part.digest.closing, part.view.assessment.as_of
    if closing is None:
        return
    for o in closing.owed:
        ways = [
            (
                f"{handover_times.handover_verb(m.method)} by {m.method} "
                f"by {words.near_day(m.last_day, today)}"
            )
            for m in o.methods
            if m.last_day is not None
            and part.view.calendar.last_open_on_or_before(m.last_day) == today
        ]
        yield DigestLine(rank(o), "; ".join((_describe_obligation(o, part), *ways)))
    for w in closing.windows:
        yield DigestLine(rank(w), _describe_window(w, part))


def _list_what_stands(part: DigestPart) -> Iterator[DigestLine]:
    """Of the person's own items, the ongoing defaults and what is overdue."""
    return (line for line in _list_own_items(part) if line.rank[0] <= Gravity.OVERDUE)


def _list_what_is_ahead(part: DigestPart) -> Iterator[DigestLine]:
    """The other ones."""
    return (line for line in _list_own_items(part) if line.rank[0] > Gravity.OVERDUE)


def _list_own_items(part: DigestPart) -> Iterator[DigestLine]:
    """The person's own items, except those listed before the closed days."""
    digest, closing = part.digest, part.digest.closing
    before_closing = {o.instance for o in closing.owed} if closing else set()
    before_closing |= {w.instance for w in closing.windows} if closing else set()
    for o in (*digest.missed, *digest.due):
        if o.instance not in before_closing:
            yield _line_of_obligation(o, part)
    for w in (*digest.overrun, *digest.windows):
        if w.instance not in before_closing:
            yield _line_of_window(w, part)
    for d in digest.accruing:
        yield DigestLine(rank(d), _describe_default(d, part))


def _list_targets(part: DigestPart) -> Iterator[DigestLine]:
    for u in part.digest.targets:
        if u.target is not None:
            yield DigestLine(rank(u), _describe_target(u, part), _can_wait(u.target, part))


def _list_outlook(part: DigestPart) -> Iterator[DigestLine]:
    outlook, accrual = part.digest.outlook, part.view.assessment.accrual
    if outlook is None:
        return
    for o in (*outlook.payments, *outlook.later):
        yield _line_of_obligation(o, part)
    if outlook.step is not None:
        rate = f"{words.sentence(accrual.title)} becomes {words.rate_of(outlook.step)}"
        on = words.near_day(outlook.step.on, part.view.assessment.as_of)
        yield DigestLine(rank(outlook.step), f"{on}: {rate}, {words.clause(accrual.clause)}", True)
    for w in outlook.windows:
        yield _line_of_window(w, part)


def _list_budgets(part: DigestPart) -> Iterator[DigestLine]:
    outlook = part.digest.outlook
    for budget in outlook.budgets if outlook else ():
        yield DigestLine(rank(budget), _describe_budget(budget), True)


def _describe_budget(left: LimitsLeft) -> str:
    limits = [
        f"{limit.left} of {words.number(limit.days, 'day')} in {_describe_span(limit.window)}"
        for limit in left.limits
    ]
    limits += [
        f"{limit.left} of {words.number(limit.times, 'time')} in {_describe_span(limit.window)}"
        for limit in left.times
    ]
    return f"{left.title}, {words.clause(left.clause)}: {words.listed(limits)} left"


def _describe_span(span: Span | None) -> str:
    return words.number(span.count, span.unit.removesuffix("s")) if span else "one period"


def _line_of_obligation(o: Obligation, part: DigestPart) -> DigestLine:
    last = min(o.due, last_practicable(o, part.view.calendar))
    waits = o.status is not Status.MISSED and _can_wait(last, part)
    return DigestLine(rank(o), _describe_obligation(o, part), waits)


def _line_of_window(w: Window, part: DigestPart) -> DigestLine:
    return DigestLine(rank(w), _describe_window(w, part), _can_wait(adverse_end(w), part))


def _can_wait(last: date, part: DigestPart) -> bool:
    """Whether the last day is later than the next Business Day."""
    days = part.view.calendar
    return days.last_open_on_or_before(last) > days.add(part.view.assessment.as_of, 1)


def _describe_obligation(o: Obligation, part: DigestPart) -> str:
    """An obligation: its earliest day under any reading, its title, and how long is left."""
    view, today = part.view, part.view.assessment.as_of
    early = adverse_end(o)
    money = f"{words.amount(o.money)}, " if o.money is not None else ""
    if in_part := amounts.describe_part_payment(o):
        money = f"{money}{in_part}, "
    if o.stopped_since is not None:
        left = words.stops(o.days_left)
    elif o.status is Status.MISSED:
        left = past_word(o)
    else:
        verb = "expires" if o.is_cure_period else "due"
        left = _describe_time_left(verb, early, last_practicable(o, view.calendar), part)
    notes = [
        f"under the chosen reading {words.near_day(o.due, today)}" if early < o.due else "",
        action_time.describe_act_by_briefly(o, view) if o.stopped_since is None else "",
        _describe_cost(o, view),
    ]
    when = "" if o.stopped_since is not None else f"{words.near_day(early, today)}: "
    text = f"{when}{money}{o.title}, {words.clause(o.clause)}, {left}"
    return "; ".join((text, *filter(None, notes))) + _marks(o, o.due, part)


def _describe_cost(o: Obligation, view: View) -> str:
    """What missing it costs: the possible default it becomes, and its interest a day."""
    found = matter(view, o.instance) if o.on_lapse else None
    cost = describe_cost(found, view, WITHOUT_NOTICES) if found else ""
    return f"if missed: {cost}" if cost else ""


def _describe_time_left(verb: str, end: date, last: date, part: DigestPart) -> str:
    """How long is left until `end`: "due today", "due in 3 Business Days".

    `last` is the last Business Day to act; it is named where that is today or was before today, and
    the end is another day. If the end has passed, it has under another reading only.
    """
    today, days = part.view.assessment.as_of, part.view.calendar
    if end < today:
        return "may be overdue" if verb == "due" else "may have expired"
    if end == today:
        return f"{verb} today"
    if last <= today:
        was = "is today" if last == today else f"was {words.near_day(last, today)}"
        return f"last Business Day {was}"
    return f"{verb} in {words.business_days(days.between(today, days.last_open_on_or_before(end)))}"


def _describe_window(w: Window, part: DigestPart) -> str:
    """A window: the day it opens or ends, its title, and its status."""
    today, end = part.view.assessment.as_of, adverse_end(w)
    title = f"{w.title}, {words.clause(w.clause)}"
    if w.status is Status.OVERRUN:
        text = f"{words.near_day(end, today)}: {title}, {status_word(w)}"
    elif w.opens > today:
        until = f", to {words.near_day(end, today)}" if w.last_day else ""
        text = f"{words.near_day(w.opens, today)}: {title}, opens{until}"
    else:
        last = part.view.calendar.last_open_on_or_before(end)
        left = _describe_time_left("ends", end, last, part)
        text = f"{words.near_day(end, today)}: {title}, {left}"
    chosen = (
        f"; under the chosen reading {words.near_day(w.closes, today)}" if end < w.closes else ""
    )
    return f"{text}{chosen}{_marks(w, w.closes, part)}"


def _describe_default(d: Default, part: DigestPart) -> str:
    """A default by its title: possible, until a lead confirms it."""
    on = words.near_day(d.occurred_on, part.view.assessment.as_of)
    label, _, sure = DEFAULT_LABELS[d.conclusion].partition(", ")
    text = f"{on}: {label}, {words.clause(d.clause)}: {d.title} ({sure})"
    return f"{text}{_marks(d, None, part)}"


def _describe_target(u: UndatedDuty, part: DigestPart) -> str:
    day = words.near_day(u.target, part.view.assessment.as_of) if u.target else ""
    passed = ", passed" if u.target and u.target < part.view.assessment.as_of else ""
    text = f"{day}: {u.title}, {words.clause(u.clause)}{passed}"
    return f"{text}{_marks(u, None, part)}"


def _marks(item: Item, due: date | None, part: DigestPart) -> str:
    """The owner, if not the reader; whether it rests on sample data; who responded, and until
    when, while that holds."""
    owner = (
        None
        if isinstance(item, Default)
        else part.view.team.owner_of(item.owed_by, item.instance)[0]
    )
    whose = "" if owner is None or owner.id == part.reader else f", {owner.name}"
    sample = f" ({_SAMPLE})" if item.why.hypothetical else ""
    last = _last_response(part.view.handled, item.instance, due)
    if last is None or last.until is None or part.view.assessment.as_of >= last.until:
        return whose + sample
    response = {"snoozed": "snoozed", "done": "reported done"}.get(last.action, "acknowledged")
    until = words.near_day(last.until, part.view.assessment.as_of)
    return f"{whose}{sample} - {response} by {part.view.name(last.by)}, until {until}"


def _last_response(handled: Iterable[Act], instance: str, due: date | None) -> Act | None:
    """The last response to the date as it is; a response to another date ended when the date
    moved."""
    responses = since_handed_over(handled, instance)
    found = [h for h in responses if h.due == due and h.until is not None]
    return max(reversed(found), key=lambda h: h.at, default=None)
