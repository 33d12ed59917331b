"""An act is stored in one of two forms: this release writes the old one, and reads both."""

import json

import pytest

from dealclock.errors import TooNewError
from dealclock.store import Store, formats
from dealclock.store.acts import ACT, act_in
from dealclock.store.item import StoredItem, encoded
from dealclock.store.write import Put
from tests.contract.formats import golden, scene

RELEASES = golden.releases()
KINDS = ("ANSWER", "APPROVAL")


def is_act(item: scene.Item) -> bool:
    return formats.kind_of(*scene.keys_of(item)) in KINDS


def old_items(release: str) -> list[scene.Item]:
    return [item for item in golden.items(release) if is_act(item)]


def acts_of(store: Store) -> object:
    deals = ("granite", "story")
    return [(store.responses.of_deal(d), store.responses.approvals(d)) for d in deals]


def test_both_forms_are_read_as_the_same_acts() -> None:
    others = [item for item in golden.items(RELEASES[-1]) if not is_act(item)]
    old = scene.put_back([*others, *old_items(RELEASES[-1])])
    new = scene.put_back([*others, *scene.next_items()])
    assert acts_of(new) == acts_of(old)
    assert all(act_in(StoredItem(item)).by for item in scene.next_items())


def test_the_next_form_is_the_record_with_its_own_names() -> None:
    written = []
    for item in old_items(RELEASES[-1]):
        act = act_in(StoredItem(item))
        written.append(encoded(Put.at(*scene.keys_of(item), ACT.item(act)).marked()))
    assert json.loads(json.dumps(written)) == scene.next_items()


def test_the_release_before_can_read_what_this_one_writes() -> None:
    known, its_format = golden.names_and_format("0.2.0")
    for item in old_items(RELEASES[-1]):
        kind = formats.kind_of(*scene.keys_of(item))
        used = {f"{kind}.{name}" for name in item.keys() - {*formats.KEYS, "format", "needs"}}
        new = used - known - formats.DESCRIPTIVE
        assert new <= {"ANSWER.to"}, "who an item was handed to is new"
        assert (int(item["needs"]["N"]) <= its_format) is not bool(new)


def test_the_release_before_refuses_the_next_form(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = scene.next_items()
    assert {item["needs"]["N"] for item in rows} == {str(formats.FORMAT)}
    monkeypatch.setattr(formats, "FORMAT", formats.FORMAT - 1)
    for item in rows:
        with pytest.raises(TooNewError):
            act_in(StoredItem(item))
