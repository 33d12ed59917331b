"""docs/cases.md documents every key of a worked case, with an example that passes."""

import re
from pathlib import Path

from pydantic import BaseModel

from dealclock.jobs.operate.cases.case import Also, Case, UnofferedReading
from dealclock.jobs.operate.cases.comparison import read_questions, run
from tests.docs.pages import in_code, page


def test_the_example_is_answered_as_it_says(tmp_path: Path) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", page("cases.md"), re.DOTALL)
    (tmp_path / "example.yaml").write_text(example, encoding="utf-8")
    outcomes = list(run(read_questions(tmp_path, Path("agreements"))))
    assert len(outcomes) == 4
    assert [o for o in outcomes if not o.passed] == []


def test_every_key_of_a_case_is_documented() -> None:
    data = in_code(page("cases.md"))
    models: tuple[type[BaseModel], ...] = (Case, Also, UnofferedReading)
    assert {key for model in models for key in model.model_fields} - data == set()
