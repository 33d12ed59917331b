"""Which alerts of one run share a post, worked out by hand, and which is its headline."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from dealclock.alerts.alert import Alert, SentAlert
from dealclock.alerts.away import Away
from dealclock.alerts.delivery import Route
from dealclock.alerts.policy import Reason
from dealclock.alerts.posts import by_route, grouped, root_cause
from dealclock.engine.assessment import Assessment
from dealclock.facts.log import FactLog
from tests.contract.store import samples
from tests.unit.alerts.playing import played, seen
from tests.unit.engine.deals import filed, history, log

TEAM = samples.team()  # Maria answers for the company, Tom is her backup and answers for holders
CHANNEL = Route("slack", TEAM.channel.id)
LATE = log(filed("2004-07-13"))  # effectiveness is due on Thu Oct 28, and nothing comes of it
THURSDAY, FRIDAY, MONDAY = date(2004, 10, 28), date(2004, 10, 29), date(2004, 11, 1)
CAUSE = "effectiveness"
NOTICE = "trustee-notice/default-ii"


def of_morning(facts: FactLog, day: date) -> tuple[list[Alert], Assessment]:
    """The alerts of one morning, and the assessment, after the mornings of two weeks before."""
    said: list[SentAlert] = []
    alerts = [
        alert
        for slot, alert in played(facts, f"{day - timedelta(days=14)}", f"{day}", said=said)
        if alert.day == day and slot == "morning"
    ]
    return alerts, seen(facts, day)


def posts(facts: FactLog, day: date) -> list[tuple[str, list[tuple[str, Reason]]]]:
    """The posts of a morning: the cause, and its alerts by instance and gravest reason."""
    alerts, assessment = of_morning(facts, day)
    return [
        (cause, [(each.instance, each.reason) for each in together])
        for cause, together in grouped(alerts, assessment, TEAM)
    ]


def test_a_missed_deadline_its_default_and_the_notice_it_opens_are_one_post() -> None:
    assert posts(LATE, FRIDAY) == [
        (
            CAUSE,
            [
                ("default-ii", Reason.OPENED),
                (CAUSE, Reason.MISSED),
                (NOTICE, Reason.OPENED),
            ],
        )
    ]


def test_conditions_go_with_the_deadline_that_they_wait_for() -> None:
    ((cause, together),) = posts(LATE, THURSDAY)
    assert cause == CAUSE
    assert {instance for instance, _ in together} == {
        CAUSE,
        "cusip-numbers",
        "indenture-qualification",
    }
    assert {reason for _, reason in together} == {Reason.DUE_TODAY}


def test_what_is_due_today_heads_what_is_overdue() -> None:
    assert posts(LATE, MONDAY) == [(CAUSE, [(NOTICE, Reason.DUE_TODAY), (CAUSE, Reason.MISSED)])]


def test_what_has_ended_heads_nothing_that_is_open() -> None:
    alerts, assessment = of_morning(LATE, MONDAY)
    ended = [
        replace(each, reasons=(Reason.CONFIRMED,)) if each.instance == CAUSE else each
        for each in alerts
    ]
    ((_, together),) = grouped(ended, assessment, TEAM)
    assert [each.instance for each in together] == [NOTICE, CAUSE]
    later = [replace(each, reasons=(Reason.OPENED,)) for each in together if each is together[0]]
    ((_, together),) = grouped([*together[1:], *later], assessment, TEAM)
    assert [each.reason for each in together] == [Reason.OPENED, Reason.CONFIRMED]


def test_what_another_person_answers_for_is_a_post_of_its_own() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    theirs = tuple(
        replace(each, owed_by="holder") if each.instance == NOTICE else each
        for each in assessment.obligations
    )
    found = {
        tuple(each.instance for each in together): cause
        for cause, together in grouped(alerts, replace(assessment, obligations=theirs), TEAM)
    }
    assert found == {("default-ii", CAUSE): CAUSE, (NOTICE,): CAUSE}


def test_what_falls_on_one_day_by_chance_is_two_posts() -> None:
    alerts, assessment = of_morning(history("story"), date(2005, 1, 18))
    payment = replace(alerts[0], instance="payment/2005-01-15", kind="payment")
    causes = {cause for cause, _ in grouped([alerts[0], payment], assessment, TEAM)}
    assert alerts[0].due == date(2005, 1, 18)
    assert causes == {"F5", "payment/2005-01-15"}


def test_a_rate_step_comes_from_the_default_that_accrues() -> None:
    _, assessment = of_morning(LATE, FRIDAY)
    step = Alert("it", "rate/1", "rate schedule", "3(a)", "Step", (Reason.RATE_STEP,), FRIDAY, None)
    assert root_cause(step, assessment) == CAUSE


# Steps of escalations


def step(alert: Alert, name: str, *reasons: Reason) -> Alert:
    return replace(alert, reasons=(Reason.ESCALATED, *reasons), step=name)


def routed(
    alerts: list[Alert], to: Route, assessment: Assessment, of: Alert | None = None, **team: object
) -> set[str]:
    """The routes on which a step to `to` goes with those alerts."""
    taken = step(of or alerts[0], "lead", Reason.MISSED)
    found = by_route(alerts, [(taken, to)], assessment, TEAM.model_copy(update=team))
    return {str(route) for route, there in found.items() if taken in there}


MARIA, TOM = Route("mention", "maria"), Route("mention", "tom")


def test_a_step_to_the_person_whom_the_post_names_goes_along_in_it() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    assert routed(alerts, MARIA, assessment) == {str(CHANNEL)}


def test_a_step_to_someone_else_and_one_by_email_go_where_they_go() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    assert routed(alerts, TOM, assessment) == {"mention:tom"}
    assert routed(alerts, Route("email", "ruth"), assessment) == {"email:ruth"}


def test_a_step_of_another_cause_goes_by_itself() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    other = replace(alerts[0], instance="shelf-filing", kind="deadline")
    assert routed(alerts, MARIA, assessment, of=other) == {"mention:maria"}


@pytest.mark.parametrize("reason", [Reason.CONFIRMED, Reason.STATEMENT])
def test_a_step_goes_by_itself_where_the_post_names_nobody(reason: Reason) -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    ended = [replace(each, reasons=(reason,)) for each in alerts]
    assert routed(ended, MARIA, assessment) == {"mention:maria"}


def test_where_the_owner_is_away_the_post_names_the_delegate() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    away = (Away(person="maria", first_day=FRIDAY, last_day=FRIDAY, delegate="ruth"),)
    assert routed(alerts, Route("mention", "ruth"), assessment, away=away) == {str(CHANNEL)}
    assert routed(alerts, MARIA, assessment, away=away) == {"mention:maria"}


def test_of_one_instance_the_last_call_heads_the_step_of_its_escalation() -> None:
    alerts, assessment = of_morning(LATE, THURSDAY)
    due = next(each for each in alerts if each.instance == CAUSE)
    call = replace(due, reasons=(Reason.LAST_CALL,), step="midday")
    ((_, together),) = grouped([step(due, "group", Reason.DUE_TODAY), call], assessment, TEAM)
    assert [each.step for each in together] == ["midday", "group"]


def test_news_heads_the_step_about_a_day_that_is_past() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    missed = next(each for each in alerts if each.instance == CAUSE)
    ((_, together),) = grouped([step(missed, "lead", Reason.DUE_TODAY), *alerts], assessment, TEAM)
    assert together[0].instance == "default-ii"


def test_news_heads_the_step_of_its_own_instance() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    opened = next(each for each in alerts if each.instance == NOTICE)
    news = replace(opened, reasons=(Reason.REMINDER,))
    ((_, together),) = grouped([step(opened, "owner", Reason.OPENED), news], assessment, TEAM)
    assert [each.step for each in together] == ["", "owner"]
