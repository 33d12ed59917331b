"""Answers to `/deal`: true as of the deal's own day, and silent on deals the user may not see."""

import json
from datetime import date

import pytest

from dealclock.answers.catalog import TWELVE
from dealclock.desk.verbs.all import VERBS
from dealclock.errors import TryAgainError
from dealclock.store.archive import Archive
from tests.contract.store import samples
from tests.golden.wording import wording
from tests.unit.desk.asking_the_desk import LATE, MARIA, NO_DEALS_CHANNEL, Room, room

OUTSIDER, TURNED_OUT = "U09STRANGER", "U01TOM"
STORY_CHANNEL, GRANITE_CHANNEL, BASALT_CHANNEL = "C0STORY", "C0GRANITE", "C0BASALT"
EVERY_VERB = (
    "status {}",
    "accrual {}",
    "accrual {} on 2004-11-20",
    "accrual on 2004-11-20 {}",
    "accrual on 3004-11-20 {}",
    "next {}",
    "next {} 30",
    "why {}",
    "why {} shelf-filing",
    "why {} nonsense",
    "list {}",
    "help {}",
    "confirm-mobile {} 12345678",
    "{}",
    "{} status",
    "stauts {}",
    "next {} all by owner",
    "payments {}",
    "suspension {}",
    "suspension {} check 2005-05-01 30",
    "what-if {} prospectus-unusable 2004-12-01",
    "what-if prospectus-unusable 2004-12-01 {}",
    "count {} 5bd after 2004-11-20 by mail",
    "usable {}",
    "usable {} on 2004-11-20 holder Fund-A",
    "sale-notice {} by courier",
    "section {} 3(b)",
    "changes {} since 2004-10-01",
    "readings {}",
    "readings {} default-occurs",
    "timeline {}",
    "holders {}",
    "history {} effectiveness",
    "record {}",
    "record {} prospectus-unusable 2004-10-20",
    "correct {} F1",
    "ack {} effectiveness",
    "snooze {} effectiveness until tomorrow",
    "done {} effectiveness",
    "decline {} effectiveness",
    "proof {} effectiveness",
    "notice {}",
    "notice {} effectiveness",
    "picture {} accrual dark",
    "export {} facts",
    "calendar {}",
    "calendar {} stop",
    "share {} accrual on 2004-10-20",
    "share status {}",
    "share {} calendar",
    "settings {}",
    "settings {} digest all",
    "settings away tomorrow to friday {}",
    "settings {} reading default-occurs NOTICE because so",
    "approve {} terms:1",
    "release {} shelf-filing to trustee",
    "release {} withdraw shelf-filing from trustee",
    "close {}",
    "close {} because it is over",
    "close confirm {}",
)
NO_VERB = ("{}", "stauts")


def with_verb(verb: str) -> list[str]:
    """The commands that begin with a verb, or with what is none."""
    return [text for text in EVERY_VERB if text.split()[0] == verb]


@pytest.fixture(scope="module")
def house() -> Room:
    return room()


@pytest.fixture(scope="module")
def without_basalt() -> Room:
    return room(with_basalt=False)


def test_list_and_help_name_the_users_deals_and_the_commands(house: Room) -> None:
    listed = house.ask("list")
    assert "Granite" in listed
    assert "Story, a rehearsal" in listed
    assert "Basalt" not in listed
    helped = house.ask("help")
    assert all(f"/deal {name}: {says}" in helped for name, says in TWELVE.items())
    assert "/deal snooze" not in helped
    for every in ("help all", "help more"):
        assert "why [DEAL] OBLIGATION" in house.ask(every)
        assert "accrual [DEAL] [on DATE]" in house.ask(every)


TYPED = {
    "mentions": "<!channel><@U01MARIA>&<https://evil.example|here>" * 60,
    "long": "x" * 50_000,
    "marks": "a\u202eb\u2066c <!here> *bold* _it_ `code`",
    "formulas": "=cmd|'/c calc'!A0 +1 @sum -2",
    "many": " ".join(["granite"] * 3000),
}


@pytest.mark.full
@pytest.mark.parametrize("verb", sorted(VERBS))
def test_no_text_typed_after_any_verb_causes_harm(
    house: Room, verb: str, subtests: pytest.Subtests
) -> None:
    for name, typed in TYPED.items():
        for text in (f"{verb} Granite {typed}", f"{verb} on {typed}"):
            with subtests.test(name, text=text[:40]):
                sent, calls = house.as_sent(text, MARIA, GRANITE_CHANNEL)
                shown = json.dumps(json.loads(sent), ensure_ascii=False)
                for acted_on in ("<!", "<@", "<http", "\u202e", "\u2066"):
                    assert acted_on not in shown
                assert len(sent) < 30_000
                assert "x" * 1600 not in sent
                # The archive takes a message and its entry at once. Only the asker's own feed is
                # made by nothing but a deal's name.
                assert verb == "calendar" or calls.count("transact") == 1


def test_typed_text_is_shortened_and_mentions_no_one(house: Room) -> None:
    typed = "<!channel>" + "<@U01MARIA>&*x*" * 200
    for text in (typed, f"status {typed}", f"accrual Granite on {typed}", f"next {typed}"):
        sent, _ = house.as_sent(text, MARIA, NO_DEALS_CHANNEL)
        assert "<!channel>" not in sent
        assert "<@" not in sent
        assert len(sent) < 2000


def test_every_verb_is_tried_on_a_deal_the_user_may_not_see() -> None:
    assert {text.split()[0] for text in EVERY_VERB} == {*VERBS, *NO_VERB}


@pytest.mark.full
@pytest.mark.parametrize("verb", [*sorted(VERBS), *NO_VERB])
def test_a_deal_the_user_may_not_see_is_answered_exactly_like_a_missing_deal(
    house: Room, without_basalt: Room, verb: str, subtests: pytest.Subtests
) -> None:
    for text in with_verb(verb):
        for channel in (NO_DEALS_CHANNEL, GRANITE_CHANNEL, BASALT_CHANNEL):
            with subtests.test(text, channel=channel):
                typed = text.format("Basalt")
                sent, calls = house.as_sent(typed, MARIA, channel)
                assert (sent, calls) == without_basalt.as_sent(typed, MARIA, channel)
                # Neither its day nor anything in it is read, for any question.
                assert calls[:4] == ["get", "query", "get_many", "get"]
                # The question and the answer, with its entry, are archived, whatever they were.
                assert [each for each in calls if each[0] in "Pt"] == ["Put", "transact"]


@pytest.mark.parametrize("verb", [*sorted(VERBS), *NO_VERB])
def test_the_channel_of_a_deal_the_user_may_not_see_is_like_any_other_channel(
    house: Room, verb: str, subtests: pytest.Subtests
) -> None:
    for text in with_verb(verb):
        with subtests.test(text):
            typed = text.format("").strip()
            here = house.as_sent(typed, MARIA, BASALT_CHANNEL)
            assert here == house.as_sent(typed, MARIA, NO_DEALS_CHANNEL)


@pytest.mark.full
@pytest.mark.parametrize("verb", [*sorted(VERBS), *NO_VERB])
def test_denied_people_and_strangers_get_the_answer_for_a_missing_deal(
    house: Room, verb: str, subtests: pytest.Subtests
) -> None:
    for text in with_verb(verb):
        for user in (OUTSIDER, TURNED_OUT):
            made_up = house.as_sent(text.format("Quartzy"), user, NO_DEALS_CHANNEL)
            for channel in (NO_DEALS_CHANNEL, GRANITE_CHANNEL):
                with subtests.test(text, user=user, channel=channel):
                    asked = house.as_sent(text.format("Granite"), user, channel)
                    assert asked[0].replace("Granite", "Quartzy") == made_up[0]
                    assert asked[1] == made_up[1]


def test_people_on_no_deal_are_told_so_without_any_name(house: Room) -> None:
    for text in ("list", "status", "accrual", "explain"):
        said = house.ask(text, user=OUTSIDER)
        assert "ou are not on any deal's list" in said
        assert not {"Granite", "Story", "Basalt"} & set(said.replace(",", " ").split())
    assert "no date" in house.ask("next", user=OUTSIDER)


def test_a_hint_never_names_a_deal_the_user_may_not_see(house: Room) -> None:
    for text in ("status Bassalt", "Basal", "explain Basal shelf-filing", "next Basal"):
        assert "Did you mean" not in house.ask(text)
        assert "Basalt: " not in house.ask(text)
    wording("desk/answering", house.ask("status Bassalt", user="U07MARIA"))
    assert house.ask("status Basal", user="U07MARIA").startswith("Basalt: ")


def test_every_command_is_archived_under_its_deal_including_refused_ones() -> None:
    own = room()
    own.ask("status Granite")
    own.ask("accrual Granite on 2061-01-01")
    own.ask("explain Granite nonsense")
    own.ask("status Basalt")
    own.ask("status", user=OUTSIDER, channel=GRANITE_CHANNEL)
    own.ask("next")
    own.ask("stauts Quartz")
    assert own.archived("granite") == [
        ("asked accrual", MARIA),
        ("asked status", MARIA),
        ("asked why", MARIA),
        ("refused", OUTSIDER),
    ]
    assert own.archived("basalt") == [("refused", MARIA)]
    assert own.archived(None) == [("asked next", MARIA), ("refused", MARIA)]


def test_the_audit_log_holds_no_typed_or_shown_text() -> None:
    own = room()
    own.ask("explain Granite effectiveness")
    own.ask("accrual Granite on 2004-11-20")
    own.ask("status Project-Titan")
    kept = [
        [row.text("what"), row.text("who"), row.text("detail"), len(row._item)]
        for pk in ("DEAL#granite", "AUDIT")
        for row in samples.rows(own.store, pk, "AUDIT#", "AUDIT#~")
        if row.text("who") == MARIA
    ]
    attributes = ["PK", "SK", "what", "who", "at", "detail", "format", "needs"]
    nothing_more = [MARIA, "{}", len([*attributes, "before", "token"])]
    assert sorted(kept) == [
        ["asked accrual", *nothing_more],
        ["asked why", *nothing_more],
        ["refused", *nothing_more],
    ]


@pytest.mark.parametrize("text", ["status Granite", "status Basalt", "help"])
def test_an_answer_that_cannot_be_audited_is_not_given(
    house: Room, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    def full(*_: object, **__: object) -> None:
        raise RuntimeError("the archive is full")

    monkeypatch.setattr(Archive, "audit", full)
    with pytest.raises(RuntimeError, match="the archive is full"):
        house.ask(text)


def test_an_answer_is_archived_word_for_word_before_it_is_given(house: Room) -> None:
    before = house.store.archive.messages("granite")
    said = house.ask("accrual Granite on 2004-11-20")
    (messages,) = [each for each in house.store.archive.messages("granite") if each not in before]
    assert (messages.kind, messages.to, messages.wrong) == ("answer", MARIA, "")
    assert messages.text == f"{said}\n"
    assert (messages.as_of, messages.known_at) == (date(2004, 11, 20), LATE)


def test_an_answer_that_cannot_be_archived_is_not_given(
    house: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_: object) -> None:
        raise TryAgainError("the table did not answer")

    monkeypatch.setattr(Archive, "add_message", nothing)
    with pytest.raises(TryAgainError, match="did not answer"):
        house.ask("status Granite")
