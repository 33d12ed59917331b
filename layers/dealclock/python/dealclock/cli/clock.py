"""The one clock of the command line."""

from datetime import date, datetime
from zoneinfo import ZoneInfo


def today(zone: str) -> date:
    """The civil day it now is in `zone`."""
    return datetime.now(ZoneInfo(zone)).date()
