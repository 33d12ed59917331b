"""Settings from Slack: shown, changed by authorized people, checked like a file, never lost."""

from dataclasses import replace
from datetime import date

import pytest

from dealclock.answers.typed_words import TypedWords
from dealclock.desk.actor import Actor
from dealclock.desk.load import load_all
from dealclock.desk.settings import settings
from dealclock.errors import ConflictError
from dealclock.people.people import Person
from dealclock.store import Bundle, StoredDeal
from dealclock.store.table import OvertakenError
from tests.contract.store import samples
from tests.golden.wording import wording
from tests.services import services
from tests.unit.desk.asking_the_desk import (
    LATE,
    MARIA,
    Room,
    room_in_january,
    team,
)

TOM, JAMES, TRUSTEE = "U01TOM", "U01JAMES", "U01TRUST"
STORY = "C0STORY"


@pytest.fixture
def house() -> Room:
    return room_in_january()


def ask(house: Room, text: str, user: str = MARIA) -> str:
    return house.ask(text, user=user, channel=STORY)


def test_people_choose_their_own_digest_and_it_reaches_the_directory(house: Room) -> None:
    ask(house, "settings digest none", TOM)
    assert person(house, "tom").digest == "none"
    (listed,) = (d for d in house.store.deals.directory() if d.id == "story")
    assert next(p for p in listed.people.people if p.id == "tom").digest == "none"


def test_a_reason_too_long_is_answered_with_what_to_type(house: Room) -> None:
    said = ask(house, f"settings reading default-occurs next-day because {'x' * 301}")
    wording("refusal/desk", said)
    assert house.sent.messages == []


def test_no_change_is_lost_when_two_are_made_at_once(house: Room) -> None:
    seen = stored(house)

    def change(words: str) -> None:
        on = services(house.store, assess=house.sent, now=LATE)
        typed = TypedWords(tuple(words.split()), None, named=True, visible=())
        settings(Actor(seen, "maria", on, MARIA), settings.read(typed))

    change("digest none for tom")
    with pytest.raises(OvertakenError, match="in the meantime"):
        change("digest all for ruth")
    assert (person(house, "tom").digest, person(house, "ruth").digest) == ("none", "mine")


def test_an_older_file_does_not_undo_a_change_made_in_slack(house: Room) -> None:
    ask(house, "settings digest none", TOM)
    file = Bundle("story", samples.terms(), team("Story"), (), date(2004, 6, 30))
    with pytest.raises(ConflictError, match="digest:tom"):
        load_all([file], services(house.store, now=LATE), "tests")
    same = replace(file, team=stored(house).team)
    assert load_all([same], services(house.store, now=LATE), "tests")[0].changes.nothing
    load_all([file], services(house.store, now=LATE), "tests", over_desk=True)
    assert person(house, "tom").digest == "mine"
    # What was loaded since is not the desk's any more.
    load_all([same], services(house.store, now=LATE), "tests")


def stored(house: Room) -> StoredDeal:
    found = house.store.deals.get("story")
    assert found is not None
    return found


def person(house: Room, name: str) -> Person:
    found = stored(house).team.access.person(name)
    assert found is not None
    return found
