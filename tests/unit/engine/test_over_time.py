"""The growth of Additional Interest: day by day, as chosen and between the other readings."""

from datetime import date
from fractions import Fraction

from dealclock.documents.deal_files import read_deal
from dealclock.engine.assess import assess
from dealclock.engine.interest.over_time import MOST_DAYS, OverTime, over_time
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from tests.unit.engine.deals import LETTER, SAMPLE, by_day_count, letter_terms, sample_terms

CHOSEN = {"default-occurs": "LAPSE"}


def course(as_of: date, history: str = "facts.yaml", day_count: str | None = "30/360") -> OverTime:
    deal = read_deal(SAMPLE, SAMPLE / history, rehearsals=False)
    if day_count is None:
        sheet = deal.terms.indenture_sheet.model_copy(update={"day_count": None})
        terms = deal.terms.model_copy(update={"indenture": sheet})
    else:
        terms = by_day_count(day_count)
    assessment = assess(Look(terms, deal.log(), as_of, readings=CHOSEN), together=True)
    found = over_time(Look(terms, deal.log(), as_of, None, CHOSEN), assessment)
    assert found is not None
    return found


def on(found: OverTime, amounts: tuple[Fraction, ...] | None, day: date) -> Fraction:
    assert amounts is not None
    return amounts[found.days.index(day)]


def test_each_day_has_the_accrual_to_but_excluding_it() -> None:
    # 60,000,000 at 0.25% is 1,250/3 dollars a day of 360, from and including October 29.
    found = course(date(2004, 11, 20))
    assert found.days[0] == date(2004, 10, 29)
    assert found.days[-1] == date(2004, 11, 20)
    assert on(found, found.chosen, date(2004, 10, 29)) == 0
    assert on(found, found.chosen, date(2004, 10, 30)) == Fraction(1250, 3)
    # 30/360 from the 29th: two days to November 1, twenty-one to November 20.
    assert on(found, found.chosen, date(2004, 11, 1)) == Fraction(2500, 3)
    assert on(found, found.chosen, date(2004, 11, 20)) == 8750


def test_the_band_is_between_the_least_and_the_most_of_the_readings() -> None:
    # NEXT-DAY accrues from October 30: a day less than as chosen.
    found = course(date(2004, 11, 20))
    assert on(found, found.least, date(2004, 10, 30)) == 0
    assert found.range == (Fraction(25000, 3), Fraction(8750))
    assert found.whole


def test_rates_are_those_of_the_schedule() -> None:
    # Day 91 is January 27, 2005: October 29 is day 1.
    found = course(date(2005, 6, 1))
    assert list(found.rates) == [
        (date(2004, 10, 29), date(2005, 1, 27), Fraction(1, 4)),
        (date(2005, 1, 27), date(2005, 6, 1), Fraction(1)),
    ]


def test_the_last_day_agrees_with_the_assessment_and_the_line_only_rises() -> None:
    found = course(date(2005, 6, 1), "histories/story.yaml")
    assert found.chosen is not None
    # 37 days to the cure of December 6 and 5 of the second, at 1,250/3 dollars a day.
    assert found.chosen[-1] == 17500
    assert list(found.chosen) == sorted(found.chosen)
    assert all(a <= b <= c for a, b, c in zip(found.least, found.chosen, found.most, strict=True))


def test_a_long_period_is_computed_at_that_many_days_including_every_step() -> None:
    found = course(date(2012, 10, 1))
    assert len(found.days) <= MOST_DAYS + len(found.rates) + 1
    assert {start for start, _, _ in found.rates} <= set(found.days)
    assert found.days[-1] == date(2012, 10, 1)


def test_while_the_day_count_is_unset_there_is_a_band_and_no_line() -> None:
    found = course(date(2004, 11, 20), day_count=None)
    assert found.chosen is None
    # Actual/360 has 22 days from October 29; 30/360 less a day under NEXT-DAY has 20.
    least, most = found.range
    assert most == Fraction(60_000_000) * Fraction(1, 400) * 22 / 360
    assert least < Fraction(8750) < most


def test_without_accrual_there_is_no_series() -> None:
    deal = read_deal(LETTER, LETTER / "facts.yaml", rehearsals=False)
    as_of = date(2004, 7, 1)
    assessment = assess(Look(letter_terms(), deal.log(), as_of), together=True)
    assert over_time(Look(letter_terms(), deal.log(), as_of), assessment) is None
    empty = FactLog((), "America/New_York")
    early = assess(Look(sample_terms(), empty, date(2004, 7, 1)), together=True)
    assert over_time(Look(sample_terms(), empty, date(2004, 7, 1)), early) is None
