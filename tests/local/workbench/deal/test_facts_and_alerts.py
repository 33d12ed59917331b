"""The events and the alerts, with the outcome of each."""

from datetime import date

from dealclock.alerts.outcome import Refused
from dealclock.desk.respond import ResponseRequest, respond
from tests.local.workbench.deal.conftest import STORY, Played, plain


def row(page: str, fact: str) -> str:
    """The row of a fact."""
    start = page.index(f'<tr id="{fact}"')
    return page[start : page.index("</tr>", start)]


def test_a_fact_is_shown_once_it_is_known_and_not_before(played: Played) -> None:
    assert "1 event recorded" in played.text("/deal/facts")
    played.move("2004-07-13")
    page = played.get("/deal/facts").text
    assert "2 events recorded" in page
    found = plain(row(page, "F1"))
    assert "The Shelf Registration Statement was filed" in found
    assert "Tue, Jul 13, 2004, 6:00 p.m. ET, Maria Lopez public record; Form S-3" in found
    assert "Resale shelf filing" in found


def test_what_was_corrected_stays_struck_through_with_what_took_its_place(
    played: Played,
) -> None:
    played.move("2005-03-15")
    page = played.get("/deal/facts").text
    assert "1 corrected or retracted since" in page
    wrong, right = row(page, "F9"), row(page, "F10")
    assert 'class="superseded"' in wrong
    assert "<s>" in wrong
    assert '<a href="#F10">Corrected by F10</a>' in wrong
    assert "<s>" not in right
    assert 'corrects <a href="#F9">' in right
    # Suspension and all, they rest on the correction.
    assert "Suspension Period" in plain(right)
    assert "Suspension Period" not in plain(wrong)


def test_an_earlier_day_shows_a_fact_as_it_then_stood(played: Played) -> None:
    played.move("2005-03-15")
    # Corrected on Feb 3.
    assert "superseded" not in row(played.get("/deal/facts?as_of=2005-02-02").text, "F9")
    assert "superseded" in row(played.get("/deal/facts?as_of=2005-02-03").text, "F9")


def test_an_alert_has_its_reasons_and_how_each_route_ended(played: Played) -> None:
    played.house.slack.outcomes.append(Refused("is_archived"))
    played.play("2004-06-30")
    text = played.text("/deal/alerts")
    assert "Resale shelf filing Section 2(a)(i) First and reminder; Thu, Jul 15, 2004" in text
    assert "the channel: refused (the channel is archived)" in text
    assert "Maria Lopez by email: sent" in text


def test_an_escalation_that_goes_along_with_a_post_is_listed(played: Played) -> None:
    played.move("2004-10-27")
    played.play("2004-10-28", "2004-10-29")
    text = played.text("/deal/alerts")
    # The channel's post mentions the owner; the step has no post of its own.
    assert "Escalated and due today; Thu, Oct 28, 2004 the channel: sent" in text


def test_an_alert_that_went_unanswered_names_whom_the_channel_mentioned(played: Played) -> None:
    played.move("2004-10-27")
    played.play("2004-10-28", "2004-11-02")
    assert "Tom Becker by mention in the channel: sent" in played.text("/deal/alerts")


def test_an_alert_opens_on_the_words_that_were_archived(played: Played) -> None:
    played.play("2004-06-30")
    page = played.get("/deal/alerts").text
    start = page.index('href="/deal/alerts/') + len('href="')
    text = played.text(page[start : page.index('"', start)])
    assert "Resale shelf filing: First and reminder" in text
    assert "The channel: sent As sent" in text
    assert "Archived before it was sent; its seal verifies." in text
    assert "Resale shelf filing due Thu, Jul 15" in text


def test_the_history_of_an_obligation_has_its_alerts_and_responses(played: Played) -> None:
    played.play("2004-06-30")
    asked = ResponseRequest(STORY, "shelf-filing", "snooze", "maria", until=date(2004, 7, 12))
    respond(asked, played.house.services, "desk")
    text = played.text("/deal/obligations/shelf-filing")
    assert "morning: first and reminder, to the channel: sent" in text
    assert "snoozed by Maria Lopez, until Mon, Jul 12, 2004" in text


def test_there_is_no_alert_by_another_id(played: Played) -> None:
    assert played.get("/deal/alerts/0123456789").status == 404
    assert "0 alerts so far" in played.text("/deal/alerts")
