"""What every test of a history needs."""

from collections.abc import Iterator

import pytest

from tests.simulation.remembering import remembering


@pytest.fixture(autouse=True)
def _remembered() -> Iterator[None]:
    with remembering():
        yield
