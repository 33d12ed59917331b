"""Random courses of events, from a seed: the same seed tells the same story."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from tests.unit.engine.second.story import (
    CLOSING,
    CONVERTED,
    EFFECTIVE,
    EXTENDED,
    FILED,
    ISSUED,
    PAID,
    RESUMED,
    RETIRED,
    SUSPENDED,
    UNUSABLE,
    USABLE,
    Event,
    Story,
)

ONE = timedelta(days=1)
CHOICES: Mapping[str, tuple[str, ...]] = {
    "business-day": ("federal-reserve", "gcl-24"),
    "default-occurs": ("LAPSE", "NEXT-DAY"),
    "uncured-default-occurs": ("AT-LAPSE", "RELATE-BACK"),
    "suspension-in-cure-window": ("TOLL-RESUME", "TOLL-FRESH", "NO-TOLL"),
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
}

Told = tuple[str, date, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A story and the days to ask about it, in order."""

    seed: int
    story: Story
    days: tuple[date, ...]


def draw(seed: int, kinds: frozenset[str], questions: frozenset[str], *, limits: bool) -> Drawn:
    """A story of events of these kinds, read by other choices of these questions now and then."""
    random = Random(seed)
    filed, declared = _shelf(random)
    story: list[Told] = []
    if filed is not None:
        story.append((FILED, filed, {}))
    if declared is not None:
        story.append((EFFECTIVE, declared, {}))
        _use(random, declared, story)
    if random.random() < 0.5:
        issue = CLOSING + random.randrange(400) * ONE
        story.append((ISSUED, issue, {"lot": "option"}))
        if random.random() < 0.3:
            story.append(_reduced(random, issue, "option", 6))
    reductions = range(random.choice((0, 0, 1, 2)))
    story += [_reduced(random, CLOSING, "base", 20) for _ in reductions]
    if random.random() < 0.2:
        story.append((PAID, date(2005, 1, 18), {"about": "payment/2005-01-15"}))
    story = list(_apart(story))
    random.shuffle(story)
    told = [each for each in story if each[0] in kinds]
    events = tuple(
        Event(f"F{n}", kind, on, **more)  # type: ignore[arg-type]
        for n, (kind, on, more) in enumerate(told, 1)
    )
    found = Story(
        events,
        _readings(random, questions),
        random.choice(("30/360", "Actual/360")),
        limits=limits,
    )
    return Drawn(seed, found, _days(random, events))


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


def _reduced(random: Random, first: date, lot: str, most: int) -> Told:
    kind = random.choice((CONVERTED, RETIRED))
    on = first + random.randrange(1, 1000) * ONE
    return kind, on, {"lot": lot, "dollars": random.randrange(1, most * 1000) * 1000}


def _readings(random: Random, questions: frozenset[str]) -> Mapping[str, str]:
    if random.random() < 0.4:
        return {}
    return {
        question: random.choice(choices)
        for question, choices in CHOICES.items()
        if question in questions and random.random() < 0.4
    }


def _days(random: Random, events: tuple[Event, ...]) -> tuple[date, ...]:
    """One day about something that happened, and one at any time."""
    about = random.choice([e.on for e in events] or [CLOSING]) + random.randrange(-3, 15) * ONE
    any_day = CLOSING + random.randrange(1, random.choice((200, 900, 2200))) * ONE
    return tuple(sorted({max(about, CLOSING + ONE), any_day}))
