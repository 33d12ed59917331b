"""The tests of one group run in one worker: some hold a stack that must not be started twice."""

import os
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("grouping")


@pytest.mark.parametrize("number", range(4))
def test_a_group_stays_in_one_worker(
    number: int, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> None:
    if worker_id == "master":
        pytest.skip("one process runs everything; with --numprocesses this is tried")
    seen = tmp_path_factory.getbasetemp().parent / "workers-of-the-group"
    seen.mkdir(exist_ok=True)
    Path(seen / str(os.getpid())).touch()
    assert len(list(seen.iterdir())) == 1
