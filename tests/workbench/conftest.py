"""One workbench for all tests of this folder, and a headless Chromium to look at it with."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from local import browser as chromium
from local import npm
from tests.workbench.place import Place, opened
from tests.workbench.window import launched, window


@pytest.fixture(scope="session")
def able() -> None:
    """Skip where the pages cannot be opened, and say why; where all must be proven, fail."""
    lacking = chromium.missing() or npm.missing()
    if lacking and os.environ.get("CI", "").lower() == "true":
        pytest.fail(f"the workbench must be looked at here, but {lacking}")
    if lacking:
        pytest.skip(f"no look at the workbench: {lacking}")


@pytest.fixture(scope="session")
def place(able: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with opened(tmp_path_factory.mktemp("workbench") / "state") as place:
        yield place


@pytest.fixture(scope="module")  # its event loop must not outlive the folder's tests in a worker
def browser(able: None) -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a browser without cookies, on which no script may fail."""
    with window(browser) as page:
        yield page
