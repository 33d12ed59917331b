"""A table for a spreadsheet: nothing in it is computed, and it reads back as it was."""

import csv
import io
from datetime import date

import pytest

from dealclock.access.insiders import Insider
from dealclock.render.csv_text import cell, csv_text
from dealclock.render.insiders import HEADER, insider_csv


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'=1"),
        ("\tplain", "'plain"),
        ("\r=1", "'=1"),
        ("\n@x", "'@x"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("Maria Lopez", "Maria Lopez"),
        ("a=b", "a=b"),
        ("2026-03-02", "2026-03-02"),
        ("", ""),
    ],
)
def test_what_a_spreadsheet_would_compute_stands_behind_an_apostrophe(
    text: str, shown: str
) -> None:
    assert cell(text) == shown


def test_quotes_commas_and_lines_stay_in_their_cell() -> None:
    made = csv_text(("a", "b"), [('say "x"', "1,2"), ("two\r\nlines", "=x")])
    assert made == '"a","b"\r\n"say ""x""","1,2"\r\n"two lines","\'=x"\r\n'


def test_an_insider_is_a_line_of_as_many_cells_as_the_header() -> None:
    ann = Insider(
        person="ann",
        name="=HYPERLINK(0)",
        email="ann@a.example",
        slack="U01ANN",
        role="viewer",
        audience="inside",
        stands_for="counsel",
        holder="",
        since=date(2026, 3, 2),
        to=None,
        added_by="@bob",
        why="-",
    )
    header, line = csv.reader(io.StringIO(insider_csv([ann])))
    assert tuple(header) == HEADER
    assert line == [
        *("'=HYPERLINK(0)", "ann", "ann@a.example", "U01ANN"),
        *("viewer", "inside", "counsel", "", "2026-03-02", "", "'@bob", "'-", "allow list"),
    ]
