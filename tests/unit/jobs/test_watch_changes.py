"""Changes whose message was lost: the watchdog has the deal assessed after all."""

from datetime import timedelta

from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.watch import watch
from dealclock.store import Store
from dealclock.store.write import ALWAYS, Update
from tests.contract.store import samples
from tests.golden.wording import wording
from tests.services import services
from tests.unit.jobs.house import Queue
from tests.unit.jobs.watching import NOON, TODAY, assessed, look, said


def test_an_event_whose_message_was_lost_is_assessed_within_a_quarter_of_an_hour(
    live: Store,
) -> None:
    assessed(live, "granite")
    live.deals.record_fact("granite", samples.fact(on=TODAY), NOON - timedelta(minutes=3), "tests")
    queue = Queue()
    watched = look(live, queue=queue)
    (message,) = queue.deals
    assert (message.deal, message.as_of, message.known_at) == ("granite", TODAY, NOON)
    assert (message.slot, watched.repaired["changes"]) == ("at once", 1)
    assert said(watched) == []


def test_a_change_is_queued_again_once_and_then_reported(live: Store) -> None:
    assessed(live, "granite")
    live.deals.record_fact("granite", samples.fact(on=TODAY), NOON - timedelta(minutes=3), "tests")
    look(live)
    again, queue = NOON + timedelta(minutes=15), Queue()
    (found,) = said(look(live, again, queue))
    assert not queue.deals
    wording("health/watch-changes", found)
    live.deals.record_fact("granite", samples.fact("F2", on=TODAY), again, "tests")
    assert look(live, again, queue).repaired["changes"] == 1


def test_a_change_already_assessed_is_left_alone(live: Store) -> None:
    live.deals.record_fact("granite", samples.fact(on=TODAY), NOON - timedelta(minutes=3), "tests")
    assessed(live, "granite")
    assert look(live).repaired["changes"] == 0


def test_a_run_that_could_not_know_of_the_event_leaves_the_deal_pending(
    live: Store,
) -> None:
    live.deals.record_fact("granite", samples.fact(on=TODAY), NOON - timedelta(minutes=3), "tests")
    assessed(live, "granite", NOON - timedelta(minutes=4))
    assert look(live).repaired["changes"] == 1


def test_a_deal_just_loaded_waits_for_its_first_slot(live: Store) -> None:
    assert look(live).repaired["changes"] == 0


def test_an_unreadable_changed_deal_does_not_delay_others(live: Store) -> None:
    for deal in ("granite", "slate"):
        assessed(live, deal)
        live.deals.record_fact(deal, samples.fact(on=TODAY), NOON - timedelta(minutes=3), "tests")
    live.table.write(Update("DEAL#granite", "META", {"handled": "many"}, ALWAYS))
    queue = Queue()
    watched = look(live, queue=queue)
    assert [message.deal for message in queue.deals] == ["slate"]
    assert any(each.startswith("Granite: LostError") for each in watched.unchecked)


def test_the_doctor_queues_no_deal(live: Store) -> None:
    assessed(live, "granite")
    live.deals.record_fact("granite", samples.fact(on=TODAY), NOON - timedelta(minutes=3), "tests")
    watched = watch(Round(services(live, now=NOON), dict, repairs=False))
    assert watched.repaired["changes"] == 0
    assert look(live).repaired["changes"] == 1
