"""The difference of two assessments in a result: the changes shown to people, and every date and
amount that moved."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from dealclock.engine.changes import STANDING, Change, ChangeKind, Changes, FigureChange, Matter
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.engine.conclusions import Obligation, Status, Window
from dealclock.engine.why import Step, Why
from dealclock.messages import words
from dealclock.messages.changes import describe_change


@dataclass(frozen=True, slots=True)
class ChangedItem:
    """One change: what happened to `what` of an instance, with its data values before and after:
    amounts and rates as decimals, with the exact fraction alongside.

    `to_do_by` is the day by which it must now be done, the last one of a window; None for what is
    done or has no such day. `text` describes it, without the item's name.
    """

    instance: str
    title: str
    change: ChangeKind
    what: str
    from_: str | None
    from_exact: str | None
    to: str | None
    to_exact: str | None
    on: date | None
    to_do_by: date | None
    text: str = field(metadata={"key": "says"})
    why: Why

    @property
    def line(self) -> str:
        """The change in a line, with the item's name."""
        return f"{self.title} ({self.instance}): {self.text}"


@dataclass(frozen=True, slots=True)
class StoppedClock:
    """A stopped clock: since which day, and how many days are left."""

    since: date
    days_left: int | None


@dataclass(frozen=True, slots=True)
class MovedFigure:
    """One date or amount before and after, in data form: a day in ISO, dollars rounded once with
    the exact fraction alongside; while the day count is unset, the least and the most.

    Where there is none, `from_is` and `to_is` say why. `readings` are those it depends on.
    """

    instance: str
    what: str
    from_: str | None
    from_exact: str | None
    from_is: str | None
    to: str | None
    to_exact: str | None
    to_is: str | None
    readings: tuple[str, ...]
    trace: tuple[Step, ...]
    stopped: StoppedClock | None


@dataclass(frozen=True, slots=True)
class SatisfiedObligation:
    """An obligation that has been satisfied since."""

    instance: str
    on: date
    late: bool


@dataclass(frozen=True, slots=True)
class EndedWindow:
    """A window that has ended since; `on` is the first day after it."""

    instance: str
    on: date


def list_items(changes: Changes) -> Iterator[ChangedItem]:
    """Each change shown to people, the gravest first."""
    return map(_item, changes.items)


def _item(each: Change) -> ChangedItem:
    return ChangedItem(
        instance=each.instance,
        title=each.title,
        change=each.kind,
        what=each.aspect,
        from_=_item_value(each, each.before),
        from_exact=exact_figure(each.before),
        to=_item_value(each, each.after),
        to_exact=exact_figure(each.after),
        on=each.on,
        to_do_by=_last_day(each.now),
        text=describe_change(each),
        why=each.why,
    )


def _item_value(each: Change, value: str) -> str | None:
    """A data value of a change: a rate with all its decimals, anything else as a figure."""
    if each.aspect == "rate" and "/" in value:
        return words.plain_rate(Fraction(value))
    return figure_value(value)


def _last_day(now: Matter | None) -> date | None:
    match now:
        case Obligation(is_open=True, stopped_since=None):
            return now.due
        case Window(done_on=None):
            return now.last_day
    return None


def summarize(items: Sequence[ChangedItem], day: Callable[[date], str]) -> Iterator[str]:
    """A line's parts: defaults that opened, what became overdue or a cure period that expired, what
    is unpaid, what must now be done, the soonest first, then the rest as given; last, how many
    changes there are. `day` puts a date in words."""
    unpaid = any(each.what == "unpaid" for each in items)
    shown = [e for e in items if not (unpaid and e.what == "total")]
    yield from dict.fromkeys(_short_line(e, day) for e in sorted(shown, key=_urgency)[:_FEW])
    if len(items) > 1:
        yield f"{len(items)} changes in all"


def _urgency(item: ChangedItem) -> tuple[int, date]:
    if item.change in _TO_DO and item.text.startswith(("possible default", "default")):
        return 0, date.min
    over = item.change is ChangeKind.EXPIRED and ", last day was " not in item.text
    if over or item.change is ChangeKind.OVERDUE:
        return 1, date.min
    if item.what == "unpaid":
        return 2, date.min
    return (3, item.to_do_by) if item.change in _TO_DO and item.to_do_by else (4, date.max)


_FEW = 3
_TO_DO = frozenset({ChangeKind.OPENED, ChangeKind.REOPENED, ChangeKind.DUE_TODAY})
_STATES = {
    ChangeKind.DUE_TODAY: "due today",
    ChangeKind.LAST_DAY: "last day today",
    ChangeKind.CLOSED: "no longer arises",
    ChangeKind.STOPPED: "clock stops",
}


def _short_line(item: ChangedItem, day: Callable[[date], str]) -> str:
    """A change in few words, without the item's id."""
    match item.change:
        case ChangeKind.MOVED if item.what in ("due", "closes") and item.to:
            return f"{item.title} moves to {day(date.fromisoformat(item.to))}"
        case ChangeKind.AMOUNT if item.what in ("total", "unpaid") and item.to:
            return f"{' to '.join(map(words.money, item.to.split('..')))} unpaid"
        case kind if kind in _STATES:
            return f"{item.title} {_STATES[kind]}"
        case kind if kind in _TO_DO and not _urgency(item)[0]:
            return item.text.partition(",")[0] + (f" since {day(item.on)}" if item.on else "")
        case ChangeKind.CURED if item.on:
            return f"default cured {day(item.on)}"
        case kind if kind in _TO_DO and item.to_do_by:
            ends = "last day" if ", last day " in item.text else "due"
            return f"{item.title} {ends} {day(item.to_do_by)}"
        case kind if kind in _TO_DO:
            return f"{item.title} {f'opens {day(item.on)}' if item.on else 'open again'}"
        case ChangeKind.ENDED if item.on:
            return f"{item.title} over from {day(item.on)}"
        case ChangeKind.OVERDUE | ChangeKind.EXPIRED:
            return f"{item.title} {item.change}"
        case ChangeKind.SATISFIED | ChangeKind.SATISFIED_LATE if item.on:
            return f"{item.title} {item.change} {day(item.on)}"
    return f"{item.title}: {item.text.partition(';')[0].partition(':')[0]}"


def list_figures(changes: Changes) -> Iterator[MovedFigure]:
    """Each date and amount that moved, exactly; for a stopped clock, the time left."""
    for each in changes.figures:
        yield MovedFigure(
            instance=each.instance,
            what=each.what,
            from_=figure_value(each.before),
            from_exact=exact_figure(each.before),
            from_is=_absence(each.what, each.before, there=each.existed),
            to=figure_value(each.after),
            to_exact=exact_figure(each.after),
            to_is=_absence(each.what, each.after, there=each.exists),
            readings=tuple(sorted(each.readings)),
            trace=each.trace,
            stopped=_stopped(each, changes),
        )


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


def _absence(what: str, figure: str, *, there: bool) -> str | None:
    """Why a figure does not arise: its subject is ongoing, its clock is stopped, or it does not
    exist."""
    if figure != ABSENT:
        return None
    return _OPEN.get(what, "not at all") if there else "not at all"


_OPEN = {"accrues_to": "runs on", "due": "not running"}


def _stopped(figure: FigureChange, changes: Changes) -> StoppedClock | None:
    if (figure.what, figure.after) != ("due", ABSENT):
        return None
    matters = (c.now for c in changes.items if c.instance == figure.instance)
    owed = next((o for o in matters if isinstance(o, Obligation)), None)
    if owed is None or owed.stopped_since is None:
        return None
    return StoppedClock(owed.stopped_since, owed.days_left)


def list_satisfied(changes: Changes) -> Iterator[SatisfiedObligation]:
    """The obligations satisfied since, and whether late."""
    for was, now in _changed_statuses(changes):
        if not isinstance(was, Obligation) or not isinstance(now, Obligation):
            continue
        if was.done_on is None and now.done_on is not None:
            yield SatisfiedObligation(now.instance, now.done_on, now.status is Status.MET_LATE)


def list_ended(changes: Changes) -> Iterator[EndedWindow]:
    """The windows ended since."""
    for was, now in _changed_statuses(changes):
        if not isinstance(was, Window) or not isinstance(now, Window):
            continue
        if was.done_on is None and now.done_on is not None:
            yield EndedWindow(now.instance, now.done_on)


def _changed_statuses(changes: Changes) -> Iterator[tuple[Matter | None, Matter | None]]:
    """Each matter whose status changed, before and after."""
    return ((c.was, c.now) for c in changes.items if c.aspect == STANDING)
