"""The two demo histories together make every reason in the alert policy happen."""

from dealclock.agreement.source import parse_file
from dealclock.alerts.policy import Policy, Reason
from dealclock.alerts.team import read_team
from tests.unit.alerts.playing import played
from tests.unit.engine.deals import SAMPLE, history

# The policy's own names for the provision types that alerts carry.
KINDS = {
    "outage with cure": "cure_window",
    "window": "sale_notice",
    "day budget": "suspension",
    "rate schedule": "rate_step",
}

# Given by what happens to a date or by what people do, whatever the policy says of its kind.
BY_WHAT_HAPPENS = {
    Reason.MOVED,
    Reason.ESCALATED,
    Reason.SNOOZE_ENDED,
    Reason.FIRST,
    Reason.PAYMENT_STEP,
    Reason.CONFIRMED,
    Reason.CAUGHT_UP,
}


def test_every_reason_of_the_policy_is_given_by_one_of_the_histories() -> None:
    policy = read_team(parse_file(SAMPLE / "team.yaml")).alerts
    given = {
        (KINDS.get(alert.kind, alert.kind), reason)
        for name in ("story", "never-effective")
        for _, alert in played(history(name), "2004-06-30", "2005-03-15", policy)
        for reason in alert.reasons
    }
    assert set(policy.reasons()) - given == set()


def test_every_reason_there_is_can_be_given() -> None:
    named = {reason for _, reason in Policy().reasons()}
    assert named | BY_WHAT_HAPPENS == set(Reason)


def test_the_sample_states_the_policy_that_is_also_the_default() -> None:
    assert read_team(parse_file(SAMPLE / "team.yaml")).alerts == Policy()
