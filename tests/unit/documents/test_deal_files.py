"""A deal's folder is read as a whole: every problem of every file, or none."""

import shutil
from pathlib import Path

import pytest

from dealclock.documents.deal_files import read_deal
from dealclock.errors import DealclockError, InvalidError, Problem, RefusedError
from dealclock.facts.cross_checks import list_fact_problems, list_team_problems
from dealclock.facts.names_in_terms import outline
from dealclock.facts.terms_checks import list_terms_problems
from dealclock.files.source import parse
from tests.golden.values import values
from tests.golden.wording import wording

SAMPLE = Path("agreements/infocrossing-2004")
LETTER = Path("agreements/camden-letter-2002")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the sample deal to break."""
    return Path(shutil.copytree(SAMPLE, tmp_path / "granite"))


def change(path: Path, old: str, new: str) -> int:
    """Replace the first `old` in a file; the line it stood on."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def problems(folder: Path, facts: str | None = "facts.yaml") -> tuple[Problem, ...]:
    """What is wrong with the deal; fails when nothing is."""
    with pytest.raises(InvalidError) as refused:
        read_deal(folder, folder / facts if facts else None)
    return refused.value.problems


def only(found: tuple[Problem, ...]) -> Problem:
    """The one problem there is."""
    assert len(found) == 1, [str(p) for p in found]
    return found[0]


def facts(folder: Path, body: str) -> None:
    """Give the deal a history of its own."""
    (folder / "facts.yaml").write_text(f"facts:\n{body}", encoding="utf-8")


def test_the_sample_deal_is_read_with_both_rehearsals() -> None:
    deal = read_deal(SAMPLE, SAMPLE / "facts.yaml")
    assert deal.terms.id == "infocrossing-2004"
    assert deal.team.code_name == "Granite"
    assert [f.id for f in deal.log().facts] == ["F1"]
    assert deal.log().zone == "America/New_York"
    names = [(r.id, h.file) for r, h in deal.rehearsals]
    assert names == [
        ("granite-story", SAMPLE / "histories/story.yaml"),
        ("granite-never", SAMPLE / "histories/never-effective.yaml"),
    ]
    assert len(deal.log(deal.rehearsals[1][1]).facts) == 4


def test_an_absent_history_is_an_empty_one() -> None:
    deal = read_deal(SAMPLE, None)
    assert deal.history.file is None
    assert deal.log().facts == ()


def test_rehearsals_are_not_read_when_only_the_deal_is_needed(folder: Path) -> None:
    shutil.rmtree(folder / "histories")
    assert read_deal(folder, None, rehearsals=False).rehearsals == ()


def test_a_missing_folder_suggests_the_nearest_name() -> None:
    with pytest.raises(RefusedError, match="Did you mean 'infocrossing-2004'"):
        read_deal(Path("agreements/infocrosing-2004"), None)


def test_a_file_in_place_of_a_folder_is_refused() -> None:
    with pytest.raises(RefusedError, match="is a file; give the folder"):
        read_deal(SAMPLE / "terms.yaml", None)


def test_a_folder_of_deals_suggests_the_deal_in_it() -> None:
    with pytest.raises(RefusedError) as refused:
        read_deal(SAMPLE.parent, None)
    assert values(wording("refusal/deal-files", str(refused.value))) == ["2002", "2004"]


def test_a_folder_inside_a_deal_suggests_the_deal(folder: Path) -> None:
    with pytest.raises(RefusedError, match=f"Did you mean '{folder}'"):
        read_deal(folder / "histories", None)


def test_a_folder_far_from_any_deal_suggests_none(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"which holds terms\.yaml\.$"):
        read_deal(tmp_path, None)


def test_a_missing_history_file_is_a_problem(folder: Path) -> None:
    found = only(problems(folder, "other.yaml"))
    assert str(found) == (
        f"{folder}/other.yaml: the file: given a file that does not exist; give one that exists"
    )


def test_a_deal_without_a_company_has_its_owners_all_the_same() -> None:
    """They answer for what no other party owes: a covenant of a borrower and an agent."""
    terms = outline({"parties": {"borrower": {}, "agent": {}}})
    team = parse("owners: {company: {}, borrower: {}, holder: {}}", "team.yaml")
    assert [p.where for p in list_team_problems(team, terms)] == ["owners.holder"]


def test_problems_of_a_history_used_twice_are_reported_once(folder: Path) -> None:
    change(folder / "histories/story.yaml", "to: trustee,", "to: truste,")
    assert len(problems(folder, "histories/story.yaml")) == 1


@pytest.mark.parametrize(
    ("counts", "given"),
    [
        ("counts_from: receipt", []),
        ("counts_from: date, to: [company]", ["no deemed_notice", "no clauses.deemed_notice"]),
    ],
)
def test_only_a_request_given_to_a_person_needs_notice_methods(
    counts: str, given: list[str]
) -> None:
    text = (
        f"provisions:\n- {{id: more, type: request, {counts}, clause: 4(a), title: Answer, "
        "owed_by: holders, action: Answer., opened_by: questionnaire-mailed, "
        "within: {count: 5, unit: business days}, met_by: questionnaire-returned}\n"
    )
    found = [p.given.strip("'") for p in list_terms_problems(parse(text, "terms.yaml"))]
    assert found == given


def test_an_agreement_without_notes_is_accepted() -> None:
    deal = read_deal(LETTER, LETTER / "facts.yaml")
    assert (deal.terms.securities, deal.terms.indenture, deal.terms.coupon) == ((), None, None)
    with pytest.raises(DealclockError, match="camden-letter-2002 have no indenture"):
        _ = deal.terms.indenture_sheet


def test_an_event_about_an_unrecorded_exercise_is_refused() -> None:
    source = parse(
        "facts:\n"
        "- {id: EX-ONE, kind: warrants-exercised, on: 2003-06-30, holder: a, shares: 5}\n"
        "- {id: ISS, kind: true-up-issued, on: 2003-07-30, about: EX-OLD, shares: 5}\n",
        "facts.yaml",
    )
    (problem,) = list_fact_problems(source, outline(None))
    assert values(wording("refusal/deal-files", str(problem))) == ["3", "1"]
