"""Slack's limits hold for any typed text, and no typed text has an effect."""

from dataclasses import replace
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from dealclock.alerts.response_options import AlertAct
from dealclock.messages import slack
from dealclock.messages.message import QUIET, Message, MessageRow, Section
from local.slack.validate import block_problems, blocks_weight
from tests.suite import examples
from tests.unit.messages.messages import every_message, message

LONG = 50_000
PLAIN = Message("Granite, Section 3(a), Mon, Nov 1, 2004", "A headline", footnotes=("A foot.",))


def test_slack_accepts_every_message_of_the_demo() -> None:
    for said in every_message():
        blocks = list(slack.render_message(said.message).blocks)
        assert block_problems(blocks) == []
        assert blocks_weight(blocks) <= 9_000


def test_no_message_of_the_demo_is_cut() -> None:
    for said in every_message():
        assert "more line" not in str(slack.render_message(said.message).blocks)
        assert "... (+" not in str(slack.render_message(said.message).blocks)


def test_a_message_begins_with_its_deal_or_its_preview_and_an_answer_with_its_answer() -> None:
    first = slack.render_message(PLAIN).blocks[0]["elements"][0]["text"]
    assert first == f"{PLAIN.preview} · {QUIET}"
    first = slack.render_message(replace(PLAIN, deal="Granite")).blocks[0]["elements"][0]["text"]
    assert first == f"Granite · {QUIET}"
    answer = slack.render_ephemeral(PLAIN)
    assert answer["blocks"][0]["text"]["text"] == "A headline"
    assert answer["response_type"] == "ephemeral"


def test_an_alert_is_its_deal_header_what_to_do_buttons_and_small_print() -> None:
    said = message("Granite-Story", "2004-11-01", "trustee-notice/default-ii")
    blocks = slack.render_message(said.message, "story 2004-11-01 x").blocks
    assert [block["type"] for block in blocks] == [
        *("context", "header", "section", "actions", "context"),
    ]
    names = [each["action_id"] for each in blocks[3]["elements"]]
    assert names == ["alert:acknowledge", "alert:draft", "alert:why", "alert:more"]
    values = [option["value"] for option in blocks[3]["elements"][3]["options"]]
    assert values == ["snooze", "snooze-until", "done", "decline", "approve"]


def test_a_draft_is_offered_only_when_there_is_one() -> None:
    said = message("Granite-Story", "2004-10-28", "effectiveness")
    *_, actions, _ = slack.render_message(said.message, "story 2004-10-28 x").blocks
    names = [each["action_id"] for each in actions["elements"]]
    assert names == ["alert:acknowledge", "alert:why", "alert:more"]


def test_a_settled_message_folds_to_its_status_without_buttons() -> None:
    changed = replace(PLAIN, present="Trustee notice given Mon, Nov 1", deal="Granite")
    blocks = slack.render_message(changed, "story 2004-11-01 x").blocks
    assert [block["type"] for block in blocks] == ["context", "section"]
    assert blocks[1]["text"]["text"] == "Trustee notice given Mon, Nov 1"


def test_an_acknowledged_message_folds_and_keeps_the_remaining_buttons() -> None:
    acts: tuple[AlertAct, ...] = ("snooze", "done", "explain")
    changed = replace(PLAIN, present="Acknowledged", acts=acts)
    blocks = slack.render_message(changed, "story 2004-11-01 x").blocks
    assert [block["type"] for block in blocks] == ["context", "section", "actions"]


def test_nothing_folds_while_something_remains_to_be_acknowledged() -> None:
    changed = replace(
        PLAIN, present="One is done\nAnother is overdue", acts=("acknowledge", "snooze")
    )
    blocks = slack.render_message(changed, "story 2004-11-01 x").blocks
    kinds = [block["type"] for block in blocks]
    assert kinds == ["context", "section", "header", "actions", "context"]
    assert blocks[1]["text"]["text"] == "One is done\nAnother is overdue"


def test_an_empty_section_leaves_no_line() -> None:
    changed = replace(PLAIN, sections=(Section(), Section(lines=("x",)), Section()))
    kinds = [block["type"] for block in slack.render_message(changed).blocks]
    assert kinds == ["context", "header", "section", "context"]


def test_the_text_of_an_answer_is_the_whole_answer() -> None:
    changed = replace(PLAIN, sections=(Section(rows=(MessageRow("Due", "Mon, Nov 1, 2004"),)),))
    assert (
        slack.render_ephemeral(changed)["text"] == "A headline\n\nDue: Mon, Nov 1, 2004\n\nA foot."
    )


def test_mentions_and_links_are_shown_without_effect() -> None:
    typed = "<!channel> <@U01TOM> <https://x.example|pay here> R&D"
    result = Message(
        typed, typed, (typed,), (Section((MessageRow("Do", typed),), (typed,), typed),), (typed,)
    )
    for blocks in (
        slack.render_message(result).blocks,
        tuple(slack.render_ephemeral(result)["blocks"]),
    ):
        for text in texts(blocks):
            assert "<" not in text
            assert ">" not in text
    assert slack.render_message(result).text == (
        "&lt;!channel&gt; &lt;@U01TOM&gt; &lt;https://x.example|pay here&gt; R&amp;D"
    )
    assert "<" not in slack.render_ephemeral(result)["text"]


def test_no_text_is_left_for_slack_to_turn_into_links_or_emoji() -> None:
    for said in every_message():
        for block in slack.render_message(said.message).blocks:
            for text in (block.get("text"), *block.get("elements", ())):
                assert text is None or text.get("verbatim", not text.get("emoji", True))


def test_a_typed_line_break_cannot_begin_a_row_of_its_own() -> None:
    changed = replace(
        PLAIN, sections=(Section(rows=(MessageRow("Do", "file\n*Owner:* Mallory"),)),)
    )
    (section,) = [b for b in slack.render_message(changed).blocks if b["type"] == "section"]
    assert section["text"]["text"] == "*Do:* file *\u200bOwner:*\u200b Mallory"


def test_characters_that_change_text_direction_are_dropped() -> None:
    assert slack.escape_text("due \u202eyadnoM\u0007") == "due yadnoM"


def test_a_cut_says_how_much_was_cut_and_how_to_see_it() -> None:
    lines = tuple(f"line {i} {'x' * 190}" for i in range(100))
    changed = replace(PLAIN, sections=(Section(lines=lines),), more="/deal status")
    said = texts(slack.render_message(changed).blocks)
    shown = sum(text.count("line ") for text in said if text.startswith("line"))
    assert f"+{100 - shown} more lines: `/deal status`" in said
    assert 30 < shown < 50
    assert said[-1] == "A foot."


def test_one_endless_value_is_cut_and_leaves_room_for_the_others() -> None:
    changed = replace(
        PLAIN,
        sections=(Section(rows=(MessageRow("Do", "y" * LONG), MessageRow("Owner", "Maria"))),),
    )
    text = "\n".join(texts(slack.render_message(changed).blocks))
    assert "... (+" in text
    assert "*Owner:* Maria" in text


def test_an_entity_is_never_cut_in_half() -> None:
    changed = replace(PLAIN, sections=(Section(rows=(MessageRow("Do", "&" * LONG),)),))
    (section,) = [b for b in slack.render_message(changed).blocks if b["type"] == "section"]
    shown, _, left_out = section["text"]["text"].removeprefix("*Do:* ").partition("... (+")
    kept = shown.count("&amp;")
    assert shown == "&amp;" * kept
    assert left_out == f"{LONG - kept} characters)"


EVERY_ACT: tuple[AlertAct, ...] = get_args(AlertAct)


def test_buttons_come_before_the_footnotes_and_only_in_messages_that_can_be_found_again() -> None:
    changed = replace(PLAIN, acts=EVERY_ACT)
    kinds = [block["type"] for block in slack.render_message(changed, "story 2004-06-30 x").blocks]
    assert kinds[-2:] == ["actions", "context"]
    assert "actions" not in [block["type"] for block in slack.render_message(changed).blocks]
    assert "actions" not in [block["type"] for block in slack.render_ephemeral(changed)["blocks"]]


def test_a_reply_is_a_line_under_a_safe_preview() -> None:
    reply = slack.render_reply(replace(PLAIN, headline="Maria <!channel> acknowledged"))
    assert block_problems(list(reply.blocks)) == []
    assert reply.text == PLAIN.preview
    assert [block["type"] for block in reply.blocks] == ["context", "section"]
    assert "<!" not in str(reply.blocks)


typed = st.one_of(
    st.text(max_size=300),
    st.sampled_from(
        ["&" * LONG, "<!channel>" * 5000, "\n" * LONG, "*_~`" * 9000, "\U0001f4c9" * 9000]
    ),
)


@examples(60)
@given(typed, typed, st.lists(typed, max_size=6), st.lists(typed, max_size=80))
def test_limits_hold_for_any_typed_text(
    preview: str, headline: str, banners: list[str], lines: list[str]
) -> None:
    rows = tuple(MessageRow(line[:200], line) for line in lines)
    result = Message(
        preview,
        headline,
        tuple(banners),
        (Section(rows, tuple(lines), headline), Section(lines=tuple(lines))),
        tuple(banners),
    )
    message, answer = slack.render_message(result), slack.render_ephemeral(result)
    acting = slack.render_message(
        replace(result, acts=EVERY_ACT), "d" * 60 + " 2004-10-28 " + "p" * 88
    )
    for blocks in (list(message.blocks), list(acting.blocks), answer["blocks"]):
        assert block_problems(blocks) == []
        assert blocks_weight(blocks) <= 9_000
        assert not [t for t in texts(tuple(blocks)) if "<" in t or ">" in t]
    assert len(message.text) <= 300
    assert len(answer["text"]) <= 9_000


def texts(blocks: tuple[dict[str, Any], ...]) -> list[str]:
    """Each text of the blocks, in order."""
    found = [
        t for b in blocks for t in (b.get("text"), *b.get("elements", ())) if t and "text" in t
    ]
    return [str(t["text"]) for t in found]
