"""Extensions and waivers of what a story opens, near its last day and near half the principal."""

from datetime import date

from dealclock.second.story import (
    AFFILIATE,
    BLUE_SKY_ORDER,
    CONSENT,
    EXTENSION,
    INFORMATION_REQUESTED,
    MISSTATED,
    RECORD_DATE,
    REQUESTED,
    RETURNED,
    SOLD,
    STOP_ORDER,
    UNUSABLE,
    WAIVER,
    WITHDRAWN,
)
from tests.unit.engine.second.book import Book, after
from tests.unit.engine.second.sample import CLOSING

OPENED = {
    REQUESTED: (("questionnaire-deadline", 28),),
    RETURNED: (("late-questionnaire", 14),),
    INFORMATION_REQUESTED: (("additional-information", 28),),
    STOP_ORDER: (("holder-advice", 7), ("effect-of-order", 7)),
    BLUE_SKY_ORDER: (("holder-advice", 7), ("effect-of-order", 7)),
    MISSTATED: (("misstatement-advice", 7),),
    UNUSABLE: (("cure-window", 7), ("trustee-notice/default-iii", 9)),
    SOLD: (("sale-notice", 0),),
}
"""What each kind of event opens, and about how many days later it is due."""

NEAR_HALF = (29_000_000, 30_000_000, 30_000_001, 31_000_000, 36_000_001)
CONSENTING = (500_000, 15_000_000, 20_000_000, 29_500_000, 30_000_001, 37_000_000)


def draw_agreements(book: Book, holders: list[str]) -> None:
    """Some agreements, each with what shows that it has the consents, or does not."""
    random = book.random
    open_items = [("shelf-filing", after(CLOSING, 15)), ("effectiveness", after(CLOSING, 120))] * 2
    open_items += [
        ("trustee-notice/default-ii", after(CLOSING, 122)),
        ("questionnaire-window", after(CLOSING, 91)),
    ]
    open_items += [
        ("cusip-numbers", after(CLOSING, 120)),
        ("indenture-qualification", after(CLOSING, 120)),
    ]
    for event in book.events:
        for provision, days in OPENED.get(event.kind, ()):
            open_items.append((f"{provision}/{event.id}", after(event.on, days)))
    if random.random() < 0.25:
        for _ in range(random.choice((1, 2))):
            on = after(CLOSING, random.randrange(200))
            dollars = random.choice((1_000_000, 2_000_000))
            holder = random.choice((*holders, "own"))
            book.add(AFFILIATE, on, holder=holder, dollars=dollars)
    for _ in range(random.choice((1, 2, 3, 4))):
        name, due = random.choice(open_items)
        for _ in range(random.choice((1, 1, 1, 2))):
            _agree(book, holders, name, due)


def _agree(book: Book, holders: list[str], name: str, due: date) -> None:
    random = book.random
    on = max(after(due, random.choice((-10, -3, -1, 0, 0, 1, 5, 40))), after(CLOSING, 1))
    kind = random.choice((EXTENSION, WAIVER))
    if name.startswith("sale-notice"):
        kind, on = WAIVER, after(due, random.randrange(1, 6))
    target: date | None = after(on, random.choice((-5, 5, 20, 60, 120)))
    if kind == WAIVER and random.random() < 0.6:
        target = None
    about = name
    if kind == WAIVER and name in ("shelf-filing", "effectiveness") and random.random() < 0.4:
        about = "default-i" if name == "shelf-filing" else "default-ii"
    elif kind == WAIVER and name.startswith("cure-window") and random.random() < 0.4:
        about = name.replace("cure-window", "default-iii")
    own = random.choice(holders) if random.random() < 0.25 else ""
    how = random.choice(("stated", "stated", "stated", "consents", "consents", "nothing"))
    dollars = 0
    if how == "stated" and not own:
        dollars = random.choice((*NEAR_HALF, 45_000_000, 45_000_000, 60_000_000, 60_000_000))
    shares = random.choice((None, None, 100_000)) if dollars else None
    agreed = book.add(
        kind, on, about=about, holder=own, target=target, dollars=dollars, shares=shares
    )
    if own:
        return
    if random.random() < 0.25:
        set_on = after(on, random.randrange(-12, 1))
        decides = max(after(set_on, random.randrange(-5, 6)), CLOSING)
        book.add(RECORD_DATE, set_on, about=agreed, target=decides)
    if how == "consents":
        _consent(book, holders, agreed, on)


def _consent(book: Book, holders: list[str], agreed: str, on: date) -> None:
    """Consents of several Holders before and after the day, some taken back."""
    random = book.random
    for holder in random.sample([*holders, "epsilon", "zeta"], random.choice((1, 2, 3))):
        dollars = random.choice(CONSENTING)
        day = max(after(on, random.choice((-8, -2, 0, 0, 1, 4, 12))), CLOSING)
        shares = random.choice((None, None, None, 50_000))
        consent = book.add(
            CONSENT, day, about=agreed, holder=holder, dollars=dollars, shares=shares
        )
        if random.random() < 0.25:
            taken_back = after(day, random.choice((-1, 0, 1, 5, 20)))
            book.add(WITHDRAWN, max(taken_back, CLOSING), about=consent)
