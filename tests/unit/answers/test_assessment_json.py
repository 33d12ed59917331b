"""The keys of an assessment's JSON: every field of the engine's records is written, or named here.

The values are compared in `tests/docs/test_assessment_page.py` and in the worked cases.
"""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from dealclock.answers.encode import record_json
from dealclock.answers.keys import KEYS
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import (
    Default,
    Obligation,
    RateChange,
    Settlement,
    SharesOwed,
    UndatedDuty,
    Window,
)
from dealclock.engine.states.budget import Drawn
from dealclock.engine.states.limits import Break
from dealclock.engine.states.limits_left import LimitPlan, LimitsLeft, TimesPlan
from tests.unit.engine.deals import filed, on

INTERNAL: dict[Any, str] = {
    Assessment: "consulted consulted_by found_by",
    Obligation: "because cause days_left drafts due_readings on_lapse segments waived",
    UndatedDuty: "cause",
    Window: "cause on_lapse",
    Default: "accruing arose_on arose_readings bears_on closing",
    SharesOwed: "action clause id kind owed_by title",
    RateChange: "because per",
    Break: "counted later since",
    Drawn: "allowed_again why",
    LimitsLeft: "called days earliest longest on_its_way start",
    Settlement: "barred owed",
}
"""Fields that are not in the JSON: the engine's own, and what only messages say."""

WITHIN: dict[Any, str] = {
    SharesOwed: "exact",
    Assessment: "owed",
    Obligation: "amount between",
    Settlement: "met_on stated",
    Window: "is_open_ended",
    **dict.fromkeys((LimitPlan, TimesPlan), "window"),
    Break: "by_beginning limit",
}
"""Fields that are part of another key: `accrual`, `amount`, `paid`, `shares_exact`, `window_days`;
or decide whether their record is written."""

RECORDS = [each for each in KEYS if is_dataclass(each)]


@pytest.mark.parametrize("record", RECORDS, ids=lambda each: each.__name__)
def test_every_field_is_written_or_named_as_internal(record: Any) -> None:
    written = {
        word.rpartition("=")[2].partition(".")[0]
        for entry in KEYS[record]
        for word in (entry.split() if isinstance(entry, str) else entry[:1])
    }
    apart = {*WITHIN.get(record, "").split(), *INTERNAL.get(record, "").split()}
    assert {each.name for each in fields(record)} - written == apart


def test_a_duty_without_a_date_says_why() -> None:
    duty = on("2004-07-20", filed("2004-07-13")).duties[0]
    found = record_json(duty, KEYS)
    assert found["due"] is None
    assert duty.standard in str(found["why_no_date"])
    assert "cause" not in found
