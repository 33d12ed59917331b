"""Random histories of Holders and parties: Notes that change hands, Questionnaires, late filings,
orders, misstatements, Sale Notices, and extensions and waivers of what they open.
"""

from collections.abc import Mapping
from datetime import date
from random import Random

from dealclock.second.story import (
    CUSIPS,
    EFFECTIVE,
    FILED,
    INFORMATION_PROVIDED,
    INFORMATION_REQUESTED,
    INTENDED,
    NAMED_BEFORE,
    NAMED_BY_AMENDMENT,
    NAMED_BY_SUPPLEMENT,
    NOTIFIED,
    QUALIFIED,
    REQUESTED,
    RETURNED,
    UNUSABLE,
    USABLE,
    Delivery,
)
from tests.unit.engine.second.book import Book, after
from tests.unit.engine.second.drawing import CHOICES, Drawn
from tests.unit.engine.second.drawing_agreements import draw_agreements
from tests.unit.engine.second.drawing_notes import HOLDERS, draw_notes
from tests.unit.engine.second.drawing_notices import draw_orders, draw_sales, draw_suspensions
from tests.unit.engine.second.sample import CLOSING, story_of

PARTY_CHOICES: Mapping[str, tuple[str, ...]] = {
    "majority-denominator": ("DEEMED-BOTH-SIDES", "NOTES-ONLY"),
    "affiliate-holdings": ("EXCLUDED-BOTH-SIDES", "EXCLUDED-FROM-CONSENTS"),
    "consent-withdrawal": ("UNTIL-AGREED", "ANY-TIME"),
    "unproven-extension": ("TAKEN-AS-AGREED", "MUST-BE-SHOWN"),
    "short-of-consent": ("CONSENTING-BOUND", "NOBODY-BOUND"),
    "waiver-before-lapse": ("NO-DEFAULT", "MARKS-DEFAULT"),
    "own-extension": ("OWN-DATE", "NEEDS-MAJORITY"),
    "intended-day": ("AT-MAILING", "LAST-INTENDED"),
    "questionnaire-runs-from": ("REQUEST-DATE", "DEEMED-GIVEN", "EXHIBIT-A"),
    "entitlement-deadline": ("HARMONISED", "THEREIN-LITERAL"),
    "entitlement-last-day": ("INCLUSIVE", "STRICTLY-BEFORE"),
    "late-entitlement": ("BARRED", "FROM-DELIVERY", "RESTORED"),
    "no-questionnaire-requested": ("ENTITLED", "NOT-ENTITLED"),
    "request-before-holding": ("NOT-ASKED", "BINDS-BUYERS"),
    "repeated-request": ("EACH-REQUEST", "FIRST-REQUEST"),
    "late-questionnaire": ("AFTER-DEADLINE", "ANY-LATER"),
    "limited-filing": ("POSTPONE", "RE-RUN", "EXTINGUISH"),
    "semi-annual-period": ("FISCAL-HALF", "ROLLING-SIX-MONTHS", "FROM-EFFECTIVENESS"),
    "supplements-limited": ("LITERAL", "PURPOSIVE"),
    "late-threshold": ("AGGREGATE", "PER-HOLDER"),
    "threshold-clock": ("CROSSING", "FIRST-RECEIPT"),
    "threshold-shares": ("ZERO", "DEEMED-PRINCIPAL"),
    "restated-holding": ("ALREADY-NAMED", "INCREASE-COUNTS"),
    "closed-last-day": ("NO-ROLL", "GCL-25"),
    "at-least-before": ("NTH-DAY", "CLEAR-DAYS"),
    "advice-event": ("KNOWLEDGE", "EVENT"),
    "stop-from": ("EARLIER", "RECEIPT", "DEEMED-GIVEN"),
    "sale-notice-effect": ("FROM-NOTICE", "FROM-WINDOW", "NOTICE-DAY-COUNTS"),
    "sale-notice-form": ("CLAUSE-CONTROLS", "FORM-CONTROLS"),
}


def draw_parties(seed: int) -> Drawn:
    """A story of some of these things, and two days to ask about it."""
    random = Random(f"parties {seed}")
    book = Book(random)
    filed, effective = _shelf(book)
    holders = random.sample(HOLDERS, random.choice((1, 2, 2, 3, 4)))
    draw_notes(book, holders, effective)
    if random.random() < 0.75:
        _draw_questionnaires(book, holders, filed, effective)
    if random.random() < 0.3:
        _draw_failures(book, effective)
    if random.random() < 0.4:
        draw_orders(book, holders, effective)
    if random.random() < 0.15:
        draw_suspensions(book, holders, effective)
    if random.random() < 0.4:
        draw_sales(book, holders, effective)
    if random.random() < 0.65:
        draw_agreements(book, holders)
    readings: Mapping[str, str] = {}
    if random.random() < 0.65:
        share = random.choice((0.1, 0.3, 0.6))
        own = {q: random.choice(c) for q, c in PARTY_CHOICES.items() if random.random() < share}
        others = {q: random.choice(c) for q, c in CHOICES.items() if random.random() < 0.15}
        readings = {**others, **own}
    events = book.events
    story = story_of(tuple(events), readings, random.choice(("30/360", "Actual/360")))
    near = after(random.choice(events).on, random.choice((0, random.randrange(-1, 20))))
    last = after(max(e.on for e in events), random.randrange(200))
    days = sorted({max(day, after(CLOSING, 1)) for day in (near, last)})
    return Drawn(seed, story, tuple(days))


def _shelf(book: Book) -> tuple[date, date]:
    """Filed and effective, in time or late; the days meant even where neither happened."""
    random = book.random
    filed = after(CLOSING, random.choice((random.randrange(1, 16), random.randrange(10, 90))))
    effective = after(filed, random.choice((random.randrange(60, 110), random.randrange(10, 300))))
    if random.random() < 0.95:
        book.add(FILED, filed)
        if random.random() < 0.85:
            book.add(EFFECTIVE, effective)
    for kind in (CUSIPS, QUALIFIED):
        if random.random() < 0.15:
            book.add(kind, after(effective, random.choice((-30, -1, 0, 1, 20))))
    for default in ("default-i", "default-ii"):
        if random.random() < 0.2:
            day = after(CLOSING, 15 if default == "default-i" else 120)
            day = after(day, random.randrange(10))
            about = random.choice((default, f"trustee-notice/{default}"))
            book.add(NOTIFIED, day, about=about, given=(book.delivery("trustee", day),))
    return filed, effective


def _draw_failures(book: Book, effective: date) -> None:
    """The Prospectus fails once or twice, and is usable again or not."""
    random = book.random
    day = after(effective, random.randrange(1, 200))
    for _ in range(random.choice((1, 1, 2))):
        book.add(UNUSABLE, day)
        if random.random() < 0.7:
            day = after(day, random.choice((random.randrange(1, 15), random.randrange(1, 120))))
            book.add(USABLE, day)
        day = after(day, random.randrange(1, 90))


def _draw_questionnaires(book: Book, holders: list[str], filed: date, effective: date) -> None:
    """Requests to all and to one, forms in time, on the last day, late and again, and filings."""
    random = book.random
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        day = after(filed, random.randrange(-10, 80))
        book.add(INTENDED, day, target=after(effective, random.choice((0, 0, -10, 30))))
    asked: list[date] = []
    for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
        day = after(effective, random.choice((-75, -60, -45, -40, -28, 10, 150)))
        day = after(max(day, CLOSING), random.randrange(12))
        asked.append(day)
        one = random.choice(holders) if random.random() < 0.25 else ""
        book.add(REQUESTED, day, holder=one, given=_mailed(book, day))
    for holder in holders:
        start = random.choice(asked) if asked and random.random() < 0.8 else filed
        day = after(start, random.choice((-10, 0, 20, 27, 28, 29, 30, 40, 100)))
        for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
            day = max(after(day, random.randrange(-3, 4)), CLOSING)
            shares = random.choice((None, None, None, random.randrange(1, 90_000)))
            book.add(RETURNED, day, holder=holder, dollars=_form_dollars(random), shares=shares)
            if random.random() < 0.25:
                _name(book, after(day, random.randrange(16)), holder, effective)
            day = after(day, random.choice((1, 1, 5, 30, 90)))
    for _ in range(random.choice((0, 0, 1, 1, 2, 3, 4))):
        day = after(effective, random.randrange(-60, 300))
        _name(book, max(day, CLOSING), random.choice(("", "", *holders)), effective)
    if random.random() < 0.3:
        holder = random.choice(holders)
        for _ in range(random.choice((1, 2))):
            day = after(effective, random.randrange(-40, 200))
            book.add(INFORMATION_REQUESTED, day, holder=holder)
            if random.random() < 0.7:
                book.add(INFORMATION_PROVIDED, after(day, random.randrange(40)), holder=holder)


def _name(book: Book, day: date, holder: str, effective: date) -> None:
    """A filing that names a Holder, or all that wait."""
    kind = NAMED_BEFORE
    if day >= effective:
        kind = book.random.choice((NAMED_BY_AMENDMENT, NAMED_BY_AMENDMENT, NAMED_BY_SUPPLEMENT))
    book.add(kind, day, holder=holder)


def _form_dollars(random: Random) -> int:
    """Near the million, of two forms together or of one alone."""
    return random.choice((500_000, 500_001, 600_000, 1_000_000, 1_000_001, 2_500_000, 30_000_000))


def _mailed(book: Book, day: date) -> tuple[Delivery, ...]:
    """To the Holders and, often, to the Trustee and the registered holder."""
    given = [book.delivery("holders", day)]
    if book.random.random() < 0.7:
        given.append(book.delivery("trustee", day))
        given.append(book.delivery("registered-holder", day))
    return tuple(given)
