"""The watchdog over a whole table: what it finds, what it takes up, and what it cannot see."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.handling import Handled
from dealclock.alerts.policy import Reason
from dealclock.alerts.slots import SCHEDULED, instant
from dealclock.alerts.watching import Finding, Speech
from dealclock.store import Claim, DeliveryKey, Store
from dealclock.store.handling import Decided
from dealclock.store.write import ALWAYS, Update
from dealclock.usecases import reconcile as reconciling
from dealclock.usecases.assess_deal import assess_as_of, assess_deal
from dealclock.usecases.dead_letters import What
from dealclock.usecases.messages import AssessDeal, Deliver
from dealclock.usecases.reconcile import reconcile, should_wake
from dealclock.usecases.watch import Queues, Watched, watch
from tests.contract.store import samples
from tests.unit.usecases.house import Queue

# The sample's agreement is dated June 30, 2004; its first deadline is July 15, and the first
# reminder of it speaks ten Business Days before: that very morning of closing.
TODAY = date(2004, 7, 1)  # a Thursday
NOON = datetime(2004, 7, 1, 16, 45, tzinfo=UTC)  # 12:45 in New York
LOADED = datetime(2004, 6, 30, 12, 0, tzinfo=UTC)
DAWN = datetime(2004, 7, 1, 10, 5, tzinfo=UTC)  # 06:05 in New York


@pytest.fixture
def live(store: Store) -> Store:
    """Granite and Slate, live, loaded the day before; every sweep of today completed."""
    for code_name in ("Granite", "Slate"):
        bundle = samples.live(deal=code_name.lower(), code_name=code_name)
        store.load(bundle, LOADED, "tests")
    look(store, LOADED)
    for slot in SCHEDULED:
        store.put_sweep(False, TODAY, slot, instant(TODAY, slot))
    return store


def look(
    store: Store,
    now: datetime = NOON,
    queue: Queue | None = None,
    dead: Mapping[What, int] | None = None,
    daily: bool = False,
) -> Watched:
    queue = queue or Queue()
    return watch(store, Queues(queue, queue), lambda: dead or {}, now, daily=daily)


def said(watched: Watched) -> list[str]:
    assert watched.unchecked == []
    return [finding.says for finding in watched.findings]


def planned(store: Store, minutes: int, deal: str = "granite") -> DeliveryKey:
    """A delivery planned that many minutes before noon and three quarters."""
    one: Delivery = samples.delivery(day=TODAY, deal=deal)
    assert store.plan(one, False, NOON - timedelta(minutes=minutes))
    return DeliveryKey.of(one)


def test_when_all_is_well_nothing_is_said(live: Store) -> None:
    assert said(look(live)) == []


def test_a_sweep_that_did_not_complete_is_found(live: Store) -> None:
    live._table.write(Update("SWEEP#LIVE", "2004-07-01#midday", {"slot": "nothing"}, ALWAYS))
    (found,) = said(look(live))
    assert found.startswith("The midday sweep of 2004-07-01 has not completed")


def test_on_the_day_of_deployment_the_slots_before_it_are_not_missed(store: Store) -> None:
    assert said(look(store, NOON)) == []
    assert said(look(store, NOON + timedelta(minutes=15))) == []


def test_a_delivery_left_behind_is_queued_again_and_told_when_it_waits_long(live: Store) -> None:
    key, queue = planned(live, 45), Queue()
    watched = look(live, queue=queue)
    assert list(queue.deliveries) == [Deliver(deal="granite", day=TODAY, delivery=key.id)]
    assert (watched.requeued, watched.oldest) == (1, timedelta(minutes=45))
    (found,) = said(watched)
    assert "waited 45 minutes to be sent: Granite, 2(a)(ii), 2004-07-01" in found
    assert "granite" not in found.replace("Granite", "")


def test_a_delivery_just_planned_is_left_to_its_own_message(live: Store) -> None:
    planned(live, 9)
    queue = Queue()
    assert look(live, queue=queue).requeued == 0
    assert not queue.deliveries


def test_a_delivery_told_to_wait_is_left_waiting(live: Store) -> None:
    key = planned(live, 45)
    claim = live.claim(key, NOON - timedelta(minutes=2), timedelta(minutes=1))
    assert isinstance(claim, Claim)
    live.later(claim, NOON + timedelta(minutes=5), NOON - timedelta(minutes=1))
    assert look(live).requeued == 0
    assert look(live, NOON + timedelta(minutes=5)).requeued == 1


def test_what_was_settled_since_the_index_named_it_is_no_finding(
    live: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = planned(live, 45)
    claim = live.claim(key, NOON, timedelta(minutes=1))
    assert isinstance(claim, Claim)
    live.sent(claim, "ts", NOON)
    monkeypatch.setattr(Store, "unfinished", lambda *_: (key,))
    # Queued it is, for it may still owe an update: whoever takes it finds out.
    assert said(look(live)) == []


def test_an_unknown_outcome_is_taken_up_again_and_told(live: Store) -> None:
    key = planned(live, 45)
    claim = live.claim(key, NOON - timedelta(minutes=44), timedelta(minutes=1))
    assert isinstance(claim, Claim)
    live.unknown(claim, "timeout", NOON - timedelta(minutes=44))
    watched = look(live)
    (found,) = said(watched)
    assert found.startswith("Of 1 alert nobody knows")
    assert (watched.requeued, watched.count("unknown")) == (1, 1)
    assert watched.oldest == timedelta(0)


def test_dead_letters_are_found(live: Store) -> None:
    (found,) = said(look(live, dead={"assess": 1, "sweeps": 0}))
    assert found.startswith("1 message in the dead letters of assess")


def test_a_deal_whose_morning_never_came_is_found(live: Store) -> None:
    sleep(live, "granite", date(2004, 6, 30))
    (found,) = said(look(live))
    assert found == "Granite was to be assessed on 2004-06-30 and has not been."


MISSED = datetime(2004, 7, 19, 12, 0, tzinfo=UTC)  # Monday 08:00: the Friday before was the day


@pytest.fixture
def missed(live: Store) -> Store:
    """Granite has said on Monday morning that it missed the filing due on Friday, July 16."""
    alert = Alert(
        deal="granite",
        instance="shelf-filing",
        kind="deadline",
        clause="2(a)(i)",
        title="Shelf Registration Statement",
        reasons=(Reason.MISSED,),
        day=MISSED.date(),
        due=due_day(live),
    )
    one = Delivery(alert, Route("slack", "C0GRANITE"), "morning", MISSED, 1, 1)
    assert live.plan(one, False, MISSED)
    claim = live.claim(DeliveryKey.of(one), MISSED, timedelta(minutes=1))
    assert isinstance(claim, Claim)
    live.sent(claim, "ts", MISSED)
    return live


def due_day(store: Store) -> date:
    """The day the sample's first filing is due."""
    deal = store.deal("granite")
    assert deal
    assessed = assess_as_of(deal, TODAY, NOON, compare=False)
    return next(o.due for o in assessed.obligations if o.instance == "shelf-filing")


def unheard(store: Store, now: datetime) -> list[str]:
    found = look(store, now).findings
    return [each.says for each in found if each.check == "unacknowledged"]


def test_a_deal_with_an_escalation_due_is_queued_as_of_its_day(missed: Store) -> None:
    hour = MISSED + timedelta(hours=1)
    assert missed.set_escalation("granite", False, hour, MISSED)
    queue = Queue()
    assert look(missed, hour - timedelta(minutes=15), queue).escalated == 0
    assert look(missed, hour, queue).escalated == 1
    (message,) = queue.deals
    assert (message.deal, message.as_of, message.known_at, message.slot) == (
        "granite",
        date(2004, 7, 19),
        hour,
        "escalation",
    )
    assert watch(missed, None, dict, hour).escalated == 0


def test_what_went_through_every_step_unanswered_is_told_until_somebody_answers(
    missed: Store,
) -> None:
    # The last step, to the lead, is due on the next morning at 08:00.
    last = MISSED + timedelta(days=1)
    assert missed.set_escalation("granite", False, last, MISSED)
    assert unheard(missed, MISSED + timedelta(hours=6)) == []
    # The lead has been told: no step is left, and the index no longer names the deal.
    assert missed.set_escalation("granite", False, None, last)
    (found,) = unheard(missed, last + timedelta(minutes=15))
    assert found.startswith("Nobody who answers for it has acknowledged Granite, 2(a)(i), 2004-07-")
    assert len(unheard(missed, last + timedelta(minutes=30))) == 1
    acted = last + timedelta(minutes=40)
    done = Handled("shelf-filing", due_day(missed), 0, "acknowledged", "maria", acted, LATER)
    missed.handle("granite", lambda _: Decided(done, already=False), acted, "tests")
    assert unheard(missed, last + timedelta(minutes=45)) == []
    remembered = missed.watch()
    assert remembered
    assert remembered.unheard == frozenset()


def test_one_more_step_to_come_is_the_teams_own_affair(missed: Store) -> None:
    last = MISSED + timedelta(days=1)
    assert missed.set_escalation("granite", False, last, MISSED)
    assert unheard(missed, last) == []


LATER = date(2004, 7, 22)


def test_one_check_that_cannot_be_made_leaves_the_others_and_is_said(live: Store) -> None:
    planned(live, 45)

    def dead() -> Mapping[What, int]:
        raise RuntimeError("Infocrossing")

    watched = watch(live, Queues(Queue(), Queue()), dead, NOON)
    assert [finding.check for finding in watched.findings] == ["unsent"]
    (unchecked,) = watched.unchecked
    assert unchecked.startswith("dead letters: RuntimeError")
    assert "Infocrossing" not in unchecked


def test_rehearsals_are_taken_up_apart_and_have_no_sweep_to_miss(live: Store) -> None:
    planned(live, 45)
    queue = Queue()
    later = NOON + timedelta(days=30)
    watched = watch(live, Queues(queue, queue), dict, later, rehearsal=True)
    assert (said(watched), watched.requeued) == ([], 0)


# --- Once a day: the wake days and the facts, against the deals -------------------------------


def sleep(store: Store, deal: str, until: date) -> None:
    meta = store.meta(deal)
    assert meta
    assert store.set_wake(meta, until)


def forget(store: Store, deal: str) -> None:
    """Take a deal out of the wake index, as no code of ours would."""
    gone = {"GSI1PK": None, "GSI1SK": None, "wake_on": None, "spoilt": True}
    store._table.write(Update(f"DEAL#{deal}", "META", gone, ALWAYS))


def test_a_deal_that_would_sleep_too_long_is_woken_and_reported(live: Store) -> None:
    sleep(live, "granite", date(2004, 12, 1))
    sleep(live, "slate", date(2004, 7, 1))
    (found,) = said(look(live, DAWN))
    assert found == (
        "Granite would have slept until 2004-12-01, though it has something to say on 2004-07-01."
    )
    assert live.due(False, TODAY) == ("granite", "slate")
    (woken,) = samples.rows(live, "DEAL#granite", "AUDIT#", "AUDIT#~")[1:]
    assert (woken.text("what"), woken.text("who")) == ("woken", "watchdog")


def test_a_deal_outside_the_wake_index_is_brought_back(live: Store) -> None:
    forget(live, "granite")
    assert "granite" not in live.due(False, date(9999, 1, 1))
    (found,) = said(look(live, DAWN))
    assert found.startswith("Granite would have slept for ever: it was not in the wake index")
    assert "granite" in live.due(False, TODAY)


def test_a_deal_that_wakes_in_time_is_left_asleep(live: Store) -> None:
    for deal in ("granite", "slate"):
        stored = live.deal(deal)
        assert stored
        sleep(live, deal, should_wake(stored, live, DAWN))
    assert said(look(live, DAWN)) == []
    assert live.wakes_as_kept("granite") != date.min


def test_the_daily_look_is_made_once_a_day_and_its_findings_stay_until_the_next(
    live: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[datetime] = []
    real = reconcile

    def counted(store: Store, now: datetime, *, repair: bool) -> reconciling.Reconciled:
        looks.append(now)
        return real(store, now, repair=repair)

    monkeypatch.setattr("dealclock.usecases.watch.reconcile", counted)
    sleep(live, "granite", date(2004, 12, 1))
    early = DAWN - timedelta(hours=1)
    assert said(look(live, early)) == []
    first = said(look(live, DAWN))
    assert len(first) == 1
    assert said(look(live, DAWN + timedelta(minutes=15))) == first
    assert said(look(live, DAWN + timedelta(days=2))) == []
    assert looks == [DAWN, DAWN + timedelta(days=2)]
    look(live, DAWN + timedelta(days=2), daily=True)
    assert looks[2:] == [DAWN + timedelta(days=2)]


def test_a_deal_that_cannot_be_looked_at_is_said_and_hides_no_other(
    live: Store,
) -> None:
    sleep(live, "slate", date(2004, 12, 1))
    live._table.write(Update("DEAL#granite", "TERMS#0001", {"content": "{spoilt"}, ALWAYS))
    watched = look(live, DAWN)
    (unchecked,) = watched.unchecked
    assert unchecked.startswith("Granite: Unreadable")
    assert [finding.says.split()[0] for finding in watched.findings] == ["Slate"]
    # Not done: the next look tries again.
    assert look(live, DAWN + timedelta(minutes=15)).unchecked == [unchecked]


def test_a_live_deal_with_something_open_and_no_fact_for_six_weeks_is_silent(
    store: Store,
) -> None:
    first = datetime(2004, 6, 30, 12, 0, tzinfo=UTC)
    store.load(samples.live(deal="granite"), first, "tests")

    def silent(after: timedelta) -> list[str]:
        return [s.code_name for s in reconcile(store, first + after, repair=False).silent]

    almost = timedelta(weeks=6) - timedelta(days=1)
    assert silent(almost) == []
    assert silent(almost + timedelta(days=1)) == ["Granite"]
    filed = samples.fact(on=date(2004, 7, 13))
    store.record("granite", filed, first + timedelta(weeks=5), "tests")
    assert silent(timedelta(weeks=10)) == []
    assert silent(timedelta(weeks=11)) == ["Granite"]


def test_what_a_finding_tells_of_an_alert_is_its_code_name_clause_and_date(live: Store) -> None:
    alert: Alert = samples.delivery(title="Effectiveness Target Date of $60,000,000").alert
    assert alert.title not in str(Speech("Granite", alert.clause, alert.day, NOON))
    planned(live, 45)
    found: list[Finding] = look(live).findings
    assert all("Effectiveness" not in f"{f.says} {f.do}" for f in found)


def test_a_fact_whose_message_was_lost_is_looked_at_within_a_quarter_of_an_hour(
    live: Store,
) -> None:
    assessed(live, "granite")
    live.record("granite", samples.fact(on=TODAY), NOON - timedelta(minutes=3), "tests")
    queue = Queue()
    watched = look(live, queue=queue)
    (message,) = queue.deals
    assert (message.deal, message.as_of, message.known_at) == ("granite", TODAY, NOON)
    assert (message.slot, watched.reassessed) == ("at once", 1)
    assert said(watched) == []


def test_a_change_is_queued_again_once_and_then_told(live: Store) -> None:
    assessed(live, "granite")
    live.record("granite", samples.fact(on=TODAY), NOON - timedelta(minutes=3), "tests")
    look(live)
    again, queue = NOON + timedelta(minutes=15), Queue()
    (found,) = said(look(live, again, queue))
    assert not queue.deals
    assert found == (
        "Granite was changed and has not been assessed since, though it was queued again."
    )
    live.record("granite", samples.fact("F2", on=TODAY), again, "tests")
    assert look(live, again, queue).reassessed == 1


def test_what_was_assessed_since_it_was_changed_is_left_alone(live: Store) -> None:
    live.record("granite", samples.fact(on=TODAY), NOON - timedelta(minutes=3), "tests")
    assessed(live, "granite")
    assert look(live).reassessed == 0


def test_a_run_that_could_not_know_of_the_fact_leaves_the_deal_to_be_looked_at(
    live: Store,
) -> None:
    live.record("granite", samples.fact(on=TODAY), NOON - timedelta(minutes=3), "tests")
    assessed(live, "granite", NOON - timedelta(minutes=4))
    assert look(live).reassessed == 1


def test_a_deal_just_loaded_waits_for_its_first_slot(live: Store) -> None:
    assert look(live).reassessed == 0


def test_the_doctor_queues_no_deal(live: Store) -> None:
    assessed(live, "granite")
    live.record("granite", samples.fact(on=TODAY), NOON - timedelta(minutes=3), "tests")
    watched = watch(live, None, dict, NOON)
    assert watched.reassessed == 0
    assert look(live).reassessed == 1


def assessed(store: Store, deal: str, known_at: datetime = NOON) -> None:
    """A run of that instant."""
    message = AssessDeal(
        deal=deal, as_of=TODAY, known_at=known_at, slot="at once", sweep="at-once-test"
    )
    assess_deal(message, store, Queue(), NOON)
