"""What an addition takes: a question or a reason to alert, added to a copy of the library.

Nothing of the copy is changed but what each test names.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.golden.values import shows
from tests.unit.cli.running import SAMPLE, replace
from tests.unit.test_shape import LIBRARY

pytestmark = pytest.mark.full  # copies the library and starts it for each test: some ten seconds

QUESTION = '''
"""On which day of the week a date falls, toward the day an answer is of."""

from datetime import date
from fractions import Fraction
from typing import Annotated

from dealclock.answers.ask import Answer, answer
from dealclock.errors import RefusedError
from dealclock.answers.compose import compose
from dealclock.answers.encode import dollars
from dealclock.answers.heading import Heading
from dealclock.engine.look import Look


@answer()
def weekday(look: Look, of: Annotated[date, "the date"]) -> Answer:
    """The day of the week; raises RefusedError for a date before the deal's own day."""
    if of < look.as_of:
        raise RefusedError(f"{of} is past; give a date from {look.as_of}.")
    day, weeks = f"{of:%A}", Fraction((of - look.as_of).days, 7)
    body = {"heading": Heading.of(look), "of": of, "weekday": day, **dollars("weeks", weeks)}
    return Answer(body, lambda view: compose(view, f"{of} is a {day}", (), ()))
'''

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


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the library, to be added to."""
    there = tmp_path / "library" / "dealclock"
    return copytree(LIBRARY, there, ignore=ignore_patterns("__pycache__"))


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


def test_a_question_is_a_module_and_its_line_in_the_catalog(copy: Path, tmp_path: Path) -> None:
    (copy / "answers" / "weekday.py").write_text(QUESTION.lstrip(), encoding="utf-8")
    replace(
        copy / "answers/catalog.py",
        '        "assess":',
        '        "weekday": "x",\n        "assess":',
    )
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
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "weekday.yaml").write_text(CASES, encoding="utf-8")
    assert run(copy, "-m", "dealclock.cli", "cases", tmp_path / "cases") == "2 passed, 0 failed\n"


def test_a_reason_to_alert_is_its_name_and_its_moment(copy: Path) -> None:
    replace(
        copy / "people/policy.py",
        '    FIRST = "first"',
        '    HALFWAY = "halfway"\n    FIRST = "first"',
    )
    replace(
        copy / "alerts/moments.py",
        "    for lead in speaks.remind:",
        "    yield AlertMoment(opens + (due - opens) // 2, Reason.HALFWAY, once=True)\n"
        "    for lead in speaks.remind:",
    )
    # Issued June 30, 2004, due October 28: 120 days. Half of them end on August 29, a Sunday.
    day, instance, reasons, headline, *lines = run(copy, "-c", PLAYED).splitlines()
    assert (day, instance, reasons) == ("2004-08-30", "effectiveness", "halfway")
    assert shows(headline, "10-28")
    # Before the date, what missing it costs replaces the reason: $60,000,000 at 0.25% is
    # $150,000 a year, a 360th of it a day.
    cost = "possible Registration Default, $416.67 a day; Trustee notice within 2 Business Days"
    assert f"If missed: {cost}" in lines
