"""The log: which facts count on a day, given what was known at an instant."""

from datetime import UTC, date, datetime

import pytest

from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.log import FactLog, end_of

NEW_YORK = "America/New_York"


def _fact(fact_id: str, on: str, at: str | None = None, corrects: str | None = None) -> Fact:
    return Fact.model_validate(
        {
            "id": fact_id,
            "kind": "prospectus-unusable",
            "on": on,
            "recorded_at": at,
            "corrects": corrects,
        }
    )


def _log(*facts: Fact) -> FactLog:
    return FactLog(facts, NEW_YORK)


def _ids(log: FactLog, as_of: str, known_at: datetime) -> list[tuple[str, str]]:
    return [(s.id, s.on.isoformat()) for s in log.known(date.fromisoformat(as_of), known_at)]


@pytest.mark.parametrize(
    ("day", "instant"),
    [
        ("2004-10-30", datetime(2004, 10, 31, 4, tzinfo=UTC)),  # summer time
        ("2004-10-31", datetime(2004, 11, 1, 5, tzinfo=UTC)),  # the day the clocks go back
        ("2004-12-31", datetime(2005, 1, 1, 5, tzinfo=UTC)),
    ],
)
def test_a_day_ends_when_the_next_begins_in_the_deals_zone(day: str, instant: datetime) -> None:
    assert end_of(date.fromisoformat(day), NEW_YORK) == instant


def test_of_two_corrections_of_one_fact_only_the_later_counts() -> None:
    log = _log(
        _fact("F1", "2005-01-03", "2005-01-03T12:00-05:00"),
        _fact("F2", "2005-01-04", "2005-01-05T12:00-05:00", corrects="F1"),
        _fact("F3", "2005-01-06", "2005-01-07T12:00-05:00", corrects="F1"),
    )
    assert _ids(log, "2005-01-31", datetime(2005, 1, 31, tzinfo=UTC)) == [("F1", "2005-01-06")]


def test_facts_come_in_the_order_of_their_days_then_of_recording() -> None:
    log = _log(
        _fact("F1", "2005-01-05", "2005-01-05T12:00-05:00"),
        _fact("F2", "2005-01-03", "2005-01-06T12:00-05:00"),
        _fact("F3", "2005-01-05", "2005-01-05T11:00-05:00"),
    )
    known = log.known(date(2005, 1, 31), datetime(2005, 1, 31, tzinfo=UTC))
    assert [s.id for s in known] == ["F2", "F1", "F3"]


def test_the_next_fact_to_become_known_is_the_earliest_after_an_instant() -> None:
    log = _log(
        _fact("F1", "2005-01-10", "2005-01-12T09:00-05:00"),
        _fact("F2", "2005-01-11", "2005-01-11T09:00-05:00"),
        _fact("F3", "2005-01-14"),
    )
    first, second = (datetime(2005, 1, day, 14, tzinfo=UTC) for day in (11, 12))
    assert log.next_known_after(datetime(2005, 1, 1, tzinfo=UTC)) == first
    assert log.next_known_after(first) == second
    assert log.next_known_after(second) == datetime(2005, 1, 15, 5, tzinfo=UTC)
    assert log.next_known_after(datetime(2005, 1, 15, 5, tzinfo=UTC)) is None


def test_an_empty_log_knows_nothing_and_waits_for_nothing() -> None:
    now = datetime(2005, 1, 1, tzinfo=UTC)
    assert _log().known(date(2060, 1, 1), now) == ()
    assert _log().next_known_after(now) is None


def test_silence_counts_only_when_an_event_says_that_nothing_else_happened() -> None:
    silence = Fact(id="F0", kind="nothing-else-happened", on=date(2004, 6, 30))
    instant = datetime(2005, 1, 31, tzinfo=UTC)
    without = _log(_fact("F1", "2005-01-05")).known(date(2005, 1, 31), instant)
    spoken = _log(silence, _fact("F1", "2005-01-05")).known(date(2005, 1, 31), instant)
    assert FactIndex(without).silence is None
    assert (found := FactIndex(spoken).silence) is not None
    assert found.id == "F0"
    assert [s.id for s in FactIndex(spoken).of_kind("prospectus-unusable")] == ["F1"]
