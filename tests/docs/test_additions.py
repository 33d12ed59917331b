"""CONTRIBUTING's additions, each made on a copy of the library as written there, and used.

Nothing of the copy is changed but the one file that each addition names.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.docs.pages import sections
from tests.golden.values import shows
from tests.unit.cli.running import SAMPLE, replace
from tests.unit.test_shape import LIBRARY

ADDITION = re.compile(r"\*\*(.+?)\*\*.*?```diff\n(.*?)```", re.DOTALL)
HUNK = re.compile(r"^@@\n", re.MULTILINE)

PLAYED = """
from dealclock.messages import plain
from dealclock.messages.alert import render_alert
from tests.unit.alerts.playing import played
from tests.unit.engine.deals import filed, log
from tests.unit.messages.messages import view_of

for slot, alert in played(log(filed("2004-07-13")), "2004-08-23", "2004-09-03"):
    if alert.instance == "effectiveness":
        view = view_of(log(filed("2004-07-13")), alert.day.isoformat(), slot)
        print(alert.day, alert.instance, ", ".join(alert.reasons), sep="\\n")
        print(plain.as_text(render_alert(alert, view)))
"""

AT_THE_DESK = """
import sys, tempfile
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from dealclock.engine.checked_files import check_terms
from dealclock.files.source import parse_file
from dealclock.store import Store
from tests.memory_table import MemoryTable
from tests.contract.store import samples
from tests.contract.store.samples import fact, facts_of
from tests.unit.desk.office import Office, texts

now, store = datetime(2026, 11, 20, 15, tzinfo=UTC), Store(MemoryTable())
filed = fact("F1", recorded_at=datetime(2004, 7, 13, 15, tzinfo=UTC))
terms, problems = check_terms(parse_file(Path(sys.argv[1]) / "terms.yaml"))
assert not problems, problems
store.deals.load(replace(samples.rehearsal(filed), terms=terms), now, "tests")
store.deals.rehearse_to("story", date(2004, 10, 25), now, "tests")
office = Office.of(store, Path(tempfile.mkdtemp()), now)
"""


FACTS = """
facts:
  - id: F1
    kind: underwriter-defaulted
    on: 2004-10-22
    amount: 250000
    recorded_at: 2004-10-22T10:00:00-04:00
    recorded_by: Ana Ruiz
    basis: deal record
"""


def additions() -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """By what is added: its file, and each hunk before and after."""
    text = sections(Path("CONTRIBUTING.md").read_text(encoding="utf-8"), 2)[
        "Additions in one place"
    ]
    found = {}
    for what, diff in ADDITION.findall(text):
        head, _, rest = diff.partition("\n")
        hunks = [hunk.splitlines() for hunk in HUNK.split(rest) if hunk]
        found[what] = head.removeprefix("+++ "), [(side(h, "-"), side(h, "+")) for h in hunks]
    return found


def side(hunk: list[str], mark: str) -> str:
    """The lines of a hunk that are there on one side of the change."""
    return "".join(f"{line[1:]}\n" for line in hunk if line[:1] in ("", " ", mark))


CASES = """
cases:
  - id: WD-01
    clause: 3(b)
    says: November 1, 2004 is a Monday
    agreement: infocrossing-2004
    question: weekday
    ask: {of: 2004-11-01}
    as_of: 2004-10-25
    expected: {weekday: Monday}
    also:
      - ask: {of: 2004-10-24}
        refused: is past
"""


@pytest.fixture
def copy(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A copy of the library with the addition that the test names; each hunk fits in one place."""
    there = tmp_path / "library" / "dealclock"
    copytree(LIBRARY, there, ignore=ignore_patterns("__pycache__"))
    name, hunks = additions()[request.param]
    file = there / name
    for old, new in hunks:
        if not old:
            assert not file.exists()
            file.write_text(new, encoding="utf-8")
            continue
        assert file.read_text("utf-8").count(old) == 1, old
        replace(file, old, new)
    return there


def run(library: Path, *words: str | Path) -> str:
    """What Python prints, run with that copy of the library; fails if it fails."""
    path = os.pathsep.join((str(library.parent), str(Path.cwd())))
    ran = subprocess.run(
        [sys.executable, "-B", *map(str, words)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("copy", ["A kind of event"], indirect=True)
def test_a_kind_of_event_is_a_row(copy: Path, tmp_path: Path) -> None:
    """Recorded at the desk by its own name and by what people call it; checked in a deal's files;
    and a provision of the deal's terms counts from it."""
    deal = tmp_path / "deal"
    copytree(SAMPLE, deal)
    replace(
        deal / "terms.yaml",
        "\nprovisions:\n",
        """
provisions:
  - id: underwriter-advice
    type: duty
    clause: 2(b)
    title: Underwriter advice
    owed_by: company
    action: Advise the Trustee.
    to: [trustee]
    opened_by: [underwriter-defaulted]
    within: {count: 5, unit: business days}
    met_by: duty-done
""",
    )
    recorded = run(
        copy,
        "-c",
        AT_THE_DESK
        + """
office.type("record underwriter default 2004-10-22")
view = str(office.form["id"])
office.do("submit", view=view, values={"amount": "250000"})
print(*texts(office.form["blocks"]), sep="\\n")
office.do("submit", view=view, values={})
kept = store.deals.get("story").log.facts[-1]
print(kept.kind, kept.on, kept.amount, kept.recorded_by)
""",
        deal,
    )
    assert recorded.splitlines()[-1] == "underwriter-defaulted 2004-10-22 250000 Maria Lopez"
    assert "An underwriter did not pay for its Notes" in recorded
    (deal / "facts.yaml").write_text(FACTS, encoding="utf-8")
    asked = ("assess", deal, "--facts", deal / "facts.yaml", "--as-of", "2004-10-25", "--json")
    owed = json.loads(run(copy, "-m", "dealclock.cli", *asked))["obligations"]
    (due,) = (each["due"] for each in owed if each["id"] == "underwriter-advice")
    assert due == "2004-10-29"  # a Friday, five Business Days after Friday, October 22


@pytest.mark.parametrize("copy", ["A question"], indirect=True)
def test_a_question_is_a_module(copy: Path, tmp_path: Path) -> None:
    """Asked in a terminal, as JSON, in a worked case and in Slack, whose lists of commands have
    it."""
    command = ("-m", "dealclock.cli", "weekday", SAMPLE, "--as-of", "2004-10-25", "--of")
    said = run(copy, *command, "2004-11-01")
    assert "2004-11-01 is a Monday" in said
    assert "not legal advice" in said
    # Seven days are a week, exactly; the encoder writes exact numbers twice.
    answer = json.loads(run(copy, *command, "2004-11-01", "--json"))
    assert answer["format"] == "dealclock-weekday/1"
    assert (answer["deal"], answer["as_of"]) == ("infocrossing-2004", "2004-10-25")
    assert (answer["of"], answer["weekday"]) == ("2004-11-01", "Monday")
    assert (answer["weeks"], answer["weeks_exact"]) == ("1.00", "1")
    listed = run(copy, "-m", "dealclock.cli", "help", "all")
    assert re.search(r"weekday +Show on which day of the week a date falls", listed)
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "weekday.yaml").write_text(CASES, encoding="utf-8")
    assert run(copy, "-m", "dealclock.cli", "cases", tmp_path / "cases") == "2 passed, 0 failed\n"
    typed = """
from dealclock.messages import plain
for text in ("weekday of 2004-11-01", "weekday of 2004-10-24", "weekday", "help all"):
    print(plain.as_text(office.type(text)), end="=====")
"""
    asked, refused, lacking, helped, _ = run(copy, "-c", AT_THE_DESK + typed, SAMPLE).split("=====")
    assert "2004-11-01 is a Monday" in asked
    assert "2004-10-24 is past; give a date from 2004-10-25." in refused
    assert "Weekday needs of: the date, today or later" in lacking
    assert "/deal weekday [DEAL] [of DATE]" in helped


@pytest.mark.parametrize("copy", ["An act"], indirect=True)
def test_an_act_is_a_module(copy: Path) -> None:
    """Shown first, which changes nothing; then done in Slack; refused for what there is not and for
    people without the right; in both lists of commands."""
    done = run(
        copy,
        "-c",
        AT_THE_DESK
        + """
from dealclock.desk.act import find_act
from dealclock.errors import RefusedError
from dealclock.messages import plain
from tests.services import acting, services

def flagged():
    return [(who, what) for what, who in office.audited("story") if "flag" in what]

at = acting("story", "maria", services(store, now=now))
print(find_act("flag")(at, {"item": "effectiveness"}, dry_run=True).message.headline)
print(flagged())
print(office.type("flag effectiveness").headline)
print(sorted(flagged()))
print(plain.as_text(office.type("flag nothing")))
print("flag" in plain.as_text(office.type("help all")))
try:
    find_act("flag")(acting("story", "ana", services(store, now=now)), {"item": "effectiveness"})
except RefusedError as refused:
    print(refused)
""",
        SAMPLE,
    )
    flags = "Story: effectiveness is flagged for counsel by Maria Lopez"
    before, nothing, after, archived, *refused, listed, stranger = done.splitlines()
    assert (before, nothing, after) == (flags, "[]", flags)
    assert "('U01MARIA', 'flagged')" in archived
    assert "There is no 'nothing'. `/deal next` lists the items." in " ".join(refused)
    assert listed == "True"
    assert stranger.startswith("'ana' is not on the team of Story.")
    shown = run(copy, "-m", "dealclock.cli", "flag", "--help")
    assert "--dry-run" in shown
    assert "Flag an item of a deal" in run(copy, "-m", "dealclock.cli", "help", "all")


@pytest.mark.parametrize("copy", ["A reason to alert"], indirect=True)
def test_a_reason_to_alert_is_its_name_and_its_day(copy: Path) -> None:
    # Issued June 30, 2004, due October 28: 120 days. Half of them end on August 29, a Sunday.
    day, instance, reasons, headline, *lines = run(copy, "-c", PLAYED).splitlines()
    assert (day, instance, reasons) == ("2004-08-30", "effectiveness", "halfway")
    assert shows(headline, "10-28")
    # Before the date, what missing it costs replaces the reason: $60,000,000 at 0.25% is
    # $150,000 a year, a 360th of it a day.
    cost = "possible Registration Default, $416.67 a day; Trustee notice within 2 Business Days"
    assert f"If missed: {cost}" in lines
