"""A change is one line, in the status words of every screen."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.causes import Cause
from dealclock.engine.changes import compare
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import end_of
from dealclock.messages.changes import describe_cause, render_lines
from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.engine.deals import (
    ZONE,
    effective,
    fact,
    filed,
    log,
    resumed,
    sample_terms,
    suspended,
    unusable,
    usable,
)

FILED = filed("2004-07-13", id="FILED")
ON_TIME = effective("2004-10-20", id="EFFECTIVE")
OUT = unusable("2005-01-10", id="OUT")
PAYMENT = "payment/2005-01-15"
POSSIBLE = "possible default, not confirmed"


def on(as_of: str, *facts: Fact) -> Assessment:
    asked = date.fromisoformat(as_of)
    return assess(Look(sample_terms(), log(*facts), asked, end_of(asked, ZONE)), compare=False)


def describe_changes(before: Assessment, after: Assessment, instance: str) -> list[str]:
    """What the difference says of one instance."""
    found = render_lines(compare(before, after))
    return [each.partition("): ")[2] for each in found if f"({instance}):" in each]


def paid(amount: str | None = None) -> Fact:
    more: dict[str, Any] = {"amount": Decimal(amount)} if amount else {}
    return fact("additional-interest-paid", "2005-01-18", about=PAYMENT, **more)


@pytest.mark.parametrize(
    ("before", "after", "instance", "expected"),
    [
        (
            ("2004-12-01", FILED),
            ("2004-12-01", FILED, effective("2004-12-01")),
            PAYMENT,
            ["amount changes from $31,666.67 to $13,333.33"],
        ),
        (
            ("2004-12-01", FILED),
            ("2004-12-01", FILED, effective("2004-12-01")),
            "effectiveness",
            ["satisfied late Wed, Dec 1, 2004, was due Thu, Oct 28, 2004"],
        ),
        (
            ("2004-10-28", FILED),
            ("2004-10-29", FILED),
            "effectiveness",
            ["overdue, was due Thu, Oct 28, 2004"],
        ),
        (
            ("2005-01-18", FILED, ON_TIME, OUT),
            ("2005-01-19", FILED, ON_TIME, OUT),
            "cure-window/OUT",
            ["expired Tue, Jan 18, 2005 without a cure"],
        ),
        (
            ("2005-01-18", FILED, ON_TIME, OUT),
            ("2005-01-19", FILED, ON_TIME, OUT),
            "default-iii/OUT",
            [f"{POSSIBLE}: occurred Tue, Jan 18, 2005, accrues from Wed, Jan 19, 2005"],
        ),
        (
            ("2005-01-12", FILED, ON_TIME, OUT),
            ("2005-01-12", FILED, ON_TIME, OUT, usable("2005-01-12")),
            "cure-window/OUT",
            ["satisfied Wed, Jan 12, 2005"],
        ),
        (
            ("2005-01-18", FILED),
            ("2005-01-18", FILED, paid("10000")),
            PAYMENT,
            ["paid $10,000.00, $21,666.67 unpaid"],
        ),
        (
            ("2005-01-18", FILED),
            ("2005-01-18", FILED, paid()),
            PAYMENT,
            ["satisfied Tue, Jan 18, 2005, amount not stated"],
        ),
        (
            ("2004-11-02", FILED),
            ("2004-11-02", FILED, fact("default-confirmed", "2004-11-02", about="default-ii")),
            "default-ii",
            [f"default, confirmed, before: {POSSIBLE}"],
        ),
        (
            ("2005-03-21", FILED, ON_TIME, suspended("2005-03-01", id="SUS")),
            (
                "2005-03-21",
                FILED,
                ON_TIME,
                suspended("2005-03-01", id="SUS"),
                resumed("2005-03-21"),
            ),
            "suspension/SUS",
            ["over from Mon, Mar 21, 2005"],
        ),
        (
            ("2005-04-14", FILED, ON_TIME, suspended("2005-03-01", id="SUS")),
            ("2005-04-15", FILED, ON_TIME, suspended("2005-03-01", id="SUS")),
            "suspension/SUS",
            ["overdue, last day was Thu, Apr 14, 2005"],
        ),
    ],
)
def test_what_became_of_an_item_is_one_line(
    before: tuple[Any, ...], after: tuple[Any, ...], instance: str, expected: list[str]
) -> None:
    assert describe_changes(on(*before), on(*after), instance) == expected


def test_a_retraction_reopens_what_was_satisfied() -> None:
    assert values(
        wording(
            "message/changes",
            describe_changes(
                on("2004-10-20", FILED, ON_TIME), on("2004-10-20", FILED), "effectiveness"
            ),
        )
    ) == ["2004-10-28"]


def test_each_cause_has_its_own_words() -> None:
    right = effective("2004-10-19", id="RIGHT", corrects="EFFECTIVE")
    known, day = log(FILED, ON_TIME, right), date(2004, 10, 20)
    terms = sample_terms()
    said = [describe_cause(Cause(by, name, day), known, terms) for by, name in _CAUSES]
    assert [values(each) for each in wording("message/changes", said).splitlines()] == [
        ["2004-10-20"],
        ["2004-10-19"],
        ["2004-10-20"],
        ["2004-10-20"],
        ["2004-10-20"],
    ]
    assert "EFFECTIVE" in said[0]
    assert "RIGHT of EFFECTIVE" in said[1]


_CAUSES: Any = (
    ("fact", "EFFECTIVE"),
    ("fact", "RIGHT"),
    ("version", "first"),
    ("reading", "default-occurs"),
    ("days", ""),
)
