"""`dealclock draft` and `dealclock proof`: files given to a person of a deal."""

import hashlib
import shutil
import subprocess
import zipfile
from dataclasses import replace
from datetime import UTC, date, datetime
from importlib import import_module
from pathlib import Path

import pytest

from dealclock.cli import file_command
from tests.contract.store import samples
from tests.golden.values import shows
from tests.golden.wording import items, wording
from tests.unit.cli.running import Dealclock
from tests.unit.jobs.house import House

NOTICE = "trustee-notice/default-ii"


@pytest.fixture
def story(stack: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> House:
    """Story, a rehearsal on October 29, 2004; files are written to an empty folder."""
    stack.now = datetime(2026, 11, 20, 15, tzinfo=UTC)
    bundle = replace(samples.rehearsal(*samples.story()), day=date(2004, 10, 29))
    stack.store.deals.load(bundle, stack.now, "tests")
    monkeypatch.chdir(tmp_path)
    return stack


def test_the_documents_of_a_draft_are_written_separately(
    story: House, dealclock: Dealclock, tmp_path: Path
) -> None:
    ran = dealclock("draft", "Story", NOTICE, "--as", "maria")
    assert (ran.code, ran.err) == (0, "")
    names = ["draft-Section-3-b-2004-11-01.docx", "counsel-sheet-Section-3-b-2004-11-01.docx"]
    files = [tmp_path / f"REHEARSAL-Story-{name}" for name in names]
    assert sorted(tmp_path.iterdir()) == sorted(files)
    said = [
        f"{file.name}: {NOTICE}\nsha256 {hashlib.sha256(file.read_bytes()).hexdigest()}\n"
        for file in files
    ]
    assert ran.out == "".join(said)
    assert dealclock("draft", "Story", NOTICE, "--as", "maria").code == 0


def test_a_draft_in_text_is_shown_or_written_to_a_folder(
    story: House, dealclock: Dealclock, tmp_path: Path
) -> None:
    ran = dealclock("draft", "Story", NOTICE, "--as", "maria", "--text")
    wording("command/draft", items(ran.said, "DRAFT"))
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "out").mkdir()
    assert dealclock("draft", "Story", NOTICE, "--as", "maria", "--text", "--to", "out").code == 0
    letter = tmp_path / "out" / "REHEARSAL-Story-draft-Section-3-b-2004-11-01.txt"
    assert ran.out.startswith(letter.read_text())
    refused = dealclock("draft", "Story", NOTICE, "--as", "maria", "--to", "a.docx")
    assert (refused.code, refused.out) == (2, "")
    wording("refusal/draft", refused.said, "no folder")


def test_a_draft_edited_by_someone_is_not_overwritten(
    story: House, dealclock: Dealclock, tmp_path: Path
) -> None:
    mine = tmp_path / "REHEARSAL-Story-draft-Section-3-b-2004-11-01.docx"
    mine.write_text("filled in")
    ran = dealclock("draft", "Story", NOTICE, "--as", "maria")
    assert ran.code == 2
    assert "already exists with other content" in ran.flat
    assert mine.read_text() == "filled in"


def test_a_draft_may_be_of_another_day(story: House, dealclock: Dealclock) -> None:
    ran = dealclock("draft", "Story", "payment", "--as", "maria", "--text", "--as-of", "2005-01-10")
    assert shows(wording("command/draft", items(ran.said, "$31,666.67")), "$31,666.67")
    assert shows(wording("command/draft", items(ran.said, "2004-10-29"), "second"), "2004-10-29")
    known = ("--as-of", "2005-01-10", "--known-at", "2005-01-10")
    ran = dealclock("draft", "Story", "payment", "--as", "maria", "--text", *known)
    assert shows(wording("command/draft", items(ran.said, "$15,416.67"), "third"), "$15,416.67")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("draft", "Story", "effectiveness", "--as", "maria"), "there is nothing to draft for"),
        (("draft", "Story", NOTICE, "--as", "mario"), "is for people inside the deal"),
        (("draft", "Story", NOTICE), "--as PERSON is missing; give it."),
        (("proof", "Story", "nothing", "--as", "maria"), "there is no 'nothing'"),
        (("proof", "Stori", NOTICE, "--as", "maria"), "there is no deal 'Stori'"),
        (("proof", "Story", NOTICE, "--as", "maria", "--to", "no/such/x.zip"), "cannot write"),
    ],
)
def test_what_cannot_be_is_refused_in_one_paragraph(
    story: House, dealclock: Dealclock, words: tuple[str, ...], says: str
) -> None:
    ran = dealclock(*words)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.flat


@pytest.mark.parametrize("command", ["draft", "proof"])
def test_without_its_packages_a_document_is_refused_with_what_to_install(
    story: House, dealclock: Dealclock, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def missing(name: str) -> object:
        if name.startswith("dealclock.documents"):
            raise ModuleNotFoundError("No module named 'reportlab'", name="reportlab")
        return import_module(name)

    monkeypatch.setattr(file_command, "import_module", missing)
    ran = dealclock(command, "Story", NOTICE, "--as", "maria")
    assert ran.code == 2
    wording("refusal/draft", ran.said)


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum here")
def test_a_pack_verifies_with_nothing_but_sha256sum(
    story: House, dealclock: Dealclock, tmp_path: Path
) -> None:
    ran = dealclock("proof", "Story", NOTICE, "--as", "maria", "--to", "p.zip")
    assert ran.code == 0
    assert "sha256sum -c SHA256SUMS" in ran.out
    with zipfile.ZipFile(tmp_path / "p.zip") as pack:
        pack.extractall(tmp_path / "proof")
    check = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"]
    assert subprocess.run(check, cwd=tmp_path / "proof", check=False).returncode == 0
    (tmp_path / "proof" / "facts.txt").write_text("other")
    done = subprocess.run(check, cwd=tmp_path / "proof", check=False, capture_output=True)
    assert done.returncode == 1


def test_the_archive_shows_what_was_handed_out(story: House, dealclock: Dealclock) -> None:
    dealclock("draft", "Story", NOTICE, "--as", "maria", "--text")
    ran = dealclock("archive", "Story")
    assert shows(items(ran.said, "Maria Lopez"), "Maria Lopez")
    for paper in ("draft", "counsel-sheet"):
        assert f"REHEARSAL-Story-{paper}-Section-3-b-2004-11-01.txt" in ran.said


def test_events_are_exported_as_in_slack_for_people_of_the_deal(
    story: House, dealclock: Dealclock, tmp_path: Path
) -> None:
    ran = dealclock("export", "Story", "facts", "--as", "maria", "--to", "facts.csv")
    assert (ran.code, ran.err) == (0, "")
    wording("command/export", ran.said)
    header, *rows = (tmp_path / "facts.csv").read_text("utf-8-sig").splitlines()
    assert header.startswith('"id","kind","on"')
    assert rows
    assert dealclock("export", "Story", "facts", "--as", "nobody", "--to", "b.csv").code == 2
    assert dealclock("export", "Story", "everything", "--as", "maria").code == 2
    assert not (tmp_path / "b.csv").exists()
    assert [t.kind for t in story.store.archive.messages("story")] == ["file"]
