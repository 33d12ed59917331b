"""A closed deal is in no index and read-only; reopened, it is as before."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from dealclock.errors import ConflictError
from dealclock.people.acts import Act
from dealclock.people.approval import of_terms
from dealclock.store import Bundle, Meta, Store
from dealclock.store.table import OvertakenError
from tests.contract.store import samples
from tests.contract.store.samples import NOW, rows

HOUR = timedelta(hours=1)
ASKED = Act("closing", "", "1.1.1.", "maria", NOW, "Maria", "it is over")
CLOSED = replace(ASKED, second="james", second_name="James", second_at=NOW + HOUR)
DONE = Act("seen", "shelf-filing", "0", "maria", NOW)


def meta(store: Store, deal: str = "granite") -> Meta:
    status = store.deals.meta(deal)
    assert status is not None
    return status


def closed(store: Store, bundle: Bundle | None = None) -> Bundle:
    bundle = bundle or samples.live(samples.fact())
    store.deals.load(bundle, NOW, "tests")
    store.responses.set_escalation(bundle.id, bundle.rehearsal, NOW, NOW)
    store.deals.request_close(meta(store, bundle.id), ASKED, NOW, "U1")
    store.deals.close(meta(store, bundle.id), CLOSED, NOW, "U2")
    return bundle


def test_after_a_request_the_deal_is_still_open_and_names_who_asked_and_why(store: Store) -> None:
    store.deals.load(samples.live(samples.fact()), NOW, "tests")
    store.deals.request_close(meta(store), ASKED, NOW, "U1")
    assert meta(store).closing == ASKED
    assert not meta(store).closed
    assert store.runs.waking(False, NOW.date()) == ("granite",)
    assert [d.closed for d in store.deals.directory()] == [False]


@pytest.mark.parametrize("rehearsal", [False, True])
def test_a_closed_deal_is_in_no_index(store: Store, rehearsal: bool) -> None:
    bundle = samples.rehearsal() if rehearsal else samples.live()
    closed(store, bundle)
    assert meta(store, bundle.id).closing == CLOSED
    assert store.runs.waking(rehearsal, date.max - timedelta(days=1)) == ()
    assert store.responses.to_escalate(rehearsal, NOW + timedelta(days=9)) == ()
    assert [d.closed for d in store.deals.directory()] == [True]
    whats = {e.text("what") for e in rows(store, f"DEAL#{bundle.id}", "AUDIT#", "AUDIT#~")}
    assert whats == {"loaded", "asked to close", "closed"}


WRITES: dict[str, Callable[[Store, Bundle], object]] = {
    "a fact": lambda s, b: s.deals.record_fact(b.id, samples.fact("F2"), NOW, "t"),
    "an act": lambda s, b: s.responses.respond(b.id, lambda _: (DONE, False), NOW, "t"),
    "an approval": lambda s, b: s.responses.approve(b.id, of_terms(1).approved("j", "J", NOW), "t"),
    "a load": lambda s, b: s.deals.load(b, NOW, "t"),
    "a setting": lambda s, b: s.deals.change_team(
        meta(s, b.id),
        b.team,
        b.team.model_copy(update={"email": ("maria",)}),
        NOW,
        "t",
        {"subject": "x"},
    ),
    "another closing": lambda s, b: s.deals.request_close(meta(s, b.id), ASKED, NOW, "t"),
    "a second confirmation": lambda s, b: s.deals.close(meta(s, b.id), CLOSED, NOW, "t"),
}


@pytest.mark.full
@pytest.mark.parametrize("what", list(WRITES))
def test_a_closed_deal_accepts_nothing_until_it_is_reopened(store: Store, what: str) -> None:
    bundle = closed(store)
    with pytest.raises(ConflictError, match="Granite is closed and read-only"):
        WRITES[what](store, bundle)
    assert store.runs.waking(False, NOW.date()) == ()
    store.deals.reopen(meta(store), NOW, "U1", {"person": "maria", "why": "it is not"})
    assert meta(store).closing is None
    assert store.runs.waking(False, NOW.date()) == ("granite",)
    assert [d.closed for d in store.deals.directory()] == [False]
    WRITES[what](store, bundle)


def test_the_day_of_a_closed_rehearsal_does_not_move(store: Store) -> None:
    bundle = closed(store, samples.rehearsal())
    with pytest.raises(ConflictError, match="Story is closed"):
        store.deals.rehearse_to(bundle.id, date(2004, 7, 1), NOW, "t")


def test_a_change_based_on_the_open_deal_is_not_written_when_it_is_closed(store: Store) -> None:
    bundle = samples.live(samples.fact())
    store.deals.load(bundle, NOW, "tests")
    before = meta(store)
    store.deals.request_close(before, ASKED, NOW, "U1")
    requested = meta(store)
    store.deals.close(requested, CLOSED, NOW, "U2")
    assert not store.runs.set_wake(before, NOW.date())
    with pytest.raises(OvertakenError):
        store.deals.close(requested, CLOSED, NOW, "U2")
    other = bundle.team.model_copy(update={"email": ("maria",)})
    with pytest.raises(OvertakenError):
        store.deals.change_team(before, bundle.team, other, NOW, "t", {"subject": "x"})
    assert store.runs.waking(False, NOW.date()) == ()


def test_a_deal_that_changed_since_it_was_read_is_not_closed(store: Store) -> None:
    store.deals.load(samples.live(samples.fact()), NOW, "tests")
    store.deals.request_close(meta(store), ASKED, NOW, "U1")
    requested = meta(store)
    store.deals.record_fact("granite", samples.fact("F2"), NOW, "t")
    with pytest.raises(OvertakenError):
        store.deals.close(requested, CLOSED, NOW, "U2")
    assert not meta(store).closed


def test_reopening_without_a_request_to_close_is_refused(store: Store) -> None:
    store.deals.load(samples.live(samples.fact()), NOW, "tests")
    with pytest.raises(OvertakenError):
        store.deals.reopen(meta(store), NOW, "U1", {})
