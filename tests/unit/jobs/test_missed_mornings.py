"""Sweeps missed, late, repeated or out of order: each alert once, with its latest status."""

from datetime import date, timedelta

import pytest

from dealclock.alerts.slots import SCHEDULED, Slot, instant
from dealclock.desk.load import load
from dealclock.jobs.plan.assess_deal import PlanResult
from dealclock.jobs.queues import AssessDeal
from dealclock.people.policy import Reason
from dealclock.store import PlannedDelivery, Store
from dealclock.store.outbox import Outbox
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.services import services
from tests.unit.jobs.house import House
from tests.unit.jobs.test_reassess_now import slack

WEDNESDAY = date(2004, 10, 27)
DUE = date(2004, 10, 28)


def message(day: date, slot: Slot = "morning", deal: str = "granite") -> AssessDeal:
    """A deal to assess in a slot of a day, with any wake date."""
    return AssessDeal(
        deal=deal, as_of=day, known_at=instant(day, slot), slot=slot, sweep=f"{day}-{slot}"
    )


def run(house: House, day: date, slot: Slot = "morning", deal: str = "granite") -> PlanResult:
    house.now = max(house.now, instant(day, slot) + timedelta(minutes=1))
    done = house.assess(message(day, slot, deal))
    house.deliver_all()
    return done


def said(house: House, instance: str) -> list[str]:
    return [
        f"{s.delivery.alert.day} {', '.join(s.delivery.alert.reasons)}"
        for s in slack(house, instance)
    ]


@pytest.fixture
def house(store: Store) -> House:
    """A live deal that filed in time, on the evening of October 26, 2004."""
    made = House(store, now=instant(date(2004, 10, 26), "afternoon"))
    load(samples.live(samples.fact()), services(store, now=made.now), "tests")
    return made


def test_an_outage_is_caught_up_in_one_message_for_each_obligation(house: House) -> None:
    """Swept on Tue, Oct 26, and then not before Tue, Nov 2: the notice began and lapsed unseen."""
    run(house, date(2004, 10, 26))
    done = run(house, date(2004, 11, 2))
    items = [s.delivery.alert for s in slack(house, "trustee-notice/default-ii")]
    assert [a.reasons for a in items] == [(Reason.MISSED, Reason.CAUGHT_UP)]
    assert [(p.day, p.reasons) for p in items[0].passed] == [
        (date(2004, 10, 29), (Reason.OPENED, Reason.REMINDER)),
        (date(2004, 11, 1), (Reason.DUE_TODAY,)),
    ]
    assert done.planned > 0
    body = repr(house.slack.posts)
    assert shows(wording("message/missed-mornings", body), "10-29")


@pytest.mark.full
def test_a_second_sweep_that_day_catches_up_nothing_twice(house: House) -> None:
    run(house, date(2004, 10, 26))
    first = run(house, date(2004, 11, 2))
    again = run(house, date(2004, 11, 2))
    assert (again.planned, again.already) == (0, first.planned)
    for slot in ("payments", "midday", "afternoon"):
        run(house, date(2004, 11, 2), slot)
    result = slack(house, "trustee-notice/default-ii")
    assert len([s for s in result if s.delivery.alert.passed]) == 1


def test_a_deal_not_due_until_its_day_missed_no_morning(store: Store) -> None:
    house = House(store, now=instant(date(2004, 7, 13), "afternoon"))
    load(samples.live(samples.fact()), services(store, now=house.now), "tests")
    run(house, date(2004, 7, 14))
    meta = house.store.deals.meta("granite")
    assert meta is not None
    assert meta.wake_on == date(2004, 7, 19)  # the next week's first Business Day
    run(house, date(2004, 7, 19))
    assert not [s for s in slack(house, "effectiveness") if s.delivery.alert.passed]


def test_a_morning_run_after_the_next_days_plans_nothing_new(house: House) -> None:
    """Redriven from the dead letters: Thursday's caught it up."""
    run(house, date(2004, 10, 26))
    run(house, DUE)
    assert values(wording("message/missed-mornings", said(house, "effectiveness")[-1])) == [
        "2004-10-28"
    ]
    late = run(house, WEDNESDAY)
    assert (late.planned, late.already) == (0, 0)


def test_a_late_morning_completes_what_it_had_begun(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It wrote the post and died before the mails; the next day's run has heard of the post."""
    run(house, date(2004, 10, 26))
    planned = Outbox.plan
    calls = iter([True])

    def dying(self: Outbox, *given: object) -> PlannedDelivery:
        next(calls)  # StopIteration on the second call: the function ended there
        return planned(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Outbox, "plan", dying)
    with pytest.raises(StopIteration):
        run(house, WEDNESDAY)
    monkeypatch.setattr(Outbox, "plan", planned)
    run(house, DUE)
    ended = run(house, WEDNESDAY)
    assert (ended.planned, ended.already) == (2, 1)


def test_a_midday_run_after_the_afternoons_makes_no_last_call(house: House) -> None:
    for slot in ("morning", "payments", "afternoon"):
        run(house, DUE, slot)
    assert run(house, DUE, "midday").planned == 0
    steps = [s.delivery.alert.step for s in slack(house, "effectiveness")]
    # The step to the backup goes along with the afternoon's last call.
    assert sorted(steps) == ["", "afternoon", "backup"]


@pytest.mark.full
@pytest.mark.parametrize("missed", ["morning", "payments", "midday", "afternoon"])
def test_with_any_one_slot_missed_an_item_due_today_is_still_alerted_that_day(
    house: House, missed: Slot
) -> None:
    for slot in SCHEDULED:
        if slot != missed:
            run(house, DUE, slot)
    heads = [r for r in said(house, "effectiveness") if "escalated" not in r]
    assert [r for r in heads if "due today" in r] == [said(house, "effectiveness")[0]]


def test_a_day_played_twice_plans_nothing_new(house: House) -> None:
    first = [run(house, DUE, slot) for slot in SCHEDULED]
    again = [run(house, DUE, slot) for slot in SCHEDULED]
    assert sum(d.planned for d in again) == 0
    assert sum(d.already for d in again) == sum(d.planned for d in first)


def test_a_holiday_is_not_a_missed_morning_and_its_sweep_sends_nothing(house: House) -> None:
    # Thu, Nov 25, 2004 is Thanksgiving Day.
    run(house, date(2004, 11, 24))
    assert run(house, date(2004, 11, 25)) == PlanResult(0, 0)
    run(house, date(2004, 11, 26))
    items = [s.delivery.alert for s in slack(house, "default-ii")]
    assert not [a for a in items if a.passed and a.day > date(2004, 11, 24)]


def overdue_on(house: House, day: date) -> list[list[date]]:
    """The missed mornings that the day's alert about the overdue deadline names."""
    alerts = [a for s in slack(house, "effectiveness") for a in s.alerts]
    mine = [a for a in alerts if a.day == day and a.instance == "effectiveness"]
    assert [(a.reason, a.due) for a in mine] == [(Reason.MISSED, DUE)]
    return [[p.day for p in a.passed if Reason.DUE_TODAY in p.reasons] for a in mine]


def test_a_deadline_that_passed_in_three_missed_days_is_said_with_its_day(house: House) -> None:
    """Swept on Tue, Oct 26, and then not before Mon, Nov 1."""
    run(house, date(2004, 10, 26))
    run(house, date(2004, 11, 1))
    assert overdue_on(house, date(2004, 11, 1)) == [[DUE]]


def test_a_day_swept_only_on_a_later_one_was_missed(house: House) -> None:
    """The watchdog ran Thursday's last slot in the night: Friday's check names Thursday."""
    for day in (26, 27):
        run(house, date(2004, 10, day))
    house.now = instant(date(2004, 10, 29), "morning") - timedelta(hours=7)
    house.assess(message(DUE, "afternoon"))
    house.deliver_all()
    run(house, date(2004, 10, 29))
    assert overdue_on(house, date(2004, 10, 29)) == [[DUE]]


def test_a_new_deal_whose_first_days_were_missed_is_caught_up(house: House) -> None:
    run(house, date(2004, 11, 1))
    assert overdue_on(house, date(2004, 11, 1)) == [[DUE]]


def test_a_rehearsal_moved_back_is_played_again_and_catches_up_nothing(store: Store) -> None:
    house = House(store)
    load(samples.rehearsal(*samples.story()), services(store, now=house.now), "tests")
    for day in ("2004-10-28", "2004-10-27"):
        house.morning(day)
    assert not [s for s in slack(house, "effectiveness", "story") if s.delivery.alert.passed]
