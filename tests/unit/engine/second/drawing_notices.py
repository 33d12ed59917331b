"""Orders and their lifting, misstatements and advice of them, suspensions, and Sale Notices."""

from datetime import date

from dealclock.second.story import (
    ADVISED,
    AMENDMENT_EFFECTIVE,
    AMENDMENT_FILED,
    BLUE_SKY_ORDER,
    CLEARED,
    DONE,
    EFFECTIVE,
    LIFTED,
    MISSTATED,
    MISSTATEMENT_KNOWN,
    NEW_PROSPECTUS,
    RESUMED,
    SALE_NOTICE,
    SOLD,
    STOP_ORDER,
    SUPPLEMENT_FILED,
    SUSPENDED,
    TRANSFER_FORM,
    UNUSABLE,
    USABLE,
    Delivery,
)
from tests.unit.engine.second.book import Book, after

ORDERS = (STOP_ORDER, BLUE_SKY_ORDER)


def draw_orders(book: Book, holders: list[str], effective: date) -> None:
    """Orders and misstatements one after another, what is said of them, and what ends them."""
    random = book.random
    day = after(effective, random.choice((-20, 0, 30, 200, 700)))
    for _ in range(random.choice((1, 1, 2, 3, 4))):
        day = after(day, random.choice((0, 1, 5, 40)) + random.randrange(8))
        kind = random.choice(
            (*ORDERS, *ORDERS, MISSTATED, MISSTATED, SUPPLEMENT_FILED, AMENDMENT_FILED)
        )
        opened = book.add(kind, day)
        if kind == MISSTATED and random.random() < 0.5:
            book.add(MISSTATEMENT_KNOWN, after(day, random.randrange(-2, 10)), about=opened)
        if kind in ORDERS and random.random() < 0.3:
            about = random.choice((f"effect-of-order/{opened}", opened))
            book.add(DONE, after(day, random.randrange(12)), about=about)
        if kind in ORDERS and random.random() < 0.3:
            book.add(UNUSABLE, after(day, random.randrange(4)))
            book.add(USABLE, after(day, random.randrange(5, 40)))
        for _ in range(random.choice((0, 1, 1, 2))):
            _advise(book, opened, kind, day)
        if random.random() < 0.4:
            duty = random.choice(("lifting-of-orders", "correcting-filing", "corrected-prospectus"))
            book.add(DONE, after(day, random.randrange(30)), about=f"{duty}/{opened}")
    for _ in range(random.choice((0, 1, 1, 2))):
        orders = book.of(*ORDERS)
        about = random.choice([e.id for e in orders]) if orders and random.random() < 0.5 else ""
        lifting = book.add(LIFTED, after(day, random.randrange(-20, 60)), about=about)
        if random.random() < 0.4:
            book.add(DONE, after(day, 70), about=f"notice-of-lifting/{lifting}")
    if random.random() < 0.3:
        book.add(AMENDMENT_EFFECTIVE, after(day, random.randrange(60)))
    _draw_releases(book, holders, day)


def _advise(book: Book, opened: str, kind: str, day: date) -> None:
    """Advice by word of mouth, or in writing to the selling Holders or to all."""
    random = book.random
    sent = after(day, random.choice((0, 1, 3, 5, 6, 7, 8, 12)))
    duty = "misstatement-advice" if kind == MISSTATED else "holder-advice"
    about = random.choice((opened, opened, f"{duty}/{opened}"))
    given: list[Delivery] = []
    if random.random() < 0.7:
        to = random.choice(
            (("selling-holders",), ("selling-holders",), ("holders", "selling-holders"))
        )
        given = [book.delivery(party, sent) for party in to]
    book.add(ADVISED, sent, about=about, given=tuple(given))
    if kind == EFFECTIVE:
        return


def _draw_releases(book: Book, holders: list[str], day: date) -> None:
    random = book.random
    for _ in range(random.choice((0, 0, 1, 1, 2, 3))):
        kind = random.choice((NEW_PROSPECTUS, CLEARED))
        book.add(kind, after(day, random.randrange(60)), holder=random.choice(("", *holders)))


def draw_suspensions(book: Book, holders: list[str], effective: date) -> None:
    """One or two notices that suspend use, some called off before they took effect."""
    random = book.random
    day = after(effective, random.randrange(1, 200))
    for _ in range(random.choice((1, 1, 2))):
        method = random.choice(("hand", "courier", "mail"))
        received = None
        if method != "hand" and random.random() < 0.5:
            received = after(day, random.randrange(8))
        book.add(
            SUSPENDED,
            day,
            given=(Delivery("holders", method, day, received),),
            method=method,
            received=received,
        )
        if random.random() < 0.8:
            day = after(day, random.choice((1, 2, 8, 20, 50)))
            book.add(RESUMED, day)
        _draw_releases(book, holders, day)
        day = after(day, random.randrange(100, 200))


def draw_sales(book: Book, holders: list[str], effective: date) -> None:
    """Sale Notices, with the sales that follow a few days later; forms given after the sale."""
    random = book.random
    sales = book.of(SOLD)
    for _ in range(random.choice((1, 2, 3))):
        day = after(effective, random.randrange(200))
        if sales and random.random() < 0.7:
            day = after(random.choice(sales).on, -random.randrange(1, 14))
        to = ("trustee", "company") if random.random() < 0.95 else ("company",)
        holder = random.choice(("", *holders))
        given = tuple(book.delivery(party, day) for party in to)
        book.add(SALE_NOTICE, day, holder=holder, given=given)
    for sale in sales:
        if random.random() < 0.5:
            day = after(sale.on, random.randrange(6))
            given = tuple(book.delivery(party, day) for party in ("trustee", "company"))
            book.add(TRANSFER_FORM, day, about=sale.id, holder=sale.holder, given=given)
