"""What an acknowledgment or a snooze quiets, for how long, and which snoozes are allowed."""

from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.alerts.responses import (
    acknowledgment_ends,
    day_to_ask_again,
    filter_reasons,
    is_quieted,
    response_in_effect,
    snooze_ends,
    why_withdrawn,
)
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.errors import RefusedError
from dealclock.people.acts import Act, ActKind
from dealclock.people.policy import Reason

# Oct 28, 2004 is a Thursday; Oct 31 a Sunday; Nov 11, a Thursday, Veterans Day.
THURSDAY, FRIDAY, SATURDAY = date(2004, 10, 28), date(2004, 10, 29), date(2004, 10, 30)
MONDAY, TUESDAY = date(2004, 11, 1), date(2004, 11, 2)
NINE = datetime(2004, 10, 28, 13, tzinfo=UTC)  # 09:00 in New York
DUTY = "effectiveness"


def handled(
    action: ActKind = "acknowledged",
    until: date | None = MONDAY,
    at: datetime = NINE,
    revision: int = 0,
    by: str = "maria",
) -> Act:
    return Act(action, DUTY, str(revision), by, at, due=date(2004, 11, 5), until=until)


ACK, SNOOZE = (handled(),), (handled("snoozed"),)
SEEN = (handled("seen", None, by="ruth"),)
ALWAYS_SAID = [Reason.MISSED, Reason.DUE_TODAY, Reason.LAST_CALL, Reason.MOVED]
REPORTS = [Reason.CONFIRMED, Reason.RESOLVED, Reason.CLOSED, Reason.CAUGHT_UP]


@pytest.mark.parametrize(
    "reason", [Reason.REMINDER, Reason.PAYMENT_STEP, Reason.CLOSING, Reason.ESCALATED]
)
def test_an_acknowledgment_quiets_reminders_until_it_expires(reason: Reason) -> None:
    said = [d for d in (THURSDAY, FRIDAY, MONDAY) if not is_quieted(reason, ACK, DUTY, 0, d)]
    assert said == [MONDAY]


@pytest.mark.parametrize("reason", [Reason.OPENED, Reason.RATE_STEP, Reason.STATEMENT])
def test_an_acknowledgment_quiets_nothing_new(reason: Reason) -> None:
    assert not is_quieted(reason, ACK, DUTY, 0, FRIDAY)


@pytest.mark.parametrize("handled", [ACK, SNOOZE], ids=["acknowledged", "snoozed"])
@pytest.mark.parametrize("reason", ALWAYS_SAID + REPORTS)
def test_the_most_serious_alerts_and_endings_are_always_sent(
    reason: Reason, handled: tuple[Act, ...]
) -> None:
    assert not is_quieted(reason, handled, DUTY, 0, FRIDAY)


@pytest.mark.parametrize("reason", sorted(set(Reason) - {*ALWAYS_SAID, *REPORTS}))
def test_a_snooze_quiets_everything_else_until_its_day(reason: Reason) -> None:
    assert is_quieted(reason, SNOOZE, DUTY, 0, FRIDAY)
    assert not is_quieted(reason, SNOOZE, DUTY, 0, MONDAY)


def _sent_at() -> datetime:
    """When the alert was first said on any route: before anybody answered."""
    return NINE - timedelta(minutes=59)


def test_seen_by_others_quiets_nothing() -> None:
    assert not is_quieted(Reason.REMINDER, SEEN, DUTY, 0, THURSDAY)
    assert day_to_ask_again(SEEN, DUTY, 0) is None


def test_seen_by_others_later_does_not_end_an_acknowledgment() -> None:
    later = handled("seen", None, at=NINE + timedelta(hours=1), by="ruth")
    assert is_quieted(Reason.REMINDER, (*ACK, later), DUTY, 0, FRIDAY)


def test_a_moved_date_ends_the_response() -> None:
    assert not is_quieted(Reason.REMINDER, ACK, DUTY, 1, FRIDAY)
    assert day_to_ask_again(ACK, DUTY, 1) is None
    assert why_withdrawn(Reason.REMINDER, NINE, ACK, DUTY, 1, FRIDAY, _sent_at) is None


def test_a_response_does_not_cover_another_instance() -> None:
    assert not is_quieted(Reason.REMINDER, ACK, "shelf-filing", 0, FRIDAY)


def test_the_latest_response_counts() -> None:
    later = handled("snoozed", TUESDAY, NINE + timedelta(hours=1))
    assert is_quieted(Reason.OPENED, (*ACK, later), DUTY, 0, MONDAY)
    assert not is_quieted(
        Reason.OPENED, (later, handled(at=later.at + timedelta(1))), DUTY, 0, FRIDAY
    )


def test_of_two_responses_at_one_instant_the_one_written_later_counts() -> None:
    found = response_in_effect((*ACK, handled("snoozed", TUESDAY)), DUTY, 0, FRIDAY)
    assert found is not None
    assert found.action == "snoozed"


def test_it_asks_again_on_the_day_a_response_expires_and_names_a_snooze_by_its_end() -> None:
    assert day_to_ask_again(ACK, DUTY, 0) == (MONDAY, Reason.REMINDER)
    assert day_to_ask_again(SNOOZE, DUTY, 0) == (MONDAY, Reason.SNOOZE_ENDED)
    assert day_to_ask_again((handled("done", FRIDAY),), DUTY, 0) == (FRIDAY, Reason.REMINDER)


def test_reasons_omit_the_quieted_ones_and_include_the_repeated_one() -> None:
    due = {Reason.REMINDER, Reason.DUE_TODAY}
    assert filter_reasons(due, ACK, DUTY, 0, FRIDAY, THURSDAY) == {Reason.DUE_TODAY}
    assert filter_reasons(set(), ACK, DUTY, 0, MONDAY, THURSDAY) == {Reason.REMINDER}
    assert filter_reasons(set(), SNOOZE, DUTY, 0, TUESDAY, THURSDAY) == {Reason.SNOOZE_ENDED}


def test_it_asks_again_once() -> None:
    assert filter_reasons(set(), ACK, DUTY, 0, TUESDAY, MONDAY) == set()
    assert filter_reasons(set(), SNOOZE, DUTY, 0, MONDAY, MONDAY) == set()


@pytest.mark.parametrize(
    ("answer", "cause"),
    [(ACK, "acknowledged"), (SNOOZE, "snoozed"), ((handled("done", FRIDAY),), "acknowledged")],
)
def test_a_response_stops_alerts_queued_before_it(answer: tuple[Act, ...], cause: str) -> None:
    eight = NINE - timedelta(hours=1)
    for reason in (Reason.REMINDER, Reason.OPENED, Reason.DUE_TODAY, Reason.ESCALATED):
        assert why_withdrawn(reason, eight, answer, DUTY, 0, THURSDAY, _sent_at) == cause
    assert why_withdrawn(Reason.MOVED, eight, answer, DUTY, 0, THURSDAY, _sent_at) is None


@pytest.mark.parametrize("reason", [Reason.MISSED, Reason.DUE_TODAY, Reason.LAST_CALL])
@pytest.mark.parametrize("said", [None, NINE + timedelta(seconds=1)])
def test_a_response_to_an_earlier_alert_does_not_stop_a_more_serious_one(
    reason: Reason, said: datetime | None
) -> None:
    eight = NINE - timedelta(hours=1)
    assert why_withdrawn(reason, eight, ACK, DUTY, 0, THURSDAY, lambda: said) is None
    assert why_withdrawn(reason, eight, ACK, DUTY, 0, THURSDAY, lambda: NINE) == "acknowledged"
    assert (
        why_withdrawn(Reason.REMINDER, eight, ACK, DUTY, 0, THURSDAY, lambda: said)
        == "acknowledged"
    )


def test_queued_alerts_with_new_figures_are_stopped_only_by_a_snooze() -> None:
    eight = NINE - timedelta(hours=1)
    for reason in (Reason.RATE_STEP, Reason.STATEMENT):
        assert why_withdrawn(reason, eight, ACK, DUTY, 0, THURSDAY, _sent_at) is None
        assert why_withdrawn(reason, eight, SNOOZE, DUTY, 0, THURSDAY, _sent_at) == "snoozed"


def test_an_alert_planned_after_the_response_is_sent() -> None:
    ten = NINE + timedelta(hours=1)
    assert why_withdrawn(Reason.DUE_TODAY, ten, ACK, DUTY, 0, THURSDAY, _sent_at) is None


def test_an_expired_response_stops_nothing() -> None:
    assert why_withdrawn(Reason.REMINDER, NINE, ACK, DUTY, 0, MONDAY, _sent_at) is None


def test_seen_stops_no_queued_alert() -> None:
    assert (
        why_withdrawn(Reason.REMINDER, NINE - timedelta(hours=1), SEEN, DUTY, 0, THURSDAY, _sent_at)
        is None
    )


@pytest.mark.parametrize(
    ("on", "days", "until"),
    [
        ("2004-10-28", 2, "2004-11-01"),  # Thursday: Friday, Monday
        ("2004-10-29", 1, "2004-11-01"),
        ("2004-10-30", 2, "2004-11-02"),  # Saturday: Monday, Tuesday
        ("2004-11-10", 1, "2004-11-12"),  # over Veterans Day
        ("2004-11-10", 2, "2004-11-15"),
    ],
)
def test_an_acknowledgment_lasts_a_number_of_business_days(on: str, days: int, until: str) -> None:
    found = acknowledgment_ends(date.fromisoformat(on), days, FEDERAL_RESERVE)
    assert found == date.fromisoformat(until)


@pytest.mark.parametrize(
    ("asked", "today", "due", "until"),
    [
        (None, "2004-10-28", "2004-11-05", "2004-10-29"),
        (None, "2004-10-29", "2004-11-05", "2004-11-01"),  # over the weekend
        (None, "2004-11-10", "2004-11-19", "2004-11-12"),  # over Veterans Day
        ("2004-11-01", "2004-10-28", "2004-11-05", "2004-11-01"),
        ("2004-11-05", "2004-10-28", "2004-11-05", "2004-11-05"),  # the due date itself
        ("2004-10-30", "2004-10-28", "2004-11-05", "2004-11-01"),  # Saturday: Monday
        ("2004-10-31", "2004-10-28", "2004-11-01", "2004-11-01"),  # Sunday: the due date
        ("2004-11-04", "2004-10-28", None, "2004-11-04"),  # five Business Days
        (None, "2004-10-30", "2004-11-05", "2004-11-01"),  # asked for on a Saturday
    ],
)
def test_a_snooze_ends_on_a_business_day(
    asked: str | None, today: str, due: str | None, until: str
) -> None:
    found = snooze_ends(
        date.fromisoformat(asked) if asked else None,
        date.fromisoformat(today),
        date.fromisoformat(due) if due else None,
        FEDERAL_RESERVE,
    )
    assert found == date.fromisoformat(until)


@pytest.mark.parametrize(
    ("asked", "today", "due", "says"),
    [
        ("2004-10-28", "2004-10-28", "2004-11-05", "is not after Thu, Oct 28, 2004"),
        ("2004-10-27", "2004-10-28", "2004-11-05", "from Fri, Oct 29, 2004 to Fri, Nov 5, 2004"),
        ("2004-11-08", "2004-10-28", "2004-11-05", "give a day up to Fri, Nov 5, 2004"),
        # Due on a Saturday: Friday is the last day on which it can be done.
        ("2004-11-06", "2004-10-28", "2004-11-06", "(Saturday, so Mon, Nov 8, 2004) is too late"),
        ("2004-11-08", "2004-10-28", "2004-11-06", "give a day up to Fri, Nov 5, 2004"),
        (None, "2004-11-05", "2004-11-05", "no Business Day is left: acknowledge it instead"),
        (None, "2004-11-05", "2004-11-06", "no Business Day is left"),
        ("2004-11-08", "2004-11-05", "2004-10-28", "which is past: acknowledge it instead"),
        ("2004-11-05", "2004-10-28", None, "at most 5 Business Days"),
    ],
)
def test_an_invalid_snooze_is_refused_with_the_valid_days(
    asked: str | None, today: str, due: str | None, says: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        snooze_ends(
            date.fromisoformat(asked) if asked else None,
            date.fromisoformat(today),
            date.fromisoformat(due) if due else None,
            FEDERAL_RESERVE,
        )
    assert says in str(refused.value)
