"""The pieces of a message, and what happens to text that people typed."""

import pytest

from dealclock.messages.message import (
    Message,
    MessageRow,
    Section,
    cut,
    flat,
    listed,
    rows,
    text_lines,
    with_content,
)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("two\nlines", "two lines"),
        ("a\r\nb\tc", "a b c"),
        ("   an indent  stays", "   an indent stays"),
        ("bell\x07", "bell"),
        ("right\u202eto left\u202c", "rightto left"),
        ("zero\u200bwidth", "zerowidth"),
        ("line\u2028separator", "line separator"),
        ("", ""),
        ("\n\n", ""),
    ],
)
def test_typed_text_stays_on_one_line_and_shows_what_it_is(typed: str, shown: str) -> None:
    assert flat(typed) == shown


def test_a_cut_says_how_much_was_cut() -> None:
    assert cut("x" * 100, 100) == "x" * 100
    short = cut("x" * 50_000, 100)
    kept = short.count("x")
    assert short == "x" * kept + f"... (+{50_000 - kept} characters)"
    assert len(short) <= 100


def test_an_empty_row_is_left_out() -> None:
    assert rows(("Due", "Mon"), ("Safe", "")) == (MessageRow("Due", "Mon"),)


def test_an_empty_section_is_left_out() -> None:
    full, empty = listed("Missed", ["a", "b"]), listed("Ahead", [])
    assert with_content(full, empty, Section()) == (full,)
    assert full.lines == ("• a", "• b")


def test_a_message_is_read_in_order_and_no_typed_line_break_begins_a_line() -> None:
    message = Message(
        "preview",
        "A\nheadline",
        ("a\nbanner",),
        (Section(rows(("Do", "this\nOwner: Mallory")), ("a\nline",), "A\ntitle"),),
        ("a\nfoot",),
    )
    assert list(text_lines(message)) == [
        "A headline",
        "a banner",
        "",
        "A title",
        "Do: this Owner: Mallory",
        "a line",
        "",
        "a foot",
    ]
