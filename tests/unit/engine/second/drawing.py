"""Random courses of events, from a seed: the same seed tells the same story."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from dealclock.second.story import (
    CONVERTED,
    EFFECTIVE,
    EXTENDED,
    FILED,
    ISSUED,
    PAID,
    RESUMED,
    RETIRED,
    SOLD,
    SUSPENDED,
    UNUSABLE,
    USABLE,
    Event,
    Limits,
    Story,
)
from tests.unit.engine.second.sample import BASE, CLOSING, WHOLE, story_of

ONE = timedelta(days=1)
CHOICES: Mapping[str, tuple[str, ...]] = {
    "business-day": ("federal-reserve", "gcl-24"),
    "default-occurs": ("LAPSE", "NEXT-DAY"),
    "uncured-default-occurs": ("AT-LAPSE", "RELATE-BACK"),
    "suspension-in-cure-window": ("TOLL-RESUME", "TOLL-FRESH", "NO-TOLL"),
    "notice-day-in-cure-window": ("COUNTED", "NOT-COUNTED"),
    "resumption-day-in-cure-window": ("NOT-COUNTED", "COUNTED"),
    "suspension-start": ("DEEMED", "DISPATCH", "RECEIPT"),
    "suspension-end": ("DAY-45-PERMITTED", "STRICT-45"),
    "notice-event": ("DEFAULT-DATE", "FIRST-ACCRUAL-DAY"),
    "first-day-of-default": ("DAY-AFTER", "DEFAULT-DAY"),
    "rate-ladder": ("CALENDAR-LADDER", "FIRST-90", "ADDITIVE"),
    "concurrent-defaults": ("SINGLE-RATE", "STACKED", "CONTINUOUS-SPELL"),
    "default-after-cure": ("RESTART", "CUMULATIVE", "FIXED-WINDOW"),
    "default-at-period-end": ("STOP", "RUN-ON"),
    "later-issued-notes": ("FROM-ISSUE", "FROM-DEFAULT"),
    "excess-suspension": ("RUNS-iii", "ONLY-iv"),
    "aggregate-default-cure": ("TERMINATION", "TRAILING-TOTAL"),
    "converted-notes": ("ACCRUED-SURVIVES", "FORFEIT"),
    "interest-base": ("TRS-NOTES", "ALL-NOTES"),
    "ceased-outstanding": ("SHARES-TOO", "NOTES-ONLY"),
    "payment-after-record-date": ("AT-ONCE", "NEXT-DATE"),
}

CONVERTED_THEN = 1_000_000

Told = tuple[str, date, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A story and the days to ask about it, in order."""

    seed: int
    story: Story
    days: tuple[date, ...]


def draw(seed: int) -> Drawn:
    """A story of events of every kind, read by other choices now and then."""
    random = Random(seed)
    filed, declared = _shelf(random)
    story: list[Told] = []
    if filed is not None:
        story.append((FILED, filed, {}))
    if declared is not None:
        story.append((EFFECTIVE, declared, {}))
        _use(random, declared, story)
    converted = sum(1 for kind, *_ in story if kind == CONVERTED)
    story += _notes(random, 60_000_000 - converted * CONVERTED_THEN)
    if random.random() < 0.2:
        story.append((PAID, date(2005, 1, 18), {"about": "payment/2005-01-15"}))
    story = list(_apart(story))
    random.shuffle(story)
    events = tuple(
        Event(f"F{n}", kind, on, **more)  # type: ignore[arg-type]
        for n, (kind, on, more) in enumerate(story, 1)
    )
    found = story_of(events, _readings(random), random.choice(("30/360", "Actual/360")))
    return Drawn(seed, found, _days(random, events))


def draw_amended(seed: int) -> Drawn:
    """A story of the shelf's use whose limits are amended once or twice while things run."""
    random = Random(f"amended {seed}")
    drawn = draw(seed)
    use = [
        e.on for e in drawn.story.events if e.kind not in (CONVERTED, RETIRED, SOLD, ISSUED, PAID)
    ]
    days = sorted(
        {random.choice(use or [CLOSING]) + random.randrange(1, 60) * ONE for _ in range(2)}
    )[: random.choice((1, 1, 2))]
    amended = tuple(_limits(random, day) for day in days)
    readings = {q: r for q, r in drawn.story.readings.items() if q not in _NOT_WITH_AMENDMENTS}
    story = replace(drawn.story, amended=amended, readings=readings)
    about = max(days) + random.choice((0, 1, 2, 20)) * ONE
    return Drawn(seed, story, tuple(sorted({*drawn.days, about})))


_NOT_WITH_AMENDMENTS = ("uncured-default-occurs", "aggregate-default-cure")
"""Readings of which the second engine does not say what an amendment makes of them."""


def _limits(random: Random, since: date) -> Limits:
    in_a_row = random.choice((25, 30, 35, 45, 55))
    return Limits(
        since=since,
        filing=random.choice((10, 15, 30)),
        effectiveness=random.choice((60, 100, 120, 150, 300)),
        cure=random.choice((1, 2, 5, 10)),
        in_a_row=in_a_row,
        extended=in_a_row + random.choice((5, 15)),
        in_360=random.choice((60, 75, 90, 120)),
    )


def _shelf(random: Random) -> tuple[date | None, date | None]:
    """Filed and effective in time, late or never."""
    if random.random() < 0.05:
        return None, None
    if random.random() < 0.06:  # cured on the day on which the next default begins to accrue
        filed = CLOSING + random.choice((121, 122)) * ONE
        return filed, filed + random.randrange(400) * ONE
    in_time = random.random() < 0.7
    filed = CLOSING + random.randrange(*((1, 16) if in_time else (10, 200))) * ONE
    if random.random() < 0.1:
        return filed, None
    soon = random.random() < 0.7
    offset = random.randrange(*((30, 125) if soon else (100, 900)))
    return filed, max(filed, CLOSING + offset * ONE)


def _use(random: Random, effective: date, story: list[Told]) -> None:
    """Failures and suspensions one after another, near enough to meet, to the end of the period."""
    day = effective + random.choice((-20, 0, 0, 0, 300, 600)) * ONE
    if random.random() < 0.2:  # a default that begins between a record date and its payment date
        day = date(day.year + 1, random.choice((1, 7)), 1) - random.randrange(7) * ONE
        story.append((UNUSABLE, day, {}))
        day += random.randrange(90) * ONE
        story.append((CONVERTED, day, {"lot": BASE, "dollars": CONVERTED_THEN}))
    for _ in range(random.choice((0, 1, 1, 2, 3, 4, 6))):
        day += random.choice((0, 1, 3, 10, 30, 100, 300)) * ONE
        day += random.randrange(12) * ONE
        if random.random() < 0.6:
            story.append((UNUSABLE, day, {}))
            if random.random() < 0.75:
                length = random.choice((0, random.randrange(12), random.randrange(150)))
                story.append((USABLE, day + length * ONE, {}))
        if random.random() < 0.6:
            ahead = random.choice((0, random.randrange(-3, 10)))
            day = _suspend(random, day + ahead * ONE, story)


def _apart(story: list[Told]) -> Iterator[Told]:
    """No cure on the day of a failure: which of the two came first would be for the order told."""
    failed = {on for kind, on, _ in story if kind == UNUSABLE}
    for kind, on, more in story:
        day = on
        while kind == USABLE and day in failed:
            day += ONE
        yield kind, day, more


def _suspend(random: Random, sent: date, story: list[Told]) -> date:
    """A notice, perhaps an extension, perhaps an end; the day it comes to."""
    story.append((SUSPENDED, sent, {"method": random.choice(("hand", "hand", "courier", "mail"))}))
    length = random.choice((random.randrange(60), random.randrange(20, 50), random.randrange(80)))
    if random.random() < 0.2:
        story.append((EXTENDED, sent + random.randrange(8, 46) * ONE, {}))
    if random.random() < 0.9:
        story.append((RESUMED, sent + length * ONE, {}))
    return sent + length * ONE


def _notes(random: Random, left: int) -> Iterator[Told]:
    """Lots issued later, in whole or in part, and what each lot is lessened by."""
    if random.random() < 0.1:  # nothing is left of the first lot, even if more is issued later
        day = CLOSING + random.randrange(700) * ONE
        yield random.choice((CONVERTED, RETIRED, SOLD)), day, {"lot": BASE, "dollars": left}
    else:
        yield from _lessened(random, BASE, CLOSING, left)
    for lot, whole in WHOLE.items():
        if random.random() < 0.4:
            issue = CLOSING + random.choice((0, 120, 121, random.randrange(400))) * ONE
            part = random.choice((0, 0, random.randrange(1, whole)))
            yield ISSUED, issue, {"lot": lot, "dollars": part}
            yield from _lessened(random, lot, issue, part or whole)


def _lessened(random: Random, lot: str, issue: date, left: int) -> Iterator[Told]:
    """Now and then a part of a lot is converted, retired or sold, or all that is left of it."""
    on = issue
    for _ in range(random.choice((0, 0, 0, 1, 2, 4))):
        if random.random() < 0.2:  # a payment date, its record date, or a day beside one
            on = date(on.year + 1, random.choice((1, 7)), random.choice((1, 2, 14, 15, 16)))
        else:
            on += random.choice((0, 1, 30, 200)) * ONE + random.randrange(100) * ONE
        most = random.choice((left, left, 1000, 2_000_000))
        dollars = left if random.random() < 0.1 else random.randrange(1, max(2, min(left, most)))
        if left == 0:
            return
        left -= dollars
        yield (
            random.choice((CONVERTED, CONVERTED, RETIRED, SOLD)),
            on,
            {"lot": lot, "dollars": dollars},
        )


def _readings(random: Random) -> Mapping[str, str]:
    if random.random() < 0.4:
        return {}
    if random.random() < 0.1:  # seldom together, and together they take more
        return {"converted-notes": "FORFEIT", "payment-after-record-date": "NEXT-DATE"}
    return {
        question: random.choice(choices)
        for question, choices in CHOICES.items()
        if random.random() < 0.4
    }


def _days(random: Random, events: tuple[Event, ...]) -> tuple[date, ...]:
    """One day about something that happened, and one at any time."""
    about = random.choice([e.on for e in events] or [CLOSING]) + random.randrange(-3, 15) * ONE
    any_day = CLOSING + random.randrange(1, random.choice((200, 900, 2200))) * ONE
    return tuple(sorted({max(about, CLOSING + ONE), any_day}))
