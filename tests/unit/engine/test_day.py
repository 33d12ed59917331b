"""Days of the terms as dates: every operator by hand, rolls and clocks included, and a second
method.

2004-10-31 02:00 and 2005-04-03 02:00 are the changes of clocks in New York that the cases cross.
"""

from calendar import monthrange
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import QuantLib
import yaml
from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.calendars import FEDERAL_RESERVE, GENERAL_CONSTRUCTION_LAW
from dealclock.days.periods import moved, repeated, rolled
from dealclock.engine.context import Choices, Context
from dealclock.engine.day import DayValue, Instance, acted_on, day_of, steps_of
from dealclock.errors import RefusedError
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.log import end_of
from dealclock.terms.day_language import read_day
from dealclock.terms.readings import ALL
from dealclock.terms.rules.rule import Period
from tests.tables import table
from tests.unit.engine.deals import ZONE, effective, fact, filed, log, sample_terms

NOTHING = Instance("")
NEW_YORK = ZoneInfo("America/New_York")
TODAY = date(2005, 12, 1)
DAYS: list[Mapping[str, Any]] = table(__file__, "days")


def _context(*facts: Fact, **readings: str) -> Context:
    as_of = TODAY
    of = {name: reading.default for name, reading in ALL.items()}
    of |= {name.replace("_", "-"): choice for name, choice in readings.items()}
    known = FactIndex(log(*facts).known(as_of, end_of(as_of, ZONE)))
    dates = {"closing-date": date(2004, 6, 30), "signing": date(2004, 6, 25)}
    terms = sample_terms().model_copy(update={"dates": dates})
    return Context(terms, known, as_of, Choices(of))


def _value(written: object, context: Context | None = None, of: Instance = NOTHING) -> DayValue:
    return day_of(context or _context(), read_day(written), of)


def _day(written: object, *facts: Fact, **readings: str) -> str | None:
    day = _value(written, _context(*facts, **readings)).day
    return None if day is None else day.isoformat()


def _for(count: int, unit: str, way: str = "after", **more: Any) -> Any:
    return lambda start: {way: start, "for": {"count": count, "unit": unit, **more}}


@pytest.mark.parametrize("of", DAYS, ids=[each["of"] for each in DAYS])
def test_each_day_is_the_one_worked_out_by_hand(of: Mapping[str, Any]) -> None:
    facts = [fact(kind, on) for kind, days in of.get("events", {}).items() for on in days]
    found = {}
    for row in of["rows"]:
        written = yaml.safe_load(row) if row.startswith("{") else row
        found[row] = _day(written, *facts, **of.get("readings", {})) or "none"
    assert found == of["rows"]


@pytest.mark.parametrize(
    ("written", "consulted"),
    [
        (
            _for(1, "months", roll="next", **{"first day": "counted"})("2004-08-04"),
            {"business-day"},
        ),
        (_for(1, "months", roll="none", **{"first day": "counted"})("2004-08-04"), set()),
        ("1 month after 2004-08-04", {"trigger-day", "closed-last-day"}),
        ("1 month after 2004-07-13", {"trigger-day"}),
    ],
)
def test_only_what_a_period_leaves_out_is_consulted(written: object, consulted: set[str]) -> None:
    context = _context()
    _value(written, context)
    assert context.choices.in_all == consulted


FILED, EFFECTIVE = "registration-statement-filed", "registration-statement-effective"
UNUSABLE = "prospectus-unusable"


def _outages() -> tuple[Fact, ...]:
    return fact(UNUSABLE, "2004-11-01"), fact(UNUSABLE, "2004-12-01")


def test_the_events_that_a_day_rests_on_are_used() -> None:
    context = _context(filed("2004-07-13"), *_outages())
    _value(f"first {UNUSABLE} from first {FILED}", context)
    assert list(context.choices.trail.used) == ["F1", "F2"]


def test_it_is_what_opened_the_instance() -> None:
    notice = fact(
        "sale-notice",
        "2004-11-01",
        given=[
            {"to": "company", "method": "courier", "on": "2004-11-01"},
            {"to": "trustee", "method": "hand", "on": "2004-11-03"},
        ],
    )
    context = _context(notice)
    (event,) = context.facts("sale-notice")
    of = Instance("sale-notice/F1", ("F1",), event=event)
    days = {
        written: _value(written, context, of).day
        for written in ("it", "its sent", "its received", "its deemed", "2 days after it")
    }
    # by courier it is deemed given a Business Day later, and received on no day recorded
    assert days == {
        "it": date(2004, 11, 1),
        "its sent": date(2004, 11, 3),
        "its received": None,
        "its deemed": date(2004, 11, 3),
        "2 days after it": date(2004, 11, 3),
    }
    to_trustee = {"its": "received", "to": ["trustee"]}
    assert _value(to_trustee, context, of).day == date(2004, 11, 3)
    assert _value({"its": "deemed", "to": ["company"]}, context, of).day == date(2004, 11, 2)
    accruing = Instance("notice/default-ii", it=date(2004, 10, 28), accrual=date(2004, 10, 29))
    assert _value("2 business days after its accrual", context, accruing).day == date(2004, 11, 2)


def test_a_choice_between_days_is_consulted_only_where_the_days_differ() -> None:
    written = {
        "reading": "notice-event",
        "DEFAULT-DATE": "1 month after 2005-01-31",
        "FIRST-ACCRUAL-DAY": "",
    }
    for other, consulted in (("2005-02-28", set()), ("2005-03-01", {"notice-event"})):
        context = _context()
        _value({**written, "FIRST-ACCRUAL-DAY": other}, context)
        assert context.choices.in_all - {"trigger-day"} == consulted
    assert _day({**written, "FIRST-ACCRUAL-DAY": "signing"}, notice_event="FIRST-ACCRUAL-DAY") == (
        "2004-06-25"
    )


def test_a_day_outside_the_holiday_tables_is_an_error_only_where_it_is_chosen() -> None:
    written = {
        "reading": "notice-event",
        "DEFAULT-DATE": "it",
        "FIRST-ACCRUAL-DAY": "1 business day after 2200-01-01",
    }
    on = Instance("", it=date(2004, 7, 13))
    context = _context()
    assert _value(written, context, on).day == date(2004, 7, 13)
    assert context.choices.in_all >= {"notice-event"}
    with pytest.raises(RefusedError, match="outside the Federal Reserve calendar"):
        _value(written, _context(notice_event="FIRST-ACCRUAL-DAY"), on)


# New York left daylight saving time on Sunday, October 31, 2004, and began it on April 3, 2005: 48
# hours before 10:00 on November 1 is 11:00 on October 30.
@pytest.mark.parametrize(
    ("written", "on", "at", "until"),
    [
        ("48 hours before it", "2004-11-01", "10:00", "2004-10-30 11:00"),
        ("48 hours after it", "2004-10-30", "10:00", "2004-11-01 09:00"),
        ("24 hours after it", "2005-04-02", "12:00", "2005-04-03 13:00"),
        ("3 hours before it", "2004-11-01", "01:30", "2004-10-31 22:30"),
        ("48 hours before it", "2004-11-01", None, "2004-10-30 01:00"),
        ("2 hours before it by 17:00 New York", "2004-11-01", "10:00", "2004-11-01 17:00"),
        ("6 hours after day before it by 17:00 New York", "2004-11-02", None, "2004-11-01 17:00"),
    ],
)
def test_hours_are_counted_over_a_change_of_clocks(
    written: str, on: str, at: str | None, until: str
) -> None:
    context = _context(filed(on, time=at))
    (event,) = context.facts(FILED)
    value = _value(written, context, Instance("", event=event))
    assert value.moment == datetime.fromisoformat(until).replace(tzinfo=NEW_YORK)
    assert value.day == value.moment.date()


# Friday, November 5, 2004; Thursday, November 11 is Veterans Day.
@pytest.mark.parametrize(
    ("on", "at", "by", "counts"),
    [
        ("2004-11-05", "12:30", "12:30 New York", "2004-11-05"),
        ("2004-11-05", "12:31", "12:30 New York", "2004-11-08"),
        ("2004-11-10", "16:00", "12:30 New York", "2004-11-12"),
        ("2004-11-05", None, "12:30 New York", "2004-11-05"),
        ("2004-11-05", "12:00", "12:30 Chicago", "2004-11-05"),
        ("2004-11-05", "13:15", "12:30 Chicago", "2004-11-05"),
        ("2004-11-05", "13:31", "12:30 Chicago", "2004-11-08"),
        ("2004-11-06", "02:30", "23:59 Los Angeles", "2004-11-05"),
        ("2004-11-06", "03:00", "23:59 Los Angeles", "2004-11-06"),
    ],
)
def test_an_act_after_the_hour_counts_the_next_business_day(
    on: str, at: str | None, by: str, counts: str
) -> None:
    context = _context(filed(on, time=at))
    (event,) = context.facts(FILED)
    moment = _value(f"2004-11-30 by {by}", context).moment
    assert acted_on(context, event, moment).isoformat() == counts


def test_a_day_explains_itself() -> None:
    context = _context(effective("2004-10-28"))
    written = {
        "latest of": [
            "120 days after closing-date",
            f"5 business days after first {EFFECTIVE}",
            "due of no-such-item",
        ]
    }
    steps = [(s.text, s.clause, s.day) for s in steps_of(_value(written, context), "2(a)", context)]
    dates = sample_terms().clauses.dates
    assert steps == [
        ("Closing Date, itself not counted", dates, date(2004, 6, 30)),
        ("120 days after it", "2(a)", date(2004, 10, 28)),
        (
            "The Shelf Registration Statement was declared effective; itself not counted",
            "2(a)",
            date(2004, 10, 28),
        ),
        ("5 Business Days after it", "2(a)", date(2004, 11, 4)),
        ("the last day of no-such-item, not known yet", "2(a)", None),
        ("the latest of these, not known yet", "2(a)", None),
    ]
    one = steps_of(_value("120 days after closing-date", context), "2(a)", context, "the last day")
    assert [step.text for step in one] == [
        "Closing Date, itself not counted",
        "120 days after it: the last day",
    ]


# A second method: months by walking from day to day, Business Days by walking, operators as plain
# minimum and maximum.

_STARTS = st.dates(date(1998, 1, 1), date(2050, 12, 31))


def _months_by_walking(start: date, months: int) -> date:
    day = start
    for _ in range(months):
        while True:
            day += timedelta(days=1)
            if day.day == 1:
                break
    return day.replace(day=min(start.day, monthrange(day.year, day.month)[1]))


@given(
    _STARTS, st.integers(1, 40), st.sampled_from([("months", 1), ("quarters", 3), ("years", 12)])
)
def test_months_agree_with_a_walk(start: date, n: int, unit: tuple[str, int]) -> None:
    name, months = unit
    assert moved(start, n, name) == _months_by_walking(start, n * months)


@given(_STARTS, st.integers(-60, 60))
def test_months_agree_with_quantlib(start: date, n: int) -> None:
    day = QuantLib.Date(start.day, start.month, start.year) + QuantLib.Period(n, QuantLib.Months)
    assert moved(start, n, "months") == date(day.year(), day.month(), day.dayOfMonth())


_QUANTLIB_ROLLS = {
    "next": QuantLib.Following,
    "previous": QuantLib.Preceding,
    "modified following": QuantLib.ModifiedFollowing,
    "none": QuantLib.Unadjusted,
}


@given(_STARTS, st.sampled_from(sorted(_QUANTLIB_ROLLS)))
def test_rolls_agree_with_quantlib(day: date, roll: str) -> None:
    reserve = QuantLib.UnitedStates(QuantLib.UnitedStates.FederalReserve)
    found = reserve.adjust(QuantLib.Date(day.day, day.month, day.year), _QUANTLIB_ROLLS[roll])
    expected = date(found.year(), found.month(), found.dayOfMonth())
    assert rolled(day, roll, FEDERAL_RESERVE) == expected


@pytest.mark.parametrize(
    ("first", "unit", "repeats"),
    [
        ("2010-06-30", "quarters", ["2010-06-30", "2010-09-30", "2010-12-31", "2011-03-31"]),
        ("2010-01-30", "months", ["2010-01-30", "2010-02-28", "2010-03-30", "2010-04-30"]),
        ("2008-02-29", "years", ["2008-02-29", "2009-02-28", "2010-02-28", "2011-02-28"]),
        ("2010-01-04", "weeks", ["2010-01-04", "2010-01-11", "2010-01-18", "2010-01-25"]),
    ],
)
def test_a_day_that_ends_its_month_repeats_at_the_end(
    first: str, unit: str, repeats: list[str]
) -> None:
    day = date.fromisoformat(first)
    assert [repeated(day, n, unit).isoformat() for n in range(4)] == repeats


_UNITS = ("days", "weeks", "business days", "months", "years")
_WRITTEN = st.recursive(
    st.sampled_from(["closing-date", "signing", "never", "2004-07-13", "2005-02-28"]),
    lambda days: st.one_of(
        st.tuples(
            st.integers(1, 40), st.sampled_from(_UNITS), st.sampled_from(["after", "before"]), days
        ),
        st.tuples(
            st.sampled_from(["latest of", "earliest of", "first known of", "latest known of"]),
            st.lists(days, min_size=1, max_size=3),
        ),
    ),
    max_leaves=6,
)
_NAMED = {"closing-date": date(2004, 6, 30), "signing": date(2004, 6, 25), "never": None}


def _keys(drawn: Any) -> object:
    if isinstance(drawn, str):
        return drawn
    if len(drawn) == 2:
        return {drawn[0]: [_keys(each) for each in drawn[1]]}
    count, unit, way, base = drawn
    return {way: _keys(base), "for": {"count": count, "unit": unit}}


def _naive(drawn: Any) -> date | None:
    """The same Day by walking, written without the code under test."""
    if isinstance(drawn, str):
        return _NAMED[drawn] if drawn in _NAMED else date.fromisoformat(drawn)
    if len(drawn) == 2:
        operator, inner = drawn
        values = [_naive(each) for each in inner]
        known = [value for value in values if value is not None]
        if not known or (operator == "latest of" and len(known) < len(values)):
            return None
        if operator == "first known of":
            return known[0]
        return min(known) if operator == "earliest of" else max(known)
    count, unit, way, base = drawn
    start, step = _naive(base), 1 if way == "after" else -1
    if start is None:
        return None
    if unit in ("months", "years"):
        months = 12 * start.year + start.month - 1 + step * count * (12 if unit == "years" else 1)
        year, month = months // 12, months % 12 + 1
        return date(year, month, min(start.day, monthrange(year, month)[1]))
    if unit != "business days":
        return start + timedelta(days=step * count * (7 if unit == "weeks" else 1))
    while count:
        start += timedelta(days=step)
        count -= FEDERAL_RESERVE.closed_because(start) is None
    return start


@given(_WRITTEN)
def test_days_of_any_shape_agree_with_a_walk(drawn: Any) -> None:
    try:
        found = _value(_keys(drawn)).day
    except RefusedError:
        return
    assert found == _naive(drawn)


def test_a_month_far_beyond_the_calendar_is_an_error_and_no_guess() -> None:
    with pytest.raises(RefusedError, match="give a day nearer to today"):
        moved(date(8999, 1, 1), 3660, "years")
    with pytest.raises(RefusedError, match="give days, weeks, months"):
        moved(date(2004, 1, 1), 3, "hours")
    assert not GENERAL_CONSTRUCTION_LAW.is_open(date(2004, 11, 2))
    assert str(Period(count=1, unit="quarters")) == "1 quarter"
