"""`/deal close`: open items first, then two people; a closed deal is read-only."""

import pytest

from dealclock.desk.calendar_feed import make
from dealclock.desk.web import calendar_feed
from dealclock.errors import NotFoundError
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


def test_a_reason_too_long_closes_nothing(house: Room) -> None:
    wording("refusal/desk", ask(house, f"close because {'x' * 301}"))
    meta = house.store.deals.meta("story")
    assert meta is not None
    assert meta.closing is None


def feed(house: Room, url: str) -> str:
    secret = url.rpartition("/")[2].removesuffix(".ics")
    return calendar_feed.serve_feed(secret, {}, services(house.store, now=LATE)).body
