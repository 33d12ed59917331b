"""Where a checkout lacks an earlier release, the tests of releases fail and say what to do."""

import pytest

from local.environments import LocalError
from tests.releases import earlier


def test_a_checkout_without_history_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(earlier.COMMITS, "0.1.0", "0" * 40)
    with pytest.raises(LocalError, match="git fetch --unshallow"):
        earlier.folder("0.1.0")
