"""Properties of a week of escalations, with lost, repeated or late runs and any responses."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from dealclock.alerts.alert import AlertHistory, SentAlert, sent_alert
from dealclock.alerts.escalation import EscalationStep, plan_escalations
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assessment import Assessment
from dealclock.people.acts import Act, ActKind
from dealclock.people.away import Away
from dealclock.people.policy import Reason
from tests.suite import examples
from tests.unit.alerts.escalating import DUE, DUTY, NEW_YORK, already_sent, seen, team, working

# Thu, Oct 28, 2004 to Fri, Nov 12: two weekends, changed clocks, Veterans Day on Thu, Nov 11.
START = datetime(2004, 10, 28, 12, tzinfo=UTC)
MINUTES = 15 * 24 * 60
ORDER = ("owner", "backup", "group", "lead")
SAID = (
    already_sent("2004-10-28 08:00", Reason.DUE_TODAY),
    already_sent("2004-10-28 12:00", Reason.LAST_CALL),
    already_sent("2004-10-29 08:00", Reason.MISSED),
    already_sent("2004-11-01 08:00", Reason.MISSED),
)
TAKES = st.integers(0, MINUTES).map(lambda m: START + timedelta(minutes=m))


@cache
def assessed(day: date) -> Assessment:
    return seen(datetime(day.year, day.month, day.day, 17, tzinfo=UTC))


def day_of(instant: datetime) -> date:
    return instant.astimezone(NEW_YORK).date()


@st.composite
def answers(draw: st.DrawFn) -> Act:
    at = draw(TAKES)
    action = draw(st.sampled_from(get_args(ActKind)))
    ends = FEDERAL_RESERVE.add(day_of(at), draw(st.integers(1, 4)))
    return Act(action, DUTY, "0", "olga", at, due=DUE, until=None if action == "seen" else ends)


@st.composite
def absences(draw: st.DrawFn) -> Away:
    first = DUE + timedelta(days=draw(st.integers(0, 14)))
    last = first + timedelta(days=draw(st.integers(0, 3)))
    person = draw(st.sampled_from(["olga", "bert", "lena", "dora"]))
    delegate = draw(st.sampled_from([None, "dora", "bert"]).filter(lambda d: d != person))
    return Away(person=person, first_day=first, last_day=last, delegate=delegate)


def taken(
    runs: list[datetime], handled: list[Act], away: list[Away]
) -> list[tuple[datetime, EscalationStep]]:
    """The steps that runs take one after another, each seeing what those before it did."""
    of, found, ledger = (
        team(away=tuple(away)),
        list[tuple[datetime, EscalationStep]](),
        list[SentAlert](SAID),
    )
    hours = working(of)
    for now in sorted(runs):
        known = AlertHistory.before(now, [s for s in ledger if s.known_at < now], handled)
        for step in plan_escalations(assessed(day_of(now)), of, known, hours, now)[0]:
            found.append((now, step))
            ledger.append(sent_alert(step.alert("granite", day_of(now)), now))
    return found


RUNS = st.lists(TAKES, max_size=30, unique=True)


@examples(150)
@given(RUNS, st.lists(answers(), max_size=3), st.lists(absences(), max_size=3))
def test_each_step_is_taken_once_in_order_in_working_time_and_never_while_acknowledged(
    runs: list[datetime], handled: list[Act], away: list[Away]
) -> None:
    found = taken(runs, handled, away)
    once = Counter((step.of.reason, step.of.since, step.name) for _, step in found)
    assert all(count == 1 for count in once.values())
    for matter in {(step.of.reason, step.of.since) for _, step in found}:
        chain = [
            (ORDER.index(step.name), step.at, now)
            for now, step in found
            if (step.of.reason, step.of.since) == matter
        ]
        for part in zip(*chain, strict=True):
            assert list(part) == sorted(part)
    for now, step in found:
        local = now.astimezone(NEW_YORK)
        assert FEDERAL_RESERVE.is_open(local.date())
        assert local.hour >= 8
        assert step.of.since < step.at <= now
        assert step.to
        answers = [h for h in handled if h.until is not None and h.at <= now]
        if answers:
            last = max(reversed(answers), key=lambda h: h.at)
            assert last.until is not None
            missed_since = step.of.reason is Reason.MISSED and last.at < step.of.since
            assert missed_since or last.until <= day_of(now)


@examples(60)
@given(RUNS, st.lists(absences(), max_size=3))
def test_a_repeated_run_takes_the_same_steps(runs: list[datetime], away: list[Away]) -> None:
    once, twice = taken(runs, [], away), taken([*runs, *runs], [], away)
    ids = [[s.alert("granite", day_of(now)).id for now, s in each] for each in (once, twice)]
    assert sorted(ids[0]) == sorted(set(ids[1]))


@examples(60)
@given(RUNS, st.lists(absences(), max_size=3))
def test_the_next_instant_given_is_the_first_at_which_a_step_is_taken(
    runs: list[datetime], away: list[Away]
) -> None:
    of = team(away=tuple(away))
    hours = working(of)
    for now in runs[:5]:
        known = AlertHistory.before(now, SAID)
        due, next_at = plan_escalations(assessed(day_of(now)), of, known, hours, now)
        if next_at is None:
            continue
        assert next_at > now
        ours = tuple(sent_alert(s.alert("granite", day_of(now)), now) for s in due)
        then = AlertHistory((*known.sent, *ours))

        def taken_at(at: datetime, then: AlertHistory = then) -> tuple[EscalationStep, ...]:
            return plan_escalations(assessed(day_of(at)), of, then, hours, at)[0]

        assert taken_at(next_at)
        assert not taken_at(next_at - timedelta(seconds=1))
