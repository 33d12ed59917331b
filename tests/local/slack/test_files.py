"""Files: a place, the bytes, the share, and what is refused on the way."""

import urllib.error
import urllib.request
from typing import Any

import pytest
from slack_sdk import WebClient

from local.slack.client import StandIn
from tests.local.slack.conftest import Running
from tests.local.slack.test_api import refused

PICTURE = b"\x89PNG\r\n\x1a\n and more"


def place(client: WebClient, **given: Any) -> dict[str, Any]:
    wanted = {"filename": "a.png", "length": len(PICTURE), "alt_txt": "A line.", **given}
    answer = client.api_call("files.getUploadURLExternal", params=wanted).data
    assert isinstance(answer, dict)
    return answer


def bring(url: str, content: bytes = PICTURE) -> int:
    request = urllib.request.Request(url, content, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            status: int = answer.status
            return status
    except urllib.error.HTTPError as problem:
        problem.close()
        return problem.code


def direct(client: WebClient) -> str:
    return str(client.conversations_open(users="U0AVERY")["channel"]["id"])


def share(client: WebClient, file: str, **given: Any) -> Any:
    wanted = {"files": [{"id": file, "title": "A picture"}], "channel_id": direct(client), **given}
    return client.api_call("files.completeUploadExternal", json=wanted)


def test_a_file_is_seen_once_it_is_shared_and_not_before(
    client: WebClient, running: Running
) -> None:
    to = direct(client)
    before = len(running.stand_in.messages(to))
    given = place(client)
    assert bring(given["upload_url"]) == 200
    assert len(running.stand_in.messages(to)) == before
    share(client, given["file_id"], initial_comment="Here it is")
    message = running.stand_in.messages(to)[-1]
    assert message["text"] == "Here it is"
    [file] = message["files"]
    assert (file["name"], file["title"], file["size"]) == ("a.png", "A picture", len(PICTURE))
    assert (file["mimetype"], file["alt_txt"]) == ("image/png", "A line.")
    assert (running.state / "files" / file["id"]).read_bytes() == PICTURE


def test_a_file_is_shared_once(client: WebClient) -> None:
    given = place(client)
    bring(given["upload_url"])
    share(client, given["file_id"])
    body = refused(share, client=client, file=given["file_id"])
    assert body["error"] == "file_not_found"
    assert bring(given["upload_url"]) == 404


def test_a_file_whose_bytes_never_came_is_not_found(client: WebClient) -> None:
    given = place(client)
    assert refused(share, client=client, file=given["file_id"])["error"] == "file_not_found"


def test_as_many_bytes_must_come_as_were_announced(client: WebClient) -> None:
    assert bring(place(client, length=3)["upload_url"]) == 400


@pytest.mark.parametrize(
    ("given", "error"),
    [({"alt_txt": "x" * 1001}, "alt_txt_too_large"), ({"length": 0}, "missing_argument")],
)
def test_a_place_is_refused(client: WebClient, given: dict[str, Any], error: str) -> None:
    assert refused(place, client=client, **given)["error"] == error


def test_a_file_goes_nowhere_the_bot_is_not(client: WebClient) -> None:
    given = place(client)
    bring(given["upload_url"])
    body = refused(share, client=client, file=given["file_id"], channel_id="C0HIDDEN")
    assert body["error"] == "channel_not_found"


def test_files_need_their_own_scope(client: WebClient, stand_in: StandIn) -> None:
    app = stand_in.world()["app"]
    scopes = [each for each in app["scopes"] if each != "files:write"]
    stand_in.change({"app": {**app, "scopes": scopes}})
    assert refused(place, client=client)["error"] == "missing_scope"


def test_an_upload_meets_faults_of_its_own(client: WebClient, stand_in: StandIn) -> None:
    given = place(client)
    stand_in.fault("server_error", method="upload")
    assert bring(given["upload_url"]) == 500
    assert bring(given["upload_url"]) == 200
