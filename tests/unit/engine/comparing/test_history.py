"""What changed between two assessments, and why."""

from datetime import date, datetime

from dealclock.agreement.source import parse_file
from dealclock.agreement.terms import Terms, read_terms
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.history import Caused, Moment, history
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog, end_of
from tests.unit.engine.deals import SAMPLE, ZONE, effective, filed, log, sample_terms

FILED = filed("2004-07-13")


def moment(day: str, known: str | None = None) -> Moment:
    """The start of a day, with what was known by its end or by that of another."""
    return Moment(date.fromisoformat(day), end_of(date.fromisoformat(known or day), ZONE))


def changed(
    start: Moment, end: Moment, *facts: Fact, terms: Terms | None = None
) -> dict[tuple[str, str], Caused]:
    """Each figure that changed."""
    known, used = log(*facts), terms or sample_terms()

    def under(these: Terms, some: FactLog, as_of: date, known_at: datetime) -> Assessment:
        return assess(these, some, as_of, known_at, compare=False)

    return {(c.move.instance, c.move.what): c for c in history(used, known, start, end, under)}


def causes(caused: Caused) -> list[tuple[str, str, str]]:
    """By what, which, and the day of each step."""
    return [(c.by, c.id, c.day.isoformat()) for c, _, _ in caused.steps]


def test_a_fact_is_told_as_the_cause_of_what_it_moved() -> None:
    found = changed(moment("2004-11-20"), moment("2004-12-06"), FILED, effective("2004-12-06"))
    ended = found["default-ii", "accrues_to"]
    assert (ended.move.before, ended.move.after) == ("none", "2004-12-06")
    assert causes(ended) == [("fact", "F2", "2004-12-06")]


def test_days_that_pass_are_the_cause_of_what_lapses_and_accrues() -> None:
    found = changed(moment("2004-10-28"), moment("2004-11-20"), FILED)
    assert causes(found["default-ii", "occurred_on"]) == [("days", "", "2004-11-20")]
    assert causes(found["accrual", "total"]) == [("days", "", "2004-11-20")]


def test_the_same_day_with_more_known_is_the_facts_alone() -> None:
    """Recorded on December 20 that it had been effective since December 6."""
    late = effective("2004-12-06", recorded_at="2004-12-20T12:00-05:00")
    found = changed(moment("2004-12-10"), moment("2004-12-10", "2004-12-31"), FILED, late)
    assert causes(found["default-ii", "accrues_to"]) == [("fact", "F2", "2004-12-06")]
    assert all(by == "fact" for caused in found.values() for by, _, _ in causes(caused))


def test_what_moved_and_came_back_is_not_told() -> None:
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


def test_a_version_is_told_as_the_cause_of_what_it_moved() -> None:
    terms = longer_wait("2004-10-01", "2004-10-05")
    found = changed(moment("2004-09-30"), moment("2004-10-10"), FILED, terms=terms)
    due = found["effectiveness", "due"]
    assert (due.move.before, due.move.after) == ("2004-10-28", "2004-11-27")
    assert causes(due) == [("version", "first", "2004-10-05")]


def test_a_version_known_later_than_what_is_asked_about_is_no_step_of_the_way() -> None:
    """As known by November 5, nobody has heard of the amendment that would undo the default."""
    terms = longer_wait("2004-10-25", "2004-11-10")
    asked = moment("2004-11-20", known="2004-11-05")
    found = changed(moment("2004-10-20"), asked, FILED, terms=terms)
    assert causes(found["accrual", "total"]) == [("days", "", "2004-11-20")]


def test_each_of_two_versions_is_the_cause_of_its_own_move_around_a_fact() -> None:
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


def test_a_day_that_passes_is_the_cause_of_its_interest_and_not_the_version_of_that_day() -> None:
    """The amendment of December 10 moves nothing: the time to effectiveness had run out before."""
    terms = longer_wait("2004-12-10", "2004-12-10")
    found = changed(moment("2004-12-08"), moment("2004-12-12"), FILED, terms=terms)
    total = found["accrual", "total"]
    assert causes(total) == [("days", "", "2004-12-10"), ("days", "", "2004-12-12")]


def test_a_version_learnt_of_later_moves_the_same_day() -> None:
    """In force since October 25, before the time ran out, and heard of on November 10."""
    terms = longer_wait("2004-10-25", "2004-11-10")
    found = changed(moment("2004-11-05"), moment("2004-11-05", "2004-11-20"), FILED, terms=terms)
    total = found["accrual", "total"]
    assert total.move.after == "0/1"
    assert causes(total) == [("version", "first", "2004-11-10")]
