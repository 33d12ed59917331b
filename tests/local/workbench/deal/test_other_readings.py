"""The readings: what is chosen, who chose, and what another choice would change."""

from tests.local.workbench.deal.conftest import Played


def test_the_amount_has_its_range_under_all_readings(played: Played) -> None:
    played.move("2004-11-01")
    text = played.text("/deal/readings")
    # A day bears 60,000,000 * 0.25% / 360 = 416.67; two count from Oct 29, one from Oct 30.
    assert "$416.67 to $833.33 unpaid as of Mon, Nov 1 under all readings" in text
    assert "$833.33 unpaid as chosen" in text


def test_each_reading_has_its_choices_and_what_another_would_change(played: Played) -> None:
    played.move("2004-11-01")
    text = played.text("/deal/readings")
    assert "3 of 7 readings would change a date or amount today" in text
    assert "LAPSE: on the last day, as it ends, chosen here NEXT-DAY: the day after" in text
    assert "under NEXT-DAY (the day after): trustee-notice/default-ii due Tue, Nov 2, 2004" in text


def test_it_shows_who_chose_and_why(played: Played) -> None:
    played.move("2004-11-01")
    text = played.text("/deal/readings")
    assert "Chosen by James Whitfield Why Interest then runs from the day after" in text
    assert "Chosen by default" in text
    # No second person approved it.
    assert "default-occurs read as LAPSE, chosen by James Whitfield" in played.text("/deal")


def test_the_days_of_a_window_safe_under_every_reading_are_listed(played: Played) -> None:
    played.move("2004-12-14")
    # Notice by hand on Mon, Dec 13, 2004: opens Dec 16, or Dec 17 where days must be clear.
    text = played.text("/deal/readings").partition("Safe under every reading")[2]
    assert "Fri, Dec 17, 2004 only" in text


def test_a_reading_that_changes_nothing_today_is_listed_apart(played: Played) -> None:
    text = played.text("/deal/readings")
    # On the first day only the review before the filing can move.
    assert "1 of 4 readings would change a date or amount today" in text
    changing, _, rest = text.partition("No effect today")
    assert ("review-period" in changing, "trigger-day" in changing) == (True, False)
    assert "trigger-day" in rest
    assert "default-occurs" not in text
