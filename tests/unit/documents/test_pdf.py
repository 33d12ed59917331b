"""PDF documents, read back: the same words, one page if possible, no revealing properties."""

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pypdf import PdfReader

from dealclock.documents.drafts.text import PLAIN
from dealclock.documents.paper import (
    CONFIDENTIAL,
    MEMO,
    Form,
    Grid,
    Lines,
    Pairs,
    Paper,
    Paragraph,
    PartTitle,
)
from dealclock.documents.pdf import PDF
from dealclock.jobs.documents.drafts import draft
from tests.docs.drafts import NOW, story

SHEET = Paper(
    title="Funding memo",
    marks=("Internal.",),
    blocks=(
        PartTitle("Payment"),
        Pairs((("Amount", "$15,416.67"), ("Account", "______"))),
        Paragraph("To <b>Smith & Co.</b>"),
        Lines(("1. One", "   two")),
        Grid(("Day", "Amount"), (("Mon", "$1.00"),), frozenset({1})),
    ),
    foot=("As of a day.",),
)


def pages(sheet: Paper) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(PDF.made(sheet))).pages]


def with_rows(count: int, annex: str) -> Paper:
    """A sheet with a table of that many rows."""
    rows = tuple((f"row {n}", f"${n}.00") for n in range(1, count + 1))
    grid = Grid(("Row", "Amount"), rows, frozenset({1}), annex=annex)
    return replace(SHEET, blocks=(PartTitle("Rows"), grid))


def test_a_page_has_the_words_of_the_document_and_no_typed_markup() -> None:
    (text,) = pages(SHEET)
    said = ["Funding memo", "Payment", "Amount", "$15,416.67", "______", "1. One", "two", "$1.00"]
    assert [word for word in said if word not in text] == []
    assert "To <b>Smith & Co.</b>" in text
    assert "Page 1 of 1" in text
    assert text.rstrip().endswith("As of a day.")


def test_the_same_document_is_the_same_file() -> None:
    assert PDF.made(SHEET) == PDF.made(SHEET)
    assert PDF.made(SHEET) != PDF.made(replace(SHEET, foot=("As of another day.",)))
    # What a compressor writes depends on its release.
    assert b"FlateDecode" not in PDF.made(SHEET)


def test_its_properties_reveal_nothing() -> None:
    kept = PdfReader(io.BytesIO(PDF.made(SHEET))).metadata
    assert kept is not None
    assert (kept.title, kept.author, kept.subject) == (CONFIDENTIAL, "", "")
    assert str(kept.get("/CreationDate")).startswith("D:20000101")


def test_its_fonts_are_embedded() -> None:
    (page,) = PdfReader(io.BytesIO(PDF.made(SHEET))).pages
    fonts = page["/Resources"]["/Font"]  # type: ignore[index]
    used = [font.get_object() for name, font in fonts.items() if name != "/F1"]
    assert used
    assert all("/FontFile2" in font["/FontDescriptor"] for font in used)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ågren Łódź", "Ågren Łódź"),
        ("Жуков", "Жуков"),
        ("Ωλέν", "Ωλέν"),
        ("中 Bank", "[U+4E2D] Bank"),
        ("a\u202eb\x00c", "abc"),
    ],
)
def test_a_name_is_never_drawn_as_boxes(name: str, shown: str) -> None:
    (text,) = pages(replace(SHEET, foot=(name,)))
    assert text.rstrip().endswith(shown)


def test_a_table_with_an_annex_is_cut_to_one_page_and_the_rest_is_counted() -> None:
    (text,) = pages(with_rows(200, "annex rows.json"))
    shown = text.count("row ")
    assert 10 <= shown < 60
    assert f"and {200 - shown} more, in annex rows.json" in text
    (text,) = pages(with_rows(12, "annex rows.json"))
    assert (text.count("row "), "more, in annex" in text) == (12, False)


def test_a_table_without_an_annex_is_never_cut() -> None:
    found = pages(with_rows(200, ""))
    assert len(found) > 1
    assert sum(text.count("row ") for text in found) == 200
    assert f"Page 2 of {len(found)}" in found[1]


def test_a_word_wider_than_the_page_stays_on_it() -> None:
    digest = "f" * 64
    grid = Grid(("Name", "Hash"), (("x" * 90, digest),))
    (text,) = pages(replace(SHEET, blocks=(grid, Lines(("y" * 300,)))))
    assert text.replace("\n", "").count("y") >= 300
    assert text.replace("\n", "").count("f") >= 64


def fields(sheet: Paper) -> Iterator[str]:
    """Everything typed on a paper, in order."""
    yield from (sheet.title, *sheet.marks)
    for block in sheet.blocks:
        match block:
            case PartTitle() | Paragraph():
                yield block.text
            case Lines():
                yield from block.lines
            case Pairs():
                yield from (cell for row in block.rows for cell in row)
            case Grid():
                yield from (cell for row in (block.headings, *block.rows) for cell in row)
    yield from sheet.foot


def test_the_pdf_of_a_memo_has_each_of_its_fields_in_order() -> None:
    seen: list[Paper] = []

    def made(sheet: Paper) -> bytes:
        seen.append(sheet)
        return PDF.made(sheet)

    forms = {**PLAIN, MEMO: Form(".pdf", "application/pdf", made)}
    memo = draft(story("2005-01-10"), "payment/2005-01-15", NOW, forms)[MEMO]
    (page,) = PdfReader(io.BytesIO(memo.content)).pages
    left = "".join(page.extract_text().split())
    typed = [field for field in fields(seen[0]) if field.strip()]
    assert len(typed) > 50
    for field in typed:
        _, found, left = left.partition("".join(field.split()))
        assert found, f"{field!r} is not on the page, or not in its place"
