"""The README says how many runs on real accounts were reported: the files of docs/runs."""

import re
from pathlib import Path

RUNS, README = Path("docs/runs"), Path("README.md")


def test_the_readme_says_how_many_real_runs_there_are() -> None:
    reports = [each for each in RUNS.glob("*.md") if each.name != "README.md"]
    found = re.search(r"real AWS account and Slack workspace: \*\*(.+?)\*\*", README.read_text())
    assert found
    assert found[1] == (str(len(reports)) if reports else "none yet")


def test_no_report_of_stand_ins_counts_as_a_real_run() -> None:
    for report in RUNS.glob("2*.md"):
        assert "| where | AWS and Slack |" in report.read_text(), report
