"""Notes that change hands, are converted, retired and sold, never more than a Holder has."""

from collections import defaultdict
from datetime import date

from dealclock.second.story import (
    ACQUIRED,
    CONVERTED,
    ISSUED,
    RETIRED,
    SHARES_SOLD,
    SOLD,
    TRANSFERRED,
)
from tests.unit.engine.second.book import Book, after
from tests.unit.engine.second.sample import BASE, CLOSING, WHOLE

KINDS = (TRANSFERRED, TRANSFERRED, CONVERTED, CONVERTED, RETIRED, SOLD, SOLD, ACQUIRED)
HOLDERS = ("alpha", "beta", "gamma", "delta")


def draw_notes(book: Book, holders: list[str], effective: date) -> None:
    """Acquisitions at issue, then moves one after another, some on one day and some about a record
    date or a payment date."""
    random = book.random
    notes = _Notes(book, effective)
    day = CLOSING
    if random.random() < 0.3:
        day = notes.issue()
    for holder in holders:
        for lot in notes.free:
            if random.random() < (0.7 if lot == BASE else 0.4):
                notes.acquire(holder, lot, notes.issued[lot])
    for _ in range(random.choice((0, 1, 2, 3, 5, 8))):
        day = after(day, random.choice((0, 1, 30, 90)) + random.randrange(60))
        if random.random() < 0.3:  # a record date, a payment date, or the day before one
            year = day.year + (day.month > 6)
            day = date(year, 7 if year == day.year else 1, random.choice((1, 2, 14, 15)))
        notes.move(day)
        if random.random() < 0.5:
            notes.sell_shares(day)


class _Notes:
    """The Notes of each lot that no Holder has, those of each Holder, and Conversion Shares."""

    def __init__(self, book: Book, effective: date) -> None:
        self._told, self._random, self._effective = book, book.random, effective
        self.free = {BASE: 60_000_000}
        self.issued = {BASE: CLOSING}
        self._held: dict[tuple[str, str], int] = defaultdict(int)
        self._shares: dict[str, int] = defaultdict(int)

    def issue(self) -> date:
        """A lot is issued later, in whole or in part; the day."""
        random = self._random
        lot = random.choice(list(WHOLE))
        day = after(CLOSING, random.choice((0, 120, 121, random.randrange(400))))
        part = random.choice((0, 0, random.randrange(1, WHOLE[lot])))
        self._told.add(ISSUED, day, lot=lot, dollars=part)
        self.free[lot], self.issued[lot] = part or WHOLE[lot], day
        return day

    def acquire(self, holder: str, lot: str, day: date) -> None:
        """A Holder gets Notes of a person not on record."""
        if self.free[lot] < 1000:
            return
        half, third = self.free[lot] // 2, self.free[lot] // 3
        part = min(self._random.choice((half, third, 1_000_000, 31_000_000)), self.free[lot])
        self._told.add(ACQUIRED, day, holder=holder, lot=lot, dollars=part)
        self._held[lot, holder] += part
        self.free[lot] -= part

    def move(self, day: date) -> None:
        """Notes of a Holder, or of a person not on record, go."""
        random = self._random
        kind = random.choice(KINDS)
        own = [place for place, dollars in self._held.items() if dollars]
        if kind == SOLD and day < self._effective:
            kind = TRANSFERRED
        if kind == ACQUIRED:
            self.acquire(random.choice(HOLDERS), random.choice(list(self.free)), day)
        elif own and (kind == TRANSFERRED or random.random() < 0.8):
            self._leave(kind, day, *random.choice(own))
        elif kind != TRANSFERRED:
            lot = random.choice(list(self.free))
            if self.free[lot] > 1000:
                part = random.randrange(1, min(self.free[lot], 9_000_000))
                self.free[lot] -= part
                shares = self._shares_of(kind, part)
                self._told.add(kind, day, lot=lot, dollars=part, shares=shares)

    def _leave(self, kind: str, day: date, lot: str, holder: str) -> None:
        random = self._random
        most = self._held[lot, holder]
        part = random.choice((most, random.randrange(1, most + 1), min(most, 500_000)))
        self._held[lot, holder] -= part
        if kind == TRANSFERRED:
            to = random.choice([h for h in HOLDERS if h != holder])
            self._held[lot, to] += part
            self._told.add(kind, day, holder=holder, to=to, lot=lot, dollars=part)
            return
        shares = self._shares_of(kind, part)
        self._shares[holder] += shares or 0
        self._told.add(kind, day, holder=holder, lot=lot, dollars=part, shares=shares)

    def _shares_of(self, kind: str, dollars: int) -> int | None:
        """The shares of a conversion where they are stated."""
        if kind != CONVERTED or self._random.random() < 0.4:
            return None
        return dollars * 100 // 1536

    def sell_shares(self, day: date) -> None:
        """A Holder sells some or all of its Conversion Shares under the shelf."""
        sellers = [name for name, n in self._shares.items() if n]
        if sellers and day >= self._effective:
            seller = self._random.choice(sellers)
            most = self._shares[seller]
            part = self._random.choice((most, self._random.randrange(1, most + 1)))
            self._shares[seller] -= part
            self._told.add(SHARES_SOLD, day, holder=seller, shares=part)
