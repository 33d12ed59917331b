"""What arrived is drawn without what differs between runs, and replies with their thread."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dealclock.people.links import HIDDEN, secret_of
from local.arrivals import Arrivals, _as_archived
from local.mail import Mail

SECRET = secret_of(bytes(range(32)))


@pytest.mark.parametrize(
    "link",
    [
        f"https://web.example/a/{SECRET}",
        f"http://127.0.0.1:4566/_aws/lambda-url/abc/calendar/{SECRET}.ics",
    ],
)
def test_a_personal_link_is_taken_out_of_an_email(link: str) -> None:
    mail = Mail(Path("1.eml"), "", (), (), f"Due.\nAcknowledge: {link}\nMore.\n", "", ())
    assert _as_archived(mail).text == f"Due.\nAcknowledge: {HIDDEN}\nMore.\n"


def test_other_words_and_addresses_stay() -> None:
    text = "See https://issuer.example/a/page and call."
    assert _as_archived(Mail(Path("1.eml"), "", (), (), text, "", ())).text == text


def said(ts: str, header: str, text: str = "", **more: str) -> dict[str, Any]:
    blocks = [
        {"type": "header", "text": {"type": "plain_text", "text": header}},
        {"type": "section", "text": {"type": "mrkdwn", "text": text or "Section 3(b)"}},
    ]
    message = {"ts": ts, "text": "Confidential", "blocks": blocks, **more}
    return {"kind": "message", "channel": "C1", "message": message}


def arriving(tmp_path: Path, records: list[dict[str, Any]]) -> Arrivals:
    slack = SimpleNamespace(records=lambda since: records[since:])
    local: Any = SimpleNamespace(slack=slack, mails=tmp_path)
    return Arrivals(local, {"C1": "#deal"}, {"U1": "Maria Lopez"})


def tops(boxes: list[str]) -> list[list[str]]:
    return [[line.removeprefix("│ ") for line in box.split("\n")[1:3]] for box in boxes]


def test_a_reply_says_whose_thread_it_is_in_and_follows_the_message_it_answers(
    tmp_path: Path,
) -> None:
    records = [
        said("1.0", "Trustee notice due"),
        said("2.0", "Filing due"),
        said("3.0", "A reply to the filing", thread_ts="2.0"),
        said("4.0", "Another reply", thread_ts="1.0", subtype="thread_broadcast"),
    ]
    assert tops(arriving(tmp_path, records).take()) == [
        ["Filing due", "Section 3(b)"],
        ["↳ In the thread of: Filing due", "A reply to the filing"],
        ["Trustee notice due", "Section 3(b)"],
        ["↳ In the thread of: Trustee notice due (also in the channel)", "Another reply"],
    ]


def test_a_thread_that_began_another_day_is_named_too(tmp_path: Path) -> None:
    records = [said("1.0", "Filing due")]
    arrivals = arriving(tmp_path, records)
    arrivals.take()
    records.append(said("2.0", "Filing made", "<@U1>", thread_ts="1.0"))
    [box] = arrivals.take()
    assert "↳ In the thread of: Filing due\n│ Filing made\n│ @Maria Lopez\n" in box
