"""What a budget of suspension days leaves for a new one, with extensions and gaps."""

from datetime import date

from dealclock.facts.fact import Fact
from tests.unit.engine.deals import (
    effective,
    fact,
    filed,
    given,
    on,
    resumed,
    suspended,
    unusable,
)

SHELF = (filed("2004-07-13"), effective("2004-10-20"))


def extended(day: str, **more: object) -> Fact:
    """A notice, by hand, that a suspension is extended."""
    return fact("suspension-extended", day, given=[given("holders", "hand", day)], **more)


# ---- What an extension and a join change


TWO_OF_THIRTY = (*SHELF, suspended("2005-01-03"), resumed("2005-02-02"), suspended("2005-03-01"))
"""Thirty days, and a second suspension: March 16 is the first day that makes 46 in 90."""


def test_days_allowed_again_by_a_late_extension_excuse_a_failure() -> None:
    """Extended on March 20, 60 are allowed in 90, so the second has 30: to March 30.

    A failure of March 22 is excused until the 31st, and its five days run out on April 7.
    """
    more, out = extended("2005-03-20"), unusable("2005-03-22", id="OUT")
    cure = on("2005-04-20", *TWO_OF_THIRTY, more, out).obligation("cure-window/OUT")
    assert cure is not None
    assert cure.due == date(2005, 4, 7)
