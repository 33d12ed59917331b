"""The one clock of the command line."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo


def today(zone: str) -> date:
    """The present civil day in `zone`."""
    return datetime.now(ZoneInfo(zone)).date()


def now() -> datetime:
    """The present instant, in UTC."""
    return datetime.now(UTC)
