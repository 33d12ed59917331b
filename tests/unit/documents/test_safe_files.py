"""Files that are the same at any time, and tables that no program reads as formulas."""

import csv
import io
import zipfile

import pytest

from dealclock.documents.safe_csv import escape_cell, safe_csv
from dealclock.documents.zip_files import members, zipped


def test_a_zip_is_the_same_at_any_time_and_reads_back() -> None:
    given = [("b.txt", b"two"), ("a/c.txt", "drei ü".encode())]
    made = zipped(given)
    assert made == zipped(given)
    assert members(made) == given
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert {i.date_time for i in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {i.compress_type for i in archive.infolist()} == {zipfile.ZIP_STORED}
        assert archive.testzip() is None


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("=HYPERLINK(A1)", "'=HYPERLINK(A1)"),
        ("+1", "'+1"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'=1"),
        ("\r=1", "'=1"),
        ("\n=1", "'=1"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("a\nb", "a b"),
        ("a\u202eb\x00", "ab"),
        ("trustee-notice", "trustee-notice"),
        ("15416.67", "15416.67"),
        ("", ""),
    ],
)
def test_a_cell_is_never_a_formula_and_always_one_line(typed: str, shown: str) -> None:
    assert escape_cell(typed) == shown


def test_a_table_is_quoted_and_begins_with_a_byte_order_mark() -> None:
    made = safe_csv(("id", "note"), [("F1", 'say "=1", twice')])
    assert made == '\ufeff"id","note"\r\n"F1","say ""=1"", twice"\r\n'.encode()
    assert list(csv.reader(io.StringIO(made.decode("utf-8-sig")))) == [
        ["id", "note"],
        ["F1", 'say "=1", twice'],
    ]
