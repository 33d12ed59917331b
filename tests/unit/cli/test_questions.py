"""Every question, as its example is typed in a terminal."""

import shlex

import pytest

from dealclock.answers.ask import Question
from dealclock.answers.catalog import QUESTIONS
from tests.golden.wording import wording
from tests.unit.cli.running import Dealclock


@pytest.mark.full
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
