"""docs/drafts.md shows every kind of draft as made, and documents every export and member."""

import re

from dealclock.documents.drafts.kinds import KINDS
from dealclock.documents.paper import LETTER, MEMO, SHEET
from dealclock.documents.proof.pack import MESSAGES, SUMMARY, SUMS
from dealclock.jobs.documents.export import EXPORTS
from tests.docs.drafts import PAGE, rewritten
from tests.docs.pages import in_code, page, sections


def test_the_examples_are_the_current_drafts() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert rewritten(text) == text, "run `python -m tests.docs.drafts`"


def test_every_kind_is_documented_and_shown_once() -> None:
    text = page("drafts.md")
    data = in_code(sections(text, 2)["Drafts"])
    assert set(KINDS) - data == set()
    assert len(re.findall(r"<!-- draft: \S+ \S+ draft -->", text)) == len(KINDS)


def test_every_paper_of_a_draft_is_shown() -> None:
    shown = re.findall(r"<!-- draft: \S+ \S+ (\S+) -->", PAGE.read_text(encoding="utf-8"))
    assert set(shown) == {LETTER, SHEET, MEMO}


def test_every_member_of_a_pack_is_documented() -> None:
    data = in_code(sections(page("drafts.md"), 2)["Proof packs"])
    assert {SUMMARY, SUMS, MESSAGES, "manifest.txt", "manifest.json"} - data == set()


def test_every_export_is_documented() -> None:
    assert set(EXPORTS) - in_code(sections(page("drafts.md"), 2)["Exports"]) == set()
