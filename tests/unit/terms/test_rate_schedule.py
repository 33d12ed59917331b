"""A rate schedule: its tiers by age, and the values it refuses."""

from decimal import Decimal
from typing import Any

import pytest

from dealclock.terms.day_language import values_of
from dealclock.terms.general.stream import Stream
from dealclock.terms.rules.interest import RateSchedule
from dealclock.terms.spellings import expand

_RULE = {
    "id": "additional-interest",
    "type": "rate schedule",
    "clause": "3(a)",
    "title": "Additional Interest",
    "owed_by": "company",
    "action": "Accrue it.",
}


def _schedule(**more: Any) -> RateSchedule:
    by_age = [{"from_day": 1, "rate": Decimal("0.25")}]
    return RateSchedule.model_validate({**_RULE, "by_age": by_age, **more})


def _steps(add: str, every_days: int, most: str) -> dict[str, object]:
    return {"add": Decimal(add), "every_days": every_days, "most": Decimal(most)}


def test_steps_rise_to_the_maximum() -> None:
    schedule = _schedule(then_by_age=_steps("0.25", 90, "1.00"))
    assert schedule.tiers == (
        (1, Decimal("0.25")),
        (91, Decimal("0.50")),
        (181, Decimal("0.75")),
        (271, Decimal("1.00")),
    )


def test_the_last_step_stops_at_the_maximum() -> None:
    schedule = _schedule(then_by_age=_steps("0.50", 30, "1.00"))
    assert values_of(schedule.tiers)[0][-2:] == ((31, Decimal("0.75")), (61, Decimal("1.00")))


@pytest.mark.parametrize(
    ("for_each", "per"),
    [
        (None, "a year"),
        ({"days": 30}, "for each 30 days"),
        ({"days": 7, "part": "whole"}, "for each 7 days or part of them"),
    ],
)
def test_a_schedule_states_the_period_of_its_rates(for_each: object, per: str) -> None:
    stream = expand(_schedule(for_each=for_each))
    assert isinstance(stream, Stream)
    assert stream.per == per
