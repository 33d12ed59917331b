"""Approvals in the table: appended once, counted, and never overwritten."""

from datetime import timedelta

import pytest

from dealclock.errors import NotFoundError
from dealclock.people.approval import of_fact, of_terms
from dealclock.store import Bundle, Store
from tests.contract.store import samples
from tests.contract.store.samples import NOW, rows

TERMS = of_terms(1).approved("james", "James", NOW)


def approved(store: Store) -> int:
    meta = store.deals.meta("granite")
    assert meta is not None
    return meta.approved


@pytest.mark.full
def test_an_approval_is_stored_once_and_the_first_one_counts(store: Store) -> None:
    store.deals.load(samples.live(samples.fact()), NOW, "tests")
    assert approved(store) == 0
    assert store.responses.approve("granite", TERMS, "desk") is None
    late = of_terms(1).approved("maria", "Maria", NOW + timedelta(hours=1))
    assert store.responses.approve("granite", late, "desk") == TERMS
    assert store.responses.approvals("granite") == (TERMS,)
    assert approved(store) == 1
    whats = {e.text("what") for e in rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")}
    assert whats == {"loaded", "approved"}


@pytest.mark.full
def test_approvals_are_read_in_the_order_given_and_the_deal_reads_as_before(store: Store) -> None:
    store.deals.load(samples.live(samples.fact()), NOW, "tests")
    fact = of_fact("F1").approved("maria", "Maria", NOW + timedelta(minutes=1))
    store.responses.approve("granite", fact, "desk")
    store.responses.approve("granite", TERMS, "desk")
    assert store.responses.approvals("granite") == (TERMS, fact)
    assert approved(store) == 2
    deal = store.deals.get("granite")
    assert deal is not None
    assert [f.id for f in deal.log.facts] == ["F1"]


def test_nothing_is_approved_for_a_missing_deal(store: Store) -> None:
    with pytest.raises(NotFoundError, match="there is no deal 'granite'"):
        store.responses.approve("granite", TERMS, "desk")


def test_versions_of_the_team_say_when_and_by_whom(store: Store) -> None:
    first = samples.live(samples.fact())
    store.deals.load(first, NOW, "ann")
    changed = first.team.model_copy(update={"deny": ("ruth",)})
    later = NOW + timedelta(days=1)
    store.deals.load(Bundle("granite", first.terms, changed, first.facts), later, "bob")
    found = [
        (v.number, v.stored_at, v.stored_by, v.team.deny)
        for v in store.deals.team_versions("granite")
    ]
    assert found == [(1, NOW, "ann", ()), (2, later, "bob", ("ruth",))]
    assert store.deals.terms_stored_by("granite", 1) == "ann"
    assert store.deals.terms_stored_by("granite", 2) is None
    assert store.deals.fact_stored_by("granite", "F1") == "ann"
    assert store.deals.fact_stored_by("granite", "F9") is None
