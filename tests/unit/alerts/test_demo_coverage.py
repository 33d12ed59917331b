"""Every reason to alert can occur, and the sample states the default policy."""

from dealclock.files.source import parse_file
from dealclock.people.policy import Policy, Reason
from dealclock.people.team import read_team
from tests.unit.alerts.playing import given_by
from tests.unit.engine.deals import SAMPLE

# Caused by what happens to a date or by what people do, under any policy for its kind.
BY_WHAT_HAPPENS = {
    Reason.MOVED,
    Reason.ESCALATED,
    Reason.SNOOZE_ENDED,
    Reason.FIRST,
    Reason.CONFIRMED,
    Reason.CAUGHT_UP,
    Reason.REPLIED,
    Reason.ROUTE_FAILED,
    Reason.GLASS_BROKEN,
    Reason.TEST,
    Reason.DIGEST,
    Reason.ANSWERED,
}
# The histories tell of no Questionnaire, no review, no sale planned and no target; the sample's
# Indenture sheet gives the steps of a payment no time; and its Holders are advised at once.
# test_kinds.py plays each of these by itself.
ELSEWHERE = {"filing", "lead_time", "mailing", "payment_step", "request", "review", "target"}
ADVISED_AT_ONCE = {("duty", r) for r in (Reason.REMINDER, Reason.DUE_TODAY, Reason.LAST_CALL)}


def test_every_defined_reason_can_occur() -> None:
    named = {reason for _, reason in given_by(Policy())}
    assert named | BY_WHAT_HAPPENS == set(Reason)


def test_the_sample_states_the_policy_that_is_also_the_default() -> None:
    assert read_team(parse_file(SAMPLE / "team.yaml")).alerts == Policy()
