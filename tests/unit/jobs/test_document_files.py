"""Drafts, proof packs and exports as the file function makes them."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from dealclock.errors import NotFoundError
from dealclock.jobs.deal_day import own_look
from dealclock.jobs.documents.document import FileRequest
from dealclock.jobs.documents.file_kinds import KINDS
from dealclock.store import Store
from tests.contract.store import samples
from tests.docs.drafts import NOW
from tests.own_partitions import own_partitions
from tests.services import services

NOTICE = "trustee-notice/default-ii"


@pytest.fixture
def asked(store: Store) -> FileRequest:
    bundle = replace(samples.rehearsal(*samples.story()), day=date(2004, 10, 29))
    store.deals.load(bundle, NOW, "tests")
    deal = store.deals.get("story")
    assert deal is not None
    return FileRequest(
        deal=deal,
        asker=deal.team.people[0],
        args={"obligation": NOTICE, "what": "facts"},
        look=own_look(deal, NOW, date(2004, 10, 29), datetime(2004, 10, 30, 4, tzinfo=UTC)),
        services=services(own_partitions(store, "files"), now=NOW),
        by=deal.team.people[0].slack,
    )


@pytest.mark.parametrize(
    ("kind", "name", "title", "begins"),
    [
        ("draft", "draft-Section-3-b-2004-11-01.docx", "draft", b"PK"),
        ("counsel-sheet", "counsel-sheet-Section-3-b-2004-11-01.docx", "counsel sheet", b"PK"),
        ("proof", "proof-Section-3-b-2004-11-01.zip", "proof pack", b"PK"),
        ("export", "facts-2004-10-29.csv", "export", b"\xef\xbb\xbf"),
    ],
)
def test_each_file_is_made_and_archived_and_its_name_and_title_leak_nothing(
    asked: FileRequest, kind: str, name: str, title: str, begins: bytes
) -> None:
    made = KINDS[kind].make(asked)
    assert made.name == f"REHEARSAL-Story-{name}"
    assert made.title == f"REHEARSAL Story, {title}, Fri, Oct 29, 2004"
    assert made.content.startswith(begins)
    (kept,) = asked.services.store.archive.messages("story")
    assert kept.kind == "file"


def test_a_payment_has_a_funding_memo_and_a_notice_has_none(asked: FileRequest) -> None:
    made = KINDS["funding-memo"].make(replace(asked, args={"obligation": "payment"}))
    assert made.name == "REHEARSAL-Story-funding-memo-Section-3-b-2005-01-18.pdf"
    assert made.content.startswith(b"%PDF")
    with pytest.raises(NotFoundError, match="no funding-memo"):
        KINDS["funding-memo"].make(asked)


@pytest.mark.parametrize("kind", ["draft", "counsel-sheet", "funding-memo", "proof", "export"])
def test_the_user_is_notified_of_a_file_that_cannot_be_made(asked: FileRequest, kind: str) -> None:
    with pytest.raises(NotFoundError, match="'nothing'"):
        KINDS[kind].make(replace(asked, args={"obligation": "nothing", "what": "nothing"}))
    with pytest.raises(NotFoundError, match="it names what"):
        KINDS[kind].make(replace(asked, args={}))
