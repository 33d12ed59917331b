"""`dealclock what-if`, `dealclock changes` and the outside view, as they are typed."""

import json
import shlex
from pathlib import Path

import pytest

from dealclock.answers.ask import Question
from dealclock.answers.catalog import QUESTIONS
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.cli.running import SAMPLE, Dealclock

STORY = ("--facts", "histories/story.yaml")


def test_outside_shows_what_was_delivered_to_it_and_no_conclusion(
    dealclock: Dealclock,
) -> None:
    words = ("assess", SAMPLE, *STORY, "--as-of", "2005-02-20", "--outside")
    output = dealclock(*words)
    assert output.code == 0
    assert shows(wording("command/assess", output.said), "2004-11-01")
    assert shows(output.said, "2005-01-20", "2005-01-20")
    found = json.loads(dealclock(*words, "--json").out)
    assert found["format"] == "dealclock-outside/1"
    assert [n["kind"] for n in found["notices"]] == [
        *("trustee-notified", "sale-notice", "trustee-notified")
    ]
    assert (found["payments"], found["released"]) == ([], [])
    holders = json.loads(dealclock(*words, "--json", "--to", "holder fund-a").out)
    assert {n["to"] for n in holders["notices"]} == {"holders"}
    assert [p["on"] for p in holders["payments"]] == ["2005-01-18"]


def test_outside_shows_a_conclusion_as_it_was_released_to_whom_it_was(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    history = tmp_path / "released.yaml"
    history.write_text(
        "facts:\n"
        "- {id: C, kind: default-confirmed, on: 2004-11-02, about: default-ii, recorded_by: Ruth}\n"
        "- {id: R, kind: conclusion-released, on: 2004-11-03, about: default-ii, to: trustee,\n"
        "   recorded_by: Ruth, released: {title: Late, clause: 3(a)(ii), status: confirmed,\n"
        "   occurred: 2004-10-28}}\n"
        "- {id: D, kind: default-disputed, on: 2004-11-04, about: default-ii}\n",
        encoding="utf-8",
    )
    words = ("assess", SAMPLE, "--facts", history, "--as-of", "2004-12-15", "--outside")
    (released,) = json.loads(dealclock(*words, "--json").out)["released"]
    assert released == {
        **dict.fromkeys(("opens", "due", "closes", "accrues_from", "accrues_to", "done"), None),
        "released_on": "2004-11-03",
        "hypothetical": False,
        "title": "Late",
        "clause": "3(a)(ii)",
        "status": "confirmed",
        "occurred": "2004-10-28",
        "amount": None,
    }
    assert shows(wording("command/assess", dealclock(*words).said), "2004-10-28", "2004-11-03")
    for to in ("counterparty", "holder fund-a"):
        assert json.loads(dealclock(*words, "--json", "--to", to).out)["released"] == []


def test_outside_asks_for_whom_it_is(dealclock: Dealclock) -> None:
    ran = dealclock("assess", SAMPLE, "--as-of", "2004-11-20", "--outside", "--to", "holder")
    assert ran.code == 2
    assert "'holder NAME'" in ran.flat


@pytest.mark.parametrize(
    "question", [q for q in QUESTIONS.values() if q.example], ids=lambda question: question.name
)
def test_the_example_in_the_help_of_a_question_is_answered(
    question: Question[...], dealclock: Dealclock
) -> None:
    assert question.example.split()[0] in dealclock(question.name, "--help").out
    ran = dealclock(question.name, *shlex.split(question.example))
    assert (ran.code, ran.err) == (0, "")
    assert "not legal advice" in ran.out
    wording(f"command/{question.name}", ran.out)
    assert max(map(len, ran.out.splitlines())) <= 80


def test_outside_reads_no_names_readings_advice_or_targets(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    """A default is confirmed, and the Prospectus went out of use, which no one outside was told."""
    history = tmp_path / "outage.yaml"
    history.write_text(
        "facts:\n"
        "- {id: F, kind: registration-statement-filed, on: 2004-07-13}\n"
        "- {id: E, kind: registration-statement-effective, on: 2004-12-06}\n"
        "- {id: C, kind: default-confirmed, on: 2004-11-02, about: default-ii, recorded_by: Ruth}\n"
        "- {id: U, kind: prospectus-unusable, on: 2004-12-13}\n",
        encoding="utf-8",
    )
    asked = ("assess", SAMPLE, "--facts", history, "--as-of", "2004-12-15", "--outside")
    for to in ("trustee", "counterparty", "holder fund-a"):
        output = dealclock(*asked, "--to", to)
        for word in ("Maria", "Ruth", "READING", "LAPSE", "safe", "act by", "target", "default"):
            assert word not in output.flat
        found = json.loads(dealclock(*asked, "--json", "--to", to).out)
        assert found.keys() == {
            *("format", "to", "holder", "as_of", "notices", "payments", "released", "notice")
        }
        assert found["notices"] == found["payments"] == found["released"] == []
