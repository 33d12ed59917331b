"""What the demo shows: the moments of the golden transcript, a line a month, and no more."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import pytest

from dealclock.alerts.slots import Slot
from local.demo import MOMENTS, MOST, Screen, shorten

GOLDEN = Path(__file__).parents[1] / "end_to_end" / "golden" / "transcript.txt"
SLOTS: dict[str, Slot] = {
    "8 in the morning": "morning",
    "9 in the morning": "payments",
    "noon": "midday",
    "4 in the afternoon": "afternoon",
}
LEFT = 35
"""Lines of the screen for what is said before and after the days: the answer, the summary."""

BOX = """┌─ Slack #deal ─────
│ Deal, Section 3(b)
│ Confidential: deal team only.
│ Sample data: based on fictional events: F3 (The Registration Statement
│ was declared effective).
│ Do: Notify the Trustee.
│ Owner: Maria Lopez
├────────────────────
│ Counted: 2 Business Days
└────────────────────"""

EMAIL = """┌─ Mail ────────────
│ To: tom@issuer.example
│ Subject: [Granite] Due Thu, Jul 15: Filing
├────────────────────
│ [Granite] Due Thu, Jul 15: Filing
│ Confidential: deal team only.
│
│ Filing due Thu, Jul 15
│ File the statement.
│ Owner: Maria Lopez
└────────────────────"""


def arrived() -> Iterator[tuple[date, Slot, list[str]]]:
    """The slots of the golden transcript in which anything arrived, with what did."""
    days, _, _ = GOLDEN.read_text(encoding="utf-8").partition("\n====== Commands")
    for part in days.split("\n\n====== ")[1:]:
        head, _, rest = part.partition(" ======\n")
        day, _, hour = head.rpartition(", ")
        boxes = re.findall(r"^┌─.*?^└─+$", rest, re.DOTALL | re.MULTILINE)
        yield datetime.strptime(day, "%a, %b %d, %Y").date(), SLOTS[hour], boxes  # noqa: DTZ007


def test_every_moment_is_shown_once_in_few_lines(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    for day, slot, boxes in arrived():
        screen.played(day, slot, boxes, Counter(email=len(boxes)))
    screen.month_over()
    lines = capsys.readouterr().out.splitlines()
    for moment in MOMENTS:
        assert sum(line.startswith(f"{moment.title}: ") for line in lines) == 1, moment.title
    assert len(lines) <= MOST - LEFT
    assert max(map(len, lines)) <= 100


def test_a_month_has_a_line_once_it_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    screen.played(date(2004, 7, 1), "morning", [], {"channel": 2, "direct": 1, "email": 4})
    screen.played(date(2004, 7, 1), "midday", [], {"email": 1})
    screen.played(date(2004, 7, 2), "morning", [], {})
    assert capsys.readouterr().out == ""
    screen.played(date(2004, 8, 2), "morning", [], {})
    screen.month_over()
    assert capsys.readouterr().out.splitlines() == [
        "July 2004: 2 mornings, 2 in Slack channels, 1 direct message, 5 emails",
        "August 2004: 1 morning, nothing new to send",
    ]
    assert screen.sent == {"channel": 2, "direct": 1, "email": 5}


def test_a_message_is_shortened_to_what_is_asked_and_says_how_much_is_left_out() -> None:
    assert shorten(BOX).splitlines() == [
        "┌─ Slack #deal ─────",
        "│ Deal, Section 3(b)",
        "│ Do: Notify the Trustee.",
        "│ Owner: Maria Lopez",
        "│ ... 5 more lines in the transcript",
        "└────────────────────",
    ]
    assert shorten(BOX, 2).splitlines()[1:3] == [
        "│ Deal, Section 3(b)",
        "│ ... 7 more lines in the transcript",
    ]


def test_an_email_is_shortened_below_its_envelope_to_what_its_reader_sees_first() -> None:
    envelope = EMAIL.splitlines()[:4]
    assert shorten(EMAIL).splitlines() == [
        *envelope,
        "│ Filing due Thu, Jul 15",
        "│ File the statement.",
        "│ Owner: Maria Lopez",
        "│ ... 3 more lines in the transcript",
        "└────────────────────",
    ]
    assert shorten(EMAIL, 2).splitlines()[4:6] == [
        "│ Filing due Thu, Jul 15",
        "│ ... 5 more lines in the transcript",
    ]


def test_a_line_that_the_subject_also_holds_stays_where_it_is_not_the_subject_again() -> None:
    mail = EMAIL.replace("15: Filing", "15: Filing, Section 2(a)(i)")
    mail = mail.replace("│ File the statement.", "│ File the statement. Section\n│ 2(a)(i)")
    lines = shorten(mail).splitlines()
    assert lines[4:7] == ["│ Filing due Thu, Jul 15", "│ File the statement. Section", "│ 2(a)(i)"]


def test_the_thread_of_a_reply_takes_none_of_the_lines_of_its_message() -> None:
    thread = ["│ ↳ In the thread of: Filing due Thu, Jul 15 (also in the", "│   channel)"]
    top, *rest = BOX.split("\n")
    reply = "\n".join([top, *thread, *rest])
    assert shorten(reply).splitlines() == [top, *thread, *shorten(BOX).splitlines()[1:]]
