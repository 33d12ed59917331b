"""What a retraction takes back: a correction alone, or the event with its corrections."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

from dealclock.facts.corrections import Families, Family, outcomes
from dealclock.facts.fact import Fact, list_faults
from dealclock.facts.log import FactLog, end_of
from tests.tables import table

NEW_YORK = "America/New_York"
LATER = datetime(2005, 6, 1, tzinfo=UTC)
ROWS = table(__file__, "corrections")


def _log(*chain: str) -> FactLog:
    """Facts in the order written: "1" is an event of January 1, "2>1" its correction to January 2,
    "3-2" a retraction of fact 2 recorded on January 3."""
    return FactLog(tuple(_facts(chain)), NEW_YORK)


def _facts(chain: tuple[str, ...]) -> Iterator[Fact]:
    for each in chain:
        number = each[0]
        named = f"F{each[2]}" if len(each) > 1 else None
        kind = "retraction" if "-" in each else "prospectus-unusable"
        yield Fact.model_validate(
            {
                "id": f"F{number}",
                "kind": kind,
                "on": f"2005-01-0{number}",
                "recorded_at": f"2005-01-0{number}T12:00-05:00",
                "corrects": named,
            }
        )


def _days(log: FactLog, known_at: datetime = LATER) -> list[tuple[str, int]]:
    return [(s.id, s.on.day) for s in log.known(date(2005, 2, 1), known_at)]


def test_the_events_in_effect_after_corrections_and_retractions() -> None:
    expected = ROWS["in effect afterwards, each with its day in January"]
    found = {row: {id_: str(day) for id_, day in _days(_log(*row.split(", ")))} for row in expected}
    assert found == expected


def test_before_a_retraction_was_recorded_the_correction_still_stands() -> None:
    """Corrected on January 2, taken back on January 3 at noon in New York, 17:00 UTC."""
    log = _log("1", "2>1", "3-2")
    ends = [end_of(date(2005, 1, day), NEW_YORK) for day in (1, 2, 3)]
    assert [_days(log, at) for at in ends] == [[("F1", 1)], [("F1", 2)], [("F1", 1)]]
    assert _days(log, datetime(2005, 1, 3, 16, 59, 59, tzinfo=UTC)) == [("F1", 2)]


def _wrong(*chain: str) -> list[str]:
    *before, last = _facts(chain)
    return [says for _, says in list_faults(last, Families(before))]


def test_an_event_in_effect_may_be_corrected_or_retracted() -> None:
    for row in ROWS["the last of which may be recorded"]:
        assert _wrong(*row.split(", ")) == [], row


def test_an_event_not_in_effect_may_not_be_corrected_and_the_error_says_which_may() -> None:
    for row, says in ROWS["the last of which is refused"].items():
        assert _wrong(*row.split(", ")) == [says], row


def test_the_reason_why_each_event_no_longer_counts() -> None:
    for row, says in ROWS["why each event no longer counts"].items():
        found = outcomes(_log(*row.split(", ")).facts).items()
        assert {name: o.text for name, o in found} == says, row


def test_the_family_of_a_fact_is_found_by_any_of_its_ids() -> None:
    facts = _log("1", "2", "3>1", "4-3").facts
    for name in ("F1", "F3", "F4"):
        assert [f.id for f in Family.of(name, facts).facts] == ["F1", "F3", "F4"]
