"""Rolling windows by the engine: the cases of Section 4(b)(i), public vectors, and each edge."""

import json
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dealclock.days.intervals import DayInterval, union
from dealclock.engine.context import Choices, Context
from dealclock.engine.states.budget import budget
from dealclock.engine.states.limits_left import LimitsLeft, plan
from dealclock.facts.index import FactIndex
from dealclock.facts.log import end_of
from dealclock.terms.general.state import StateTerms
from dealclock.terms.readings import choose
from tests.tables import table
from tests.unit.engine.deals import ZONE, log, sample_terms, unusable, usable

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[3] / "cases" / "vectors" / "rolling_windows.json").read_text()
)["vectors"]
ROWS = table(__file__, "windows")


class Limit(NamedTuple):
    """At most `days` in any `window_days` consecutive days."""

    days: int
    window_days: int


Ends = tuple[str, str]
"""The first and the last day of a period."""
IN_90 = Limit(45, 90)
IN_90_EXTENDED = Limit(60, 90)  # a material business transaction
IN_360 = Limit(90, 360)
ORDINARY = (IN_90, IN_360)


def _state(limits: Sequence[Limit]) -> StateTerms:
    return StateTerms.model_validate(
        {
            "id": "outage",
            "type": "state",
            "clause": "1",
            "title": "Outage",
            "owed_by": "company",
            "action": "End it.",
            "begins": ["prospectus-unusable"],
            "ends": "prospectus-usable",
            "limits": [{"most": each.days, "window days": each.window_days} for each in limits],
        }
    )


def _context(ends: Sequence[Ends]) -> Context:
    """Each of the periods, over by the day of the query."""
    spans = union([DayInterval(_on(first), _on(last) + timedelta(days=1)) for first, last in ends])
    facts = [f(d.isoformat()) for s in spans for f, d in ((unusable, s.start), (usable, s.end))]
    as_of = max([date(2009, 1, 2), *(each.end for each in spans)])
    known = FactIndex(log(*facts).known(as_of, end_of(as_of, ZONE)))
    return Context(sample_terms(), known, as_of, Choices(choose({})))


def _planned(
    ends: Sequence[Ends], start: str, days: int | None, limits: Sequence[Limit]
) -> LimitsLeft:
    """The plan for a further period."""
    return plan(_state(limits), _on(start), days, _context(ends), material=False)


def _first_excess(ends: Sequence[Ends], *limits: Limit) -> date | None:
    """The first day beyond a limit."""
    context = _context(ends)
    beyond = (each.excess(context) for each in budget(context, _state(limits)).drawn)
    return next((day for day in beyond if day), None)


def _on(day: str) -> date:
    return date.fromisoformat(day)


def _earliest(ends: Sequence[Ends], length: int, not_before: str, *limits: Limit) -> str | None:
    found = _planned(ends, not_before, length, limits or ORDINARY).earliest
    return found.isoformat() if found else None


def _longest(ends: Sequence[Ends], start: str, *limits: Limit) -> int:
    return _planned(ends, start, None, limits or ORDINARY).longest


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['kind']}-{v['name']}")
def test_public_vectors_agree(vector: dict[str, Any]) -> None:
    ends = [(first, last) for first, last in vector["periods"]]
    limit, expected = Limit(vector["limit"], vector["window"]), vector["expected"]
    match vector["kind"]:
        case "used_in_window":
            (of,) = _planned(ends, vector["ref"], None, [limit]).limits
            assert of.used == expected
        case "peak_in_any_window":
            assert _first_excess(ends, Limit(expected, limit.window_days)) is None
            assert _first_excess(ends, Limit(expected - 1, limit.window_days)) is not None
        case "first_violation_day":
            assert _first_excess(ends, limit) == (expected and _on(expected))
        case "max_consecutive_days_from_entry":
            assert _longest(ends, vector["entry"], limit) == expected
        case other:
            pytest.fail(f"no check for {other}")


def test_the_first_day_from_which_a_period_may_last_that_many_days() -> None:
    for row in ROWS["the first day from which a further period may last N days"]:
        ends = [(first, last) for first, last in row["after"]]
        found = _earliest(ends, int(row["days"]), row["not before"])
        assert (found or "none") == row["from"], row


def test_how_long_a_period_may_last_from_a_day() -> None:
    for row in ROWS["how long a further period may last from a day"]:
        ends = [(first, last) for first, last in row["after"]]
        assert _longest(ends, row["from"]) == int(row["days"]), row


def test_a_material_transaction_extends_30_days_to_60() -> None:  # SU-14
    ends = [("2005-01-03", "2005-02-01")]
    assert _longest(ends, "2005-02-02", IN_90_EXTENDED, IN_360) == 30  # to March 3
    assert _earliest(ends, 30, "2005-02-02", IN_90_EXTENDED, IN_360) == "2005-02-02"


@pytest.mark.parametrize(
    ("ends", "limits", "day"),
    [
        ([("2005-01-03", "2005-02-01"), ("2005-02-15", "2005-03-02")], [IN_90], "2005-03-02"),
        ([("2005-01-03", "2005-02-01"), ("2005-02-15", "2005-03-02")], [IN_360], None),  # SU-06
        ([("2005-01-03", "2005-02-16"), ("2005-04-03", "2005-05-17")], ORDINARY, None),  # SU-16
        (
            [("2005-01-03", "2005-02-16"), ("2005-03-01", "2005-03-10")],
            ORDINARY,
            "2005-03-01",
        ),
        # Overlapping periods count each day once.
        ([("2005-01-10", "2005-01-20"), ("2005-01-03", "2005-01-12")], [Limit(18, 90)], None),
        # A cap of consecutive days is a window one day longer.
        ([("2005-01-03", "2005-03-04")], [Limit(60, 61)], "2005-03-04"),
        ([("2005-01-03", "2005-03-03"), ("2005-03-05", "2005-05-03")], [Limit(60, 61)], None),
    ],
)
def test_the_first_day_beyond_a_limit(
    ends: list[Ends], limits: Sequence[Limit], day: str | None
) -> None:
    assert _first_excess(ends, *limits) == (day and _on(day))


def test_a_year_of_short_periods() -> None:
    """Of two days a week, the 91st in 360 is 45 weeks on."""
    weeks = [date(2005, 1, 3) + timedelta(days=7 * k) for k in range(52)]
    ends = [(str(first), str(first + timedelta(days=1))) for first in weeks]
    assert _first_excess(ends, IN_360) == date(2005, 11, 14)
    assert _first_excess(ends, Limit(26, 90)) is None
    assert _first_excess(ends, Limit(25, 90)) == date(2005, 4, 1) - timedelta(days=3)


def test_a_one_day_period_counts_with_a_day_almost_a_window_later() -> None:
    """The last window with the new day is the first with the other: January 6 to 10."""
    later, limit = [("2005-01-10", "2005-01-10")], Limit(1, 5)
    assert _longest(later, "2005-01-06", limit) == 0
    assert _longest(later, "2005-01-05", limit) == 1
    assert _earliest(later, 1, "2005-01-06", limit) == "2005-01-15"
