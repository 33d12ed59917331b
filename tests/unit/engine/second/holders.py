"""Additional Interest by Holder, Section 3(b): Notes followed from hand to hand, and what is paid
on them to whom.

A payment goes to the Holder on its record date, even if another one had the Notes while interest
accrued. On Notes that were gone by then it goes to their last Holder: what accrued survives.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction

from dealclock.second.spelled.money import (
    Day,
    Piece,
    interest,
    payable_on,
    payment_date_after,
    rates_by_day,
    record_date,
)
from dealclock.second.spelled.money import Spell as Accruing
from dealclock.second.spelled.questionnaires import form_of, is_entitled
from dealclock.second.story import (
    ACQUIRED,
    CONVERTED,
    ISSUED,
    RETIRED,
    SOLD,
    TRANSFERRED,
    Event,
    Known,
)
from tests.unit.engine.second.sample import BASE, CLOSING

ONE, ZERO = timedelta(days=1), Fraction(0)
MOVES = (ACQUIRED, TRANSFERRED, CONVERTED, RETIRED, SOLD)


@dataclass(frozen=True, slots=True)
class Bundle:
    """Notes of a lot that went the same way: who had them from which day, "" if no one is recorded,
    and how they ceased to be Transfer Restricted Securities, if they did."""

    lot: str
    dollars: Fraction | int
    hands: tuple[tuple[date, str], ...]
    ceased: Event | None = None

    def holder_on(self, day: date) -> str:
        """Who had them at the end of a day."""
        return next((name for since, name in reversed(self.hands) if since <= day), "")

    @property
    def holder(self) -> str:
        """Their last Holder."""
        return self.hands[-1][1]


def bundles(known: Known) -> list[Bundle]:
    """All Notes that ever were in recorded hands; those that a Holder had first leave it first."""
    found: list[Bundle] = []
    all_notes = known.reading("interest-base") == "ALL-NOTES"
    for event in known.of(*MOVES):
        if event.kind == ACQUIRED:
            found.append(Bundle(event.lot, event.dollars, ((event.on, event.holder),)))
            continue
        left: Fraction | int = event.dollars if event.holder else 0
        place = 0
        while left:
            bundle = found[place]
            has = bundle.lot == event.lot and bundle.holder == event.holder and not bundle.ceased
            if has:
                part = min(left, bundle.dollars)
                left -= part
                went = replace(bundle, dollars=part)
                if event.kind == TRANSFERRED or (event.kind == SOLD and all_notes):
                    went = replace(went, hands=(*bundle.hands, (event.on, event.to)))
                else:
                    went = replace(went, ceased=event)
                stays = replace(bundle, dollars=bundle.dollars - part)
                found[place : place + 1] = [stays] if stays.dollars else []
                found.append(went)
                if stays.dollars:
                    place += 1
            else:
                place += 1
    return found


@dataclass(frozen=True, slots=True)
class Part:
    """A Holder's part of a payment, or of what has accrued: due to it, and if it were entitled."""

    due: Fraction = ZERO
    gross: Fraction = ZERO

    def __add__(self, other: "Part") -> "Part":
        return Part(self.due + other.due, self.gross + other.gross)


@dataclass(frozen=True, slots=True)
class Standing:
    """One Holder on a day: its principal by lot, its entitlement, what accrued, and its part of
    each payment by nominal date."""

    principal: Mapping[str, Fraction | int]
    entitled: bool
    entitled_from: date | None
    accrued: Part
    payments: Mapping[date, Part]


def standings(known: Known, spells: list[Accruing]) -> dict[str, Standing]:
    """Every Holder that an event of the Notes names; the defaults accrue as the spells say."""
    days = list(rates_by_day(known.story, spells))
    payable = payable_on(known.story, (day for day, _ in days))
    notes = bundles(known)
    names = dict.fromkeys(n for e in known.of(*MOVES) for n in (e.holder, e.to) if n)
    return {name: _standing(name, notes, days, payable, known) for name in names}


def _standing(
    name: str, notes: list[Bundle], days: list[Day], payable: Mapping[date, date], known: Known
) -> Standing:
    today = known.as_of
    payments: dict[date, Part] = {}
    for nominal in sorted(set(payable.values())):
        own = [d for d in days if payable[d[0]] == nominal]
        payments[nominal] = _part(name, nominal, notes, own, min(nominal, today), known)
    accrued = sum((p for nominal, p in payments.items() if nominal <= today), Part())
    still_open = sorted({n for d, n in payable.items() if d < today < n})
    for nominal in still_open:
        own = [d for d in days if payable[d[0]] == nominal and d[0] < today]
        accrued += _part(name, nominal, notes, own, today, known)
    entitled, since = is_entitled(form_of(name, known), today, known)
    principal: dict[str, Fraction | int] = {}
    for bundle in notes:
        if bundle.holder == name and not bundle.ceased:
            principal[bundle.lot] = principal.get(bundle.lot, 0) + bundle.dollars
    return Standing(principal, entitled, since, accrued, payments)


def _part(
    name: str, nominal: date, notes: list[Bundle], days: list[Day], judged_on: date, known: Known
) -> Part:
    entitled, since = is_entitled(form_of(name, known), judged_on, known)
    gross = due = ZERO
    for bundle in notes:
        if _payee(bundle, nominal, known) != name:
            continue
        own = [d for d in days if _bears(bundle, d[0], nominal, known)]
        gross += bundle.dollars * _on_a_dollar(own, known)
        if entitled:
            from_then = [d for d in own if since is None or d[0] >= since]
            due += bundle.dollars * _on_a_dollar(from_then, known)
    return Part(due, gross)


def _payee(bundle: Bundle, nominal: date, known: Known) -> str:
    """The Holder on the record date, or the last one of Notes that were gone by then."""
    record = min(record_date(nominal, known.story.form), known.as_of)
    if bundle.ceased is not None and bundle.ceased.on <= record:
        return bundle.holder
    return bundle.holder_on(record)


def _bears(bundle: Bundle, day: date, nominal: date, known: Known) -> bool:
    """Whether these Notes bear interest of a day that is paid on a date."""
    issue = next((e.on for e in known.of(ISSUED) if e.lot == bundle.lot), CLOSING)
    from_issue = known.reading("later-issued-notes") == "FROM-ISSUE"
    if bundle.lot != BASE and from_issue and day < issue:
        return False
    if bundle.ceased is None:
        return True
    forfeits = known.reading("converted-notes") == "FORFEIT"
    if bundle.ceased.kind == CONVERTED and forfeits and nominal > bundle.ceased.on:
        return False
    return day < bundle.ceased.on


def _on_a_dollar(days: Iterable[Day], known: Known) -> Fraction:
    """Interest on one dollar: the days put together while they follow each other at one rate."""
    last: dict[int, Piece] = {}
    total = ZERO
    for day, rates in days:
        for n, rate in enumerate(rates):
            piece = last.get(n)
            if piece is not None and (piece.stop, piece.rate) == (day, rate):
                piece.stop = day + ONE
                continue
            if piece is not None:
                total += interest(piece, known.story.day_count)
            last[n] = Piece("", 1, rate, day, day + ONE)
    return total + sum((interest(p, known.story.day_count) for p in last.values()), ZERO)


def look_ahead(known: Known) -> date:
    """The day to which a default that is not cured is taken to go on: the next payment date, or
    the one after where that may be passed by."""
    next_one = payment_date_after(known.as_of, known.story.form)
    waits = known.reading("payment-after-record-date") == "NEXT-DATE"
    return payment_date_after(next_one, known.story.form) if waits else next_one
