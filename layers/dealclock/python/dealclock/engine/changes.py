"""The comparison of two assessments: every obligation, window, default, duty and amount that
differs in the later one.

    before ----> figures   every date and amount that moved, as `quantities` names them
    after  ----> items     what people are shown: one for each change of an item

Every screen, file and alert that says what an event, a day, a reading or a new version of the terms
changes reads this difference; `causes.py` adds why.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from datetime import date
from enum import StrEnum
from fractions import Fraction

from dealclock.engine.assessment import (
    ABSENT,
    TOTAL,
    Assessment,
    Name,
    alike_in,
    by_instance,
    depends_on,
    figures,
    figures_of,
    moved,
    parts_of,
)
from dealclock.engine.comparing.safe import moved_budgets
from dealclock.engine.conclusions import (
    Default,
    Obligation,
    SharesOwed,
    Status,
    UndatedDuty,
    Window,
)
from dealclock.engine.money import in_text
from dealclock.engine.why import NOTHING, Step, Why, joined
from dealclock.records import record

Matter = Obligation | Window | Default | UndatedDuty | SharesOwed
STANDING = "standing"
"""The aspect of a matter that it is there at all, and where it stands."""


class ChangeKind(StrEnum):
    """How an item or a figure changed.

    `opened` and `closed`: it arises, or no longer arises. `overdue` is also of a period that
    outlasts its last allowed day, `expired` of a cure period that ends without a cure and of a
    window whose last day passed, `ended` of a window that was ended, and of a default that accrues
    no longer though not cured.
    """

    OPENED = "opened"
    OVERDUE = "overdue"
    EXPIRED = "expired"
    SATISFIED_LATE = "satisfied late"
    SATISFIED = "satisfied"
    CURED = "cured"
    ENDED = "ended"
    REOPENED = "reopened"
    EXCUSED = "excused"
    DUE_TODAY = "due today"
    LAST_DAY = "last day"
    CLOSED = "closed"
    RELABELED = "relabeled"
    WAIVED = "waived"
    STOPPED = "stopped"
    MOVED = "moved"
    PAID = "paid"
    AMOUNT = "amount"


@record
class FigureChange:
    """One date or amount before and after; `ABSENT` where it does not arise.

    `existed` and `exists` tell whether its instance existed before and exists after: a default that
    is open has no day to which it accrues. `readings` are those it depends on afterwards, or before
    when it is gone; `trace` the steps to it, of the same.
    """

    instance: str
    what: str
    before: str
    after: str
    existed: bool
    exists: bool
    readings: frozenset[str]
    trace: tuple[Step, ...]

    @property
    def name(self) -> Name:
        """The figure's name."""
        return self.instance, self.what


@record
class Change:
    """One change of an item, by its `instance`, or of an amount.

    `aspect` is `STANDING`, or the figure that differs; `before` and `after` are its values as text,
    `ABSENT` where there is none. `on` is the day of it, where it has one. `was` and `now` are the
    matter before and after; None where it is not there, and for amounts of the deal as a whole,
    which are `of` something and rest on `amount_why`.
    """

    kind: ChangeKind
    instance: str
    aspect: str
    before: str
    after: str
    on: date | None = None
    was: Matter | None = None
    now: Matter | None = None
    of: str = ""
    amount_why: Why = NOTHING

    @property
    def why(self) -> Why:
        """What the change rests on, before and after."""
        matters = [each.why for each in (self.was, self.now) if each is not None]
        return joined([*matters, self.amount_why])

    @property
    def title(self) -> str:
        """The title of the item, or of what the amount is for."""
        return self.matter.title if self.matter else self.of

    @property
    def matter(self) -> Matter | None:
        """The item after the change, or as it last was."""
        return self.now or self.was

    @property
    def is_new(self) -> bool:
        """Whether the item did not exist before."""
        return self.was is None and self.now is not None

    @property
    def is_whole(self) -> bool:
        """Whether the change is that an item was added or removed, with all of its figures."""
        return self.aspect == STANDING and ABSENT in (self.before, self.after)

    @property
    def name(self) -> Name:
        """A name that is unique in one comparison."""
        return self.instance, self.aspect


@record
class Changes:
    """The differences of two assessments: figures that moved, and items in the order to show them.

    `opened` and `closed` are the instances that now have figures and those that no longer do.
    `as_of` is the day of the later assessment.
    """

    as_of: date
    figures: tuple[FigureChange, ...]
    items: tuple[Change, ...]
    opened: tuple[str, ...]
    closed: tuple[str, ...]


def compare(before: Assessment, after: Assessment) -> Changes:
    """The changes from `before` to `after`: items gravest first, figures in the order assessed.

    A part that is the same object in both is not looked at: its question was not asked again.
    """
    alike = alike_in(before, after)
    kept = {part.instance for part in parts_of(after) if id(part) in alike}
    earlier, later = figures(before, alike), figures(after, alike)
    there, here = ({i for i, _ in named if i != TOTAL[0]} | kept for named in (earlier, later))
    found = [*_matters(before, after), *_accrual(before, after), *_days_left(before, after)]
    return Changes(
        after.as_of,
        tuple(_figures(before, after, moved(earlier, later), there, here)),
        tuple(sorted(found, key=_gravity)),
        tuple(i for i in dict.fromkeys(i for i, _ in later) if i not in there and i in here),
        tuple(i for i in dict.fromkeys(i for i, _ in earlier) if i not in here and i in there),
    )


def _figures(
    before: Assessment,
    after: Assessment,
    moved: Iterable[tuple[Name, str, str]],
    there: Set[str],
    here: Set[str],
) -> Iterator[FigureChange]:
    """Every date and amount that moved; `there` and `here` are the instances before and after."""
    parts_before, parts_after = by_instance(before), by_instance(after)
    for name, a, b in moved:
        on_what = depends_on(after, name, parts_after)
        readings = depends_on(before, name, parts_before) if on_what is None else on_what
        part = parts_after.get(name[0]) or parts_before.get(name[0])
        trace = () if part is None or isinstance(part, SharesOwed) else part.why.steps
        existed, exists = name[0] in there, name[0] in here
        yield FigureChange(*name, a, b, existed, exists, readings or frozenset(), trace)


_GRAVITY = {kind: place for place, kind in enumerate(ChangeKind)}


def _gravity(each: Change) -> tuple[int, int]:
    """The sort key: defaults, then the amounts of the deal, then obligations, by how each
    changed.
    """
    if isinstance(each.matter, Default):
        group = 0
    elif each.matter is None:
        group = 1 if each.instance == TOTAL[0] else 3
    else:
        group = 2
    return group, _GRAVITY[each.kind]


def _matters(before: Assessment, after: Assessment) -> Iterator[Change]:
    here, there = _by_name(before), _by_name(after)
    for name in dict.fromkeys((*here, *there)):
        was, now = here.get(name), there.get(name)
        if was is now or was == now:
            continue
        if was is None and now is not None:
            yield _came(now)
        elif now is None and was is not None:
            value = _value(was)
            yield Change(ChangeKind.CLOSED, name, STANDING, value, ABSENT, None, was, None)
        elif was is not None and now is not None:
            yield from _both(was, now)


def _by_name(assessment: Assessment) -> dict[str, Matter]:
    """Every item by its instance; the first one if there are two."""
    parts: Mapping[str, Matter] = by_instance(assessment)
    return {**{d.instance: d for d in reversed(assessment.duties)}, **parts}


def _came(now: Matter) -> Change:
    """The changes of an item that did not exist before; for one already over, how it ended."""
    kind, on = _standing(now)
    if kind in (ChangeKind.REOPENED, ChangeKind.DUE_TODAY, ChangeKind.LAST_DAY):
        kind, on = ChangeKind.OPENED, _opens(now)
    return Change(kind, now.instance, STANDING, ABSENT, _value(now), on, None, now)


def _opens(part: Matter) -> date | None:
    match part:
        case Default():
            return part.occurred_on
        case SharesOwed():
            return part.vested_on
        case _:
            return part.opens


def _both(was: Matter, now: Matter) -> Iterator[Change]:
    """The changes of an item that is in both."""
    if _value(was) != _value(now):
        kind, on = _standing(now)
        yield Change(kind, now.instance, STANDING, _value(was), _value(now), on, was, now)
    here, there = _aspects(was), _aspects(now)
    for aspect, kind in _ASPECTS.items():
        a, b = here.get(aspect, ABSENT), there.get(aspect, ABSENT)
        by_standing = aspect in _BY_STANDING and ABSENT in (a, b)
        if a != b and not by_standing:
            yield Change(kind, now.instance, aspect, a, b, None, was, now)


def _value(part: Matter) -> str:
    """The status of an item as a data word, with its day."""
    match part:
        case Obligation():
            return _joined("stopped" if _is_stopped(part) else _of_clock(part), part.done_on)
        case Window():
            return _joined("ended" if part.done_on else str(part.status), part.done_on)
        case Default() if part.done_on is not None:
            return _joined("cured", part.done_on)
        case Default():
            return _joined("ended" if part.accrues_to else "open", part.accrues_to)
        case UndatedDuty():
            return _joined("done" if part.done_on else "open", part.done_on)
        case SharesOwed():
            return "owed"


def _joined(word: str, day: date | None) -> str:
    return f"{word} {day.isoformat()}" if day else word


def _is_stopped(o: Obligation) -> bool:
    return o.stopped_since is not None and o.done_on is None


def _of_clock(o: Obligation) -> str:
    """The status; upcoming and open are one, since only time separates them."""
    return str(Status.OPEN if o.status is Status.UPCOMING else o.status)


_OBLIGATIONS = {
    Status.MET: ChangeKind.SATISFIED,
    Status.MET_LATE: ChangeKind.SATISFIED_LATE,
    Status.EXCUSED: ChangeKind.EXCUSED,
    Status.DUE_TODAY: ChangeKind.DUE_TODAY,
    Status.MISSED: ChangeKind.OVERDUE,
    Status.CLOSED: ChangeKind.ENDED,
}
_WINDOWS = {
    Status.OVERRUN: ChangeKind.OVERDUE,
    Status.LAST_DAY: ChangeKind.LAST_DAY,
    Status.CLOSED: ChangeKind.EXPIRED,
}


def _standing(part: Matter) -> tuple[ChangeKind, date | None]:
    """The kind of change that leads to the present status, and its day."""
    match part:
        case Obligation(status=Status.MISSED) if part.is_cure_period:
            return ChangeKind.EXPIRED, part.due
        case Obligation() if _is_stopped(part):
            return ChangeKind.STOPPED, part.stopped_since
        case Obligation():
            kind = _OBLIGATIONS.get(part.status, ChangeKind.REOPENED)
            return kind, part.done_on or (part.due if kind is ChangeKind.OVERDUE else None)
        case Window(done_on=date()):
            return ChangeKind.ENDED, part.done_on
        case Window():
            kind = _WINDOWS.get(part.status, ChangeKind.OPENED)
            return kind, None if kind is ChangeKind.OPENED else part.closes
        case Default() if part.done_on is not None:
            return ChangeKind.CURED, part.done_on
        case Default() if part.accrues_to is not None:
            return ChangeKind.ENDED, part.accrues_to
        case UndatedDuty() if part.done_on is not None:
            return ChangeKind.SATISFIED, part.done_on
        case _:
            return ChangeKind.REOPENED, None


def _aspects(part: Matter) -> Mapping[str, str]:
    """What a matter has alongside its standing, each as text."""
    if isinstance(part, UndatedDuty):
        return {} if part.target is None else {"target": part.target.isoformat()}
    found = {what: value for (_, what), value in figures_of(part).items()}
    match part:
        case Obligation():
            if part.record_date is not None:
                found["record_date"] = part.record_date.isoformat()
            if part.settlement is not None and not part.settlement.all_not_stated:
                found["paid"] = in_text(part.settlement.stated)
        case Default():
            found["conclusion"] = str(part.conclusion)
            found["waived"] = "waived" if part.waived else ABSENT
        case SharesOwed() if part.outstanding is not None:
            found["outstanding"] = f"{part.outstanding} shares"
    return found


_ASPECTS: Mapping[str, ChangeKind] = {
    "due": ChangeKind.MOVED,
    "record_date": ChangeKind.MOVED,
    "amount": ChangeKind.AMOUNT,
    "paid": ChangeKind.PAID,
    "opens": ChangeKind.MOVED,
    "closes": ChangeKind.MOVED,
    "occurred_on": ChangeKind.MOVED,
    "accrues_from": ChangeKind.MOVED,
    "accrues_to": ChangeKind.MOVED,
    "conclusion": ChangeKind.RELABELED,
    "waived": ChangeKind.WAIVED,
    "target": ChangeKind.MOVED,
    "shares": ChangeKind.AMOUNT,
    "outstanding": ChangeKind.AMOUNT,
}
"""The aspects of matters in order, with how each changes."""
_BY_STANDING = frozenset({"due", "accrues_to"})
"""Aspects that come and go with the standing: with a clock that stops, and with a cure."""


def _accrual(before: Assessment, after: Assessment) -> Iterator[Change]:
    """The total accrued, the unpaid part once anything was paid, and the rate in force."""
    paid = before.owed.has_payments or after.owed.has_payments
    instance = TOTAL[0]
    why = before.accrual.why | after.accrual.why
    title = after.accrual.title or before.accrual.title
    for aspect, a, b in (
        ("total", in_text(before.accrual.accrued), in_text(after.accrual.accrued)),
        *((("unpaid", *(in_text(a.owed.unpaid) for a in (before, after))),) if paid else ()),
        ("rate", _exact(before.accrual.rate), _exact(after.accrual.rate)),
    ):
        if a != b:
            yield Change(ChangeKind.AMOUNT, instance, aspect, a, b, of=title, amount_why=why)


def _exact(rate: Fraction) -> str:
    return f"{rate.numerator}/{rate.denominator}"


def _days_left(before: Assessment, after: Assessment) -> Iterator[Change]:
    """The days left under each limit on suspended days."""
    titles = {each.id: each.title for each in (*before.budgets, *after.budgets)}
    windows = (*before.windows, *after.windows)
    for (budget, what), a, b in moved_budgets(before.budgets, after.budgets):
        if what.endswith(" left"):  # the days that follow from what is left move with every day
            drawn = joined(w.why for w in windows if w.id == budget)
            yield Change(ChangeKind.AMOUNT, budget, what, a, b, of=titles[budget], amount_why=drawn)
