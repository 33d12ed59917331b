"""A reply is filed and its owner told; else answered once, to nobody unproved, or kept."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from dealclock.access.people import Person
from dealclock.alerts.alert import Ledger
from dealclock.alerts.delivery import State
from dealclock.alerts.plan import plan
from dealclock.channels import Unknown
from dealclock.store import Store
from dealclock.usecases.assess_deal import assess_as_of
from dealclock.usecases.mail_in.filing import Became, Office, file
from dealclock.usecases.mail_in.letter import LARGEST, LONGEST_TEXT, read
from dealclock.usecases.mail_in.notification import Arrived, NotAMail
from tests.contract.store import samples
from tests.contract.store.samples import rows
from tests.unit.usecases.house import House
from tests.unit.usecases.web import kept_link

EVENT = Path(__file__).parents[3] / "events" / "mail-in.json"
# Thu Oct 28, 2004, 10:00 in New York.
NOW = datetime(2004, 10, 28, 14, tzinfo=UTC)
TOM = "tom.becker@issuer.example"
WORDS = "Filed this morning; the copy is with the clerk."
DOMAIN = "replies.example.com"
NESTED = b"Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n"
VERA = Person.model_validate(
    {"id": "vera", "name": "Vera", "email": "v@a.example", "slack": "U01VERA", "role": "viewer"}
)


@dataclass
class Desk:
    """A deal, an address for Tom's replies, and the post."""

    house: House
    secret: str

    @property
    def to(self) -> str:
        return f"reply+{self.secret}@{DOMAIN}"

    def receive(
        self,
        content: EmailMessage | bytes | None = None,
        to: str = "",
        verdicts: dict[str, str] | None = None,
        message: str = "m1",
        source: str = TOM,
    ) -> Became:
        """What becomes of a mail to the address; by default Tom's own, proved."""
        raw = content if isinstance(content, bytes) else (content or written()).as_bytes()
        house = self.house
        office = Office(house.store, house.queue, house.mailbox, "dealclock@issuer.example", DOMAIN)
        arrived = notified(to or self.to, verdicts or {}, message, source)
        return file(arrived, raw, office, self.house.now)

    @property
    def answers(self) -> list[tuple[str, str]]:
        return [(mail.to, str(mail.content["Subject"])) for mail in self.house.mailbox.mails]

    @property
    def notes(self) -> list[str]:
        return [note.text for note in self.house.store.notes("granite")]


def written(text: str = WORDS, sender: str = TOM, **headers: str) -> EmailMessage:
    content = EmailMessage()
    content["From"] = sender
    content["Message-ID"] = "<reply-1@issuer.example>"
    for name, value in headers.items():
        content[name.replace("_", "-")] = value
    content.set_content(text)
    return content


def notified(to: str, verdicts: dict[str, str], message: str, source: str) -> Arrived:
    told = json.loads(json.loads(EVENT.read_text())["Records"][0]["Sns"]["Message"])
    told["mail"] |= {"messageId": message, "source": source}
    told["receipt"]["recipients"] = [to]
    told["receipt"] |= {f"{name}Verdict": {"status": says} for name, says in verdicts.items()}
    return Arrived.read(json.dumps(told))


@pytest.fixture
def desk(store: Store) -> Desk:
    house = House(store, now=NOW)
    load(store)
    until = NOW + timedelta(days=90)
    return Desk(house, kept_link(store, until, purpose="reply", person="tom"))


def load(store: Store, **changes: Any) -> None:
    bundle = samples.live(samples.fact())
    people = (*bundle.team.people, VERA)
    team = bundle.team.model_copy(update={"people": people, **changes})
    store.load(replace(bundle, team=team), NOW - timedelta(days=90), "tests")


def audited(store: Store, pk: str = "DEAL#granite") -> list[str]:
    entries = rows(store, pk, "AUDIT#", "AUDIT#~")
    return [e.text("what") for e in entries if e.text("what") != "loaded"]


def test_a_reply_is_filed_with_what_it_answers(desk: Desk) -> None:
    assert desk.receive() == "filed"
    [note] = desk.house.store.notes("granite")
    assert (note.person, note.instance, note.clause) == ("tom", "effectiveness", "2(a)(ii)")
    assert (note.text, note.at, note.attachments) == (WORDS, NOW, 0)
    assert audited(desk.house.store) == ["filed note"]
    assert desk.answers == []


def test_its_owner_is_told_in_slack_what_was_written(desk: Desk) -> None:
    desk.receive()
    assert desk.house.deliver_all() == [State.SENT]
    [post] = desk.house.slack.posts
    assert post.channel == "U01MARIA"
    assert post.text == "Granite, clause 2(a)(ii), Thu Oct 28, 2004"
    shown = json.dumps(list(post.blocks))
    assert "Tom Becker replied by mail" in shown
    assert WORDS in shown


def test_of_what_the_owner_writes_the_backup_is_told(desk: Desk) -> None:
    own = kept_link(desk.house.store, NOW + timedelta(days=90), purpose="reply", person="maria")
    maria = "Maria Lopez <Maria.Lopez@issuer.example>"
    assert desk.receive(written(sender=maria), to=f"reply+{own}@{DOMAIN}") == "filed"
    desk.house.deliver_all()
    assert [post.channel for post in desk.house.slack.posts] == ["U01TOM"]


def test_told_twice_it_is_filed_once_and_its_owner_told_once(desk: Desk) -> None:
    assert [desk.receive(), desk.receive()] == ["filed", "filed"]
    assert desk.notes == [WORDS]
    desk.house.deliver_all()
    assert len(desk.house.slack.posts) == 1


def test_a_note_is_no_alert_that_the_next_morning_ends(desk: Desk) -> None:
    desk.receive()
    desk.house.deliver_all()
    said = desk.house.store.ledger("granite", NOW + timedelta(days=1))
    assert [s.kind for s in said] == ["note"]
    deal = desk.house.store.deal("granite")
    assert deal
    tomorrow = NOW + timedelta(days=1)
    seen = assess_as_of(deal, tomorrow.date(), tomorrow, compare=False)
    assert "note" not in {a.kind for a in plan(seen, deal.team.alerts, Ledger(said))}


def test_quotations_and_personal_links_are_left_out_and_length_is_cut_visibly(desk: Desk) -> None:
    link = f"https://web.example/a/{'c' * 52}"
    desk.receive(written(f"Done.\n\n\n\n> Acknowledge: {link}\nSee {link} too.\n"))
    assert desk.notes == ["Done.\n\nSee [personal link, not kept] too."]
    desk.house.wait(1)
    desk.receive(written("x" * 50_000), message="m2")
    assert len(desk.notes[1]) == LONGEST_TEXT
    assert desk.notes[1].endswith(" characters)")


def test_a_typed_mention_link_or_formula_stays_words(desk: Desk) -> None:
    desk.receive(written("<!channel> *now* & =1+1 \u202eevil"))
    assert desk.notes == ["<!channel> *now* & =1+1 evil"]
    desk.house.deliver_all()
    shown = json.dumps(list(desk.house.slack.posts[0].blocks))
    assert "<!channel>" not in shown
    assert "&lt;!channel&gt;" in shown


def test_what_is_attached_is_counted_and_its_sender_told(desk: Desk) -> None:
    content = written()
    content.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="copy.pdf")
    assert desk.receive(content) == "filed"
    assert desk.house.store.notes("granite")[0].attachments == 1
    assert desk.answers == [(TOM, "Your reply was filed, without attachments")]
    desk.house.deliver_all()
    assert "1 attachment" in json.dumps(list(desk.house.slack.posts[0].blocks))


def test_a_page_is_filed_as_its_words(desk: Desk) -> None:
    content = written("")
    content.set_content(
        "<html><head><title>t</title><style>p{}</style></head><body><p>Filed<br>today.</p>"
        "<blockquote>Acknowledge: old</blockquote></body></html>",
        subtype="html",
    )
    assert desk.receive(content) == "filed"
    assert desk.notes == ["Filed\ntoday."]


NOT_FILED = "Your reply was not filed"


@pytest.mark.parametrize(
    ("content", "verdicts"),
    [
        (written(sender="tom@elsewhere.example"), {}),
        (written(sender=f"{TOM}, maria.lopez@issuer.example"), {}),
        (written(), {"dmarc": "FAIL"}),
        (written(), {"dkim": "GRAY"}),
        (written(), {"spf": "FAIL"}),
        (written(" \n> quoted\n"), {}),
        (b"From: %b\r\n\r\n%b" % (TOM.encode(), b"x" * LARGEST), {}),
    ],
    ids=["from elsewhere", "from two", "no DMARC", "no DKIM", "no SPF", "empty", "too long"],
)
def test_what_cannot_be_filed_is_answered_at_the_address_the_team_has(
    desk: Desk, content: EmailMessage | bytes, verdicts: dict[str, str]
) -> None:
    assert desk.receive(content, verdicts=verdicts) == "answered"
    assert desk.answers == [(TOM, NOT_FILED)]
    assert desk.notes == []
    assert audited(desk.house.store) == ["answered mail"]


def test_an_answer_says_what_to_do_quotes_nothing_and_asks_no_machine(desk: Desk) -> None:
    desk.receive(written("Secret words", sender="tom@elsewhere.example"))
    content = desk.house.mailbox.mails[0].content
    text = str(content.get_content())
    assert "not filed. It came from another address" in text
    assert "from the address it came to" in text
    assert not {word for word in ("Secret", "Granite", "2(a)", "elsewhere") if word in text}
    assert content["Auto-Submitted"] == "auto-replied"
    assert content["In-Reply-To"] == content["References"] == "<reply-1@issuer.example>"
    assert read(desk.house.mailbox.mails[0].as_bytes(), "dealclock@issuer.example").automatic  # type: ignore[union-attr]


@pytest.mark.parametrize("to", [f"reply@{DOMAIN}", f"reply+{'a' * 52}@{DOMAIN}", f"x@{DOMAIN}"])
def test_an_address_that_takes_none_is_answered_to_a_proved_sender_alone(
    desk: Desk, to: str
) -> None:
    assert desk.receive(to=to, verdicts={"dmarc": "FAIL"}) == "ignored"
    assert desk.answers == []
    assert desk.receive(written(sender="pat@elsewhere.example"), to=to, message="m2") == "answered"
    assert desk.answers == [("pat@elsewhere.example", NOT_FILED)]


@pytest.mark.parametrize("change", [{"deny": ("tom",), "email": ("maria",)}, {"people": ()}])
def test_who_has_left_or_is_denied_is_answered_like_a_stranger(
    desk: Desk, change: dict[str, Any]
) -> None:
    if change.get("people") == ():
        change = {"people": tuple(p for p in samples.team().people if p.id != "tom")}
        owners = {"owner": "maria", "backup": "ruth"}
        whole = samples.team().model_dump() | {"owners": {"company": owners}}
        change["owners"] = type(samples.team()).model_validate(whole).owners
    load(desk.house.store, **change)
    desk.receive()
    stranger = desk.house.mailbox.mails[-1].content.get_content()
    desk.house.wait(7200)
    desk.receive(to=f"reply+{'a' * 52}@{DOMAIN}", message="m2")
    assert desk.house.mailbox.mails[-1].content.get_content() == stranger
    assert desk.notes == []


def test_a_viewer_and_one_whose_address_ran_out_file_nothing(desk: Desk) -> None:
    store = desk.house.store
    for person, until in (("vera", NOW + timedelta(days=1)), ("tom", NOW)):
        secret = kept_link(store, until, purpose="reply", person=person)
        assert desk.receive(to=f"reply+{secret}@{DOMAIN}", message=person) != "filed"
    other = kept_link(store, NOW + timedelta(days=1), purpose="acknowledge", person="tom")
    assert desk.receive(to=f"reply+{other}@{DOMAIN}", message="m3") != "filed"
    assert desk.notes == []


@pytest.mark.parametrize(
    ("headers", "source"),
    [
        ({"Auto_Submitted": "auto-replied"}, TOM),
        ({"Auto_Submitted": "auto-generated; x=y"}, TOM),
        ({"Precedence": "Bulk"}, TOM),
        ({"X_Autoreply": "yes"}, TOM),
        ({}, "<>"),
        ({}, "MAILER-DAEMON@issuer.example"),
    ],
)
def test_a_machine_is_neither_filed_nor_answered(
    desk: Desk, headers: dict[str, str], source: str
) -> None:
    assert desk.receive(written(**headers), source=source) == "automatic"
    assert desk.receive(written(**headers), f"reply@{DOMAIN}", source=source) == "automatic"
    assert (desk.answers, desk.notes) == ([], [])


def test_who_asks_for_no_answer_by_a_machine_is_filed_and_not_answered(desk: Desk) -> None:
    quiet = {"X_Auto_Response_Suppress": "All"}
    assert desk.receive(written(**quiet)) == "filed"
    assert desk.receive(written(sender="x@y.example", **quiet), message="m2") == "kept"
    assert desk.answers == []


def test_one_mail_is_answered_once_and_one_person_once_an_hour_for_one_cause(desk: Desk) -> None:
    other = written(sender="tom@elsewhere.example")
    assert [desk.receive(other), desk.receive(other)] == ["answered", "kept"]
    assert desk.receive(other, message="m2") == "kept"
    desk.house.wait(3601)
    assert desk.receive(other, message="m3") == "answered"
    assert len(desk.answers) == 2


def test_mail_among_ourselves_goes_round_in_no_circle(desk: Desk) -> None:
    for sender in ("dealclock@issuer.example", f"reply@{DOMAIN}"):
        assert desk.receive(written(sender=sender), to=f"reply@{DOMAIN}") == "ignored"
    assert desk.answers == []


@pytest.mark.parametrize("verdict", ["spam", "virus"])
def test_spam_is_kept_and_not_answered(desk: Desk, verdict: str) -> None:
    assert desk.receive(verdicts={verdict: "FAIL"}) == "kept"
    assert desk.receive(to=f"reply@{DOMAIN}", verdicts={verdict: "FAIL"}) == "ignored"
    assert (desk.answers, desk.notes) == ([], [])


def test_an_answer_that_may_not_have_left_is_kept_for_someone_to_look(desk: Desk) -> None:
    desk.house.mailbox.outcomes.append(Unknown("connection_lost"))
    assert desk.receive(written(sender="tom@elsewhere.example")) == "kept"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xfe\x00garbage",
        b"From: \xff\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n",
        b"From: " + TOM.encode() + b"\r\nContent-Type: text/plain; charset=nobody\r\n\r\nHi\xff",
        b"From: " + TOM.encode() + b"\r\n" + NESTED * 400,
    ],
)
def test_whatever_a_stranger_can_write_is_answered_or_kept_and_raises_nothing(
    desk: Desk, raw: bytes
) -> None:
    assert desk.receive(raw) in ("filed", "answered", "kept")


def test_an_unknown_character_set_is_read_as_well_as_can_be() -> None:
    raw = b"From: t@a.example\r\nContent-Type: text/plain; charset=nobody\r\n\r\nHi there\r\n"
    letter = read(raw, "t@a.example")
    assert letter is not None
    assert letter.text.strip() == "Hi there"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda told: told.pop("receipt"),
        lambda told: told["receipt"]["action"].update(type="Lambda"),
        lambda told: told["mail"].update(messageId=""),
    ],
)
def test_what_is_no_notification_is_refused_without_being_quoted(
    spoil: Callable[[dict[str, Any]], Any],
) -> None:
    told = json.loads(json.loads(EVENT.read_text())["Records"][0]["Sns"]["Message"])
    spoil(told)
    with pytest.raises(NotAMail) as refused:
        Arrived.read(json.dumps(told))
    assert "issuer.example" not in str(refused.value)
