"""Real releases take over from each other with deals in flight: nothing is lost or doubled."""

from datetime import date
from pathlib import Path

import pytest

from tests.releases.chain import DEALS, PAUSED, begun, faults
from tests.releases.earlier import TODAY
from tests.waiting import eventually

pytestmark = [pytest.mark.stack, pytest.mark.full, pytest.mark.xdist_group("releases")]

JUNE_30, JULY_8, JULY_9, JULY_15 = (date(2004, m, d) for m, d in ((6, 30), (7, 8), (7, 9), (7, 15)))
JULY_16, OCTOBER_21, OCTOBER_22 = date(2004, 7, 16), date(2004, 10, 21), date(2004, 10, 22)
OCTOBER_28, OCTOBER_29, NOVEMBER_5 = date(2004, 10, 28), date(2004, 10, 29), date(2004, 11, 5)


def test_releases_take_over_and_go_back_with_deals_in_flight(tmp_path: Path) -> None:
    with begun(tmp_path / "state", "0.1.0") as chain:
        chain.play(JUNE_30, JULY_8)
        chain.deploy("0.2.0")
        chain.play(JULY_9, JULY_15)
        chain.deploy(TODAY)
        chain.play(JULY_16, OCTOBER_21)
        assert faults(chain) == []

        # Back, with one deal that only today's release may read. It is paused, and no other.
        chain.load_what_only_today_reads(tmp_path)
        chain.hurry()
        chain.deploy("0.2.0")
        chain.move(PAUSED, OCTOBER_28)
        chain.play(OCTOBER_22, OCTOBER_28, [each for each in DEALS if each != PAUSED])
        eventually(lambda: chain.notices() == 1, "its lead is told")
        eventually(lambda: chain.dead() > 0, "and the operator, by a dead letter")

        # And forward: what was refused is done, and the days it missed are said.
        chain.deploy(TODAY)
        chain.type("redrive", "assess")
        chain.play(OCTOBER_29, NOVEMBER_5)
        assert faults(chain) == []
        assert chain.notices() == 1
        due = {each.delivery.alert.due for each in chain.deliveries()}
        assert {date(2004, 7, 15), OCTOBER_28, date(2004, 11, 1), NOVEMBER_5} <= due
