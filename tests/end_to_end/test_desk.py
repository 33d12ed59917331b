"""Slack requests on the deployed stack that are answered another way: files and a feed."""

from __future__ import annotations

import re

import pytest

from tests.end_to_end.house import House, Trial
from tests.end_to_end.test_files import ENOUGH, MARIA, shared
from tests.waiting import eventually


def typed(house: House, trial: Trial, text: str) -> str:
    return house.local.app().type("/deal", text, MARIA, trial.channel).text


@pytest.mark.parametrize(
    ("text", "about", "ends", "begins"),
    [
        ("proof shelf-filing", "proof pack", ".zip", b"PK"),
        ("export facts", "export", ".csv", b""),
        ("picture", "timeline", ".pdf", b"%PDF-"),
    ],
)
def test_a_requested_file_comes_only_to_the_users_direct_messages(
    house: House, text: str, about: str, ends: str, begins: bytes
) -> None:
    trial = house.trial()
    assert "direct message" in typed(house, trial, text)
    (result,) = eventually(lambda: shared(house, trial), "the file arrives", ENOUGH)
    code = trial.bundle.team.code_name
    assert result["text"].startswith(f"REHEARSAL {code}, {about}")
    [file] = result["files"]
    assert file["name"].endswith(ends)
    content = (house.local.run.root / "slack" / "files" / file["id"]).read_bytes()
    assert content.startswith(begins)
    assert content
    assert trial.posts() == []


def test_a_calendar_feed_is_shown_once_and_withdrawn(house: House) -> None:
    trial = house.trial()
    said = typed(house, trial, "calendar")
    assert re.search(r"/calendar/[a-z2-7]{52}\.ics", said), said
    assert "it is not shown again" in typed(house, trial, "calendar")
    assert "no longer shows it" in typed(house, trial, "calendar stop")
