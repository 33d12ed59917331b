"""A stack that was stopped comes back with what it held; only what changed is deployed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from local import build, deploy, emulator, launch, state
from tests.local.holding import SETTINGS, TRIAL

pytestmark = [pytest.mark.stack, pytest.mark.xdist_group("trial")]

FIRST = "functions/first/app.py"


def test_a_stopped_stack_comes_back_with_its_table_and_takes_new_code(tmp_path: Path) -> None:
    root = tmp_path / "state"
    trial = tmp_path / "tests" / "local" / "trial"
    shutil.copytree(TRIAL.parent, trial)
    template = trial / TRIAL.name
    # The dependency layer stays the checkout's: the template finds it beside the checkout's root.
    relative = "../../../build/layers/dependencies"
    template.write_text(template.read_text().replace(relative, str(build.DEPENDENCIES.folder)))

    with state.run(root, [emulator.PART]) as run, emulator.running(run.part(emulator.PART)) as aws:
        assert not run.resumed
        stack = launch.launch(run, aws, SETTINGS, template)
        stack.invoke("second", {"Records": [{"body": "kept"}]})
        first_id, table = run.run_id, stack.table

    (root / "emulator" / "port").write_text("1")  # a port not ours to have: another one is taken
    with state.run(root, [emulator.PART]) as run, emulator.running(run.part(emulator.PART)) as aws:
        assert run.resumed
        assert run.run_id == first_id
        again = deploy.deploy(aws.access, aws.folder, SETTINGS.parameters(), template)
        assert not again.changed
        stack = launch.launch(run, aws, SETTINGS, template)
        stack.invoke("first", {"Records": [{"body": "sent on"}]})

        source = trial / FIRST
        source.write_text(source.read_text().replace("hello from", "goodbye from"))
        changed = deploy.deploy(aws.access, aws.folder, SETTINGS.parameters(), template)
        assert changed.changed
        assert changed.outputs["TableName"] == table
        answer = stack.invoke("first", {"requestContext": {}})
        assert answer["body"].startswith("goodbye")
        items = stack.client("dynamodb").scan(TableName=table)["Items"]
        assert {"PK": {"S": "kept"}} in items


def test_a_deployment_that_was_cut_short_is_not_resumed(tmp_path: Path) -> None:
    with (
        state.run(tmp_path, [emulator.PART]) as run,
        emulator.running(run.part(emulator.PART)) as aws,
    ):
        (aws.folder / deploy.UNFINISHED).touch()
    with state.run(tmp_path, [emulator.PART]) as run:
        assert not run.resumed
