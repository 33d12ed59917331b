"""`dealclock cases`: how many passed and failed, and of each that failed why."""

from pathlib import Path

from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.cli.running import Dealclock

CASE = """\
cases:
  - id: {id}
    clause: 2(a)(ii)
    says: The Effectiveness Target Date.
    agreement: infocrossing-2004
    as_of: 2004-07-01
    expected: {{obligations: {{effectiveness: {{due: {due}}}}}}}
"""


def test_passed_and_failed_are_counted_and_a_failure_is_explained(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    (tmp_path / "a.yaml").write_text(CASE.format(id="RIGHT", due="2004-10-28"))
    (tmp_path / "b.yaml").write_text(CASE.format(id="WRONG", due="2004-10-29"))
    ran = dealclock("cases", tmp_path)
    assert ran.code == 1
    assert values(wording("command/cases", ran.out.splitlines())) == [
        "2004-10-29",
        "2004-10-28",
        "1",
        "1",
    ]


def test_all_passed_is_code_0(dealclock: Dealclock, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(CASE.format(id="RIGHT", due="2004-10-28"))
    ran = dealclock("cases", tmp_path)
    assert (ran.code, ran.out) == (0, "1 passed, 0 failed\n")


def test_a_marked_failure_is_counted_apart_and_one_that_passes_fails_the_run(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    marked = "    fails: not computed yet\n"
    (tmp_path / "a.yaml").write_text(CASE.format(id="GAP", due="2004-10-29") + marked)
    ran = dealclock("cases", tmp_path)
    assert (ran.code, ran.out) == (0, "0 passed, 0 failed, 1 failing as marked\n")
    (tmp_path / "a.yaml").write_text(CASE.format(id="CLOSED", due="2004-10-28") + marked)
    ran = dealclock("cases", tmp_path)
    assert ran.code == 1
    assert "remove the mark" in ran.flat


def test_a_marked_case_may_have_terms_that_are_not_accepted_yet(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    own = "    terms: {provisions: {effectiveness: {kind_to_come: 1}}}\n"
    case = CASE.format(id="GAP", due="2004-10-28") + own
    (tmp_path / "a.yaml").write_text(case)
    assert dealclock("cases", tmp_path).code == 2
    (tmp_path / "a.yaml").write_text(case + "    fails: no such key yet\n")
    ran = dealclock("cases", tmp_path)
    assert (ran.code, ran.out) == (0, "0 passed, 0 failed, 1 failing as marked\n")


def test_a_mark_excuses_no_mistake_of_the_case_itself(dealclock: Dealclock, tmp_path: Path) -> None:
    case = CASE.format(id="GAP", due="2004-10-28") + "    fails: not computed yet\n"
    (tmp_path / "a.yaml").write_text(case + "    question: asses\n")
    assert dealclock("cases", tmp_path).code == 2


def test_cases_in_subfolders_run_too_and_the_agreements_next_to_them_are_found(
    dealclock: Dealclock, tmp_path: Path, deal: Path
) -> None:
    (tmp_path / "a.yaml").write_text(CASE.format(id="TOP", due="2004-10-28"))
    inner = tmp_path / "family"
    inner.mkdir()
    deal.rename(inner / "own")
    text = CASE.format(id="INNER", due="2004-10-29").replace("infocrossing-2004", "own")
    (inner / "b.yaml").write_text(text)
    ran = dealclock("cases", tmp_path)
    assert ran.code == 1
    assert "FAILED INNER (family/b.yaml)" in ran.out
    assert "1 passed, 1 failed" in ran.out


def test_an_agreement_may_be_next_to_its_cases(
    dealclock: Dealclock, tmp_path: Path, deal: Path
) -> None:
    text = CASE.format(id="OWN", due="2004-10-28").replace("infocrossing-2004", deal.name)
    (tmp_path / "a.yaml").write_text(text)
    assert deal.parent == tmp_path
    assert dealclock("cases", tmp_path).code == 0


def test_a_folder_that_holds_no_cases_is_refused(dealclock: Dealclock, tmp_path: Path) -> None:
    ran = dealclock("cases", tmp_path / "none")
    assert (ran.code, ran.out) == (2, "")
    assert "give a folder that holds cases" in ran.flat
