"""Real releases take over from each other with deals in flight: nothing is lost or doubled."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from local.deploy import STACK
from tests.releases.chain import ALONGSIDE, DEALS, PAUSED, arrived, begun, faults
from tests.releases.earlier import TODAY
from tests.suite import suite
from tests.waiting import eventually

pytestmark = [pytest.mark.stack, pytest.mark.full, pytest.mark.xdist_group("releases")]

JUNE_30, JULY_8, JULY_9, JULY_15 = (date(2004, m, d) for m, d in ((6, 30), (7, 8), (7, 9), (7, 15)))
JULY_16, OCTOBER_21, OCTOBER_22 = date(2004, 7, 16), date(2004, 10, 21), date(2004, 10, 22)
LAST = date(2005, 3, 1)
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
        eventually(lambda: chain.notices() == 1, "its lead is notified")
        eventually(lambda: chain.dead() > 0, "and the operator, by a dead letter")

        # And forward: what was refused is done, and the days it missed are said.
        chain.deploy(TODAY)
        chain.type("redrive", "assess")
        chain.play(OCTOBER_29, NOVEMBER_5)
        assert faults(chain) == []
        assert chain.notices() == 1
        due = {each.delivery.alert.due for each in chain.deliveries()}
        assert {date(2004, 7, 15), OCTOBER_28, date(2004, 11, 1), NOVEMBER_5} <= due


def test_two_releases_take_messages_from_the_same_queues(tmp_path: Path) -> None:
    with begun(tmp_path / "state", "0.2.0") as chain:
        chain.play(JUNE_30, JULY_8)
        chain.deploy(TODAY)
        chain.hurry()
        with chain.alongside("0.2.0"):
            chain.play(JULY_9, OCTOBER_21)
            assert faults(chain) == []
            assert all(
                any('"message":"assessed"' in line for line in chain.log("assess", stack))
                and any('"state":"sent"' in line for line in chain.log("deliver", stack))
                for stack in (STACK, ALONGSIDE)
            ), "each has done a part"

            # What 0.2.0 does not know it leaves to today's, though it gets it first.
            with chain.only_beside():
                chain.differ(DEALS[0])
                eventually(lambda: chain.refused_beside("deliver"), "0.2.0 refuses the notices")
            eventually(lambda: chain.differences_sent() == 2, "the lead has them, by two routes")
            chain.load_what_only_today_reads(tmp_path)
            chain.move(PAUSED, OCTOBER_28)
            with chain.only_beside():
                chain.sweep(OCTOBER_28)
                eventually(lambda: chain.refused_beside("assess"), "0.2.0 refuses the deal")
            chain.play(OCTOBER_22, OCTOBER_28)
            assert faults(chain) == []
        chain.play(OCTOBER_29, NOVEMBER_5)
        assert faults(chain) == []
        assert chain.dead() == 0


def test_a_way_back_to_0_1_0_is_told_by_its_alarms_alone(tmp_path: Path) -> None:
    """It reads no post with several alerts, and its own code withdraws the notice to the leads."""
    with begun(tmp_path / "state", "0.1.0") as chain:
        chain.play(JUNE_30, JULY_8)
        chain.deploy(TODAY)
        chain.play(JULY_9, OCTOBER_21)
        assert faults(chain) == []
        before = arrived(chain)
        chain.hurry()
        chain.deploy("0.1.0")
        for deal in DEALS:
            chain.move(deal, OCTOBER_28)
        chain.sweep(OCTOBER_28)
        eventually(lambda: chain.dead() == len(DEALS), "each deal is a dead letter", 120)
        assert chain.alarms_on_dead() >= 1
        assert arrived(chain) == before
        assert chain.notices() == 0

        chain.deploy(TODAY)
        chain.type("redrive", "assess")
        chain.play(OCTOBER_29, NOVEMBER_5)
        assert faults(chain) == []


@pytest.mark.skipif(suite() != "slow", reason="months: make test-slow plays them")
def test_months_in_which_releases_take_turns(tmp_path: Path) -> None:
    with begun(tmp_path / "state", "0.1.0") as chain:
        chain.play(JUNE_30, JULY_8)
        first = JULY_9
        while first < LAST:
            for release in ("0.2.0", TODAY):
                chain.deploy(release)
                chain.play(first, first + timedelta(days=13))
                assert faults(chain) == [], f"{release} from {first}"
                first += timedelta(days=14)
        assert {each.delivery.alert.day.month for each in chain.deliveries()} >= {
            7,
            8,
            9,
            10,
            11,
            12,
        }
