"""Notices that extend a Suspension Period: how far, which one, and why one has no effect.

4(b)(i), 3(a)(iv)(A): 45 days, or 60 where the period is extended.
"""

import pytest

from dealclock.facts.fact import Fact
from tests.unit.engine.deals import effective, fact, filed, given, on, resumed, suspended

SHELF = (filed("2004-07-13"), effective("2004-10-20"))
SUS = "suspension/SUS"


def extended(day: str, method: str = "hand", **more: object) -> Fact:
    """A notice that a suspension is extended."""
    return fact("suspension-extended", day, given=[given("holders", method, day)], **more)


# ---- How far: the limit is the extended one, whenever the period ends


# ---- Joined suspensions: each has what it was extended by itself


# ---- Which one: in force, on its way, or named


# ---- None: listed as unused, with the reason

NO_PERIOD = (
    "is not a Suspension Period; record it about suspension/ and the id of the suspension-notice "
    "it extends"
)
NOTICE = suspended("2004-11-01", id="SUS")
ENDED = resumed("2004-11-20", id="END")


@pytest.mark.parametrize(
    ("about", "facts", "why"),
    [
        (
            "suspension/F9",
            [NOTICE],
            f"suspension/F9 {NO_PERIOD}",
        ),
        (
            "END",
            [NOTICE, ENDED],
            f"END {NO_PERIOD}",
        ),
        (
            "default-iv-a/SUS",
            [NOTICE],
            f"default-iv-a/SUS {NO_PERIOD}",
        ),
        (
            "SUS",
            [NOTICE, resumed("2004-11-05")],
            "suspension/SUS had ended on Fri, Nov 5, 2004, by the day it was given",
        ),
        (
            "SUS",
            [NOTICE, fact("suspension-improper", "2004-11-09", about=SUS)],
            "suspension/SUS was not permitted, so nothing extends it",
        ),
        (
            "LATER",
            [suspended("2004-11-29", "mail", id="LATER")],
            "the suspension of LATER is not in effect by Wed, Dec 1, 2004",
        ),
        (
            "SUS",
            [NOTICE, extended("2004-11-05", id="FIRST")],
            "suspension/SUS is already extended by FIRST",
        ),
    ],
    ids=["unknown", "an-end", "a-default", "ended", "improper", "on-its-way", "already"],
)
def test_an_extension_of_something_it_cannot_extend_is_listed_with_the_reason(
    about: str, facts: list[Fact], why: str
) -> None:
    seen = on("2004-12-01", *SHELF, *facts, extended("2004-11-10", id="EXT", about=about))
    assert "EXT" in seen.unused_facts
    assert seen.unused_because["EXT"] == why
