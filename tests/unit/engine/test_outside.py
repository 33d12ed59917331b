"""People outside the team see confirmed conclusions, and nothing that tells of another."""

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Status
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import effective, fact, filed, log, sample_terms, unusable, usable

LATE = (filed("2004-07-13"), effective("2004-12-06"))
OUTAGE = (unusable("2005-01-10", id="OUT"), usable("2005-01-24"))
CONFIRMED = fact("default-confirmed", "2004-11-02", about="default-ii", recorded_by="Ruth Adler")


def outside(as_of: str, *facts: Fact) -> Assessment:
    """What may be shown outside."""
    return assess(sample_terms(), log(*facts), fact("x", as_of).on, outside=True)


def test_a_default_that_is_only_computed_is_not_shown_nor_what_rests_on_it() -> None:
    found = outside("2005-02-20", *LATE, *OUTAGE)
    assert found.defaults == ()
    assert found.accrual.exact == 0
    assert [o.instance for o in found.obligations] == ["shelf-filing", "shelf-review/F1"]
    assert all("default" not in d.instance for d in found.differences)


def test_a_confirmed_default_is_shown_with_what_accrued_on_it_alone() -> None:
    """October 29 to December 6 is 37 days by 30/360: 15,416.67 dollars."""
    found = outside("2005-02-20", *LATE, *OUTAGE, CONFIRMED)
    assert [(d.instance, d.concluded_by) for d in found.defaults] == [
        ("default-ii", "Ruth Adler, 2004-11-02")
    ]
    assert round(found.accrual.exact, 2) * 100 == 1541667
    assert found.obligation("effectiveness") is not None
    assert found.obligation("cure-window/OUT") is None


def test_a_default_that_is_disputed_after_all_is_not_shown() -> None:
    disputed = fact("default-disputed", "2004-11-03", about="default-ii")
    assert outside("2005-02-20", *LATE, CONFIRMED, disputed).defaults == ()


def test_a_failure_that_outsiders_were_not_told_of_is_not_shown_while_it_runs() -> None:
    inside = assess(sample_terms(), log(*LATE, OUTAGE[0]), fact("x", "2005-01-12").on)
    assert inside.obligation("cure-window/OUT") is not None
    assert outside("2005-01-12", *LATE, OUTAGE[0]).obligation("cure-window/OUT") is None
    cured = usable("2005-01-13")
    assert outside("2005-01-20", *LATE, OUTAGE[0], cured).obligation("cure-window/OUT") is not None


def test_no_status_says_that_something_was_not_done_in_time() -> None:
    found = outside("2004-11-20", LATE[0], CONFIRMED)
    late = [o.instance for o in found.obligations if o.status is Status.MISSED]
    assert late == ["effectiveness"]


def test_neither_unused_facts_nor_contradictions_are_shown() -> None:
    found = outside(
        "2005-02-20", filed("2004-12-07"), effective("2004-12-06"), usable("2005-01-02")
    )
    assert (found.unused_facts, found.contradictions) == ((), ())


def test_nothing_is_said_of_interest_while_no_default_is_confirmed() -> None:
    assert not outside("2005-02-20", *LATE, *OUTAGE).says_of_interest
    assert not outside("2004-07-20", LATE[0]).says_of_interest  # nor that there is none
    assert outside("2005-02-20", *LATE, *OUTAGE, CONFIRMED).says_of_interest
    inside = assess(sample_terms(), log(LATE[0]), fact("x", "2004-07-20").on)
    assert inside.says_of_interest
