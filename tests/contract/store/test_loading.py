"""Loading: versions that never change, and what a load reports as changed."""

from datetime import UTC, date, datetime, timedelta

import pytest

from dealclock.errors import ConflictError
from dealclock.store import Bundle, LoadChanges, Store
from tests.contract.store.samples import (
    NOW,
    fact,
    facts_of,
    keys_of,
    live,
    rehearsal,
    rows,
    story,
    team,
    terms,
)


def test_a_deal_reads_back_as_loaded(store: Store) -> None:
    bundle = rehearsal(*story())
    store.deals.load(bundle, NOW, "maria")
    deal = store.deals.get("story")
    assert deal is not None
    assert (deal.terms, deal.team, deal.log.facts) == (bundle.terms, bundle.team, story())
    assert deal.log.zone == "America/New_York"
    meta = deal.meta
    assert (meta.id, meta.code_name, meta.rehearsal, meta.day) == (
        "story", "Story", True, date(2004, 6, 30),
    )  # fmt: skip
    assert (meta.terms_version, meta.team_version) == (1, 1)
    assert meta.fact_sequence == len(story())
    assert store.deals.meta("story") == meta


def test_events_of_a_live_deal_are_known_from_when_they_were_loaded(store: Store) -> None:
    recorded = datetime(2004, 7, 13, 22, 0, tzinfo=UTC)
    store.deals.load(live(fact("F1"), fact("F2", recorded_at=recorded)), NOW, "maria")
    deal = store.deals.get("granite")
    assert deal is not None
    assert [entry.recorded_at for entry in deal.log.facts] == [NOW, recorded]
    assert store.deals.load(live(fact("F1")), NOW + timedelta(days=1), "maria").nothing


def test_a_live_deal_has_no_simulated_day(store: Store) -> None:
    store.deals.load(live(fact()), NOW, "maria")
    meta = store.deals.meta("granite")
    assert meta is not None
    assert (meta.rehearsal, meta.day) == (False, None)


def test_a_deal_that_was_never_loaded_is_absent(store: Store) -> None:
    assert store.deals.get("granite") is None
    assert store.deals.meta("granite") is None
    assert store.deals.of_channel("C0GRANITE") is None
    assert store.deals.directory() == ()


def test_the_directory_says_who_may_see_each_deal(store: Store) -> None:
    store.deals.load(rehearsal(), NOW, "maria")
    store.deals.load(live(), NOW, "maria")
    listed = store.deals.directory()
    assert [(entry.id, entry.code_name, entry.rehearsal) for entry in listed] == [
        ("granite", "Granite", False),
        ("story", "Story", True),
    ]
    assert listed[0].people == team().access
    assert store.deals.of_channel("C0STORY") == "story"


def _named(deal: str, code_name: str, *aliases: str) -> Bundle:
    whole = live(deal=deal, code_name=code_name)
    named = whole.team.model_copy(update={"aliases": aliases})
    return Bundle(deal, whole.terms, named, ())


@pytest.mark.full
def test_an_alias_belongs_to_one_deal_and_is_free_again_when_dropped(store: Store) -> None:
    store.deals.load(_named("granite", "Granite", "INFX", "Infocross"), NOW, "maria")
    (listed,) = store.deals.directory()
    assert listed.names == ("Granite", "INFX", "Infocross")
    for taken in ("infx", "GRANITE"):
        with pytest.raises(ConflictError, match=r"alias .* is used by another deal"):
            store.deals.load(_named("basalt", "Basalt", taken.title()), NOW, "tom")
    with pytest.raises(ConflictError, match=r"code name 'infocross' is used by another deal"):
        store.deals.load(_named("basalt", "Infocross"), NOW, "tom")
    store.deals.load(_named("granite", "Granite", "Infocross"), NOW, "maria")
    store.deals.load(_named("basalt", "Basalt", "INFX"), NOW, "tom")
    assert [entry.names for entry in store.deals.directory()] == [
        ("Basalt", "INFX"),
        ("Granite", "Infocross"),
    ]


def test_loading_the_same_again_changes_nothing(store: Store) -> None:
    assert store.deals.load(live(fact()), NOW, "maria") == LoadChanges(
        "granite", created=True, terms=(0, 1), team=(0, 1), new_facts=("F1",), known_facts=0
    )
    before = keys_of(store, "granite")
    again = store.deals.load(live(fact()), NOW, "tom")
    assert again.nothing
    assert again == LoadChanges("granite", False, (1, 1), (1, 1), (), 1)
    assert keys_of(store, "granite") == before


def test_changed_terms_are_a_new_version_and_the_old_one_is_kept(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    changed = terms().model_copy(update={"calendar": "gcl-24"})
    changes = store.deals.load(Bundle("granite", changed, live().team, ()), NOW, "maria")
    assert (changes.terms, changes.team) == ((1, 2), (1, 1))
    latest, first = store.deals.get("granite"), store.deals.get("granite", terms_version=1)
    assert latest is not None
    assert first is not None
    assert (latest.terms.calendar, latest.meta.terms_version) == ("gcl-24", 2)
    assert first.terms.calendar == "federal-reserve"


def test_events_only_in_the_table_are_kept(store: Store) -> None:
    store.deals.load(live(fact("F1")), NOW, "maria")
    changes = store.deals.load(live(fact("F2")), NOW, "maria")
    assert (changes.new_facts, changes.known_facts) == (("F2",), 0)
    assert facts_of(store, "granite") == ["F1", "F2"]


def test_a_dry_run_shows_what_would_change_and_writes_nothing(store: Store) -> None:
    assert store.deals.changes(live(fact())) == LoadChanges(
        "granite", True, (0, 1), (0, 1), ("F1",), 0
    )
    assert store.deals.get("granite") is None
    assert keys_of(store, "granite") == []


def test_every_load_is_in_the_archive(store: Store) -> None:
    store.deals.load(live(fact()), NOW, "maria")
    (entry,) = rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")
    assert (entry.text("what"), entry.text("who")) == ("loaded", "maria")
    assert (entry.text("SK"), entry.instant("at")) == ("AUDIT#0000000001", NOW)
    assert entry.text("detail") == '{"facts": 1, "team": 1, "terms": 1}'
