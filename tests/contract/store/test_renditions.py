"""Sent messages can be shown later, and any tampering is detected."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.alerts.outcome import Refused, Sent, State
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
    """A sent delivery, archived before sending."""
    claim = store.outbox.claim(planned(store), NOW, LEASE)
    assert isinstance(claim, Claim)
    store.outbox.keep_rendition(claim, SAID, NOW)
    store.outbox.settle(claim, Sent("1099051200.000100"), SOON)
    return claim


def answered(store: Store, *deals: str) -> None:
    store.archive.add_message(
        ArchiveEntry("answer", "U01TOM", deals, ASKED, about="shelf-filing"), NOW
    )


def only(messages: tuple[ArchivedMessage, ...]) -> ArchivedMessage:
    (message,) = messages
    return message


def test_a_message_is_shown_with_its_recipient_and_its_sources(store: Store) -> None:
    sent(store)
    message = only(store.archive.messages("granite"))
    assert (message.kind, message.to, message.about) == (
        "message",
        "slack:C01GRANITE",
        "shelf-effective",
    )
    assert (message.text, message.wrong) == (WORDS, "")
    assert (message.as_of, message.known_at) == (
        date(2004, 10, 29),
        datetime(2004, 10, 29, 12, tzinfo=UTC),
    )
    assert (message.terms_version, message.team_version, message.engine) == (2, 3, "0.1.0")
    assert (message.at, message.state, message.ended_at) == (NOW, State.SENT, SOON)


def test_only_the_messages_of_one_delivery_are_shown(store: Store) -> None:
    claim = sent(store)
    answered(store, "granite")
    message = only(store.archive.messages_of(claim.key))
    assert (message.text, message.state, message.wrong) == (WORDS, State.SENT, "")
    assert store.archive.messages_of(replace(claim.key, id="another")) == ()


def test_a_delivery_that_does_not_verify_is_shown_as_such(store: Store) -> None:
    claim = sent(store)
    change(store, {"text": "Granite: due on Friday.\n"})
    assert "its text differs" in only(store.archive.messages_of(claim.key)).wrong


def test_an_answer_is_shown_with_the_requester_and_the_subject(store: Store) -> None:
    answered(store, "granite")
    message = only(store.archive.messages("granite"))
    assert (message.kind, message.to, message.about) == ("answer", "U01TOM", "shelf-filing")
    assert (message.text, message.as_of, message.known_at) == (ASKED.text, date(2026, 11, 2), NOW)
    assert (message.state, message.wrong) == (None, "")


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
    store.outbox.settle(claim, Refused("is_archived"), SOON)
    message = only(store.archive.messages("granite"))
    assert (message.state, message.cause) == (State.REFUSED, "is_archived")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"text": "Granite: due on Thursday.\n"}, "its text differs from the text archived"),
        ({"as_of": date(2004, 10, 30)}, "its sources differ from those archived"),
        ({"known_at": SOON}, "its sources differ from those archived"),
        ({"terms_version": 9}, "its sources differ from those archived"),
        ({"to": "slack:C0OTHER"}, "its sources differ from those archived"),
    ],
)
def test_a_changed_rendition_is_detected(
    store: Store, changes: dict[str, str | int | date], expected: str
) -> None:
    sent(store)
    change(store, changes)
    assert only(store.archive.messages("granite")).wrong == expected


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
