"""Methods of giving a notice, ranked by when each is deemed given; days counted by hand."""

from datetime import date

from dealclock.engine.look import Look
from dealclock.engine.notices.deemed import Way, ways
from dealclock.facts.log import FactLog
from tests.unit.engine.deals import ZONE, sample_terms


def ranked(as_of: str, opens: str, due: str) -> list[Way]:
    given = Look(sample_terms(), FactLog((), ZONE), date.fromisoformat(as_of))
    return list(ways(date.fromisoformat(opens), date.fromisoformat(due), given.context()))


def summary(found: list[Way]) -> list[tuple[str, str | None, bool]]:
    return [(w.method, w.given_on.isoformat() if w.given_on else None, w.in_time) for w in found]


def test_the_trustee_is_reached_in_two_business_days_by_all_methods_but_mail() -> None:
    # Handed over Fri, Oct 29: a courier's is given Mon, Nov 1; mail Nov 1, 2, 3, 4, 5: Fri, Nov 5.
    assert summary(ranked("2004-10-29", "2004-10-28", "2004-11-01")) == [
        ("hand", "2004-10-29", True),
        ("fax", "2004-10-29", True),
        ("telex", "2004-10-29", True),
        ("courier", "2004-11-01", True),
        ("mail", "2004-11-05", False),
        ("e-mail", None, False),
    ]


def test_on_the_last_day_a_courier_is_too_late() -> None:
    found = {w.method: w for w in ranked("2004-11-01", "2004-10-28", "2004-11-01")}
    assert found["hand"].in_time
    assert found["hand"].last_day == date(2004, 11, 1)
    assert (found["courier"].given_on, found["courier"].in_time) == (date(2004, 11, 2), False)
    assert found["courier"].last_day == date(2004, 10, 29)
    assert found["mail"].last_day is None


def test_one_day_later_nothing_is_timely_and_the_earliest_given_comes_first() -> None:
    found = ranked("2004-11-02", "2004-10-28", "2004-11-01")
    assert not any(w.in_time for w in found)
    assert [w.method for w in found] == ["hand", "fax", "telex", "courier", "mail", "e-mail"]


def test_on_a_closed_day_it_is_delivered_on_the_next_business_day() -> None:
    # Sat, Jan 15, 2005; Mon, Jan 17 is Martin Luther King Jr. Day.
    found = {w.method: w for w in ranked("2005-01-15", "2005-01-10", "2005-01-18")}
    assert found["hand"].handed_over == found["hand"].given_on == date(2005, 1, 18)
    assert (found["courier"].given_on, found["courier"].in_time) == (date(2005, 1, 19), False)


def test_a_method_that_needs_an_acknowledgment_says_so() -> None:
    found = ranked("2004-10-29", "2004-10-28", "2004-11-01")
    assert {w.method for w in found if w.acknowledged} == {"fax", "telex"}
