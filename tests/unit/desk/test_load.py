"""Loading a deal: changes are shown first, and all of it is loaded or nothing."""

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from dealclock.desk.load import LoadResult, bundles, load, load_all
from dealclock.documents.deal_files import read_deal
from dealclock.errors import ConflictError, RefusedError
from dealclock.facts.fact import Fact, read_facts
from dealclock.files.source import parse
from dealclock.store import Bundle, Store
from tests.contract.store import samples
from tests.contract.store.tables import items_in
from tests.services import services
from tests.unit.engine.deals import SAMPLE, closed_on, letter_terms
from tests.unit.jobs.house import Queue

NOW = datetime(2004, 10, 1, 12, tzinfo=UTC)
LONG_AFTER = datetime(2026, 11, 20, 15, tzinfo=UTC)
FILES = read_deal(SAMPLE, SAMPLE / "facts.yaml")


def table(store: Store) -> list[Any]:
    """Everything in the table."""
    return items_in(store.table)


def fact(text: str) -> Fact:
    (one,) = read_facts(parse(f"facts: [{text}]", "facts.yaml")).facts
    return one


def live(store: Store, *facts: Fact, now: datetime = NOW) -> None:
    load(samples.live(*facts), services(store, now=now), "tests")


@pytest.mark.full
@pytest.mark.parametrize("rehearsal", [False, True])
def test_a_dry_run_shows_what_a_load_would_do_and_writes_nothing(
    store: Store, rehearsal: bool
) -> None:
    wanted = bundles(FILES, rehearsal=rehearsal)
    assert load_all(wanted, services(store, now=NOW), "tests", dry_run=True) == [
        load(bundle, services(store, now=NOW), "tests", dry_run=True) for bundle in wanted
    ]
    assert table(store) == []
    dry = load_all(wanted, services(store, now=NOW), "tests", dry_run=True)
    assert load_all(wanted, services(store, now=NOW), "tests") == dry


@pytest.mark.parametrize("dry_run", [True, False])
def test_terms_of_another_agreement_are_refused_under_the_id_of_a_deal(
    store: Store, dry_run: bool
) -> None:
    live(store)
    before = table(store)
    other = replace(samples.live(), terms=letter_terms())
    with pytest.raises(ConflictError, match="'granite' was loaded with an agreement of another"):
        load(other, services(store, now=NOW), "tests", dry_run=dry_run)
    assert table(store) == before


def test_a_title_is_corrected_by_loading_again(store: Store) -> None:
    live(store)
    terms = samples.terms()
    about = terms.agreement.model_copy(update={"title": "Rights Agreement"})
    other = replace(samples.live(), terms=terms.model_copy(update={"agreement": about}))
    assert load(other, services(store, now=NOW), "tests").changes.terms == (1, 2)


def test_a_dry_run_of_a_change_writes_nothing_either(store: Store) -> None:
    live(store)
    before = table(store)
    changed = Bundle("granite", closed_on(date(2004, 6, 21)), samples.team("Slate", "C0SLATE"), ())
    assert load(changed, services(store, now=NOW), "tests", dry_run=True).changes.terms == (1, 2)
    assert table(store) == before


def figures(loaded: LoadResult) -> list[tuple[str, str, str, str]]:
    """Each date and amount that loading changes, before and after."""
    assert loaded.moved is not None
    return [(f.instance, f.what, f.before, f.after) for f in loaded.moved.figures]


def test_the_same_load_again_changes_nothing(store: Store) -> None:
    wanted = bundles(FILES, rehearsal=True)
    load_all(wanted, services(store, now=NOW), "tests")
    before = table(store)
    again = load_all(wanted, services(store, now=NOW.replace(hour=13)), "someone else")
    assert all(each.changes.nothing and figures(each) == [] for each in again)
    assert table(store) == before


def test_a_moved_due_date_is_shown_before_and_after(store: Store) -> None:
    live(store)
    ten_days_earlier = Bundle(
        "granite", closed_on(date(2004, 6, 20)), samples.live().team, samples.live().facts
    )
    moved = figures(load(ten_days_earlier, services(store, now=NOW), "tests"))
    assert ("shelf-filing", "due", "2004-07-15", "2004-07-05") in moved
    assert ("effectiveness", "due", "2004-10-28", "2004-10-18") in moved


def test_changes_of_a_rehearsal_are_shown_as_of_its_own_day_and_what_it_knew(store: Store) -> None:
    load(samples.rehearsal(), services(store, now=LONG_AFTER), "tests")
    store.deals.rehearse_to("story", date(2004, 11, 20), LONG_AFTER, "tests")
    filed = "{id: F1, kind: registration-statement-filed, on: 2004-07-13, recorded_at: %s}"
    late = fact(filed % "2004-11-22T09:00-05:00")
    would = load(samples.rehearsal(late), services(store, now=LONG_AFTER), "tests", dry_run=True)
    assert figures(would) == []
    known = fact(filed % "2004-07-13T18:00-04:00")
    loaded = load(samples.rehearsal(known), services(store, now=LONG_AFTER), "tests")
    assert loaded.as_of == date(2004, 11, 20)
    assert ("default-i", "occurred_on", "2004-07-15", "none") in figures(loaded)


def test_a_live_deal_never_becomes_a_rehearsal_nor_a_rehearsal_a_live_deal(store: Store) -> None:
    live(store)
    load(samples.rehearsal(), services(store, now=NOW), "tests")
    before = table(store)
    with pytest.raises(
        ConflictError, match="'granite' was created as a live deal and cannot become"
    ):
        load(
            samples.rehearsal(deal="granite", code_name="Granite"),
            services(store, now=NOW),
            "tests",
        )
    with pytest.raises(ConflictError, match="'story' was created as a rehearsal and cannot become"):
        load(samples.live(deal="story", code_name="Story"), services(store, now=NOW), "tests")
    assert table(store) == before


def test_when_one_of_several_is_refused_none_is_loaded(store: Store) -> None:
    never = samples.team("Granite-Never", "C0OTHER")
    load(Bundle("other", samples.terms(), never, ()), services(store, now=NOW), "tests")
    before = table(store)
    with pytest.raises(
        ConflictError, match="the code name 'granite-never' is used by another deal"
    ):
        load_all(bundles(FILES, rehearsal=True), services(store, now=NOW), "tests")
    assert table(store) == before


def test_events_of_a_rehearsal_keep_the_instants_of_their_file(store: Store) -> None:
    load_all(bundles(FILES, rehearsal=True), services(store, now=NOW), "tests")
    kept = store.deals.get("granite-story")
    assert kept is not None
    items = {f.id: f.recorded_at for f in kept.log.facts}
    assert items["F10"] == datetime(2005, 2, 3, 16, tzinfo=UTC)
    assert items["F11"] == datetime(2005, 3, 11, 22, 30, tzinfo=UTC)


def test_events_of_a_live_deal_are_stamped_at_loading_and_may_not_set_their_own_time(
    store: Store,
) -> None:
    load_all(bundles(FILES, rehearsal=False), services(store, now=NOW), "tests")
    (kept,) = samples.facts_of(store, FILES.terms.id)
    found = store.deals.get(FILES.terms.id)
    assert found is not None
    assert (kept, found.log.facts[0].recorded_at) == ("F1", NOW)
    stamped = read_deal(SAMPLE, SAMPLE / "histories" / "story.yaml")
    with pytest.raises(ConflictError, match=r"events F0, F1, .* Leave it out"):
        bundles(stamped, rehearsal=False)


def test_a_folder_without_rehearsals_has_none_to_load(tmp_path: Path) -> None:
    files = read_deal(SAMPLE, None, rehearsals=False)
    with pytest.raises(RefusedError, match=r"lists no rehearsals. Add them to its team.yaml"):
        bundles(files, rehearsal=True)


def test_a_change_to_a_live_deal_has_it_assessed_at_once(store: Store) -> None:
    queue, other = Queue(), closed_on(date(2004, 6, 21))
    first = samples.live()
    load_all([first], services(store, assess=queue, now=NOW), "tests")
    assert not queue.deals  # a new deal waits for its first slot
    load_all([first], services(store, assess=queue, now=NOW), "tests")
    assert not queue.deals
    again = Bundle(first.id, other, first.team, ())
    load_all([again], services(store, assess=queue, now=NOW), "tests", dry_run=True)
    assert not queue.deals
    load_all([again], services(store, assess=queue, now=NOW), "tests")
    (message,) = queue.deals
    assert (message.deal, message.slot) == (first.id, "at once")
    assert (message.as_of, message.known_at) == (date(2004, 10, 1), NOW)


def test_a_reloaded_rehearsal_waits_for_its_day(store: Store) -> None:
    queue, first = Queue(), samples.rehearsal()
    load_all([first], services(store, assess=queue, now=NOW), "tests")
    again = Bundle(first.id, closed_on(date(2004, 6, 21)), first.team, (), first.day)
    (loaded,) = load_all([again], services(store, assess=queue, now=NOW), "tests")
    assert loaded.changes.terms == (1, 2)
    assert not queue.deals
