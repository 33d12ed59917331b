"""Only full members of the workspace may use the bot; results are cached for minutes."""

from datetime import UTC, datetime, timedelta

import pytest
from slack_sdk import WebClient

from dealclock.channels import web_client
from dealclock.channels.membership import MembershipCheck, membership_refusal
from local.slack.client import StandIn

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
FULL = {
    "deleted": False,
    "is_bot": False,
    "is_restricted": False,
    "is_ultra_restricted": False,
    "team_id": "T0DESK",
}


def test_a_full_member_is_accepted() -> None:
    assert membership_refusal(FULL, "T0DESK") is None


@pytest.mark.parametrize(
    ("changed", "cause"),
    [
        ({"deleted": True}, "person_deactivated"),
        ({"is_bot": True}, "person_is_a_bot"),
        ({"is_restricted": True}, "person_is_a_guest"),
        ({"is_ultra_restricted": True}, "person_is_a_guest"),
        ({"is_stranger": True}, "person_of_another_organisation"),
        ({"team_id": "T0OTHER"}, "person_of_another_organisation"),
    ],
)
def test_anyone_else_is_refused(changed: dict[str, object], cause: str) -> None:
    assert membership_refusal({**FULL, **changed}, "T0DESK") == cause


@pytest.mark.parametrize("missing", FULL)
def test_missing_information_from_slack_counts_as_unfavorable(missing: str) -> None:
    info = {name: value for name, value in FULL.items() if name != missing}
    assert membership_refusal(info, "T0DESK") is not None
    assert membership_refusal({**info, "team_id": None}, None) is not None


@pytest.mark.parametrize(
    ("user", "cause"),
    [
        ("U0MARIA", None),
        ("U0GUEST", "person_is_a_guest"),
        ("U0VISITOR", "person_is_a_guest"),
        ("U0THEM", "person_of_another_organisation"),
        ("U0GONE", "person_deactivated"),
        ("U0OTHERBOT", "person_is_a_bot"),
        ("U0NOBODY", "not_known"),
    ],
)
def test_membership_is_checked_with_slack(client: WebClient, user: str, cause: str | None) -> None:
    assert MembershipCheck(client).refusal(user, NOW) == cause


def test_a_result_is_cached_for_minutes_and_not_longer(
    client: WebClient, stand_in: StandIn
) -> None:
    check = MembershipCheck(client)
    assert check.refusal("U0ADA", NOW) is None
    stand_in.change({"users": {"U0ADA": {"is_restricted": True}}})
    try:
        assert check.refusal("U0ADA", NOW + timedelta(minutes=4, seconds=59)) is None
        assert check.refusal("U0ADA", NOW + timedelta(minutes=5)) == "person_is_a_guest"
    finally:
        stand_in.change({"users": {"U0ADA": {"is_restricted": False}}})


def test_without_an_answer_from_slack_access_is_refused_and_not_cached(
    client: WebClient,
) -> None:
    check = MembershipCheck(web_client("xoxb-x", "http://127.0.0.1:9/api/"))
    assert check.refusal("U0MARIA", NOW) == "not_known"
    check._client = client
    assert check.refusal("U0MARIA", NOW) is None
