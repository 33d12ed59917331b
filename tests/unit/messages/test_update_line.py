"""The status of an item since its alert, in the one line that the message folds to."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from dealclock.alerts.alert import Alert
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.messages import notices, plain, slack
from dealclock.messages.message import POSSIBLY_REPEATED, Message, MessageRow, Section
from dealclock.messages.update_line import render_update
from dealclock.people.acts import Act
from dealclock.people.people import People
from dealclock.people.policy import Reason
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.jobs.scene import KNOWN

DUE = date(2004, 7, 15)
ALERT = Alert(
    deal="story",
    instance="shelf-filing",
    kind="deadline",
    clause="2(a)(i)",
    title="Filing",
    reasons=(Reason.REMINDER,),
    day=date(2004, 6, 30),
    due=DUE,
)


def assessed(on: date, *facts: Fact) -> Assessment:
    terms = samples.terms()
    log = FactLog(facts, terms.agreement.time_zone)
    return assess(Look(terms, log, on, KNOWN.replace(year=2005)), deal="story", compare=False)


def people() -> People:
    return samples.team().access


def update_line(assessment: Assessment, *handled: Act, alert: Alert = ALERT) -> str:
    return render_update(alert, assessment, handled, people(), samples.terms())


def test_an_unchanged_item_has_no_line() -> None:
    assert update_line(assessed(date(2004, 7, 1))) == ""


def test_a_satisfied_item_says_when() -> None:
    filed = samples.fact("F1", date(2004, 7, 13))
    line = wording("message/present", update_line(assessed(date(2004, 7, 14), filed)))
    assert values(line) == ["07-13", "2(a)(i)"]


def test_a_satisfied_item_names_the_person_who_responded_last() -> None:
    filed = samples.fact("F1", date(2004, 7, 13))
    seen = Act("seen", "shelf-filing", "0", "tom", KNOWN, due=DUE)
    did = Act("acknowledged", "shelf-filing", "0", "maria", KNOWN.replace(hour=23), due=DUE)
    assert update_line(assessed(date(2004, 7, 14), filed), did, seen).endswith("Maria Lopez")


def test_a_moved_date_says_where_to() -> None:
    earlier = replace(ALERT, due=date(2004, 7, 12))
    assert values(
        wording("message/present", update_line(assessed(date(2004, 7, 1)), alert=earlier))
    ) == [
        "07-15",
        "2(a)(i)",
    ]


def test_an_item_no_longer_computed_says_so() -> None:
    gone = replace(ALERT, instance="sale-notice/F99")
    now = assessed(date(2004, 7, 1))
    assert update_line(now, alert=gone) == "", "it may only be long past"
    found = render_update(gone, now, (), people(), samples.terms(), gone=True)
    wording("message/present", found)


@pytest.mark.parametrize(
    ("action", "until", "begins"),
    [
        ("acknowledged", date(2004, 7, 2), "Filing, due Thu, Jul 15: acknowledged by Maria Lopez"),
        ("snoozed", date(2004, 7, 2), "Filing, due Thu, Jul 15: snoozed by Maria Lopez until Fri"),
        ("seen", None, "Filing, due Thu, Jul 15: seen by Maria Lopez, "),
        ("done", date(2004, 7, 2), "Filing, due Thu, Jul 15: reported done by Maria Lopez, "),
    ],
)
def test_a_response_says_who_gave_it(action: str, until: date | None, begins: str) -> None:
    done = Act(action, "shelf-filing", "0", "maria", KNOWN, due=DUE, until=until)  # type: ignore[arg-type]
    assert update_line(assessed(date(2004, 7, 1)), done).startswith(begins)
    if until:
        assert update_line(assessed(until), done) == "", "it ran out"
    assert update_line(assessed(date(2004, 7, 1)), replace(done, content="1")) == "", (
        "of another date"
    )


def test_the_latest_response_is_the_one_shown() -> None:
    later = datetime(2004, 7, 1, 15, tzinfo=UTC)
    acts = (
        Act("seen", "shelf-filing", "0", "tom", later, due=DUE),
        Act("acknowledged", "shelf-filing", "0", "maria", KNOWN, due=DUE, until=date(2004, 7, 2)),
    )
    assert shows(
        wording("message/present", update_line(assessed(date(2004, 7, 1)), *acts)), "Tom Becker"
    )


TOLD = Message(preview="Granite, Section 2(a)(i), Thu, Jul 15, 2004", headline="Filing: due soon")


def test_an_update_shows_only_its_line_and_notifies_as_before() -> None:
    whole = slack.render_message(replace(TOLD, present="Filing satisfied Tue, Jul 13"))
    assert [b["type"] for b in whole.blocks] == ["context", "section"]
    assert whole.text == slack.render_message(TOLD).text
    letter = plain.as_mail_text(replace(TOLD, present="Filing satisfied")).splitlines()
    assert letter[2:] == ["", "Filing satisfied"]


def test_a_repetition_says_so_and_the_notification_does_not() -> None:
    whole = slack.render_message(replace(TOLD, repeated=True))
    assert POSSIBLY_REPEATED in whole.blocks[0]["elements"][0]["text"]
    assert POSSIBLY_REPEATED not in whole.text
    assert plain.as_mail_text(replace(TOLD, repeated=True)).splitlines()[2] == POSSIBLY_REPEATED
    assert POSSIBLY_REPEATED not in plain.as_mail_text(TOLD)


def test_a_message_of_many_sections_stays_within_50_slack_blocks_and_is_cut_visibly() -> None:
    """Under 9,000 characters over all blocks, each counted with what Slack adds to it."""
    many = tuple(Section(rows=(MessageRow("Do", "x"),)) for _ in range(400))
    whole = slack.render_message(replace(TOLD, sections=many, repeated=True, footnotes=("f",) * 9))
    assert len(whole.blocks) <= 50
    assert "`/deal status`" in str(whole.blocks)


def test_a_notice_of_trouble_has_only_code_name_route_and_cause() -> None:
    alert = replace(
        ALERT,
        instance="route/slack:C01GRANITE/channel_shared_outside",
        kind=notices.ROUTE_FAILURE,
        title="the deal's Slack channel",
        clause="",
        due=None,
    )
    message = notices.render_route_failure(alert, "Granite", rehearsal=False)
    assert values(wording("message/present", message.preview)) == ["2004-06-30"]
    assert "(channel_shared_outside)" in plain.as_mail_text(message)
    assert "2(a)" not in plain.as_mail_text(message)
    unheard_of = replace(alert, instance="route/slack:C01GRANITE/some_new_code")
    wording(
        "message/present",
        plain.as_mail_text(notices.render_route_failure(unheard_of, "Granite", rehearsal=True)),
        "second",
    )
