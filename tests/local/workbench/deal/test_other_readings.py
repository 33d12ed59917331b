"""The same figures under other readings, side by side."""

from tests.local.workbench.deal.conftest import Played


def test_the_amount_has_its_range_and_each_choice_its_own_value(played: Played) -> None:
    played.move("2004-11-01")
    text = played.text("/deal/readings")
    # A day bears 60,000,000 * 0.25% / 360 = 416.67; two count from Oct 29, one from Oct 30.
    assert "accrued in all $833.33 over all readings $416.67 to $833.33" in text
    assert "Least or earliest $416.67, under default-occurs as NEXT-DAY" in text
    assert "LAPSE read so here on the last day, as it ends $833.33" in text
    assert "NEXT-DAY the day after $416.67" in text


def test_it_names_who_chose_and_that_no_one_else_approved(played: Played) -> None:
    played.move("2004-11-01")
    text = played.text("/deal/readings")
    assert "default-occurs, Section 3(a); chosen by James Whitfield:" in text
    assert "unverified: no second person approved it" in text
    assert "notice-event" in text
    assert "; the default" in text


def test_the_safe_days_of_a_window_are_next_to_it(played: Played) -> None:
    played.move("2004-12-14")
    # Notice by hand on Mon, Dec 13, 2004: opens Dec 16, or Dec 17 where days must be clear.
    assert "Safe under every reading Fri, Dec 17, 2004 only" in played.text("/deal/readings")


def test_only_readings_that_a_figure_depends_on_are_next_to_it(played: Played) -> None:
    text = played.text("/deal/readings")
    # On the first day the review before the filing alone can move.
    assert "1 figure depends on how a clause is read" in text
    assert "of the 3 readings it depends on" in text
    assert "default-occurs" not in text
    moving, _, still = text.partition("Asked, and moving nothing on this day")
    assert ("review-period" in moving, "trigger-day" in moving) == (True, False)
    assert "trigger-day" in still
