"""`dealclock explain`: the steps behind one date or amount."""

from datetime import date

import pytest

from dealclock.cli import clock
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.cli.running import SAMPLE, Dealclock


def test_without_a_day_today_in_the_deals_zone_is_used_and_shown(
    dealclock: Dealclock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def today(zone: str) -> date:
        asked.append(zone)
        return date(2004, 11, 20)

    monkeypatch.setattr(clock, "today", today)
    ran = dealclock("explain", SAMPLE, "trustee-notice")
    assert asked == ["America/New_York"]
    assert shows(wording("command/why", ran.said), "2004-11-20")
