"""SES's events: what is read of one, and that what is none is refused without its words."""

import json
from typing import Any

import pytest

from dealclock.errors import RefusedError
from dealclock.jobs.deliver.mail_events import MailEvent
from functions.mail_events.mail_event import read_mail_event

OURS = {"messageId": "ses-9", "tags": {"dealclock-delivery": ["d-1"], "ses:from": ["a@b.example"]}}


def message(**changes: Any) -> str:
    return json.dumps({"eventType": "Bounce", "mail": OURS, **changes})


@pytest.mark.parametrize(("kind", "transient"), [("Transient", True), ("Permanent", False)])
def test_a_bounce_names_its_mail_and_says_whether_it_is_transient(
    kind: str, transient: bool
) -> None:
    event = read_mail_event(message(bounce={"bounceType": kind, "bounceSubType": "General"}))
    assert event == MailEvent("Bounce", "d-1", "ses-9", transient)


@pytest.mark.parametrize("tags", [{}, {"dealclock-delivery": []}, {"ses:from": ["a@b.example"]}])
def test_a_mail_without_our_tag_names_none_of_ours(tags: dict[str, list[str]]) -> None:
    event = read_mail_event(message(eventType="Send", mail={"messageId": "ses-9", "tags": tags}))
    assert event == MailEvent("Send", None, "ses-9")


@pytest.mark.parametrize(
    "wrong",
    [
        "Granite",
        "[]",
        message(eventType=None),
        message(mail={"secret": "Granite"}),
        message(mail={**OURS, "tags": "Granite"}),
        message(bounce={"secret": "Granite"}),
    ],
)
def test_an_invalid_event_is_refused_without_its_text(wrong: str) -> None:
    with pytest.raises(RefusedError) as refused:
        read_mail_event(wrong)
    assert "Granite" not in str(refused.value)
