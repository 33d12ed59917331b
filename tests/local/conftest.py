"""The trial stack, up once for all tests of a worker that ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from local import emulator, launch, state
from local.stack import Stack
from tests.local.holding import SETTINGS, TRIAL


@dataclass(frozen=True)
class Trial:
    """The running trial stack with its emulator and state folder."""

    stack: Stack
    aws: emulator.Emulator
    run: state.Run


@pytest.fixture(scope="session")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trial]:
    root = tmp_path_factory.mktemp("trial") / "state"
    with (
        state.run(root, [emulator.PART]) as run,
        emulator.running(run.part(emulator.PART)) as aws,
    ):
        yield Trial(launch.launch(run, aws, SETTINGS, TRIAL), aws, run)
