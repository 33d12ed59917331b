"""A draft as .docx, read back: the same words, the marks on every page, no telling properties."""

import io
import zipfile
from dataclasses import replace
from datetime import date

import docx
import pytest

from dealclock.render.drafts.file_names import file_name
from dealclock.render.drafts.sheet import (
    MARK,
    DraftLetter,
    Grid,
    Lines,
    Paragraph,
    Sheet,
    SheetPart,
    blank,
    blanks,
)
from dealclock.render.drafts.text import text
from dealclock.render.drafts.word import WORD
from dealclock.render.message import MessageRow
from dealclock.usecases.drafts import draft
from tests.docs.drafts import NOW, story

SHEET = Sheet(
    marks=(MARK, "REHEARSAL: a practice run."),
    letter=DraftLetter(
        "Notice of a thing",
        (MessageRow("To", "The Trustee & Co. <trust>"),),
        (Paragraph(f"1. Told on {blank('a day')}."), Lines(("- one", "   two"))),
        ("By: [ signature ]",),
    ),
    counsel=(
        SheetPart("Adding up", (Grid(("Day", "Amount"), (("Mon", "$1.00"),), frozenset({1})),)),
    ),
    foot=("As of a day.",),
)


def read(content: bytes) -> tuple[list[str], list[list[str]], list[str]]:
    """The paragraphs, the rows of the tables, and what stands on every page."""
    document = docx.Document(io.BytesIO(content))
    rows = [[c.text for c in row.cells] for table in document.tables for row in table.rows]
    headers = [p.text for s in document.sections for p in s.header.paragraphs]
    return [p.text for p in document.paragraphs], rows, headers


def test_it_says_what_the_text_says() -> None:
    paragraphs, rows, headers = read(WORD.made(SHEET))
    assert [p for p in paragraphs if p.strip()] == [
        MARK,
        "REHEARSAL: a practice run.",
        "Notice of a thing",
        "To: The Trustee & Co. <trust>",
        "1. Told on [ a day ].",
        "- one",
        "two",
        "By: [ signature ]",
        "For counsel; no part of the draft",
        "Adding up",
        "As of a day.",
    ]
    assert rows == [["Day", "Amount"], ["Mon", "$1.00"]]
    assert headers == [f"{MARK} REHEARSAL: a practice run."]
    assert "To: The Trustee & Co. <trust>" in text(SHEET)


def test_the_same_draft_is_the_same_file() -> None:
    assert WORD.made(SHEET) == WORD.made(SHEET)
    assert WORD.made(SHEET) != WORD.made(replace(SHEET, foot=("As of another day.",)))


def test_its_properties_tell_nothing() -> None:
    kept = docx.Document(io.BytesIO(WORD.made(SHEET))).core_properties
    assert (kept.author, kept.last_modified_by, kept.title, kept.comments) == ("", "", "", "")
    assert kept.created is not None
    assert kept.created.year == 1980
    with zipfile.ZipFile(io.BytesIO(WORD.made(SHEET))) as archive:
        assert {i.date_time[0] for i in archive.infolist()} == {1980}
        assert not [n for n in archive.namelist() if "thumbnail" in n]


def test_what_xml_cannot_hold_and_what_turns_text_round_is_dropped() -> None:
    odd = replace(SHEET, foot=("a\x00b\u202ec\x0bd",))
    assert read(WORD.made(odd))[0][-1] == "abc d"


def test_a_whole_draft_of_the_story_reads_back() -> None:
    made = draft(story("2004-10-29"), "trustee-notice", NOW, WORD)
    assert made.name == "REHEARSAL-Granite-Story-3-b-2004-11-01.docx"
    assert len(made.content) < 120_000
    paragraphs, rows, headers = read(made.content)
    assert paragraphs[0] == MARK
    assert "To: Wells Fargo Bank, National Association (Trustee)" in paragraphs
    assert ["5", "mail", "Fri Nov 5, 2004: too late", "cannot be in time"] in rows
    assert headers[0].startswith(f"{MARK} Rehearsal")


def test_blanks_are_listed_once_in_order() -> None:
    assert blanks(SHEET.letter) == ["a day", "signature"]


@pytest.mark.parametrize(
    ("code_name", "clause", "name"),
    [
        ("Granite", "3(b)", "Granite-3-b-2004-11-01.zip"),
        ("Blue Stone/../x", "1, Business Day", "Blue-Stone-x-1-Business-Day-2004-11-01.zip"),
        ("Ünder", "", "nder-2004-11-01.zip"),
    ],
)
def test_a_file_name_is_safe_anywhere(code_name: str, clause: str, name: str) -> None:
    assert file_name(code_name, clause, date(2004, 11, 1), ".zip", rehearsal=False) == name
