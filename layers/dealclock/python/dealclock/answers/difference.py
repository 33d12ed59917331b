"""The difference of two assessments in a result: the changes shown to people, and every date and
amount that moved."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

from dealclock.engine.assessment import ABSENT
from dealclock.engine.changes import STANDING, Change, ChangeKind, Changes, FigureChange, Matter
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.messages import words
from dealclock.messages.changes import describe_change


def item_row(each: Change) -> Mapping[str, object]:
    """One change as JSON: what happened to `what` of an instance, with its data values before and
    after: amounts and rates as decimals, with the exact fraction alongside; `says` is without the
    item's name.

    `to_do_by` is the day by which it must now be done, the last one of a window; None for what is
    done or has no such day.
    """
    return {
        "instance": each.instance,
        "title": each.title,
        "change": each.kind,
        "what": each.aspect,
        "from": _item_value(each, each.before),
        "from_exact": exact_figure(each.before),
        "to": _item_value(each, each.after),
        "to_exact": exact_figure(each.after),
        "on": each.on,
        "to_do_by": _to_do_by(each),
        "says": describe_change(each),
        "why": each.why,
    }


def _item_value(each: Change, value: str) -> str | None:
    """A data value of a change: a rate with all its decimals, anything else as a figure."""
    if each.aspect == "rate" and "/" in value:
        return words.plain_rate(Fraction(value))
    return figure_value(value)


def _to_do_by(each: Change) -> date | None:
    now = each.now
    match now:
        case Obligation(is_open=True, stopped_since=None):
            return now.due
        case Window(done_on=None):
            return now.last_day
    return None


def summarize(items: Sequence[Change], day: Callable[[date], str]) -> Iterator[str]:
    """A line's parts: defaults that opened, what became overdue or a cure period that expired, what
    is unpaid, what must now be done, the soonest first, then the rest as given; last, how many
    changes there are. `day` puts a date in words."""
    unpaid = any(each.aspect == "unpaid" for each in items)
    shown = [e for e in items if not (unpaid and e.aspect == "total")]
    yield from dict.fromkeys(_short_line(e, day) for e in sorted(shown, key=_urgency)[:_FEW])
    if len(items) > 1:
        yield f"{len(items)} changes in all"


def _urgency(item: Change) -> tuple[int, date]:
    text, to_do_by = describe_change(item), _to_do_by(item)
    if item.kind in _TO_DO and text.startswith(("possible default", "default")):
        return 0, date.min
    if item.kind is ChangeKind.CURED and item.was is None:  # it occurred since, too
        return 0, date.min
    if item.kind is ChangeKind.CURED:
        return 2, date.max
    over = item.kind is ChangeKind.EXPIRED and ", last day was " not in text
    if over or item.kind is ChangeKind.OVERDUE:
        return 1, date.min
    if item.aspect == "unpaid":
        return 2, date.min
    return (3, to_do_by) if item.kind in _TO_DO and to_do_by else (4, date.max)


_FEW = 3
_TO_DO = frozenset({ChangeKind.OPENED, ChangeKind.REOPENED, ChangeKind.DUE_TODAY})
_STATES = {
    ChangeKind.DUE_TODAY: "due today",
    ChangeKind.LAST_DAY: "last day today",
    ChangeKind.CLOSED: "no longer arises",
    ChangeKind.STOPPED: "clock stops",
}


def _short_line(item: Change, day: Callable[[date], str]) -> str:
    """A change in few words, without the item's id."""
    text, to_do_by, to = describe_change(item), _to_do_by(item), _item_value(item, item.after)
    match item.kind:
        case ChangeKind.MOVED if item.aspect in ("due", "closes") and to:
            return f"{item.title} moves to {day(date.fromisoformat(to))}"
        case ChangeKind.AMOUNT if item.aspect in ("total", "unpaid") and to:
            return f"{' to '.join(map(words.money, to.split('..')))} unpaid"
        case kind if kind in _STATES:
            return f"{item.title} {_STATES[kind]}"
        case kind if kind in _TO_DO and not _urgency(item)[0]:
            return text.partition(",")[0] + (f" since {day(item.on)}" if item.on else "")
        case ChangeKind.CURED if item.on and item.was is None and isinstance(item.now, Default):
            occurred = f"{text.partition(',')[0]} {day(item.now.occurred_on)}"
            return f"{occurred}, cured {day(item.on)}"
        case ChangeKind.CURED if item.on:
            return f"default cured {day(item.on)}"
        case kind if kind in _TO_DO and to_do_by:
            ends = "last day" if ", last day " in text else "due"
            return f"{item.title} {ends} {day(to_do_by)}"
        case kind if kind in _TO_DO:
            return f"{item.title} {f'opens {day(item.on)}' if item.on else 'open again'}"
        case ChangeKind.ENDED if item.on:
            return f"{item.title} over from {day(item.on)}"
        case ChangeKind.OVERDUE | ChangeKind.EXPIRED:
            return f"{item.title} {item.kind}"
        case ChangeKind.SATISFIED | ChangeKind.SATISFIED_LATE if item.on:
            return f"{item.title} {item.kind} {day(item.on)}"
    return f"{item.title}: {text.partition(';')[0].partition(':')[0]}"


def figure_row(each: FigureChange, changes: Changes) -> Mapping[str, object]:
    """One date or amount before and after as JSON: a day in ISO, dollars rounded once with the
    exact fraction alongside; while the day count is unset, the least and the most.

    Where there is none, `from_is` and `to_is` say why. `readings` are those it depends on;
    `stopped` is since when its clock is stopped, and how many days are left.
    """
    return {
        "instance": each.instance,
        "what": each.what,
        "from": figure_value(each.before),
        "from_exact": exact_figure(each.before),
        "from_is": absence(each.what, each.before, there=each.existed),
        "to": figure_value(each.after),
        "to_exact": exact_figure(each.after),
        "to_is": absence(each.what, each.after, there=each.exists),
        "readings": each.readings,
        "trace": each.trace,
        "stopped": _stopped(each, changes),
    }


def figure_value(figure: str) -> str | None:
    """A date unchanged, an exact amount rounded once, None for a figure that does not arise.

    An amount between two, while the day count is unset, is both: "31666.67..32500.00".
    """
    if figure == ABSENT:
        return None
    if "/" not in figure:
        return figure
    return "..".join(words.decimal(Fraction(end)) for end in figure.split(".."))


def exact_figure(figure: str) -> str | None:
    """The exact fraction of an amount or a rate; None for any other figure."""
    return figure if "/" in figure else None


def absence(what: str, figure: str, *, there: bool) -> str | None:
    """Why a figure does not arise: its subject is ongoing, its clock is stopped, or it does not
    exist."""
    if figure != ABSENT:
        return None
    return _OPEN.get(what, "not at all") if there else "not at all"


_OPEN = {"accrues_to": "runs on", "due": "not running"}


def _stopped(figure: FigureChange, changes: Changes) -> Mapping[str, object] | None:
    if (figure.what, figure.after) != ("due", ABSENT):
        return None
    matters = (c.now for c in changes.items if c.instance == figure.instance)
    owed = next((o for o in matters if isinstance(o, Obligation)), None)
    if owed is None or owed.stopped_since is None:
        return None
    return {"since": owed.stopped_since, "days_left": owed.days_left}


def list_satisfied(changes: Changes) -> Iterator[Mapping[str, object]]:
    """The obligations satisfied since, and whether late."""
    for was, now in _changed_statuses(changes):
        if not isinstance(was, Obligation) or not isinstance(now, Obligation):
            continue
        if was.done_on is None and now.done_on is not None:
            late = now.status is Status.MET_LATE
            yield {"instance": now.instance, "on": now.done_on, "late": late}


def list_ended(changes: Changes) -> Iterator[Mapping[str, object]]:
    """The windows ended since; `on` is the first day after each."""
    for was, now in _changed_statuses(changes):
        if not isinstance(was, Window) or not isinstance(now, Window):
            continue
        if was.done_on is None and now.done_on is not None:
            yield {"instance": now.instance, "on": now.done_on}


def _changed_statuses(changes: Changes) -> Iterator[tuple[Matter | None, Matter | None]]:
    """Each matter whose status changed, before and after."""
    return ((c.was, c.now) for c in changes.items if c.aspect == STANDING)
