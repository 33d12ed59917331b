"""Recording events: each once, all of a file or nothing, and what moves is shown."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from dealclock.desk.load import load
from dealclock.desk.record import NewFacts, record
from dealclock.errors import ConflictError, InvalidError, NotFoundError
from dealclock.files.source import Source, parse
from dealclock.store import Store
from tests.contract.store import samples
from tests.contract.store.tables import items_in
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.services import services
from tests.unit.jobs.house import Queue

NOW = datetime(2005, 2, 2, 12, tzinfo=UTC)
FILED = "- {id: F1, kind: registration-statement-filed, on: 2004-07-13}"
EFFECTIVE = "- {id: F3, kind: registration-statement-effective, on: 2004-12-06}"
UNUSABLE = "- {id: F5, kind: prospectus-unusable, on: 2005-01-10}"
F9 = """- id: F9
  kind: suspension-notice
  on: 2005-02-01
  given: [{to: holders, method: hand, on: 2005-02-01}]
"""
F10 = """- id: F10
  kind: suspension-notice
  corrects: F9
  on: 2005-01-28
  given: [{to: holders, method: hand, on: 2005-01-28}]
"""


def file(*facts: str) -> Source:
    return parse("facts:\n" + "\n".join(facts), "news.yaml")


def add(store: Store, *facts: str, named: str = "Granite", dry_run: bool = False) -> NewFacts:
    return record(
        file(*facts), named, services(store, assess=Queue(), now=NOW), "tests", dry_run=dry_run
    )


def table(store: Store) -> list[Any]:
    return items_in(store.table)


@pytest.fixture
def granite(store: Store) -> Store:
    """A live deal without facts, on February 2, 2005."""
    load(samples.live(), services(store, now=NOW), "tests")
    return store


def test_an_event_recorded_twice_is_stored_once(granite: Store) -> None:
    assert add(granite, FILED).new == ("F1",)
    before = table(granite)
    again = add(granite, FILED, named="granite")
    assert (again.new, again.known, again.changes.items) == ((), ("F1",), ())
    assert table(granite) == before


def test_changes_are_shown_before_and_after_and_the_same_in_a_dry_run(granite: Store) -> None:
    before = table(granite)
    dry = add(granite, FILED, dry_run=True)
    assert table(granite) == before
    done = add(granite, FILED)
    assert dry == done
    assert done.before.as_of == date(2005, 2, 2)
    moved = [(f.instance, f.what, f.before, f.after) for f in done.changes.figures]
    assert ("default-i", "occurred_on", "2004-07-15", "none") in moved
    assert samples.facts_of(granite, "granite") == ["F1"]


def test_a_conflict_refuses_the_whole_file_and_names_the_event(granite: Store) -> None:
    add(granite, FILED)
    before = table(granite)
    other = FILED.replace("07-13", "07-14")
    for dry_run in (True, False):
        with pytest.raises(ConflictError, match="F1"):
            add(granite, EFFECTIVE, other, dry_run=dry_run)
    assert table(granite) == before


def test_an_event_recorded_in_one_file_is_corrected_by_another(granite: Store) -> None:
    add(granite, FILED, EFFECTIVE, F9)
    corrected = add(granite, F10)
    assert corrected.new == ("F10",)
    # The window keeps the first one's id and moves to the day of the correction.
    assert ("suspension/F9", "opens", "2005-02-01", "2005-01-28") in [
        (f.instance, f.what, f.before, f.after) for f in corrected.changes.figures
    ]
    assert add(granite, F10).known == ("F10",)
    with pytest.raises(InvalidError, match="F10 already corrects it"):
        add(granite, F10.replace("id: F10", "id: F12"))


def test_a_retraction_says_what_it_withdraws_and_what_remains(granite: Store) -> None:
    back = "- {id: F13, kind: retraction, on: 2005-02-02, corrects: F10}\n"
    restored = "- {id: F14, kind: retraction, on: 2005-02-02, corrects: F13}\n"
    add(granite, FILED, EFFECTIVE, F9)
    add(granite, F10)
    (says,) = add(granite, back).taken_back
    assert shows(wording("refusal/record", says), "F10", "F9")
    assert add(granite, back).taken_back == ()
    (says,) = add(granite, restored).taken_back
    assert shows(wording("refusal/record", says, "second"), "F13", "F10")


@pytest.mark.parametrize("about", ["shelf-filing", "default-i"])
def test_an_event_may_be_about_what_it_satisfies(granite: Store, about: str) -> None:
    assert add(granite, FILED.replace("}", f", about: {about}}}")).new == ("F1",)


@pytest.mark.parametrize(
    ("extra", "says"),
    [
        (FILED.replace("}", ", about: effectiveness}"), "name what a registration-statement-filed"),
        (FILED.replace("}", ", about: shelf-filing/F1}"), "satisfies: shelf-filing"),
        ("- {id: F1, kind: report-filed, on: 2005-01-03, about: x}\n", "leave about out"),
        ("- {id: F1, kind: duty-done, on: 2005-01-03, about: copies/F9}\n", "none yet of"),
        ("- {id: F1, kind: duty-done, on: 2005-01-03, about: copys/F9}\n", "name what a duty-done"),
    ],
)
def test_an_event_about_an_item_it_does_not_satisfy_is_refused(
    granite: Store, extra: str, says: str
) -> None:
    with pytest.raises(InvalidError, match=says):
        add(granite, extra)


def test_a_notice_may_be_about_a_default_whose_event_was_recorded_earlier(granite: Store) -> None:
    notice = """- id: F7
  kind: trustee-notified
  about: default-iii/F5
  on: 2005-01-20
  given: [{to: trustee, method: hand, on: 2005-01-20}]
"""
    with pytest.raises(InvalidError, match="defaults these terms and facts can have"):
        add(granite, notice)
    add(granite, FILED, EFFECTIVE, UNUSABLE)
    assert add(granite, notice).new == ("F7",)


def test_every_problem_of_a_file_is_reported_and_nothing_recorded(granite: Store) -> None:
    before = table(granite)
    unknown = "- {id: F20, kind: registration-statement-filled, on: 2004-07-13}"
    outside = "- {id: F21, kind: registration-statement-filed, on: 1994-07-13}"
    with pytest.raises(InvalidError) as refused:
        add(granite, FILED, unknown, F10)
    assert [problem.line for problem in refused.value.problems] == [3, 6]
    wording("refusal/record", str(refused.value.problems[0]))
    with pytest.raises(InvalidError, match="1995 to 2060"):
        add(granite, FILED, outside)
    assert table(granite) == before


def test_a_file_may_not_set_the_recording_time_of_an_event_of_a_live_deal(granite: Store) -> None:
    stamped = FILED.replace("}", ", recorded_at: 2004-07-13T18:00-04:00}")
    with pytest.raises(ConflictError, match="events F1 have recorded_at"):
        add(granite, stamped)
    load(samples.rehearsal(), services(granite, now=NOW), "tests")
    assert add(granite, stamped, named="Story").new == ("F1",)
    kept = granite.deals.get("story")
    assert kept is not None
    assert kept.log.facts[0].recorded_at == datetime(2004, 7, 13, 22, tzinfo=UTC)


@pytest.mark.parametrize("named", ["Granit", "granitte"])
def test_an_unknown_deal_is_refused_with_the_nearest_code_name(granite: Store, named: str) -> None:
    with pytest.raises(NotFoundError, match=f"no deal '{named}'.*Did you mean 'Granite'"):
        add(granite, FILED, named=named)


def test_a_recorded_event_wakes_the_deal_for_the_next_sweep(granite: Store) -> None:
    meta = granite.deals.meta("granite")
    assert meta is not None
    granite.runs.set_wake(meta, date(2005, 3, 1))
    assert granite.runs.waking(False, date(2005, 2, 2)) == ()
    add(granite, FILED)
    assert granite.runs.waking(False, date(2005, 2, 2)) == ("granite",)


def test_an_event_that_contradicts_a_recorded_one_is_refused_with_the_reason(
    granite: Store,
) -> None:
    add(granite, FILED)
    before = table(granite)
    early = EFFECTIVE.replace("2004-12-06", "2004-07-12")
    with pytest.raises(ConflictError, match=r"F3 .* cannot be before F1"):
        add(granite, early)
    assert table(granite) == before


def test_a_retraction_withdraws_an_event_and_can_itself_be_corrected(granite: Store) -> None:
    """F3 is taken back by F4; a fact of F3's kind then takes the place of the retraction."""
    add(granite, FILED, EFFECTIVE)
    gone = add(granite, "- {id: F4, kind: retraction, on: 2005-02-01, corrects: F3}")
    moved = {f.name: f.after for f in gone.changes.figures}
    assert moved["default-ii", "accrues_to"] == "none"
    back = EFFECTIVE.replace("F3", "F6").replace("on:", "corrects: F4, on:")
    again = add(granite, back)
    assert {f.name: f.after for f in again.changes.figures}[
        "default-ii", "accrues_to"
    ] == "2004-12-06"


def test_a_retraction_of_nothing_is_refused(granite: Store) -> None:
    with pytest.raises(InvalidError, match="give the id of the event to retract"):
        add(granite, "- {id: F4, kind: retraction, on: 2005-02-01}")
