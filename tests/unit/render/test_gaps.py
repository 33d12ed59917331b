"""What was not checked, near a clause and far from it."""

from dataclasses import replace

import pytest

from dealclock.agreement.terms import NotModelled
from dealclock.render.gaps import beside
from dealclock.render.view import View
from tests.unit.engine.deals import history
from tests.unit.render.messages import view_of

OPEN = (
    NotModelled(clause="3(a)(iv)", what="a limit"),
    NotModelled(clause="4(d)", what="time lost"),
    NotModelled(clause="3(a)", what="who is entitled"),
    NotModelled(clause="Indenture", what="its notices"),
)


def leaving(*points: NotModelled) -> View:
    """A deal whose terms leave these points out."""
    view = view_of(history("story"), "2004-07-01")
    return replace(view, assessment=replace(view.assessment, not_checked=points))


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("2(a)(i)", "4 points, none of this clause (/deal status lists them)"),
        ("4(d)", "4(d): time lost; 3 points of other clauses (/deal status lists them)"),
        # What is open of 3(a) is open of what stands within it.
        (
            "3(a)(ii)",
            "3(a): who is entitled; 3 points of other clauses (/deal status lists them)",
        ),
    ],
)
def test_the_gaps_beside_a_clause_are_told_and_the_others_counted(clause: str, said: str) -> None:
    assert beside(leaving(*OPEN), clause) == said


def test_what_is_open_within_a_clause_is_beside_it() -> None:
    assert beside(leaving(*OPEN), "3(a)").startswith("3(a)(iv): a limit")


def test_where_money_is_told_the_indentures_gaps_are_near() -> None:
    assert beside(leaving(*OPEN), "3(b)", about_money=True) == (
        "Indenture: its notices; 3 points of other clauses (/deal status lists them)"
    )


def test_terms_that_leave_nothing_out_have_no_gaps() -> None:
    assert beside(leaving(), "3(a)") == ""
    one = leaving(OPEN[1])
    assert beside(one, "3(a)") == "1 point, none of this clause (/deal status lists them)"
