"""Days as an agreement writes them: what each is read as, and what is refused, with its place."""

from datetime import date, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from dealclock.errors import InvalidError
from dealclock.files.source import SpacedModel, parse, read
from dealclock.terms.day_language import (
    ByHour,
    ByReading,
    Chosen,
    Day,
    DayAmong,
    DayIf,
    DayTerms,
    DayWithin,
    EventDay,
    FixedDay,
    ItsDay,
    NamedDay,
    NeverDay,
    PartOf,
    PeriodDay,
    read_day,
    references,
    write_day,
)
from dealclock.terms.rules.rule import Period, PeriodTerms


def _period(count: int, unit: str, **more: Any) -> Period:
    return Period.model_validate({"count": count, "unit": unit, **more})


THIRTY = _period(30, "days")
TWO = _period(2, "business days")

READ = [
    ("2004-07-13", FixedDay(date(2004, 7, 13))),
    (date(2004, 7, 13), FixedDay(date(2004, 7, 13))),
    ("closing-date", NamedDay("closing-date")),
    ("never", NeverDay()),
    ("it", ItsDay("day")),
    ("its target", ItsDay("target")),
    ("its accrual", ItsDay("accrual")),
    ({"its": "deemed", "to": ["trustee", "holders"]}, ItsDay("deemed", ("trustee", "holders"))),
    ("30 days after closing-date", PeriodDay(NamedDay("closing-date"), THIRTY)),
    ("2 Business  Days before it", PeriodDay(ItsDay("day"), TWO, before=True)),
    ("1 month after it", PeriodDay(ItsDay("day"), _period(1, "months"))),
    ("day after it", PeriodDay(ItsDay("day"), _period(1, "days"))),
    ("day before its received", PeriodDay(ItsDay("received"), _period(1, "days"), before=True)),
    (
        "2 business days after 30 days after closing-date",
        PeriodDay(PeriodDay(NamedDay("closing-date"), THIRTY), TWO),
    ),
    ("first sale", EventDay(("sale",))),
    ("first sale about it", EventDay(("sale",), about_it=True)),
    ("target of last sale", EventDay(("sale",), last=True, target=True)),
    (
        "first sale from 30 days after closing-date",
        EventDay(("sale",), since=PeriodDay(NamedDay("closing-date"), THIRTY)),
    ),
    (
        {"first": ["sale", "pledge"], "from": "closing-date", "to": "it"},
        EventDay(("sale", "pledge"), since=NamedDay("closing-date"), until=ItsDay("day")),
    ),
    ("due of effectiveness", PartOf("due", "effectiveness")),
    ("opening of effectiveness", PartOf("opening", "effectiveness")),
    ("start of suspension", PartOf("start", "suspension")),
    ("end of suspension", PartOf("end", "suspension")),
    (
        {"after": "it", "for": {"count": 3, "unit": "months", "roll": "modified following"}},
        PeriodDay(ItsDay("day"), _period(3, "months", roll="modified following")),
    ),
    ({"before": "it", "for": "2 business days"}, PeriodDay(ItsDay("day"), TWO, before=True)),
    ({"latest of": ["it", "never"]}, DayAmong("latest of", (ItsDay("day"), NeverDay()))),
    ({"first known of": ["it"]}, DayAmong("first known of", (ItsDay("day"),))),
    (
        {"if": "sec-review about it", "then": "it", "else": "never"},
        DayIf(EventDay(("sec-review",), about_it=True), ItsDay("day"), NeverDay()),
    ),
    (
        {"if": {"first": "sec-review", "to": "closing-date"}, "then": "it", "else": "never"},
        DayIf(EventDay(("sec-review",), until=NamedDay("closing-date")), ItsDay("day"), NeverDay()),
    ),
    (
        {
            "if": {"day": "it", "from": "closing-date", "to": "first sale"},
            "then": "it",
            "else": "never",
        },
        DayIf(
            DayWithin(ItsDay("day"), NamedDay("closing-date"), EventDay(("sale",))),
            ItsDay("day"),
            NeverDay(),
        ),
    ),
    (
        {"if": {"day": "it", "to": "closing-date"}, "then": "it", "else": "never"},
        DayIf(DayWithin(ItsDay("day"), until=NamedDay("closing-date")), ItsDay("day"), NeverDay()),
    ),
    (
        {"reading": "notice-event", "A": "it", "B": "its accrual"},
        ByReading("notice-event", (("A", ItsDay("day")), ("B", ItsDay("accrual")))),
    ),
    (
        "2 business days after it by 11:00 New York",
        ByHour(PeriodDay(ItsDay("day"), TWO), time(11), "America/New_York"),
    ),
    (
        {"earliest of": ["it"], "by": "9:30 Europe/Paris"},
        ByHour(DayAmong("earliest of", (ItsDay("day"),)), time(9, 30), "Europe/Paris"),
    ),
    (
        "48 hours before first pricing",
        PeriodDay(EventDay(("pricing",)), _period(48, "hours"), True),
    ),
]


@pytest.mark.parametrize(("written", "day"), READ, ids=[str(written) for written, _ in READ])
def test_a_day_is_read_as_written(written: object, day: Day) -> None:
    assert read_day(written) == day


@pytest.mark.parametrize(("written", "day"), READ, ids=[str(written) for written, _ in READ])
def test_a_day_written_out_reads_as_the_same_day(written: object, day: Day) -> None:
    assert read_day(write_day(day)) == day


_NAMES = st.sampled_from(["closing-date", "effectiveness", "sale"])
_PERIODS = st.builds(_period, st.integers(1, 3660), st.sampled_from(["days", "months", "hours"]))
_LEAVES = st.one_of(
    st.builds(FixedDay, st.dates(date(1995, 1, 1), date(2060, 1, 1))),
    st.builds(NamedDay, _NAMES),
    st.sampled_from([NeverDay(), ItsDay("day"), ItsDay("target"), ItsDay("sent", ("trustee",))]),
    st.builds(PartOf, st.sampled_from(["due", "opening", "start", "end"]), _NAMES),
    st.builds(EventDay, st.tuples(_NAMES), st.booleans(), st.booleans(), st.booleans()),
)


def _larger(days: st.SearchStrategy[Day]) -> st.SearchStrategy[Day]:
    lists = st.lists(days, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(PeriodDay, days, _PERIODS, st.booleans()),
        st.builds(DayAmong, st.sampled_from(["latest of", "earliest of", "first known of"]), lists),
        st.builds(DayIf, st.builds(EventDay, st.tuples(_NAMES)), days, days),
        st.builds(DayIf, st.builds(EventDay, st.tuples(_NAMES), until=days), days, days),
        st.builds(ByHour, days, st.just(time(11, 5)), st.just("America/New_York")),
        st.builds(EventDay, st.tuples(_NAMES, _NAMES), since=days, until=days),
        st.builds(EventDay, st.tuples(_NAMES), st.booleans(), st.booleans(), since=days),
        st.builds(lambda a, b: ByReading("trigger-day", (("A", a), ("B", b))), days, days),
    )


@given(st.recursive(_LEAVES, _larger, max_leaves=8))
def test_any_day_written_out_reads_as_the_same_day(day: Day) -> None:
    assert read_day(write_day(day)) == day


def test_every_name_in_a_day_can_be_checked() -> None:
    day = read_day(
        {
            "latest of": [
                "30 days after closing-date",
                {"if": "sec-review", "then": "due of filing", "else": "end of suspension"},
                {"reading": "notice-event", "A": {"its": "deemed", "to": ["trustee"]}, "B": "it"},
            ]
        }
    )
    assert list(references(day)) == [
        ("name", "closing-date"),
        ("kind", "sec-review"),
        ("item", "filing"),
        ("state", "suspension"),
        ("party", "trustee"),
    ]


class _Holding(SpacedModel):
    """A model with a Day, a period and a number that may depend on a reading."""

    due: DayTerms
    within: PeriodTerms | None = None
    days_after: Chosen[int] = 0


def _read(text: str) -> _Holding:
    return read(parse(text, "terms.yaml"), _Holding)


def _problem(text: str) -> str:
    with pytest.raises(InvalidError) as refused:
        _read(text)
    return str(refused.value)


def test_a_part_of_a_day_is_refused_at_its_own_line() -> None:
    text = "due:\n  latest of:\n    - it\n    - after: it\n      for: 3 moons\n"
    assert _problem(text).startswith("terms.yaml:5: due.latest of.1.for: given '3 moons'; ")


def test_days_nest_at_most_twenty_levels() -> None:
    nineteen = "day after " * 19 + "it"
    assert write_day(read_day(nineteen)) == "1 days after " * 19 + "it"
    assert "Days nest at most 20 levels deep" in _problem("due: " + "day after " * 20 + "it")


def test_a_thousand_levels_are_refused() -> None:
    deep: object = "it"
    for _ in range(1000):
        deep = {"latest of": [deep]}
    with pytest.raises(ValidationError, match="nest at most 20 levels"):
        read_day(deep)
    braces = "{latest of: [" * 1000 + "it" + "]}" * 1000
    assert "nest" in _problem(f"due: {braces}")


def test_a_long_text_is_refused() -> None:
    assert "give a Day in at most 500 letters" in _problem(f"due: {'day after ' * 5000}it")


def test_a_number_may_be_a_choice_between_numbers() -> None:
    held = _read("due: it\ndays after: {reading: default-occurs, LAPSE: 0, NEXT-DAY: 1}")
    assert held.days_after == ByReading("default-occurs", (("LAPSE", 0), ("NEXT-DAY", 1)))
    assert _read("due: it\ndays after: 2").days_after == 2


def test_a_model_with_days_is_written_and_read_again_as_the_same() -> None:
    held = _read(
        "due: {latest of: [30 days after it, first sale]}\nwithin: 3 months\n"
        "days after: {reading: default-occurs, LAPSE: 0, NEXT-DAY: 1}"
    )
    written = held.model_dump(mode="json")
    assert written == {
        "due": {"latest of": ["30 days after it", "first sale"]},
        "within": {"count": 3, "unit": "months"},
        "days after": {"reading": "default-occurs", "LAPSE": 0, "NEXT-DAY": 1},
    }
    assert _Holding.model_validate(written) == held
