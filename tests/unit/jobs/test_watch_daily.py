"""The watchdog's daily check: deals that would sleep too long, and deals without events."""

from collections import deque
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from dealclock.jobs.operate import reconcile as reconciling
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.daily_check import PART, check_part
from dealclock.jobs.operate.reconcile import ReconcileResult, due_day, reconcile
from dealclock.jobs.operate.watch import watch
from dealclock.jobs.services import Services
from dealclock.people.people import People
from dealclock.store import DirectoryEntry, Store
from dealclock.store.deals import Deals
from dealclock.store.write import ALWAYS, Update
from tests.contract.store import samples
from tests.contract.store.tables import forget
from tests.golden.values import values
from tests.golden.wording import wording
from tests.services import services
from tests.unit.jobs.house import Queue
from tests.unit.jobs.watching import TODAY, look, said, sleep

DAWN = datetime(2004, 7, 1, 10, 5, tzinfo=UTC)  # 06:05 in New York


def out_of_index(store: Store, deal: str) -> None:
    """Take a deal out of the wake index, as no code of ours would."""
    gone = {"GSI1PK": None, "GSI1SK": None, "wake_on": None, "spoilt": True}
    store.table.write(Update(f"DEAL#{deal}", "META", gone, ALWAYS))


def test_a_deal_that_would_sleep_too_long_is_woken_and_reported(live: Store) -> None:
    sleep(live, "granite", date(2004, 12, 1))
    sleep(live, "slate", date(2004, 7, 1))
    (found,) = said(look(live, DAWN))
    assert values(wording("health/watch-daily", found)) == ["2004-12-01", "2004-07-01"]
    assert live.runs.waking(False, TODAY) == ("granite", "slate")
    (woken,) = samples.rows(live, "DEAL#granite", "AUDIT#", "AUDIT#~")[1:]
    assert (woken.text("what"), woken.text("who")) == ("woken", "watchdog")


def test_a_deal_outside_the_wake_index_is_restored(live: Store) -> None:
    out_of_index(live, "granite")
    assert "granite" not in live.runs.waking(False, date(9999, 1, 1))
    (found,) = said(look(live, DAWN))
    wording("health/watch-daily", found)
    assert "granite" in live.runs.waking(False, TODAY)


def test_a_deal_due_in_time_is_left_alone(live: Store) -> None:
    for deal in ("granite", "slate"):
        stored = live.deals.get(deal)
        assert stored
        sleep(live, deal, due_day(stored, services(live, now=DAWN)))
    assert said(look(live, DAWN)) == []
    assert live.runs.wake_of("granite") != date.min


def test_the_daily_check_is_made_once_a_day_and_its_findings_stay_until_the_next(
    live: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[datetime] = []
    real = reconcile

    def counted(services: Services, **how: Any) -> ReconcileResult:
        looks.append(services.now())
        return real(services, **how)

    monkeypatch.setattr("dealclock.jobs.operate.daily_check.reconcile", counted)
    sleep(live, "granite", date(2004, 12, 1))
    early = DAWN - timedelta(hours=1)
    assert said(look(live, early)) == []
    first = said(look(live, DAWN))
    assert len(first) == 1
    assert said(look(live, DAWN + timedelta(minutes=15))) == first
    assert said(look(live, DAWN + timedelta(days=2))) == []
    assert looks == [DAWN, DAWN + timedelta(days=2)]
    look(live, DAWN + timedelta(days=2), daily=True)
    assert looks[2:] == [DAWN + timedelta(days=2)]


def test_a_deal_that_cannot_be_checked_is_reported_without_affecting_others(
    live: Store,
) -> None:
    sleep(live, "slate", date(2004, 12, 1))
    live.table.write(Update("DEAL#granite", "TERMS#0001", {"content": "{spoilt"}, ALWAYS))
    forget(live)
    watched = look(live, DAWN)
    (unchecked,) = watched.unchecked
    assert unchecked.startswith("Granite: LostError")
    assert [finding.text.split()[0] for finding in watched.findings] == ["Slate"]
    # Not done: it is reported, and checked again in an hour.
    assert look(live, DAWN + timedelta(minutes=15)).unchecked == [unchecked]


def test_a_live_deal_with_open_items_and_no_event_for_six_weeks_is_silent(
    store: Store,
) -> None:
    first = datetime(2004, 6, 30, 12, 0, tzinfo=UTC)
    store.deals.load(samples.live(deal="granite"), first, "tests")

    def silent(after: timedelta) -> list[str]:
        return [
            name for name, *_ in reconcile(services(store, now=first + after), repair=False).silent
        ]

    almost = timedelta(weeks=6) - timedelta(days=1)
    assert silent(almost) == []
    assert silent(almost + timedelta(days=1)) == ["Granite"]
    filed = samples.fact(on=date(2004, 7, 13))
    store.deals.record_fact("granite", filed, first + timedelta(weeks=5), "tests")
    assert silent(timedelta(weeks=10)) == []
    assert silent(timedelta(weeks=11)) == ["Granite"]


# --- Many deals ---------------------------------------------------------------------------------

MANY = 10_000


def many_silent_deals(monkeypatch: pytest.MonkeyPatch, *, paused: int = 0) -> list[str]:
    """A directory of MANY live deals, each silent; the ids of those checked."""
    looked: list[str] = []
    listed = tuple(
        DirectoryEntry(f"deal-{number:05}", f"Code name {number:05}", False, People(people=()))
        for number in range(MANY)
    )

    def check(entry: DirectoryEntry, _: Services, result: ReconcileResult, *, repair: bool) -> None:
        looked.append(entry.id)
        assert repair
        if len(looked) == paused:
            raise ValueError("cannot be checked")
        result.silent.append((entry.code_name, date(2004, 5, 1), 3))

    def part(_: Deals, after: str, most: int) -> tuple[list[DirectoryEntry], list[str], str]:
        left = [entry for entry in listed if entry.id > after]
        return left[:most], [], left[most - 1].id if len(left) > most else ""

    monkeypatch.setattr(Deals, "directory_part", part)
    monkeypatch.setattr(reconciling, "_check_deal", check)
    return looked


def test_ten_thousand_silent_deals_are_checked_through_the_queue_and_fit_one_item(
    live: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, queue = many_silent_deals(monkeypatch), Queue()
    given = services(live, assess=queue, deliveries=queue, now=DAWN)
    assert watch(Round(given)).count("silent") == 0
    while queue.checks:
        message = queue.checks.popleft()
        before = len(looked)
        for _ in range(2):  # as SQS may bring it twice
            check_part(message, given)
        assert 0 < len(looked) - before <= PART
        queue.checks = deque(dict.fromkeys(queue.checks))
    assert looked == sorted(set(looked))
    again = watch(Round(given))
    assert (len(looked), again.count("silent"), queue.checks) == (MANY, MANY, deque())
    assert sum(finding.check == "silent" for finding in again.findings) == 51
    *_, last = again.findings
    wording("health/watch-daily", last.text)
    # The next day the findings stay while the check is being made.
    tomorrow = services(live, assess=queue, deliveries=queue, now=DAWN + timedelta(days=1))
    watch(Round(tomorrow))
    check_part(queue.checks.popleft(), tomorrow)
    assert watch(Round(tomorrow)).count("silent") >= MANY


def test_a_check_whose_message_was_lost_goes_on_where_it_stopped(
    live: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, queue = many_silent_deals(monkeypatch), Queue()

    def watched(minutes: int) -> list[str]:
        now = DAWN + timedelta(minutes=minutes)
        watch(Round(services(live, assess=queue, deliveries=queue, now=now)))
        return [message.after for message in queue.checks]

    assert watched(0) == [""]
    check_part(queue.checks.popleft(), services(live, assess=queue, deliveries=queue, now=DAWN))
    queue.checks.clear()
    assert watched(45) == []
    assert watched(60) == [looked[-1]]
    assert watched(75) == [looked[-1]]


def test_a_deal_that_cannot_be_checked_stops_the_heartbeat_until_it_can_be(
    live: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    many_silent_deals(monkeypatch, paused=9_500)
    after = [look(live, DAWN + run * timedelta(minutes=15)).unchecked for run in range(6)]
    assert [bool(each) for each in after] == [*[True] * 4, *[False] * 2]
    assert after[0][0].startswith("Code name 09499: ")
