"""What each slot of a day sends, and at which instant it is, clock changes included."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.alerts.alert import AlertHistory, SentAlert, sent_alert
from dealclock.alerts.plan import plan_alerts
from dealclock.alerts.slots import SCHEDULED, Slot, instant
from dealclock.engine.conclusions import Obligation
from dealclock.people.policy import Policy, Reason
from tests.unit.alerts.made import assessed, list_alerts, owed
from tests.unit.alerts.playing import recorded

THURSDAY, FRIDAY = date(2004, 7, 15), date(2004, 7, 16)
OPENS = date(2004, 7, 1)


def at_once(part: Obligation, day: date, hour: int, said: list[SentAlert]) -> list[str]:
    known_at = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
    now = assessed(day, part, known_at=known_at)
    found = plan_alerts(now, Policy(), AlertHistory.before(known_at, said), "at once")
    said += [sent_alert(a, known_at) for a in found]
    return [", ".join(a.reasons) for a in found]


@pytest.mark.parametrize(
    ("day", "slot", "utc"),
    [
        # Daylight saving began Sun, Apr 4, 2004 and ended Sun, Oct 31; now Mar 8 and Nov 1, 2026.
        ("2004-04-02", "morning", 13),
        ("2004-04-05", "morning", 12),
        ("2004-10-29", "payments", 13),
        ("2004-11-01", "payments", 14),
        ("2026-03-06", "midday", 17),
        ("2026-03-09", "midday", 16),
        ("2026-10-30", "afternoon", 20),
        ("2026-11-02", "afternoon", 21),
    ],
)
def test_a_slot_keeps_the_new_york_hour_over_a_clock_change(day: str, slot: Slot, utc: int) -> None:
    found = instant(date.fromisoformat(day), slot).astimezone(UTC)
    assert found == datetime.fromisoformat(f"{day}T{utc:02}:00:00+00:00")


@given(st.dates(date(1996, 1, 1), date(2059, 1, 1)))
def test_the_slots_of_a_day_are_in_order_and_before_those_of_the_next(day: date) -> None:
    instants = [instant(d, s) for d in (day, day + timedelta(days=1)) for s in SCHEDULED]
    assert instants == sorted(set(instants))
    assert {i.date() for i in instants[:4]} == {day}


def test_the_morning_also_plans_payments() -> None:
    said = list_alerts("2004-07-15", "2004-07-15", lambda d: owed("payment", OPENS, THURSDAY, d))
    assert said[0] == "2004-07-15 morning: due today, payment step"
    assert said[1:] == ["2004-07-15 midday: last call", "2004-07-15 afternoon: last call"]


@pytest.mark.parametrize("kind", ["deadline", "payment"])
@pytest.mark.parametrize(("lost", "made_good"), [(1, "payments"), (2, "midday")])
def test_a_missed_slot_is_caught_up_once_by_the_next_one(
    kind: str, lost: int, made_good: str
) -> None:
    said = list_alerts(
        "2004-07-15",
        "2004-07-15",
        lambda d: owed(kind, OPENS, THURSDAY, d),
        skip=tuple(f"2004-07-15 {slot}" for slot in (*SCHEDULED,)[:lost]),
    )
    assert said[0].startswith(f"2004-07-15 {made_good}: due today")
    assert [s for s in said if "due today" in s] == said[:1]


def test_a_slot_caught_up_and_then_run_late_sends_the_same_alert_with_the_same_id() -> None:
    part = owed("deadline", OPENS, THURSDAY, THURSDAY)
    late = plan_alerts(assessed(THURSDAY, part), Policy(), AlertHistory(()), "morning")
    made_good = plan_alerts(
        assessed(THURSDAY, part, slot="midday"), Policy(), AlertHistory(()), "midday"
    )
    assert [a.id for a in made_good] == [a.id for a in late]


def test_last_calls_of_one_day_have_different_ids() -> None:
    part = owed("deadline", OPENS, THURSDAY, THURSDAY)
    said: list[SentAlert] = []
    ids = []
    for slot in SCHEDULED:
        now = assessed(THURSDAY, part, slot=slot)
        found = plan_alerts(now, Policy(), AlertHistory.before(now.known_at, said), slot)
        said += [sent_alert(a, now.known_at) for a in found]
        ids += [(a.reason, a.step, a.id) for a in found]
    assert [(reason, step) for reason, step, _ in ids] == [
        (Reason.DUE_TODAY, ""),
        (Reason.LAST_CALL, "midday"),
        (Reason.LAST_CALL, "afternoon"),
    ]
    assert len({id_ for *_, id_ in ids}) == 3


def test_an_item_satisfied_since_the_morning_gets_a_confirmation_and_no_last_call() -> None:
    met = {"morning": None, "payments": None}

    said: list[SentAlert] = []
    reasons = []
    for slot in SCHEDULED:
        done = None if slot in met else THURSDAY
        now = assessed(THURSDAY, owed("deadline", OPENS, THURSDAY, THURSDAY, done), slot=slot)
        found = plan_alerts(now, Policy(), AlertHistory.before(now.known_at, said), slot)
        said += [sent_alert(a, now.known_at) for a in found]
        reasons += [(slot, a.reason) for a in found]
    assert reasons == [("morning", Reason.DUE_TODAY), ("midday", Reason.CONFIRMED)]


def test_an_immediate_check_sends_only_what_an_event_caused() -> None:
    reminded = owed("deadline", OPENS, date(2004, 7, 20), FRIDAY)
    heard = recorded(
        "it",
        date(2004, 7, 13),
        date(2004, 7, 20),
        0,
        (Reason.FIRST,),
        instant(date(2004, 7, 13), "morning"),
    )
    assert at_once(reminded, FRIDAY, 11, [heard]) == []
    new = owed("notice", FRIDAY, date(2004, 7, 20), FRIDAY)
    assert at_once(new, FRIDAY, 11, []) == ["opened"]


def test_an_immediate_check_does_not_hold_payments_until_nine() -> None:
    near = owed("payment", OPENS, date(2004, 7, 20), FRIDAY)
    assert at_once(near, FRIDAY, 11, []) == ["first, reminder, payment step"]


def test_a_date_moved_to_today_by_an_immediate_check_is_due_today() -> None:
    heard = recorded(
        "it", FRIDAY, date(2004, 7, 20), 0, (Reason.REMINDER,), instant(FRIDAY, "morning")
    )
    moved = owed("deadline", OPENS, FRIDAY, FRIDAY)
    assert at_once(moved, FRIDAY, 18, [heard]) == ["due today, moved"]


def test_a_date_that_moves_back_is_a_new_revision_and_a_new_alert() -> None:
    said: list[SentAlert] = []
    ids, revisions = [], []
    for hour, due in ((13, 20), (14, 22), (15, 20)):
        known_at = datetime(2004, 7, 16, hour, tzinfo=UTC)
        now = assessed(
            FRIDAY, owed("deadline", OPENS, date(2004, 7, due), FRIDAY), known_at=known_at
        )
        [alert] = plan_alerts(now, Policy(), AlertHistory.before(known_at, said), "at once")
        said.append(sent_alert(alert, known_at))
        ids.append(alert.id)
        revisions.append((alert.revision, alert.moved_from))
    assert revisions == [(0, None), (1, date(2004, 7, 20)), (2, date(2004, 7, 22))]
    assert len(set(ids)) == 3


def test_an_item_reopened_after_confirmation_is_alerted_under_a_new_revision() -> None:
    said: list[SentAlert] = []
    reasons = []
    due = date(2004, 7, 20)
    for hour, met in ((13, None), (14, FRIDAY), (15, None), (16, FRIDAY)):
        part = owed("notice", OPENS, due, FRIDAY, met)
        reasons += at_once(part, FRIDAY, hour, said)
    assert reasons == ["opened", "confirmed", "opened", "confirmed"]
    assert [s.revision for s in said] == [0, 0, 1, 1]


def test_an_alerted_item_that_no_longer_arises_is_withdrawn_once() -> None:
    said: list[SentAlert] = []
    part = owed("notice", OPENS, date(2004, 7, 20), FRIDAY)
    assert at_once(part, FRIDAY, 13, said) == ["opened"]
    for hour, expected in ((14, [(Reason.CLOSED,)]), (15, [])):
        known_at = datetime(2004, 7, 16, hour, tzinfo=UTC)
        gone = plan_alerts(
            assessed(FRIDAY, known_at=known_at),
            Policy(),
            AlertHistory.before(known_at, said),
            "at once",
        )
        assert [a.reasons for a in gone] == expected
        said += [sent_alert(a, known_at) for a in gone]


def test_an_item_that_no_longer_arises_is_silent_after_its_date() -> None:
    heard = recorded(
        "it", OPENS, THURSDAY, 0, (Reason.OPENED,), instant(OPENS, "morning"), kind="notice"
    )
    assert plan_alerts(assessed(FRIDAY), Policy(), AlertHistory((heard,)), "morning") == ()


def test_an_escalation_run_plans_nothing_else() -> None:
    part = owed("deadline", OPENS, THURSDAY, THURSDAY)
    assert plan_alerts(assessed(THURSDAY, part), Policy(), AlertHistory(()), "escalation") == ()


@given(st.permutations([(slot, again) for slot in SCHEDULED for again in (1, 2)]))
def test_repeated_slots_in_any_order_plan_the_same_alerts(order: list[tuple[Slot, int]]) -> None:
    """But for last calls, which a later slot makes idle: see the use case."""
    part = owed("deadline", OPENS, THURSDAY, THURSDAY)
    found: dict[str, SentAlert] = {}
    for slot, _ in order:
        now = assessed(THURSDAY, part, slot=slot)
        for alert in plan_alerts(
            now, Policy(), AlertHistory.before(now.known_at, found.values()), slot
        ):
            found.setdefault(alert.id, sent_alert(alert, now.known_at))
    due = [s for s in found.values() if Reason.DUE_TODAY in s.reasons]
    assert len(due) == 1
    assert {s.step for s in found.values() if s.step} <= {"midday", "afternoon"}
