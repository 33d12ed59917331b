"""`dealclock init`: a blank deal, which `check` accepts once its placeholders are replaced, or one
from a model or sample, which it accepts as it is.
"""

import json
import re
from pathlib import Path

import pytest

from dealclock.cli.init import SAMPLES
from dealclock.days import day_counts
from dealclock.documents.placeholders import PLACEHOLDERS
from dealclock.terms.readings import ALL
from tests.unit.cli.running import Dealclock

OWN = {
    "my-deal": "copperleaf-2025",
    "Registration Rights Agreement, Issuer and Initial Purchaser": "Rights Agreement",
    "Where the agreement was read": "Exhibit 4.4",
    "The issuer": "Copperleaf Robotics, Inc.",
    "The trustee": "Elm Bank, N.A.: Trust",
    "first.person@issuer.example": "ann@copperleaf.test",
    "second.person@issuer.example": "bo@copperleaf.test",
    "Placeholder": "Copper",
    "placeholder": "copper",
    "First Person": "Lee, Ann",
    "Second Person": "Bo Chen",
    "U00FIRST": "U0AB12CD3",
    "U00SECOND": "U0AB12CD4",
    "C00CHANNEL": "C0AB12CD5",
    "C00REHEARSAL": "C0AB12CD6",
}


def filled(dealclock: Dealclock, folder: Path) -> Path:
    """A blank deal in which each placeholder is replaced, comments left out."""
    dealclock("init", folder)
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8")
        for placeholder, own in OWN.items():
            text = text.replace(placeholder, own)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_blank_deal_passes_check_once_its_placeholders_are_replaced(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    ran = dealclock("check", filled(dealclock, tmp_path))
    assert ran.code == 0, ran.err
    assert "WARNING" not in ran.flat


def test_every_placeholder_is_in_the_blank_files(dealclock: Dealclock, tmp_path: Path) -> None:
    dealclock("init", tmp_path)
    blank = "".join(path.read_text(encoding="utf-8") for path in tmp_path.iterdir())
    assert [each for each in PLACEHOLDERS if each not in blank] == []


def test_a_deal_of_the_blank_terms_says_no_yes_without_an_effective_statement(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    folder = filled(dealclock, tmp_path)
    said = dealclock("ask", folder, "usable", "--as-of", "2025-04-16").out.splitlines()
    assert not any(line.lower().startswith("yes") for line in said)
    assert "yes, computed" not in said[0]


def test_the_comment_on_day_counts_names_all_there_are(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    dealclock("init", tmp_path)
    lines = (tmp_path / "terms.yaml").read_text(encoding="utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("  day_count: "))
    comment = lines[at - 1].strip().removeprefix("# ").replace(" or ", ", ")
    assert tuple(comment.split(", ")) == day_counts.NAMES


def test_the_facts_shown_in_comments_are_facts(dealclock: Dealclock, tmp_path: Path) -> None:
    filled(dealclock, tmp_path)
    facts = tmp_path / "facts.yaml"
    text = facts.read_text(encoding="utf-8")
    facts.write_text(text.replace("facts: []", "facts:").replace("\n#  ", "\n  "), encoding="utf-8")
    ran = dealclock("check", tmp_path)
    assert ran.code == 0, ran.err
    assert "facts.yaml 2 events" in ran.flat


SHOWN = ("# readings:", "# alerts:", "# escalation:", "# away:", "# rehearsals:", "#   ")


def test_the_readings_and_alerts_shown_in_comments_are_accepted(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    filled(dealclock, tmp_path)
    team = tmp_path / "team.yaml"
    lines = team.read_text(encoding="utf-8").splitlines()
    shown = [line[2:] if line.startswith(SHOWN) else line for line in lines]
    team.write_text("\n".join(shown), encoding="utf-8")
    ran = dealclock("check", tmp_path)
    assert ran.code == 0, ran.err
    assert "and 1 rehearsal" in ran.flat


def test_nothing_is_overwritten(dealclock: Dealclock, tmp_path: Path) -> None:
    (tmp_path / "team.yaml").write_text("mine", encoding="utf-8")
    ran = dealclock("init", tmp_path)
    assert ran.code == 2
    assert "already contains team.yaml" in ran.flat
    assert [p.name for p in tmp_path.iterdir()] == ["team.yaml"]
    assert (tmp_path / "team.yaml").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_cannot_hold_all_files_gets_none(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    (tmp_path / "facts.yaml").symlink_to(tmp_path / "elsewhere" / "facts.yaml")
    ran = dealclock("init", tmp_path)
    assert ran.code == 2
    assert "cannot write" in ran.flat
    assert [p.name for p in tmp_path.iterdir()] == ["facts.yaml"]


def test_a_blank_deal_counts_the_readings_of_its_terms_alone(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    dealclock("init", tmp_path)
    out = dealclock("assess", tmp_path, "--as-of", "2025-02-01").flat
    used = re.search(r"READINGS USED (\d+) in all, at the default, change nothing today", out)
    assert used is not None
    assert 1 < int(used[1]) < len(ALL)


def test_an_editor_finds_the_schema_where_the_blank_terms_say(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    dealclock("init", tmp_path)
    first = (tmp_path / "terms.yaml").read_text(encoding="utf-8").partition("\n")[0]
    to = tmp_path / first.partition("$schema=")[2]
    assert str(to) in dealclock("schema", "--to", to).out
    printed = json.loads(dealclock("schema").out)
    assert json.loads(to.read_text(encoding="utf-8")) == printed
    assert "section" in printed["$defs"]["ObligationProvision"]["properties"]
    assert dealclock("schema", "--to", tmp_path / "terms.yaml").code != 0


def written(folder: Path) -> dict[str, str]:
    """The files of a folder and its subfolders, by path."""
    every = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in every}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_deal_from_a_model_passes_check_as_it_is(
    name: str, dealclock: Dealclock, tmp_path: Path
) -> None:
    folder = tmp_path / "alder-2026"
    ran = dealclock("init", folder, "--from", name)
    assert ran.code == 0, ran.err
    assert f"dealclock proofread {folder}" in ran.flat
    made, sample = written(folder), written(Path("agreements") / SAMPLES[name])
    assert made.keys() == sample.keys()
    assert "\nid: alder-2026" in made["terms.yaml"]
    assert (
        made["terms.yaml"].partition("\nagreement:")[2]
        == (sample["terms.yaml"].partition("\nagreement:")[2])
    )
    checked = dealclock("check", folder)
    assert checked.code == 0, checked.err
    again = dealclock("init", folder, "--from", "pipe")
    assert again.code == 2
    assert "already contains terms.yaml" in again.flat
    assert written(folder) == made


def test_a_deal_that_cannot_be_written_whole_is_not_written_at_all(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    (tmp_path / "histories").write_text("a file where a folder should be", encoding="utf-8")
    ran = dealclock("init", tmp_path, "--from", "pipe")
    assert ran.code == 2
    assert "cannot write" in ran.flat
    assert [path.name for path in tmp_path.iterdir()] == ["histories"]
