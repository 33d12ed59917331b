"""What may be seen over a shoulder: code name, clause and date, and nothing else."""

import re
from email.message import EmailMessage

from dealclock.render import plain, slack
from dealclock.render.mail import Envelope, mail
from tests.unit.alerts.playing import at
from tests.unit.render.messages import SECRET, Said, as_live, every_message

PREVIEW = re.compile(
    r"^REHEARSAL Granite-(Story|Never), Section \d(\([a-z]+\))*, "
    r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d{1,2}, 200[45]$"
)
# A desktop notification and an inbox list show about so much of the first words.
GLIMPSE = 200


def test_a_preview_is_the_code_name_the_clause_and_the_date() -> None:
    assert len(every_message()) == 122
    for said in every_message():
        assert PREVIEW.match(said.told.preview), said.told.preview


def test_slack_notifies_with_the_preview_alone() -> None:
    for said in every_message():
        assert slack.message(said.told).text == said.told.preview


def test_a_mail_shows_the_preview_as_its_subject() -> None:
    for said in every_message():
        assert mailed(said)["Subject"] == said.told.preview


def test_the_first_words_of_the_blocks_give_nothing_away() -> None:
    for said in every_message():
        for told in (said.told, as_live(said)):
            assert_quiet("\n".join(texts(slack.message(told).blocks))[:GLIMPSE])


def test_the_first_words_of_a_mail_give_nothing_away() -> None:
    for said in every_message():
        for told in (said.told, as_live(said)):
            assert_quiet(plain.as_mail_text(told)[:GLIMPSE])
            page = re.sub(r"<style>.*?</style>|<[^>]+>|\s+", " ", _page(said), flags=re.DOTALL)
            assert_quiet(re.sub(r"\s+", " ", page)[:GLIMPSE])


def test_a_calendar_entry_and_its_file_name_give_nothing_away() -> None:
    entries = [part for said in every_message() for part in mailed(said).iter_attachments()]
    assert len(entries) == 19
    for entry in entries:
        name = entry.get_filename()
        assert name is not None
        assert re.match(r"^REHEARSAL-Granite-(Story|Never)-Section-[a-z0-9-]+\.ics$", name)
        assert_quiet(entry.get_content())


def test_a_headline_names_no_party_no_amount_and_no_default() -> None:
    for said in every_message():
        assert_quiet(said.told.headline)


def test_a_whole_message_names_no_party() -> None:
    for said in every_message():
        text = plain.as_mail_text(said.told)
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
    return mail(said.told, envelope, said.alert, known_at)


def _page(said: Said) -> str:
    body = mailed(said).get_body(("html",))
    assert body is not None
    content: str = body.get_content()
    return content
