"""What changed between two assessments, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.causes import CauseStep, StateMoment, history
from dealclock.engine.changes import STANDING, Change, ChangeKind, FigureChange
from dealclock.engine.look import Look, ReadingsChosen
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog, end_of
from dealclock.files.source import parse_file
from dealclock.terms.terms import Terms, read_terms
from tests.suite import examples
from tests.unit.engine.deals import (
    SAMPLE,
    ZONE,
    effective,
    fact,
    filed,
    log,
    sample_terms,
    unusable,
)
from tests.unit.engine.stories import named, stories

FILED = filed("2004-07-13")


def moment(day: str, known: str | None = None) -> StateMoment:
    """The start of a day, with what was known by its end or by that of another."""
    return StateMoment(date.fromisoformat(day), end_of(date.fromisoformat(known or day), ZONE))


def under(
    terms: Terms, facts: FactLog, as_of: date, known_at: datetime, readings: Mapping[str, str]
) -> Assessment:
    """An assessment on the way."""
    return assess(Look(terms, facts, as_of, known_at, readings), compare=False)


@dataclass
class Moved:
    """One date or amount that changed, and each step on which it did."""

    move: FigureChange
    steps: tuple[CauseStep, ...]


def changed(
    start: StateMoment, end: StateMoment, *facts: Fact, terms: Terms | None = None
) -> dict[tuple[str, str], Moved]:
    """Each figure that changed."""
    caused = history(terms or sample_terms(), log(*facts), start, end, under)
    return {f.name: Moved(f, caused.of_figure(f)) for f in caused.changes.figures}


def causes(caused: Moved) -> list[tuple[str, str, str]]:
    """By what, which, and the day of each step."""
    return [(s.cause.by, s.cause.id, s.cause.day.isoformat()) for s in caused.steps]


def test_an_event_is_named_as_the_cause_of_what_it_moved() -> None:
    found = changed(moment("2004-11-20"), moment("2004-12-06"), FILED, effective("2004-12-06"))
    ended = found["default-ii", "accrues_to"]
    assert (ended.move.before, ended.move.after) == ("none", "2004-12-06")
    assert causes(ended) == [("fact", "F2", "2004-12-06")]


def test_elapsed_days_are_the_cause_of_what_lapses_and_accrues() -> None:
    found = changed(moment("2004-10-28"), moment("2004-11-20"), FILED)
    assert causes(found["default-ii", "occurred_on"]) == [("days", "", "2004-11-20")]
    assert causes(found["accrual", "total"]) == [("days", "", "2004-11-20")]


def test_the_same_day_with_more_known_is_caused_only_by_events() -> None:
    """Recorded on December 20 that it had been effective since December 6."""
    late = effective("2004-12-06", recorded_at="2004-12-20T12:00-05:00")
    found = changed(moment("2004-12-10"), moment("2004-12-10", "2004-12-31"), FILED, late)
    assert causes(found["default-ii", "accrues_to"]) == [("fact", "F2", "2004-12-06")]
    assert all(by == "fact" for caused in found.values() for by, _, _ in causes(caused))


def test_a_date_that_moved_and_came_back_is_not_shown() -> None:
    wrong = effective("2004-10-01", id="WRONG", recorded_at="2004-10-05T12:00-04:00")
    undone = Fact.model_validate(
        {
            "id": "UNDONE",
            "kind": "retraction",
            "on": "2004-10-06",
            "corrects": "WRONG",
            "recorded_at": "2004-10-06T12:00-04:00",
        }
    )
    found = changed(moment("2004-10-04"), moment("2004-10-07"), FILED, wrong, undone)
    assert found == {}


def longer_wait(effective_on: str, known: str) -> Terms:
    """The sample's terms with thirty more days to effectiveness."""
    source = parse_file(SAMPLE / "terms.yaml")
    amendment = {
        "id": "first",
        "title": "First Amendment",
        "effective": effective_on,
        "known": known,
        "changes": {"provisions": {"effectiveness": {"within": {"count": 150}}}},
    }
    source.data["amendments"] = [amendment]
    return read_terms(source)


def test_a_version_is_named_as_the_cause_of_what_it_moved() -> None:
    terms = longer_wait("2004-10-01", "2004-10-05")
    found = changed(moment("2004-09-30"), moment("2004-10-10"), FILED, terms=terms)
    due = found["effectiveness", "due"]
    assert (due.move.before, due.move.after) == ("2004-10-28", "2004-11-27")
    assert causes(due) == [("version", "first", "2004-10-05")]


def test_a_version_known_after_the_asked_instant_is_not_a_step() -> None:
    """As known by November 5, nobody has heard of the amendment that would undo the default."""
    terms = longer_wait("2004-10-25", "2004-11-10")
    asked = moment("2004-11-20", known="2004-11-05")
    found = changed(moment("2004-10-20"), asked, FILED, terms=terms)
    assert causes(found["accrual", "total"]) == [("days", "", "2004-11-20")]


def test_each_of_two_versions_is_the_cause_of_its_own_move_around_an_event() -> None:
    source = parse_file(SAMPLE / "terms.yaml")
    source.data["amendments"] = [
        {
            "id": name,
            "title": name,
            "effective": day,
            "known": day,
            "changes": {"provisions": {"effectiveness": {"within": {"count": count}}}},
        }
        for name, day, count in (("first", "2004-10-05", 150), ("second", "2004-10-20", 180))
    ]
    between = filed("2004-10-10", id="LATE")
    terms = read_terms(source)
    found = changed(moment("2004-09-30"), moment("2004-10-25"), between, terms=terms)
    assert causes(found["effectiveness", "due"]) == [
        ("version", "first", "2004-10-05"),
        ("version", "second", "2004-10-20"),
    ]


def test_an_elapsed_day_is_the_cause_of_its_interest_and_not_the_version_of_that_day() -> None:
    """The amendment of December 10 moves nothing: the time to effectiveness had run out before."""
    terms = longer_wait("2004-12-10", "2004-12-10")
    found = changed(moment("2004-12-08"), moment("2004-12-12"), FILED, terms=terms)
    total = found["accrual", "total"]
    assert causes(total) == [("days", "", "2004-12-10"), ("days", "", "2004-12-12")]


def test_a_version_learned_later_moves_the_same_day() -> None:
    """In force since October 25, before the time ran out, and heard of on November 10."""
    terms = longer_wait("2004-10-25", "2004-11-10")
    found = changed(moment("2004-11-05"), moment("2004-11-05", "2004-11-20"), FILED, terms=terms)
    total = found["accrual", "total"]
    assert total.move.after == "0/1"
    assert causes(total) == [("version", "first", "2004-11-10")]


def item_causes(
    start: StateMoment,
    end: StateMoment,
    *facts: Fact,
    chosen: tuple[ReadingsChosen, ...] = (),
) -> dict[tuple[str, str], tuple[Change, list[tuple[str, str]]]]:
    """Each item of the difference with its causes: by what, and which."""
    caused = history(sample_terms(), log(*facts), start, end, under, chosen)
    return {
        i.name: (i, [(s.cause.by, s.cause.id) for s in caused.of_item(i)])
        for i in caused.changes.items
    }


OUT = (FILED, effective("2004-10-20"), unusable("2005-01-10", id="OUT"))


def test_a_cure_period_that_lapsed_in_the_span_is_included_with_time_as_the_cause() -> None:
    """Of January 10 to 20, 2005, the lapse of January 18."""
    found, why = item_causes(moment("2005-01-10"), moment("2005-01-20"), *OUT)[
        "cure-window/OUT", STANDING
    ]
    assert (found.kind, found.on) == (ChangeKind.EXPIRED, date(2005, 1, 18))
    assert why == [("days", "")]


def test_a_payment_made_in_the_span_is_included_with_its_event_as_the_only_cause() -> None:
    """It came due on January 18, the day it was made: that day is no cause of its own."""
    paid = fact("additional-interest-paid", "2005-01-18", about="payment/2005-01-15", id="PAID")
    found, why = item_causes(moment("2005-01-10"), moment("2005-01-20"), FILED, paid)[
        "payment/2005-01-15", STANDING
    ]
    assert (found.kind, found.on) == (ChangeKind.SATISFIED, date(2005, 1, 18))
    assert why == [("fact", "PAID")]


def test_a_reading_changed_in_between_is_the_cause_of_what_it_moves() -> None:
    """NEXT-DAY dates the default of October 28, 2004 on October 29, as it dates every other."""
    start, end = moment("2004-11-01"), moment("2004-11-01", "2004-11-05")
    chosen = (
        ReadingsChosen(moment("2004-10-01").known_at, {}),
        ReadingsChosen(moment("2004-11-03").known_at, {"default-occurs": "NEXT-DAY"}),
    )
    found, why = item_causes(start, end, FILED, chosen=chosen)["default-ii", "occurred_on"]
    assert (found.before, found.after) == ("2004-10-28", "2004-10-29")
    assert why == [("reading", "default-occurs")]


def test_the_readings_of_the_start_apply_before_the_first_known_choice() -> None:
    chosen = (ReadingsChosen(moment("2004-12-01").known_at, {"default-occurs": "NEXT-DAY"}),)
    found = item_causes(moment("2004-11-01"), moment("2004-11-10"), FILED, chosen=chosen)
    assert ("default-ii", "occurred_on") not in found


def test_a_correction_is_a_separate_cause() -> None:
    wrong = effective("2004-12-06", id="WRONG")
    right = effective(
        "2004-12-08", id="RIGHT", corrects="WRONG", recorded_at="2004-12-10T12:00-05:00"
    )
    found, why = item_causes(moment("2004-12-01"), moment("2004-12-12"), FILED, wrong, right)[
        "effectiveness", STANDING
    ]
    assert (found.kind, found.on) == (ChangeKind.SATISFIED_LATE, date(2004, 12, 8))
    assert why == [("fact", "RIGHT")]


def _many(events: int) -> tuple[Fact, ...]:
    """Effective in time, then events that change nothing, one a day."""
    days = (FILED.on + timedelta(days=110 + n // 2) for n in range(events))
    reports = (fact("report-filed", day.isoformat(), id=f"R{n}") for n, day in enumerate(days))
    return FILED, effective("2004-10-20", id="EFF"), *reports


def test_many_events_cost_few_assessments_and_have_the_same_causes() -> None:
    """Twenty halvings of 600 events, where each was assessed by itself, and its day as well."""
    facts, counted = log(*_many(300)), list[date]()

    def counting(
        terms: Terms, known: FactLog, as_of: date, at: datetime, readings: Mapping[str, str]
    ) -> Assessment:
        counted.append(as_of)
        return under(terms, known, as_of, at, readings)

    asked = (sample_terms(), facts, moment("2004-07-01"), moment("2005-06-01"))
    whole = history(*asked, counting)
    one_by_one = len(counted)
    counted.clear()
    halved = history(*asked, counting, most_work=150 * len(facts.facts))
    assert one_by_one > 300
    assert len(counted) < 60
    assert halved.changes == whole.changes
    for figure in whole.changes.figures:
        assert halved.of_figure(figure) == whole.of_figure(figure)
    for item in whole.changes.items:
        assert halved.of_item(item) == whole.of_item(item)
    assert halved.not_attributed == 0


def test_causes_that_were_not_looked_for_are_counted() -> None:
    facts = log(*_many(100))
    asked = (sample_terms(), facts, moment("2004-07-01"), moment("2005-06-01"))
    cut = history(*asked, under, most_work=4 * len(facts.facts))
    assert cut.not_attributed == 102
    assert cut.changes == history(*asked, under).changes


@examples(15)
@given(stories(), st.integers(3, 12))
def test_halving_finds_no_cause_that_is_none(facts: tuple[Fact, ...], most: int) -> None:
    """Each step of a figure found by halves is one of those found one by one."""
    told = log(*named(facts))
    asked = (sample_terms(), told, moment("2004-07-01"), moment("2006-06-01"))
    whole = history(*asked, under)
    halved = history(*asked, under, most_work=most * max(len(facts), 1))
    assert halved.changes == whole.changes
    for figure in whole.changes.figures:
        steps, every = halved.of_figure(figure), whole.of_figure(figure)
        assert {s.cause for s in steps} <= {s.cause for s in every}
        if not halved.not_attributed:
            assert bool(steps) == bool(every)
