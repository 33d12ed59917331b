"""Health findings from numbers and instants: text, severity, and when there is none."""

from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.alerts import health_findings
from dealclock.alerts.health_findings import Severity, Speech
from dealclock.alerts.slots import SCHEDULED, ZONE
from tests.golden.values import shows, values
from tests.golden.wording import wording

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)  # a Friday, 10:00 in New York


def new_york(day: int, hour: int, minute: int = 0) -> datetime:
    """An instant of November 2026."""
    return datetime(2026, 11, day, hour, minute, tzinfo=ZONE)


def missed(now: datetime, since: datetime = LONG_AGO) -> str:
    """The slot that must have completed, with its day of the month."""
    found = health_findings.find_missed_slot(now, since)
    return f"{found[0].day} {found[1]}" if found else ""


def speech(age: timedelta, clause: str = "2(a)(ii)") -> Speech:
    return Speech("Granite", clause, date(2026, 11, 20), NOW - age)


MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param(new_york(20, 8, 29), "19 afternoon", id="half an hour has not passed"),
        pytest.param(new_york(20, 8, 30), "20 morning", id="half an hour has passed"),
        pytest.param(new_york(20, 23, 59), "20 afternoon", id="in the evening"),
        pytest.param(new_york(22, 10), "20 afternoon", id="Sunday"),
        pytest.param(new_york(23, 8, 29), "20 afternoon", id="Monday, before its morning"),
        pytest.param(new_york(26, 9, 0), "26 morning", id="Thanksgiving: the sweep runs too"),
    ],
)
def test_the_last_slot_that_is_half_an_hour_past_must_have_completed(
    now: datetime, expected: str
) -> None:
    assert missed(now) == expected


@pytest.mark.parametrize(
    ("since", "expected"),
    [(new_york(20, 8), ""), (new_york(20, 7, 59), "20 morning")],
)
def test_a_slot_before_the_stack_was_watched_or_during_a_pause_is_not_missed(
    since: datetime, expected: str
) -> None:
    assert missed(new_york(20, 8, 45), since) == expected


@pytest.mark.parametrize("change", [date(2026, 3, 8), date(2026, 11, 1)])
def test_the_hour_is_new_yorks_also_after_a_clock_change(change: date) -> None:
    """Clocks change on these Sundays; on the Mondays after, 08:00 is 12:00 and 13:00 in UTC."""
    monday = datetime.combine(change + timedelta(days=1), SCHEDULED["morning"], ZONE)
    assert missed(monday + timedelta(minutes=29)).endswith("afternoon")
    assert missed(monday + timedelta(minutes=30)) == f"{monday.day} morning"


def test_a_missed_check_is_failing_and_tells_how_to_start_it() -> None:
    found = health_findings.missed_sweep(new_york(20, 8), "morning", started=False)
    assert found.severity is Severity.FAILING
    assert values(wording("reason/watching", found.text)) == ["2026-11-20", "08:00"]
    assert "2026-11-20T08:00:00-05:00, slot morning" in found.do


@pytest.mark.parametrize(
    ("now", "wake", "found"),
    [
        pytest.param(new_york(20, 10), date(2026, 11, 20), False, id="last call this afternoon"),
        pytest.param(new_york(20, 10), date(2026, 11, 19), True, id="yesterday's"),
        pytest.param(new_york(20, 8, 29), date(2026, 11, 19), True, id="yesterday's, at dawn"),
        pytest.param(new_york(19, 8, 29), date(2026, 11, 19), False, id="this very morning's"),
        pytest.param(new_york(20, 10), date.min, False, id="the next sweep takes it"),
        pytest.param(new_york(21, 10), date(2026, 11, 20), True, id="Friday's, on Saturday"),
        pytest.param(new_york(23, 8, 31), date(2026, 11, 20), True, id="Friday's, on Monday"),
        pytest.param(new_york(20, 10), date(2026, 11, 23), False, id="to come"),
    ],
)
def test_a_deal_past_its_wake_day_was_not_assessed(now: datetime, wake: date, found: bool) -> None:
    findings = list(health_findings.list_unassessed(now, {"Granite": wake}))
    assert [f.severity for f in findings] == [Severity.FAILING] * found


@pytest.mark.parametrize(
    ("ages", "severity"),
    [
        ((), None),
        ((29 * MINUTE,), None),
        ((30 * MINUTE,), Severity.WARNING),
        ((119 * MINUTE, MINUTE), Severity.WARNING),
        ((2 * HOUR, MINUTE), Severity.FAILING),
    ],
)
def test_a_waiting_alert_is_reported_after_half_an_hour_and_fails_after_two_hours(
    ages: tuple[timedelta, ...], severity: Severity | None
) -> None:
    found = list(health_findings.list_unsent([speech(age) for age in ages], NOW))
    assert [f.severity for f in found] == ([severity] if severity else [])


def test_the_oldest_waiting_alert_is_named_by_code_name_section_and_date() -> None:
    (found,) = health_findings.list_unsent([speech(40 * MINUTE, "4(b)"), speech(50 * MINUTE)], NOW)
    assert values(wording("reason/watching", found.text)) == [
        "50",
        "2(a)(ii)",
        "2026-11-20",
        "2",
        "30",
    ]


def test_an_unknown_outcome_is_reported_once_it_stays_unknown() -> None:
    assert list(health_findings.list_unknown([speech(29 * MINUTE)], NOW)) == []
    (found,) = health_findings.list_unknown([speech(3 * HOUR), speech(HOUR)], NOW)
    assert shows(wording("reason/watching", found.text), "2")


def test_an_unacknowledged_alert_is_failing() -> None:
    (found,) = health_findings.list_unacknowledged([speech(3 * HOUR)], NOW)
    assert found.severity is Severity.FAILING
    assert shows(wording("reason/watching", found.text), "2(a)(ii)", "2026-11-20", "3")


def test_dead_letters_are_failing_and_tell_how_to_redrive_them() -> None:
    (found,) = health_findings.list_dead_letters({"assess": 0, "deliveries": 2})
    assert found.severity is Severity.FAILING
    assert shows(wording("reason/watching", found.text), "2")
    assert "dealclock redrive deliveries" in found.do


def test_a_late_wake_day_is_reported_with_what_was_done() -> None:
    late = ("Granite", date(2026, 12, 1), date(2026, 11, 23))
    never = ("Slate", None, date(2026, 11, 20))
    first, second = health_findings.list_wrong_wakes([late, never], repaired=True)
    assert values(wording("reason/watching", first.text)) == ["2026-12-01", "2026-11-23"]
    wording("reason/watching", second.text, "second")
    wording("reason/watching", first.do, "third")
    (only_looked,) = health_findings.list_wrong_wakes([late], repaired=False)
    assert "will be fixed" in only_looked.do


def test_a_silent_deal_is_reported_with_since_when_and_how_many_items_are_open() -> None:
    (found,) = health_findings.list_silent([("Granite", date(2026, 10, 9), 2)], date(2026, 11, 20))
    assert found.severity is Severity.WARNING
    assert values(wording("reason/watching", found.text)) == ["2", "6", "2026-10-09"]


def test_the_worst_finding_sets_the_overall_status() -> None:
    warning = health_findings.list_silent([("Granite", date(2026, 10, 9), 1)], date(2026, 11, 20))
    failing = health_findings.list_dead_letters({"assess": 1})
    assert health_findings.worst_severity([]) is Severity.FINE
    assert health_findings.worst_severity([*warning]) is Severity.WARNING
    assert health_findings.worst_severity([*failing, *warning]) == 2


@pytest.mark.parametrize(
    ("state", "cancels"), [("Disabled", False), ("PendingDeletion", True), ("Unavailable", False)]
)
def test_only_of_a_key_to_be_deleted_the_deletion_is_canceled(state: str, cancels: bool) -> None:
    """AWS refuses to cancel the deletion of any other."""
    [found] = health_findings.list_key(state)
    assert ("cancel-key-deletion" in found.do) is cancels
    assert found.do.endswith("aws kms enable-key.")
    assert not [*health_findings.list_key("Enabled")]
