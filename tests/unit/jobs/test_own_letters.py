"""A deal's own letters: checked, loaded and versioned with its terms, and marked as such."""

import re
import shutil
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from dealclock.desk.load import load
from dealclock.documents.deal_files import read_deal
from dealclock.documents.letter import list_names
from dealclock.documents.paper import LETTER, MEMO, NOT_APPROVED, SHEET
from dealclock.errors import InvalidError
from dealclock.jobs.deal_day import own_look
from dealclock.jobs.documents.document import FileRequest
from dealclock.jobs.documents.drafts import draft, give_drafts
from dealclock.people.approval import of_terms
from dealclock.store import Bundle, Store, StoredDeal
from dealclock.terms.terms import Terms
from tests.contract.store import samples
from tests.docs.drafts import NOW, story
from tests.docs.pages import page
from tests.services import services

SAMPLE = Path("agreements/infocrossing-2004")
SHIPPED = Path("layers/dealclock/python/dealclock/documents/letters")
NAME = "letters/default-notice.md"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The sample deal with the shipped notice as its own."""
    made = Path(shutil.copytree(SAMPLE, tmp_path / "granite"))
    (made / "letters").mkdir()
    shutil.copy(SHIPPED / "default-notice.md", made / NAME)
    return made


def guide() -> tuple[str, str]:
    """The line that the guide for counsel replaces, and its new one."""
    old, new = re.findall(r"<!-- (?:change|to) -->\n +```text\n +(.*)\n +```\n", page("drafts.md"))
    return old, new


def change(folder: Path, old: str, new: str) -> None:
    text = (folder / NAME).read_text(encoding="utf-8")
    assert old in text
    (folder / NAME).write_text(text.replace(old, new), encoding="utf-8")


def terms(folder: Path) -> Terms:
    return read_deal(folder, None, rehearsals=False).terms


def problems(folder: Path) -> list[str]:
    """What is wrong with the deal; its paths are within the folder."""
    with pytest.raises(InvalidError) as refused:
        terms(folder)
    return [str(each).replace(f"{folder}/", "") for each in refused.value.problems]


def of_story(folder: Path, on: str = "2004-10-29") -> StoredDeal:
    return replace(story(on), terms=terms(folder))


def test_the_guide_changes_one_sentence_of_the_trustee_notice(folder: Path) -> None:
    change(folder, *guide())
    papers = draft(of_story(folder), "trustee-notice", NOW)
    text = " ".join(papers[LETTER].text.split())
    assert "4. Please confirm to the Company that you received this notice." in text
    assert "any further statement" not in text
    # The rest is as shipped: but for its sentence, its mark and its foot.
    ours, theirs = (
        set(" ".join(each[LETTER].text.split()).split(". "))
        for each in (papers, draft(story("2004-10-29"), "trustee-notice", NOW))
    )
    assert len(theirs - ours) <= 4


def test_an_own_letter_is_marked_until_a_second_person_approves_its_version(folder: Path) -> None:
    change(folder, *guide())
    deal = of_story(folder)
    papers = draft(deal, "trustee-notice", NOW)
    assert papers[LETTER].text.splitlines()[2] == NOT_APPROVED
    foot = "[This deal's own text: letters/default-notice.md, terms version 1, "
    said = " ".join(papers[LETTER].text.split())
    assert said.endswith(f"{foot}unverified: awaiting second approval]")
    assert foot[1:] in " ".join(papers[SHEET].text.split())
    at = datetime(2004, 10, 29, 15, tzinfo=UTC)
    approved = of_terms(1).approved("james", "James Whitfield", at)
    text = draft(deal, "trustee-notice", NOW, approvals=(approved,))[LETTER].text
    assert NOT_APPROVED not in text
    assert " ".join(text.split()).endswith(f"{foot}approved by James Whitfield]")
    older = of_terms(2).approved("james", "James Whitfield", at)
    assert NOT_APPROVED in draft(deal, "trustee-notice", NOW, approvals=(older,))[LETTER].text


def test_other_papers_of_the_deal_are_as_shipped(folder: Path) -> None:
    ours = draft(of_story(folder, "2005-01-10"), "payment", NOW)
    theirs = draft(story("2005-01-10"), "payment", NOW)
    assert [each.text for each in ours.values()] == [each.text for each in theirs.values()]


def test_a_memo_can_be_the_deals_own(folder: Path) -> None:
    shutil.copy(SHIPPED / "funding-memo.md", folder / "letters")
    papers = draft(of_story(folder, "2005-01-10"), "payment", NOW)
    assert NOT_APPROVED not in papers[LETTER].text
    assert "own text: letters/funding-memo.md, terms" in " ".join(papers[MEMO].text.split())


def test_a_bad_letter_is_refused_with_its_line_and_all_other_problems(folder: Path) -> None:
    change(folder, "1. {{ default }}", "1. It occurred on {{ defualt }}.")
    (folder / "letters" / "default-notise.md").write_text("", encoding="utf-8")
    (folder / "letters" / "holder-advice.md").write_text("Dear Holder,\n", encoding="utf-8")
    left_out, unknown, stray, no_front = problems(folder)
    assert left_out.startswith(f"{NAME}:14: default: given left out; write {{{{ default }}}}, ")
    assert unknown.startswith(f"{NAME}:35: defualt: given a name without a value; give one of ")
    assert unknown.endswith("Did you mean 'default'?")
    assert stray.startswith("letters/default-notise.md: the file: given 'default-notise.md'; give ")
    assert stray.endswith("Did you mean 'default-notice.md'?")
    assert no_front.startswith("letters/holder-advice.md:1: the file: given no front matter; ")


@pytest.mark.parametrize("name", list_names())
def test_each_shipped_file_can_be_a_deals_own(folder: Path, name: str) -> None:
    shutil.copy(SHIPPED / f"{name}.md", folder / "letters")
    assert name in terms(folder).letters


def test_a_letter_is_neither_elsewhere_nor_among_the_terms(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("secret", encoding="utf-8")
    (folder / "letters" / "holder-advice.md").symlink_to(tmp_path / "other.md")
    (says,) = problems(folder)
    assert "inside the deal's folder" in says
    assert "secret" not in says
    (folder / "letters" / "holder-advice.md").unlink()
    with (folder / "terms.yaml").open("a", encoding="utf-8") as file:
        file.write("letters: {default-notice: Dear Sirs}\n")
    (says,) = problems(folder)
    assert says.endswith("give each in a file of its own, letters/NAME.md")


def test_it_is_stored_and_versioned_with_the_terms(store: Store, folder: Path) -> None:
    first = samples.rehearsal(*samples.story())
    plain = replace(first, terms=terms(SAMPLE))
    now = services(store, now=NOW)
    assert load(plain, now, "tests").changes.terms == (0, 1)
    own: Bundle = replace(plain, terms=terms(folder))
    assert load(own, now, "tests").changes.terms == (1, 2)
    assert load(own, now, "tests").changes.nothing
    deal = store.deals.get("story")
    assert deal is not None
    assert deal.terms.letters == {"default-notice": (folder / NAME).read_text(encoding="utf-8")}
    old, new, *_ = samples.rows(store, "DEAL#story", "TERMS#", "TERMS#~")
    assert '"letters":' not in old.text("content")
    assert new.number("needs") == 3  # an older release would send the shipped text instead
    assert load(plain, now, "tests").changes.terms == (2, 3)


def test_the_archive_keeps_whose_text_it_is(store: Store, folder: Path) -> None:
    own = replace(samples.rehearsal(*samples.story()), terms=terms(folder))
    store.deals.load(own, NOW, "tests")
    store.deals.rehearse_to("story", date(2004, 10, 29), NOW, "tests")
    deal = store.deals.get("story")
    assert deal is not None
    maria, at = deal.team.access.person("maria"), services(store, now=NOW)
    named, look = {"obligation": "trustee-notice"}, own_look(deal, NOW)
    give_drafts(FileRequest(deal, maria, named, look, at, "U01MARIA"), only=LETTER)
    (kept,) = store.archive.messages("story")
    assert "own text: letters/default-notice.md, terms version 1" in " ".join(kept.text.split())
    assert kept.terms_version == 1
