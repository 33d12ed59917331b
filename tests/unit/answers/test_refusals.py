"""What answers refuse, and what leads a first line."""

from datetime import date

import pytest

from dealclock.answers.assess import assess
from dealclock.answers.suspension import suspension
from dealclock.answers.what_if import what_if
from dealclock.engine.if_missed import if_missed
from dealclock.errors import RefusedError
from tests.unit.asking import query, view
from tests.unit.engine.deals import history, sample_terms

NOVEMBER = query(sample_terms(), history("never-effective"), "2004-11-20")


def test_a_recipient_is_refused_without_the_view_from_outside() -> None:
    """The whole assessment is never what the Trustee is shown."""
    with pytest.raises(RefusedError, match="give outside too"):
        assess(NOVEMBER, to="trustee")


def test_a_suspension_of_more_than_ten_years_is_refused() -> None:
    with pytest.raises(RefusedError, match="from 1 to 3660"):
        suspension(NOVEMBER, days=99_999_999)


def test_a_default_that_is_supposed_and_cured_leads_as_a_default() -> None:
    """200 days from November 25 pass 45 on January 8 and 90 in all on February 22."""
    found = what_if(NOVEMBER, suspend_from=date(2004, 11, 25), suspend_days=200)
    first = found.say(view(NOVEMBER)).headline
    assert "possible default" in first
    assert ": default cured" not in first


def test_what_follows_a_missed_date_counts_no_later_event() -> None:
    """Of a history known to its end, only events known on the day asked about count."""
    on = query(sample_terms(), history("story"), "2004-07-12")
    found = assess(on).body
    filing = found.obligation("shelf-filing")  # type: ignore[attr-defined]
    assert if_missed(on, filing, found.defaults) is not None  # type: ignore[attr-defined]
