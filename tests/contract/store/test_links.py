"""Personal links, notes and feeds, as the table keeps them."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.alerts.calendar_dates import CalendarEntry
from dealclock.alerts.delivery import Route
from dealclock.errors import LostError
from dealclock.people.acts import Note
from dealclock.store import Claim, DeliveryKey, Feed, PersonalLink, Rendition, Store
from dealclock.store.links import REMEMBERED
from tests.contract.store import samples
from tests.contract.store.samples import LEASE, NOW, delivery, rows

UNTIL = NOW + timedelta(days=7)
LINK = PersonalLink(
    fingerprint="f" * 64,
    purpose="acknowledge",
    person="maria",
    valid_until=UNTIL,
    deal="granite",
    instance="shelf-effective",
    revision=1,
    clause="2(a)(ii)",
    due=date(2004, 11, 3),
)
NOTE = Note("n1", "shelf-effective", "2(a)(ii)", "tom", NOW, "On its way.", attachments=2)
FEED = Feed("U01MARIA", "some-one", "e" * 64, ("granite", "basalt"), UNTIL)


def test_a_link_reads_back_by_its_fingerprint_alone(store: Store) -> None:
    bare = PersonalLink("e" * 64, "calendar", "U01MARIA", UNTIL)
    samples.keep_links(store, LINK, bare)
    assert store.links.get(LINK.fingerprint) == LINK
    assert store.links.get(bare.fingerprint) == bare
    assert store.links.get("a" * 64) is None


def test_a_link_is_removed_from_the_table_a_while_after_it_expires(store: Store) -> None:
    samples.keep_links(store, LINK)
    (row,) = rows(store, f"LINK#{LINK.fingerprint}")
    assert row.number("expires_at") == int((UNTIL + REMEMBERED).timestamp())


def test_a_link_used_up_by_an_earlier_release_is_read_as_such(store: Store) -> None:
    samples.keep_links(store, LINK)
    samples.use_link(store, LINK.fingerprint, NOW)
    assert store.links.get(LINK.fingerprint) == replace(LINK, used=True)


def test_links_are_written_with_their_message_or_not_at_all(store: Store) -> None:
    one = delivery(route=Route("email", "maria"))
    assert store.outbox.plan(one, rehearsal=False, now=NOW).new
    claim = store.outbox.claim(DeliveryKey.of(one), NOW, LEASE)
    assert isinstance(claim, Claim)
    words = Rendition("words", 2, 3, "0.1.0")
    with pytest.raises(LostError, match="no longer belongs"):
        store.outbox.keep_rendition(claim, words, claim.until, links=[LINK])
    assert store.links.get(LINK.fingerprint) is None
    store.outbox.keep_rendition(claim, words, NOW, links=[LINK])
    assert store.links.get(LINK.fingerprint) == LINK


def test_a_note_filed_by_an_earlier_release_is_read(store: Store) -> None:
    samples.file_note(store, "granite", NOTE)
    assert store.archive.notes("granite") == (NOTE,)
    assert store.archive.note("granite", "n1") == NOTE
    assert store.archive.note("granite", "n2") is None


def test_notes_are_listed_in_order_and_by_instance(store: Store) -> None:
    later = replace(NOTE, id="n0", instance="filing", at=NOW + timedelta(minutes=1))
    for note in (later, NOTE):
        samples.file_note(store, "granite", note)
    assert store.archive.notes("granite") == (NOTE, later)
    assert store.archive.notes("granite", "filing") == (later,)
    assert store.archive.notes("basalt") == ()


def test_of_two_writers_one_writes_a_feed_and_its_link_together(store: Store) -> None:
    link = PersonalLink(FEED.fingerprint, "calendar", FEED.holder, UNTIL)
    assert store.links.put_feed(FEED, None, link)
    stored = store.links.feed("U01MARIA")
    assert stored == replace(FEED, changes=1)
    assert store.links.get(link.fingerprint) == link
    other = PersonalLink("d" * 64, "calendar", FEED.holder, UNTIL)
    assert not store.links.put_feed(replace(FEED, fingerprint="d" * 64), None, other)
    assert store.links.get("d" * 64) is None
    assert store.links.put_feed(replace(FEED, deals=()), stored)
    assert store.links.feed("U01MARIA") == replace(FEED, deals=(), changes=2)
    assert store.links.feed("U01TOM") is None


def test_of_two_writers_with_the_same_view_one_changes_the_calendar_sequence(store: Store) -> None:
    assert store.links.calendar("granite") == ({}, 0)
    entry = CalendarEntry("filing", date(2004, 7, 15), 2, True, datetime(2026, 11, 2, tzinfo=UTC))
    assert store.links.put_calendar("granite", {"filing": entry}, 0)
    assert store.links.calendar("granite") == ({"filing": entry}, 1)
    assert not store.links.put_calendar("granite", {}, 0)
    assert store.links.put_calendar("granite", {}, 1)
    assert store.links.calendar("granite") == ({}, 2)
