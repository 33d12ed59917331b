"""Paths in a file lead only to files in its folder, and show nothing of others."""

from pathlib import Path
from shutil import copytree

import pytest

from dealclock.documents.deal_files import read_deal
from dealclock.errors import ConflictError, InvalidError
from dealclock.jobs.operate.cases.prepare import Agreements
from tests.golden.wording import wording

SAMPLES = Path(__file__).parents[3] / "agreements"
SECRET = "the-words-of-another-file"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "deals" / "granite"
    copytree(SAMPLES / "infocrossing-2004", made)
    (tmp_path / "deals" / "other.yaml").write_text(f"facts: [{{{SECRET}: 1}}]\n")
    (made / "histories" / "link.yaml").symlink_to(tmp_path / "deals" / "other.yaml")
    return made


@pytest.mark.parametrize(
    "named",
    [
        "../other.yaml",
        "histories/../../other.yaml",
        "histories/link.yaml",
        "{parent}/other.yaml",
        "/etc/hostname",
        "a\\0b",
        "x" * 5_000,
    ],
)
def test_a_rehearsal_history_outside_the_deals_folder_is_refused_unread(
    folder: Path, named: str
) -> None:
    name = named.replace("{parent}", str(folder.parent))
    team = (folder / "team.yaml").read_text()
    assert "facts: histories/story.yaml" in team
    changed = team.replace("facts: histories/story.yaml", f'facts: "{name}"', 1)
    (folder / "team.yaml").write_text(changed)
    with pytest.raises(InvalidError) as refused:
        read_deal(folder, None)
    assert {p.file for p in refused.value.problems} == {str(folder / "team.yaml")}
    (found,) = (p for p in refused.value.problems if "inside the deal's folder" in p.allowed)
    assert found.where.startswith("rehearsals.")
    wording("refusal/files-elsewhere", found.allowed)
    assert SECRET not in str(refused.value)
    assert len(str(found)) < 400


def test_a_cases_agreement_outside_its_folder_is_reported_as_missing(folder: Path) -> None:
    for named in ("../granite", "../../deals/granite", str(folder), "a\0b"):
        with pytest.raises(ConflictError, match="there is no agreement"):
            Agreements((folder.parent / "none", folder / "histories")).terms(named, ())
    terms, *_ = Agreements((folder.parent,)).terms("granite", ())
    assert terms.id == "infocrossing-2004"
