"""What awaits a second person, and which version an approval covers."""

from datetime import UTC, datetime

import pytest

from dealclock.facts.fact import Fact
from dealclock.people.acts import Act
from dealclock.people.approval import (
    WRITTEN,
    Subject,
    approval_of,
    list_approvals_needed,
    of_fact,
    of_reading,
    of_terms,
    unverified,
)

AT = datetime(2026, 11, 2, 13, tzinfo=UTC)
WAIVER = Fact.model_validate({"id": "F12", "kind": "waiver", "on": "2004-11-01", "about": "d-ii"})


def by_james(of: Subject) -> Act:
    return of.approved("james", "James", AT)


@pytest.mark.parametrize("text", ["terms:3", "reading:day-count", "fact:F12"])
def test_a_subject_reads_as_it_is_written(text: str) -> None:
    assert WRITTEN.fullmatch(text)


@pytest.mark.parametrize("text", ["", "terms", "terms:", "team:3", "fact:a#b", "f:1", "terms:3\nx"])
def test_any_other_text_is_not_a_subject(text: str) -> None:
    assert WRITTEN.fullmatch(text) is None


def test_terms_chosen_readings_and_critical_events_await_approval_in_that_order() -> None:
    found = list_approvals_needed(3, {"day-count": "30/360\nAnn\nthe Indenture"}, [WAIVER])
    assert [str(each) for each in found] == ["terms:3", "reading:day-count", "fact:F12"]
    assert unverified(found, ()) == found
    assert unverified(found, [by_james(of_terms(3))]) == found[1:]
    assert unverified(found, [by_james(each) for each in found]) == ()


def test_an_approval_of_another_version_does_not_count_for_this_one() -> None:
    assert approval_of(of_terms(3), [by_james(of_terms(2))]) is None
    assert approval_of(of_terms(2), [by_james(of_terms(2))]) is not None


@pytest.mark.parametrize(
    "signed", ["ACTUAL\nAnn\nwhy", "30/360\nBob\nwhy", "30/360\nAnn\nother reasons"]
)
def test_a_reading_changed_or_chosen_by_someone_else_awaits_approval_again(signed: str) -> None:
    approved = by_james(of_reading("day-count", "30/360\nAnn\nwhy"))
    assert approval_of(of_reading("day-count", "30/360\nAnn\nwhy"), [approved]) == approved
    assert approval_of(of_reading("day-count", signed), [approved]) is None


def test_an_event_and_a_reading_of_one_name_are_separate_subjects() -> None:
    assert approval_of(of_fact("F1"), [by_james(of_reading("F1", ""))]) is None
