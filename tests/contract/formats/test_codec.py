"""The codec writes every record in its stable form, and reads it back the same."""

import importlib
import json
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from dealclock import store
from dealclock.alerts.alert import MissedMorning
from dealclock.alerts.delivery import Route
from dealclock.alerts.digest import DigestPrint, SentDigest
from dealclock.alerts.outcome import OmittedAlert
from dealclock.errors import LostError, TooNewError
from dealclock.facts.fact import Fact
from dealclock.people.acts import Act
from dealclock.people.people import People
from dealclock.people.policy import Reason
from dealclock.people.team import Team
from dealclock.store import formats
from dealclock.store.acts import (
    APPROVAL,
    CLOSING,
    RESPONSE,
    act_in,
    closing_in,
    response_item,
)
from dealclock.store.archive import ARCHIVE_ENTRY, AUDIT_ENTRY, NOTE
from dealclock.store.codec import Codec, Text, Texts
from dealclock.store.content import canonical_json, content
from dealclock.store.deal import LISTED, META, TEAM_VERSION
from dealclock.store.delivery import DELIVERY_KEY, STORED_DELIVERY
from dealclock.store.item import Encoded, StoredItem, encoded
from dealclock.store.links import FEED, LINK, PersonalLink
from dealclock.store.members import PROGRESS
from dealclock.store.responses import GLASS
from dealclock.store.runs import RUN, SUMMARY, WATCH
from dealclock.store.sent_history import SENT_SUMMARY
from dealclock.store.verdicts import VALUES, VERDICT
from dealclock.store.write import ALWAYS, NEW, Put, Update
from dealclock.terms.terms import Terms
from tests.contract.formats import golden, scene
from tests.contract.store import samples
from tests.memory_table import MemoryTable
from tests.suite import examples

NOW = datetime(2026, 11, 2, 13, tzinfo=UTC)
KEYS = frozenset({*formats.KEYS, "format", "needs"})


def codecs() -> dict[str, Codec[Any]]:
    """Every codec of the store, by name."""
    modules = [
        importlib.import_module(f"{store.__name__}.{module.name}")
        for module in pkgutil.iter_modules(store.__path__)
    ]
    members = {name: value for module in modules for name, value in vars(module).items()}
    return {name: value for name, value in sorted(members.items()) if isinstance(value, Codec)}


CODECS = codecs()
each_codec = pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)


# --- Golden items ------------------------------------------------------------

RECORDS: Mapping[str, tuple[Codec[Any], ...]] = {
    "ANSWER": (RESPONSE,),
    "APPROVAL": (APPROVAL,),
    "AUDIT": (AUDIT_ENTRY,),
    "BREAK": (GLASS,),
    "DEALS": (LISTED,),
    "DELIVERY": (STORED_DELIVERY,),
    "FEED": (FEED,),
    "LINK": (LINK,),
    "MAIL": (DELIVERY_KEY,),
    "MEMBERS": (PROGRESS,),
    "THREAD": (DELIVERY_KEY,),
    "META": (META, CLOSING),
    "NOTE": (NOTE,),
    "RENDITION": (ARCHIVE_ENTRY,),
    "RUN": (RUN,),
    "SENT": (SENT_SUMMARY,),
    "SUMMARY": (SUMMARY,),
    "TEAM": (TEAM_VERSION,),
    "VALUES": (VALUES,),
    "VERDICT": (VERDICT,),
    "WATCH": (WATCH,),
}
MODELS: Mapping[str, type[BaseModel]] = {"TERMS": Terms, "TEAM": Team, "FACT": Fact}
NO_RECORD: Mapping[str, set[str]] = {
    "ANSWER": {"revision"},
    "AUDIT": {"before", "expires_at", "token"},
    "BREAK": {"expires_at"},
    "CALENDAR": {"changes", "entries"},
    "CHANNEL": {"deal"},
    "DEAL": {"deal"},
    "DEALS": {"channel", "members"},
    "DELIVERY": {
        *("alert", "handed_over", "refresh_token", "refresh_until", "rendition_sha256", "told_at"),
        *("token", "tried_since", "tried_until", "uncertain", "until"),
    },
    "ESCALATE": {"known_at"},
    "FACT": {"batch", "given_sha256", "sequence", "stored_at", "stored_by"},
    "LINK": {"expires_at", "used_at"},
    "MAIL": {"expires_at"},
    "MEMBER": {"deal"},
    "META": {"batches"},
    "MOBILE": {"at", "mark"},
    "NAME": {"deal"},
    "RENDITION": {"rendered_at", "seal", "sha256"},
    "ROUTE": {"expires_at", "free_at"},
    "RUN": {"at"},
    "SEEN": {"expires_at", "token"},
    "STAGING": {"token"},
    "SUMMARY": {"at"},
    "SWEEP": {"at", "expires_at", "slot"},
    "TEAM": {"defaults", "sha256"},
    "TERMS": {"sha256", "stored_at", "stored_by"},
    "WATCH": {"at"},
}
"""Attributes that are written one by one."""
ALWAYS_WRITTEN = {"DEALS": {"zone"}}
"""Attributes that are also written one by one where the codec would leave them out."""


def read_and_written(codec: Codec[Any], item: Encoded) -> Encoded:
    """The item of the record in an item."""
    apart = dict.fromkeys(codec.apart, "")
    return encoded(codec.item(codec.read(StoredItem(item), **apart)))


def _as_of(release: str, model: str, today: str, then: str) -> str:
    """Today's text of a model without the fields that came after that release."""
    if release == golden.releases()[-1]:
        return today
    return canonical_json(_without_new(json.loads(today), json.loads(then), model))


def _without_new(current: Any, known: Any, at: str) -> Any:
    if isinstance(current, list) and isinstance(known, list):
        return [_without_new(f, k, at) for f, k in zip(current, known, strict=True)]
    if not (isinstance(current, dict) and isinstance(known, dict)):
        return current
    new = {n for n in current.keys() - known.keys() if f"{at}.{n}" in formats.DESCRIPTIVE}
    return {
        name: _without_new(value, known.get(name), f"{at}.{name}")
        for name, value in current.items()
        if name not in new
    }


@pytest.mark.parametrize("release", golden.releases())
def test_golden_items_read_and_written_again_are_equal(release: str) -> None:
    kinds = set()
    for item in golden.items(release):
        kind = formats.kind_of(*scene.keys_of(item))
        kinds.add(kind)
        again: Encoded = {}
        for codec in RECORDS.get(kind, ()):
            if codec is not CLOSING or "closing_at" in item:
                again |= read_and_written(codec, item)
        if kind in MODELS:
            model = StoredItem(item).model("content", MODELS[kind])
            texts = content(model).text, item["content"]["S"]
            again["content"] = {"S": _as_of(release, MODELS[kind].__name__, *texts)}
        if kind == "DEALS":
            texts = again["people"]["S"], item["people"]["S"]
            again["people"] = {"S": _as_of(release, "People", *texts)}
        left_out = NO_RECORD.get(kind, set()) | ALWAYS_WRITTEN.get(kind, set()) - again.keys()
        expected = {n: value for n, value in item.items() if n not in KEYS | left_out}
        again.pop("needs", None)
        assert again == expected, item["SK"]
    every = RECORDS.keys() | MODELS.keys() | NO_RECORD.keys()
    assert kinds == every if release == golden.releases()[-1] else kinds <= every


# --- Every record ------------------------------------------------------------

TEXTS = st.text(max_size=20)
DAYS = st.dates(date(1900, 1, 1))
OF_TYPE: Mapping[Any, st.SearchStrategy[Any]] = {
    str: TEXTS,
    int: st.integers(-(10**20), 10**20),
    bool: st.booleans(),
    date: DAYS,
    datetime: st.datetimes(datetime(1900, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 - in UTC
    Route: st.builds(Route, st.sampled_from(["slack", "dm", "email"]), TEXTS),
    MissedMorning: st.builds(
        MissedMorning,
        DAYS,
        st.lists(st.sampled_from(list(Reason)), min_size=1, max_size=3).map(tuple),
    ),
    # An alert's id is hex.
    OmittedAlert: st.builds(OmittedAlert, st.text("0123456789abcdef", min_size=1), TEXTS),
    SentDigest: st.builds(
        SentDigest,
        st.dictionaries(TEXTS, st.builds(DigestPrint, TEXTS, TEXTS), max_size=3),
        st.none() | DAYS,
    ),
    People: st.just(samples.team().access),
    Team: st.just(samples.team()),
}


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in OF_TYPE:
        return OF_TYPE[hint]
    if hint is NoneType:
        return st.none()
    if origin in (Union, UnionType):
        return st.one_of(*map(values, args))
    if origin is Literal:
        return st.sampled_from(args)
    if origin is tuple:
        return st.lists(values(args[0]), max_size=3).map(tuple)
    if origin is frozenset:
        return st.frozensets(values(args[0]), max_size=3)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.sampled_from(list(hint))
    assert isinstance(hint, type), hint
    return st.builds(hint, **{n: values(each) for n, each in get_type_hints(hint).items()})


def records(codec: Codec[Any], *, part: bool = False) -> st.SearchStrategy[Any]:
    """Records of a codec; what a part keeps elsewhere is as by default."""
    given: dict[str, st.SearchStrategy[Any]] = {}
    for name, hint in get_type_hints(codec.record).items():
        if name in codec._parts:
            given[name] = records(codec._parts[name], part=True)
        elif not part or name not in codec.apart:
            given[name] = values(hint)
    return st.builds(codec.record, **given)


def apart(codec: Codec[Any], record: Any) -> dict[str, Any]:
    """The fields of a record that are kept elsewhere."""
    return {name: getattr(record, name) for name in codec.apart}


@each_codec
@given(data=st.data())
@examples(100)
def test_every_record_survives_the_table(codec: Codec[Any], data: st.DataObject) -> None:
    first, second = data.draw(records(codec)), data.draw(records(codec))
    table = MemoryTable()
    table.write(Put({"PK": "DEAL#granite", "SK": "META", **codec.item(first)}, NEW))
    row = table.get("DEAL#granite", "META")
    assert row is not None
    assert codec.read(row, **apart(codec, first)) == first
    # An update with a whole record leaves nothing of the one before.
    table.write(Update("DEAL#granite", "META", codec.item(second), ALWAYS))
    row = table.get("DEAL#granite", "META")
    assert row is not None
    assert codec.read(row, **apart(codec, second)) == second


@each_codec
def test_every_field_is_stored_or_declared_as_stored_elsewhere(codec: Codec[Any]) -> None:
    every = {each.name for each in fields(codec.record)}
    assert codec._stored.keys() | codec._parts.keys() | codec.apart == every


# --- What is left out, by hand -----------------------------------------------


def test_empty_values_are_not_written() -> None:
    response = Act("seen", "trustee-notice/F7", "0", "tom", NOW)
    assert encoded(response_item(response)) == {
        "instance": {"S": "trustee-notice/F7"},
        "revision": {"N": "0"},
        "action": {"S": "seen"},
        "by": {"S": "tom"},
        "done_at": {"S": "2026-11-02T13:00:00.000000Z"},
    }
    feed = PersonalLink("e" * 64, "calendar", "U01MARIA", NOW)
    assert encoded(LINK.item(feed)) == {
        "purpose": {"S": "calendar"},
        "person": {"S": "U01MARIA"},
        "valid_until": {"S": "2026-11-02T13:00:00.000000Z"},
        "revision": {"N": "0"},  # always written
    }


def test_an_update_removes_empty_values() -> None:
    changes = STORED_DELIVERY.changes(looked_to="", to_hand_over=False, cause=None, failures=0)
    assert changes == {"looked_to": None, "to_hand_over": None, "cause": None, "failures": 0}
    assert RESPONSE.changes(until=date(2004, 11, 3)) == {"until_day": date(2004, 11, 3)}


def test_an_update_of_a_model_states_what_reading_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    access = samples.team().access
    assert LISTED.changes(people=access) == {"people": content(access).text, "needs": 1}
    monkeypatch.setattr(formats, "SINCE", {"People.people": 2})
    assert LISTED.changes(people=access)["needs"] == content(access).needs == 2


# --- What cannot be read -----------------------------------------------------

ALERT_NEEDS = "deal instance kind clause title reasons day revision calendar"
DELIVERY_NEEDS = f"{ALERT_NEEDS} route slot known_at terms_version team_version"
NEEDED = {
    "ACT": "act subject content by at",
    "ALERT": ALERT_NEEDS,
    "APPROVAL": "subject content by name approved_at",
    "PROGRESS": "",
    "CLOSING": "closing_by closing_name closing_why closing_at closing_seen",
    "DELIVERY": DELIVERY_NEEDS,
    "DELIVERY_KEY": "deal day delivery",
    "FEED": "identity link deals valid_until changes",
    "GLASS": "deal person name slack since until why",
    "RESPONSE": "instance action by done_at",
    "AUDIT_ENTRY": "what who at detail",
    "ARCHIVE_ENTRY": "kind to about deals text terms_version team_version engine",
    "LINK": "purpose person revision valid_until",
    "LISTED": "code_name rehearsal people",
    "META": "code_name rehearsal terms_version team_version fact_sequence wake_on",
    "NOTE": "instance clause person noted_at text attachments",
    "RENDITION": "text terms_version team_version engine",
    "RUN": "planned already sweep known_at wakes",
    "SENT_ALERT": f"{ALERT_NEEDS} known_at terms_version team_version",
    "STORED_DELIVERY": f"{DELIVERY_NEEDS} state planned_at failures",
    "SENT_SUMMARY": "before whole_since alerts changing seen",
    "SUMMARY": "as_of terms_version team_version fact_sequence engine body",
    "TEAM_VERSION": "stored_at stored_by",
    "ARCHIVED_MESSAGE": "to about text terms_version team_version engine rendered_at",
    "VALUES": "as_of known_at terms_version body at",
    "VERDICT": "at as_of figures_at agreed",
    "WATCH": "since found",
}
"""The attributes that must be there: without one, nothing may be assumed."""


def golden_item(codec: Codec[Any]) -> Encoded:
    """The golden item that holds the most attributes of a codec."""
    items = [*golden.items(golden.releases()[-1]), *scene.next_items()]
    return max(items, key=lambda item: len(item.keys() & {*codec.attributes}))


def read(codec: Codec[Any], item: Encoded) -> Any:
    """The record in an item, with nothing in what is kept elsewhere."""
    return codec.read(StoredItem(item), **dict.fromkeys(codec.apart, ""))


@pytest.mark.parametrize("name", CODECS)
def test_a_record_without_a_required_attribute_is_refused(name: str) -> None:
    item = golden_item(CODECS[name])
    for attribute in CODECS[name].attributes:
        rest = {each: value for each, value in item.items() if each != attribute}
        if attribute in NEEDED[name].split():
            with pytest.raises(LostError, match=f"'{attribute}' is missing"):
                read(CODECS[name], rest)
        else:
            read(CODECS[name], rest)


@each_codec
def test_an_attribute_of_another_type_is_refused_by_its_name(codec: Codec[Any]) -> None:
    item = golden_item(codec)
    for attribute in codec.attributes:
        with pytest.raises(LostError, match=f"'{attribute}' is missing or unreadable"):
            read(codec, {**item, attribute: {"NULL": True}})


@pytest.mark.parametrize(
    ("name", "attribute", "value"),
    [
        ("ACT", "act", {"S": "secret"}),
        ("GLASS", "until", {"S": "secret"}),
        ("RESPONSE", "action", {"S": "secret"}),
        ("ARCHIVE_ENTRY", "kind", {"S": "secret"}),
        ("LINK", "purpose", {"S": "secret"}),
        ("LISTED", "people", {"S": "secret"}),
        ("META", "fact_sequence", {"N": "secret"}),
        ("META", "wake_on", {"S": "secret"}),
        ("STORED_DELIVERY", "moved_by", {"L": [{"S": "secret:F1"}]}),
        ("STORED_DELIVERY", "passed", {"L": [{"S": "secret:missed"}]}),
        ("STORED_DELIVERY", "passed", {"L": [{"S": "2004-11-01:secret"}]}),
        ("STORED_DELIVERY", "reasons", {"L": [{"S": "secret"}]}),
        ("STORED_DELIVERY", "slot", {"S": "secret"}),
        ("STORED_DELIVERY", "state", {"S": "secret"}),
    ],
)
def test_an_unknown_enum_value_is_refused_and_not_shown(
    name: str, attribute: str, value: dict[str, Any]
) -> None:
    with pytest.raises(LostError, match=f"'{attribute}' is missing or unreadable") as refused:
        read(CODECS[name], {**golden_item(CODECS[name]), attribute: value})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(("kind", "attribute"), [("ANSWER", "revision"), ("APPROVAL", "subject")])
def test_an_act_on_an_unknown_subject_or_state_is_refused(kind: str, attribute: str) -> None:
    every = [*golden.items(golden.releases()[-1]), *scene.next_items()]
    items = [item for item in every if formats.kind_of(*scene.keys_of(item)) == kind]
    assert len(items) >= 2, "one of each form"
    for item in items:
        assert act_in(StoredItem(item)).by
        if attribute in item:
            with pytest.raises(LostError, match=f"'{attribute}' is missing or unreadable"):
                act_in(StoredItem({**item, attribute: {"S": "secret"}}))


@pytest.mark.parametrize("attribute", ["closed_by", "closed_name"])
def test_a_closed_deal_must_say_who_confirmed_it(attribute: str) -> None:
    item = golden_item(CLOSING)
    assert closing_in(StoredItem(item)) is not None
    rest = {each: value for each, value in item.items() if each != attribute}
    with pytest.raises(LostError, match=f"'{attribute}' is missing"):
        closing_in(StoredItem(rest))


@each_codec
def test_an_item_with_unknown_needs_is_refused_whole(codec: Codec[Any]) -> None:
    with pytest.raises(TooNewError):
        read(codec, {**golden_item(codec), "needs": {"N": str(formats.FORMAT + 1)}})


# --- Declarations ------------------------------------------------------------


@dataclass
class Pair:
    """Two fields, the second of a type that has no form of its own."""

    one: str
    two: Route


ROUTE: Texts = {Route: Text(str, Route.parse)}


def test_a_codec_that_does_not_fit_its_record_is_refused() -> None:
    with pytest.raises(TypeError, match="Pair has no three"):
        Codec(Pair, apart=("three",), texts=ROUTE)
    with pytest.raises(TypeError, match="cannot be stored"):
        Codec(Pair)
    with pytest.raises(TypeError, match="two fields of Pair"):
        Codec(Pair, names={"one": "two"}, texts=ROUTE)
    with pytest.raises(TypeError, match="Pair does not store one"):
        Codec(Pair, apart=("one",), texts=ROUTE).changes(one="x")
