"""Loading: versions that never change, and all of a deal or nothing of it."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

import pytest

from dealclock.store import Bundle, Changes, Store
from dealclock.store.errors import (
    DealConflict,
    FactConflict,
    FactRefused,
    NoSuchDeal,
    NotARehearsal,
    Overtaken,
    TooLarge,
    Unavailable,
)
from tests.contract.store.faults import failing
from tests.contract.store.samples import (
    NOW,
    at_once,
    fact,
    live,
    rehearsal,
    rows,
    story,
    team,
    terms,
)

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def test_a_deal_reads_back_as_it_was_loaded(store: Store) -> None:
    bundle = rehearsal(*story())
    store.load(bundle, NOW, "maria")
    deal = store.deal("story")
    assert deal is not None
    assert (deal.terms, deal.team, deal.log.facts) == (bundle.terms, bundle.team, story())
    assert deal.log.zone == "America/New_York"
    meta = deal.meta
    assert (meta.id, meta.code_name, meta.rehearsal, meta.day) == (
        "story", "Story", True, date(2004, 6, 30),
    )  # fmt: skip
    assert (meta.terms_version, meta.team_version) == (1, 1)
    assert meta.fact_sequence == len(story())
    assert store.meta("story") == meta


def test_a_live_deal_has_no_day_of_its_own(store: Store) -> None:
    store.load(live(fact()), NOW, "maria")
    meta = store.meta("granite")
    assert meta is not None
    assert (meta.rehearsal, meta.day) == (False, None)


def test_there_is_nothing_of_a_deal_that_was_never_loaded(store: Store) -> None:
    assert store.deal("granite") is None
    assert store.meta("granite") is None
    assert store.deal_of_channel("C0GRANITE") is None
    assert store.directory() == ()


def test_the_directory_says_who_may_see_each_deal(store: Store) -> None:
    store.load(rehearsal(), NOW, "maria")
    store.load(live(), NOW, "maria")
    listed = store.directory()
    assert [(each.id, each.code_name, each.rehearsal) for each in listed] == [
        ("granite", "Granite", False),
        ("story", "Story", True),
    ]
    assert listed[0].people == team().access
    assert store.deal_of_channel("C0STORY") == "story"


def test_loading_the_same_again_changes_nothing(store: Store) -> None:
    assert store.load(live(fact()), NOW, "maria") == Changes(
        "granite", created=True, terms=(0, 1), team=(0, 1), new_facts=("F1",), known_facts=0
    )
    before = _everything(store, "granite")
    again = store.load(live(fact()), NOW, "tom")
    assert again.nothing
    assert again == Changes("granite", False, (1, 1), (1, 1), (), 1)
    assert _everything(store, "granite") == before


def test_changed_terms_are_a_new_version_and_the_old_one_stays(store: Store) -> None:
    store.load(live(), NOW, "maria")
    changed = terms().model_copy(update={"calendar": "gcl-24"})
    changes = store.load(Bundle("granite", changed, live().team, ()), NOW, "maria")
    assert (changes.terms, changes.team) == ((1, 2), (1, 1))
    latest, first = store.deal("granite"), store.deal("granite", terms_version=1)
    assert latest is not None
    assert first is not None
    assert (latest.terms.calendar, latest.meta.terms_version) == ("gcl-24", 2)
    assert first.terms.calendar == "federal-reserve"


def test_facts_in_the_table_alone_stay(store: Store) -> None:
    store.load(live(fact("F1")), NOW, "maria")
    changes = store.load(live(fact("F2")), NOW, "maria")
    assert (changes.new_facts, changes.known_facts) == (("F2",), 0)
    assert _facts(store, "granite") == ["F1", "F2"]


def test_a_dry_run_says_what_would_change_and_writes_nothing(store: Store) -> None:
    assert store.changes(live(fact())) == Changes("granite", True, (0, 1), (0, 1), ("F1",), 0)
    assert store.deal("granite") is None
    assert _everything(store, "granite") == []


@pytest.mark.parametrize(
    ("first", "then", "words"),
    [
        (live(), rehearsal(deal="granite"), "live deal and stays one"),
        (rehearsal(deal="granite"), live(), "rehearsal and stays one"),
    ],
)
def test_a_live_deal_stays_live_and_a_rehearsal_a_rehearsal(
    store: Store, first: Bundle, then: Bundle, words: str
) -> None:
    store.load(first, NOW, "maria")
    with pytest.raises(DealConflict, match=words):
        store.load(then, NOW, "maria")
    meta = store.meta("granite")
    assert meta is not None
    assert meta.rehearsal is first.rehearsal


def test_a_code_name_is_one_deals_however_it_is_written(store: Store) -> None:
    store.load(live(), NOW, "maria")
    other = Bundle("secret-takeover", terms(), team("GRANITE", "C0OTHER"), ())
    with pytest.raises(DealConflict, match="code name 'granite' is another deal's"):
        store.load(other, NOW, "maria")
    assert store.deal("secret-takeover") is None


def test_a_channel_is_one_deals(store: Store) -> None:
    store.load(Bundle("secret-takeover", terms(), team("Cobalt", "C0GRANITE"), ()), NOW, "maria")
    with pytest.raises(DealConflict, match="Slack channel 'C0GRANITE'") as refused:
        store.load(live(), NOW, "maria")
    assert "secret-takeover" not in str(refused.value)
    assert "Cobalt" not in str(refused.value)


def test_a_name_and_a_channel_given_up_are_free_again(store: Store) -> None:
    store.load(live(), NOW, "maria")
    store.load(Bundle("granite", terms(), team("Basalt", "C0BASALT"), ()), NOW, "maria")
    assert store.deal_of_channel("C0GRANITE") is None
    assert [each.code_name for each in store.directory()] == ["Basalt"]
    store.load(Bundle("other", terms(), team("Granite", "C0GRANITE"), ()), NOW, "maria")
    assert store.deal_of_channel("C0GRANITE") == "other"


def test_a_fact_that_says_something_else_loads_nothing(store: Store) -> None:
    store.load(live(fact("F1")), NOW, "maria")
    before = _everything(store, "granite")
    with pytest.raises(FactConflict, match="fact F1 is recorded and says something else"):
        store.load(live(fact("F2"), fact("F1", on=date(2004, 7, 14))), NOW, "maria")
    assert _everything(store, "granite") == before


def test_a_correction_of_what_is_not_there_loads_nothing(store: Store) -> None:
    with pytest.raises(FactRefused, match="fact F2: corrects: name a fact recorded before"):
        store.load(live(fact("F2", corrects="F1")), NOW, "maria")
    assert store.deal("granite") is None


@pytest.mark.parametrize("answer_lost", [False, True])
@pytest.mark.parametrize("facts", [3, 110])
def test_a_load_cut_short_at_any_write_leaves_nothing_to_be_seen(
    client: "DynamoDBClient", table: str, facts: int, answer_lost: bool
) -> None:
    store = Store(client, table)
    history = [fact(f"F{i}") for i in range(facts)]
    # STAGING, the facts by 99, and the commit: the last write alone makes the deal visible.
    writes = 2 + -(-facts // 99)
    for at in range(1, writes + 1):
        broken = Store(failing(client, at, answer_lost=answer_lost), table)
        with pytest.raises(Unavailable):
            broken.load(live(*history), NOW, "maria")
        if answer_lost and at == writes:
            break
        assert store.deal("granite") is None
        assert store.directory() == ()
        assert store.deal_of_channel("C0GRANITE") is None
        assert store.due(False, date(2026, 11, 2)) == ()
    store.load(live(*history), NOW, "maria")
    assert _facts(store, "granite") == [f"F{i}" for i in range(facts)]


def test_facts_of_a_load_cut_short_hide_from_a_deal_that_is_there(
    client: "DynamoDBClient", table: str
) -> None:
    store = Store(client, table)
    store.load(live(fact("F1")), NOW, "maria")
    with pytest.raises(Unavailable):
        Store(failing(client, 3), table).load(live(fact("F2"), fact("F3")), NOW, "maria")
    assert _facts(store, "granite") == ["F1"]
    # Nor do they stand in the way of the same fact, told otherwise.
    assert store.record("granite", fact("F3", on=date(2004, 7, 15)), NOW, "tom")
    assert _facts(store, "granite") == ["F1", "F3"]


def test_of_two_loads_of_one_deal_at_once_both_leave_it_whole(store: Store) -> None:
    history = [fact(f"F{i}") for i in range(120)]
    answers = at_once(2, lambda _: store.load(live(*history), NOW, "maria"))
    assert all(isinstance(each, Changes | Overtaken) for each in answers), answers
    store.load(live(*history), NOW, "maria")
    assert _facts(store, "granite") == [f"F{i}" for i in range(120)]
    meta = store.meta("granite")
    assert meta is not None
    assert (meta.terms_version, meta.fact_sequence) == (1, 120)


def test_a_load_overtaken_by_another_changes_nothing(
    client: "DynamoDBClient", table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, other = Store(client, table), Store(client, table)
    stage = store._stage

    def overtaken(*given: object) -> None:
        stage(*given)  # type: ignore[arg-type]
        other.load(live(fact("F1"), fact("F2")), NOW, "tom")

    monkeypatch.setattr(store, "_stage", overtaken)
    with pytest.raises(Overtaken):
        store.load(live(fact("F1"), fact("F3")), NOW, "maria")
    assert _facts(store, "granite") == ["F1", "F2"]


def test_of_two_deals_after_one_code_name_exactly_one_gets_it(store: Store) -> None:
    bundles = [Bundle(f"deal-{i}", terms(), team("Granite", f"C0DEAL{i}"), ()) for i in range(2)]
    answers = at_once(2, lambda i: store.load(bundles[i], NOW, "maria"))
    loaded = [each for each in answers if isinstance(each, Changes)]
    refused = [each for each in answers if isinstance(each, DealConflict | Overtaken)]
    assert (len(loaded), len(refused)) == (1, 1)
    assert [each.id for each in store.directory()] == [loaded[0].id]


def test_content_beyond_one_item_is_refused_and_leaves_no_deal(store: Store) -> None:
    lots = tuple(terms().not_modelled[0] for _ in range(5000))
    huge = terms().model_copy(update={"not_modelled": lots})
    with pytest.raises(TooLarge, match=r"a TERMS item of .* bytes is more than the 409,600"):
        store.load(Bundle("granite", huge, live().team, ()), NOW, "maria")
    assert store.deal("granite") is None


def test_every_load_is_in_the_archive(store: Store) -> None:
    store.load(live(fact()), NOW, "maria")
    (entry,) = rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")
    assert (entry.text("what"), entry.text("who")) == ("loaded", "maria")
    assert entry.text("SK").startswith("AUDIT#2026-11-02T13:00:00.000000Z#")
    assert entry.text("detail") == '{"facts": 1, "team": 1, "terms": 1}'


def test_a_rehearsal_moves_to_a_day_and_back(store: Store) -> None:
    store.load(rehearsal(), NOW, "maria")
    for day in (date(2004, 7, 1), date(2004, 6, 30)):
        store.rehearse_to("story", day, NOW, "maria")
        meta = store.meta("story")
        assert meta is not None
        assert meta.day == day


def test_a_live_deals_day_cannot_be_moved(store: Store) -> None:
    store.load(live(), NOW, "maria")
    with pytest.raises(NotARehearsal, match="Granite is a live deal"):
        store.rehearse_to("granite", date(2004, 7, 1), NOW, "maria")
    with pytest.raises(NoSuchDeal):
        store.rehearse_to("nothing", date(2004, 7, 1), NOW, "maria")
    meta = store.meta("granite")
    assert meta is not None
    assert meta.day is None


def test_a_rehearsal_loaded_again_keeps_its_day(store: Store) -> None:
    store.load(rehearsal(), NOW, "maria")
    store.rehearse_to("story", date(2004, 12, 1), NOW, "maria")
    store.load(rehearsal(fact()), NOW, "maria")
    meta = store.meta("story")
    assert meta is not None
    assert meta.day == date(2004, 12, 1)


def _facts(store: Store, deal: str) -> list[str]:
    found = store.deal(deal)
    return [each.id for each in found.log.facts] if found else []


def _everything(store: Store, deal: str) -> list[str]:
    return list(_keys(store, f"DEAL#{deal}"))


def _keys(store: Store, pk: str) -> Iterator[str]:
    for row in rows(store, pk):
        yield row.text("SK")
