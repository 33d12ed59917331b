"""Readings in words, and the dates that are safe under all of them."""

from dataclasses import replace
from datetime import date

from dealclock.engine.assessment import Difference
from dealclock.messages import reading
from dealclock.terms.neutral_ids import shown_choice
from dealclock.terms.readings import ALL
from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.engine.deals import history, sample_terms
from tests.unit.messages.messages import message, view_of


def test_every_choice_of_every_reading_has_words() -> None:
    for question in ALL.values():
        for name in question.choices:
            assert reading.describe_choice(question.id, name, sample_terms()).startswith(
                f"{shown_choice(question.id, name)} ("
            )


def test_a_window_safe_on_some_days_gives_the_first_and_the_last() -> None:
    assert values(safe_of(date(2005, 2, 1), date(2005, 2, 3))) == ["2005-02-01", "2005-02-03"]


def test_a_window_with_no_safe_day_says_so() -> None:
    wording("message/reading", safe_of(date(2005, 2, 3), date(2005, 2, 1)))


def test_a_due_date_that_another_reading_makes_earlier_gives_the_earliest() -> None:
    view = view_of(history("story"), "2004-10-29")
    owed = view.assessment.obligation("trustee-notice/default-ii")
    assert owed is not None
    assert reading.describe_safe_dates(owed, view.assessment.as_of) == ""
    earlier = replace(owed, safe_together=date(2004, 10, 29))
    text = reading.describe_safe_dates(earlier, view.assessment.as_of)
    assert values(wording("message/reading", text)) == ["2004-10-29"]


def test_an_item_that_does_not_exist_under_another_reading_is_stated() -> None:
    view = view_of(history("story"), "2004-10-29")
    absent = Difference("default-occurs", "NEXT-DAY", "default-ii", "due", "2004-11-01", "none")
    moved = replace(view, assessment=replace(view.assessment, differences=(absent,)))
    (line,) = reading.list_readings_used(moved, "default-ii")
    wording("message/reading", line)


def safe_of(first: date, last: date) -> str:
    said = message("Granite-Story", "2004-12-16", "sale-notice/F4")
    window = said.view.assessment.window("sale-notice/F4")
    assert window is not None
    narrowed = replace(window, safe_together=(first, last))
    return reading.describe_safe_dates(narrowed, said.view.assessment.as_of)
