"""Settings from Slack: shown, changed by authorized people, checked like a file, never lost."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime

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
from tests.golden.values import shows
from tests.golden.wording import items, wording
from tests.services import services
from tests.unit.desk.asking_the_desk import (
    LATE,
    LOADED,
    MARIA,
    Room,
    room,
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


def test_all_settings_are_shown_with_who_chose_them_and_why(house: Room) -> None:
    said = ask(house, "settings")
    reads = "Interest then runs from the day after the deadline, the market reading of such terms."
    alone = "unverified: awaiting second approval"
    for line in (
        "REHEARSAL: Story: owner Maria Lopez, backup Tom Becker",
        "• Holder: Tom Becker, backup Maria Lopez",
        f"• default-occurs: LAPSE, chosen by James Whitfield; {alone}. {reads}",
        "• deadline: 10, 5, 2 and 1 Business Day before, on the last day, last calls at noon and",
        "• to the backup after 240 minutes",
        "• James Whitfield (james): approver, for the counsel; morning digest: what they own",
        "• correcting-filing: 2 Business Days",
    ):
        assert line in said
    assert "/deal settings reading" in said
    assert "/deal settings reading" not in ask(house, "settings", TOM)


def test_people_set_their_own_absence(house: Room) -> None:
    said = ask(house, "settings away tomorrow to +5bd delegate ruth", TOM)
    assert shows(
        wording("desk/settings", items(said, "Tom Becker")),
        "Tom Becker",
        "2005-01-21",
        "2005-01-27",
        "Ruth Adler",
    )
    assert shows(wording("desk/settings", items(said, "2005-01-27"), "second"), "2005-01-27")
    assert shows(
        wording("desk/settings", items(ask(house, "settings"), "Tom Becker"), "third"),
        "Tom Becker",
        "2005-01-21",
        "2005-01-27",
        "Ruth Adler",
    )
    assert ("settled", TOM) in house.archived("story")
    # The deal is looked at again, since who answers for what has changed.
    assert [m.deal for m in house.sent.messages] == ["story"]


def test_back_ends_an_absence_and_removes_future_ones(house: Room) -> None:
    ask(house, "settings away jan 17 2005 to jan 28 2005 delegate ruth")
    ask(house, "settings away mar 1 2005 to mar 4 2005 delegate ruth")
    ask(house, "settings back")
    (left,) = stored(house).team.away
    assert (left.first_day, left.last_day) == (date(2005, 1, 17), date(2005, 1, 19))


def test_people_choose_their_own_digest_and_it_reaches_the_directory(house: Room) -> None:
    ask(house, "settings digest none", TOM)
    assert person(house, "tom").digest == "none"
    (listed,) = (d for d in house.store.deals.directory() if d.id == "story")
    assert next(p for p in listed.people.people if p.id == "tom").digest == "none"


@pytest.mark.parametrize("typed", ["settings digest email", "settings digest by email"])
def test_people_choose_the_route_of_their_own_digest(house: Room, typed: str) -> None:
    said = ask(house, typed, TOM)
    wording("desk/settings", said)
    tom = person(house, "tom")
    assert (tom.digest, tom.digest_by) == ("mine", "email")
    wording("desk/settings", items(ask(house, "settings"), "Tom Becker"), "shown")
    ask(house, "settings digest slack", TOM)
    assert person(house, "tom").digest_by == "slack"


def test_people_choose_their_own_invitations(house: Room) -> None:
    wording("desk/settings", ask(house, "settings invitations off", TOM), "off")
    assert person(house, "tom").invitations is False
    wording("desk/settings", items(ask(house, "settings"), "(tom)"), "shown")
    wording("desk/settings", ask(house, "settings invitations on for tom"), "on")
    assert person(house, "tom").invitations is True
    wording("desk/settings", ask(house, "settings invitations weekly", TOM), "neither")
    # A live deal has something to cancel.
    wording("desk/settings", house.ask("settings granite invitations off", user=MARIA), "live off")
    wording("desk/settings", house.ask("settings granite invitations on", user=MARIA), "live on")


@pytest.mark.parametrize(
    "text",
    [
        "settings digest none for maria",
        "settings invitations off for maria",
        "settings digest email for maria",
        "settings away tomorrow to +5bd for maria",
        "settings reading default-occurs next-day because so",
        "settings owner company tom",
        "settings remind deadline 5",
    ],
)
def test_only_a_lead_changes_other_settings(house: Room, text: str) -> None:
    before = stored(house).meta.team_version
    said = ask(house, text, TOM)
    assert shows(wording("desk/settings", said), "Tom Becker")
    assert shows(said, "Maria Lopez")
    assert stored(house).meta.team_version == before
    assert ("refused settings", TOM) in house.archived("story")
    (refused,) = (
        json.loads(row.text("detail"))
        for row in samples.rows(house.store, "DEAL#story", "AUDIT#", "AUDIT#~")
        if row.text("what") == "refused settings"
    )
    assert refused["subject"].partition(":")[0] in text
    assert refused["subject"].partition(":")[2]


def test_a_lead_sets_another_persons_absence(house: Room) -> None:
    ask(house, "settings away tomorrow to +5bd delegate ruth for tom")
    assert [a.person for a in stored(house).team.away] == ["tom"]


def test_a_reading_shows_what_it_moves_and_awaits_a_second_person(house: Room) -> None:
    said = ask(house, "settings reading default-occurs next-day because counsel reads it so")
    # By Jan 20 the first default accrued $15,416.67 and the second $416.67; each starts a day later
    # under NEXT-DAY, at $416.67 a day.
    assert shows(wording("desk/settings", items(said, "$15,833.33")), "$15,833.33", "$15,000.00")
    assert shows(wording("desk/settings", items(said, "$416.67"), "second"), "$416.67", "$0.00")
    assert "unverified until a second person approves: /deal approve reading:default-occurs" in said
    shown = ask(house, "settings")
    assert shows(wording("desk/settings", items(shown, "Maria Lopez"), "fourth"), "Maria Lopez")
    # The person who chose it is not the second person, not even in a rehearsal.
    assert shows(
        wording(
            "desk/settings",
            items(ask(house, "approve reading:default-occurs"), "Maria Lopez"),
            "fifth",
        ),
        "Maria Lopez",
    )
    assert shows(
        wording(
            "desk/settings",
            items(ask(house, "approve reading:default-occurs", JAMES), "James Whitfield"),
            "sixth",
        ),
        "James Whitfield",
    )
    assert shows(
        wording("desk/settings", items(ask(house, "settings"), "James Whitfield"), "seventh"),
        "James Whitfield",
    )


def test_the_default_reading_may_be_chosen_by_the_word_default(house: Room) -> None:
    ask(house, "settings reading default-occurs next-day because so")
    ask(house, "settings reading default-occurs default because so")
    assert stored(house).team.chosen == {"default-occurs": "LAPSE"}


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("settings backup maria", True),
        ("settings owner pirate tom", True),
        ("settings away mar 10 2005 to mar 1 2005", True),
        ("settings remind default 5", True),
        ("settings remind deadline 5 5", True),
        ("settings remind deadline 99", True),
        ("settings owner company james", False),
    ],
)
def test_what_a_file_may_not_contain_is_refused_in_slack_too(
    house: Room, text: str, refused: bool
) -> None:
    before = stored(house).meta.team_version
    wording("refusal/desk", ask(house, text))
    assert (stored(house).meta.team_version == before) == refused


def test_an_absence_that_leaves_no_one_reachable_is_refused(house: Room) -> None:
    ask(house, "settings away tomorrow to +5bd", TOM)
    said = ask(house, "settings away +2bd to +3bd")
    wording("desk/settings", said)
    assert len(stored(house).team.away) == 1


@pytest.mark.parametrize(
    "text",
    [
        "settings away",
        "settings away someday to friday",
        "settings digest weekly",
        "settings reading default-occurs next-day",
        "settings reading default-ocurs next-day because so",
        "settings reading default-occurs maybe because so",
        f"settings reading default-occurs next-day because {'x' * 301}",
        "settings owner vera",
        "settings remind deadlines 5",
        "settings remind deadline soon",
        "settings channel C0OTHER",
    ],
)
def test_an_unreadable_setting_is_answered_with_what_to_type(house: Room, text: str) -> None:
    wording("refusal/desk", ask(house, text))
    assert house.sent.messages == []


def test_an_unchanged_setting_writes_nothing(house: Room) -> None:
    ask(house, "settings digest none")
    before = stored(house).meta.team_version
    assert shows(wording("desk/settings", ask(house, "settings digest none")), "Maria Lopez")
    assert stored(house).meta.team_version == before


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


def test_a_person_who_left_the_list_changes_nothing(house: Room) -> None:
    of = team("Story")
    denied = of.model_copy(update={"deny": ("ruth",)})
    house.store.deals.load(
        Bundle("story", samples.terms(), denied, (), date(2004, 6, 30)), LATE, "t"
    )
    before = stored(house).meta.team_version
    wording("desk/settings", ask(house, "settings digest none", "U01RUTH"))
    assert stored(house).meta.team_version == before


def test_an_owner_and_a_backup_who_both_left_are_refused() -> None:
    own, of = room(), team("Granite")
    gone = tuple(
        p.model_copy(update={"last_day": date(2004, 10, 20)}) if p.id in ("tom", "ruth") else p
        for p in of.people
    )
    left = of.model_copy(update={"people": gone})
    own.store.deals.load(Bundle("granite", samples.terms(), left, ()), LOADED, "tests")
    for now, refused in (
        (datetime(2004, 10, 19, 16, tzinfo=UTC), False),
        (datetime(2004, 10, 28, 16, tzinfo=UTC), True),
    ):
        said = own.ask("settings owner company ruth Granite", now=now)
        assert ("Neither is on the list on 2004-10-28 or later" in said) is refused
        own.ask("settings owner company maria Granite", now=now)


def test_a_setting_of_a_live_deal_is_as_of_its_own_day() -> None:
    own = room()
    bundle = Bundle("granite", samples.terms(), team("Granite"), ())
    own.store.deals.load(bundle, LOADED, "tests")
    now = datetime(2004, 10, 28, 16, tzinfo=UTC)
    own.ask("settings away today to friday Granite delegate ruth", now=now)
    found = own.store.deals.get("granite")
    assert found is not None
    (away,) = found.team.away
    assert (away.first_day, away.last_day) == (date(2004, 10, 28), date(2004, 10, 29))


def stored(house: Room) -> StoredDeal:
    found = house.store.deals.get("story")
    assert found is not None
    return found


def person(house: Room, name: str) -> Person:
    found = stored(house).team.access.person(name)
    assert found is not None
    return found
