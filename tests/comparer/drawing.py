"""Random deals from a seed: a sample's terms or a variant, a history of events of every kind, and a
query. The same seed always draws the same deal.

A history is a few courses put together (the shelf, its use, Holders, sales, advice, consents and so
on), each plausible in itself most of the time and odd now and then.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from random import Random
from typing import Any

from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS
from tests.comparer.deal import Change, Deal
from tests.comparer.scenes import LETTER, NOTES
from tests.comparer.variants import (
    NOT_TOGETHER,
    OF_PROVISIONS,
    OF_RATES,
    OF_TERMS,
    READINGS,
    amendment,
)

ONE = timedelta(days=1)
CLOSING = date(2004, 6, 30)
HOLDERS = ("fund-a", "fund-b", "fund-c", "fund-d")
METHODS = ("hand", "hand", "hand", "courier", "mail", "fax", "e-mail")
AMENDED_ON = ("2004-10-01", "2004-12-15", "2005-02-01", "2005-06-15")
AMOUNTS = (500_000, 1_000_000, 1_000_001, 3_000_000, 10_000_000, 20_000_000)
PAYMENTS = ("payment/2005-01-15", "payment/2005-07-15", "payment/2006-01-15")
DEFAULTS = ("default-i", "default-ii", "default-iii", "default-iv-a", "default-iv-b")


def draw(seed: int) -> Deal:
    """The deal of a seed; about one in twelve is of the letter agreement."""
    random = Random(f"comparer {seed}")
    if random.random() < 0.08:
        return _letter(seed, random)
    changes = tuple(_changes(random))
    book = Book(random)
    _shelf(book)
    places = random.sample(range(len(_COURSES)), k=random.choice((1, 1, 2, 2, 3)))
    for place in sorted(places):
        _COURSES[place](book)
    if random.random() < 0.35:
        _taken_back(book)
    return _deal(seed, random, NOTES, changes, book)


def _deal(
    seed: int, random: Random, agreement: str, changes: tuple[Change, ...], book: "Book"
) -> Deal:
    facts = book.facts()
    as_of = _as_of(random, facts)
    known_at = None
    if random.random() < 0.15:
        known_at = datetime.combine(as_of + random.randrange(-20, 40) * ONE, _MIDDAY, UTC)
    return Deal(f"seed {seed}", agreement, changes, facts, as_of, known_at, _readings(random))


_MIDDAY = time(16)


def _as_of(random: Random, facts: Sequence[Fact]) -> date:
    """A day near an event, mostly; else any day."""
    if facts and random.random() < 0.75:
        near = random.choice(facts).on + random.choice((0, 0, 1, 2, random.randrange(-5, 30))) * ONE
    elif facts and random.random() < 0.6:
        near = max(f.on for f in facts) + random.randrange(120) * ONE
    else:
        near = CLOSING + random.randrange(1, random.choice((200, 700, 1500))) * ONE
    return max(near, date(2002, 2, 4))


def _readings(random: Random) -> Mapping[str, str]:
    """None, one, or several choices other than the defaults; never two that conflict."""
    if random.random() < 0.35:
        return {}
    share = random.choice((0.02, 0.05, 0.15, 0.5))
    chosen: dict[str, str] = {}
    for name, choices in READINGS.items():
        if random.random() < share:
            chosen[name] = random.choice(choices)
    if chosen.get("default-after-cure") in NOT_TOGETHER:
        chosen.pop("concurrent-defaults", None)
    return chosen


# ---- Terms


def _changes(random: Random) -> Iterator[Change]:
    """Up to two changes of the original, and up to two amendments."""
    for _ in range(random.choice((0, 0, 0, 1, 1, 2))):
        menu = random.choice((OF_PROVISIONS, OF_TERMS, OF_TERMS, OF_RATES))
        yield menu[random.choice(list(menu))]
    if random.random() < 0.25:
        days = sorted(random.sample(AMENDED_ON, k=random.choice((1, 1, 2))))
        yield {"amendments": [_amended(random, n, day) for n, day in enumerate(days, 1)]}


def _amended(random: Random, n: int, effective: str) -> Change:
    menu = random.choice((OF_PROVISIONS, OF_PROVISIONS, OF_RATES))
    known = date.fromisoformat(effective) + random.choice((0, 0, -10, 15)) * ONE
    return amendment(n, effective, known.isoformat(), menu[random.choice(list(menu))])


# ---- Events


class Book:
    """The events so far, each under the next id."""

    def __init__(self, random: Random, begins: date = CLOSING) -> None:
        self.random = random
        self.begins = begins
        self.effective: date | None = None
        self._facts: list[dict[str, Any]] = []

    def add(self, kind: str, on: date, **details: Any) -> str:
        """Add an event, no earlier than the agreement; its id."""
        name = f"F{len(self._facts) + 1}"
        on = max(on, self.begins)
        kept = {key: value for key, value in details.items() if value is not None}
        self._facts.append({"id": name, "kind": kind, "on": on, **kept})
        return name

    def given(self, on: date, *parties: str, late: bool = False) -> list[dict[str, Any]]:
        """Deliveries of a notice to parties, each by a random method."""
        return [self._delivery(on, party) for party in parties if not late or self.chance(0.8)]

    def _delivery(self, on: date, party: str) -> dict[str, Any]:
        method = self.random.choice(METHODS)
        sent = max(on, self.begins)
        received = None
        if method != "hand" and self.chance(0.5):
            received = sent + self.random.randrange(8) * ONE
        return {"to": party, "method": method, "on": sent, "acknowledged": received}

    def chance(self, share: float) -> bool:
        """True in a share of all cases."""
        return self.random.random() < share

    def after(self, day: date, *choices: int) -> date:
        """A day some days after another: one of the choices, each with up to four more."""
        return day + (self.random.choice(choices) + self.random.choice((0, 0, 1, 4))) * ONE

    def holder(self) -> str:
        """One of the Holders."""
        return self.random.choice(HOLDERS)

    def amount(self) -> int:
        """Principal of Notes."""
        return self.random.choice(AMOUNTS)

    def lot(self) -> str:
        """The first lot, mostly."""
        return self.random.choice(("base", "base", "base", "option"))

    def ids(self, *kinds: str) -> list[str]:
        """The events of these kinds so far."""
        return [each["id"] for each in self._facts if each["kind"] in kinds]

    def on(self, name: str) -> date:
        """The day of an event."""
        on: date = next(each["on"] for each in self._facts if each["id"] == name)
        return on

    def start(self) -> date:
        """A day from which something of the shelf's use begins."""
        base = self.effective or self.begins + 100 * ONE
        return base + self.random.choice((0, 3, 10, 40, 120, 300)) * ONE

    def facts(self) -> tuple[Fact, ...]:
        """The events in the order recorded: as drawn, by day or shuffled; corrections after all."""
        first = [each for each in self._facts if "corrects" not in each]
        last = [each for each in self._facts if "corrects" in each]
        match self.random.choice(("by day", "by day", "as book", "shuffled")):
            case "by day":
                first.sort(key=lambda each: each["on"])
            case "shuffled":
                self.random.shuffle(first)
        late = self.chance(0.2)
        made = []
        instant: datetime | None = None
        for each in (*first, *last):
            more: dict[str, Any] = {}
            if late and (each in last or self.chance(0.3)):
                delay = timedelta(days=self.random.choice((0, 0, 1, 5, 30)), hours=20)
                instant = max(
                    datetime.combine(each["on"], datetime.min.time(), UTC) + delay,
                    instant or datetime.min.replace(tzinfo=UTC),
                )
                more["recorded_at"] = instant
            if self.chance(0.1):
                more["basis"] = "hypothetical"
            made.append(Fact.model_validate({**each, **more}))
        return tuple(made)


Course = Callable[[Book], None]


def _shelf(book: Book) -> None:
    """Filed and effective in time, late or never; sometimes with what goes before."""
    random = book.random
    if book.chance(0.05):
        return
    filed = book.begins + random.choice((5, 10, 13, 15, 16, 20, 60, 130)) * ONE
    if book.chance(0.15):
        book.add("shelf-drafts-furnished", filed - random.choice((2, 9, 14, 15, 20)) * ONE)
    book.add("registration-statement-filed", filed)
    if book.chance(0.12):
        return
    soon = random.choice((30, 60, 90, 118, 120, 121, 125, 150, 300))
    book.effective = max(filed, book.begins + soon * ONE)
    for kind in ("cusip-numbers-provided", "indenture-qualified"):
        if book.chance(0.15):
            book.add(kind, book.effective + random.choice((-30, -1, 0, 1, 10)) * ONE)
    book.add("registration-statement-effective", book.effective)


def _outages(book: Book) -> None:
    """Failures of the Prospectus, cured in time, late or never, some in down-time."""
    random, day = book.random, book.start()
    for _ in range(random.choice((1, 1, 2, 3))):
        book.add("prospectus-unusable", day)
        if book.chance(0.25):
            book.add("downtime-began", day + random.choice((0, 0, -1, 2)) * ONE)
            if book.chance(0.8):
                book.add("downtime-ended", book.after(day, 1, 5, 10))
        if book.chance(0.4):
            _suspended(book, day + random.choice((0, 1, 3, 6)) * ONE)
        if book.chance(0.8):
            book.add("prospectus-usable", book.after(day, 1, 4, 7, 8, 20, 70))
        day = book.after(day, 5, 15, 60, 100)


def _suspended(book: Book, sent: date) -> date:
    """A Suspension Notice with what may follow; the day it comes to."""
    random = book.random
    notice = book.add("suspension-notice", sent, given=book.given(sent, "holders") or None)
    end = sent + random.choice((3, 20, 44, 45, 46, 60, 61, 95)) * ONE
    if book.chance(0.3):
        extended = sent + random.choice((5, 30, 44, 45, 46)) * ONE
        about = random.choice((None, notice, f"suspension/{notice}"))
        book.add(
            "suspension-extended", extended, given=book.given(extended, "holders"), about=about
        )
    if book.chance(0.12):
        book.add("suspension-improper", book.after(sent, 0, 3, 30), about=notice)
    if book.chance(0.15):
        book.add("copies-return-directed", book.after(sent, 0, 1))
    if book.chance(0.85):
        book.add("suspension-ended", end)
        for kind in ("sales-cleared", "new-prospectus-received"):
            if book.chance(0.35):
                to = random.choice((None, None, book.holder()))
                book.add(kind, end + random.choice((-2, 0, 0, 3)) * ONE, holder=to)
    return end


def _suspensions(book: Book) -> None:
    """Suspensions one after another, near enough to share a window."""
    day = book.start()
    for _ in range(book.random.choice((1, 2, 2, 3, 4))):
        day = book.after(_suspended(book, day), 0, 1, 10, 30, 90)


def _notes(book: Book) -> None:
    """The option issued, and Notes converted, retired or sold under the shelf."""
    random = book.random
    if book.chance(0.6):
        part = random.choice((None, None, 4_000_000))
        book.add("notes-issued", book.begins + random.choice((0, 20, 122, 200)) * ONE, lot="option",
                 amount=part)  # fmt: skip
    for _ in range(random.choice((1, 2, 3, 4))):
        kind = random.choice(("notes-converted", "notes-retired", "notes-sold-under-shelf"))
        who = random.choice((None, None, book.holder()))
        shares = 65104 if kind == "notes-converted" and book.chance(0.4) else None
        book.add(kind, _around_payments(book), lot=book.lot(), amount=book.amount(), holder=who,
                 shares=shares)  # fmt: skip
    if book.chance(0.15):
        book.add("registered-securities-sold-out", book.start() + 100 * ONE)
    if book.chance(0.15):
        book.add("securities-ceased-outstanding", book.start() + 150 * ONE)
    if book.chance(0.2):
        book.add("shares-sold-under-shelf", book.start(), shares=random.choice((100, 65104)),
                 holder=random.choice((None, book.holder())))  # fmt: skip


def _around_payments(book: Book) -> date:
    """A record date, a payment date, a day next to one, or any day."""
    random = book.random
    if book.chance(0.3):
        month, day = random.choice(((1, 1), (1, 2), (1, 14), (1, 15), (7, 1), (7, 15), (7, 16)))
        return date(random.choice((2005, 2006)), month, day)
    return book.begins + random.randrange(700) * ONE


def _paid(book: Book) -> None:
    """Payments in whole, in part or of no stated amount, and the steps before and after them."""
    random = book.random
    for payment in random.sample(PAYMENTS, k=random.choice((1, 2))):
        on = date.fromisoformat(payment.partition("/")[2]) + random.choice((0, 2, 3, 5, 20)) * ONE
        if book.chance(0.4):
            book.add("officers-certificate-delivered", on - random.choice((0, 2, 5)) * ONE,
                     about=payment)  # fmt: skip
        if book.chance(0.4):
            amount = random.choice((None, "15416.67"))
            book.add("payment-funded", on - random.choice((0, 1, 4)) * ONE, about=payment,
                     amount=amount)  # fmt: skip
        for n in range(random.choice((1, 1, 2))):
            amount = random.choice((None, "15416.67", "5000.00", "31666.67", "0.01"))
            book.add("additional-interest-paid", on + n * 10 * ONE, about=payment, amount=amount)
        if book.chance(0.4):
            book.add("payment-confirmed", book.after(on, 0, 1), about=payment)


def _holders(book: Book) -> None:
    """Who holds which Notes: acquired, transferred, an affiliate's."""
    random = book.random
    for who in random.sample(HOLDERS, k=random.choice((1, 2, 3))):
        book.add("notes-acquired", book.begins + random.choice((0, 10, 130, 250)) * ONE, holder=who,
                 lot=book.lot(), amount=book.amount())  # fmt: skip
    for _ in range(random.choice((0, 1, 1, 2))):
        one, other = random.sample(HOLDERS, k=2)
        on = random.choice((book.start(), _around_payments(book)))
        book.add("notes-transferred", on, holder=one, to=other, lot=book.lot(),
                 amount=random.choice((250_000, 500_000, 1_000_000)))  # fmt: skip
    if book.chance(0.25):
        book.add("affiliate-holdings", book.begins + 5 * ONE, holder=book.holder(),
                 amount=book.amount(), shares=random.choice((None, 1000)))  # fmt: skip


def _questionnaires(book: Book) -> None:
    """Requests, returns in time and late, and filings that name Holders."""
    random = book.random
    _holders(book)
    aim = book.effective or book.begins + 120 * ONE
    if book.chance(0.6):
        book.add("effectiveness-intended", aim - random.choice((80, 60)) * ONE, target=aim)
    mailed = aim - random.choice((70, 58, 45, 28, 20)) * ONE
    for _ in range(random.choice((0, 1, 1, 1, 2))):
        to = ("holders", "trustee", "registered-holder")
        book.add("questionnaire-mailed", mailed, given=book.given(mailed, *to),
                 holder=random.choice((None, None, book.holder())))  # fmt: skip
        mailed = book.after(mailed, 10, 90)
    for _ in range(random.choice((1, 2, 3, 4))):
        on = mailed + random.choice((-80, 5, 25, 28, 29, 40, 100, 200)) * ONE
        book.add("questionnaire-returned", on, holder=book.holder(), amount=book.amount(),
                 shares=random.choice((None, None, 10000)))  # fmt: skip
    for _ in range(random.choice((0, 1, 2))):
        how = random.choice(
            ("holders-named-pre-effective", "holders-named-by-amendment",
             "holders-named-by-supplement")
        )  # fmt: skip
        book.add(
            how,
            book.after(aim, -20, 5, 15, 60),
            holder=random.choice((None, book.holder())),
        )
    if book.chance(0.35):
        who = book.holder()
        asked = book.after(mailed, 0, 20)
        book.add("information-requested", asked, holder=who)
        if book.chance(0.7):
            book.add("information-provided", book.after(asked, 5, 28, 29, 40), holder=who)
    if book.chance(0.2):
        book.add("information-changed", book.start(), holder=random.choice((None, book.holder())))


def _sales(book: Book) -> None:
    """Sale Notices, planned sales with denominations, sales, and the form afterwards."""
    random = book.random
    for _ in range(random.choice((1, 1, 2))):
        day, who = book.start(), random.choice((None, book.holder()))
        book.add("sale-notice", day, given=book.given(day, "trustee", "company", late=True) or
                 book.given(day, "trustee"), holder=who)  # fmt: skip
        if book.chance(0.5):
            planned = book.add("sale-planned", day, target=book.after(day, 2, 5, 9), holder=who,
                               lot=random.choice((None, "base")), amount=None)  # fmt: skip
            if book.chance(0.7):
                book.add("denominations-requested", book.after(day, 0, 2, 6), about=planned,
                         holder=who)  # fmt: skip
        if book.chance(0.6):
            sold = book.after(day, 2, 5, 6, 12)
            sale = book.add("notes-sold-under-shelf", sold, lot="base", amount=book.amount(),
                            holder=who)  # fmt: skip
            if book.chance(0.6):
                later = book.after(sold, 0, 3)
                book.add("transfer-notice", later, about=sale, holder=who,
                         given=book.given(later, "trustee", "company"))  # fmt: skip


def _orders(book: Book) -> None:
    """Orders, their lifting, and advice of them."""
    random = book.random
    for _ in range(random.choice((1, 1, 2))):
        day = book.start()
        order = book.add(random.choice(("stop-order", "blue-sky-suspension")), day)
        if book.chance(0.4):
            book.add("prospectus-unusable", book.after(day, 0, 1))
        _advised(book, order)
        if book.chance(0.6):
            book.add("stop-order-lifted", book.after(day, 3, 10, 40),
                     about=random.choice((None, order)))  # fmt: skip
        if book.chance(0.3):
            about = random.choice((f"effect-of-order/{order}", f"lifting-of-orders/{order}"))
            book.add("duty-done", book.after(day, 2, 6, 9), about=about)


def _advised(book: Book, event: str) -> None:
    """Selling Holders advised of an event, in time, late or not at all."""
    on = book.on(event)
    if book.chance(0.65):
        advised = book.after(on, 0, 3, 6, 7, 8, 15)
        to = book.random.choice(("selling-holders", "selling-holders", "holders"))
        book.add("holders-advised", advised, about=event,
                 given=book.random.choice(([], book.given(advised, to))))  # fmt: skip
    if book.chance(0.2):
        book.add("written-confirmation-requested", book.after(on, 1, 9),
                 about=book.random.choice((None, event)),
                 holder=book.random.choice((None, book.holder())))  # fmt: skip


def _misstatements(book: Book) -> None:
    """Misstatements that become known, advice of them, and filings that correct them."""
    random = book.random
    for _ in range(random.choice((1, 1, 2))):
        day = book.start()
        wrong = book.add("misstatement", day)
        if book.chance(0.7):
            book.add("misstatement-known", book.after(day, 0, 2, 20), about=wrong)
        _advised(book, wrong)
        if book.chance(0.6):
            how = random.choice(("supplement-filed", "amendment-effective", "report-filed"))
            book.add(how, book.after(day, 2, 9, 30), about=random.choice((wrong, wrong, None)))
        if book.chance(0.3):
            about = random.choice((f"correcting-filing/{wrong}", f"corrected-prospectus/{wrong}"))
            book.add("duty-done", book.after(day, 5, 20), about=about)
        if book.chance(0.4):
            book.add("prospectus-unusable", book.after(day, 0, 1))


def _filings(book: Book) -> None:
    """What Holders are advised of: filings, requests of the Commission."""
    random = book.random
    kinds = ("prospectus-filed", "supplement-filed", "amendment-filed", "amendment-effective",
             "commission-request", "report-filed")  # fmt: skip
    for kind in random.sample(kinds, k=random.choice((1, 2, 3))):
        _advised(book, book.add(kind, book.start()))


def _reviews(book: Book) -> None:
    """Drafts furnished, objections made and settled, and filings on their heels."""
    random = book.random
    for _ in range(random.choice((1, 1, 2))):
        of_shelf = book.chance(0.3)
        day = book.begins + random.choice((1, 3)) * ONE if of_shelf else book.start()
        kind = "shelf-drafts-furnished" if of_shelf else "amendment-drafts-furnished"
        drafts = book.add(kind, day)
        for _ in range(random.choice((0, 1, 1, 2))):
            objected = book.after(day, 0, 1, 2, 9, 14)
            objection = book.add("filing-objected", objected, about=drafts,
                                 holder=random.choice((None, book.holder())))  # fmt: skip
            if book.chance(0.6):
                book.add("objection-settled", book.after(objected, 0, 2, 10), about=objection)
        if book.chance(0.7):
            filing = random.choice(("supplement-filed", "amendment-filed", "report-filed"))
            filing = "prospectus-filed" if of_shelf and book.chance(0.5) else filing
            book.add(filing, book.after(day, 1, 2, 3, 4, 15, 20))


def _consents(book: Book) -> None:
    """Extensions and waivers with enough consents, too few or none, and a record date."""
    random = book.random
    if book.chance(0.5):
        _holders(book)
    for _ in range(random.choice((1, 1, 2))):
        kind = random.choice(("extension", "waiver"))
        about = random.choice(
            ("effectiveness", "effectiveness", "shelf-filing", "trustee-notice/default-ii",
             PAYMENTS[0], *DEFAULTS, *_of_events(book))
        )  # fmt: skip
        day = book.begins + random.choice((10, 80, 110, 119, 125, 150, 210)) * ONE
        if about in _of_events(book):
            day = book.after(book.on(about.partition("/")[2]), 1, 4, 12)
        target = day + random.choice((5, 30, 90)) * ONE
        wanted = target if kind == "extension" or book.chance(0.3) else None
        amount = random.choice((None, None, 30_000_000, 30_000_001, 45_000_000))
        who = book.holder() if book.chance(0.2) else None
        agreed = book.add(kind, day, about=about, target=wanted, amount=amount, holder=who)
        if book.chance(0.3):
            book.add("record-date-set", day, about=agreed, target=day - random.choice((0, 5)) * ONE)
        for each in random.sample(HOLDERS, k=random.choice((0, 1, 2, 3))):
            consent = book.add("consent-given", day - random.choice((0, 1, 3, -2)) * ONE,
                               about=agreed, holder=each, lot=random.choice((None, "base")),
                               amount=random.choice((10_000_000, 20_000_000)))  # fmt: skip
            if book.chance(0.2):
                book.add("consent-withdrawn", book.after(day, -1, 0, 5), about=consent)


def _of_events(book: Book) -> list[str]:
    """Instances that events have opened."""
    return [
        f"{name}/{event}"
        for event in book.ids("prospectus-unusable")
        for name in ("cure-window", "default-iii")
    ]


_BY_NO_HOLDER = ("inspection-requested", "commission-request")


def _requests(book: Book) -> None:
    """What Holders ask for, and undated duties done."""
    random = book.random
    duties = {
        "inclusion-requested": "requested-information",
        "copies-requested": "copies",
        "inspection-requested": "inspection",
        "commission-request": "holder-advice",
        "information-changed": "information-correction",
    }
    for kind in random.sample(list(duties), k=random.choice((1, 2, 3))):
        who = book.holder() if kind not in _BY_NO_HOLDER and book.chance(0.6) else None
        event = book.add(kind, book.start(), holder=who)
        if book.chance(0.6):
            about = f"{duties[kind]}/{event}"
            book.add("duty-done", book.after(book.on(event), 0, 3, 20), about=about)


def _conclusions(book: Book) -> None:
    """The Trustee notified, defaults confirmed or disputed, and a conclusion released."""
    random = book.random
    failed = [f"default-iii/{each}" for each in book.ids("prospectus-unusable")]
    over = [f"default-iv-a/{each}" for each in book.ids("suspension-notice")]
    for about in random.sample([*DEFAULTS[:2], *failed, *over], k=1):
        day = book.begins + random.choice((16, 18, 121, 123, 125, 140)) * ONE
        if "/" in about:
            day = book.after(book.on(about.partition("/")[2]), 8, 10, 12, 60)
        if book.chance(0.8):
            book.add("trustee-notified", day, about=about, given=book.given(day, "trustee"))
        if book.chance(0.5):
            kind = random.choice(("default-confirmed", "default-disputed"))
            book.add(kind, book.after(day, 0, 5), about=about)
        if book.chance(0.2):
            released = {"title": "A default", "clause": "3(a)", "status": "open"}
            book.add("conclusion-released", book.after(day, 1), about=about, to="trustee",
                     released=released)  # fmt: skip
    if book.chance(0.4):
        book.add("nothing-else-happened", book.start())


def _taken_back(book: Book) -> None:
    """Corrections of a day or an amount, retractions, and corrections of corrections."""
    random = book.random
    at_hand = [each for each in book._facts if each["kind"] != "nothing-else-happened"]
    for wrong in random.sample(at_hand, k=min(len(at_hand), random.choice((1, 1, 2)))):
        names = [wrong["id"]]
        for _ in range(random.choice((1, 1, 1, 2))):
            last = names[-1]
            if book.chance(0.4):
                on = book.after(wrong["on"], 0, 10)
                names.append(book.add("retraction", on, corrects=last))
                if book.chance(0.2):
                    book.add("retraction", book.after(on, 5), corrects=names[-1])
                break
            changed = {k: v for k, v in wrong.items() if k not in ("id", "kind", "on", "corrects")}
            if "amount" in changed and book.chance(0.4):
                changed["amount"] = book.amount()
            on = wrong["on"] + random.choice((-3, -1, 0, 1, 5, 20)) * ONE
            names.append(book.add(wrong["kind"], on, **changed, corrects=last))


_COURSES: Sequence[Course] = (
    _outages,
    _outages,
    _suspensions,
    _suspensions,
    _notes,
    _paid,
    _holders,
    _questionnaires,
    _questionnaires,
    _sales,
    _orders,
    _misstatements,
    _filings,
    _reviews,
    _consents,
    _consents,
    _requests,
    _conclusions,
)


# ---- The letter agreement


def _letter(seed: int, random: Random) -> Deal:
    """Warrants exercised and shares converted about a vesting, and what is computed of them."""
    book = Book(random, date(2002, 2, 1))
    exercises = []
    for _ in range(random.choice((1, 2, 3))):
        kind = random.choice(("warrants-exercised", "shares-converted"))
        on = date(2003, 6, 1) + random.choice((0, 30, 244, 245, 246, 300)) * ONE
        shares = random.choice((1000, 50900, 1_000_000))
        exercises.append(
            book.add(kind, on, holder=book.holder(), shares=shares,
                     unadjusted=random.choice((None, shares)))
        )  # fmt: skip
    for _ in range(random.choice((0, 1, 1, 2))):
        vested = date(2003, 8, 1) + random.choice((0, 30, 184, 213, 280)) * ONE
        book.add("camden-vested", vested, shares=random.choice((None, 500, 12000)))
        for exercise in exercises:
            if book.chance(0.6):
                book.add("entitlement-computed", vested, about=exercise, target=vested,
                         shares=random.choice((1018, 52250, 1_045_000)))  # fmt: skip
            if book.chance(0.2):
                book.add("other-adjustment", vested, about=exercise, shares=10)
            if book.chance(0.4):
                book.add("true-up-issued", book.after(vested, 5, 30), about=exercise,
                         shares=random.choice((18, 18000)),
                         holder=random.choice((None, book.holder())))  # fmt: skip
        if book.chance(0.4):
            about = random.choice(("warrant-true-up", "share-true-up"))
            book.add("ratio-computed", vested, about=about, ratio="1.045", target=vested)
    if book.chance(0.25):
        book.add("camden-cancelled", date(2004, 6, 30))
    if book.chance(0.3):
        _taken_back(book)
    return _deal(seed, random, LETTER, (), book)


@cache
def kinds_drawn(first: int, last: int) -> Mapping[str, int]:
    """How many of the deals of a range of seeds, the last not included, hold each kind of event."""
    found = dict.fromkeys(KINDS, 0)
    for seed in range(first, last):
        for kind in {each.kind for each in draw(seed).facts}:
            found[kind] += 1
    return found
