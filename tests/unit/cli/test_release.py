"""`dealclock release`: what is recorded on a live deal, what is withdrawn, and what is refused."""

from datetime import UTC, date, datetime

import pytest

from dealclock.facts.fact import Fact
from tests.contract.store import samples
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.cli.running import Dealclock
from tests.unit.jobs.house import House

RELEASE = ("release", "Granite", "effectiveness", "--to", "holder Fund A", "--as")


@pytest.fixture
def granite(stack: House) -> House:
    """Granite, live, at ten in the morning of Thu, Oct 14, 2004; effectiveness is due Oct 28."""
    stack.now = datetime(2004, 10, 14, 14, tzinfo=UTC)
    stack.store.deals.load(samples.live(samples.fact()), stack.now, "tests")
    return stack


def recorded(granite: House) -> list[Fact]:
    deal = granite.store.deals.get("granite")
    assert deal is not None
    return list(deal.log.facts[1:])


def test_a_lead_releases_a_conclusion_as_it_is_and_withdraws_it(
    dealclock: Dealclock, granite: House
) -> None:
    ran = dealclock(*RELEASE, "maria")
    assert (ran.code, ran.err) == (0, "")
    (fact,) = recorded(granite)
    assert (fact.on, fact.recorded_at) == (date(2004, 10, 14), granite.now)
    assert (fact.to, fact.holder, fact.about) == ("holder", "fund-a", "effectiveness")
    assert fact.released is not None
    assert (fact.released.status, fact.released.due) == ("open", date(2004, 10, 28))
    assert shows(wording("command/release", ran.said.replace(fact.id, "F91")), "2004-10-28")
    asked = len(granite.queue.deals)
    assert dealclock(*RELEASE, "maria").code == 0
    assert len(recorded(granite)) == 1
    assert len(granite.queue.deals) == asked + 1  # the first try may not have come to it
    ran = dealclock(*RELEASE, "maria", "--withdraw")
    assert ran.code == 0
    assert recorded(granite)[1].corrects == fact.id
    assert dealclock(*RELEASE, "maria").code == 0
    assert recorded(granite)[2].released == fact.released


@pytest.mark.parametrize("person", ["tom", "james", "ruth", "no-one"])
def test_a_person_who_is_not_a_lead_is_refused(
    dealclock: Dealclock, granite: House, person: str
) -> None:
    ran = dealclock(*RELEASE, person)
    assert ran.code != 0
    assert "maria" in wording("refusal/release", ran.err, person)
    assert recorded(granite) == []
