"""Escalation through the real runs: once each, found by the watchdog, ended by a response."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from dealclock.alerts.outcome import State
from dealclock.alerts.slots import ZONE, Slot
from dealclock.desk.respond import ResponseRequest, respond
from dealclock.facts.fact import Fact
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.watch import watch
from dealclock.jobs.plan.assess_deal import PlanResult
from dealclock.jobs.queues import AssessDeal
from dealclock.people.team import Team
from dealclock.store import Store
from tests.contract.store import samples
from tests.contract.store.samples import rows
from tests.services import services
from tests.unit.alerts.escalating import FOUR_STEPS
from tests.unit.jobs.house import House, Queue

THURSDAY = date(2004, 10, 28)  # effectiveness is due


def new_york(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZONE).astimezone(UTC)


class Live:
    """Granite, live, in a house whose runs are made by hand."""

    def __init__(self, store: Store) -> None:
        self.house = House(store)
        self.store = store
        whole = samples.live(samples.fact())
        team = whole.team.model_copy(update={"escalation": FOUR_STEPS})
        store.deals.load(replace(whole, team=team), new_york("2004-07-14 07:00"), "tests")

    def run(self, at: str, slot: Slot = "escalation", late: str = "") -> PlanResult:
        """A run of an instant, made then or later."""
        instant = new_york(at)
        self.house.now = new_york(late) if late else instant
        message = AssessDeal(
            deal="granite",
            as_of=instant.astimezone(ZONE).date(),
            known_at=instant,
            slot=slot,
            sweep="tests",
        )
        return self.house.assess(message)

    def escalated(self, day: str = "2004-10-28") -> list[str]:
        """What was planned as an escalation of the duty on a day, by step and route."""
        found = rows(self.store, "DEAL#granite", f"DELIVERY#{day}", f"DELIVERY#{day}~")
        words_shown = [
            f"{r.text('step')} {r.text('route')}"
            for r in found
            if "escalated" in r.texts("reasons") and r.text("instance") == "effectiveness"
        ]
        return sorted(words_shown)

    def next_at(self) -> str | None:
        found = self.store.responses.to_escalate(False, datetime(2100, 1, 1, tzinfo=UTC))
        return f"{found[0][1].astimezone(ZONE):%Y-%m-%d %H:%M}" if found else None

    def acts(self, what: str, at: str, person: str = "maria") -> None:
        asked = ResponseRequest("granite", "effectiveness", what, person)  # type: ignore[arg-type]
        respond(asked, services(self.store, assess=self.house.queue, now=new_york(at)), "tests")


@pytest.fixture
def live(store: Store) -> Live:
    made = Live(store)
    made.run("2004-10-28 08:00", "morning")
    return made


OWNER = "owner mention:maria"
BACKUP = "backup mention:tom"
GROUP = ["group email:maria", "group email:tom"]


def test_a_day_is_escalated_step_by_step_and_the_watchdog_knows_the_next_time(live: Live) -> None:
    assert (live.escalated(), live.next_at()) == ([], "2004-10-28 09:00")
    assert live.run("2004-10-28 09:00") == PlanResult(1, 0)
    assert (live.escalated(), live.next_at()) == ([OWNER], "2004-10-28 11:00")
    live.run("2004-10-28 11:00")
    live.run("2004-10-28 13:00")
    assert live.escalated() == [BACKUP, *GROUP, OWNER]
    assert live.next_at() == "2004-10-29 08:00"


def test_a_run_before_its_time_plans_nothing(live: Live) -> None:
    assert live.run("2004-10-28 08:45") == PlanResult(0, 0)
    assert live.next_at() == "2004-10-28 09:00"


def test_a_run_repeated_overlapping_or_late_takes_no_step_twice(live: Live) -> None:
    live.run("2004-10-28 09:00")
    assert live.run("2004-10-28 09:00") == PlanResult(0, 1)
    assert live.run("2004-10-28 09:15") == PlanResult(0, 0)
    live.run("2004-10-28 11:00")
    assert live.run("2004-10-28 09:00", late="2004-10-28 12:00") == PlanResult(0, 1)
    assert live.escalated() == [BACKUP, OWNER]
    assert live.next_at() == "2004-10-28 13:00"


def test_an_old_run_repeated_takes_no_step_that_a_later_day_took(live: Live) -> None:
    # Thursday's run at nine was lost. Friday took the step; then Thursday's is brought back.
    live.run("2004-10-29 08:00")
    assert OWNER in live.escalated("2004-10-29")
    assert live.run("2004-10-28 09:00", late="2004-11-01 09:00") == PlanResult(0, 0)
    assert live.escalated() == []


def test_an_old_run_repeated_finds_its_own_steps_after_later_days_took_more(live: Live) -> None:
    live.run("2004-10-28 09:00")
    live.run("2004-10-29 08:00", "morning")  # overdue by now, and waiting again
    live.run("2004-10-29 09:00")
    assert OWNER in live.escalated("2004-10-29")
    assert live.run("2004-10-28 09:00", late="2004-11-01 09:00") == PlanResult(0, 1)
    assert live.escalated() == [OWNER]


def test_a_run_that_ended_before_queueing_is_completed_by_the_next(live: Live) -> None:
    live.house.queue.deliveries.clear()
    live.run("2004-10-28 09:00")
    live.house.queue.deliveries.clear()
    live.run("2004-10-28 09:00")
    assert len(live.house.queue.deliveries) == 1


def test_an_acknowledgment_ends_it_and_the_watchdog_has_nothing_left_to_do(live: Live) -> None:
    live.run("2004-10-28 09:00")
    live.acts("acknowledge", "2004-10-28 09:30")
    assert live.run("2004-10-28 11:00") == PlanResult(0, 0)
    assert live.next_at() is None


def test_a_repeated_response_to_an_item_overdue_since_ends_it(live: Live) -> None:
    # Both hold until Tuesday; only the second was given to "missed", which was said at eight.
    live.acts("acknowledge", "2004-10-29 07:30")
    live.run("2004-10-29 08:00", "morning")
    live.run("2004-10-29 09:00")
    assert live.escalated("2004-10-29") == [OWNER]
    live.acts("acknowledge", "2004-10-29 09:30")
    live.run("2004-10-29 14:00")
    assert live.escalated("2004-10-29") == [OWNER]


def test_seen_by_others_does_not_end_it(live: Live) -> None:
    live.acts("acknowledge", "2004-10-28 08:30", "ruth")
    assert live.run("2004-10-28 09:00") == PlanResult(1, 0)


def test_an_acknowledgment_counts_only_for_runs_after_it(live: Live) -> None:
    # Acknowledged at 09:30; the run of 09:00 is repeated after that and plans what it planned.
    live.run("2004-10-28 09:00")
    live.acts("acknowledge", "2004-10-28 09:30")
    assert live.run("2004-10-28 09:00", late="2004-10-28 10:00") == PlanResult(0, 1)


def test_a_satisfied_item_is_not_escalated_further(live: Live) -> None:
    met = Fact.model_validate(
        {"id": "F2", "kind": "registration-statement-effective", "on": THURSDAY}
    )
    live.store.deals.record_fact("granite", met, new_york("2004-10-28 08:30"), "tests")
    assert live.run("2004-10-28 09:00") == PlanResult(0, 0)
    assert live.next_at() is None


def test_the_run_after_a_response_in_a_rehearsal_leaves_other_escalations_pending(
    store: Store,
) -> None:
    house = House(store)
    house.load_rehearsals()
    house.morning("2004-10-29")  # three matters wait for an answer
    waiting = datetime(2004, 10, 29, 16, tzinfo=UTC)  # from noon on
    asked = ResponseRequest("granite-never", "effectiveness", "acknowledge", "maria")
    respond(asked, services(store, assess=house.queue, now=house.now), "tests")
    assert house.assess(house.queue.deals.popleft()) == PlanResult(0, 0)
    assert "granite-never" in {deal for deal, _ in store.responses.to_escalate(True, waiting)}


def test_a_sweep_finds_pending_escalations_though_the_deal_sleeps(live: Live) -> None:
    meta = live.store.deals.meta("granite")
    assert meta is not None
    assert live.store.runs.set_wake(meta, date(2004, 11, 15))
    queue = live.house.queue
    queue.deals.clear()
    live.house.now = new_york("2004-10-28 12:00")
    live.house.sweep(THURSDAY, "midday", rehearsal=False)
    assert [m.deal for m in queue.deals] == ["granite"]


@pytest.mark.full
def test_a_rehearsal_is_escalated_by_its_own_slots(store: Store) -> None:
    house = House(store)
    house.load_rehearsals()
    steps = []
    for slot in ("morning", "payments", "midday", "afternoon"):
        house.morning("2004-10-28", slot)
        found = rows(store, "DEAL#granite-never", "DELIVERY#2004-10-28", "DELIVERY#2004-10-28~")
        steps.append(
            sorted(
                r.text("step")
                for r in found
                if r.texts("reasons")[0] == "escalated" and r.text("instance") == "effectiveness"
            )
        )
    assert steps == [
        [],
        [],
        ["backup", "group", "group"],
        ["backup", "group", "group"],
    ]


def test_no_one_is_messaged_on_a_closed_day(live: Live) -> None:
    live.run("2004-10-28 09:00")
    assert live.run("2004-10-30 12:00") == PlanResult(0, 0)
    assert live.next_at() == "2004-11-01 08:00"
    assert live.run("2004-11-01 08:00").planned > 0


def test_an_escalation_names_since_when_no_one_responded(live: Live) -> None:
    live.run("2004-10-28 09:00")
    (row,) = [
        r
        for r in rows(live.store, "DEAL#granite", "DELIVERY#", "DELIVERY#~")
        if r.texts("reasons") == ("escalated", "due today")
    ]
    assert row.instant("since") == new_york("2004-10-28 08:00")
    assert row.instant("known_at") - row.instant("since") == timedelta(hours=1)


# As they reach people


def whys(house: House) -> list[tuple[str, str]]:
    """Every Slack message by where it went and why it speaks."""
    found = []
    for post in house.slack.posts:
        text = str(post.blocks).replace("\\n", "\n")
        (why,) = re.findall(
            r"^(?:\*Because:\* )?((?:not )?acknowledged [^\n']*)",
            text,
            re.IGNORECASE | re.MULTILINE,
        )
        found.append((post.channel, why))
    return found


def test_the_owner_is_mentioned_in_the_thread_with_the_reason(live: Live) -> None:
    live.house.deliver_all()
    live.house.slack.posts.clear()
    live.run("2004-10-28 09:00")
    live.house.deliver_all()
    assert whys(live.house) == [
        (
            "C0GRANITE",
            ("Not acknowledged since 8:00 a.m. ET; escalated to <@U01MARIA>"),
        )
    ]


def test_a_step_answered_while_it_waited_is_not_sent(live: Live) -> None:
    live.house.deliver_all()
    live.house.slack.posts.clear()
    live.run("2004-10-28 09:00")
    live.acts("acknowledge", "2004-10-28 09:01")
    live.house.now = new_york("2004-10-28 09:02")
    assert live.house.deliver_all() == [State.WITHDRAWN]
    assert live.house.slack.posts == []


def test_an_acknowledged_item_rests_and_asks_again_by_name(store: Store) -> None:
    live = Live(store)
    live.run("2004-10-21 08:00", "morning")
    live.acts("acknowledge", "2004-10-21 10:00")
    live.run("2004-10-22 08:00", "morning")
    live.house.deliver_all()
    live.house.slack.posts.clear()
    live.run("2004-10-25 08:00", "morning")
    live.house.deliver_all()
    assert whys(live.house) == [
        (
            "C0GRANITE",
            "Acknowledged by Maria Lopez Thu, Oct 21, 10:00 a.m. ET, now expired",
        )
    ]


class Unheard:
    """A live deal whose team was changed, its mornings run, and what the watchdog says of it."""

    def __init__(self, store: Store, **changes: Any) -> None:
        self.live = Live(store)
        whole = samples.live(samples.fact())
        team = Team.model_validate({**whole.team.model_dump(), **changes})
        store.deals.load(replace(whole, team=team), new_york("2004-10-27 20:00"), "tests")
        self.live.run("2004-10-28 08:00", "morning")

    def at(self, at: str) -> list[str]:
        """Who was waited for too long, by clause, at a look of that instant."""
        found = watch(
            Round(
                services(self.live.store, assess=Queue(), deliveries=Queue(), now=new_york(at)),
                dict,
            )
        ).findings
        said = [each.text for each in found if each.check == "unacknowledged"]
        return [says.partition("acknowledged Granite, ")[2].partition(",")[0] for says in said]


def test_for_a_team_without_steps_the_watchdog_reports_after_a_day(store: Store) -> None:
    house = Unheard(store, escalation={"steps": []})
    assert house.at("2004-10-29 07:45") == []
    assert house.at("2004-10-29 08:00") == ["2(a)(ii)"]
    house.live.acts("acknowledge", "2004-10-29 08:05")
    assert house.at("2004-10-29 08:15") == []


def test_when_every_step_reaches_no_one_the_watchdog_reports_when_the_first_was_due(
    store: Store,
) -> None:
    gone = {"first_day": date(2004, 10, 28), "last_day": date(2004, 10, 28)}
    steps = [{"to": "owner", "after": 60}]
    away = [{"person": "maria", **gone}]
    house = Unheard(store, escalation={"steps": steps}, away=away)
    assert house.live.escalated() == []
    assert house.at("2004-10-28 09:00") == []
    assert house.at("2004-10-28 09:15") == ["2(a)(ii)"]


def test_a_deal_with_all_steps_taken_is_found_by_a_new_watchdog(
    live: Live,
) -> None:
    for at in ("2004-10-28 09:00", "2004-10-28 11:00", "2004-10-28 13:00"):
        live.run(at)
    assert live.next_at() == "2004-10-29 08:00"
    live.run("2004-10-29 07:00")
    live.run("2004-11-01 12:00", "morning")  # overdue: waiting again
    for at in ("2004-11-01 13:00", "2004-11-01 15:00", "2004-11-01 17:00", "2004-11-02 08:00"):
        live.run(at)
    assert live.next_at() == "2005-11-02 08:00"
    assert live.store.responses.to_escalate(False, new_york("2004-11-02 08:15")) == ()


def test_a_response_removes_a_deal_without_steps_from_the_index(store: Store) -> None:
    house = Unheard(store, escalation={"steps": []})
    assert house.live.next_at() == "2005-10-28 08:00"
    house.live.acts("acknowledge", "2004-10-28 08:05")
    house.live.run("2004-10-28 08:06")
    assert house.live.next_at() is None
