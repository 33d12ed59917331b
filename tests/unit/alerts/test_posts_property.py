"""For any history, every alert and every step of a run is in one post on each of its routes."""

from collections import Counter
from datetime import date, timedelta
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from dealclock.alerts.alert import ENDINGS, Alert, AlertHistory, SentAlert, sent_alert
from dealclock.alerts.delivery import Route, routes
from dealclock.alerts.escalation import plan_escalations
from dealclock.alerts.gravity import gravity, rank
from dealclock.alerts.plan import plan_alerts
from dealclock.alerts.posts import (
    NOON,
    graver_than_first,
    group_posts,
    is_for_today,
    list_mentions,
    root_cause,
)
from dealclock.alerts.slots import SCHEDULED, Slot
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assessment import Assessment
from dealclock.facts.log import FactLog
from dealclock.people.away import Away
from dealclock.people.policy import Policy, Reason
from dealclock.people.team import Team
from dealclock.people.working_time import WorkingTime
from tests.contract.store import samples
from tests.suite import examples
from tests.unit.alerts.playing import at, seen
from tests.unit.engine.deals import history

TEAM = samples.team()
STORY = history("story")
DAYS = 8  # of a course: long enough that a missed deadline is escalated to the lead
STARTS = st.sampled_from(
    [date(2004, 7, 12), date(2004, 10, 25), date(2004, 12, 6), date(2005, 1, 10), date(2005, 3, 7)]
)
LEFT_OUT = st.frozensets(st.sampled_from([each.id for each in STORY.facts[1:]]), max_size=6)


@st.composite
def absences(draw: st.DrawFn) -> tuple[Away, ...]:
    person = draw(st.sampled_from([None, "maria", "tom"]))
    if person is None:
        return ()
    first = date(2004, 7, 12) + timedelta(days=draw(st.integers(0, 250)))
    last = first + timedelta(days=draw(st.integers(0, 60)))
    return (Away(person=person, first_day=first, last_day=last, delegate="ruth"),)


@cache
def _log(left_out: frozenset[str]) -> FactLog:
    facts = tuple(
        each for each in STORY.facts if not {each.id, each.about, each.corrects} & left_out
    )
    return FactLog(facts, STORY.zone)


@cache
def _seen(left_out: frozenset[str], day: date, slot: Slot) -> Assessment:
    return seen(_log(left_out), day, slot)


def wanted(
    assessment: Assessment, team: Team, said: list[SentAlert], day: date, slot: Slot
) -> tuple[list[Alert], list[tuple[Alert, Route]]]:
    """What planning and escalation want of one run; noted as said."""
    now = at(day, slot)
    alerts = list(plan_alerts(assessment, Policy(), AlertHistory.before(now, said), slot))
    said += [sent_alert(each, now) for each in alerts]
    hours = team.escalation.working_hours
    working = WorkingTime(hours.opens, hours.closes, FEDERAL_RESERVE, "America/New_York")
    due = plan_escalations(assessment, team, AlertHistory(tuple(said)), working, now)[0]
    steps = [(each.alert("story", day), route) for each in due for route in each.to]
    said += [sent_alert(each, now) for each in dict.fromkeys(step for step, _ in steps)]
    return alerts, steps


@examples(60)
@given(STARTS, LEFT_OUT, absences())
def test_each_alert_of_a_run_is_in_exactly_one_post_on_each_of_its_routes(
    start: date, left_out: frozenset[str], away: tuple[Away, ...]
) -> None:
    team = TEAM.model_copy(update={"away": away})
    said: list[SentAlert] = []
    for day in (start + timedelta(days=n) for n in range(DAYS)):
        for slot in SCHEDULED if FEDERAL_RESERVE.is_open(day) else ():
            assessment = _seen(left_out, day, slot)
            alerts, steps = wanted(assessment, team, said, day, slot)
            found = list(group_posts(alerts, steps, assessment, team))
            there = Counter((r, each.id) for r, _, together in found for each in together)
            assert not there or max(there.values()) == 1
            owed = {(route, each.id) for route in routes(team) for each in alerts}
            moved = [(s, r) for s, r in steps if (r, s.id) not in there]
            owed |= {(r, s.id) for s, r in steps if (s, r) not in moved}
            # Noon's last calls go by Slack, and by email where something else does.
            noon = {each.id for each in alerts if each.step == NOON}
            only_noon = {(r, each) for r, each in owed - {*there} if each in noon}
            assert all(route.kind == "email" for route, _ in only_noon)
            # A step that is not on its own route is in the channel's post of its cause, which
            # mentions the person it goes to.
            channel = Route("slack", team.channel.id)
            assert {*there} == owed - only_noon | {(channel, step.id) for step, _ in moved}
            for step, route in moved:
                (post,) = [p for r, _, p in found if r == channel and step in p]
                assert route.kind == "mention"
                assert route.to in list_mentions(post, assessment, team)
                assert set(post) & set(alerts)
            for _, cause, together in found:
                causes = {root_cause(each, assessment) for each in together}
                assert cause == root_cause(together[0], assessment)
                assert len(causes) == 1 or causes == _for_today(together, assessment)
                ended = [each.reason in ENDINGS for each in together]
                assert ended == sorted(ended), "an ending heads nothing that is open"
                assert_gravest_first(together, assessment)


def assert_gravest_first(together: tuple[Alert, ...], assessment: Assessment) -> None:
    """What must be done today comes first, then the rest, each gravest first; and the header names
    the gravest of all."""
    a = assessment
    parts: dict[str, object] = {o.instance: o for o in a.obligations}
    parts |= {w.instance: w for w in a.windows}
    parts |= {u.instance: u for u in a.duties}
    parts |= {d.instance: d for d in a.defaults}
    asks = [e for e in together if e.reason not in {*ENDINGS, Reason.STATEMENT}]
    today = [each for each in asks if is_for_today(each)]
    rest = [each for each in asks if not is_for_today(each)]
    assert [*together[: len(asks)]] == [*today, *rest]
    for each in (today, rest):
        ranks = [rank(parts.get(alert.instance, alert)) for alert in each]
        assert ranks == sorted(ranks)
    if asks:
        graver = graver_than_first(together, assessment) or together[0]
        gravest = min(gravity(parts.get(each.instance, each)) for each in asks)
        assert gravity(parts.get(graver.instance, graver)) == gravest


def _for_today(together: tuple[Alert, ...], assessment: Assessment) -> set[str]:
    """The causes of which something is due today."""
    return {
        root_cause(each, assessment)
        for each in together
        if {Reason.DUE_TODAY, Reason.LAST_CALL} & {*each.reasons}
    }
