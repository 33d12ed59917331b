"""A stored field with an effect cannot be added or removed without being declared."""

import pytest
from pydantic import BaseModel

from dealclock.store import formats
from dealclock.store.content import content
from dealclock.store.write import ALWAYS, Put, Update
from dealclock.terms.terms import Terms
from tests.contract.formats import golden, names, scene


def earlier() -> list[str]:
    """The releases before the version in the making, each of them out."""
    return [r for r in golden.releases() if golden.number(r) < golden.number(golden.releases()[-1])]


def test_every_name_new_since_a_release_is_classified() -> None:
    today = names.today()
    for release in earlier():
        assert names.unclassified(today, *golden.names_and_format(release)) == [], release


def test_no_name_stored_by_a_release_is_unknown_today() -> None:
    today = names.today()
    for release in golden.releases():
        gone = golden.names_and_format(release)[0] - today
        assert not gone, f"{release} may have stored these, and they would be ignored in silence"


def test_a_new_name_is_detected_until_it_is_classified(monkeypatch: pytest.MonkeyPatch) -> None:
    new = "Terms.provisions[deadline].sooner"
    known, its_format = golden.names_and_format("0.1.0")
    assert names.unclassified({*known, new}, known, its_format) == [new]
    monkeypatch.setattr(formats, "SINCE", {new: 1})
    assert names.unclassified({*known, new}, known, its_format) == [new], "0.1.0 knows format 1"
    monkeypatch.setattr(formats, "SINCE", {new: 2})
    assert names.unclassified({*known, new}, known, its_format) == []
    monkeypatch.setattr(formats, "SINCE", {})
    monkeypatch.setattr(formats, "DESCRIPTIVE", frozenset({new}))
    assert names.unclassified({*known, new}, known, its_format) == []


def test_the_table_of_names_agrees_with_itself_and_with_stored_data() -> None:
    classified = {*formats.SINCE, *formats.DESCRIPTIVE}
    assert not formats.SINCE.keys() & formats.DESCRIPTIVE
    today = names.today()
    unused = {name for name in classified - today if not any(t.startswith(name) for t in today)}
    assert not unused, "names that nothing stores"
    assert max(formats.SINCE.values(), default=formats.FIRST) == formats.FORMAT
    assert all(since > formats.FIRST for since in formats.SINCE.values())


def test_the_names_a_deal_uses_are_among_those_listed() -> None:
    deal = scene.of_the_sample()
    used = {
        name for model in (deal.terms, deal.team, *deal.facts) for name in formats.names_used(model)
    }
    fields = {name for name in used if "=" not in name and not name.startswith(CHANGES)}
    assert len(fields) > 150
    assert fields <= names.today()
    assert {"Fact.kind=sale-notice", "Terms.provisions[notice].within.unit=business days"} & used


CHANGES = "Terms.amendments.changes"  # kept as typed: their names are those of the terms they make


class Rule(BaseModel):
    within: int
    early: str | None = None


class Deal(BaseModel):
    rules: dict[str, Rule]
    note: str = ""


def test_a_deal_needs_a_new_field_only_if_it_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "SINCE", {"Deal.rules.*.early": 2, "Deal.rules=spin-off": 3})
    assert formats.needs_of_model(Deal(rules={"a": Rule(within=5)}, note="new")) == 1
    assert formats.needs_of_model(Deal(rules={"a": Rule(within=5, early="counts")})) == 2
    assert formats.needs_of_model(Deal(rules={"spin-off": Rule(within=5)})) == 3


def test_the_terms_of_an_amendment_count_like_the_original_terms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terms = scene.of_the_sample().terms
    # The clause of the deadline that only the amendment adds.
    new = "Terms.provisions[deadline].clause=4(b)(x)"
    monkeypatch.setattr(formats, "SINCE", {new: 2})
    assert content(terms).needs == 2
    assert content(Terms.model_copy(terms, update={"amendments": ()})).needs == 1


def test_an_item_with_a_new_attribute_needs_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(formats, "SINCE", {"DELIVERY.until_read": 2})
    monkeypatch.setattr(formats, "FORMAT", 3)
    plain = {"PK": "DEAL#granite", "SK": "DELIVERY#2004-11-01#d1", "state": "planned"}
    assert (Put(plain).marked()["format"], Put(plain).marked()["needs"]) == (3, 1)
    assert Put({**plain, "until_read": True}).marked()["needs"] == 2
    assert Put({**plain, "until_read": None}).marked()["needs"] == 1


def test_a_change_raises_the_needs_of_an_item_and_never_lowers_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(formats, "SINCE", {"META.held": 2})
    monkeypatch.setattr(formats, "FORMAT", 2)
    store, table = scene.empty()

    def marks(**changes: bool) -> tuple[str, str]:
        store.table.write(Update("DEAL#granite", "META", changes, ALWAYS))
        (item,) = table.items()
        return item["format"]["N"], item["needs"]["N"]

    assert marks(rehearsal=False) == ("2", "1")
    assert marks(held=True) == ("2", "2")
    assert marks(rehearsal=False) == ("2", "2")


@pytest.mark.parametrize(
    ("changes", "needs"),
    [
        ({"state": "sent"}, None),
        ({"kind": "obligation", "route": "slack:C1", "reply_to": "1.0"}, 2),
        ({"kind": "arithmetic", "route": "slack:C1", "reply_to": "1.0"}, 3),
        ({"kind": "obligation", "route": "sms:maria", "reply_to": ""}, 3),
        # of a kind, or by a route, that this write does not know
        ({"route": "slack:C1", "reply_to": "1.0"}, 3),
        ({"kind": "obligation", "reply_to": "1.0"}, 3),
    ],
)
def test_a_change_needs_what_it_uses_and_what_it_does_not_know_of_the_item(
    changes: dict[str, str], needs: int | None
) -> None:
    """More would pause the deal in a release before, and less would let that misread the item."""
    key = ("DEAL#granite", "DELIVERY#2004-11-01#d1")
    assert Update(*key, changes, ALWAYS).marked().sets.get("needs") == needs


@pytest.mark.parametrize(
    ("name", "since"),
    [
        ("Terms.readings.id", 3),
        ("Terms.readings=objection-days", 3),
        ("Terms.provisions[notice].within.unit=months", 3),
        ("Terms.provisions[notice].within.calendar=nyse", 3),
        ("Terms.provisions[notice].within.unit=business days", 1),
        ("Terms.calendar", 1),
        ("Team.targets.*.roll=next", 3),
        ("Team.alerts", 1),
        ("Terms.provisions[stop].or_advice.of", 2),
    ],
)
def test_a_name_needs_what_the_name_it_is_within_needs(name: str, since: int) -> None:
    assert formats.since_of(name) == since
