"""Boundary days of a cure window tolled by a Suspension Period, under each reading.

3(a)(iii), 4(b)(i): of the 45 days the notice's own day is day 1, and the day use resumes is none.
"""

from datetime import date

import pytest

from dealclock.alerts.adverse import adverse_end
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import (
    effective,
    filed,
    on,
    resumed,
    suspended,
    unusable,
)

SHELF = (filed("2004-07-13"), effective("2004-10-20"))
READINGS = ("notice-day-in-cure-window", "resumption-day-in-cure-window")
DEFAULTS = ("COUNTED", "NOT-COUNTED")
AS_THE_45 = ("NOT-COUNTED", "COUNTED")
BOTH, NEITHER = ("COUNTED", "COUNTED"), ("NOT-COUNTED", "NOT-COUNTED")

ON_A_SATURDAY = (unusable("2004-12-06", id="OUT"), suspended("2004-12-11"), resumed("2004-12-23"))
"""December 7 to 10 are four used; a fifth is left on Thursday, December 23."""
TO_A_SATURDAY = (unusable("2005-03-07", id="OUT"), suspended("2005-03-08"), resumed("2005-03-12"))
"""March 8 is one used, if it counts; the next Business Day after Saturday the 12th is the 14th."""
ON_WORKING_DAYS = (unusable("2004-11-08", id="OUT"), suspended("2004-11-12"), resumed("2004-12-10"))
"""November 9, 10 and 12 (the 11th is Veterans Day); December 10 is a Friday."""


@pytest.mark.parametrize(
    ("facts", "safe"),
    [
        (ON_A_SATURDAY, "2004-12-23"),
        (TO_A_SATURDAY, "2005-03-17"),
        (ON_WORKING_DAYS, "2004-12-13"),
    ],
    ids=["on-a-Saturday", "to-a-Saturday", "working-days"],
)
@pytest.mark.parametrize("boundary", [DEFAULTS, AS_THE_45, BOTH, NEITHER], ids="-".join)
def test_under_every_choice_the_safe_date_is_the_earliest_while_the_clock_is_tolled(
    facts: tuple[Fact, ...], boundary: tuple[str, str], safe: str
) -> None:
    """Among the readings that toll; under NO-TOLL the window ended before the suspension did."""
    as_of = facts[2].on.isoformat()
    readings = dict(zip(READINGS, boundary, strict=True))
    seen = on(as_of, *SHELF, *facts, readings=readings)
    cure = seen.obligation("cure-window/OUT")
    assert cure is not None
    moved = [
        d.there
        for d in seen.differences
        if (d.instance, d.what) == ("cure-window/OUT", "due") and d.reading in READINGS
    ]
    together = on(
        as_of, *SHELF, *facts, readings={**readings, **dict(zip(READINGS, BOTH, strict=True))}
    )
    earliest = together.obligation("cure-window/OUT")
    assert earliest is not None
    assert earliest.due.isoformat() == safe
    assert adverse_end(cure) <= earliest.due <= min([cure.due, *map(date.fromisoformat, moved)])
