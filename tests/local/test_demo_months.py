"""The demo played again says how far it is, though nothing arrives a second time."""

from datetime import date

import pytest

from local.demo import Months


def test_a_month_without_a_word_has_a_line_once_it_is_over(
    capsys: pytest.CaptureFixture[str],
) -> None:
    months = Months()
    for day, spoke in (
        (date(2004, 6, 30), False),
        (date(2004, 7, 1), True),
        (date(2004, 7, 30), False),
        (date(2004, 8, 2), False),
        (date(2004, 8, 31), False),
        (date(2004, 9, 1), False),
    ):
        months.played(day, spoke)
    assert capsys.readouterr().out.splitlines() == [
        "June 2004 is played: nothing new.",
        "August 2004 is played: nothing new.",
    ]
