"""A message in a terminal: readable, wrapped, and the same every time."""

import pytest

from local.slack.terminal import plain, render

MESSAGE = {
    "text": "never shown beside blocks",
    "blocks": [
        {"type": "header", "text": {"type": "plain_text", "text": "LANTERN: due today"}},
        {
            "type": "section",
            "text": {
                "type": "mrkdwn",
                "text": "*Effectiveness* under s. 2(a) is due _today_, Thu, Oct 28, 2004.\n"
                "• ask <@U0AVERY>, or read <https://example.com/a_b_c|the clause> &amp; reply",
            },
        },
        {
            "type": "section",
            "fields": [
                {"type": "mrkdwn", "text": "*Owner*\nAvery"},
                {"type": "mrkdwn", "text": "*Backup*\nRowan"},
                {"type": "plain_text", "text": "third"},
            ],
        },
        {"type": "divider"},
        {
            "type": "actions",
            "elements": [
                {"type": "button", "text": {"type": "plain_text", "text": "Acknowledge"}},
                {
                    "type": "overflow",
                    "options": [
                        {"text": {"type": "plain_text", "text": "Snooze"}, "value": "s"},
                        {"text": {"type": "plain_text", "text": "Explain"}, "value": "e"},
                    ],
                },
            ],
        },
        {"type": "image", "image_url": "https://example.com/x", "alt_text": "9 days left"},
        {"type": "context", "elements": [{"type": "mrkdwn", "text": "not legal advice"}]},
    ],
}

SHOWN = """\
┌─ #deal-lantern ───────────────────────────────
│ LANTERN: due today
│ Effectiveness under s. 2(a) is due today, Thu,
│ Oct 28, 2004.
│ • ask @Avery, or read the clause
│   (https://example.com/a_b_c) & reply
│ Owner                   Backup
│ Avery                   Rowan
│ third
├───────────────────────────────────────────────
│ [ Acknowledge ]  [ Snooze | Explain ]
│ [image: 9 days left]
│ not legal advice
└───────────────────────────────────────────────"""


def test_a_message_is_drawn_in_a_light_box() -> None:
    shown = render(MESSAGE, "#deal-lantern", width=48, names={"U0AVERY": "Avery"})
    assert shown == SHOWN


def test_without_blocks_the_text_is_shown() -> None:
    assert render({"text": "*plain*"}, width=20).splitlines()[1] == "│ plain"


@pytest.mark.parametrize(
    ("mrkdwn", "text"),
    [
        ("*bold* _italic_ ~gone~", "bold italic gone"),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        ("*_both_*", "both"),
        ("<https://example.com|here>", "here (https://example.com)"),
        ("<https://example.com/a_b_>", "https://example.com/a_b_"),
        ("<mailto:a@example.com|a@example.com>", "a@example.com"),
        ("<#C0DEAL|deal> <!here> <@U1>", "#deal @here @U1"),
        ("<!date^1099000000^{date}|Oct 28, 2004>", "Oct 28, 2004"),
        ("a &lt;b&gt; &amp;amp; c", "a <b> &amp; c"),
        (":warning: Missed", ":warning: Missed"),
        ("`*kept*` and *dropped*", "`*kept*` and dropped"),
    ],
)
def test_mrkdwn_is_read_as_slack_shows_it(mrkdwn: str, text: str) -> None:
    assert plain(mrkdwn) == text
