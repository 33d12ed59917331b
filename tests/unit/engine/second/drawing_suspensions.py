"""Random courses of suspensions that are extended, joined and ended near their last day.

Around them failures of the Prospectus, and filings, effectiveness and cures after their due dates.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from random import Random

from dealclock.second.story import (
    EFFECTIVE,
    EXTENDED,
    FILED,
    RESUMED,
    SUSPENDED,
    UNUSABLE,
    USABLE,
    Event,
)
from tests.unit.engine.second.drawing import CHOICES, Drawn
from tests.unit.engine.second.sample import CLOSING, story_of

ONE = timedelta(days=1)
METHODS = ("hand", "hand", "courier", "mail")
QUESTIONS = (
    "business-day",
    "default-occurs",
    "uncured-default-occurs",
    "suspension-in-cure-window",
    "notice-day-in-cure-window",
    "resumption-day-in-cure-window",
    "suspension-start",
    "suspension-end",
    "excess-suspension",
    "aggregate-default-cure",
)


def draw_suspensions(seed: int) -> Drawn:
    """A story of one to four suspensions, and three days to ask about it."""
    random = Random(seed)
    result = _Told(random)
    late = random.random() < 0.3
    filed = CLOSING + random.randrange(*((16, 90) if late else (1, 16))) * ONE
    effective = filed + random.randrange(*((60, 200) if late else (10, 100))) * ONE
    result.add(FILED, filed)
    result.add(EFFECTIVE, effective)
    day = effective + random.randrange(1, 40) * ONE
    brief = random.random() < 0.2  # several inside one cure window
    for _ in range(random.choice((2, 3, 4) if brief else (1, 1, 2, 3, 4))):
        day = _suspension(random, result, day, brief=brief)
        later = random.choice((0, 0, 1, random.randrange(60), random.randrange(300)))
        day += (random.randrange(4) if brief else later) * ONE
    events = list(result.events)
    random.shuffle(events)
    readings: Mapping[str, str] = {}
    if random.random() < 0.75:
        readings = {q: random.choice(CHOICES[q]) for q in QUESTIONS if random.random() < 0.5}
    near = [e.on + random.randrange(-2, 12) * ONE for e in random.choices(events, k=2)]
    days = {*near, day + random.randrange(80) * ONE}
    asked = tuple(sorted(max(each, CLOSING + ONE) for each in days))
    return Drawn(seed, story_of(tuple(events), readings), asked)


class _Told:
    """The events so far, each under the next id."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.events: list[Event] = []

    def add(self, kind: str, on: date, **more: object) -> str:
        """Add one; its id."""
        name = f"F{len(self.events) + 1}"
        event = Event(name, kind, on)
        self.events.append(replace(event, **more))  # type: ignore[arg-type]
        return name

    def cure(self, failed: date, on: date) -> None:
        """Add a cure on no day of a failure: which of the two came first would be for the order."""
        failures = {e.on for e in self.events if e.kind == UNUSABLE} | {failed}
        while on in failures:
            on += ONE
        self.add(USABLE, on)


def _suspension(random: Random, told: _Told, day: date, *, brief: bool) -> date:
    """A notice, what extends it, what ends it, and a failure near either; the day it comes to."""
    method = random.choice(METHODS)
    more: dict[str, object] = {"method": method}
    if method != "hand" and random.random() < 0.5:
        more["received"] = day + random.randrange(9) * ONE
    notice = told.add(SUSPENDED, day, **more)
    takes_effect = day + {"hand": 0, "courier": 1, "mail": 7}[method] * ONE
    near_the_last = random.randrange(40, 66)
    nth = random.choice((near_the_last, near_the_last, random.randrange(2, 40)))
    if brief:
        nth = random.randrange(2, 6)
    end = takes_effect + (nth - 1) * ONE
    for _ in range(random.choice((0, 1, 1, 1, 2))):
        _extension(random, told, day, notice)
    if random.random() < 0.6:
        _failure(random, told, random.choice((day, takes_effect, end)))
    if random.random() < 0.9:
        told.add(RESUMED, end)
    return end


def _extension(random: Random, told: _Told, sent: date, notice: str) -> None:
    """In time, late, or before the notice it extends is given; about it, or about none."""
    after = random.choice(
        (random.randrange(8), random.randrange(45), random.randrange(40, 50), random.randrange(70))
    )
    about = random.choice(("", "", notice, f"suspension/{notice}", "suspension/F1"))
    told.add(EXTENDED, sent + after * ONE, method=random.choice(METHODS), about=about)


def _failure(random: Random, told: _Told, near: date) -> None:
    """Unusable just before, in or at the end of a suspension; cured as it begins or ends, in time,
    late or never."""
    failed = near + random.randrange(-8, 4) * ONE
    if any(e.kind == USABLE and e.on == failed for e in told.events):
        return
    told.add(UNUSABLE, failed)
    if random.random() < 0.8:
        soon = max(0, (near - failed).days) + random.randrange(3)
        length = random.choice((soon, random.randrange(1, 9), random.randrange(30, 80)))
        told.cure(failed, failed + length * ONE)
