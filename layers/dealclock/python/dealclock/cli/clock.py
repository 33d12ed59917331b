"""The one clock of the command line."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo


def today(zone: str) -> date:
    """The civil day it now is in `zone`."""
    return datetime.now(ZoneInfo(zone)).date()


def now() -> datetime:
    """This instant."""
    return datetime.now(UTC)
