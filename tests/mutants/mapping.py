"""Which test runs which line, and how long it takes; a plugin, `-p tests.mutants.mapping`.

What runs when a module is imported belongs to no test, what runs when a module of tests is read to
all of its tests. What is worked out once and kept is seen to be run by the first that asks for it.
"""

import importlib
import json
import pkgutil
import time
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest

LINES, SECONDS = "lines.coverage", "seconds.json"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The room whose lines are asked for."""
    parser.addoption("--room", help="a package: dealclock.days")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Look on from here, while the room is imported first."""
    room: str = config.getoption("--room")
    watching = coverage.Coverage(
        data_file=config.rootpath / LINES, source=[room], config_file=False
    )
    watching.start()
    package = importlib.import_module(room)
    for module in pkgutil.walk_packages(package.__path__, room + "."):
        importlib.import_module(module.name)
    config.pluginmanager.register(_Map(watching, config.rootpath))


class _Map:
    def __init__(self, watching: coverage.Coverage, folder: Path) -> None:
        self.watching, self.folder = watching, folder
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        if not isinstance(collector, pytest.Module):
            return (yield)
        self.watching.switch_context(collector.nodeid)
        report = yield
        self.watching.switch_context("")
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.watching.switch_context(item.nodeid)
        began = time.monotonic()
        done = yield
        self.seconds[item.nodeid] = time.monotonic() - began
        self.watching.switch_context("")
        return done

    def pytest_sessionfinish(self) -> None:
        self.watching.stop()
        self.watching.save()
        (self.folder / SECONDS).write_text(json.dumps(self.seconds))
