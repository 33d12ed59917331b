"""Closing a deal takes two people; then nothing is sent, messages say so, sweeps skip it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from dealclock.alerts.outcome import State
from dealclock.alerts.slots import instant
from dealclock.desk.act import ActVerb
from dealclock.desk.approve import approve
from dealclock.desk.close import close as close_deal
from dealclock.desk.respond import ack, decline, done, snooze
from dealclock.errors import ConflictError, RefusedError
from dealclock.jobs.deliver.run_deal import run_deal
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.queues import AssessDeal, Deliver
from dealclock.messages.message import Message
from dealclock.store import Store, StoredDeal
from tests.contract.store.samples import fact
from tests.golden.values import values
from tests.golden.wording import wording
from tests.services import acting, services
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import SLACK, only, planned, stored

MARIA, JAMES, TOM, RUTH = "maria", "james", "tom", "ruth"
NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)


@pytest.fixture
def house(store: Store) -> House:
    """Story on the morning of July 1, 2004, with its alerts planned and none sent."""
    return planned(store, facts=())


def deal(house: House) -> StoredDeal:
    found = house.store.deals.get("story")
    assert found is not None
    return found


def step(house: House, person: str, what: str = "", why: str = "") -> Message:
    """One step of closing Story."""
    on = services(house.store, assess=house.queue, now=NOW)
    return close_deal(acting("story", person, on), {"step": what, "why": why}).message


def run(house: House) -> None:
    """The one run that closing or opening again asked for."""
    message = house.queue.deals.pop()
    assert not house.queue.deals
    run_deal(message, house.services)


def close(house: House) -> None:
    step(house, MARIA, why="it is over")
    step(house, JAMES, "confirm")
    run(house)


def audited(house: House) -> list[str]:
    rows = house.store.table.query("DEAL#story", "AUDIT#", "AUDIT#~")
    return [row.text("what") for row in rows]


def top(post: Any) -> str:
    return str(post.blocks[1].get("text", {}).get("text", ""))


def test_planned_deliveries_are_withdrawn_and_nothing_is_sent(house: House) -> None:
    waiting = list(house.queue.deliveries)
    assert waiting
    close(house)
    house.queue.deliveries.clear()
    for message in waiting:
        house.queue.send(message)
        assert house.deliver_next() is State.WITHDRAWN
    assert (house.slack.posts, house.mailbox.mails) == ([], [])
    assert stored(house, waiting[0]).cause == "closed"


def test_the_last_run_queues_pending_updates(house: House) -> None:
    left = {message.delivery for message in house.queue.deliveries}
    house.queue.deliveries.clear()
    close(house)
    assert {message.delivery for message in house.queue.deliveries} == left
    assert set(house.deliver_all()) == {State.WITHDRAWN}
    assert house.store.outbox.unsent("story") == ()


def test_an_existing_message_says_that_the_deal_is_closed_and_has_no_buttons(
    house: House,
) -> None:
    message = only(house, SLACK)
    house.deliver_next()
    assert any(block["type"] == "actions" for block in house.slack.posts[0].blocks)
    close(house)
    house.deliver_all()
    ((_, post),) = house.slack.updates
    assert values(wording("message/close", top(post))) == [
        "2026-11-20",
        "10:00",
        "Maria Lopez",
        "James Whitfield",
    ]
    assert not any(block["type"] == "actions" for block in post.blocks)
    assert post.text == house.slack.posts[0].text, "what shows unopened is as it was"
    assert stored(house, message).shown == top(post).strip("*")


def test_a_sweep_skips_a_closed_deal_and_a_queued_run_plans_nothing(
    house: House,
) -> None:
    close(house)
    house.queue.deliveries.clear()
    house.sweep(date(2004, 7, 13))
    assert list(house.queue.deals) == []
    late = AssessDeal(
        deal="story",
        as_of=date(2004, 7, 1),
        known_at=datetime(2004, 7, 1, 20, tzinfo=UTC),
        slot="afternoon",
        sweep="late",
    )
    assert run_deal(late, house.services).planned == 0
    assert house.store.responses.to_escalate(True, datetime(2004, 8, 1, tzinfo=UTC)) == ()


def test_a_reopened_deal_wakes_and_its_messages_are_restored(house: House) -> None:
    only(house, SLACK)
    house.deliver_next()
    close(house)
    house.deliver_all()
    step(house, MARIA, "reopen", "it is not over")
    run(house)
    house.deliver_all()
    assert top(house.slack.updates[-1][1]) == top(house.slack.posts[0])
    assert any(block["type"] == "actions" for block in house.slack.updates[-1][1].blocks)
    assert house.store.runs.waking(True, date(2004, 7, 2)) != ()


@pytest.mark.parametrize("user", [TOM, JAMES, "stranger"])
def test_only_a_lead_requests_closing_and_only_a_lead_reopens(house: House, user: str) -> None:
    with pytest.raises(RefusedError, match=r"Maria Lopez|not on the team"):
        step(house, user, why="it is over")
    close(house)
    with pytest.raises(RefusedError, match=r"cannot (change settings|approve)|not on the team"):
        step(house, user, "reopen", "no")
    assert deal(house).meta.closed
    assert "refused close" in audited(house)


@pytest.mark.parametrize("user", [MARIA, TOM, RUTH])
def test_the_second_person_is_someone_else_with_authority_to_approve(
    house: House, user: str
) -> None:
    step(house, MARIA, why="it is over")
    with pytest.raises(RefusedError, match="James Whitfield"):
        step(house, user, "confirm")
    assert not deal(house).meta.closed


def test_closing_cannot_be_confirmed_or_withdrawn_without_a_request(house: House) -> None:
    with pytest.raises(RefusedError, match="No one has asked to close"):
        step(house, JAMES, "confirm")
    with pytest.raises(RefusedError, match="no one has asked to close"):
        step(house, MARIA, "reopen", "why")


def test_a_deal_that_changed_since_the_request_is_not_closed(house: House) -> None:
    step(house, MARIA, why="it is over")
    house.store.deals.record_fact("story", fact("F9", date(2004, 7, 1)), house.now, "tests")
    with pytest.raises(RefusedError, match="has changed since Maria Lopez asked"):
        step(house, JAMES, "confirm")
    step(house, MARIA, why="it is over now")
    step(house, JAMES, "confirm")
    closing = deal(house).meta.closing
    assert closing is not None
    wording("message/close", closing.note)


def test_a_request_may_be_withdrawn(house: House) -> None:
    step(house, MARIA, why="it is over")
    step(house, MARIA, "reopen", "too soon")
    with pytest.raises(RefusedError, match="No one has asked to close"):
        step(house, JAMES, "confirm")
    assert "not closed" in audited(house)


def test_a_person_who_left_since_cannot_confirm(house: House) -> None:
    step(house, MARIA, why="it is over")
    seen = deal(house)
    gone = seen.team.model_copy(update={"deny": ("james",)})
    house.store.deals.change_team(
        seen.meta, seen.team, gone, NOW + timedelta(hours=1), "t", {"subject": "x"}
    )
    with pytest.raises(RefusedError, match=r"cannot (change settings|approve)|not on the team"):
        step(house, JAMES, "confirm")


def test_a_waiting_confirmation_is_sent_again_after_the_deal_is_reopened(
    house: House,
) -> None:
    house.deliver_all()
    # What a rehearsal's file holds is known from the end of its day on.
    house.store.deals.rehearse_to("story", date(2004, 7, 14), house.now, "tests")
    house.store.deals.record_fact("story", fact("F1"), house.now, "tests")
    reassess_now("story", house.services)
    run(house)
    mails = [m for m in house.queue.deliveries if "-email-" in m.delivery]
    emails = {m.delivery for m in mails if _reasons(house, m) == ["confirmed"]}
    assert len(emails) == 2
    for message in mails:
        house.queue.deliveries.remove(message)
    house.deliver_all()  # the channel
    close(house)
    assert State.WITHDRAWN in house.deliver_all()  # the mails, taken up again
    step(house, MARIA, "reopen", "it is not over")
    run(house)
    confirmations = [m for m in house.queue.deliveries if _reasons(house, m) == ["confirmed"]]
    assert len(confirmations) == 3
    assert {stored(house, m).delivery.alert.revision for m in confirmations} == {1}
    assert State.WITHDRAWN not in house.deliver_all()
    assert house.assess(morning("2004-07-15")).planned == 0


def _reasons(house: House, message: Deliver) -> list[str]:
    return [str(reason) for reason in stored(house, message).delivery.alert.reasons]


def morning(day: str) -> AssessDeal:
    as_of = date.fromisoformat(day)
    known = instant(as_of, "morning")
    return AssessDeal(deal="story", as_of=as_of, known_at=known, slot="morning", sweep=day)


@pytest.mark.parametrize("act", [ack, snooze, done, decline, approve])
def test_a_dry_run_on_a_closed_deal_is_refused_as_the_act_is(house: House, act: ActVerb) -> None:
    close(house)
    at = acting("story", MARIA, services(house.store, assess=house.queue, now=NOW))
    values = {act.options[0].field: "terms:1" if act is approve else "shelf-filing"}
    for dry_run in (True, False):
        with pytest.raises(ConflictError, match="closed and read-only"):
            act(at, values, dry_run=dry_run)
