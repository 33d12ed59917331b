"""What the second engine answers on a day: the same figures as an Assessment, found otherwise."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from dealclock.second.spelled.deadlines import notice_owed
from dealclock.second.spelled.extensions import is_waived
from dealclock.second.spelled.money import (
    Notes,
    Piece,
    Spell,
    interest,
    payable_on,
    payment_date_after,
    pieces,
    rates_by_day,
)
from dealclock.second.spelled.walk import Breach, Walk, live_on, walk
from dealclock.second.story import EXTENSION, WAIVER, Story

ONE, ZERO = timedelta(days=1), Fraction(0)
LONG_ENOUGH = 30  # days in which five Business Days always pass
LAPSED = {"default-i": "shelf-filing", "default-ii": "effectiveness"}


@dataclass(frozen=True, slots=True)
class Dates:
    """The days of a default; `accrues_to` is None while it runs, `cured_on` until it is cured.

    `waived` is whether all Holders put it aside, which lessens no interest.
    """

    name: str
    occurred_on: date
    accrues_from: date
    accrues_to: date | None
    cured_on: date | None
    notice_due: date
    waived: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """The defaults, the last days to cure, the interest, and the payments by nominal date and lot.

    `cure_due` is the last day to cure each failure still uncured then if nothing more happens;
    `to_come` names those among them that have not failed yet, of suspensions that run on;
    `excess` the days on which a suspension went beyond its allowance and so became a failure;
    `through` the last day allowed to each notice's suspension, as it stands; `performed` whether
    what was done of each obligation was done late;
    `rate` basis points a year on the day itself; `payable` the date on which each day is paid.
    """

    state: Walk
    defaults: tuple[Dates, ...]
    cure_due: dict[str, date]
    to_come: frozenset[str]
    excess: tuple[date, ...]
    through: dict[str, date]
    performed: dict[str, bool]
    accrued: Fraction
    by_lot: dict[str, Fraction]
    rate: int
    pieces: tuple[Piece, ...]
    payments: dict[date, dict[str, Fraction]]
    payable: Mapping[date, date]

    def default(self, name: str) -> Dates:
        """The one default of that name."""
        (found,) = (d for d in self.defaults if d.name == name)
        return found


def answer(story: Story, as_of: date) -> Answer:
    """Walk to `as_of`, then add up."""
    state = walk(story, as_of)
    next_one = payment_date_after(as_of, story.form)
    # To the next payment date, or the one after where that may be passed by, if nothing happens.
    waits = story.reading("payment-after-record-date") == "NEXT-DATE"
    until = payment_date_after(next_one, story.form) if waits else next_one
    days = list(rates_by_day(story, accruing(state, until)))
    notes = Notes(story, as_of, payable_on(story, (day for day, _ in days)))
    past = pieces(notes, (d for d in days if d[0] < as_of))
    by_lot: dict[str, Fraction] = {}
    for piece in past:
        by_lot[piece.lot] = by_lot.get(piece.lot, ZERO) + interest(piece, story.day_count)
    payments: dict[date, dict[str, Fraction]] = {}
    for piece in pieces(notes, days, by_payment=True):
        if piece.paid_on is not None:
            lots = payments.setdefault(piece.paid_on, {})
            lots[piece.lot] = lots.get(piece.lot, ZERO) + interest(piece, story.day_count)
    return Answer(
        state=state,
        defaults=tuple(_dates(b, state, as_of) for b in state.breaches),
        cure_due=_cure_due(state),
        to_come=frozenset(_cure_due(state)) - {f.id for f in state.failures},
        excess=tuple(f.failed_on for f in state.failures if f.by_excess),
        through=_through(state),
        performed=_performed(state),
        accrued=sum(by_lot.values(), ZERO),
        by_lot=by_lot,
        rate=sum(sum(rates) for day, rates in days if day == as_of),
        pieces=tuple(past),
        payments=payments,
        payable=notes.payable,
    )


def _dates(breach: Breach, state: Walk, until: date) -> Dates:
    """Its days as known, the end of the Effectiveness Period minded if it is by `until`."""
    start, stop, ends = breach.occurred_on + ONE, breach.cured_on, state.period_ends
    stops = breach.protects and state.story.reading("default-at-period-end") == "STOP"
    if stops and ends is not None and ends <= until and (stop is None or ends < stop):
        stop = ends
    return Dates(
        name=breach.name,
        occurred_on=breach.occurred_on,
        accrues_from=start,
        accrues_to=None if stop is None else max(stop, start),
        cured_on=breach.cured_on,
        notice_due=notice_owed(breach.name, breach.arose_on, state.known).due.on,
        waived=is_waived(breach.name, _lapsed(breach.name), breach.arose_on, state.known),
    )


def _lapsed(default: str) -> str:
    """The obligation that lapsed into it."""
    return LAPSED.get(default, f"cure-window/{default.partition('/')[2]}")


def accruing(state: Walk, until: date) -> list[Spell]:
    dates = [_dates(b, state, until) for b in state.breaches]
    return [Spell(d.accrues_from, max(d.accrues_from, d.accrues_to or until)) for d in dates]


def _cure_due(state: Walk) -> dict[str, date]:
    """As far as known today: a notice on its way is not in force."""
    if not state.failures:
        return {}
    targets = [e.target for e in state.known.of(EXTENSION, WAIVER) if e.target is not None]
    days = max([LONG_ENOUGH, *((target - state.today).days + 1 for target in targets)])
    later = deepcopy(state)
    later.suspending.posted, later.suspending.extending = [], []
    return {f.id: f.lapsed_on for f in live_on(later, days).failures if f.lapsed_on}


def _through(state: Walk) -> dict[str, date]:
    """No day before a suspension's own first, where none of it was allowed."""
    suspending = state.suspending
    found = dict(suspending.through)
    if suspending.running is not None:
        running = suspending.last_allowed(state.today + ONE)
        found.update(dict.fromkeys(suspending.joined, running))
    return {notice: max(last, suspending.begun[notice]) for notice, last in found.items()}


def _performed(state: Walk) -> dict[str, bool]:
    found: dict[str, bool] = {}
    missed = {breach.name for breach in state.breaches}
    if state.filed_on is not None:
        found["shelf-filing"] = "default-i" in missed
    if state.effective_on is not None:
        found["effectiveness"] = "default-ii" in missed
    for failure in state.failures:
        if failure.closed_on is not None:
            name = f"{failure.id}-excess" if failure.by_excess else failure.id
            found[f"cure-window/{name}"] = failure.lapsed_on is not None
    return found
