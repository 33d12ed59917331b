"""`/deal close`: open items first, then two people; a closed deal is read-only."""

import pytest

from dealclock.desk.calendar_feed import make
from dealclock.desk.web import calendar_feed
from dealclock.errors import NotFoundError
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.services import services
from tests.unit.desk.asking_the_desk import LATE, MARIA, WEB, Room, room_in_january

JAMES, TOM = "U01JAMES", "U01TOM"
STORY = "C0STORY"


@pytest.fixture
def house() -> Room:
    return room_in_january()


def ask(house: Room, text: str, user: str = MARIA) -> str:
    return house.ask(text, user=user, channel=STORY)


def closed(house: Room) -> str:
    ask(house, "close because the Securities were sold")
    return ask(house, "close confirm", JAMES)


def test_open_items_are_shown_before_a_close_is_requested(house: Room) -> None:
    said = ask(house, "close")
    assert shows(wording("desk/close-verb", said), "3", "1")
    assert shows(said, "2005-01-18", "3(a)(iii)")
    assert "fact:F6" in said
    assert [w for w, _ in house.archived("story")] == ["asked close"]


def test_a_close_request_shows_open_items_and_names_who_may_confirm(house: Room) -> None:
    said = ask(house, "close because the Securities were sold")
    assert shows(wording("desk/close-verb", said), "3", "1")
    assert shows(said, "Maria Lopez")
    assert shows(said, "James Whitfield")
    status = ask(house, "status")
    assert shows(wording("desk/close-verb", status, "second"), "2004-10-28", "23:30")


def test_the_second_person_closes_the_deal_and_every_answer_says_so(house: Room) -> None:
    said = closed(house)
    assert shows(wording("desk/close-verb", said), "Maria Lopez", "James Whitfield")
    status = ask(house, "status")
    assert shows(wording("desk/close-verb", status, "second"), "2004-10-28", "23:30", "Maria Lopez")
    wording("desk/close-verb", ask(house, "list"), "third")
    assert "Story" not in house.ask("next 60 all")


def test_one_person_alone_cannot_close_a_deal(house: Room) -> None:
    ask(house, "close because the Securities were sold")
    assert shows(wording("desk/close-verb", ask(house, "close confirm")), "James Whitfield")
    assert ("refused close", MARIA) in house.archived("story")
    assert "CLOSED" not in ask(house, "status")


def test_other_roles_are_refused(house: Room) -> None:
    assert "does not allow close" in wording("desk/close-verb", ask(house, "close", TOM))
    said = ask(house, "close because I say so", JAMES)
    assert shows(wording("desk/close-verb", said, "second"), "Maria Lopez")


@pytest.mark.parametrize(
    "text",
    [
        "ack cure-window/F5",
        "settings digest none",
        "approve terms:1",
        "close because again",
        "calendar",
        "record",
        "correct F1",
    ],
)
def test_a_closed_deal_is_read_only(house: Room, text: str) -> None:
    closed(house)
    said = ask(house, text)
    wording("refusal/desk", said)


@pytest.mark.parametrize("text", ["status", "explain cure-window", "accrual", "history default-ii"])
def test_a_closed_deal_still_answers_questions(house: Room, text: str) -> None:
    closed(house)
    assert ask(house, text).startswith("REHEARSAL: Story: ")


def test_a_deal_is_reopened_with_a_reason_and_assessed(house: Room) -> None:
    closed(house)
    house.sent.messages.clear()
    assert "Give the reason" in ask(house, "close reopen")
    wording("desk/close-verb", ask(house, "close reopen because they were not"))
    assert [m.deal for m in house.sent.messages] == ["story"]
    assert "CLOSED" not in ask(house, "status")


def test_the_calendar_entries_of_a_closed_deal_are_canceled(house: Room) -> None:
    found = house.store.deals.get("story")
    assert found is not None
    person = found.team.access.of_slack(MARIA)
    assert person is not None
    url = make(person, (found,), services(house.store, now=LATE), WEB, MARIA)[0]
    assert feed(house, url).count("STATUS:CANCELLED") == 0
    closed(house)
    after = feed(house, url)
    assert after.count("BEGIN:VEVENT") == after.count("STATUS:CANCELLED") > 0
    shut = house.store.deals.get("story")
    assert shut is not None
    with pytest.raises(NotFoundError, match="Story is closed"):
        make(person, (shut,), services(house.store, now=LATE), WEB, MARIA)
    ask(house, "close reopen because they were not")
    assert feed(house, url).count("STATUS:CANCELLED") == 0


@pytest.mark.parametrize(
    "text",
    [
        "close because",
        "close confirm because so",
        "close forever",
        f"close because {'x' * 301}",
    ],
)
def test_an_unreadable_close_command_closes_nothing(house: Room, text: str) -> None:
    wording("refusal/desk", ask(house, text))
    meta = house.store.deals.meta("story")
    assert meta is not None
    assert meta.closing is None


def feed(house: Room, url: str) -> str:
    secret = url.rpartition("/")[2].removesuffix(".ics")
    return calendar_feed.serve_feed(secret, {}, services(house.store, now=LATE)).body
