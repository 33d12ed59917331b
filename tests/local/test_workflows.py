"""The workflows name what exists, have the rights they need alone, and keep no key."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

CHECKOUT = Path(__file__).parents[2]
WORKFLOWS = {p.stem: p.read_text() for p in (CHECKOUT / ".github" / "workflows").glob("*.yml")}
RIGHTS = {
    "ci": {"contents": "read"},
    "deploy": {"contents": "read", "id-token": "write"},
    "locks": {"contents": "write", "pull-requests": "write"},
    "release": {"attestations": "write", "contents": "write", "id-token": "write"},
}


@pytest.mark.parametrize("name", RIGHTS)
def test_a_workflow_has_these_rights_and_no_other(name: str) -> None:
    read: dict[str, Any] = yaml.safe_load(WORKFLOWS[name])
    assert WORKFLOWS.keys() == RIGHTS.keys()
    assert read["permissions"] == RIGHTS[name]
    assert not any("permissions" in job for job in read["jobs"].values())


@pytest.mark.parametrize("name", RIGHTS)
def test_a_workflow_stores_no_key(name: str) -> None:
    assert re.findall(r"secrets\.|access-key|password", WORKFLOWS[name], re.IGNORECASE) == []


@pytest.mark.parametrize("name", RIGHTS)
def test_a_workflow_runs_tasks_of_the_makefile(name: str) -> None:
    tasks = re.findall(r"^([a-z-]+):.*##", (CHECKOUT / "Makefile").read_text(), re.MULTILINE)
    run = re.findall(r"(?:run: |&& |^ +)make ([a-z ]+)$", WORKFLOWS[name], re.MULTILINE)
    assert {task for line in run for task in line.split()} <= {*tasks}
