"""Items of a later release: read if possible, each refused separately if not."""

import copy
import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from dealclock.errors import LostError, TooNewError
from dealclock.jobs.queues import AssessDeal, CheckDeals, Deliver, MakeFile, message_in
from dealclock.store import Store, formats
from dealclock.store.item import StoredItem
from dealclock.terms.versions import as_amended
from tests.contract.formats import golden, scene
from tests.contract.formats.scene import Item

LATER = 99
MORE = formats.FORMAT + 1


def items() -> list[Item]:
    return copy.deepcopy(golden.items(golden.releases()[-1]))


def marked(item: Item, needs: int) -> Item:
    """The item as a release to come would mark it."""
    return {**item, "format": {"N": str(LATER)}, "needs": {"N": str(needs)}}


def with_new_attribute(item: Item) -> Item:
    """The item with names nothing here knows, in itself and in every record of its content."""
    more = {**marked(item, 1), "remembered_as": {"S": "something"}}
    if kind(item) in ("TERMS", "TEAM", "FACT"):
        more["content"] = {"S": json.dumps(_with_more(json.loads(item["content"]["S"])))}
    if "people" in item:
        more["people"] = {"S": json.dumps(_with_more(json.loads(item["people"]["S"])))}
    return more


NAMED_BY_DATA = {"parties", "dates", "deemed_notice", "channels", "owners", "readings", "targets"}


def _with_more(data: Any, key: str = "") -> Any:
    """Data with a name more in each record; what people named themselves, as it is."""
    if isinstance(data, list):
        return [_with_more(each) for each in data]
    if not isinstance(data, dict):
        return data
    inside = {name: _with_more(value, name) for name, value in data.items()}
    by_name = key in NAMED_BY_DATA or key in {"provisions", "by_month"}
    return inside if by_name else {**inside, "of_a_later_release": {"why": ["a reason"]}}


def read_whole(store: Store) -> object:
    """A deal: the terms under each of its amendments, the team, and the facts."""
    deal = store.deals.get("granite")
    assert deal is not None
    terms = [t.model_copy(update={"amendments": ()}) for t in as_amended(deal.terms)]
    return terms, deal.team, deal.log, deal.meta


Read = Callable[[Store], object]
READS: dict[str, Read] = {
    "ANSWER": lambda s: s.responses.of_deal("granite"),
    "APPROVAL": lambda s: s.responses.approvals("granite"),
    "BREAK": lambda s: s.responses.emergency_access_to("granite"),
    "CALENDAR": lambda s: s.links.calendar("granite"),
    "CHANNEL": lambda s: s.deals.of_channel("C01STORY"),
    "DELIVERY": lambda s: s.outbox.of_deal("granite"),
    "FACT": read_whole,
    "FEED": lambda s: s.links.feed("U01MARIA"),
    "LINK": lambda s: s.links.get("f" * 64),
    "META": lambda s: s.deals.meta("granite"),
    "NOTE": lambda s: s.archive.notes("granite"),
    "RENDITION": lambda s: s.archive.messages("granite"),
    "ROUTE": lambda s: s.outbox.route_free_at("granite", "slack:C01GRANITE"),
    "RUN": lambda s: s.runs.get("granite", date(2004, 11, 1), "morning"),
    "SEEN": lambda s: s.responses.has_key("trigger-1", scene.NOW),
    "SWEEP": lambda s: s.runs.sweeps(False, date(2004, 11, 1)),
    "TEAM": read_whole,
    "TERMS": read_whole,
    "WATCH": lambda s: s.runs.watch(),
}
READS_OF_ALL: dict[str, Read] = dict(READS)
READS_OF_ALL["DEALS"] = lambda store: store.deals.directory()
READS_OF_ALL["SUMMARY"] = lambda store: store.runs.summary("granite")


def kind(item: Item) -> str:
    return formats.kind_of(item["PK"]["S"], item["SK"]["S"])


@pytest.mark.full
@pytest.mark.parametrize("what", READS_OF_ALL)
def test_an_item_this_release_can_fully_read_reads_the_same(what: str) -> None:
    today = READS_OF_ALL[what](scene.put_back(items()))
    later = READS_OF_ALL[what](scene.put_back([with_new_attribute(item) for item in items()]))
    assert later == today
    assert later


@pytest.mark.parametrize("what", READS)
def test_an_item_with_unknown_needs_is_refused_with_the_reason(what: str) -> None:
    store = scene.put_back([marked(item, MORE) if kind(item) == what else item for item in items()])
    with pytest.raises(TooNewError) as refused:
        READS[what](store)
    assert refused.value.needs == MORE
    assert f"A {what} item was written by a newer release" in str(refused.value)
    known = formats.FORMAT
    assert f"needs format {MORE}, and this release supports {known}" in str(refused.value)


def test_an_attribute_of_an_item_with_unknown_needs_cannot_be_tested_for() -> None:
    row = StoredItem({"SK": {"S": "META"}, "needs": {"N": str(MORE)}, "closed": {"S": "yes"}})
    for name in ("closed", "paused"):
        with pytest.raises(TooNewError):
            _ = name in row
    assert "SK" in row
    assert row.text("SK") == "META"


def test_a_directory_line_with_unknown_needs_hides_no_other() -> None:
    lines = [marked(i, MORE) if i["SK"]["S"] == "granite" else i for i in items()]
    store = scene.put_back(lines)
    assert [each.id for each in store.deals.directory()] == ["over", "story"]
    assert store.deals.directory_part()[1] == ["granite"]


def test_a_deal_with_unknown_needs_leaves_the_others_in_questions_across_deals() -> None:
    stored = [
        marked(i, MORE) if (i["PK"]["S"], i["SK"]["S"]) == ("DEAL#granite", "META") else i
        for i in items()
    ]
    kept = scene.put_back(stored).runs.summaries(["granite", "story"])
    assert list(kept) == ["story"]


def test_a_summary_with_unknown_needs_counts_as_none_since_it_can_be_computed_again() -> None:
    store = scene.put_back([marked(i, MORE) if kind(i) == "SUMMARY" else i for i in items()])
    assert store.runs.summary("granite") is None
    assert store.runs.summaries(["granite"])["granite"][1] is None


def test_the_keys_of_an_item_with_unknown_needs_can_be_read_to_name_it() -> None:
    store = scene.put_back([marked(item, MORE) for item in items()])
    assert [deal for deal, _ in store.responses.to_escalate(False, scene.NOW + scene.HOUR)] == [
        "granite"
    ]
    assert store.runs.waking(False, date(2026, 11, 3)) == ("granite",)
    assert {key.deal for key in store.outbox.unfinished(False)} == {"granite", "person:U01MARIA"}


@pytest.mark.parametrize("model", [AssessDeal, CheckDeals, Deliver, MakeFile])
def test_a_message_is_read_as_far_as_possible(model: Any) -> None:
    body = golden.messages(golden.releases()[-1])[model.__name__]
    more = json.dumps({**json.loads(body), "colour": "red", "format": LATER})
    assert message_in(more, model) == message_in(body, model)
    needs = json.dumps({**json.loads(body), "format": LATER, "needs": MORE})
    with pytest.raises(TooNewError, match=f"A queued message \\({model.__name__}\\) was written"):
        message_in(needs, model)
    # One that was queued before there were marks.
    bare = {k: v for k, v in json.loads(body).items() if k not in ("format", "needs")}
    assert message_in(json.dumps(bare), model) == message_in(body, model)


def test_items_from_before_the_marks_are_read() -> None:
    bare = [{k: v for k, v in i.items() if k not in ("format", "needs")} for i in items()]
    for what, read in READS_OF_ALL.items():
        assert read(scene.put_back(bare)) == read(scene.put_back(items())), what


@pytest.mark.parametrize(
    ("what", "old", "new"),
    [
        ("FACT", '"kind":"sale-notice"', '"kind":"sale-bulletin"'),
        ("TERMS", '"type":"deadline"', '"type":"half-line"'),
        ("TERMS", '"calendar":"federal-reserve"', '"calendar":"lunar"'),
    ],
)
def test_an_unknown_word_is_refused_and_never_skipped(what: str, old: str, new: str) -> None:
    stored = items()
    for item in stored:
        if kind(item) == what and item["PK"]["S"] == "DEAL#granite":
            item["content"]["S"] = item["content"]["S"].replace(old, new)
    with pytest.raises(LostError, match="is missing or unreadable"):
        scene.put_back(stored).deals.get("granite")
    later = [marked(item, 1) if kind(item) == what else item for item in stored]
    with pytest.raises(TooNewError):
        scene.put_back(later).deals.get("granite")


def test_a_seal_that_only_a_newer_release_can_check_is_no_sign_of_tampering() -> None:
    stored = items()
    for item in stored:
        if kind(item) == "RENDITION":
            item["seal"] = {"S": "0" * 64}
    (wrong,) = {each.wrong for each in scene.put_back(stored).archive.messages("granite")}
    assert wrong == "its sources differ from those archived"
    later = [marked(item, 1) for item in stored]
    (wrong,) = {each.wrong for each in scene.put_back(later).archive.messages("granite")}
    assert wrong.startswith("it was archived by a newer release")
