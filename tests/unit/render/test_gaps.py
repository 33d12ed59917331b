"""What was not checked, near a clause and far from it."""

from dataclasses import replace

import pytest

from dealclock.render.gaps import beside
from tests.unit.engine.deals import history
from tests.unit.render.messages import view_of


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("2(a)(i)", "8 points, none of this clause (/deal status lists them)"),
        (
            "4(d)",
            (
                "4(d): down-time for adding a Holder; "
                "7 points of other clauses (/deal status lists them)"
            ),
        ),
        (
            "4(d)(ii)",  # what is open of 4(d) is open of what stands within it
            (
                "4(d): down-time for adding a Holder; "
                "7 points of other clauses (/deal status lists them)"
            ),
        ),
    ],
)
def test_the_gaps_beside_a_clause_are_told_and_the_others_counted(clause: str, said: str) -> None:
    assert beside(view_of(history("story"), "2004-07-01"), clause) == said


def test_what_is_open_within_a_clause_is_beside_it() -> None:
    said = beside(view_of(history("story"), "2004-07-01"), "3(a)")
    assert said.startswith("3(a)(iv): defaults by a suspension")


def test_where_money_is_told_the_indentures_gaps_are_near() -> None:
    view = view_of(history("story"), "2004-07-01")
    assert beside(view, "3(b)", about_money=True) == (
        "Indenture: notice clauses, and the lead times of officers' certificate and funding; "
        "7 points of other clauses (/deal status lists them)"
    )


def test_terms_that_leave_nothing_out_have_no_gaps() -> None:
    view = view_of(history("story"), "2004-07-01")
    whole = replace(view, assessment=replace(view.assessment, not_checked=()))
    assert beside(whole, "3(a)") == ""
    (only, *_) = view.assessment.not_checked
    one = replace(view, assessment=replace(view.assessment, not_checked=(only,)))
    assert beside(one, "3(a)") == "1 point, none of this clause (/deal status lists them)"
