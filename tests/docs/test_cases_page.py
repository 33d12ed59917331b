"""docs/cases.md documents every key of a worked case, with an example that passes."""

import re
from pathlib import Path

from pydantic import BaseModel

from dealclock.jobs.operate.cases.case import Also, Case, UnofferedReading
from dealclock.jobs.operate.cases.comparison import compare_answer, read_questions
from tests.docs.pages import in_code, page


def test_the_example_is_answered_as_it_says(tmp_path: Path) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", page("cases.md"), re.DOTALL)
    (tmp_path / "example.yaml").write_text(example, encoding="utf-8")
    questions = read_questions(tmp_path, Path("agreements"))
    assert len(questions) == 4
    assert [each.name for each in questions if compare_answer(each)] == []


def test_every_key_of_a_case_is_documented() -> None:
    data = in_code(page("cases.md"))
    models: tuple[type[BaseModel], ...] = (Case, Also, UnofferedReading)
    assert {key for model in models for key in model.model_fields} - data == set()
