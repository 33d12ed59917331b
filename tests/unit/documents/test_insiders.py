"""The insider list for a spreadsheet: a line for each, and nothing in it is computed."""

import csv
import io
from dataclasses import replace
from datetime import date

import pytest

from dealclock.documents.safe_csv import HEADER, insider_csv
from dealclock.people.insiders import Insider

ANN = Insider(
    person="ann",
    name="Ann Field",
    email="ann@a.example",
    slack="U01ANN",
    role="viewer",
    audience="inside",
    stands_for="counsel",
    holder="",
    since=date(2026, 3, 2),
    to=None,
    added_by="Bob",
    why='Said "yes", twice',
)


def lines(found: Insider) -> list[list[str]]:
    return list(csv.reader(io.StringIO(insider_csv([found]).decode("utf-8-sig"))))


def test_an_insider_is_a_line_with_as_many_cells_as_the_header() -> None:
    header, line = lines(ANN)
    assert tuple(header) == HEADER
    assert line == [
        *("Ann Field", "ann", "ann@a.example", "U01ANN", "viewer", "inside", "counsel", ""),
        *("2026-03-02", "", "Bob", 'Said "yes", twice', "allow list"),
    ]
    assert lines(replace(ANN, to=date(2026, 3, 9)))[1][9] == "2026-03-09"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("=HYPERLINK(0)", "'=HYPERLINK(0)"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'=1"),
        ("\r=1", "'=1"),
        ("\n@x", "'@x"),
        ("  =1", "'  =1"),
        ("\ttab", "tab"),
        ("two\r\nlines", "two lines"),
        ("a=b", "a=b"),
    ],
)
def test_a_cell_a_spreadsheet_would_compute_begins_with_an_apostrophe(
    typed: str, shown: str
) -> None:
    assert lines(replace(ANN, name=typed, why=typed))[1] == [
        *(shown, "ann", "ann@a.example", "U01ANN", "viewer", "inside", "counsel", ""),
        *("2026-03-02", "", "Bob", shown, "allow list"),
    ]
