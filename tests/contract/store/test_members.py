"""From a person to the deals whose lists name them: candidates that grant nothing."""

from datetime import timedelta

import pytest

from dealclock.people.people import Person
from dealclock.people.team import Team
from dealclock.store import Bundle, Store
from dealclock.store.members import COMPLETE_FOR, MOST
from dealclock.store.write import ALWAYS, Delete, Put, Update
from tests.contract.store import samples
from tests.contract.store.samples import NOW

MARIA, TOM = "U01MARIA", "U01TOM"


def load(store: Store, *names: str) -> None:
    for name in names:
        store.deals.load(samples.live(deal=name.lower(), code_name=name), NOW, "tests")


def mine(store: Store, user: str = MARIA) -> list[str]:
    return [entry.id for entry in store.deals.of_person(user, NOW)]


def rows(store: Store, user: str = MARIA) -> list[str]:
    return [
        row.text("deal") for row in samples.rows(store, f"PERSON#{user}", "MEMBER#", "MEMBER#~")
    ]


def without(team: Team, person: str) -> Team:
    """The team without a person, and without what names them."""
    kept = tuple(p for p in team.people if p.id != person)
    return team.model_copy(update={"people": kept})


def change(store: Store, team: Team, before: Team) -> None:
    meta = store.deals.meta("granite")
    assert meta
    store.deals.change_team(meta, before, team, NOW, "tests", {"subject": "team"})


@pytest.fixture
def complete(store: Store) -> Store:
    """Three deals, all compared."""
    load(store, "Granite", "Slate", "Basalt")
    assert store.deals.compare_members(NOW, 10) == 0
    return store


def test_a_list_and_its_rows_change_together(complete: Store) -> None:
    assert mine(complete) == rows(complete) == ["basalt", "granite", "slate"]
    team = samples.team()
    change(complete, without(team, "tom"), team)
    assert mine(complete, TOM) == rows(complete, TOM) == ["basalt", "slate"]
    bundle = samples.live(deal="slate", code_name="Slate")
    complete.deals.load(
        Bundle("slate", bundle.terms, without(bundle.team, "tom"), ()), NOW, "tests"
    )
    assert mine(complete, TOM) == rows(complete, TOM) == ["basalt"]


def test_a_row_that_outlived_its_list_shows_nothing(complete: Store) -> None:
    stale = Put.at("PERSON#U09NONE", "MEMBER#granite", {"deal": "granite"})
    of_no_deal = Put.at(f"PERSON#{MARIA}", "MEMBER#none", {"deal": "none"})
    for row in (stale, of_no_deal):
        complete.table.write(row)
    assert mine(complete, "U09NONE") == []
    assert mine(complete) == ["basalt", "granite", "slate"]


@pytest.mark.parametrize("most", [1, 2, 3, 10])
def test_rows_that_an_earlier_release_did_not_write_are_added_in_slices(
    store: Store, most: int
) -> None:
    load(store, "Granite", "Slate", "Basalt")
    for deal in ("granite", "slate"):
        store.table.write(Delete(f"PERSON#{MARIA}", f"MEMBER#{deal}", ALWAYS))
        store.table.write(Update("DEALS", deal, {"members": None}, ALWAYS))
    added = [store.deals.compare_members(NOW, most)]
    while rows(store) != ["basalt", "granite", "slate"]:
        # Nothing is invisible meanwhile: the directory is read.
        assert mine(store) == ["basalt", "granite", "slate"]
        added.append(store.deals.compare_members(NOW, most))
    assert sum(added) == 2


def test_while_no_watchdog_compares_the_directory_is_read(complete: Store) -> None:
    complete.table.write(Delete(f"PERSON#{MARIA}", "MEMBER#granite", ALWAYS))
    until = NOW + COMPLETE_FOR
    later = until + timedelta(seconds=1)
    found = [[e.id for e in complete.deals.of_person(MARIA, at)] for at in (until, later)]
    assert found == [["basalt", "slate"], ["basalt", "granite", "slate"]]


def test_once_the_watchdog_runs_again_every_deal_is_compared_again(complete: Store) -> None:
    """An earlier release may have changed lists meanwhile."""
    later = NOW + COMPLETE_FOR + timedelta(seconds=1)
    for deal in ("basalt", "slate"):
        complete.table.write(Delete(f"PERSON#{MARIA}", f"MEMBER#{deal}", ALWAYS))
        complete.table.write(Update("DEALS", deal, {"members": None}, ALWAYS))
    for added, found in ((1, ["basalt", "granite"]), (0, ["basalt", "granite"])):
        assert complete.deals.compare_members(later, 1) == added
        assert rows(complete) == found
        assert [e.id for e in complete.deals.of_person(MARIA, later)] == [*found, "slate"]


def test_a_run_adds_the_rows_of_a_list_that_an_earlier_release_changed(complete: Store) -> None:
    """It writes the list and leaves the mark of the rows as it was."""
    team = samples.team()
    nora = Person.model_validate(
        {**team.people[0].model_dump(), "id": "nora", "slack": "U01NORA", "email": "n@x.example"}
    )
    access = team.access.model_copy(update={"people": (*team.access.people, nora)})
    people = {"people": access.model_dump_json()}
    complete.table.write(Update("DEALS", "granite", people, ALWAYS))
    assert mine(complete, "U01NORA") == []
    assert complete.deals.add_missing("granite")
    assert not complete.deals.add_missing("granite")
    assert mine(complete, "U01NORA") == ["granite"]


def test_a_list_longer_than_a_transaction_has_all_its_rows(store: Store) -> None:
    team = samples.team()
    more = (
        team.people[0].model_copy(update={"id": f"p{n}", "slack": f"U02P{n:03}", "role": "viewer"})
        for n in range(MOST + 60)
    )
    large = team.model_copy(update={"people": (*team.people, *more)})
    store.deals.load(Bundle("granite", samples.terms(), large, ()), NOW, "tests")
    store.deals.compare_members(NOW, 10)
    assert all(mine(store, f"U02P{n:03}") == ["granite"] for n in range(MOST + 60))


def test_names_are_found_without_the_directory(complete: Store) -> None:
    assert complete.deals.named(["SLATE", "granite", "slate", "none"]) == ("granite", "slate")
