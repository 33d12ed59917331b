"""Which defaults and rate steps need a notice, under each reading."""

from dealclock.engine.conclusions import Status
from tests.unit.engine.deals import effective, filed, on, trustee_notified

FILED = filed("2004-07-13")


def notices(as_of: str, *facts: object, **readings: str) -> dict[str, str]:
    found = on(as_of, *facts, readings=readings).obligations  # type: ignore[arg-type]
    return {o.instance: o.due.isoformat() for o in found if o.id == "trustee-notice"}


def test_each_rise_of_a_defaults_own_rate_is_notified_when_steps_are_events() -> None:
    """Day 91 is Thursday, January 27, 2005; its second Business Day after is Monday the 31st."""
    assert notices("2005-01-27", FILED) == {"trustee-notice/default-ii": "2004-11-01"}
    assert notices("2005-01-26", FILED, notice_of_rate_step="EACH-STEP") == {
        "trustee-notice/default-ii": "2004-11-01"
    }
    assert notices("2005-01-27", FILED, notice_of_rate_step="EACH-STEP") == {
        "trustee-notice/default-ii": "2004-11-01",
        "trustee-notice/default-ii/step/2005-01-27": "2005-01-31",
    }
    last = notices("2007-07-02", FILED, notice_of_rate_step="EACH-STEP")
    assert list(last)[2:] == [
        "trustee-notice/default-ii/step/2006-06-30",
        "trustee-notice/default-ii/step/2007-06-30",
    ]


def test_a_step_after_the_cure_is_none() -> None:
    cured = effective("2005-01-27")
    assert len(notices("2005-03-01", FILED, cured, notice_of_rate_step="EACH-STEP")) == 1


def test_a_notice_given_before_a_step_does_not_satisfy_it_and_one_after_does() -> None:
    early, late = (
        trustee_notified("2004-10-29", "default-ii"),
        trustee_notified("2005-01-28", "default-ii"),
    )
    name = "trustee-notice/default-ii/step/2005-01-27"
    reading = {"notice_of_rate_step": "EACH-STEP"}
    before = on("2005-02-01", FILED, early, readings=reading).obligation(name)
    after = on("2005-02-01", FILED, early, late, readings=reading).obligation(name)
    assert before is not None
    assert after is not None
    assert (before.status, after.status) == (Status.MISSED, Status.MET)
