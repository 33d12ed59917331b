"""Boundary days of a cure window tolled by a Suspension Period, under each reading.

3(a)(iii), 4(b)(i): of the 45 days the notice's own day is day 1, and the day use resumes is none.
"""

from datetime import date

import pytest

from dealclock.alerts.adverse import adverse_end
from dealclock.engine.conclusions import Obligation
from dealclock.facts.fact import Fact
from dealclock.terms.rules.suspensions import Outage
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import (
    effective,
    filed,
    on,
    resumed,
    sample_terms,
    suspended,
    unusable,
)

SHELF = (filed("2004-07-13"), effective("2004-10-20"))
READINGS = ("notice-day-in-cure-window", "resumption-day-in-cure-window")
DEFAULTS = ("COUNTED", "NOT-COUNTED")
AS_THE_45 = ("NOT-COUNTED", "COUNTED")
BOTH, NEITHER = ("COUNTED", "COUNTED"), ("NOT-COUNTED", "NOT-COUNTED")

ON_A_SATURDAY = (unusable("2004-12-06", id="OUT"), suspended("2004-12-11"), resumed("2004-12-23"))
"""December 7 to 10 are four used; a fifth is left on Thursday, December 23."""
TO_A_SATURDAY = (unusable("2005-03-07", id="OUT"), suspended("2005-03-08"), resumed("2005-03-12"))
"""March 8 is one used, if it counts; the next Business Day after Saturday the 12th is the 14th."""
ON_WORKING_DAYS = (unusable("2004-11-08", id="OUT"), suspended("2004-11-12"), resumed("2004-12-10"))
"""November 9, 10 and 12 (the 11th is Veterans Day); December 10 is a Friday."""


def _cure(
    as_of: str,
    *facts: Fact,
    boundary: tuple[str, str] = DEFAULTS,
    toll: str = "TOLL-RESUME",
    terms: Terms | None = None,
) -> Obligation:
    readings = {**dict(zip(READINGS, boundary, strict=True)), "suspension-in-cure-window": toll}
    seen = on(as_of, *SHELF, *facts, readings=readings, terms=terms)
    found = seen.obligation("cure-window/OUT")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("facts", "boundary", "due"),
    [
        (ON_A_SATURDAY, DEFAULTS, "2004-12-24"),  # the one left is the day after the 23rd
        (ON_A_SATURDAY, AS_THE_45, "2004-12-23"),
        (ON_A_SATURDAY, BOTH, "2004-12-23"),
        (ON_A_SATURDAY, NEITHER, "2004-12-24"),
        (TO_A_SATURDAY, DEFAULTS, "2005-03-17"),  # 14, 15, 16, 17
        (TO_A_SATURDAY, AS_THE_45, "2005-03-18"),
        (TO_A_SATURDAY, BOTH, "2005-03-17"),
        (TO_A_SATURDAY, NEITHER, "2005-03-18"),
        (ON_WORKING_DAYS, DEFAULTS, "2004-12-14"),  # two left: Dec 13, 14
        (ON_WORKING_DAYS, AS_THE_45, "2004-12-14"),  # three left: Dec 10, 13, 14
        (ON_WORKING_DAYS, BOTH, "2004-12-13"),  # two left: Dec 10, 13
        (ON_WORKING_DAYS, NEITHER, "2004-12-15"),  # three left: Dec 13, 14, 15
    ],
)
def test_the_boundary_days_of_a_tolled_cure_window_count_according_to_the_reading(
    facts: tuple[Fact, ...], boundary: tuple[str, str], due: str
) -> None:
    assert _cure("2005-04-01", *facts, boundary=boundary).due.isoformat() == due


@pytest.mark.parametrize(
    ("facts", "safe"),
    [
        (ON_A_SATURDAY, "2004-12-23"),
        (TO_A_SATURDAY, "2005-03-17"),
        (ON_WORKING_DAYS, "2004-12-13"),
    ],
    ids=["on-a-Saturday", "to-a-Saturday", "working-days"],
)
@pytest.mark.parametrize("boundary", [DEFAULTS, AS_THE_45, BOTH, NEITHER], ids="-".join)
def test_under_every_choice_the_safe_date_is_the_earliest_while_the_clock_is_tolled(
    facts: tuple[Fact, ...], boundary: tuple[str, str], safe: str
) -> None:
    """Among the readings that toll; under NO-TOLL the window ended before the suspension did."""
    as_of = facts[2].on.isoformat()
    readings = dict(zip(READINGS, boundary, strict=True))
    seen = on(as_of, *SHELF, *facts, readings=readings)
    cure = seen.obligation("cure-window/OUT")
    assert cure is not None
    moved = [
        d.there
        for d in seen.differences
        if (d.instance, d.what) == ("cure-window/OUT", "due") and d.reading in READINGS
    ]
    together = on(
        as_of, *SHELF, *facts, readings={**readings, **dict(zip(READINGS, BOTH, strict=True))}
    )
    earliest = together.obligation("cure-window/OUT")
    assert earliest is not None
    assert earliest.due.isoformat() == safe
    assert adverse_end(cure) <= earliest.due <= min([cure.due, *map(date.fromisoformat, moved)])


def test_alerts_count_from_the_adverse_end_of_a_boundary_day() -> None:
    """A failure inside a suspension is excused under every reading of the cure window.

    Use resumes on Monday, December 13, 2004: five from the 14th end on the 20th, from the 13th on
    the 17th.
    """
    facts = (suspended("2004-11-12"), unusable("2004-11-15", id="OUT"), resumed("2004-12-13"))
    cure = _cure("2004-12-13", *facts)
    assert (cure.due, cure.safe, cure.safe_together) == (
        date(2004, 12, 20),
        date(2004, 12, 17),
        date(2004, 12, 17),
    )
    assert adverse_end(cure) == date(2004, 12, 17)


@pytest.mark.parametrize("toll", ["TOLL-RESUME", "TOLL-FRESH"])
def test_a_notice_on_the_last_day_to_cure_leaves_that_day_if_it_does_not_count(
    toll: str,
) -> None:
    """November 16 is the fifth. Where it counts no day is left: cured by December 10 or not.

    Where five run afresh it makes no difference: December 13 to 17.
    """
    facts = (unusable("2004-11-08", id="OUT"), suspended("2004-11-16"), resumed("2004-12-10"))
    dues = [
        _cure("2005-01-10", *facts, boundary=each, toll=toll).due.isoformat()
        for each in (DEFAULTS, NEITHER, AS_THE_45, BOTH)
    ]
    if toll == "TOLL-FRESH":
        assert dues == ["2004-12-17", "2004-12-17", "2004-12-16", "2004-12-16"]
    else:
        assert dues == ["2004-12-10", "2004-12-13", "2004-12-10", "2004-12-10"]


def test_under_no_toll_the_boundary_days_of_a_later_suspension_move_nothing() -> None:
    dues = {
        _cure("2005-01-10", *ON_WORKING_DAYS, boundary=each, toll="NO-TOLL").due
        for each in (DEFAULTS, NEITHER, AS_THE_45, BOTH)
    }
    assert dues == {date(2004, 11, 16)}


@pytest.mark.parametrize(
    ("boundary", "due"),
    [
        (DEFAULTS, "2004-12-28"),  # 9, 10, 12; Dec 13, 14 are five: none is left
        (AS_THE_45, "2004-12-28"),  # 9, 10; Dec 10, 13 are four: Dec 28 is the fifth
        (BOTH, "2004-12-13"),  # 9, 10, 12; Dec 10, 13: the second comes too late
        (NEITHER, "2004-12-30"),  # 9, 10; Dec 13 are three: Dec 29, 30
    ],
)
def test_a_second_suspension_tolls_a_clock_under_the_same_reading(
    boundary: tuple[str, str], due: str
) -> None:
    facts = (*ON_WORKING_DAYS, suspended("2004-12-14"), resumed("2004-12-28"))
    assert _cure("2005-02-01", *facts, boundary=boundary).due.isoformat() == due


def test_the_first_day_beyond_the_allowance_is_treated_as_the_day_use_resumes() -> None:
    """Suspended from November 1, 2004: December 16 is day 46, and excuses no failure any more."""
    facts = (suspended("2004-11-01"), unusable("2004-11-10", id="OUT"))
    dues = [_cure("2005-01-10", *facts, boundary=b).due.isoformat() for b in (DEFAULTS, AS_THE_45)]
    assert dues == ["2004-12-23", "2004-12-22"]


@pytest.mark.parametrize(
    ("boundary", "due"),
    [
        (DEFAULTS, "2004-12-26"),  # Nov 9 to 12 are four; sixteen from Dec 11
        (AS_THE_45, "2004-12-26"),  # three; seventeen from Dec 10
        (BOTH, "2004-12-25"),
        (NEITHER, "2004-12-27"),
    ],
)
def test_a_window_of_calendar_days_also_counts_closed_days_as_used(
    boundary: tuple[str, str], due: str
) -> None:
    terms = sample_terms()
    rules = tuple(
        r.model_copy(update={"within": r.within.model_copy(update={"count": 20, "unit": "days"})})
        if isinstance(r, Outage)
        else r
        for r in terms.provisions
    )
    terms = terms.model_copy(update={"provisions": rules})
    found = _cure("2005-01-10", *ON_WORKING_DAYS, boundary=boundary, terms=terms)
    assert found.due.isoformat() == due
