"""What every test needs of the run: groups kept together, and interrupts handled.

The tests of one `xdist_group` stay in one worker, which nothing else sees to at the moment.

pytest 9.2 knows a test by a structured id, and pytest-xdist 3.8 writes a group's name into the text
that was its predecessor: `--dist loadgroup` groups nothing and says nothing of it
(pytest-dev/pytest-xdist#1386). To be removed with the release that repairs it;
`test_grouping.py` shows whether groups are kept.
"""

import gc
import signal
from collections.abc import Generator
from pathlib import Path

import hypothesis
import pytest
from _pytest.nodeid import NodeId

from tests.suite import commit_day

# Where it compares two texts, a failure shows the lines that differ.
pytest.register_assert_rewrite("tests.golden.wording")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell's background job ignores Ctrl-C, and hands that on to the programs whose Ctrl-C is
    # tested here.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test fails by the clock: a busy machine is slow, and speed is measured by `make bench`.
# Examples are drawn by the date of the commit, not kept from one run to the next: one commit always
# plays the same, and every new day of work plays others.
hypothesis.settings.register_profile(
    "by commit", deadline=None, derandomize=False, database=None, print_blob=True
)
hypothesis.settings.load_profile("by commit")


HERE = Path(__file__).parent

# Folders that `make test` leaves to `make test-all`, save what is marked `slice`.
FULL = (HERE / "docs", HERE / "end_to_end", HERE / "local", HERE / "workbench")

# Folders whose tests share one thing that is slow to start: what marks them, in one worker each.
ONE_WORKER = {
    HERE / "end_to_end": pytest.mark.stack,
    HERE / "workbench": pytest.mark.browser,
}


def pytest_configure(config: pytest.Config) -> None:
    """Draw random examples by the date of the commit, unless a seed is given."""
    if config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = commit_day()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read no module of such folders for `make test` that has nothing of its slice."""
    if "not full" not in config.option.markexpr or not collection_path.name.startswith("test_"):
        return None
    left_out = {*collection_path.parents} & {*FULL}
    return (left_out and "mark.slice" not in collection_path.read_text("utf-8")) or None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, None, None]:
    """Look for no garbage while tests are collected, nor later among what that made: thousands of
    modules, cases and items that stay to the end, a fifth of all time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Mark the tests of such folders before marks are looked at; name groups once all are."""
    for item in items:
        for folder, mark in ONE_WORKER.items():
            if folder in item.path.parents:
                item.add_marker(mark)
                item.add_marker(pytest.mark.xdist_group(folder.name))
        if _is_full(item):
            item.add_marker(pytest.mark.full)
    yield
    if getattr(config.option, "loadgroup", False):  # set in xdist's workers alone
        _name_groups(items)


def _is_full(item: pytest.Item) -> bool:
    """Whether only `make test-all` runs it: what needs Java or a browser, and whole folders."""
    if item.get_closest_marker("storage") or item.get_closest_marker("browser"):
        return True
    return bool({*item.path.parents} & {*FULL}) and item.get_closest_marker("slice") is None


def _name_groups(items: list[pytest.Item]) -> None:
    """Write the group's name into the id by which xdist hands tests out."""
    for item in items:
        groups = sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")})
        suffix = f"@{'_'.join(groups)}"
        if groups and not item.nodeid.endswith(suffix):
            item._id = NodeId.parse(item.nodeid + suffix)
