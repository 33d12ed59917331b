"""Why nothing is happening: what a deal waits for, what is left to send, what keeps it quiet."""

from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.alerts.outcome import Refused, State
from dealclock.desk.rehearse import Stage, rehearse
from dealclock.desk.respond import ResponseRequest, respond
from dealclock.desk.verb import Desk, DeskRequest
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.messages import plain
from dealclock.messages.view import View
from dealclock.people.policy import Reason
from dealclock.store import Store
from local.workbench.why_quiet import QuietReasons, quiet_reasons, why_quiet
from tests.contract.formats.scene import empty
from tests.contract.store import samples
from tests.services import services
from tests.unit.jobs.house import House
from tests.unit.jobs.playing import swept_in_house

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)


@pytest.fixture
def store() -> Store:
    """An empty table in memory."""
    return empty()[0]


@pytest.fixture
def house(store: Store) -> House:
    made = House(store, now=NOW)
    store.deals.load(samples.rehearsal(*samples.story()), NOW, "tests")
    return made


def play(house: House, first: str, last: str = "") -> None:
    def pause(seconds: float) -> None:
        house.now += timedelta(seconds=10)
        house.deliver_all()

    stage = Stage(house.store, swept_in_house(house), lambda: house.now, pause, "tests")
    until = date.fromisoformat(last or first)
    list(rehearse(["story"], date.fromisoformat(first), until, stage))


def view(store: Store) -> View:
    deal = store.deals.get("story")
    assert deal is not None
    return DeskRequest("why", None, (deal,), (), "U0", "C0", Desk(services(store)), NOW).view()


def why(store: Store) -> QuietReasons:
    deal = store.deals.get("story")
    assert deal is not None
    seen = view(store).assessment
    return quiet_reasons(deal, assess_as_of(deal, seen.as_of, seen.known_at), store)


def answer(store: Store) -> str:
    deal = store.deals.get("story")
    assert deal is not None
    return plain.as_text(why_quiet(view(store), deal, store))


def test_before_its_first_morning_it_was_not_checked_and_that_morning_is_next(
    house: House,
) -> None:
    found = why(house.store)
    assert (found.last, found.wakes, found.waiting) == (None, None, ())
    # The filing is owed by Thu, Jul 15, 2004: ten Business Days before it is Wed, Jun 30.
    assert found.word.day == date(2004, 6, 30)
    assert "Not checked yet; next Resale shelf filing" in answer(house.store)
    assert "Next check: the next scheduled check" in answer(house.store)


def test_after_a_morning_it_waits_for_the_next_reminder_or_event(house: House) -> None:
    play(house, "2004-06-30")
    found = why(house.store)
    assert found.last is not None
    assert (found.last.slot, found.last.planned) == ("morning", 3)
    # Five Business Days before Jul 15, Jul 5 being closed.
    assert (found.word.day, found.word.alerts[0].reason) == (date(2004, 7, 8), Reason.REMINDER)
    # The filing of Jul 13 becomes known that evening.
    assert found.known_on == date(2004, 7, 13)
    text = answer(house.store)
    assert "Every alert due was sent; next Resale shelf filing (reminder), Thu, Jul 8" in text
    assert "Outbox: empty" in text


def test_before_a_morning_is_played_its_checks_are_not_complete(house: House) -> None:
    play(house, "2004-10-26")
    house.store.deals.rehearse_to("story", date(2004, 10, 27), NOW, "tests")
    # One Business Day before Oct 28, 2004, on which the target is due.
    assert why(house.store).word.day == date(2004, 10, 27)
    text = answer(house.store)
    assert (
        "checks are not complete; next Resale shelf effectiveness (reminder), Wed, Oct 27" in text
    )
    play(house, "2004-10-27")
    text = answer(house.store)
    assert "Every alert due was sent; next Resale shelf effectiveness (due today)" in text


def test_a_closed_day_says_why_it_is_closed(house: House) -> None:
    play(house, "2004-06-30", "2004-07-05")
    text = answer(house.store)
    assert "Mon, Jul 5, 2004 is closed (Independence Day); next Resale shelf filing" in text


def test_a_deal_with_nothing_due_shows_how_long_it_is_quiet(house: House) -> None:
    play(house, "2004-07-08")
    found = why(house.store)
    # A second reminder would be due two Business Days before, were the filing not recorded.
    assert (found.word.day, found.known_on) == (date(2004, 7, 13), date(2004, 7, 13))
    play(house, "2004-07-09", "2004-07-14")
    found = why(house.store)
    # Nothing is due for longer than a deal sleeps: the next reminder is of October.
    assert (found.word.alerts, found.known_on) == ((), date(2004, 11, 1))
    assert "no alert is due before Wed, Aug 11, 2004" in answer(house.store)


def test_what_is_planned_and_not_sent_waits_in_the_outbox(house: House) -> None:
    house.store.deals.rehearse_to("story", date(2004, 6, 30), NOW, "tests")
    house.sweep(date(2004, 6, 30))
    house.assess(house.queue.deals.popleft())
    found = why(house.store)
    assert {each.state for each in found.waiting} == {State.PLANNED}
    assert "3 messages still to be sent" in answer(house.store)
    house.deliver_all()
    assert why(house.store).waiting == ()


def test_what_was_refused_is_shown_with_its_cause(house: House) -> None:
    house.slack.outcomes.append(Refused("is_archived"))
    play(house, "2004-06-30")
    (lost,) = why(house.store).unsent
    assert (lost.state, lost.cause) == (State.REFUSED, "is_archived")
    assert "to the channel, refused: the channel is archived" in answer(house.store)


def test_a_snooze_is_shown_with_its_end_and_moves_the_next_alert(house: House) -> None:
    play(house, "2004-06-30")
    asked = ResponseRequest("story", "shelf-filing", "snooze", "maria", until=date(2004, 7, 12))
    respond(asked, services(house.store, assess=house.queue, now=NOW), "desk")
    found = why(house.store)
    assert [(h.action, h.until) for h in found.answered] == [("snoozed", date(2004, 7, 12))]
    # The reminder of Jul 8 is held back; on Jul 12 it speaks.
    assert (found.word.day, found.word.alerts[0].reason) == (
        date(2004, 7, 12),
        Reason.SNOOZE_ENDED,
    )
    assert "snoozed by Maria Lopez until Mon, Jul 12, 2004" in answer(house.store)


def test_what_no_one_answered_is_shown_once_each_with_when_it_escalates(house: House) -> None:
    play(house, "2004-10-28")
    found = why(house.store)
    assert [u.item.instance for u in found.unanswered].count("effectiveness") == 1
    # First said at 08:00; all its steps of that day are taken, and the lead hears next morning.
    assert found.escalates == datetime(2004, 10, 29, 12, tzinfo=UTC)
    assert "Not yet answered" in answer(house.store)
