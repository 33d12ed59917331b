"""What a retraction takes back: a correction alone, or the event with its corrections."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest

from dealclock.facts.corrections import Families, Family, outcomes
from dealclock.facts.fact import Fact, list_faults
from dealclock.facts.log import FactLog, end_of

NEW_YORK = "America/New_York"
LATER = datetime(2005, 6, 1, tzinfo=UTC)


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


@pytest.mark.parametrize(
    ("chain", "stands"),
    [
        pytest.param(("1", "2>1", "3-2"), [("F1", 1)], id="a-correction-taken-back"),
        pytest.param(("1", "2>1", "3>2", "4-3"), [("F1", 2)], id="the-second-of-two-corrections"),
        pytest.param(
            ("1", "2>1", "3>2", "4-3", "5-2"), [("F1", 1)], id="both-corrections-one-by-one"
        ),
        pytest.param(("1", "2>1", "3-1"), [], id="the-event-itself-with-its-correction"),
        pytest.param(("1", "2-1"), [], id="an-event-never-corrected"),
        pytest.param(("1", "2-1", "3-2"), [("F1", 1)], id="a-retraction-taken-back"),
        pytest.param(
            ("1", "2>1", "3-2", "4-3"), [("F1", 2)], id="a-retraction-of-a-correction-taken-back"
        ),
        pytest.param(
            ("1", "2>1", "3-1", "4-3"), [("F1", 2)], id="the-event-restored-as-last-corrected"
        ),
        pytest.param(("1", "2-1", "3-2", "4-3"), [], id="a-retraction-of-a-retraction-taken-back"),
        pytest.param(("1", "2>1", "3-2", "4>1"), [("F1", 4)], id="corrected-again-afterwards"),
        pytest.param(("1", "2-1", "3>2"), [("F1", 3)], id="a-correction-in-place-of-a-retraction"),
        pytest.param(("1", "2-1", "3>2", "4-3"), [], id="the-correction-in-its-place-taken-back"),
    ],
)
def test_the_events_in_effect_after_corrections_and_retractions(
    chain: tuple[str, ...], stands: list[tuple[str, int]]
) -> None:
    assert _days(_log(*chain)) == stands


def test_before_a_retraction_was_recorded_the_correction_still_stands() -> None:
    """Corrected on January 2, taken back on January 3 at noon in New York, 17:00 UTC."""
    log = _log("1", "2>1", "3-2")
    ends = [end_of(date(2005, 1, day), NEW_YORK) for day in (1, 2, 3)]
    assert [_days(log, at) for at in ends] == [[("F1", 1)], [("F1", 2)], [("F1", 1)]]
    assert _days(log, datetime(2005, 1, 3, 16, 59, 59, tzinfo=UTC)) == [("F1", 2)]


def _wrong(*chain: str) -> list[str]:
    *before, last = _facts(chain)
    return [says for _, says in list_faults(last, Families(before))]


@pytest.mark.parametrize(
    "chain",
    [
        ("1", "2>1", "3-2"),
        ("1", "2>1", "3-1"),
        ("1", "2>1", "3-2", "4>1"),
        ("1", "2>1", "3-2", "4-1"),
        ("1", "2>1", "3-2", "4-3"),
        ("1", "2-1", "3-2"),
        ("1", "2-1", "3>2"),
        ("1", "2>1", "3>2", "4-1"),
    ],
)
def test_an_event_in_effect_may_be_corrected_or_retracted(
    chain: tuple[str, ...],
) -> None:
    assert _wrong(*chain) == []


@pytest.mark.parametrize(
    ("chain", "says"),
    [
        (("1", "2>1", "3>1"), "F2 already corrects it; correct F2 instead"),
        (("1", "2>1", "3>2", "4>1"), "F3 already corrects it; correct F3 instead"),
        (
            ("1", "2>1", "3>2", "4-2"),
            "F3 already corrects it; retract F3 instead, or F1 for the event itself",
        ),
        (
            ("1", "2>1", "3-2", "4>2"),
            "F3 already retracts it; retract F3 instead, or correct F1, which is in effect",
        ),
        (("1", "2-1", "3-1"), "F2 already retracts it; retract F2 instead"),
        (("1", "2-1", "3>1"), "F2 already retracts it; retract F2 instead"),
        (
            ("1", "2>1", "3-1", "4>2"),
            "F3 retracts F1 and its corrections; first retract F3",
        ),
        (("1", "2-1", "3-2", "4-2"), "F3 already retracts it; retract F3 instead"),
    ],
)
def test_an_event_not_in_effect_may_not_be_corrected_and_the_error_says_which_may(
    chain: tuple[str, ...], says: str
) -> None:
    assert _wrong(*chain) == [says]


@pytest.mark.parametrize(
    ("chain", "says"),
    [
        (("1", "2>1", "3>2"), {"F1": "Corrected by F2", "F2": "Corrected by F3"}),
        (("1", "2>1", "3-2"), {"F2": "Retracted by F3"}),
        (("1", "2>1", "3-1"), {"F1": "Retracted by F3", "F2": "Retracted with F1 by F3"}),
        (("1", "2-1", "3-2"), {"F2": "Retracted by F3"}),
        (("1", "2-1", "3>2"), {"F1": "Corrected by F3", "F2": "Superseded by F3"}),
        (("1", "2"), {}),
    ],
)
def test_the_reason_why_each_event_no_longer_counts(
    chain: tuple[str, ...], says: dict[str, str]
) -> None:
    assert {name: o.text for name, o in outcomes(_log(*chain).facts).items()} == says


def test_the_family_of_a_fact_is_found_by_any_of_its_ids() -> None:
    facts = _log("1", "2", "3>1", "4-3").facts
    for name in ("F1", "F3", "F4"):
        assert [f.id for f in Family.of(name, facts).facts] == ["F1", "F3", "F4"]
