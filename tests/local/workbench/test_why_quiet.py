"""Why nothing is happening: what a deal waits for, what is left to send, what keeps it quiet."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.alerts.outcome import Refused
from dealclock.desk.rehearse import Stage, rehearse
from dealclock.desk.respond import ResponseRequest, respond
from dealclock.desk.verb import Desk, DeskRequest
from dealclock.messages import plain
from local.workbench.why_quiet import why_quiet
from tests.contract.formats.scene import empty
from tests.contract.store import samples
from tests.services import services
from tests.unit.jobs.house import House
from tests.unit.jobs.playing import swept_in_house

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
Does = Callable[[House], object]


@pytest.fixture
def house() -> House:
    made = House(empty()[0], now=NOW)
    made.store.deals.load(samples.rehearsal(*samples.story()), NOW, "tests")
    return made


def play(first: str, last: str = "") -> Does:
    def does(house: House) -> None:
        def pause(_seconds: float) -> None:
            house.now += timedelta(seconds=10)
            house.deliver_all()

        stage = Stage(house.store, swept_in_house(house), lambda: house.now, pause, "tests")
        until = date.fromisoformat(last or first)
        list(rehearse(["story"], date.fromisoformat(first), until, stage))

    return does


def move(day: str) -> Does:
    return lambda house: house.store.deals.rehearse_to(
        "story", date.fromisoformat(day), NOW, "tests"
    )


def plan(house: House) -> None:
    """Plan the first morning, and send nothing of it."""
    house.sweep(date(2004, 6, 30))
    house.assess(house.queue.deals.popleft())


def refuse(house: House) -> None:
    house.slack.outcomes.append(Refused("is_archived"))


def snooze(house: House) -> None:
    asked = ResponseRequest("story", "shelf-filing", "snooze", "maria", until=date(2004, 7, 12))
    respond(asked, services(house.store, assess=house.queue, now=NOW), "desk")


CASES: list[tuple[list[Does], list[str]]] = [
    # The filing is owed by Thu, Jul 15, 2004: ten Business Days before it is Wed, Jun 30.
    ([], ["Not checked yet; next Resale shelf filing", "Sent on Wed, Jun 30, 2004"]),
    ([], ["Next check: the next scheduled check"]),
    # Five Business Days before Jul 15, Jul 5 being closed.
    (
        [play("2004-06-30")],
        [
            "Every alert due was sent; next Resale shelf filing (reminder), Thu, Jul 8",
            "Last check: Wed, Jun 30, 2004, 8:00 a.m. ET, morning: 3 messages",
            # The filing of Jul 13 becomes known that evening.
            "Next event: becomes known Tue, Jul 13, 2004",
            "Outbox: empty",
        ],
    ),
    # One Business Day before Oct 28, 2004, on which the target is due.
    (
        [play("2004-10-26"), move("2004-10-27")],
        ["checks are not complete; next Resale shelf effectiveness (reminder), Wed, Oct 27"],
    ),
    (
        [play("2004-10-26"), move("2004-10-27"), play("2004-10-27")],
        ["Every alert due was sent; next Resale shelf effectiveness (due today)"],
    ),
    (
        [play("2004-06-30", "2004-07-05")],
        ["Mon, Jul 5, 2004 is closed (Independence Day); next Resale shelf filing"],
    ),
    # A second reminder would be due two Business Days before, were the filing not recorded.
    ([play("2004-07-08")], ["next Resale shelf filing (reminder), Tue, Jul 13"]),
    # Nothing is due for longer than a deal sleeps: the next reminder is of October.
    (
        [play("2004-07-08"), play("2004-07-09", "2004-07-14")],
        ["no alert is due before Wed, Aug 11, 2004", "becomes known Mon, Nov 1, 2004"],
    ),
    (
        [move("2004-06-30"), plan],
        ["3 messages still to be sent", "Waiting to be sent", "to the channel, planned"],
    ),
    ([move("2004-06-30"), plan, House.deliver_all], ["Outbox: empty"]),
    (
        [refuse, play("2004-06-30")],
        ["Recently not sent", "to the channel, refused: the channel is archived"],
    ),
    # The reminder of Jul 8 is held back; on Jul 12 it is sent.
    (
        [play("2004-06-30"), snooze],
        ["snoozed by Maria Lopez until Mon, Jul 12, 2004", "Sent on Mon, Jul 12, 2004"],
    ),
    # First sent at 08:00; all its steps of that day are taken; the lead is notified next morning.
    (
        [play("2004-10-28")],
        ["Not yet answered", "Next escalation: Fri, Oct 29, 2004, 8:00 a.m. ET"],
    ),
]


@pytest.mark.parametrize(("does", "seen"), CASES)
def test_it_says(house: House, does: list[Does], seen: list[str]) -> None:
    for each in does:
        each(house)
    deal = house.store.deals.get("story")
    assert deal is not None
    desk = Desk(services(house.store))
    view = DeskRequest("why", None, (deal,), (), "U0", "C0", desk, NOW).view()
    message = why_quiet(view, deal, house.store)
    text = plain.as_text(message)
    assert [each for each in seen if each not in text] == []
    # Each instance once, with the gravest of its reasons.
    waits = [s.lines for s in message.sections if s.title == "Not yet answered"]
    named = [line.rpartition("(")[2] for lines in waits for line in lines]
    assert len(named) == len(set(named))
