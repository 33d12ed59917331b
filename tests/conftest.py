"""What every test needs of the run: groups kept together, and an interrupt that is heard.

The tests of one `xdist_group` stay in one worker, which nothing else sees to at the moment.

pytest 9.2 knows a test by a structured id, and pytest-xdist 3.8 writes a group's name into the text
that was its predecessor: `--dist loadgroup` groups nothing and says nothing of it
(pytest-dev/pytest-xdist#1386). To be removed with the release that mends it;
`test_grouping.py` shows whether groups are kept.
"""

import signal

import hypothesis
import pytest
from _pytest.nodeid import NodeId

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell's background job ignores Ctrl-C, and hands that on to the programs whose Ctrl-C is
    # tested here.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test fails by the clock: a busy machine is slow, and speed is measured by `make bench`.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")


@pytest.hookimpl(trylast=True)  # after every mark was added
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Write the group's name into the id by which xdist hands tests out."""
    if not getattr(config.option, "loadgroup", False):  # set in xdist's workers alone
        return
    for item in items:
        groups = sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")})
        suffix = f"@{'_'.join(groups)}"
        if groups and not item.nodeid.endswith(suffix):
            item._id = NodeId.parse(item.nodeid + suffix)
