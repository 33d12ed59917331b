"""The principal of a lot: split at its own events; two readings where Notes are gone (3(a))."""

from datetime import date
from fractions import Fraction

import pytest

from dealclock.engine.interest.rates import Steps
from dealclock.errors import DealclockError
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import (
    by_day_count,
    cents,
    converted,
    effective,
    filed,
    issued,
    on,
    retired,
    sample_terms,
    sold,
)

FILED = filed("2004-07-13")
LATE = (FILED, effective("2005-02-15"))  # default (ii) accrues October 29 to February 15
PART = converted("2004-12-15", "15000000", id="CONV")


def test_from_the_day_of_conversion_nothing_accrues_on_the_notes_converted() -> None:
    """Case AI-18."""
    found = on("2005-02-15", *LATE, PART).accrual
    assert [
        (int(s.principal), s.start.isoformat(), s.days_counted, s.days_actual)
        for s in found.segments
    ] == [
        (60000000, "2004-10-29", 46, 47),
        (45000000, "2004-12-15", 42, 43),
        (45000000, "2005-01-27", 18, 19),
    ]
    assert cents(found.exact) == "54791.67"
    by_actual = on("2005-02-15", *LATE, PART, terms=by_day_count("Actual/360"))
    assert cents(by_actual.accrual.exact) == "56770.83"


def test_forfeited_notes_lose_what_was_not_yet_payable() -> None:
    readings = {"converted-notes": "FORFEIT"}
    found = on("2005-02-15", *LATE, PART, readings=readings).accrual
    assert cents(found.exact) == "50000.00"  # $45,000,000 throughout: 27,500 + 22,500


def test_forfeited_notes_keep_what_was_payable_before_they_were_converted() -> None:
    """Converted February 1: the 76 days to January 15 were payable then; 16 days are lost."""
    later = converted("2005-02-01", "15000000")
    kept = on("2005-02-15", *LATE, later, readings={"converted-notes": "FORFEIT"}).accrual
    assert [(int(s.principal), s.start.isoformat()) for s in kept.segments] == [
        (60000000, "2004-10-29"),
        (45000000, "2005-01-15"),
        (45000000, "2005-01-27"),
    ]


def test_notes_sold_under_the_shelf_stop_accruing_unless_all_notes_accrue() -> None:
    away = sold("2004-12-15", "15000000")
    assert cents(on("2005-02-15", *LATE, away).accrual.exact) == "54791.67"
    all_notes = on("2005-02-15", *LATE, away, readings={"interest-base": "ALL-NOTES"})
    assert cents(all_notes.accrual.exact) == "66666.67"  # 88 days at 0.25%, 18 at 1%


def test_retired_notes_accrue_nothing_under_any_base() -> None:
    gone = retired("2004-12-15", "15000000")
    for base in ("TRS-NOTES", "ALL-NOTES"):
        found = on("2005-02-15", *LATE, gone, readings={"interest-base": base})
        assert cents(found.accrual.exact) == "54791.67"


def test_a_conversion_before_any_default_uses_no_reading_of_what_it_forfeits() -> None:
    early = converted("2004-10-01", "15000000", id="CONV")
    found = on("2005-02-15", *LATE, early)
    assert "converted-notes" not in found.accrual.why.readings
    assert cents(found.accrual.exact) == "50000.00"
    assert "CONV" in found.accrual.why.facts


def test_the_accrual_depends_on_the_conversion_and_its_reading() -> None:
    found = on("2005-02-15", *LATE, PART)
    assert "CONV" in found.accrual.why.facts
    assert "converted-notes" in found.accrual.why.readings
    assert found.unused_facts == ()
    (moved,) = [d for d in found.differences if (d.choice, d.instance) == ("FORFEIT", "accrual")]
    assert (moved.here, moved.there) == ("164375/3", "50000/1")


FIRST = issued("2004-11-15", lot="option", amount="5000000", id="I1")
SECOND = issued("2004-12-31", lot="option", amount="7000000", id="I2")


def test_each_part_of_the_option_accrues_from_its_own_issue() -> None:
    """On $5,000,000, 72 days at 0.25% and 31 at 1%; on $7,000,000, 27 days and 31: $7,340.28."""
    found = on("2005-02-28", FILED, FIRST, SECOND)
    assert [
        (int(s.principal), s.start.isoformat(), s.days_counted, cents(s.amount))
        for s in found.accrual.segments
        if s.lot == "option"
    ] == [
        (5000000, "2004-11-15", 72, "2500.00"),
        (5000000, "2005-01-27", 31, "4305.56"),
        (7000000, "2004-12-31", 27, "1312.50"),
        (7000000, "2005-01-27", 31, "6027.78"),
    ]
    assert cents(found.accrual.exact) == "102479.17"  # 88,333.33 of the base, 6,805.56, 7,340.28
    assert cents(on("2005-02-28", FILED, FIRST).accrual.exact) == "95138.89"
    assert {"I1", "I2"} <= set(found.accrual.why.facts)
    assert found.unused_facts == ()


def test_under_the_other_reading_every_part_accrues_from_the_default() -> None:
    """$72,000,000 throughout: 88 days at 0.25% and 31 at 1%."""
    readings = {"later-issued-notes": "FROM-DEFAULT"}
    found = on("2005-02-28", FILED, FIRST, SECOND, readings=readings).accrual
    assert cents(found.exact) == "106000.00"  # 44,000 and 62,000
    assert {s.start.isoformat() for s in found.segments} == {"2004-10-29", "2005-01-27"}


@pytest.mark.parametrize(
    ("second", "why"),
    [
        (
            "7000000.01",
            r"\$7,000,000.01 of lot option, but only \$7,000,000.00 of its \$12,000,000.00",
        ),
        ("12000000", r"\$12,000,000.00 of lot option, but only"),
    ],
)
def test_no_more_is_issued_than_is_left_of_the_lot(second: str, why: str) -> None:
    more = issued("2004-12-31", lot="option", amount=second, id="I2")
    with pytest.raises(DealclockError, match=why) as refused:
        on("2005-02-28", FILED, FIRST, more)
    assert "I2" in str(refused.value)
    with pytest.raises(DealclockError, match="issues the rest of lot option"):
        on("2005-02-28", FILED, issued("2004-11-15", id="I1"), issued("2004-12-31", id="I2"))


def test_notes_issued_later_cannot_be_converted_before() -> None:
    early = converted("2004-12-30", "5000001", lot="option", id="CONV")
    with pytest.raises(DealclockError, match="is outstanding; correct it"):
        on("2005-02-28", FILED, FIRST, SECOND, early)
    on("2005-02-28", FILED, FIRST, SECOND, converted("2004-12-31", "5000001", lot="option"))


def test_forfeited_notes_of_a_later_issue_do_not_affect_an_earlier_one() -> None:
    """All $12,000,000 converted on January 10: nothing was payable yet, so all of it is lost."""
    gone = converted("2005-01-10", "12000000", lot="option")
    lost = on("2005-01-14", FILED, FIRST, SECOND, gone, readings={"converted-notes": "FORFEIT"})
    assert {s.lot for s in lost.accrual.segments} == {"base"}
    kept = on("2005-01-14", FILED, FIRST, SECOND, gone).accrual
    option = [s for s in kept.segments if s.lot == "option"]
    assert [(int(s.principal), s.days_counted) for s in option] == [(5000000, 55), (7000000, 10)]


def test_nothing_accrues_on_or_after_the_day_notes_mature() -> None:
    base = sample_terms().securities[0].model_copy(update={"matures": date(2004, 11, 29)})
    terms = sample_terms().model_copy(update={"securities": (base,)})
    found = on("2005-02-15", *LATE, terms=terms).accrual
    assert cents(found.exact) == "12500.00"  # October 29 to November 29: 30 days
    assert found.per_diem == 0


@pytest.mark.parametrize(
    ("gone", "why"),
    [
        (converted("2004-12-15", "60000001", id="CONV"), "is outstanding; correct it"),
        (converted("2004-06-01", "1", id="CONV"), "before its issue"),
        (converted("2004-12-15", "1", id="CONV", lot="option"), "has not been issued"),
        (converted("2004-12-15", "1", id="CONV", lot="blue"), "the terms have base, option"),
    ],
)
def test_more_notes_than_exist_cannot_be_removed(gone: Fact, why: str) -> None:
    with pytest.raises(DealclockError, match=why) as refused:
        on("2005-02-15", *LATE, gone)
    assert "CONV" in str(refused.value)


def test_two_conversions_together_may_not_exceed_the_lot() -> None:
    first, second = converted("2004-12-15", "40000000"), converted("2004-12-16", "20000001")
    with pytest.raises(DealclockError, match="is outstanding; correct it"):
        on("2005-02-15", *LATE, first, second)
    on("2005-02-15", *LATE, first, converted("2004-12-16", "20000000"))


def test_steps_are_split_where_they_change_and_nowhere_else() -> None:
    steps = Steps.of({date(2005, 1, 1): Fraction(10), date(2005, 2, 1): Fraction(-4)})
    assert steps.on(date(2004, 12, 31)) == 0
    assert steps.on(date(2005, 1, 31)) == 10
    assert steps.on(date(2005, 2, 1)) == 6
    assert list(steps.pieces(date(2004, 12, 1), date(2005, 2, 1))) == [
        (date(2005, 1, 1), date(2005, 2, 1), Fraction(10))
    ]
    assert list(steps.pieces(date(2005, 1, 10), date(2005, 3, 1))) == [
        (date(2005, 1, 10), date(2005, 2, 1), Fraction(10)),
        (date(2005, 2, 1), date(2005, 3, 1), Fraction(6)),
    ]
    assert steps.until(date(2005, 2, 15)).on(date(2005, 2, 15)) == 0
    assert steps.until(date(2005, 2, 15)).on(date(2005, 2, 14)) == 6
