"""Previews: code name, what to do by when, kind, Section, and nothing else."""

import re
from collections import Counter
from email.message import EmailMessage

import pytest

from dealclock.messages import plain, slack
from dealclock.messages.mail import Envelope, render_email
from dealclock.messages.message import QUIET
from dealclock.people.policy import Reason
from tests.unit.alerts.playing import at
from tests.unit.messages.messages import SECRET, Said, as_live, every_message

ASK = (
    r"(Due|Action today,( due)?|Last call(( again)? today|, \d hours?( \d\d minutes)? left)|Review|"
    r"Overdue \d Business Days?|May have expired|Done|Over|By|Open to|From|Target|Moved to|"
    r"Statement)"
)
DAY = (
    r"( (Mon|Tue|Wed|Thu|Fri|Sat|Sun), [A-Z][a-z]{2} \d{1,2}"
    r"(, (\d+ Business Days? left|today))?)?"
)
PREVIEW = re.compile(
    rf"^\[Granite-(Story|Never), rehearsal\] {ASK}{DAY}: [A-Za-z ]+, Section \d(\([a-z]+\))*$"
)
# An inbox list shows about so much of the first words.
GLIMPSE = 200


def test_a_preview_is_the_code_name_what_to_do_by_when_the_kind_and_the_section() -> None:
    assert len(every_message()) == 122
    for said in every_message():
        assert PREVIEW.match(said.message.preview), said.message.preview
        assert_quiet(said.message.preview)


def test_slack_notifications_have_only_the_preview() -> None:
    for said in every_message():
        text = slack.render_message(said.message).text
        assert text == f"{QUIET}. {said.message.preview}"


def test_previews_differ_by_what_they_ask() -> None:
    """A reminder, the last day, the last call, the miss and the end are told apart unopened."""
    asked = {
        (said.alert.reason, said.message.preview.partition("] ")[2].split(":")[0].split(" ")[0])
        for said in every_message()
        if said.alert.instance == "trustee-notice/default-ii"
    }
    assert asked == {
        (Reason.OPENED, "Due"),
        (Reason.DUE_TODAY, "Action"),
        (Reason.LAST_CALL, "Last"),
        (Reason.MISSED, "Overdue"),
        (Reason.CONFIRMED, "Done"),
    }


def test_no_two_subjects_are_the_same() -> None:
    """Each alert of an item on another day, or of another hour, has a subject of its own."""
    seen = Counter((said.alert.instance, said.message.preview) for said in every_message())
    assert [each for each, count in seen.items() if count > 1] == []


def test_the_subject_of_an_email_is_the_preview() -> None:
    for said in every_message():
        assert mailed(said)["Subject"] == said.message.preview


@pytest.mark.full
def test_the_first_block_reveals_nothing() -> None:
    for said in every_message():
        for item in (said.message, as_live(said)):
            first = "\n".join(texts(slack.render_message(item).blocks[:1]))
            assert first == f"{said.view.team.code_name} · {QUIET}"


@pytest.mark.full
def test_the_first_words_of_an_email_reveal_nothing() -> None:
    for said in every_message():
        for item in (said.message, as_live(said)):
            assert_quiet(plain.as_mail_text(item).splitlines()[0])
        page = re.sub(r"<style>.*?</style>|<[^>]+>", " ", _page(said), flags=re.DOTALL)
        assert_quiet(page[:GLIMPSE])


def test_a_calendar_entry_and_its_file_name_reveal_nothing() -> None:
    entries = [part for said in every_message() for part in mailed(said).iter_attachments()]
    assert len(entries) == 19
    for entry in entries:
        name = entry.get_filename()
        assert name is not None
        assert re.match(r"^Granite-(Story|Never)-rehearsal-[A-Za-z0-9-]+\.ics$", name)
        assert_quiet(entry.get_content())


def test_a_header_names_no_party_or_amount_and_default_only_when_one_is_to_be_confirmed() -> None:
    for said in every_message():
        header = said.message.headline
        assert "default" not in header.lower() or said.alert.kind == "default"
        assert_quiet(header.replace("Registration Default", ""))


def test_a_whole_message_names_no_party() -> None:
    for said in every_message():
        text = plain.as_mail_text(said.message)
        assert not [name for name in SECRET if name in text]


def assert_quiet(text: str) -> None:
    assert not [name for name in SECRET if name in text], text
    assert "$" not in text, text
    assert "default" not in text.lower(), text


def texts(blocks: tuple[slack.Block, ...]) -> list[str]:
    """Each text of the blocks, in the order Slack reads them."""
    found = [t for b in blocks for t in (b.get("text"), *b.get("elements", ())) if t]
    return [str(t["text"]) for t in found]


def mailed(said: Said) -> EmailMessage:
    known_at = at(said.alert.day, said.slot)
    envelope = Envelope(f"{said.alert.id}-email-maria", "d@issuer.example", "m@x.example", known_at)
    return render_email(said.message, envelope, said.alert, known_at)


def _page(said: Said) -> str:
    body = mailed(said).get_body(("html",))
    assert body is not None
    content: str = body.get_content()
    return content
