"""JSON of any result: each key and value by hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest

from dealclock.answers.encode import Keys, document, encode, record_json
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.counting import business_days_after
from dealclock.engine.money import Between, Money
from dealclock.engine.why import Step, Why


class _Color(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class _Result:
    from_: date
    amount: Money | None
    paid: Money | None
    rate: Decimal
    by_lot: Mapping[str, Decimal]
    names: tuple[str, ...]
    status: _Color
    why: Why
    notes: tuple[str, ...]
    other: str


_DAY = date(2004, 10, 28)


def _result(amount: Money | None, paid: Money | None = None) -> _Result:
    return _Result(
        from_=_DAY,
        amount=amount,
        paid=paid,
        rate=Decimal("0.25"),
        by_lot={"base": Decimal("10.00")},
        names=("a", "b"),
        status=_Color.RED,
        why=Why(("F2", "F1"), True, frozenset({"b", "a"}), (Step("says", "3(b)", _DAY),)),
        notes=("n",),
        other="o",
    )


def test_a_result_is_its_fields_in_order_with_its_format_first() -> None:
    found = document("dealclock-test/1", _result(Fraction(46250, 3), Fraction(1, 8)))
    assert list(found.items()) == [
        ("format", "dealclock-test/1"),
        ("from", "2004-10-28"),
        ("amount", "15416.67"),
        ("exact", "46250/3"),
        ("paid", "0.13"),
        ("paid_exact", "1/8"),
        ("rate", "0.25"),
        ("by_lot", {"base": "10.00"}),
        ("names", ["a", "b"]),
        ("status", "red"),
        ("facts", ["F2", "F1"]),
        ("hypothetical", True),
        ("readings", ["a", "b"]),
        ("notes", ["n"]),
        ("trace", [{"says": "says", "clause": "3(b)", "day": "2004-10-28", "count": None}]),
        ("other", "o"),
        ("notice", "A computation, not legal advice."),
    ]


def test_an_amount_that_is_not_known_is_null_and_one_between_two_gives_both() -> None:
    between = Between(Fraction(1), Fraction(3, 2), "30/360", "Actual/360")
    found = document("f/1", _result(None, between))
    assert (found["amount"], found["exact"]) == (None, None)
    assert "amount_between" not in found
    assert (found["paid"], found["paid_exact"]) == (None, None)
    assert found["paid_between"] == {
        "least": "1.00",
        "least_exact": "1",
        "least_by": "30/360",
        "most": "1.50",
        "most_exact": "3/2",
        "most_by": "Actual/360",
    }


def test_an_instant_keeps_its_offset_and_utc_is_a_z() -> None:
    assert encode(datetime(2004, 10, 28, 4, tzinfo=UTC)) == "2004-10-28T04:00:00Z"
    new_york = datetime(2004, 10, 28, 17, 30, tzinfo=ZoneInfo("America/New_York"))
    assert encode(new_york) == "2004-10-28T17:30-04:00"


def test_a_count_shows_each_day_passed() -> None:
    """Friday to Tuesday: two Business Days over a weekend."""
    count = business_days_after(date(2004, 10, 29), 2, FEDERAL_RESERVE)
    found = encode(count)
    assert isinstance(found, dict)
    assert (found["start"], found["result"]) == ("2004-10-29", "2004-11-02")
    assert [(d["day"], d["number"], d["closed"]) for d in found["days"]] == [
        ("2004-10-30", None, "Saturday"),
        ("2004-10-31", None, "Sunday"),
        ("2004-11-01", 1, None),
        ("2004-11-02", 2, None),
    ]


def test_what_no_result_may_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="no result may hold bytes"):
        encode(b"x")


@dataclass(frozen=True)
class _Taken:
    notice: str


def test_a_field_named_as_every_document_has_one_is_refused() -> None:
    with pytest.raises(TypeError, match="no result may have a field named notice"):
        document("f/1", _Taken("mine"))


@dataclass(frozen=True)
class _Engine:
    accrued: Fraction
    inner: Why
    a_period: Fraction | None
    cause: str

    @property
    def half(self) -> Fraction:
        return self.accrued / 2


def test_keys_name_what_is_written_in_which_order_and_leave_out_the_rest() -> None:
    keys: Keys = {
        _Engine: (
            "total|exact=accrued half facts=inner.facts per_period?=a_period",
            ("window", lambda each: each.cause),
        )
    }
    with_none = record_json(_Engine(Fraction(1, 8), Why(("F1",), False), None, "F1"), keys)
    assert list(with_none.items()) == [
        ("total", "0.13"),
        ("exact", "1/8"),
        ("half", "0.06"),
        ("half_exact", "1/16"),
        ("facts", ["F1"]),
        ("window", "F1"),
    ]
    found = encode([_Engine(Fraction(0), Why((), False), Fraction(3), "")], keys)
    assert isinstance(found, list)
    assert (found[0]["per_period"], found[0]["per_period_exact"]) == ("3.00", "3")
