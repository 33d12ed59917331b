"""Rolling windows: the cases of Section 4(b)(i), public vectors, and literals at each edge."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dealclock.days.intervals import DayInterval, union
from dealclock.engine.context import Choices, Context
from dealclock.engine.states.limits_left import LimitsLeft, plan
from dealclock.facts.index import FactIndex
from dealclock.facts.log import end_of
from dealclock.terms.general.state import StateTerms
from dealclock.terms.readings import choose
from tests.unit.engine.deals import ZONE, log, sample_terms, unusable, usable

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[3] / "cases" / "vectors" / "rolling_windows.json").read_text()
)["vectors"]


class Limit(NamedTuple):
    """At most `days` in any `window_days` consecutive days."""

    days: int
    window_days: int


IN_90 = Limit(45, 90)
IN_90_EXTENDED = Limit(60, 90)  # a material business transaction
IN_360 = Limit(90, 360)
ORDINARY = (IN_90, IN_360)


def used_in(periods: Iterable[DayInterval], last_day: date, window_days: int) -> int:
    """The days of `periods` in one window."""
    first = last_day - timedelta(days=window_days - 1)
    return sum(first <= day <= last_day for day in days_of(periods))


def days_of(periods: Iterable[DayInterval]) -> list[date]:
    """The distinct days of some periods, in order."""
    return sorted({p.start + timedelta(days=k) for p in periods for k in range(p.days)})


def planned(
    periods: Iterable[DayInterval], start: date, days: int | None, limits: Sequence[Limit]
) -> LimitsLeft:
    """The plan for a further period of a state with these limits."""
    state = StateTerms.model_validate(
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
    facts = []
    for each in union(periods):
        facts += [unusable(each.start.isoformat()), usable(each.end.isoformat())]
    as_of = date(2009, 1, 2)
    known = FactIndex(log(*facts).known(as_of, end_of(as_of, ZONE)))
    context = Context(sample_terms(), known, as_of, Choices(choose({})))
    return plan(state, start, days, context, material=False)


def earliest_start(
    periods: Iterable[DayInterval], days: int, limits: Sequence[Limit], not_before: date
) -> date | None:
    """The first day from which a further period may last so long."""
    return planned(periods, not_before, days, limits).earliest


def longest_from(periods: Iterable[DayInterval], start: date, limits: Sequence[Limit]) -> int:
    """The days that a further period from a day may last."""
    return planned(periods, start, None, limits).longest


def windows(periods: Sequence[DayInterval], window_days: int) -> Iterator[tuple[date, int]]:
    """Each day from the first to the last of the periods, and the days in its window."""
    yield from ((day, used_in(periods, day, window_days)) for day in days_of(periods))


def peak(periods: Sequence[DayInterval], window_days: int) -> tuple[int, date] | None:
    """The most days in any window, and the first day whose window holds that many."""
    counts = dict(windows(periods, window_days))
    most = max(counts.values(), default=0)
    return next(((most, day) for day, n in counts.items() if n == most), None)


def first_excess(periods: Sequence[DayInterval], limit: Limit) -> date | None:
    """The first day whose window holds more days than `limit` allows."""
    return next((day for day, n in windows(periods, limit.window_days) if n > limit.days), None)


def _through(*ends: tuple[str, str]) -> list[DayInterval]:
    return [DayInterval.through(date.fromisoformat(a), date.fromisoformat(b)) for a, b in ends]


def _on(day: str) -> date:
    return date.fromisoformat(day)


def _earliest(periods: Iterable[DayInterval], length: int, not_before: str) -> str | None:
    found = earliest_start(periods, length, ORDINARY, _on(not_before))
    return found.isoformat() if found else None


def _longest(periods: Iterable[DayInterval], start: str, *limits: Limit) -> int:
    return longest_from(periods, _on(start), limits or ORDINARY)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['kind']}-{v['name']}")
def test_public_vectors_agree(vector: dict[str, Any]) -> None:
    periods = _through(*vector["periods"])
    limit, expected = Limit(vector["limit"], vector["window"]), vector["expected"]
    match vector["kind"]:
        case "used_in_window":
            assert used_in(periods, _on(vector["ref"]), limit.window_days) == expected
        case "peak_in_any_window":
            highest = peak(periods, limit.window_days)
            assert highest is not None
            assert highest[0] == expected
            assert (first_excess(periods, limit) is not None) == (expected > limit.days)
        case "first_violation_day":
            assert first_excess(periods, limit) == (expected and _on(expected))
        case "max_consecutive_days_from_entry":
            assert longest_from(periods, _on(vector["entry"]), [limit]) == expected
        case other:
            pytest.fail(f"no check for {other}")


def test_30_and_16_days_exceed_45_in_90_by_one() -> None:  # case SU-06
    periods = _through(("2005-01-03", "2005-02-01"), ("2005-02-15", "2005-03-02"))
    assert peak(periods, 90) == (46, date(2005, 3, 2))
    assert first_excess(periods, IN_90) == date(2005, 3, 2)
    assert first_excess(periods, IN_360) is None


def test_after_45_days_the_next_period_may_begin_90_days_after_the_first() -> None:  # SU-08
    periods = _through(("2005-01-03", "2005-02-16"))
    assert _earliest(periods, 1, "2005-02-17") == "2005-04-03"
    assert _longest(periods, "2005-04-02") == 0
    assert _longest(periods, "2005-04-03") == 45  # each day that enters the window releases one


@pytest.mark.parametrize(
    ("length", "start"),
    [(15, "2005-02-02"), (16, "2005-03-19"), (20, "2005-03-19"), (45, "2005-03-19")],
)
def test_after_30_days_15_more_may_follow_at_once(  # SU-09
    length: int, start: str
) -> None:
    periods = _through(("2005-01-03", "2005-02-01"))
    assert _earliest(periods, length, "2005-02-02") == start
    assert _longest(periods, "2005-02-02") == 15
    assert _longest(periods, "2005-03-18") == 15  # to April 1, the last window with January 3
    assert _longest(periods, "2005-03-19") == 45


def test_the_91st_day_in_360_is_the_first_excess() -> None:  # SU-11
    periods = _through(
        ("2005-01-03", "2005-02-16"), ("2005-04-03", "2005-05-17"), ("2005-09-01", "2005-09-10")
    )
    assert first_excess(periods, IN_360) == date(2005, 9, 1)
    assert used_in(periods, date(2005, 8, 31), 360) == 90
    assert peak(periods, 360) == (100, date(2005, 9, 10))
    # The other interpretation of the cure: January 3 to 12 must have left the window.
    assert used_in(periods, date(2006, 1, 7), 360) == 90
    assert used_in(periods, date(2006, 1, 6), 360) == 91


@pytest.mark.parametrize(("length", "start"), [(30, "2005-04-18"), (31, "2005-11-29")])
def test_after_60_days_30_are_left_in_360_until_the_first_day_leaves(  # SU-13
    length: int, start: str
) -> None:
    periods = _through(("2005-01-03", "2005-03-03"))
    assert _earliest(periods, length, "2005-03-04") == start
    assert _longest(periods, "2005-04-18") == 30


def test_a_material_transaction_extends_30_days_to_60() -> None:  # SU-14
    periods = _through(("2005-01-03", "2005-02-01"))
    assert _longest(periods, "2005-02-02", IN_90_EXTENDED, IN_360) == 30  # to March 3
    assert _longest(periods, "2005-02-02") == 15  # to February 16 without it
    assert earliest_start(periods, 30, (IN_90_EXTENDED, IN_360), date(2005, 2, 2)) == date(
        2005, 2, 2
    )


def test_a_second_45_days_fit_if_down_time_is_not_counted() -> None:  # SU-16
    periods = _through(("2005-01-03", "2005-02-16"))
    assert _longest(periods, "2005-04-03") == 45
    both = periods + _through(("2005-04-03", "2005-05-17"))
    assert used_in(both, date(2005, 5, 17), 360) == 90
    assert first_excess(both, IN_90) is first_excess(both, IN_360) is None
    down = both + _through(("2005-03-01", "2005-03-10"))
    assert first_excess(down, IN_90) == date(2005, 3, 1)


def test_a_window_of_n_days_includes_its_last_day_and_n_less_one_before() -> None:
    periods = _through(("2005-01-03", "2005-01-03"))
    assert used_in(periods, date(2005, 1, 2), 90) == 0
    assert used_in(periods, date(2005, 1, 3), 90) == 1
    assert used_in(periods, date(2005, 4, 2), 90) == 1  # 28 + 28 + 31 + 2 days after, the 90th
    assert used_in(periods, date(2005, 4, 3), 90) == 0


def test_overlapping_periods_count_each_day_once_in_any_order() -> None:
    overlapping = _through(("2005-01-10", "2005-01-20"), ("2005-01-03", "2005-01-12"))
    assert used_in(overlapping, date(2005, 1, 31), 90) == 18
    assert peak(overlapping, 10) == (10, date(2005, 1, 12))


def test_the_peak_is_the_first_day_that_reaches_it() -> None:
    twice = _through(("2005-01-03", "2005-01-05"), ("2005-02-03", "2005-02-05"))
    assert peak(twice, 10) == (3, date(2005, 1, 5))
    assert peak(_through(("2005-01-03", "2005-03-31")), 10) == (10, date(2005, 1, 12))


def test_without_days_there_is_no_peak_and_no_excess() -> None:
    none = [DayInterval(date(2005, 1, 3), date(2005, 1, 3))]
    assert peak([], 90) is None
    assert peak(none, 90) is None
    assert first_excess(none, Limit(1, 90)) is None
    assert (_earliest(none, 45, "2005-01-03"), _longest(none, "2005-01-03")) == ("2005-01-03", 45)


def test_a_new_period_may_not_overlap_others() -> None:
    planned = _through(("2005-02-01", "2005-02-10"))
    assert _longest(planned, "2005-01-27") == 5
    assert _longest(planned, "2005-02-05") == 0
    assert _earliest(planned, 6, "2005-01-27") == "2005-02-11"


def test_a_new_period_may_not_push_a_later_one_over_a_limit() -> None:
    planned = _through(("2005-03-01", "2005-04-10"))  # 41 days, all within 90 of January 11
    assert _longest(planned, "2005-01-11") == 4  # the window to April 10 begins on it
    assert _longest(planned, "2005-01-10") == 5
    assert _longest(planned, "2005-01-03") == 12  # to January 14 again


def test_an_earlier_excess_does_not_bar_a_period_outside_its_windows() -> None:
    periods = _through(("2004-01-01", "2004-06-30"))
    # 45 more need all but May 17 to June 30 gone: their last day is May 11, 359 days after May 17.
    assert _earliest(periods, 45, "2004-07-01") == "2005-03-28"
    assert (_longest(periods, "2005-03-27"), _longest(periods, "2005-03-28")) == (0, 45)


def test_a_cap_of_consecutive_days_is_a_window_one_day_longer() -> None:
    cap = Limit(60, 61)
    assert longest_from([], date(2005, 1, 3), [cap]) == 60
    assert first_excess(_through(("2005-01-03", "2005-03-04")), cap) == date(2005, 3, 4)
    with_gap = _through(("2005-01-03", "2005-03-03"), ("2005-03-05", "2005-05-03"))
    assert first_excess(with_gap, cap) is None


def test_a_one_day_period_counts_with_a_day_almost_a_window_later() -> None:
    """The last window with the new day is the first with the other: January 6 to 10."""
    later, limit = _through(("2005-01-10", "2005-01-10")), Limit(1, 5)
    assert longest_from(later, date(2005, 1, 6), [limit]) == 0
    assert longest_from(later, date(2005, 1, 5), [limit]) == 1
    assert earliest_start(later, 1, [limit], date(2005, 1, 6)) == date(2005, 1, 15)


def test_a_period_longer_than_a_limit_may_never_begin() -> None:
    assert earliest_start([], 46, ORDINARY, date(2005, 1, 3)) is None
    assert earliest_start([], 45, ORDINARY, date(2005, 1, 3)) == date(2005, 1, 3)


def test_a_year_of_short_periods() -> None:
    weekly = [
        DayInterval(s, s + timedelta(days=2))
        for s in (date(2005, 1, 3) + timedelta(days=7 * k) for k in range(52))
    ]
    assert used_in(weekly, date(2005, 12, 31), 360) == 102  # January 3 and 4 have left
    assert peak(weekly, 90) == (26, date(2005, 4, 1) - timedelta(days=3))
    assert first_excess(weekly, IN_360) == date(2005, 11, 14)  # 45 weeks on, the 91st day
