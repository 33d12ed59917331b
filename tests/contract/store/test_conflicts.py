"""When a load is refused: colliding deals, contradicting events, content too large."""

from datetime import date

import pytest

from dealclock.errors import ConflictError, RefusedError
from dealclock.store import Bundle, Store
from tests.contract.store.samples import NOW, fact, keys_of, live, rehearsal, team, terms


@pytest.mark.parametrize(
    ("first", "then", "words"),
    [
        (live(), rehearsal(deal="granite"), "created as a live deal"),
        (rehearsal(deal="granite"), live(), "created as a rehearsal"),
    ],
)
def test_a_live_deal_stays_live_and_a_rehearsal_a_rehearsal(
    store: Store, first: Bundle, then: Bundle, words: str
) -> None:
    store.deals.load(first, NOW, "maria")
    with pytest.raises(ConflictError, match=words):
        store.deals.load(then, NOW, "maria")
    meta = store.deals.meta("granite")
    assert meta is not None
    assert meta.rehearsal is first.rehearsal


def test_a_code_name_in_any_spelling_belongs_to_one_deal(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    other = Bundle("secret-takeover", terms(), team("GRANITE", "C0OTHER"), ())
    with pytest.raises(ConflictError, match="code name 'granite' is used by another deal"):
        store.deals.load(other, NOW, "maria")
    assert store.deals.get("secret-takeover") is None


def test_a_channel_belongs_to_one_deal(store: Store) -> None:
    store.deals.load(
        Bundle("secret-takeover", terms(), team("Cobalt", "C0GRANITE"), ()), NOW, "maria"
    )
    with pytest.raises(ConflictError, match="Slack channel 'C0GRANITE'") as refused:
        store.deals.load(live(), NOW, "maria")
    assert "secret-takeover" not in str(refused.value)
    assert "Cobalt" not in str(refused.value)


def test_a_name_and_a_channel_given_up_are_free_again(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    store.deals.load(Bundle("granite", terms(), team("Basalt", "C0BASALT"), ()), NOW, "maria")
    assert store.deals.of_channel("C0GRANITE") is None
    assert [entry.code_name for entry in store.deals.directory()] == ["Basalt"]
    store.deals.load(Bundle("other", terms(), team("Granite", "C0GRANITE"), ()), NOW, "maria")
    assert store.deals.of_channel("C0GRANITE") == "other"


def test_an_event_with_different_content_loads_nothing(store: Store) -> None:
    store.deals.load(live(fact("F1")), NOW, "maria")
    before = keys_of(store, "granite")
    with pytest.raises(ConflictError, match="event F1 is already recorded with other content"):
        store.deals.load(live(fact("F2"), fact("F1", on=date(2004, 7, 14))), NOW, "maria")
    assert keys_of(store, "granite") == before


def test_a_correction_of_a_missing_event_loads_nothing(store: Store) -> None:
    with pytest.raises(
        ConflictError, match="event F2: corrects: give the id of an event recorded before"
    ):
        store.deals.load(live(fact("F2", corrects="F1")), NOW, "maria")
    assert store.deals.get("granite") is None


def test_content_beyond_one_item_is_refused_and_leaves_no_deal(store: Store) -> None:
    lots = tuple(terms().not_modelled[0] for _ in range(5000))
    huge = terms().model_copy(update={"not_modelled": lots})
    with pytest.raises(RefusedError, match=r"a TERMS item has .* bytes, more than the 409,600"):
        store.deals.load(Bundle("granite", huge, live().team, ()), NOW, "maria")
    assert store.deals.get("granite") is None
