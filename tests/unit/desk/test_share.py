"""Sharing an answer: first check the channel, then archive, then post; or nothing."""

import json
import re

import pytest

from dealclock.alerts.outcome import Later, Outcome, Refused, Unknown
from dealclock.desk.verbs.all import VERBS
from dealclock.errors import TryAgainError
from dealclock.people.people import Action
from dealclock.store import Verdict
from tests.contract.store import samples
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.desk.asking_the_desk import LATE, MARIA, Room, room

STORY = "C0STORY"
PREVIEW = re.compile(r"REHEARSAL Story, (Mon|Tue|Wed|Thu|Fri|Sat|Sun), [A-Z][a-z]{2} \d+, \d{4}")


@pytest.fixture
def house() -> Room:
    return room()


def shared(house: Room, text: str, channel: str = STORY) -> str:
    """What the channel was shown, everything in it, after one command."""
    house.ask(text, channel=channel)
    (post,) = house.channel.posts
    return json.dumps([dict(block) for block in post.blocks], ensure_ascii=False)


COMMANDS = [
    "next",
    "status",
    "accrual on 2004-11-20",
    "payments",
    "suspension",
    "what-if prospectus-unusable 2004-10-20",
    "count 5bd after 2004-11-20 by mail",
    "usable",
    "section 3(b)",
    "why effectiveness",
    "changes since 2004-10-01",
    "readings",
    "timeline",
    "holders",
    "history effectiveness",
]


def test_every_shareable_answer_is_tried_here() -> None:
    assert {c.split()[0] for c in COMMANDS} == {v.name for v in VERBS.values() if v.shareable}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_preview_shows_the_code_name_and_the_date(house: Room, command: str) -> None:
    house.ask(f"share {command}", channel=STORY)
    (post,) = house.channel.posts
    assert PREVIEW.fullmatch(post.text), post.text
    first = post.blocks[0]["elements"][0]["text"]
    assert first.startswith(post.text)
    assert "$" not in first
    assert "efault" not in first


@pytest.mark.parametrize("verb", [v.name for v in VERBS.values() if not v.shareable])
def test_personal_answers_are_not_shared(house: Room, verb: str) -> None:
    said = house.ask(f"share {verb}", channel=STORY)
    assert house.channel.posts == []
    wording("refusal/desk", said)


def test_only_questions_that_show_the_whole_deal_to_its_readers_are_shared() -> None:
    # An action that writes, or one that outsiders have, would need another look at the channel.
    for verb in VERBS.values():
        assert not verb.shareable or verb.action in (Action.READ, Action.CONSULT)


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        (
            Refused("members_not_on_the_list: 2"),
            "someone in the channel is not on the deal's list (members_not_on_the_list)",
        ),
        (Refused("channel_not_private"), "the channel is public"),
        (Refused("channel_shared_outside"), "is shared with another organization"),
        (Later(7.0), "Try again in 7 seconds."),
    ],
)
def test_a_channel_that_refuses_is_reported_and_nothing_is_archived_as_shown(
    house: Room, ends: Outcome, said: str
) -> None:
    house.channel.ends = ends
    result = house.ask("share status", channel=STORY)
    wording("desk/share", result)
    assert said in result
    assert [t.kind for t in house.store.archive.messages("story")] == ["answer"]
    assert house.archived("story") == [("asked share", MARIA), ("not shared", MARIA)]


def test_that_the_engines_differ_is_said_to_a_lead_alone(house: Room) -> None:
    house.ask("list")
    deal = house.store.deals.get("story")
    assert deal is not None
    differs, at = json.dumps([samples.difference("0123456789abcdef")]), LATE
    found = Verdict(at, at.date(), at, 41, differing=differs, of=deal.meta.version)
    house.store.verdicts.put("story", found)
    assert "differs in 1 of its figures" in house.ask("status", channel=STORY)
    assert "ask a lead for the result" in (public := shared(house, "share status"))
    assert "differs in" not in public


def test_an_unknown_outcome_is_reported(house: Room) -> None:
    house.channel.ends = Unknown("timeout")
    said = house.ask("share status", channel=STORY)
    wording("desk/share", said)


def test_a_shared_answer_is_archived_word_for_word_before_it_is_posted(
    house: Room,
) -> None:
    house.ask("share explain effectiveness", channel=STORY)
    answer, message = sorted(house.store.archive.messages("story"), key=lambda told: told.kind)
    assert (message.kind, message.to) == ("message", f"slack:{STORY}")
    assert message.about == "effectiveness"
    assert message.text.startswith("REHEARSAL Story, ")
    assert shows(wording("desk/share", message.text), "Maria Lopez")
    assert (message.wrong, answer.wrong) == ("", "")
    assert house.archived("story") == [("asked share", MARIA), ("shared", MARIA)]


def test_an_answer_that_cannot_be_archived_is_not_shared(
    house: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object) -> None:
        raise TryAgainError("the table does not answer")

    monkeypatch.setattr(house.store.archive, "add_message", down)
    with pytest.raises(TryAgainError, match="does not answer"):
        house.ask("share status", channel=STORY)
    assert house.channel.posts == []


def test_typed_markup_does_nothing_in_the_channel(house: Room) -> None:
    said = shared(house, "share usable on 2004-10-20 holder <!channel>&<@U01MARIA>")
    for acted_on in ("<!", "<@"):
        assert acted_on not in said
