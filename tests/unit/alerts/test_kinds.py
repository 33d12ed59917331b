"""When each kind alerts under the default policy, and policies that are refused."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from pydantic import ValidationError

from dealclock.engine.conclusions import Obligation, UndatedDuty, Window
from dealclock.people.policy import FIELDS, Policy, Reason, ReminderRules
from tests.unit.alerts.made import duty, list_alerts, open_window, owed, played

# Thu, Jul 1 to Thu, Jul 15, 2004; Mon, Jul 5 is closed.
OPENS, DUE = date(2004, 7, 1), date(2004, 7, 15)


def of(kind: str) -> Callable[[date], Obligation]:
    return lambda day: owed(kind, OPENS, DUE, day)


LAST_CALLS = ["2004-07-15 midday: last call", "2004-07-15 afternoon: last call"]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (
            "duty",
            [
                "2004-07-01 morning: opened",
                "2004-07-14 morning: reminder",
                "2004-07-15 morning: due today",
                *LAST_CALLS,
            ],
        ),
        (
            "frequency limit",
            [
                "2004-07-01 morning: opened",
                "2004-07-08 morning: reminder",
                "2004-07-14 morning: reminder",
                "2004-07-15 morning: due today",
                *LAST_CALLS,
            ],
        ),
        ("condition", ["2004-07-08 morning: first, reminder", "2004-07-15 morning: due today"]),
        (
            "minimum period",
            [
                "2004-07-08 morning: first, reminder",
                "2004-07-14 morning: reminder",
                "2004-07-15 morning: due today",
            ],
        ),
        ("request", ["2004-07-08 morning: first, reminder", "2004-07-15 morning: due today"]),
        (
            "payment step",
            [
                "2004-07-14 morning: first, payment step",
                "2004-07-15 morning: due today",
                *LAST_CALLS,
            ],
        ),
    ],
)
def test_an_obligation_alerts_as_its_kind_does(kind: str, expected: list[str]) -> None:
    assert list_alerts("2004-07-01", "2004-07-15", of(kind)) == expected


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (
            "window before",
            [
                "2004-07-01 morning: opened",
                "2004-07-08 morning: reminder",
                "2004-07-14 morning: reminder",
                "2004-07-15 morning: due today",
                *LAST_CALLS,
            ],
        ),
        ("lead time", ["2004-07-14 morning: first, reminder", "2004-07-15 morning: due today"]),
    ],
)
def test_a_window_with_something_to_do_alerts(kind: str, expected: list[str]) -> None:
    assert (
        list_alerts("2004-07-01", "2004-07-16", lambda d: open_window(kind, OPENS, DUE, d))
        == expected
    )


@pytest.mark.parametrize("kind", ["protected period", "minimum period"])
def test_a_window_that_only_informs_has_no_alerts(kind: str) -> None:
    assert list_alerts("2004-07-01", "2004-07-16", lambda d: open_window(kind, OPENS, DUE, d)) == []


def test_a_request_made_in_time_gets_no_more_reminders_and_one_confirmation() -> None:
    def asked(day: date) -> Window:
        return open_window("lead time", OPENS, DUE, day, ended_on=date(2004, 7, 14))

    assert list_alerts("2004-07-01", "2004-07-20", asked) == []
    heard = list_alerts(
        "2004-07-14",
        "2004-07-20",
        lambda d: open_window("lead time", OPENS, DUE, d, ended_on=DUE),
    )
    assert heard == ["2004-07-14 morning: first, reminder", "2004-07-15 morning: confirmed"]


def test_an_open_window_with_everything_done_is_quiet() -> None:
    def asked_early(day: date) -> Window:
        running = open_window("lead time", OPENS, DUE, day)
        return replace(running, done_on=date(2004, 7, 2))

    assert list_alerts("2004-07-06", "2004-07-15", asked_early) == []


def test_an_undated_duty_reminds_of_its_target_and_is_never_due_or_overdue() -> None:
    def aimed(day: date) -> UndatedDuty:
        return duty(OPENS, date(2004, 7, 6), day)

    alerts = [alert for _, alert in played("2004-07-01", "2004-07-30", aimed)]
    assert [(str(a.day), a.reasons) for a in alerts] == [
        ("2004-07-01", (Reason.OPENED,)),
        ("2004-07-06", (Reason.REMINDER,)),
    ]
    assert {a.due for a in alerts} == {None}


def test_an_undated_duty_without_a_target_is_quiet() -> None:
    assert list_alerts("2004-07-01", "2004-07-30", lambda d: duty(OPENS, None, d)) == []


def test_a_delivery_method_that_takes_days_has_a_reminder_on_its_own_last_day() -> None:
    by_mail = datetime(2004, 7, 12, 21, tzinfo=UTC)
    quiet = Policy(notice=ReminderRules(on_last_day=True))
    said = list_alerts(
        "2004-07-08",
        "2004-07-15",
        lambda d: owed("notice", OPENS, DUE, d, act_by=by_mail),
        policy=quiet,
    )
    assert said == ["2004-07-12 morning: first, reminder", "2004-07-15 morning: due today"]


@pytest.mark.parametrize("kind", FIELDS)
def test_no_kind_alerts_twice_on_one_item_in_a_slot(kind: str) -> None:
    found = [(a.day, slot) for slot, a in played("2004-07-01", "2004-07-30", of(kind))]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"rate_step": {"last_call": True}}, "rate_step does not use last_call; leave it out"),
        ({"default": {"remind": [5]}}, "default does not use remind; leave it out"),
        (
            {"target": {"remind": [1], "last_call": True}},
            "target does not use remind or last_call",
        ),
        ({"notice": {"when_ended": True}}, "notice does not use when_ended; leave it out"),
        ({"deadline": {"remind": [5, 5]}}, "give each lead in remind once"),
        ({"deadline": {"remind": [0]}}, "greater than or equal to 1"),
        ({"dutty": {"remind": [1]}}, "Extra inputs are not permitted"),
    ],
)
def test_a_policy_that_can_never_be_followed_is_refused(given: object, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        Policy.model_validate(given)
