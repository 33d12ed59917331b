"""One click acknowledges what the message showed: all of it, and nothing else."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.alerts.outcome import OmittedAlert
from dealclock.desk.respond import ResponseRequest, ResponseResult, respond_to_post
from dealclock.errors import ConflictError
from dealclock.jobs.plan.notes import plan_notes
from dealclock.jobs.queues import AssessDeal
from dealclock.people.policy import Reason
from dealclock.store import Store, StoredDelivery
from tests.contract.store import samples
from tests.services import services
from tests.unit.engine.deals import effective
from tests.unit.jobs.house import House, Queue

FRIDAY = date(2004, 10, 29)  # effectiveness was due on Thursday
EIGHT = datetime(2004, 10, 29, 12, tzinfo=UTC)
NINE = EIGHT + timedelta(hours=1)
MISSED, DEFAULT, NOTICE = "effectiveness", "default-ii", "trustee-notice/default-ii"


@pytest.fixture
def house(store: Store) -> House:
    """Granite, live, on the morning after; its post is planned."""
    made = House(store, now=EIGHT)
    store.deals.load(samples.live(samples.fact()), EIGHT - timedelta(hours=1), "tests")
    made.assess(AssessDeal(deal="granite", as_of=FRIDAY, known_at=EIGHT, slot="morning", sweep="s"))
    return made


def post(house: House) -> StoredDelivery:
    """The post of the cause in the channel."""
    (found,) = [
        each
        for each in house.store.outbox.of_deal("granite")
        if each.delivery.route.kind == "slack" and not each.delivery.carried_by
    ]
    return found


def click(house: House, on: StoredDelivery, at: datetime = NINE) -> list[ResponseResult]:
    asked = ResponseRequest("granite", on.delivery.alert.instance, "acknowledge", "maria")
    doing = services(house.store, assess=Queue(), now=at)
    return list(respond_to_post(on, asked, doing, "U01MARIA"))


def answered(house: House) -> list[str]:
    """What was acknowledged so far."""
    return sorted(each.subject for each in house.store.responses.of_deal("granite"))


def test_it_covers_every_alert_that_the_post_showed(house: House) -> None:
    shown = post(house)
    assert {a.instance for a in shown.alerts} == {MISSED, DEFAULT, NOTICE}
    click(house, shown)
    assert answered(house) == [DEFAULT, MISSED, NOTICE]


def test_it_does_not_cover_what_was_left_out_of_the_post(house: House) -> None:
    shown = post(house)
    gone = next(each for each in shown.alerts if each.instance == NOTICE)
    click(house, replace(shown, left_out=(OmittedAlert(gone.id, "superseded"),)))
    assert answered(house) == [DEFAULT, MISSED]


def test_it_does_not_cover_what_was_alerted_after_the_post(house: House) -> None:
    shown = post(house)
    others = tuple(each for each in shown.delivery.others if each.instance != NOTICE)
    before = replace(shown, delivery=replace(shown.delivery, others=others))
    click(house, before)
    assert answered(house) == [DEFAULT, MISSED]


def test_it_does_not_cover_a_date_that_was_alerted_again(house: House) -> None:
    shown = post(house)
    stale = tuple(
        replace(each, revision=each.revision - 1) if each.instance == NOTICE else each
        for each in shown.delivery.others
    )
    click(house, replace(shown, delivery=replace(shown.delivery, others=stale)))
    assert NOTICE not in answered(house)


def test_a_second_click_changes_nothing(house: House) -> None:
    shown = post(house)
    click(house, shown)
    before = house.store.responses.of_deal("granite")
    again = click(house, shown, NINE + timedelta(minutes=1))
    assert house.store.responses.of_deal("granite") == before
    assert len(again) == 3


def test_an_escalation_step_and_its_alert_are_acknowledged_once(house: House) -> None:
    shown = post(house)
    headline = shown.delivery.alert
    step = replace(headline, reasons=(Reason.ESCALATED, Reason.MISSED), step="lead")
    others = (*shown.delivery.others, step)
    acted = click(house, replace(shown, delivery=replace(shown.delivery, others=others)))
    assert len(acted) == 3
    assert answered(house) == [DEFAULT, MISSED, NOTICE]


def test_items_now_over_are_skipped_and_a_post_with_all_items_over_is_refused(house: House) -> None:
    shown = post(house)
    late = effective("2004-10-29")
    house.store.deals.record_fact("granite", late, EIGHT + timedelta(minutes=5), "tests")
    click(house, shown)
    assert MISSED not in answered(house)
    only = replace(
        shown,
        delivery=replace(
            shown.delivery,
            alert=next(each for each in shown.alerts if each.instance == MISSED),
            others=(),
        ),
    )
    with pytest.raises(ConflictError, match="no response is needed"):
        click(house, only)


def test_its_thread_gets_one_line_for_one_acknowledgment(house: House) -> None:
    house.deliver_all()
    click(house, post(house))
    assert plan_notes("granite", NINE, services(house.store, deliveries=Queue(), now=NINE)) == 1
    assert plan_notes("granite", NINE, services(house.store, deliveries=Queue(), now=NINE)) == 0
