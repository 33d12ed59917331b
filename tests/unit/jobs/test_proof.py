"""A proof pack: what is in it, that its hashes verify, and that it is reproducible."""

import hashlib
import io
import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any

import pytest
from pypdf import PdfReader

from dealclock.alerts.slots import Slot, instant
from dealclock.documents.pdf import PDF
from dealclock.documents.zip_files import members
from dealclock.errors import NotFoundError, RefusedError
from dealclock.facts.fact import Fact, ReleasedConclusion
from dealclock.jobs.deal_day import own_look
from dealclock.jobs.documents.document import Document, FileRequest
from dealclock.jobs.documents.proof import give_proof, proof
from dealclock.jobs.queues import AssessDeal
from dealclock.people.acts import Note
from dealclock.store import Store, StoredDeal
from dealclock.store.write import ALWAYS, Update
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.memory_table import MemoryTable
from tests.own_partitions import own_partitions
from tests.services import services
from tests.unit.jobs.house import House

NOTICE = "trustee-notice/default-ii"
LATER = datetime(2004, 11, 20, 15, tzinfo=UTC)


@pytest.fixture
def granite(store: Store) -> House:
    return _granite().onto(store)


@cache
def _granite() -> House:
    """Granite, live: filed, not effective, the Trustee told by hand on Mon, Nov 1, 2004; its
    mornings of Oct 29 and Nov 1 were swept and everything sent, a second apart."""
    store = Store(MemoryTable())
    house = House(store, now=datetime(2004, 10, 28, 12, tzinfo=UTC))
    silent = samples.fact("F0", date(2004, 6, 30), kind="nothing-else-happened")
    filed = samples.fact(evidence="Form S-3, file number 333-117340")
    store.deals.load(samples.live(silent, filed), house.now, "tests")
    for day in (date(2004, 10, 29), date(2004, 11, 1)):
        swept(house, day)
    given = [{"to": "trustee", "method": "hand", "on": date(2004, 11, 1)}]
    event = samples.fact(
        "F2",
        date(2004, 11, 1),
        kind="trustee-notified",
        about="default-ii",
        given=given,
        recorded_by="Maria Lopez",
        recorded_at=datetime(2004, 11, 1, 22, tzinfo=UTC),
        evidence="https://example.slack.com/archives/C1/p2",
    )
    assert store.deals.record_fact(
        "granite", event, datetime(2004, 11, 1, 22, tzinfo=UTC), "U01MARIA"
    )
    return house


def swept(house: House, day: date, slot: Slot = "morning") -> None:
    house.now = instant(day, slot)
    sweep = f"sweep-{day}"
    house.assess(AssessDeal(deal="granite", as_of=day, known_at=house.now, slot=slot, sweep=sweep))
    while house.queue.deliveries:
        house.wait(1)
        house.deliver_next()
    house.queue.delays.clear()


def made(house: House, named: str = NOTICE, at: tuple[date, datetime] | None = None) -> Document:
    deal = house.store.deals.get("granite")
    assert deal is not None
    look = own_look(deal, LATER, *at) if at else None
    return proof(deal, named, services(house.store, now=LATER), PDF, look)


def content(document: Document) -> dict[str, bytes]:
    return dict(members(document.content))


def as_json(document: Document, name: str) -> Any:
    return json.loads(content(document)[name])


def test_it_holds_the_computation_the_notice_the_events_and_the_messages(granite: House) -> None:
    found = content(made(granite))
    assert [n for n in found if "/" not in n] == [
        "summary.pdf",
        "manifest.txt",
        "manifest.json",
        "computation.txt",
        "trace.json",
        "assessment.json",
        "notice.txt",
        "facts.txt",
        "facts.json",
        "releases.txt",
        "answers.json",
        "replies.json",
        "messages.json",
        "SHA256SUMS",
    ]
    computation = found["computation.txt"].decode()
    assert shows(computation, "2", "2004-11-01", "2 Business Days", "3(b)")
    assert shows(computation, "2004-11-01")
    assert values(wording("document/proof", found["notice.txt"].decode())) == [
        "F2",
        "2004-11-01",
        "1",
        "2004-11-01",
        "10(e)",
    ]
    facts = found["facts.txt"].decode()
    assert shows(wording("document/proof", facts, "second"), "Maria Lopez", "2004-11-01", "17:00")
    assert "Evidence: https://example.slack.com/archives/C1/p2" in facts
    assert as_json(made(granite), "trace.json")["obligation"]["met_on"] == "2004-11-01"


def test_each_message_is_included_word_for_word_with_its_archived_hash(
    granite: House,
) -> None:
    document = made(granite)
    sent = [t for t in granite.store.archive.messages("granite") if t.is_about(NOTICE)]
    listed = as_json(document, "messages.json")
    assert len(sent) == len(listed) > 2
    for item, entry in zip(sent, listed, strict=True):
        assert content(document)[entry["member"]] == item.text.encode()
        assert (entry["state"], entry["verified"]) == ("sent", True)
    assert {entry["to"] for entry in listed} >= {"#granite", "Maria Lopez"}
    assert "DOES NOT VERIFY" not in document.text


@pytest.mark.full
def test_replies_by_email_are_included_in_full_except_later_ones(granite: House) -> None:
    at = datetime(2004, 11, 2, 14, tzinfo=UTC)
    for n, when in enumerate((at, at + timedelta(days=30))):
        text = f"Counsel has it ({n}).\nMore tomorrow."
        note = Note(f"n{n}", NOTICE, "3(b)", "maria", when, text, attachments=1)
        samples.file_note(granite.store, "granite", note)
    assert as_json(made(granite), "replies.json") == [
        {
            "at": "2004-11-02T14:00:00Z",
            "by": "Maria Lopez",
            "text": "Counsel has it (0).\nMore tomorrow.",
            "attachments_not_kept": 1,
        }
    ]
    assert as_json(made(granite, "effectiveness"), "replies.json") == []


def test_every_member_has_a_hash_and_the_pack_is_named_by_them(granite: House) -> None:
    document = made(granite)
    found = content(document)
    lines = found.pop("SHA256SUMS").decode().splitlines(keepends=True)
    assert lines == [
        f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in found.items()
    ]
    # As `grep -v -e manifest -e summary.pdf SHA256SUMS | sha256sum` would say.
    rest = "".join(line for line in lines if not re.search("manifest|summary.pdf", line))
    pack = hashlib.sha256(rest.encode()).hexdigest()
    manifest = as_json(document, "manifest.json")
    assert (manifest["format"], manifest["pack"]) == ("dealclock-proof/2", pack)
    assert f"Pack {pack}" in found["manifest.txt"].decode()
    assert {m["name"]: m["sha256"] for m in manifest["members"]} == {
        name: hashlib.sha256(data).hexdigest()
        for name, data in found.items()
        if not name.startswith("manifest")
    }
    assert manifest["terms"]["version"] == 1


def page(document: Document) -> str:
    """The text of the one page that a pack opens with."""
    (only,) = PdfReader(io.BytesIO(content(document)["summary.pdf"])).pages
    return only.extract_text()


def masked(text: str) -> str:
    """A page without the hashes, which change with every annex."""
    return re.sub(r"\b[0-9a-f]{64}\b", "(sha256)", text)


def test_the_page_shows_what_was_due_sent_and_done_and_how_to_verify_it(
    granite: House,
) -> None:
    document = made(granite)
    text = page(document)
    wording("document/proof-page", masked(text))
    assert shows(text, "3(b)", NOTICE)
    # Oct 28 + 120 days' lapse, two Business Days: satisfied on the last of them, by hand.
    assert shows(text, "2004-11-01", "2004-11-01", "2004-10-28")
    assert shows(text, "F2", "2004-11-01", "2004-11-01")
    assert shows(text, "2004-10-29", "08:00")
    assert shows(text, "F2", "2004-11-01", "Maria Lopez", "2004-11-01", "17:00")
    manifest = as_json(document, "manifest.json")
    assert manifest["pack"] in text
    for name in ("computation.txt", "facts.txt", "messages.json"):
        assert hashlib.sha256(content(document)[name]).hexdigest() in text


def test_the_page_uses_the_status_words_of_the_record(granite: House) -> None:
    wording("document/proof-page", masked(page(made(granite, "effectiveness"))))
    assert "overdue" in page(made(granite, "effectiveness"))
    assert "not confirmed" in page(made(granite, "default-ii"))
    filing = (date(2004, 10, 30), datetime(2004, 10, 30, 12, tzinfo=UTC))
    assert "open" in page(made(granite, NOTICE, filing))


def test_the_same_table_gives_the_same_pack(granite: House) -> None:
    assert made(granite).content == made(granite).content


@pytest.mark.full
def test_a_pack_can_be_made_again_later(granite: House) -> None:
    then = (date(2004, 11, 1), datetime(2004, 11, 1, 23, tzinfo=UTC))
    before = made(granite, at=then)
    granite.now += timedelta(days=1)
    swept(granite, date(2004, 11, 2))
    corrected = samples.fact(
        "F3",
        date(2004, 11, 2),
        kind="trustee-notified",
        about="default-ii",
        corrects="F2",
        given=[{"to": "trustee", "method": "hand", "on": date(2004, 11, 2)}],
    )
    assert granite.store.deals.record_fact("granite", corrected, granite.now, "U01MARIA")
    assert made(granite, at=then).content == before.content
    assert made(granite).content != before.content
    facts = content(made(granite))["facts.txt"].decode()
    assert shows(wording("document/proof", facts), "F3")


def requested(deal: StoredDeal, who: str, store: Store) -> FileRequest:
    files = own_partitions(store, "files")
    person, at = deal.team.access.person(who), services(files, now=LATER)
    by = person.slack if person else "U0STRANGER"
    return FileRequest(deal, person, {"obligation": NOTICE}, own_look(deal, LATER), at, by)


def test_a_pack_handed_out_does_not_change_the_next(granite: House) -> None:
    deal = granite.store.deals.get("granite")
    assert deal is not None
    before = made(granite)
    given = give_proof(requested(deal, "maria", granite.store), PDF)
    assert given.content == before.content == made(granite).content
    kept = granite.store.archive.messages("granite")[-1]
    assert (kept.kind, kept.about) == ("file", NOTICE)
    assert given.sha256 in kept.text
    assert given.text in kept.text
    assert given.name == "Granite-proof-Section-3-b-2004-11-01.zip"


def test_a_failed_verification_comes_first(granite: House) -> None:
    row = next(
        row
        for row in samples.rows(granite.store, "DEAL#granite", "RENDITION#", "RENDITION#~")
        if "Trustee notice" in row.text("text")
    )
    change = Update(row.text("PK"), row.text("SK"), {"text": "Other words"}, ALWAYS)
    granite.store.table.write(change)
    document = made(granite)
    first = document.text.splitlines()[0]
    assert first.startswith("DOES NOT VERIFY")
    wording("document/proof", first)
    wording("document/proof", as_json(document, "manifest.json")["does_not_verify"], "second")


def test_an_open_obligation_shows_the_delivery_methods_left(granite: House) -> None:
    notice = content(made(granite, "payment"))["notice.txt"].decode()
    wording("document/proof", notice)
    assert shows(notice, "2005-01-18", "14:00")


@pytest.mark.parametrize(
    ("named", "name"),
    [
        ("default-ii", "Granite-proof-Section-3-a-ii-2004-10-28.zip"),
        ("effectiveness", "Granite-proof-Section-2-a-ii-2004-10-28.zip"),
        ("registration-efforts", "Granite-proof-Section-4-a-2004-11-20.zip"),
    ],
)
def test_windows_defaults_and_duties_have_packs_too(granite: House, named: str, name: str) -> None:
    assert made(granite, named).name == name


def test_an_unknown_item_is_refused(granite: House) -> None:
    with pytest.raises(NotFoundError, match="Did you mean"):
        made(granite, "trustee-notise/default-ii")


def test_a_person_not_on_the_deal_gets_nothing(granite: House) -> None:
    deal = granite.store.deals.get("granite")
    assert deal is not None
    count = len(granite.store.archive.messages("granite"))
    with pytest.raises(RefusedError, match="for people inside the deal"):
        give_proof(requested(deal, "no-one", granite.store), PDF)
    assert len(granite.store.archive.messages("granite")) == count
    entries = samples.rows(granite.store, "DEAL#granite", "AUDIT#", "AUDIT#~")
    wording("document/proof", [row.text("what") for row in entries])


def test_a_rehearsals_pack_is_marked_and_has_its_messages(store: Store) -> None:
    house = House(store)
    store.deals.load(
        replace(samples.rehearsal(*samples.story()), day=date(2004, 10, 29)), house.now, "tests"
    )
    house.morning("2004-10-29")
    deal = store.deals.get("story")
    assert deal is not None
    document = proof(deal, NOTICE, services(store, now=house.now), PDF)
    assert document.name == "REHEARSAL-Story-proof-Section-3-b-2004-11-01.zip"
    assert document.text.startswith("Rehearsal: ")
    assert shows(document.text, "F0")
    assert len(as_json(document, "messages.json")) == 3


def test_it_lists_who_received_the_released_conclusion_and_its_later_status(
    granite: House,
) -> None:
    assert content(made(granite))["releases.txt"] == b"It was not released.\n"
    was = ReleasedConclusion(title="Notice", clause="3(b)", status="open", due=date(2004, 11, 1))
    for fact in (
        _fact("X1", "conclusion-released", about=NOTICE, to="trustee", released=was),
        _fact("X2", "retraction", corrects="X1"),
    ):
        granite.store.deals.record_fact("granite", fact, granite.now, "tests")
    (line,) = content(made(granite))["releases.txt"].decode().splitlines()
    assert "the Trustee" in line
    assert "X1" in line
    assert "3(b)" in line
    assert line.endswith("Retracted by X2")


def _fact(fact_id: str, kind: str, **more: Any) -> Fact:
    return Fact(id=fact_id, kind=kind, on=date(2004, 10, 29), recorded_by="Maria Lopez", **more)
