"""The same table, deals and mornings as in the tests of what runs without people."""

from tests.unit.jobs.conftest import live, mornings, store

__all__ = ["live", "mornings", "store"]
