"""Every message names the terms' version and approver, and marks what awaits approval."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from dealclock.messages import approvals, plain
from dealclock.messages.alert import render_alert
from dealclock.messages.mail import render_html
from dealclock.messages.slack import render_message as in_slack
from dealclock.messages.view import View
from dealclock.people.acts import Act
from dealclock.people.approval import Subject, of_fact, of_reading, of_terms
from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.messages.messages import Said, every_message, message

AT = datetime(2026, 11, 2, 13, tzinfo=UTC)
SIGNED = (
    "LAPSE\nJames Whitfield\n"
    "Interest then runs from the day after the deadline, the market reading of such terms."
)


def by(name: str, of: Subject) -> Act:
    return of.approved(name.lower(), name, AT)


def in_every_medium(said: Said, *approved: Act) -> tuple[str, str, str]:
    """The alert as plain text, as a page of a mail, and as Slack gets it."""
    view = replace(said.view, approvals=approved)
    made = render_alert(said.alert, view)
    return plain.as_mail_text(made), render_html(made), str(in_slack(made).blocks)


def test_an_alert_says_in_every_medium_that_no_one_reviewed_its_terms() -> None:
    said = message("Granite-Story", "2004-10-28", "effectiveness")
    for text in (*in_every_medium(said), *in_every_medium(said, by("Maria", of_terms(2)))):
        assert "terms v1 awaiting review" in text
    for text in in_every_medium(said, by("Maria", of_terms(1))):
        assert "awaiting review" not in text


def test_a_reading_is_marked_until_a_second_person_approves_that_choice() -> None:
    said = message("Granite-Story", "2004-10-29", "trustee-notice/default-ii")
    marked = "1 reading"
    assert marked in wording("message/approvals", in_every_medium(said)[0])
    assert marked not in in_every_medium(said, by("Maria", of_reading("default-occurs", SIGNED)))[0]
    assert (
        marked
        in in_every_medium(said, by("Maria", of_reading("default-occurs", "NEXT-DAY\nAnn\nwhy")))[0]
    )


def lines(view: View) -> list[str]:
    return list(approvals.render_lines(view))


def test_pending_approvals_are_listed_by_the_name_to_approve() -> None:
    view = message("Granite-Story", "2004-10-28", "effectiveness").view
    assert values(wording("message/approvals", lines(view))) == ["1", "1", "James Whitfield"]
    assert lines(replace(view, approvals=(by("Maria", of_terms(1)),))) == lines(view)[1:]
    assert lines(replace(view, approvals=None)) == []


def test_events_not_yet_known_do_not_await_approval() -> None:
    # The story records on Tue, Jan 18, 2005 that Additional Interest was paid, as fact F6.
    views = {m.view.assessment.as_of: m.view for m in every_message() if m.view.log.facts}
    waits = {day: any("fact:" in line for line in lines(view)) for day, view in views.items()}
    assert not any(waits[day] for day in waits if day <= date(2005, 1, 18))
    assert any(waits.values())


@pytest.mark.full
def test_a_message_that_depends_on_an_unapproved_payment_says_so() -> None:
    said = [m for m in every_message() if "1 event awaiting review" in in_every_medium(m)[0]]
    assert said
    for m in said:
        facts = [f.id for f in m.view.log.facts if f.kind == "additional-interest-paid"]
        every = tuple(by("Maria", of_fact(each)) for each in facts)
        assert "1 event" not in in_every_medium(m, *every)[0]
