"""*Why this date?*: every reading with its date, its basis, and the text to copy."""

from dataclasses import replace
from datetime import datetime

import pytest

from dealclock.messages import plain, why
from dealclock.messages.message import Message, Section
from dealclock.messages.slack_views.modals import why as why_modal
from dealclock.messages.view import View, matter
from dealclock.people.approval import of_reading, of_terms
from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.messages.asking import NEVER, STORY, asked

NOTICE = "trustee-notice/default-ii"


def section(view: View, instance: str, title: str) -> tuple[str, ...]:
    found = matter(view, instance)
    assert found is not None
    return next(s.lines for s in why.render_explanation(view, found).sections if s.title == title)


def test_every_reading_has_its_date_the_earliest_first_and_the_chosen_one_marked() -> None:
    """The default occurs Thu, Oct 28 as the day ends, or Fri, Oct 29; then 2 Business Days."""
    title = "Every reading, the earliest date first"
    lines = section(asked(STORY, "2004-10-29"), NOTICE, title)
    assert values(wording("message/why", lines)) == ["2004-11-01", "2004-11-02", "2004-11-02"]
    assert [", chosen: " in line for line in lines] == [True, False, False]


def test_a_chosen_reading_that_is_later_does_not_come_first() -> None:
    view = asked(STORY, "2004-10-29")
    swapped = tuple(
        replace(d, there="2004-10-29") if (d.instance, d.what) == (NOTICE, "due") else d
        for d in view.assessment.differences
    )
    view = replace(view, assessment=replace(view.assessment, differences=swapped))
    lines = section(view, NOTICE, "Every reading, the earliest date first")
    assert [", chosen: " in line for line in lines] == [False, False, True]


def test_an_item_that_is_the_same_under_every_reading_says_so() -> None:
    view = asked(STORY, "2004-07-01")
    lines = section(view, "effectiveness", "Every reading, the earliest date first")
    assert values(wording("message/why", lines)) == ["2004-10-28"]


def first(view: View) -> dict[str, str]:
    found = matter(view, NOTICE)
    assert found is not None
    return {row.label: row.value for row in why.render_explanation(view, found).sections[0].rows}


def test_first_what_to_do_by_when_and_who() -> None:
    view = asked(STORY, "2004-10-29")
    assert list(first(view)) == ["Do", "Act by", "Owner", "Status"]
    assert values(first(view)["Act by"]) == ["2004-11-01", "17:00"]


@pytest.mark.parametrize(
    ("known", "passed"),
    [
        ("2004-11-01T16:59:00-05:00", False),
        ("2004-11-01T17:00:00-05:00", True),
        ("2004-11-02T00:00:00-05:00", False),  # known to the end of Nov 1: no hour of it is meant
    ],
)
def test_an_hour_has_passed_only_when_the_time_is_known(known: str, passed: bool) -> None:
    view = asked(NEVER, "2004-11-01")
    at = datetime.fromisoformat(known)
    view = replace(view, assessment=replace(view.assessment, known_at=at))
    assert ("that has passed" in first(view)["Act by"]) is passed


def test_each_event_behind_the_date_is_named_with_its_kind_day_and_recorder() -> None:
    lines = section(asked(STORY, "2004-11-02"), NOTICE, "Events this rests on")
    assert values(wording("message/why", lines)) == [
        *("F0", "2004-06-30"),
        *("F2", "2004-11-01", "Maria Lopez"),
    ]
    assert ["recorded by" in line for line in lines] == [False, True]
    assert "(trustee-notified), recorded by Maria Lopez" in lines[1]


def test_approvers_and_pending_approvals_are_named() -> None:
    view = asked(STORY, "2004-10-29")
    at = view.assessment.known_at
    signed = view.team.signed["default-occurs"]
    approved = (
        of_terms(1).approved("ruth", "Ruth Adler", at),
        of_reading("default-occurs", signed).approved("maria", "Maria Lopez", at),
    )
    before = section(view, NOTICE, "Approvals")
    after = section(replace(view, approvals=approved), NOTICE, "Approvals")
    assert [why.AWAITED in line for line in before] == [True] * len(before)
    assert ["Ruth Adler" in after[0], "Maria Lopez" in after[1]] == [True, True]
    assert len(before) == len(after) == 2
    wording("message/why", after)


def test_files_have_no_approvals_and_mention_none() -> None:
    view = replace(asked(STORY, "2004-10-29"), approvals=None)
    found = matter(view, NOTICE)
    assert found is not None
    assert "Approvals" not in [s.title for s in why.render_explanation(view, found).sections]


def test_every_item_is_explained_within_the_limits_of_a_modal() -> None:
    view = asked(STORY, "2005-02-04")
    for instance in ("default-iii/F5", "payment/2005-07-15", "suspension/F9", "sale-notice/F4"):
        found = matter(view, instance)
        assert found is not None
        blocks = why_modal(why.render_explanation(view, found))["blocks"]
        assert len(blocks) <= 100
        assert max(len(str(b.get("text", {}).get("text", ""))) for b in blocks) <= 3000


def test_text_too_long_to_copy_is_counted_with_the_command_that_shows_it_all() -> None:
    lines = tuple(f"line {n} {'x' * 50}" for n in range(100))
    message = Message("p", "h", sections=(Section(lines=lines),), more="/deal why it")
    text = why_modal(message)["blocks"][-1]["text"]["text"]
    assert len(text) <= 3000
    shown = sum(line.startswith("line ") for line in text.splitlines())
    # A headline and an empty line come before the hundred.
    assert text.splitlines()[-2] == f"+{100 - shown} more lines: /deal why it"


def test_no_typed_text_ends_the_text_to_copy_or_mentions_anyone() -> None:
    message = Message("p", "```<!channel> & <@U1>")
    text = why_modal(message)["blocks"][-1]["text"]["text"]
    assert text == "```\n'''&lt;!channel&gt; &amp; &lt;@U1&gt;\n```"
    assert plain.as_text(message) == "```<!channel> & <@U1>\n"


def test_for_an_ended_item_the_status_comes_first() -> None:
    view = asked(STORY, "2005-01-20")
    assert list(first(view)) == ["Status", "Owner"]
