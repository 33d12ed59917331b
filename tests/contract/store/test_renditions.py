"""Sent messages can be shown later, and any tampering is detected."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.alerts.delivery import State
from dealclock.store import ArchivedMessage, ArchiveEntry, Claim, Rendition, Store
from dealclock.store.write import ALWAYS, Update
from tests.contract.store.samples import LEASE, NOW, planned, rows

SOON = NOW + timedelta(seconds=5)
WORDS = "Granite: due on Wednesday.\n"
SAID = Rendition(WORDS, terms_version=2, team_version=3, engine="0.1.0")
ASKED = Rendition(
    "Granite: nothing is due.\n", 1, 1, "0.1.0", as_of=date(2026, 11, 2), known_at=NOW
)


def sent(store: Store) -> Claim:
    """A delivery sent, its words kept before."""
    claim = store.outbox.claim(planned(store), NOW, LEASE)
    assert isinstance(claim, Claim)
    store.outbox.keep_rendition(claim, SAID, NOW)
    store.outbox.mark_sent(claim, "1099051200.000100", SOON)
    return claim


def answered(store: Store, *deals: str) -> None:
    store.archive.add_message(
        ArchiveEntry("answer", "U01TOM", deals, ASKED, about="shelf-filing"), NOW
    )


def only(found: tuple[ArchivedMessage, ...]) -> ArchivedMessage:
    (told,) = found
    return told


def test_a_message_is_shown_with_its_recipient_and_its_sources(store: Store) -> None:
    sent(store)
    told = only(store.archive.messages("granite"))
    assert (told.kind, told.to, told.about) == ("message", "slack:C01GRANITE", "shelf-effective")
    assert (told.text, told.wrong) == (WORDS, "")
    assert (told.as_of, told.known_at) == (
        date(2004, 10, 29),
        datetime(2004, 10, 29, 12, tzinfo=UTC),
    )
    assert (told.terms_version, told.team_version, told.engine) == (2, 3, "0.1.0")
    assert (told.at, told.state, told.ended_at) == (NOW, State.SENT, SOON)


def test_only_the_messages_of_one_delivery_are_shown(store: Store) -> None:
    claim = sent(store)
    answered(store, "granite")
    told = only(store.archive.messages_of(claim.key))
    assert (told.text, told.state, told.wrong) == (WORDS, State.SENT, "")
    assert store.archive.messages_of(replace(claim.key, id="another")) == ()


def test_a_delivery_that_does_not_verify_is_shown_as_such(store: Store) -> None:
    claim = sent(store)
    change(store, {"text": "Granite: due on Friday.\n"})
    assert "its text differs" in only(store.archive.messages_of(claim.key)).wrong


def test_an_answer_is_shown_with_the_requester_and_the_subject(store: Store) -> None:
    answered(store, "granite")
    told = only(store.archive.messages("granite"))
    assert (told.kind, told.to, told.about) == ("answer", "U01TOM", "shelf-filing")
    assert (told.text, told.as_of, told.known_at) == (ASKED.text, date(2026, 11, 2), NOW)
    assert (told.state, told.wrong) == (None, "")


def test_an_answer_about_several_deals_is_found_from_each_of_them_and_no_other(
    store: Store,
) -> None:
    answered(store, "granite", "basalt")
    assert [only(store.archive.messages(deal)).text for deal in ("granite", "basalt")] == [
        ASKED.text
    ] * 2
    assert store.archive.messages("slate") == ()
    assert rows(store, "DEAL#granite") == []


def test_two_answers_at_one_instant_are_both_stored(store: Store) -> None:
    answered(store, "granite")
    answered(store, "granite")
    assert len(store.archive.messages("granite")) == 2


def test_a_message_archived_and_never_sent_is_marked_so(store: Store) -> None:
    claim = store.outbox.claim(planned(store), NOW, LEASE)
    assert isinstance(claim, Claim)
    store.outbox.keep_rendition(claim, SAID, NOW)
    store.outbox.mark_refused(claim, "is_archived", SOON)
    told = only(store.archive.messages("granite"))
    assert (told.state, told.cause) == (State.REFUSED, "is_archived")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"text": "Granite: due on Thursday.\n"}, "its text differs from the text archived"),
        ({"as_of": date(2004, 10, 30)}, "its sources differ from those archived"),
        ({"known_at": SOON}, "its sources differ from those archived"),
        ({"terms_version": 9}, "its sources differ from those archived"),
        ({"to": "slack:C0OTHER"}, "its sources differ from those archived"),
    ],
)
def test_a_changed_rendition_is_detected(
    store: Store, changes: dict[str, str | int | date], said: str
) -> None:
    sent(store)
    change(store, changes)
    assert only(store.archive.messages("granite")).wrong == said


def test_a_change_with_recomputed_hashes_is_still_detected_by_the_delivery(store: Store) -> None:
    from dealclock.store import archive

    sent(store)
    (row,) = rows(store, "DEAL#granite", "RENDITION#", "RENDITION#~")
    forged = {**archive._sealed_values(row), "text": "forged"}
    forged["sha256"] = archive.text_hash("forged")
    seal = archive.seal(forged)
    change(store, {"text": "forged", "sha256": str(forged["sha256"]), "seal": seal})
    assert only(store.archive.messages("granite")).wrong == (
        "its delivery record has a different text"
    )


def change(store: Store, changes: dict[str, str | int | date]) -> None:
    (row,) = rows(store, "DEAL#granite", "RENDITION#", "RENDITION#~")
    store.table.write(Update("DEAL#granite", row.text("SK"), changes, ALWAYS))
