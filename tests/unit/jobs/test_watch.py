"""The watchdog over a whole table: what it finds, what it queues, and what it cannot read."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.health_findings import Finding, Speech
from dealclock.alerts.outcome import Later, Refused, Sent, Unknown
from dealclock.alerts.slots import Slot, instant
from dealclock.errors import TryAgainError
from dealclock.jobs.dead_letters import What
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.escalation_exhausted import queue_escalations
from dealclock.jobs.operate.watch import watch
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.queues import Deliver
from dealclock.people.acts import Act
from dealclock.people.policy import Reason
from dealclock.store import Claim, DeliveryKey, Store, keys
from dealclock.store.outbox import Outbox
from dealclock.store.runs import Watch
from dealclock.store.write import ALWAYS, PRESENT, Update
from tests.contract.store import samples
from tests.contract.store.tables import forget
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.services import services
from tests.unit.jobs.house import Queue
from tests.unit.jobs.watching import LOADED, NOON, TODAY, look, said, sleep


def planned(store: Store, minutes: int, deal: str = "granite") -> DeliveryKey:
    """A delivery planned that many minutes before noon and three quarters."""
    one: Delivery = samples.delivery(day=TODAY, deal=deal)
    assert store.outbox.plan(one, False, NOON - timedelta(minutes=minutes)).new
    return DeliveryKey.of(one)


def test_nothing_is_reported_when_all_is_well(live: Store) -> None:
    assert said(look(live)) == []


def unswept(store: Store, day: date, *slots: Slot) -> None:
    for slot in slots:
        store.table.write(Update("SWEEP#LIVE", f"{day}#{slot}", {"slot": "nothing"}, ALWAYS))


def test_a_slot_that_was_missed_is_run_once_as_its_schedule_would_have(live: Store) -> None:
    unswept(live, TODAY, "midday")
    assert said(look(live, NOON - timedelta(minutes=16))) == []
    sleep(live, "granite", TODAY)
    queue = Queue()
    (found,) = said(look(live, queue=queue))
    assert shows(wording("health/watch", found), "2004-07-01")
    scheduled = instant(TODAY, "midday")
    message = next(each for each in queue.deals if each.deal == "granite")
    assert (message.as_of, message.known_at, message.slot) == (TODAY, scheduled, "midday")
    assert live.runs.sweeps(False, TODAY)["midday"] == scheduled
    again = Queue()
    assert said(look(live, NOON + timedelta(minutes=15), again)) == []
    assert not again.deals


def test_after_a_weekend_without_a_watchdog_fridays_last_slot_is_run(live: Store) -> None:
    friday, queue = date(2004, 7, 2), Queue()
    unswept(live, friday, "morning", "payments", "midday", "afternoon")
    for deal in ("granite", "slate"):
        sleep(live, deal, friday)
    watched = look(live, instant(date(2004, 7, 4), "midday"), queue)
    run = (friday, "afternoon", instant(friday, "afternoon"))
    assert [(m.as_of, m.slot, m.known_at) for m in queue.deals] == [run, run]
    assert watched.count("sweeps") == 1


def test_a_pause_is_no_missed_slot(live: Store) -> None:
    """Paused at noon, and on again before six: then, without the pause, the afternoon is missed."""
    unswept(live, TODAY, "afternoon")
    noon, again, queue = instant(TODAY, "midday"), live.runs.watch(), Queue()
    evening = noon + timedelta(hours=5)
    for quarters in range(20):
        at = noon + timedelta(minutes=15 * quarters)
        watched = watch(Round(services(live, assess=queue, now=at), paused=True))
        assert (watched.findings, watched.repaired) == ([], {})
    look(live, evening, queue)
    assert not queue.deals
    live.runs.put_watch(again or Watch(since=LOADED), noon)
    look(live, evening, queue)
    assert queue.deals


def test_on_the_day_of_deployment_earlier_slots_are_not_missed(store: Store) -> None:
    assert said(look(store, NOON)) == []
    assert said(look(store, NOON + timedelta(minutes=15))) == []


def test_a_waiting_delivery_is_queued_again_and_reported_after_a_long_wait(live: Store) -> None:
    key, queue = planned(live, 45), Queue()
    watched = look(live, queue=queue)
    assert list(queue.deliveries) == [Deliver(deal="granite", day=TODAY, delivery=key.id)]
    assert (watched.repaired["deliveries"], watched.oldest) == (1, timedelta(minutes=45))
    (found,) = said(watched)
    assert shows(wording("health/watch", found), "45", "2(a)(ii)", "2004-07-01")
    assert "granite" not in found.replace("Granite", "")


def test_a_delivery_just_planned_is_left_to_its_own_message(live: Store) -> None:
    planned(live, 9)
    queue = Queue()
    assert look(live, queue=queue).repaired["deliveries"] == 0
    assert not queue.deliveries


def test_a_deferred_delivery_is_left_waiting(live: Store) -> None:
    key = planned(live, 45)
    claim = live.outbox.claim(key, NOON - timedelta(minutes=2), timedelta(minutes=1))
    assert isinstance(claim, Claim)
    until = NOON + timedelta(minutes=5)
    live.outbox.settle(claim, Later(1), NOON - timedelta(minutes=1), until=until)
    assert look(live).repaired["deliveries"] == 0
    assert look(live, NOON + timedelta(minutes=5)).repaired["deliveries"] == 1


def test_while_a_route_is_held_nothing_more_is_queued_for_it(live: Store) -> None:
    route = str(samples.delivery().route)
    held, other = planned(live, 45), planned(live, 44, "slate")
    live.outbox.pause_route("granite", route, NOON + timedelta(minutes=20))
    for minutes in (0, 15):
        queue = Queue()
        assert look(live, NOON + timedelta(minutes=minutes), queue).repaired["deliveries"] == 1
        assert [message.delivery for message in queue.deliveries] == [other.id]
        assert [message.deal for message in queue.deliveries] == ["slate"]
    # The wait is over: whichever message was lost meanwhile, one is there again.
    queue = Queue()
    assert look(live, NOON + timedelta(minutes=20), queue).repaired["deliveries"] == 2
    assert held.id in [message.delivery for message in queue.deliveries]


def test_an_unreadable_route_does_not_affect_others(live: Store) -> None:
    route = str(samples.delivery().route)
    planned(live, 45)
    other = planned(live, 44, "slate")
    live.outbox.pause_route("granite", route, NOON + timedelta(minutes=20))
    live.table.write(Update("DEAL#granite", f"ROUTE#{route}", {"free_at": "soon"}, ALWAYS))
    queue = Queue()
    watched = look(live, queue=queue)
    assert [message.delivery for message in queue.deliveries] == [other.id]
    assert [each.split(":")[0] for each in watched.unchecked] == ["deliveries, Granite"]


def test_a_delivery_to_be_failed_over_does_not_wait_for_its_own_route(live: Store) -> None:
    key = planned(live, 45)
    claim = live.outbox.claim(key, NOON - timedelta(minutes=44), timedelta(minutes=1))
    assert isinstance(claim, Claim)
    live.outbox.settle(claim, Refused("is_archived"), NOON - timedelta(minutes=44), hand_over=True)
    live.outbox.pause_route("granite", str(claim.delivery.route), NOON + timedelta(minutes=20))
    assert look(live).repaired["deliveries"] == 1


def test_a_delivery_settled_after_the_index_was_read_is_not_a_finding(
    live: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = planned(live, 45)
    claim = live.outbox.claim(key, NOON, timedelta(minutes=1))
    assert isinstance(claim, Claim)
    live.outbox.settle(claim, Sent("ts"), NOON)
    monkeypatch.setattr(Outbox, "unfinished", lambda *_: (key,))
    # It is queued, as it may still need an update: its worker finds out.
    assert said(look(live)) == []


def test_an_unknown_outcome_is_queued_again_and_reported(live: Store) -> None:
    key = planned(live, 45)
    claim = live.outbox.claim(key, NOON - timedelta(minutes=44), timedelta(minutes=1))
    assert isinstance(claim, Claim)
    live.outbox.settle(claim, Unknown("timeout"), NOON - timedelta(minutes=44), until=NOON)
    watched = look(live)
    (found,) = said(watched)
    assert shows(wording("health/watch", found), "1")
    assert (watched.repaired["deliveries"], watched.count("unknown")) == (1, 1)
    assert watched.oldest == timedelta(0)


def test_dead_letters_are_found(live: Store) -> None:
    (found,) = said(look(live, dead={"assess": 1, "sweeps": 0}))
    assert shows(wording("health/watch", found), "1")


def test_a_deal_whose_morning_never_came_is_found(live: Store) -> None:
    sleep(live, "granite", date(2004, 6, 30))
    (found,) = said(look(live))
    assert values(wording("health/watch", found)) == ["2004-06-30"]


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
    assert live.outbox.plan(one, False, MISSED).new
    claim = live.outbox.claim(DeliveryKey.of(one), MISSED, timedelta(minutes=1))
    assert isinstance(claim, Claim)
    live.outbox.settle(claim, Sent("ts"), MISSED)
    return live


def due_day(store: Store) -> date:
    """The day the sample's first filing is due."""
    deal = store.deals.get("granite")
    assert deal
    assessed = assess_as_of(deal, TODAY, NOON, compare=False)
    return next(o.due for o in assessed.obligations if o.instance == "shelf-filing")


def unheard(store: Store, now: datetime) -> list[str]:
    found = look(store, now).findings
    return [each.text for each in found if each.check == "unacknowledged"]


def test_a_deal_with_an_escalation_due_is_queued_as_of_its_day(missed: Store) -> None:
    hour = MISSED + timedelta(hours=1)
    assert missed.responses.set_escalation("granite", False, hour, MISSED)
    queue = Queue()
    assert look(missed, hour - timedelta(minutes=15), queue).repaired["escalations"] == 0
    assert look(missed, hour, queue).repaired["escalations"] == 1
    (message,) = queue.deals
    assert (message.deal, message.as_of, message.known_at, message.slot) == (
        "granite",
        date(2004, 7, 19),
        hour,
        "escalation",
    )
    assert (
        watch(Round(services(missed, now=hour), dict, repairs=False)).repaired["escalations"] == 0
    )


def test_a_deal_in_another_zone_is_escalated_as_of_its_own_day(
    store: Store,
) -> None:
    whole = samples.live()
    there = whole.terms.agreement.model_copy(update={"time_zone": "America/Los_Angeles"})
    terms = whole.terms.model_copy(update={"agreement": there})
    store.deals.load(replace(whole, terms=terms), MISSED, "tests")
    # Tuesday 01:30 in New York, where it is still Monday 22:30 for the deal.
    night = datetime(2004, 7, 20, 5, 30, tzinfo=UTC)
    assert store.responses.set_escalation(whole.id, False, night, MISSED)
    queue = Queue()
    assert queue_escalations(services(store, assess=queue, now=night)) == 1
    reassess_now(whole.id, services(store, assess=queue, now=night))
    assert [message.as_of for message in queue.deals] == [date(2004, 7, 19)] * 2


def test_an_alert_unacknowledged_after_every_step_is_reported_until_someone_responds(
    missed: Store,
) -> None:
    # The last step, to the lead, is due on the next morning at 08:00.
    last = MISSED + timedelta(days=1)
    assert missed.responses.set_escalation("granite", False, last, MISSED)
    assert unheard(missed, MISSED + timedelta(hours=6)) == []
    # The lead has been told: no step is left, and the index no longer names the deal.
    assert missed.responses.set_escalation("granite", False, None, last)
    (found,) = unheard(missed, last + timedelta(minutes=15))
    assert found.startswith("No owner or backup has acknowledged Granite, 2(a)(i), 2004-07-")
    assert len(unheard(missed, last + timedelta(minutes=30))) == 1
    acted = last + timedelta(minutes=40)
    done = Act(
        "acknowledged", "shelf-filing", "0", "maria", acted, due=due_day(missed), until=LATER
    )
    missed.responses.respond("granite", lambda _: (done, False), acted, "tests")
    assert unheard(missed, last + timedelta(minutes=45)) == []
    remembered = missed.runs.watch()
    assert remembered
    assert remembered.unheard == frozenset()


def test_an_alert_with_one_step_left_is_left_to_the_team(missed: Store) -> None:
    last = MISSED + timedelta(days=1)
    assert missed.responses.set_escalation("granite", False, last, MISSED)
    assert unheard(missed, last) == []


LATER = date(2004, 7, 22)


def test_a_check_that_fails_is_reported_and_the_others_run(live: Store) -> None:
    planned(live, 45)

    def dead() -> Mapping[What, int]:
        raise RuntimeError("Infocrossing")

    watched = watch(Round(services(live, assess=Queue(), deliveries=Queue(), now=NOON), dead))
    assert [finding.check for finding in watched.findings] == ["unsent"]
    (unchecked,) = watched.unchecked
    assert unchecked.startswith("dead letters: RuntimeError")
    assert "Infocrossing" not in unchecked


def test_an_unreadable_delivery_is_reported_without_affecting_others(live: Store) -> None:
    spoilt, other = planned(live, 45), planned(live, 44, "slate")
    live.table.write(
        Update("DEAL#granite", f"DELIVERY#{TODAY}#{spoilt.id}", {"reasons": ("hum",)}, ALWAYS)
    )
    queue = Queue()
    watched = look(live, queue=queue)
    assert list(queue.deliveries) == [Deliver(deal="slate", day=TODAY, delivery=other.id)]
    (found,) = watched.findings
    assert shows(wording("health/watch", found.text), "44")
    (unchecked,) = watched.unchecked
    assert unchecked.startswith("deliveries, Granite: LostError")
    assert spoilt.id in unchecked


def test_an_unavailable_table_is_reported_once_and_not_for_each_row(
    live: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned(live, 45)
    planned(live, 44, "slate")

    def down(*_: object) -> None:
        raise TryAgainError("the table does not answer")

    monkeypatch.setattr(Outbox, "get", down)
    assert [each.split(":")[0] for each in look(live).unchecked] == ["deliveries"]


def test_a_failed_assessment_does_not_hide_other_unacknowledged_alerts(
    missed: Store,
) -> None:
    last = MISSED + timedelta(days=1)
    for deal in ("granite", "slate"):
        assert missed.responses.set_escalation(deal, False, last, MISSED)
    look(missed, MISSED + timedelta(hours=6))
    assert missed.responses.set_escalation("granite", False, None, last)
    missed.table.write(Update("DEAL#slate", "TERMS#0001", {"content": "{spoilt"}, ALWAYS))
    forget(missed)
    watched = look(missed, last + timedelta(minutes=15))
    (found,) = [each.text for each in watched.findings if each.check == "unacknowledged"]
    wording("health/watch", found)
    assert "escalations, Slate: LostError" in " ".join(watched.unchecked)


def test_a_deal_that_could_not_be_checked_is_not_forgotten(missed: Store) -> None:
    last = MISSED + timedelta(days=1)
    assert missed.responses.set_escalation("granite", False, last, MISSED)
    look(missed, MISSED + timedelta(hours=6))
    assert missed.responses.set_escalation("granite", False, None, last)
    terms = missed.table.get("DEAL#granite", "TERMS#0001")
    assert terms
    content = terms.text("content")
    missed.table.write(Update("DEAL#granite", "TERMS#0001", {"content": "{spoilt"}, ALWAYS))
    forget(missed)
    assert look(missed, last + timedelta(minutes=15)).count("unacknowledged") == 0
    missed.table.write(Update("DEAL#granite", "TERMS#0001", {"content": content}, ALWAYS))
    assert len(unheard(missed, last + timedelta(minutes=30))) == 1


def test_an_unreadable_directory_line_does_not_affect_other_deals(missed: Store) -> None:
    hour = MISSED + timedelta(hours=1)
    assert missed.responses.set_escalation("granite", False, hour, MISSED)
    odd = Update(keys.DEALS, "slate", {"people": "nobody knows"}, PRESENT)
    missed.table.write(odd)
    watched = look(missed, hour)
    assert watched.repaired["escalations"] == 1
    assert [d.code_name for d in missed.deals.directory()] == ["Granite"]
    (said,) = (why for why in watched.unchecked if "directory" in why)
    wording("health/watch", said)


def test_rehearsals_are_queued_separately_and_have_no_sweep_to_miss(live: Store) -> None:
    planned(live, 45)
    queue = Queue()
    later = NOON + timedelta(days=30)
    watched = watch(
        Round(services(live, assess=queue, deliveries=queue, now=later), dict, rehearsal=True)
    )
    assert (said(watched), watched.repaired["deliveries"]) == ([], 0)


def test_a_finding_names_an_alert_by_code_name_section_and_date(live: Store) -> None:
    alert: Alert = samples.delivery(title="Resale shelf effectiveness of $60,000,000").alert
    assert alert.title not in str(Speech("Granite", alert.clause, alert.day, NOON))
    planned(live, 45)
    found: list[Finding] = look(live).findings
    assert all("Resale shelf" not in f"{f.text} {f.do}" for f in found)
