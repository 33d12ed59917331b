"""The same files loaded after an upgrade are the same version, in any release's spelling."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from dealclock.desk.load import load_all
from dealclock.errors import ConflictError
from dealclock.facts.fact import Fact
from dealclock.people import team as teams
from dealclock.people.team import ChosenReading
from dealclock.store import Bundle, Store, formats
from dealclock.store import deal as stored_deals
from dealclock.store.content import canonical_json, content, hash_of
from dealclock.terms import readings
from dealclock.terms.versions import as_amended, write_out_defaults
from tests.contract.formats import golden, scene
from tests.contract.formats.scene import Item
from tests.services import services
from tests.unit.jobs.house import Queue

LATER = scene.NOW + timedelta(days=30)


def of_an_older_release(items: list[Item]) -> list[Item]:
    """The items as a release would have written them that knew fewer fields and spelled otherwise.

    What is as by default is left out, keys stand in another order, and no item has marks. Its
    hashes are those of its own spelling.
    """
    found = []
    for item in items:
        older = {k: v for k, v in item.items() if k not in ("format", "needs", "defaults")}
        if formats.kind_of(*scene.keys_of(item)) in ("TERMS", "TEAM", "FACT"):
            brief = _brief(json.loads(item["content"]["S"]))
            text = json.dumps(brief)
            older["content"] = {"S": text}
            given = canonical_json({**brief, "recorded_at": None, "recorded_by": None})
            hashed = {"sha256": hash_of(text), "given_sha256": hash_of(given)}
            older |= {name: {"S": value} for name, value in hashed.items() if name in item}
        found.append(older)
    return found


def _brief(data: Any) -> Any:
    if isinstance(data, list):
        return [_brief(each) for each in data]
    if not isinstance(data, dict):
        return data
    return {k: _brief(v) for k, v in reversed(data.items()) if v not in (None, [], {})}


@pytest.fixture
def store() -> Store:
    """A deal that an older release stored."""
    return scene.put_back(of_an_older_release(golden.items("0.1.0")))


def bundle() -> Bundle:
    """The same deal as its files give it."""
    deal = scene.put_back(golden.items("0.1.0")).deals.get("granite")
    assert deal is not None
    facts = [f for f in deal.log.facts if f.id != "LAST"]
    return Bundle("granite", deal.terms, deal.team, tuple(map(scene.as_handed_over, facts)))


def test_the_same_files_after_an_upgrade_change_nothing(store: Store) -> None:
    changes = store.deals.changes(bundle())
    assert (changes.terms, changes.team, changes.new_facts) == ((1, 1), (2, 2), ())
    assert changes.nothing
    assert store.deals.load(bundle(), LATER, "loader").nothing


def test_the_hash_in_the_table_is_not_what_is_compared(store: Store) -> None:
    row = store.table.get("DEAL#granite", "TERMS#0001")
    assert row is not None
    assert row.text("sha256") != content(bundle().terms).sha256


def test_loading_again_alerts_no_one_and_queues_no_run(store: Store) -> None:
    queue = Queue()
    (done,) = load_all([bundle()], services(store, assess=queue, now=LATER), "loader")
    assert done.moved is not None
    assert (done.changes.nothing, done.moved.items) == (True, ())
    assert not queue.deals


def test_a_term_with_another_meaning_is_a_new_version(store: Store) -> None:
    given = bundle()
    other = given.terms.model_copy(update={"calendar": "gcl-24"})
    assert store.deals.changes(replace(given, terms=other)).terms == (1, 2)
    team = given.team.model_copy(update={"email": ("tom",)})
    assert store.deals.changes(replace(given, team=team)).team == (2, 3)
    moved = given.facts[1].model_copy(update={"on": given.facts[1].on + timedelta(days=1)})
    with pytest.raises(ConflictError, match="already recorded with other content"):
        store.deals.changes(replace(given, facts=(given.facts[0], moved)))


def test_an_event_is_the_same_for_any_spelling_of_its_amount(store: Store) -> None:
    paid = {"id": "P1", "kind": "additional-interest-paid", "on": "2005-02-01"}
    first = Fact.model_validate({**paid, "about": "cure-window/F5", "amount": "15416.50"})
    assert store.deals.record_fact("granite", first, LATER, "U01MARIA")
    again = Fact.model_validate({**first.model_dump(), "amount": "15416.5"})
    assert not store.deals.record_fact("granite", again, LATER, "U01MARIA")


# --- Every value with an effect is written out --------------------------------


def test_an_amendment_is_stored_with_its_defaults_written_out() -> None:
    terms = scene.of_the_sample().terms
    full = write_out_defaults(terms)
    (amendment,) = full.amendments
    added = amendment.changes.provisions["state-filing"]
    assert added is not None
    assert {"on_lapse", "channel", "or_later"} <= added.keys()
    # What it only changes stays as small as it was: later amendments merge into it.
    changed = amendment.changes.provisions["effectiveness"]
    assert changed == {"within": {"count": 150}}
    assert as_amended(full)[1] == as_amended(terms)[1]
    assert write_out_defaults(full) == full


def test_terms_are_stored_with_their_amendments_written_out() -> None:
    given = scene.of_the_sample()
    deal = scene.put_back(scene.written(given)).deals.get("granite")
    assert deal is not None
    assert deal.terms == write_out_defaults(given.terms) != given.terms


def test_a_null_in_an_amendment_is_stored_as_the_value_it_leaves() -> None:
    terms = scene.of_the_sample().terms
    (amendment,) = terms.amendments
    null = {"majority-of-holders": {"shares_at_conversion_price": None, "title": "A majority"}}
    change = amendment.changes.model_copy(update={"provisions": null})
    asked = terms.model_copy(
        update={"amendments": (amendment.model_copy(update={"changes": change}),)}
    )
    kept = write_out_defaults(asked).amendments[0].changes.provisions["majority-of-holders"]
    assert kept == {"shares_at_conversion_price": False, "title": "A majority"}


def test_a_default_of_a_reading_that_changes_later_changes_no_stored_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = scene.of_the_sample()
    assert "trigger-day" not in given.team.readings
    store = scene.put_back(scene.written(given))
    # A later release that counts the day of the trigger: every deadline would fall a day earlier.
    changed = {**readings.DEFAULTS, "trigger-day": "INCLUDED"}
    for module in (readings, teams, stored_deals):
        monkeypatch.setattr(module, "DEFAULTS", changed)
    deal = store.deals.get("granite")
    assert deal is not None
    assert deal.team.readings["trigger-day"] == ChosenReading(
        choice="EXCLUDED",
        chosen_by="Dealclock",
        why="the default when the team was loaded; a later release has another",
    )
    # Loaded again with another change, it still stands; and the load says that nothing moved by it.
    people = tuple(p.model_copy(update={"digest": "none"}) for p in given.team.people)
    team = given.team.model_copy(update={"people": people})
    files = Bundle("granite", given.terms, team, given.facts)
    (done,) = load_all(
        [files], services(store, assess=Queue(), now=LATER), "loader", over_desk=True
    )
    assert done.moved is not None
    assert (done.changes.team, done.moved.items) == ((2, 3), ())
    again = store.deals.get("granite")
    assert again is not None
    assert again.team.chosen["trigger-day"] == "EXCLUDED"
