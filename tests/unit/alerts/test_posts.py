"""Which alerts of one run share a post, worked out by hand, and which is its headline."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from dealclock.alerts.alert import Alert, SentAlert
from dealclock.alerts.delivery import Route
from dealclock.alerts.posts import (
    NOON,
    graver_than_first,
    group_alerts,
    group_posts,
    list_mentions,
    root_cause,
)
from dealclock.engine.assessment import Assessment
from dealclock.facts.log import FactLog
from dealclock.people.away import Away
from dealclock.people.policy import Reason
from tests.contract.store import samples
from tests.unit.alerts.playing import played, seen
from tests.unit.engine.deals import filed, history, log

TEAM = samples.team()  # Maria answers for the company, Tom is her backup and answers for holders
CHANNEL = Route("slack", TEAM.channel.id)
LATE = log(filed("2004-07-13"))  # effectiveness is due on Thu, Oct 28, and nothing comes of it
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


def grouped_on(facts: FactLog, day: date) -> list[tuple[str, list[tuple[str, Reason]]]]:
    """The posts of a morning: the cause, and its alerts by instance and gravest reason."""
    alerts, assessment = of_morning(facts, day)
    return [
        (cause, [(each.instance, each.reason) for each in together])
        for cause, together in group_alerts(alerts, assessment, TEAM)
    ]


def test_an_overdue_deadline_its_default_and_the_notice_it_opens_are_one_post() -> None:
    assert grouped_on(LATE, FRIDAY) == [
        (
            CAUSE,
            [
                ("default-ii", Reason.OPENED),
                (CAUSE, Reason.MISSED),
                (NOTICE, Reason.OPENED),
            ],
        )
    ]


def test_conditions_share_the_post_of_the_deadline_that_waits_for_them() -> None:
    ((cause, together),) = grouped_on(LATE, THURSDAY)
    assert cause == CAUSE
    assert {instance for instance, _ in together} == {
        CAUSE,
        "cusip-numbers",
        "indenture-qualification",
    }
    assert {reason for _, reason in together} == {Reason.DUE_TODAY}


def test_due_today_is_the_headline_over_overdue() -> None:
    assert grouped_on(LATE, MONDAY) == [
        (CAUSE, [(NOTICE, Reason.DUE_TODAY), (CAUSE, Reason.MISSED)])
    ]


def test_what_becomes_a_default_is_the_headline_over_what_does_not() -> None:
    ((_, together),) = grouped_on(LATE, date(2004, 10, 21))  # all three are due on Thu, Oct 28
    assert [instance for instance, _ in together] == [
        CAUSE,
        "cusip-numbers",
        "indenture-qualification",
    ]


def test_the_header_names_what_is_graver_than_what_must_be_done_today() -> None:
    alerts, assessment = of_morning(LATE, MONDAY)
    ((_, together),) = group_alerts(alerts, assessment, TEAM)
    graver = graver_than_first(together, assessment)
    assert graver is not None
    assert graver.instance == CAUSE
    assert graver_than_first(together[:1], assessment) is None
    ended = (together[0], replace(together[1], reasons=(Reason.CONFIRMED,)))
    assert graver_than_first(ended, assessment) is None
    (first, *rest) = of_morning(LATE, THURSDAY)[0]
    assert graver_than_first((first, *rest), seen(LATE, THURSDAY)) is None


def test_an_ended_item_is_no_headline_over_an_open_one() -> None:
    alerts, assessment = of_morning(LATE, MONDAY)
    ended = [
        replace(each, reasons=(Reason.CONFIRMED,)) if each.instance == CAUSE else each
        for each in alerts
    ]
    ((_, together),) = group_alerts(ended, assessment, TEAM)
    assert [each.instance for each in together] == [NOTICE, CAUSE]
    later = [replace(each, reasons=(Reason.OPENED,)) for each in together if each is together[0]]
    ((_, together),) = group_alerts([*together[1:], *later], assessment, TEAM)
    assert [each.reason for each in together] == [Reason.OPENED, Reason.CONFIRMED]


def test_an_item_of_another_owner_is_a_separate_post() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    theirs = tuple(
        replace(each, owed_by="holder") if each.instance == NOTICE else each
        for each in assessment.obligations
    )
    found = {
        tuple(each.instance for each in together): cause
        for cause, together in group_alerts(alerts, replace(assessment, obligations=theirs), TEAM)
    }
    assert found == {("default-ii", CAUSE): CAUSE, (NOTICE,): CAUSE}


def due_on_one_day() -> tuple[Alert, Alert, Assessment]:
    """A cure period and a payment that end on Tue, Jan 18, 2005, of two causes; Maria owns both."""
    alerts, assessment = of_morning(history("story"), date(2005, 1, 18))
    window, payment = sorted(alerts, key=lambda each: each.kind)
    assert (window.instance, payment.instance) == ("cure-window/F5", "payment/2005-01-15")
    return window, payment, assessment


def test_everything_one_person_must_do_today_is_one_post() -> None:
    window, payment, assessment = due_on_one_day()
    ((cause, together),) = group_alerts([window, payment], assessment, TEAM)
    # The wire closes at 2:00 p.m., EDGAR at 5:30 p.m.; but only the cure period becomes a default.
    assert together == (window, payment)
    assert cause == "F5", "the cause of the headline"
    calls = [replace(each, reasons=(Reason.LAST_CALL,), step=NOON) for each in together]
    steps = [step(each, "group", Reason.DUE_TODAY) for each in together]
    ((_, together),) = group_alerts([*steps, *calls], assessment, TEAM)
    assert [each.step for each in together] == [NOON, "group", NOON, "group"]


@pytest.mark.full
@pytest.mark.parametrize("reason", [Reason.REMINDER, Reason.MISSED, Reason.OPENED])
def test_items_not_due_today_that_share_a_date_are_two_posts(reason: Reason) -> None:
    *both, assessment = due_on_one_day()
    news = [replace(each, reasons=(reason,)) for each in both]
    assert len(list(group_alerts(news, assessment, TEAM))) == 2


def test_due_today_shares_a_post_only_with_its_own_cause() -> None:
    window, payment, assessment = due_on_one_day()
    later = replace(payment, reasons=(Reason.REMINDER,))
    of_its_cause = replace(window, reasons=(Reason.MOVED,), instance="F5")
    found = list(group_alerts([later, window, of_its_cause], assessment, TEAM))
    assert [together for _, together in found] == [(later,), (window, of_its_cause)]


def test_items_of_two_people_due_today_are_two_posts() -> None:
    window, payment, assessment = due_on_one_day()
    theirs = tuple(
        replace(each, owed_by="holder") if each.instance == payment.instance else each
        for each in assessment.obligations
    )
    found = list(group_alerts([window, payment], replace(assessment, obligations=theirs), TEAM))
    assert len(found) == 2


def test_a_rate_step_belongs_with_the_default_that_accrues() -> None:
    _, assessment = of_morning(LATE, FRIDAY)
    step = Alert("it", "rate/1", "rate schedule", "3(a)", "Step", (Reason.RATE_STEP,), FRIDAY, None)
    assert root_cause(step, assessment) == CAUSE


# Steps of escalations


def step(alert: Alert, name: str, *reasons: Reason) -> Alert:
    return replace(alert, reasons=(Reason.ESCALATED, *reasons), step=name)


def routed(
    alerts: list[Alert],
    to: Route,
    assessment: Assessment,
    of: Alert | None = None,
    planned: bool = False,
) -> set[str]:
    """The routes on which a step to `to` goes with those alerts."""
    taken = step(of or alerts[0], "lead", Reason.MISSED)
    new, kept = ([], [(taken, to)]) if planned else ([(taken, to)], [])
    found = group_posts(alerts, new, assessment, TEAM, kept)
    return {str(route) for route, _, there in found if taken in there}


MARIA, TOM = Route("mention", "maria"), Route("mention", "tom")


@pytest.mark.parametrize("to", [MARIA, TOM])
def test_a_step_that_mentions_a_person_joins_the_post_of_its_cause(to: Route) -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    assert routed(alerts, to, assessment) == {str(CHANNEL)}


def test_a_step_by_email_joins_the_email_of_its_cause() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    assert routed(alerts, Route("email", "ruth"), assessment) == {"email:ruth"}


def test_a_step_of_another_cause_is_a_separate_post() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    other = replace(alerts[0], instance="shelf-filing", kind="deadline")
    assert routed(alerts, MARIA, assessment, of=other) == {"mention:maria"}


@pytest.mark.parametrize("where", [TOM, CHANNEL])
def test_a_step_that_was_planned_before_stays_in_its_post(where: Route) -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    assert routed(alerts, where, assessment, planned=True) == {str(where)}


# Whom a post mentions


def test_a_post_mentions_once_each_person_who_must_act_or_whom_a_step_addresses() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    assert list_mentions(alerts, assessment, TEAM) == ("maria",)
    asked = [step(alerts[0], "backup"), step(alerts[0], "group"), step(alerts[0], "lead")]
    assert list_mentions([*alerts, *asked], assessment, TEAM) == ("maria", "tom")


@pytest.mark.parametrize("reason", [Reason.CONFIRMED, Reason.STATEMENT])
def test_a_post_with_nothing_to_do_mentions_only_people_its_steps_address(reason: Reason) -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    ended = replace(alerts[0], reasons=(reason,))
    assert list_mentions([ended], assessment, TEAM) == ()
    assert list_mentions([ended, step(alerts[0], "backup")], assessment, TEAM) == ("tom",)


@pytest.mark.parametrize(("delegate", "expected"), [("ruth", "ruth"), (None, "tom")])
def test_when_the_owner_is_away_the_post_mentions_the_delegate_or_the_backup(
    delegate: str | None, expected: str
) -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    away = Away(person="maria", first_day=FRIDAY, last_day=FRIDAY, delegate=delegate)
    team = TEAM.model_copy(update={"away": (away,)})
    assert list_mentions(alerts, assessment, team) == (expected,)


def test_when_everyone_is_away_the_post_still_mentions_the_owner() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    away = tuple(Away(person=p, first_day=FRIDAY, last_day=FRIDAY) for p in ("maria", "tom"))
    team = TEAM.model_copy(update={"away": away})
    assert list_mentions(alerts, assessment, team) == ("maria",)


# Noon


def test_the_midday_last_call_is_emailed_only_with_something_else() -> None:
    window, _, assessment = due_on_one_day()
    noon = replace(window, reasons=(Reason.LAST_CALL,), step=NOON)
    assert {str(r) for r, _, _ in group_posts([noon], [], assessment, TEAM)} == {str(CHANNEL)}
    group = step(window, "group", Reason.DUE_TODAY), Route("email", "maria")
    found = {str(r): there for r, _, there in group_posts([noon], [group], assessment, TEAM)}
    assert found == {str(CHANNEL): (noon,), "email:maria": (noon, group[0])}


@pytest.mark.parametrize("name", ["", "afternoon"])
def test_due_today_and_the_afternoon_last_call_use_both_routes(name: str) -> None:
    window, _, assessment = due_on_one_day()
    call = replace(window, reasons=(Reason.LAST_CALL,), step=name)
    found = {str(route) for route, _, _ in group_posts([call], [], assessment, TEAM)}
    assert found == {str(CHANNEL), "email:maria", "email:tom"}


def test_the_last_call_is_the_headline_over_the_escalation_step_of_the_same_instance() -> None:
    alerts, assessment = of_morning(LATE, THURSDAY)
    due = next(each for each in alerts if each.instance == CAUSE)
    call = replace(due, reasons=(Reason.LAST_CALL,), step="midday")
    ((_, together),) = group_alerts([step(due, "group", Reason.DUE_TODAY), call], assessment, TEAM)
    assert [each.step for each in together] == ["midday", "group"]


def test_news_is_the_headline_over_a_step_about_a_past_day() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    missed = next(each for each in alerts if each.instance == CAUSE)
    ((_, together),) = group_alerts(
        [step(missed, "lead", Reason.DUE_TODAY), *alerts], assessment, TEAM
    )
    assert together[0].instance == "default-ii"


def test_news_is_the_headline_over_a_step_of_its_own_instance() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    opened = next(each for each in alerts if each.instance == NOTICE)
    news = replace(opened, reasons=(Reason.REMINDER,))
    ((_, together),) = group_alerts([step(opened, "owner", Reason.OPENED), news], assessment, TEAM)
    assert [each.step for each in together] == ["", "owner"]


def test_among_equals_the_earliest_date_is_the_headline() -> None:
    alerts, assessment = of_morning(LATE, FRIDAY)
    opened = next(each for each in alerts if each.instance == NOTICE)
    later = replace(opened, due=MONDAY + timedelta(days=1), revision=1)
    ((_, together),) = group_alerts([later, opened], assessment, TEAM)
    assert [each.revision for each in together] == [0, 1]
