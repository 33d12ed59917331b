"""What each verb answers on the sample history, with dates and amounts worked out by hand.

Thu, Jan 20, 2005: the Prospectus went out of use on Jan 10 and its cure window lapsed on Jan 18, so
that $60,000,000 bear 0.25%, $416.67 a day (30/360), from Jan 19; $15,416.67 were paid for 37 days.
"""

from datetime import UTC, date, datetime

import pytest

from dealclock.desk.answer_command import answer_command
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.verbs.all import VERBS
from dealclock.facts.fact import Fact
from dealclock.jobs.queues import AssessDeal
from dealclock.messages.slack import escape_text, render_ephemeral
from dealclock.people.acts import Note
from local.slack.validate import block_problems, blocks_weight
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.desk.asking_the_desk import LOADED, MARIA, Room, room
from tests.unit.desk.in_the_story import LATER, STORY, ask


@pytest.fixture(scope="module")
def house() -> Room:
    return room()


def test_a_holder_may_sell_with_questionnaire_and_notice_in_force_under_all_readings() -> None:
    # Volunteered before the initial filing of Jul 13, which is to name its Holder: 2(b).
    own = _with_sale_notice(questionnaire=date(2004, 7, 1))
    # Given Mon, Dec 13: Thu, Dec 16 to Mon, Dec 20, and Fri, Dec 17 alone under every reading.
    yes = ask(own, "usable on 2004-12-17 holder Fund A")
    assert values(wording("desk/verbs", yes[0])) == ["2004-12-17"]
    early = ask(own, "usable on 2004-12-16 holder Fund A")
    wording("desk/verbs", early[0], "second")
    assert shows(early[0], "12-17")
    over = ask(own, "usable on 2004-12-21 holder Fund A")
    wording("desk/verbs", over[0], "third")


def test_a_questionnaire_after_the_initial_filing_needs_a_filing_that_names_its_holder() -> None:
    # Section 4(d): one delivered later is carried to no filing made before it.
    own = _with_sale_notice(questionnaire=date(2004, 12, 6))
    said = ask(own, "usable on 2004-12-17 holder Fund A")
    wording("desk/verbs", said[0])


def _with_sale_notice(questionnaire: date) -> Room:
    """The story, with a Questionnaire of Fund A and its Sale Notice of Mon, Dec 13, 2004."""
    own = room()
    for kind, on, more in (
        ("questionnaire-returned", questionnaire, {"amount": 5_000_000}),
        (
            "sale-notice",
            date(2004, 12, 13),
            {
                "given": [
                    {"to": to, "method": "hand", "on": "2004-12-13"}
                    for to in ("trustee", "company")
                ]
            },
        ),
    ):
        event = Fact.model_validate(
            {
                "id": f"X-{kind.upper()}",
                "kind": kind,
                "on": on,
                "holder": "fund-a",
                "basis": "hypothetical",
                "recorded_at": f"{on}T12:00-05:00",
                **more,
            }
        )
        own.store.deals.record_fact("story", event, LOADED, "tests")
    return own


def test_hypothetical_events_are_never_recorded(house: Room) -> None:
    before = house.store.deals.get("story")
    for text in (
        "what-if prospectus-usable 2005-01-24",
        "what-if suspension-notice tomorrow for 9 days",
        "accrual if cured today",
    ):
        said = ask(house, text)
        assert any(mark in "\n".join(said) for mark in ("Supposed", "Sample data")), text
    after = house.store.deals.get("story")
    assert before is not None
    assert after is not None
    assert before.log == after.log


def test_a_response_to_an_alert_is_stored_and_the_deal_assessed_again() -> None:
    own = room()
    said = ask(own, "ack cure-window")
    assert values(wording("desk/verbs", said[0])) == ["01-18", "Maria Lopez"]
    (message,) = own.sent.messages
    assert isinstance(message, AssessDeal)
    assert (message.deal, message.slot) == ("story", "escalation")
    wording("desk/verbs", ask(own, "ack cure-window")[0], "second")
    history = ask(own, "history cure-window")
    assert shows(wording("desk/verbs", history[0], "third"), "2005-01-18")
    assert shows(
        wording("desk/verbs", history, "fourth"), "2005-01-20", "08:00", "Maria Lopez", "2005-01-24"
    )


@pytest.mark.full
@pytest.mark.parametrize("verb", list(VERBS))
def test_slack_accepts_every_answer_with_its_whole_text(house: Room, verb: str) -> None:
    house.store.deals.rehearse_to("story", date(2005, 1, 20), LOADED, "tests")
    for example in VERBS[verb].examples:
        text = example.format(deal="Story")
        answer = answer_command(SlashCommand(MARIA, STORY, text), house.desk, LATER)
        sent = render_ephemeral(answer)
        assert block_problems(sent["blocks"]) == []
        assert blocks_weight(sent["blocks"]) <= 12_000
        assert sent["response_type"] == "ephemeral"
        assert escape_text(answer.headline) in sent["text"]
        # What others might see says neither whose deal it is nor what is owed.
        for secret in ("Infocrossing", "$", "default"):
            assert secret not in answer.preview


def test_outsiders_can_use_these_verbs_only_and_no_new_one_by_mistake() -> None:
    assert [verb.name for verb in VERBS.values() if not verb.inside] == [
        "status",
        "list",
        "help",
    ]


def test_history_shows_replies_by_email() -> None:
    own = room()
    at = datetime(2004, 10, 29, 14, tzinfo=UTC)
    text = f"Filed today.\n\n<!channel> {'x' * 700}"
    note = Note("n1", "effectiveness", "2(a)(ii)", "maria", at, text, 2)
    samples.file_note(own.store, "story", note)
    said = ask(own, "history effectiveness")
    assert shows(wording("desk/verbs", said[0]), "12-06", "Maria Lopez")
    (line,) = (each for each in said if each.startswith("• Fri, Oct 29, 2004, 10:00 a.m. ET"))
    assert shows(
        wording("desk/verbs", line, "second"), "2004-10-29", "10:00", "Maria Lopez", "<!channel>"
    )
    assert shows(line, "2")
