"""Files: for one person only, invisible until the share, and every outcome of sending."""

from typing import Any

import pytest
from slack_sdk import WebClient

from dealclock.alerts.outcome import Later, Refused, Sent, Unknown
from dealclock.channels import SlackFiles, Upload
from dealclock.channels import files as module
from dealclock.people.people import People
from local.slack.client import StandIn
from tests.unit.channels.posts import PEOPLE, people

PICTURE = b"\x89PNG"


def upload(user: str = "U0MARIA", whose: People = PEOPLE, alt: str = "A line.") -> Upload:
    return Upload(user, "granite.png", "Granite", "Granite, timeline", PICTURE, alt, whose)


@pytest.fixture
def files(client: WebClient) -> SlackFiles:
    return SlackFiles(client)


def shown(stand_in: StandIn, user: str = "MARIA") -> list[dict[str, Any]]:
    records = stand_in.records()
    return [
        r["message"]
        for r in records
        if r["kind"] == "message" and r["channel"] == f"D0{user}" and r["message"].get("files")
    ]


def ready(files: SlackFiles) -> tuple[str, str]:
    prepared = files.prepare(upload())
    assert isinstance(prepared, tuple)
    return prepared


def test_a_file_arrives_in_the_users_direct_message_with_its_alt_text(
    files: SlackFiles, stand_in: StandIn
) -> None:
    before = len(shown(stand_in))
    prepared = ready(files)
    assert len(shown(stand_in)) == before
    assert files.share(upload(), *prepared) == Sent(prepared[0])
    (message,) = shown(stand_in)[before:]
    assert message["text"] == "Granite, timeline"
    assert message["files"][0]["alt_txt"] == "A line."


@pytest.mark.parametrize(
    ("user", "whose", "cause"),
    [
        ("C0DEAL", PEOPLE, "not_a_person"),
        ("U0ADA", PEOPLE, "person_not_on_the_list"),
        ("U0MARIA", people(deny=("maria",)), "person_not_on_the_list"),
        ("U0GONE", people("gone"), "person_deactivated"),
        ("U0GUEST", people("guest"), "person_is_a_guest"),
        ("U0THEM", people("them"), "person_of_another_organisation"),
    ],
)
def test_no_bytes_are_uploaded_for_a_person_who_may_not_have_the_file(
    files: SlackFiles, stand_in: StandIn, user: str, whose: People, cause: str
) -> None:
    before = len(stand_in.records())
    assert files.prepare(upload(user, whose)) == Refused(cause)
    assert len(stand_in.records()) == before


@pytest.mark.parametrize("method", ["files.getUploadURLExternal", "upload", "users.info"])
@pytest.mark.parametrize("fault", ["lost_request", "lost_response", "server_error"])
def test_a_failure_before_the_share_is_retried_later(
    files: SlackFiles, stand_in: StandIn, method: str, fault: str
) -> None:
    stand_in.fault(fault, method=method)
    assert files.prepare(upload()) == Later(30.0)
    stand_in.no_faults()
    assert isinstance(files.prepare(upload()), tuple)


def test_an_upload_told_to_wait_waits(files: SlackFiles, stand_in: StandIn) -> None:
    stand_in.fault("ratelimited", method="upload", retry_after=42)
    assert files.prepare(upload()) == Later(42.0)
    prepared = ready(files)
    stand_in.fault("ratelimited", method="files.completeUploadExternal", retry_after=7)
    assert files.share(upload(), *prepared) == Later(7.0)


@pytest.mark.parametrize("fault", ["lost_request", "lost_response"])
def test_a_share_without_an_answer_is_an_unknown_outcome(
    files: SlackFiles, stand_in: StandIn, fault: str
) -> None:
    prepared = ready(files)
    stand_in.fault(fault, method="files.completeUploadExternal")
    assert files.share(upload(), *prepared) == Unknown("connection_lost")


def test_an_alt_text_refused_by_slack_is_reported_as_such(files: SlackFiles) -> None:
    assert files.prepare(upload(alt="x" * 1001)) == Refused("alt_txt_too_large")


@pytest.mark.parametrize(
    ("url", "api", "taken"),
    [
        ("https://files.slack.com/upload/v1/a", "https://slack.com/api/", True),
        ("https://slack.com/upload", "https://slack.com/api/", True),
        ("https://slack.com.example.com/upload", "https://slack.com/api/", False),
        ("https://notslack.com/upload", "https://slack.com/api/", False),
        ("http://files.slack.com/upload", "https://slack.com/api/", False),
        ("http://127.0.0.1:90/upload", "http://127.0.0.1:90/api/", True),
        ("http://127.0.0.1:91/upload", "http://127.0.0.1:90/api/", False),
        ("http://127.0.0.1:90/upload", "https://slack.com/api/", False),
    ],
)
def test_a_deals_bytes_go_only_to_slack(url: str, api: str, taken: bool) -> None:
    assert module._is_slack_address(url, api) is taken
