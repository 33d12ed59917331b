"""Alerts lead up to the earliest date under any reading; overdue follows the chosen reading."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.alerts.adverse import adverse_dates, adverse_end, with_adverse
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.people.policy import Policy, ReminderRules
from tests.unit.alerts.made import assessed, list_alerts, open_window, owed
from tests.unit.alerts.playing import at
from tests.unit.engine.deals import effective, filed, log, sale_notice, sample_terms

OPENS, ADVERSE, DUE = date(2004, 7, 1), date(2004, 7, 15), date(2004, 7, 22)


def test_reminders_count_back_from_the_adverse_end_and_then_from_the_chosen_end() -> None:
    said = list_alerts(
        "2004-06-28", "2004-07-23", lambda d: owed("deadline", OPENS, DUE, d, safe=ADVERSE)
    )
    # Back from Thu, Jul 15: Jun 30, Jul 8, 13, 14; back from Thu, Jul 22, past the 15th: 20, 21.
    assert said == [
        "2004-06-30 morning: first, reminder",
        "2004-07-08 morning: reminder",
        "2004-07-13 morning: reminder",
        "2004-07-14 morning: reminder",
        "2004-07-15 morning: due today",
        "2004-07-20 morning: reminder",
        "2004-07-21 morning: reminder",
        "2004-07-22 morning: due today",
        "2004-07-22 midday: last call",
        "2004-07-22 afternoon: last call",
        "2004-07-23 morning: missed",
    ]


def test_no_reminder_counts_back_from_the_chosen_end_before_the_adverse_end() -> None:
    # Seven Business Days back from Thu, Jul 15 is Tue, Jul 6; from Thu, Jul 22 it would be Jul 13.
    said = list_alerts(
        "2004-06-28",
        "2004-07-14",
        lambda d: owed("deadline", OPENS, DUE, d, safe=ADVERSE),
        policy=Policy(deadline=ReminderRules(remind=(7,), on_last_day=True)),
    )
    assert said == ["2004-07-06 morning: first, reminder"]


def test_a_check_missed_on_the_adverse_day_is_caught_up_as_a_reminder_not_as_due() -> None:
    said = list_alerts(
        "2004-07-14",
        "2004-07-16",
        lambda d: owed("deadline", OPENS, DUE, d, safe=ADVERSE),
        skip=("2004-07-15",),
    )
    assert said == ["2004-07-14 morning: first, reminder", "2004-07-16 morning: reminder"]


def test_a_reading_that_gives_a_later_day_changes_nothing() -> None:
    assert adverse_end(owed("deadline", OPENS, DUE, OPENS, safe=None)) == DUE
    later = replace(owed("deadline", OPENS, DUE, OPENS), safe_together=date(2004, 7, 30))
    assert adverse_end(later) == DUE


def test_a_window_with_no_safe_day_leads_up_to_its_first_day() -> None:
    window = open_window("window", OPENS, DUE, OPENS)
    empty = replace(window, safe_together=(date(2004, 7, 5), date(2004, 6, 29)))
    assert adverse_end(empty) == OPENS


def test_the_sample_sale_notice_alerts_on_its_last_safe_day() -> None:
    # Given Mon, Dec 13, 2004: Thu 16 to Mon 20 as chosen; Fri, Dec 17 alone is safe in any reading.
    known = log(filed("2004-07-13"), effective("2004-10-01"), sale_notice("2004-12-13"))
    seen = assess(Look(sample_terms(), known, date(2004, 12, 17), at(date(2004, 12, 17))))
    [window] = [w for w in seen.windows if w.kind == "window"]
    assert adverse_end(window) == date(2004, 12, 17)
    assert adverse_dates(seen)[window.instance, date(2004, 12, 20)] == date(2004, 12, 17)


def test_adverse_dates_carry_over_while_the_chosen_date_is_the_same() -> None:
    today = assessed(OPENS, owed("deadline", OPENS, DUE, OPENS, safe=ADVERSE))
    dates = adverse_dates(today)
    same = with_adverse(assessed(ADVERSE, owed("deadline", OPENS, DUE, ADVERSE)), dates)
    assert same.obligations[0].safe_together == ADVERSE
    other = owed("deadline", OPENS, date(2004, 7, 23), ADVERSE)
    assert with_adverse(assessed(ADVERSE, other), dates).obligations[0].safe_together is None


@pytest.mark.full
@given(st.integers(0, 20), st.integers(1, 40))
def test_every_reading_is_alerted_by_the_adverse_end(lead: int, open_days: int) -> None:
    """On or before the last Business Day on or before the adverse end, as due today."""
    end = FEDERAL_RESERVE.add(OPENS, open_days)
    due = FEDERAL_RESERVE.add(end, lead)
    said = list_alerts(
        OPENS.isoformat(), due.isoformat(), lambda d: owed("deadline", OPENS, due, d, safe=end)
    )
    assert f"{end} morning: due today" in said
    assert not [s for s in said if "missed" in s]
