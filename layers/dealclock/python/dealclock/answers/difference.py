"""The difference of two assessments as a result holds it: what people are shown, and every date and
amount that moved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from dealclock.engine.changes import STANDING, Change, ChangeKind, Changes, FigureChange, Matter
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.engine.conclusions import Obligation, Status, Window
from dealclock.engine.grounds import Grounds, Step
from dealclock.messages import words
from dealclock.messages.changes import describe_change


@dataclass(frozen=True, slots=True)
class ChangedItem:
    """One change: what became of `what` of an instance, its values before and after as the data
    have them. `says` is the words of it, without what it is of."""

    instance: str
    title: str
    change: ChangeKind
    what: str
    from_: str | None
    to: str | None
    on: date | None
    says: str
    grounds: Grounds

    @property
    def line(self) -> str:
        """The change in a line, behind what it is of."""
        return f"{self.title} ({self.instance}): {self.says}"


@dataclass(frozen=True, slots=True)
class StoppedClock:
    """A clock that stopped: from which day on, and how many days of its time are left."""

    since: date
    days_left: int | None


@dataclass(frozen=True, slots=True)
class MovedFigure:
    """One date or amount before and after, each as the data have it: a day in ISO, dollars rounded
    once with the exact fraction alongside, while the day count is unset the least and the most.

    Where there is none, `from_is` and `to_is` say how that is. `readings` are those it depends on.
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
    """An obligation that is satisfied and was not."""

    instance: str
    on: date
    late: bool


@dataclass(frozen=True, slots=True)
class EndedWindow:
    """A window that is over and was not; `on` is the first day on which it is."""

    instance: str
    on: date


def items(changes: Changes) -> Iterator[ChangedItem]:
    """Each change that people are shown, the gravest first."""
    return map(_item, changes.items)


def _item(each: Change) -> ChangedItem:
    return ChangedItem(
        instance=each.instance,
        title=each.title,
        change=each.kind,
        what=each.aspect,
        from_=None if each.before == ABSENT else each.before,
        to=None if each.after == ABSENT else each.after,
        on=each.on,
        says=describe_change(each),
        grounds=each.grounds,
    )


def in_short(found: Sequence[ChangedItem], nothing: str) -> str:
    """The gravest of the changes, which is the first, and how many more there are; or `nothing`."""
    if not found:
        return nothing
    first, *more = found
    return first.line + (f"; {words.number(len(more), 'more change')}" if more else "")


def figures(changes: Changes) -> Iterator[MovedFigure]:
    """Each date and amount that moved, exactly; of a clock that stops, what is left of its time."""
    for each in changes.figures:
        yield MovedFigure(
            instance=each.instance,
            what=each.what,
            from_=value(each.before),
            from_exact=_exact(each.before),
            from_is=_without(each.what, each.before, there=each.existed),
            to=value(each.after),
            to_exact=_exact(each.after),
            to_is=_without(each.what, each.after, there=each.exists),
            readings=tuple(sorted(each.readings)),
            trace=each.trace,
            stopped=_stopped(each, changes),
        )


def value(figure: str) -> str | None:
    """A date as it is, an exact amount rounded once, nothing for a figure that does not arise.

    An amount between two, while the day count is unset, is both: "31666.67..32500.00".
    """
    if figure == ABSENT:
        return None
    if "/" not in figure:
        return figure
    return "..".join(words.decimal(Fraction(end)) for end in figure.split(".."))


def _exact(figure: str) -> str | None:
    return figure if "/" in figure else None


def _without(what: str, figure: str, *, there: bool) -> str | None:
    """How a figure does not arise: what it is of runs on, is not running, or is not there."""
    if figure != ABSENT:
        return None
    return _OPEN.get(what, "not at all") if there else "not at all"


_OPEN = {"accrues_to": "runs on", "due": "not running"}


def _stopped(figure: FigureChange, changes: Changes) -> StoppedClock | None:
    if (figure.what, figure.after) != ("due", ABSENT):
        return None
    found = (c.now for c in changes.items if c.instance == figure.instance)
    owed = next((o for o in found if isinstance(o, Obligation)), None)
    if owed is None or owed.stopped_since is None:
        return None
    return StoppedClock(owed.stopped_since, owed.days_left)


def satisfied(changes: Changes) -> Iterator[SatisfiedObligation]:
    """What is satisfied that was not, and whether late."""
    for was, now in _standings(changes):
        if not isinstance(was, Obligation) or not isinstance(now, Obligation):
            continue
        if was.met_on is None and now.met_on is not None:
            yield SatisfiedObligation(now.instance, now.met_on, now.status is Status.MET_LATE)


def ended(changes: Changes) -> Iterator[EndedWindow]:
    """The windows that are over and were not."""
    for was, now in _standings(changes):
        if not isinstance(was, Window) or not isinstance(now, Window):
            continue
        if was.ended_on is None and now.ended_on is not None:
            yield EndedWindow(now.instance, now.ended_on)


def _standings(changes: Changes) -> Iterator[tuple[Matter | None, Matter | None]]:
    """Each matter that stands otherwise, before and after."""
    return ((c.was, c.now) for c in changes.items if c.aspect == STANDING)
