"""`/deal close`: what is open first, then two people; a closed deal is read and nothing else."""

import pytest

from dealclock.usecases.calendar_feed import NoFeed, make
from dealclock.usecases.web import feeding
from tests.services import services
from tests.unit.usecases.asking_the_desk import LATE, MARIA, WEB, Room, room_in_january

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


def test_what_is_still_open_is_shown_before_anything_is_asked_for(house: Room) -> None:
    said = ask(house, "close")
    assert said.startswith("REHEARSAL: Story: 3 matters and 1 computed default still open")
    assert "overdue, Tue Jan 18, 2005: Cure window, clause 3(a)(iii)" in said
    assert "Prospectus not usable and not cured in time" in said
    assert "fact:F6" in said
    assert "A lead asks to close it: /deal close because WHY." in said
    assert [w for w, _ in house.archived("story")] == ["asked close"]


def test_asking_shows_it_again_and_names_who_may_confirm(house: Room) -> None:
    said = ask(house, "close because the Securities were sold")
    assert "3 matters and 1 computed default still open" in said
    assert "Maria Lopez asks to close it: the Securities were sold" in said
    assert "To confirm, James Whitfield types /deal close confirm." in said
    status = ask(house, "status")
    assert "asked Thu Oct 28, 2004 23:30 EDT to close it, and nobody confirmed that yet" in status


def test_the_second_person_closes_it_and_every_answer_wears_it(house: Room) -> None:
    said = closed(house)
    assert said.startswith(
        "REHEARSAL: Story: closed, as Maria Lopez asked and James Whitfield confirms"
    )
    status = ask(house, "status")
    assert "CLOSED: Deal closed Thu Oct 28, 2004 23:30 EDT by Maria Lopez, confirmed by" in status
    assert "• Story, a rehearsal, closed" in ask(house, "list")
    assert "Story" not in house.ask("next 60 all")


def test_one_person_alone_closes_nothing(house: Room) -> None:
    ask(house, "close because the Securities were sold")
    assert "cannot be the second person too: James Whitfield may confirm" in ask(
        house, "close confirm"
    )
    assert ("refused close", MARIA) in house.archived("story")
    assert "CLOSED" not in ask(house, "status")


def test_who_may_not_is_refused_by_role(house: Room) -> None:
    assert ask(house, "close", TOM).startswith("Your role on Story does not allow close")
    said = ask(house, "close because I say so", JAMES)
    assert "Of Story these may do that: Maria Lopez" in said


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
def test_a_closed_deal_is_only_read(house: Room, text: str) -> None:
    closed(house)
    said = ask(house, text)
    assert "is closed" in said
    assert said.startswith(("That cannot be answered", "I did not understand that"))


@pytest.mark.parametrize("text", ["status", "explain cure-window", "accrual", "history default-ii"])
def test_a_closed_deal_can_still_be_asked(house: Room, text: str) -> None:
    closed(house)
    assert ask(house, text).startswith("REHEARSAL: Story: ")


def test_it_is_opened_again_with_a_reason_and_looked_at(house: Room) -> None:
    closed(house)
    house.sent.messages.clear()
    assert "Say why" in ask(house, "close reopen")
    assert ask(house, "close reopen because they were not").startswith(
        "REHEARSAL: Story: open again"
    )
    assert [m.deal for m in house.sent.messages] == ["story"]
    assert "CLOSED" not in ask(house, "status")


def test_its_dates_are_cancelled_in_calendars(house: Room) -> None:
    found = house.store.deals.get("story")
    assert found is not None
    person = found.team.access.of_slack(MARIA)
    assert person is not None
    url = make(person, (found,), services(house.store, now=LATE), WEB, MARIA).url
    assert feed(house, url).count("STATUS:CANCELLED") == 0
    closed(house)
    after = feed(house, url)
    assert after.count("BEGIN:VEVENT") == after.count("STATUS:CANCELLED") > 0
    shut = house.store.deals.get("story")
    assert shut is not None
    with pytest.raises(NoFeed, match="Story is closed"):
        make(person, (shut,), services(house.store, now=LATE), WEB, MARIA)
    ask(house, "close reopen because they were not")
    assert feed(house, url).count("STATUS:CANCELLED") == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("close because", "Say why"),
        ("close confirm because so", "Say why"),
        ("close forever", "'forever' is nothing that closing knows"),
        (f"close because {'x' * 301}", "at most 300"),
    ],
)
def test_what_cannot_be_read_closes_nothing(house: Room, text: str, said: str) -> None:
    assert said in ask(house, text)
    meta = house.store.deals.meta("story")
    assert meta is not None
    assert meta.closing is None


def feed(house: Room, url: str) -> str:
    secret = url.rpartition("/")[2].removesuffix(".ics")
    return feeding.read(secret, {}, services(house.store, now=LATE)).body
