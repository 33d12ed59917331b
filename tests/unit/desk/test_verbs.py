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
from dealclock.store import Note
from local.slack.validate import block_problems, blocks_weight
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.desk.asking_the_desk import LOADED, MARIA, Room, room
from tests.unit.desk.in_the_story import LATER, STORY, ask


@pytest.fixture(scope="module")
def house() -> Room:
    return room()


def test_what_if_gives_the_rest_of_a_cure_window_whose_clock_would_stop(house: Room) -> None:
    said = ask(house, "what-if suspension-notice 2005-01-13", date(2005, 1, 13))
    # Jan 11, 12 and 13, the day on which the suspension begins, are counted: 2 of 5 are left
    moved = (
        "Prospectus cure period (cure-window/F5): its clock stops while the suspension lasts; 2 "
        "Business Days are left, was due Tue, Jan 18, 2005"
    )
    assert any(moved in line for line in said)


def test_a_plan_during_an_open_suspension_states_its_assumption(
    house: Room,
) -> None:
    """The one given on January 28, 2005, by then recorded as corrected: it runs to March 13."""
    said = "\n".join(ask(house, "suspension check 2005-04-20 30", date(2005, 2, 5)))
    assert shows(wording("desk/verbs", said), "30 days", "04-20")


# The values of each first line, worked out by hand; its words are in the golden file.
_FIRST_LINES: dict[str, list[str]] = {
    "payments": ["$180,833.33", "07-15", "07-01"],
    "suspension": ["45 days", "01-20", "03-05", "4(b)(i)"],
    "suspension check feb 1 45": ["45 days", "02-01", "4(b)(i)"],
    "suspension check feb 1 for 46 days": ["46 days", "02-01", "45", "4(b)(i)"],
    # Asked of a day that has passed, and said so.
    "suspension check 2005-01-10 45": ["45 days", "01-10", "4(b)(i)"],
    # 22 + 5: Nov 23, 24, (25 Thanksgiving), 26, (27, 28), 29, 30
    "count 5bd after 2004-11-22": ["2004-11-30", "5 Business Days", "2004-11-22"],
    "count 5 business days before 2004-11-30": ["2004-11-22", "5 Business Days", "2004-11-30"],
    "count 10d after 2004-11-20": ["2004-11-30", "10 calendar days", "2004-11-20"],
    "count 2 weeks after 2004-11-20": ["2004-12-04", "14 calendar days", "2004-11-20"],
    # Mailed Saturday: given on the fifth Business Day, Nov 29; two more are Nov 30 and Dec 1.
    "count 2bd after 2004-11-20 by mail": ["2004-12-01", "2 Business Days", "11-29"],
    "count 2bd after 2004-11-20 by e-mail": [],
    "count 2bd after 2004-11-20 by post": ["2004-12-01", "2 Business Days", "11-29"],
    # Five days from Jan 19 at 416.67
    "accrual if cured 2005-01-24": ["01-24", "$2,083.33", "07-15", "07-01"],
    "accrual on 2005-03-01 if cured 24 jan": ["01-24", "$2,083.33", "03-01", "07-15"],
    "what-if prospectus-usable jan 24": ["01-24", "$2,083.33", "07-15", "01-24"],
    "what-if notes-acquired today holder Fund A amount $5,000,000 lot base": ["01-20"],
    "usable": ["2005-01-20", "01-10"],
    "usable on 2004-11-30": ["2004-11-30"],
    "usable on 2004-12-17": ["2004-12-17"],
    "clause 3 (B)": ["3(b)", "2 Business Days"],
    "readings default-occurs": ["3(a)"],
    "holders": [],
    "changes since 2005-01-20": ["2005-01-20"],
    "history effectiveness": ["12-06", "Maria Lopez"],
}


@pytest.mark.parametrize("text", _FIRST_LINES)
def test_the_first_line_is_the_answer(house: Room, text: str) -> None:
    first = ask(house, text)[0]
    assert values(wording("desk/first-lines", first)) == _FIRST_LINES[text]


def test_an_open_suspension_is_shown_with_its_last_allowed_day(house: Room) -> None:
    # From Jan 28, its day 1, the 45th day is Mar 13.
    on = date(2005, 2, 10)
    assert values(wording("desk/verbs", ask(house, "suspension", on)[0])) == [
        "01-28",
        "03-13",
        "4(b)(i)",
    ]
    assert shows(wording("desk/verbs", ask(house, "usable", on)[0], "second"), "01-28")


def test_a_date_read_by_a_rule_is_shown_first_and_a_full_date_is_not(
    house: Room,
) -> None:
    said = ask(house, "accrual on jan 31")
    words_shown = (
        "'jan 31' means: Mon, Jan 31, 2005, the next such day ahead, since no year was given"
    )
    assert said[said.index("") + 1] == words_shown
    assert not any("is read as" in line for line in ask(house, "accrual on 2005-01-31"))
    said = ask(house, "changes since jan 18")
    assert shows(wording("desk/verbs", "\n".join(said)), "18", "2005-01-18")


def test_a_count_names_each_skipped_day_and_the_result_of_another_calendar(house: Room) -> None:
    said = ask(house, "count 5bd after 2004-11-22")
    assert shows(wording("desk/verbs", said), "2004-11-25")
    # Lincoln's Birthday is a Business Day of the Federal Reserve and none of New York's own law.
    assert shows(
        wording("desk/verbs", ask(house, "count 1bd after 2004-02-11"), "second"),
        "2004-02-12",
        "1 Business Day",
        "2004-02-11",
        "2004-02-13",
    )
    assert not any("gcl" in line for line in ask(house, "count 1bd after 2004-02-11"))
    assert any(
        "a closed day (Saturday)" in line for line in ask(house, "count 1d after 2004-11-19")
    )


def test_days_from_a_notice_are_counted_forward_only(house: Room) -> None:
    said = " ".join(ask(house, "count 5bd before 2004-11-22 by mail"))
    assert "Days from a notice are counted forward. Type after, or leave out the method." in said


@pytest.mark.parametrize(
    "text",
    [
        "accrual if cured 2005-01-05",
        "accrual if frozen 2005-01-05",
        "what-if",
        "what-if prospectus-usable",
        "what-if prospectus jan 24",
        "what-if prospectus-usble jan 24",
        "what-if prospectus-usable jan 24 for 5 days",
        "what-if notes-acquired today holder fund-a",
        "what-if effectiveness-intended today",
        "count 5bd",
        "count five after 2004-11-22",
        "count 5bd after 2004-11-22 by pigeon",
        "count 9999d after 2004-11-22",
        "suspension check 2005-05-01",
        "suspension check 2005-05-01 0",
        "usable holder",
        "clause",
        "clause 99(z)",
        "readings default-ocurs",
        "changes",
        "changes since 2005-02-01",
        "timeline since 2005-02-01 until 2005-01-01",
        "holders Fund-A",
        "sale-notice by e-mail",
        "sale-notice by pigeon",
        "ack",
        "ack nonsense",
        "snooze cure-window",
        "snooze cure-window until tomorrow",
        "help nonsense",
    ],
)
def test_a_question_that_cannot_be_answered_says_what_to_type(house: Room, text: str) -> None:
    wording("refusal/desk", ask(house, text))


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


def test_explaining_a_payment_shows_how_its_amount_adds_up(house: Room) -> None:
    said = ask(house, "explain payment/2005-01-15")
    # 37 days of 360 at 0.25% of $60,000,000 are 15,416.666...
    at = said.index("How the amount adds up")
    assert values(said[at + 1]) == [
        "2004-10-29",
        "2004-12-06",
        "$15,416.67",
        "$60,000,000.00",
        "4.00%",
        "2024",
        "0.25%",
        "37 days",
        "30",
        "360",
        "38",
    ]


def test_explaining_a_payment_over_two_rates_adds_them_up(house: Room) -> None:
    said = ask(house, "explain payment/2005-07-15")
    at = said.index("How the amount adds up")
    # From Jan 19 for 90 days 0.25%, $37,500.00 to Apr 19; then 86 days at 1.00%, $143,333.33
    assert [line.partition(": ")[2].partition(" on ")[0] for line in said[at + 1 : at + 3]] == [
        "$37,500.00",
        "$143,333.33",
    ]
    assert values(wording("desk/verbs", said[at + 3])) == ["$180,833.33"]


def test_explaining_accrual_shows_what_accrued(house: Room) -> None:
    said = ask(house, "explain accrual")
    assert values(wording("desk/verbs", said[0])) == [
        "$416.67",
        "$0.00",
        "01-20",
        "$416.67",
        "07-15",
        "$15,416.67",
    ]
    wording("desk/verbs", said, "second")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("payments", "• 4.00% Convertible Senior Notes due 2024: $15,416.67"),
        ("holders", "• $60,000,000.00 of 4.00% Convertible Senior Notes due 2024"),
    ],
)
def test_notes_are_called_by_their_name(house: Room, text: str, line: str) -> None:
    assert line in ask(house, text)


def test_done_asks_for_the_event_with_the_slack_command() -> None:
    said = "\n".join(ask(room(), "done payment/2005-07-15"))
    wording("desk/verbs", said)
    assert "dealclock record" not in said


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
