"""`dealclock calendar`: an address shown once, a feed that continues, and its end."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from dealclock.cli import connection
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.cli.running import Dealclock
from tests.unit.jobs.house import House


@pytest.fixture
def granite(stack: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """Granite, live, on Thu, Oct 14, 2004, in a stack that has an address for links."""
    stack.now = datetime(2004, 10, 14, 14, tzinfo=UTC)
    stack.store.deals.load(samples.live(samples.fact()), stack.now, "tests")
    reached = connection.Connection(
        stack.store, lambda event: event, "tests", outputs={"WebAddress": "https://web.example/"}
    )
    monkeypatch.setattr(connection, "connect", lambda args: reached)
    return stack


def test_the_address_is_shown_once_and_the_feed_continues(
    dealclock: Dealclock, granite: House
) -> None:
    ran = dealclock("calendar", "Granite", "--as", "maria")
    assert (ran.code, ran.err) == (0, "")
    assert shows(wording("command/calendar", ran.said), "Maria Lopez", "2005-01-12", "90 days")
    assert "https://web.example/calendar/" in ran.out
    again = dealclock("calendar", "granite", "--as", "maria")
    wording("command/calendar", again.said, "second")
    assert "https://" not in again.out


def test_a_new_address_ends_the_old_one(dealclock: Dealclock, granite: House) -> None:
    dealclock("calendar", "Granite", "--as", "maria")
    before = granite.store.links.feed("U01MARIA")
    ran = dealclock("calendar", "Granite", "--as", "maria", "--rotate")
    assert "https://web.example/calendar/" in ran.out
    after = granite.store.links.feed("U01MARIA")
    assert before is not None
    assert after == replace(before, fingerprint=after.fingerprint, changes=2)  # type: ignore[union-attr]
    assert after.fingerprint != before.fingerprint


def test_a_withdrawn_feed_is_gone_and_a_second_withdrawal_says_so(
    dealclock: Dealclock, granite: House
) -> None:
    dealclock("calendar", "Granite", "--as", "maria")
    ran = dealclock("calendar", "Granite", "--as", "maria", "--revoke")
    assert values(wording("command/calendar", ran.said)) == ["Maria Lopez"]
    again = dealclock("calendar", "Granite", "--as", "maria", "--revoke")
    assert again.code == 2
    assert shows(wording("refusal/calendar", again.err), "Maria Lopez")


def test_someone_not_of_the_deal_is_refused(dealclock: Dealclock, granite: House) -> None:
    ran = dealclock("calendar", "Granite", "--as", "nobody")
    assert ran.code == 2
    wording("refusal/calendar", ran.err)


def test_a_stack_without_an_address_is_refused_with_advice(
    dealclock: Dealclock, stack: House
) -> None:
    stack.store.deals.load(samples.live(), stack.now, "tests")
    ran = dealclock("calendar", "Granite", "--as", "maria")
    assert ran.code == 2
    wording("refusal/calendar", ran.err)
