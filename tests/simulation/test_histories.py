"""Histories under faults: nothing lost, nothing doubled, nothing said too late; and each guard.

`make soak N=10000` plays more of the same.
"""

from datetime import datetime, time, timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from dealclock.alerts.slots import SCHEDULED, ZONE, Slot, instant
from dealclock.desk.respond import ResponseAct
from dealclock.jobs.queues import AssessDeal
from tests.simulation.deal import DEAL
from tests.simulation.effects import Fault
from tests.simulation.history import History
from tests.simulation.observer import delays, verdict
from tests.simulation.play import ACTS, STARTS, play
from tests.suite import examples, seeds

HOUR = timedelta(hours=1)


@pytest.mark.parametrize("seed", seeds(20))
def test_despite_faults_every_true_alert_is_sent_once_and_in_time(seed: int) -> None:
    assert verdict(play(seed, days=4)) == []


@pytest.mark.parametrize("seed", seeds(4))
def test_throttled_for_hours_and_with_slots_missed_a_critical_alert_is_seen_within_the_hour(
    seed: int,
) -> None:
    history = play(seed, days=5, steady=True)
    assert verdict(history) == []
    assert max(delays(history), default=HOUR) <= HOUR


@pytest.mark.full
def test_a_seed_plays_the_same_history_again() -> None:
    first, again = play(11, days=3), play(11, days=3)
    assert [s.words for s in first.observer.seen] == [s.words for s in again.observer.seen]
    assert first.effects.injected == again.effects.injected != {}


@pytest.mark.full
def test_days_without_workers_are_made_up_for_before_later_events_are_late() -> None:
    """More waits for the channel than it takes in a minute, and the newest fact stands last."""
    history = History(datetime(2004, 10, 26, 7, tzinfo=ZONE))
    history.record(0)
    for _ in range(4):
        for slot in SCHEDULED:
            history.sweep(slot)
            while any(isinstance(w.message, AssessDeal) for w in history.queue):
                deals = [w for w in history.queue if isinstance(w.message, AssessDeal)]
                history.carry_out(deals[0])
        history.next_day()
        history.record(0, lost=True)
    assert len(history.queue) > 40
    history.settle()
    assert verdict(history) == []


@pytest.mark.full
def test_an_alert_sent_on_a_day_that_a_correction_removes_was_sent() -> None:
    """Out of use from Saturday, and said so; from Sunday, by a correction, and due as before."""
    history = History(datetime(2004, 11, 24, 7, tzinfo=ZONE))
    history.record(0)  # the filing
    history.record(0)  # the effectiveness
    history.sweep("morning")
    history.work()
    for _ in range(3):
        history.next_day()
    history.record(0)  # the Prospectus cannot be used
    history.work()
    history.next_day()
    history.correct(2, -1)
    out_of_use = [(f.kind, f.on.isoformat()) for f in history.recorded[-2:]]
    assert out_of_use == [
        ("prospectus-unusable", "2004-11-27"),
        ("prospectus-unusable", "2004-11-28"),
    ]
    history.settle()
    assert verdict(history) == []


def test_an_event_recorded_before_mondays_check_leaves_the_weekly_line_to_it() -> None:
    history = History(datetime(2004, 7, 8, 7, tzinfo=ZONE))
    history.sweep("morning")
    history.work()
    for _ in range(4):
        history.next_day()
    history.record(0)
    history.work()
    history.sweep("morning")
    history.settle()
    assert verdict(history) == []


@pytest.mark.parametrize(
    ("slot", "start", "days"), [("morning", (7, 8), 4), ("afternoon", (10, 26), 2)]
)
def test_an_event_recorded_after_a_missed_check_leaves_digest_and_last_call_to_the_watchdogs(
    slot: Slot, start: tuple[int, int], days: int
) -> None:
    history = History(datetime(2004, *start, 7, tzinfo=ZONE))
    if slot == "afternoon":
        history.record(0)  # the filing: effectiveness is due on October 28
    history.sweep("morning")
    history.work()
    history.watch()  # from then on a slot can be missed
    for _ in range(days):
        history.next_day()
    for each in SCHEDULED:
        if each != slot:
            history.sweep(each)
        else:
            history.now = instant(history.today, slot) + timedelta(minutes=15)
            if slot == "morning":
                history.record(0)
            history.act("seen", 0, 0)
            history.work_off()
            history.now += timedelta(minutes=20)
            history.watch()
        history.work_off()
    seen = {shown.id for shown in history.observer.seen}
    sent = history.true_store.outbox.of_deal(DEAL)
    said = {a.step for s in sent for a in s.alerts if s.delivery.id in seen}
    assert ("afternoon" in said) == (slot == "afternoon")
    history.settle()
    assert verdict(history) == []


class Deal(RuleBasedStateMachine):
    """Any order of mornings, work, faults, facts and answers that Hypothesis can think of."""

    @initialize(start=st.sampled_from(STARTS))
    def begins(self, start: tuple[datetime, int]) -> None:
        day, recorded = start
        self.history = History(datetime.combine(day, time(7), ZONE))
        for _ in range(recorded):
            self.history.record(0)

    @rule(slot=st.sampled_from(list(SCHEDULED)), times=st.integers(1, 2))
    def is_swept(self, slot: Slot, times: int) -> None:
        hour = datetime.combine(self.history.today, SCHEDULED[slot], ZONE)
        if self.history.today.weekday() < 5 and self.history.now <= hour + timedelta(hours=2):
            for _ in range(times):
                self.history.sweep(slot)

    @rule(picks=st.lists(st.integers(0, 30), max_size=12))
    def works(self, picks: list[int]) -> None:
        for pick in picks:
            self.history.receive(pick)

    @rule(pick=st.integers(0, 30))
    def is_worked_on_by_two(self, pick: int) -> None:
        self.history.effects.fault(2, Fault.HELD_UP)
        self.history.receive_twice(pick)

    @rule(after=st.integers(0, 30), fault=st.sampled_from(Fault))
    def will_fail(self, after: int, fault: Fault) -> None:
        self.history.effects.fault(after, fault)

    @rule(minutes=st.integers(1, 60))
    def is_throttled(self, minutes: int) -> None:
        self.history.slack.busy_until = self.history.now + timedelta(minutes=minutes)

    @rule(cause=st.sampled_from([None, None, "token_revoked", "channel_not_found"]))
    def is_shut_out(self, cause: str | None) -> None:
        self.history.slack.cause = cause

    @rule(which=st.integers(0, 7))
    def learns(self, which: int) -> None:
        self.history.record(which)

    @rule(which=st.integers(0, 7), days=st.integers(-3, 3))
    def is_corrected(self, which: int, days: int) -> None:
        self.history.correct(which, days)

    @rule(what=st.sampled_from(ACTS), who=st.integers(0, 3), which=st.integers(0, 9))
    def is_answered(self, what: ResponseAct, who: int, which: int) -> None:
        self.history.act(what, who, which)

    @rule()
    def hears_of_mail(self) -> None:
        self.history.tell_of_mail()

    @rule()
    def is_watched(self) -> None:
        self.history.watch()

    @rule(seconds=st.sampled_from([1, 100, 1000, 4000]))
    def waits(self, seconds: int) -> None:
        self.history.wait(seconds)

    @rule()
    def sleeps(self) -> None:
        self.history.next_day()

    @invariant()
    def tells_each_thing_once(self) -> None:
        if hasattr(self, "history"):
            assert [w for w in verdict(self.history, ended=False) if w] == []

    def teardown(self) -> None:
        if hasattr(self, "history"):
            self.history.settle()
            assert verdict(self.history) == []


Deal.TestCase.settings = settings(examples(8), stateful_step_count=25)
TestDeal = Deal.TestCase
