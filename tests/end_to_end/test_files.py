"""A picture on the deployed stack: from the file queue to the asker's direct message."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import pytest

from dealclock.jobs.queues import MakeFile
from dealclock.store import Bundle
from tests.end_to_end.house import House, Trial
from tests.waiting import eventually

ENOUGH = 60  # seconds: a cold start, and drawing
MARIA = "U01MARIA"


def asked(trial: Trial, kind: str = "timeline", user: str = MARIA) -> MakeFile:
    return MakeFile(
        kind=kind,
        deal=trial.id,
        user=user,
        as_of=date(2004, 11, 20),
        known_at=datetime(2004, 11, 20, 5, tzinfo=UTC),
        request=uuid4().hex,
    )


def queue(house: House, message: MakeFile) -> None:
    house.local.stack.client("sqs").send_message(
        QueueUrl=house.local.stack.outputs["FileQueueUrl"], MessageBody=message.model_dump_json()
    )


def shared(house: House, trial: Trial, user: str = MARIA) -> list[dict[str, Any]]:
    """The messages with files of this deal, in the direct message with a person."""
    code = trial.bundle.team.code_name
    return [
        record["message"]
        for record in house.local.slack.records()
        if record["kind"] == "message"
        and record["channel"] == f"D{user[1:]}"
        and record["message"].get("files")
        and code in record["message"]["text"]
    ]


@pytest.mark.parametrize(
    ("kind", "about", "named"),
    [("timeline", "timeline", "timeline"), ("accrual", "Section 3(a)", "section-3-a")],
)
def test_a_picture_arrives_in_the_askers_direct_message_once(
    house: House, kind: str, about: str, named: str
) -> None:
    trial = house.trial()
    message = asked(trial, kind)
    queue(house, message)
    queue(house, message)
    (result,) = eventually(lambda: shared(house, trial), "the picture arrives", ENOUGH)
    code = trial.bundle.team.code_name
    assert result["text"] == f"REHEARSAL {code}, {about}, Sat, Nov 20, 2004"
    [file] = result["files"]
    assert file["name"] == f"{code.lower()}-{named}-2004-11-20.pdf"
    assert file["alt_txt"].startswith(f"REHEARSAL {code}, {about}")
    bytes_ = (house.local.run.root / "slack" / "files" / file["id"]).read_bytes()
    assert bytes_.startswith(b"%PDF-")
    assert len(bytes_) < 300_000
    assert trial.posts() == []
    time.sleep(2)
    assert len(shared(house, trial)) == 1


def test_a_person_denied_since_the_request_gets_nothing(house: House) -> None:
    trial, beside = house.trial(), house.trial()
    team = trial.bundle.team
    owners = {party: each.model_copy(update={"backup": "ruth"}) for party, each in _own(team)}
    denied = team.model_copy(update={"deny": ("tom",), "owners": owners, "email": ("maria",)})
    bundle = Bundle(trial.id, trial.bundle.terms, denied, trial.bundle.facts, trial.bundle.day)
    house.store.deals.load(bundle, datetime.now(UTC), "tests")
    began = time.time()
    queue(house, asked(trial, user="U01TOM"))
    eventually(
        lambda: any('"ended":"not allowed"' in line for line in house.log_of("files", began)),
        "it is refused",
        ENOUGH,
    )
    queue(house, asked(beside, user="U01TOM"))
    eventually(lambda: shared(house, beside, "U01TOM"), "of another deal it comes", ENOUGH)
    assert shared(house, trial, "U01TOM") == []


def test_a_lost_answer_is_reported_in_words(house: House) -> None:
    trial = house.trial()
    house.local.slack.fault("lost_response", method="files.completeUploadExternal")
    queue(house, asked(trial))

    def told() -> list[str]:
        records = house.local.slack.records()
        messages = [r["message"] for r in records if r["kind"] == "message"]
        return [str(m) for m in messages if trial.bundle.team.code_name in m["text"]]

    said = eventually(
        lambda: [m for m in told() if "could not be confirmed" in m], "it is told", ENOUGH
    )
    assert len(said) == 1
    assert len(shared(house, trial)) == 1


def _own(team: Any) -> list[tuple[str, Any]]:
    return [
        (party, each.model_copy(update={"owner": "maria"})) for party, each in team.owners.items()
    ]
