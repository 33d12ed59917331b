"""One stack for all tests of this folder, and one demo played on it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

from tests.end_to_end.house import House
from tests.end_to_end.playing import Demo, at_home, played_on


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with at_home(tmp_path_factory.mktemp("end-to-end") / "state") as house:
        yield house


@pytest.fixture(scope="session")
def played(house: House) -> Demo:
    """The whole demo, as `make demo` plays it the first time, and the commands typed after it."""
    return played_on(house, commands=True)


# What a deal is about, as words; and what may look like it in a log.
CONTENT = re.compile(
    r"\$|infocrossing|trustee|registration|prospectus|lopez|becker|adler|whitfield"
    r"|additional interest|accru|computed|hypothetical|indenture|@\w+\.example"
    r"|\b\d{1,3}(,\d{3})+\b|\b\d{3,}\.\d\d\b",
    re.IGNORECASE,
)
HARMLESS = re.compile(r"\$LATEST|\d\d:\d\d:\d\d,\d{3}")


@pytest.fixture(autouse=True, scope="module")
def nothing_of_a_deal_in_the_logs(house: House) -> Iterator[None]:
    """After the tests of each file: no deal data is in the logs written meanwhile."""
    began = time.time()
    yield
    found = leaks(house, began)
    assert not found, "deal content in a log:\n" + "\n".join(found)


def leaks(house: House, since: float) -> list[str]:
    """Lines of the logs that hold what a deal is about, with what was found in them."""
    return [
        f"{who}: {hit.group()!r} in {line[:200]}"
        for who, line in house.logs(since)
        if (hit := CONTENT.search(HARMLESS.sub("", line)))
    ]
