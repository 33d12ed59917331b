"""What a run of pytest in the copy needs; a plugin, loaded there by `-p tests.mutants.inside`."""

import faulthandler
import importlib.util
import json
import os
import resource
from collections.abc import Generator
from pathlib import Path

import hypothesis
import pytest

_SETTINGS = "_hypothesis_internal_use_settings"
NOT_THE_COPY = 90  # exit code: dealclock would be imported from elsewhere
_MEMORY = 6 << 30
"""What a run may take, in bytes: a list that grows for ever ends before the machine does."""
_EXAMPLES = 5
"""On how many random stories a property is tried: with all, each survivor takes minutes."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The tests to ask, in the order to ask them; without it all that pytest finds."""
    parser.addoption("--in-order", type=Path, help="a JSON list of the ids of tests")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Refuse to run where the code is not that of this folder."""
    found = importlib.util.find_spec("dealclock")
    origin = Path(found.origin or "").resolve() if found else None
    if origin is None or config.rootpath.resolve() not in origin.parents:
        pytest.exit(f"dealclock would be imported from {origin}", NOT_THE_COPY)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    if limit := float(config.getini("faulthandler_timeout") or 0):
        # For reading the tests; each test then has as long again. What stands for 2 is captured.
        faulthandler.dump_traceback_later(limit, exit=True, file=os.dup(2))


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Leave the tests asked, in their order; few random examples in each, the same each time."""
    yield
    for item in items:
        function = getattr(item, "function", None)
        if (meant := getattr(function, _SETTINGS, None)) is not None:
            setattr(function, _SETTINGS, _few(meant))
    if (asked := config.getoption("--in-order")) is not None:
        order = {test: at for at, test in enumerate(json.loads(asked.read_text()))}
        items[:] = sorted(
            (item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid]
        )


def _few(meant: hypothesis.settings) -> hypothesis.settings:
    return hypothesis.settings(
        parent=meant,
        max_examples=min(meant.max_examples, _EXAMPLES),
        derandomize=True,
        database=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
