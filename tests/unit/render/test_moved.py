"""A figure that moved is told in a sentence of its own kind."""

import pytest

from dealclock.engine.comparing.figures import Difference
from dealclock.render.moved import in_words, of_differences


@pytest.mark.parametrize(
    ("what", "before", "after", "told"),
    [
        ("due", None, "2005-07-15", "is now due Fri Jul 15, 2005"),
        ("due", "2005-07-15", None, "is no longer due, was due Fri Jul 15, 2005"),
        ("due", "2005-07-15", "2005-07-18", "due date moves from Fri Jul 15, 2005 to Mon Jul"),
        ("amount", None, "125/2", "amount is $62.50"),
        ("still_to_pay", "125/2", None, "no rest is to be paid any more, was $62.50"),
        ("total", "1/1", "125/2", "interest accrued in all changes from $1.00 to $62.50"),
        ("in-360 left", "3 days", "2 days", "left in any 360 days moves from 3 days to"),
    ],
)
def test_each_kind_of_figure_has_its_own_words(
    what: str, before: str | None, after: str | None, told: str
) -> None:
    assert in_words(what, before, after).startswith(told)


@pytest.mark.parametrize(
    ("before", "after", "there", "told"),
    [
        (None, "2005-07-15", (True, True), "ran on, accrues no longer from Fri Jul 15, 2005"),
        (None, "2005-07-15", (False, True), "accrues to Fri Jul 15, 2005, that day excluded"),
        ("2005-07-15", None, (True, True), "runs on, accrued no longer from Fri Jul 15, 2005"),
        ("2005-07-15", None, (True, False), "accrues no longer, did to Fri Jul 15, 2005"),
    ],
)
def test_a_default_that_runs_on_is_told_from_one_that_is_not_there(
    before: str | None, after: str | None, there: tuple[bool, bool], told: str
) -> None:
    assert in_words("accrues_to", before, after, there=there).startswith(told)


def test_of_a_default_that_came_nothing_ran_on_before() -> None:
    came = Difference("r", "C", "default-i", "occurred_on", "none", "2005-07-15")
    stopped = Difference("r", "C", "default-i", "accrues_to", "none", "2005-07-18")
    assert list(of_differences([came, stopped]))[1].startswith("default-i: accrues to Mon Jul 18")
    assert list(of_differences([stopped])) == [
        "default-i: ran on, accrues no longer from Mon Jul 18, 2005"
    ]
