"""`dealclock what-if --memo`: the answer as one page, its figures worked out by hand."""

import json
import shutil
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.cli.running import SAMPLE, Dealclock, replace

ASKED = ("what-if", SAMPLE, "--as-of", "2004-11-20")
FACT = ("--fact", "{kind: registration-statement-effective, on: 2004-12-01}")


def test_the_memo_has_the_question_the_assumption_and_each_figure_before_and_after(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    file = tmp_path / "memo.pdf"
    ran = dealclock(*ASKED, *FACT, "--memo", file)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{file}: Granite, what-if memo\n"
    (page,) = PdfReader(file).pages
    text = wording("document/what-if-memo", page.extract_text())
    assert shows(text, "2004-11-20", "2004-12-01")
    # 30/360 from Oct 29: 76 days to Jan 15, 32 to Dec 1, each of 60,000,000 x 0.25% / 360.
    assert shows(text, "payment/2005-01-15", "$31,666.67", "$13,333.33")
    # Five Business Days after Wed, Dec 1: Dec 2, 3, 6, 7, 8.
    assert shows(text, "2004-12-08")
    # The last protected day is the day before the second anniversary.
    assert shows(text, "2004-12-01", "2006-11-30")
    assert "none\nWed, Dec 8, 2004" in text
    assert "not legal advice" in text
    assert "Indenture not reviewed" in text
    assert dealclock(*ASKED, *FACT, "--memo", file).code == 0


def test_a_memo_without_changes_states_it(dealclock: Dealclock, tmp_path: Path) -> None:
    file = tmp_path / "memo.pdf"
    fact = ("--fact", "{kind: registration-statement-filed, on: 2004-11-10}")
    assert dealclock(*ASKED, *fact, "--memo", file).code == 0
    (page,) = PdfReader(file).pages
    assert "No date and no amount changes." in page.extract_text()


def test_a_memo_is_a_pdf_and_writes_over_nothing(dealclock: Dealclock, tmp_path: Path) -> None:
    mine = tmp_path / "memo.pdf"
    mine.write_text("mine")
    ran = dealclock(*ASKED, *FACT, "--memo", mine)
    assert (ran.code, mine.read_text()) == (2, "mine")
    ran = dealclock(*ASKED, *FACT, "--memo", "memo.docx")
    assert (ran.code, ran.out) == (2, "")
    wording("refusal/what-if", ran.said)


@pytest.mark.full
def test_amounts_stay_between_two_while_the_day_count_is_not_set(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    deal, file = tmp_path / "deal", tmp_path / "memo.pdf"
    shutil.copytree(SAMPLE, deal)
    replace(deal / "terms.yaml", "day_count: 30/360", "day_count: unset")
    asked = ("what-if", deal, "--as-of", "2004-11-20")
    assert dealclock(*asked, *FACT, "--memo", file).code == 0
    (page,) = PdfReader(file).pages
    # 76 days of 360 to 78 actual ones of 360; 32 of 360 to 33 actual ones of 360.
    between = ("$31,666.67", "$32,500.00", "$13,333.33", "$13,750.00")
    assert shows(page.extract_text(), "payment/2005-01-15", *between)
    moves = json.loads(dealclock(*asked, *FACT, "--json").out)["moves"]
    assert [m["to"] for m in moves if m["what"] == "amount"] == ["13333.33..13750.00"]
