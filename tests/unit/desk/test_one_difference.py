"""One event, one difference: `what-if`, the form's preview and `changes` show the same items."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dealclock.answers.changes import changes
from dealclock.answers.what_if import suppose_and_compare
from dealclock.desk import record as recording
from dealclock.engine.look import Look
from dealclock.errors import ConflictError, RefusedError
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog, end_of
from dealclock.files.source import Source
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.messages.changes import render_lines
from dealclock.store import Store, StoredDeal
from dealclock.store.deal import Meta
from tests.contract.store import samples
from tests.services import services
from tests.suite import examples
from tests.unit.engine.deals import ZONE, filed
from tests.unit.engine.stories import asked_about, day, whole_stories

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
FILED = filed("2004-07-13", id="FILED")


def deal(as_of: date, *facts: Fact) -> StoredDeal:
    """The sample as a rehearsal on a day."""
    meta = Meta("story", "Story", True, as_of, 1, 1, len(facts), as_of)
    return StoredDeal(meta, samples.terms(), samples.team(), FactLog(facts, ZONE))


def query(as_of: date, known_at: datetime, *facts: Fact) -> Look:
    team, terms = samples.team(), samples.terms()
    return Look(terms, FactLog(facts, ZONE), as_of, known_at, team.chosen, dict(team.targets))


def by_what_if(as_of: date, event: Mapping[str, Any], *facts: Fact) -> list[str]:
    asked = query(as_of, end_of(as_of, ZONE), *facts)
    found = suppose_and_compare(asked, [dict(event)])
    return render_lines(found.changes)


def by_preview(as_of: date, event: Mapping[str, Any], *facts: Fact) -> list[str]:
    items = {**event, "recorded_at": end_of(as_of, ZONE)}
    source = Source("the form", {"facts": [items]}, {})
    # The store is asked of facts that are there already, and this one is not.
    previewed = recording.preview(source, deal(as_of, *facts), services(cast(Store, None), now=NOW))
    return render_lines(previewed.changes)


def by_changes(as_of: date, event: Mapping[str, Any], *facts: Fact) -> list[str]:
    end = end_of(as_of, ZONE)
    notice = Fact.model_validate({**event, "recorded_at": end})
    before = (end - timedelta(seconds=1)).isoformat()
    found: Any = changes.json(
        query(as_of, end, *facts, notice), {"from": as_of, "from-known": before}
    )
    assert all([b["id"] for b in each["because"]] == ["EVENT"] for each in found["items"])
    return [f"{each['title']} ({each['instance']}): {each['says']}" for each in found["items"]]


def test_a_payment_reduced_by_a_cure_is_shown_by_each() -> None:
    """$31,666.67 projected to January 15, 2005 becomes $13,333.33 by a cure on December 1."""
    event = {"id": "EVENT", "kind": "registration-statement-effective", "on": "2004-12-01"}
    expected = (
        "Additional Interest payment (payment/2005-01-15): "
        "amount changes from $31,666.67 to $13,333.33"
    )
    late = (
        "Resale shelf effectiveness (effectiveness): satisfied late Wed, Dec 1, 2004, was due Thu, "
        "Oct 28, 2004"
    )
    for found in (by_what_if, by_preview, by_changes):
        assert {expected, late} <= set(found(date(2004, 12, 1), event, FILED))


def test_a_preview_at_midnight_compares_two_assessments_of_the_same_day() -> None:
    """A form opened as October 28 ends is handed in as October 29 begins."""
    event = {"id": "EVENT", "kind": "registration-statement-effective", "on": "2004-10-28"}
    as_of = date(2004, 10, 29)
    story = deal(as_of, FILED)
    earlier = assess_as_of(story, date(2004, 10, 28), end_of(as_of, ZONE), compare=False)
    source = Source("the form", {"facts": [{**event, "recorded_at": end_of(as_of, ZONE)}]}, {})
    store = services(cast(Store, None), now=NOW)
    assert render_lines(recording.preview(source, story, store, earlier).changes) == by_preview(
        as_of, event, FILED
    )


KINDS = (
    "registration-statement-filed",
    "registration-statement-effective",
    "prospectus-unusable",
    "prospectus-usable",
    "suspension-notice",
    "suspension-ended",
    "additional-interest-paid",
    "trustee-notified",
    "default-confirmed",
    "waiver",
    "notes-converted",
    "sale-notice",
    "report-filed",
)
_DETAILS: Mapping[str, Mapping[str, Any]] = {
    "suspension-notice": {"given": ("holders",)},
    "trustee-notified": {"given": ("trustee",), "about": "default-ii"},
    "sale-notice": {"given": ("trustee", "company")},
    "default-confirmed": {"about": "default-ii"},
    "waiver": {"about": "default-ii", "amount": 60_000_000},
    "notes-converted": {"lot": "base", "amount": 1_000_000},
    "additional-interest-paid": {"about": "payment/2005-01-15"},
}


@st.composite
def events(draw: st.DrawFn, latest: int) -> dict[str, Any]:
    """An event of a kind on a day up to `latest` days after the Closing Date."""
    kind = draw(st.sampled_from(KINDS))
    on = day(draw(st.integers(max(1, latest - 60), latest)))
    found = {"id": "EVENT", "kind": kind, "on": on, **_DETAILS.get(kind, {})}
    if "given" in found:
        found["given"] = [{"to": to, "method": "hand", "on": on} for to in found["given"]]
    if kind == "additional-interest-paid" and draw(st.booleans()):
        found["amount"] = draw(st.integers(1, 40_000))
    return found


@examples(60)
@given(asked_about(whole_stories()), st.data())
def test_any_event_in_any_history_shows_the_same_items_on_every_screen(
    story: tuple[tuple[Fact, ...], int], data: st.DataObject
) -> None:
    facts, offset = story
    as_of = date.fromisoformat(day(offset))
    # What the file has for future dates is known later, and shown on no screen yet.
    facts = tuple(f for f in facts if f.on < as_of)
    event = data.draw(events(offset))
    try:
        supposed = by_what_if(as_of, event, *facts)
    except RefusedError:
        with pytest.raises(ConflictError, match="nothing was recorded"):
            by_preview(as_of, event, *facts)
        assume(False)
    assert by_preview(as_of, event, *facts) == supposed
    assert by_changes(as_of, event, *facts) == supposed
