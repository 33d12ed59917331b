"""Every page of the deal, as a table: the day it stands on, the page, what is seen and what is not.

The answers themselves are tested as answers; here they are reached, on the day asked for.
"""

import re
from datetime import date
from urllib.parse import urlencode

import pytest

from dealclock.alerts.outcome import Refused
from dealclock.desk.respond import ResponseRequest, respond
from local.workbench.panes.deal.deal_on_day import QUESTIONS
from tests.local.workbench.deal.conftest import STORY, Played, plain


def asked(words: str, **more: str) -> str:
    return f"/deal/ask?{urlencode({'words': words, **more})}"


EFFECTIVENESS = "why effectiveness"
SUSPENDED = "what-if suspension-notice on 2004-12-20 for 30 days"
SEEN: list[tuple[str, str, list[str], list[str]]] = [
    # The status first, on 2 days of interest: Oct 29 to Nov 1 by 30/360, at $416.67.
    ("2004-11-01", "/deal", ["1 possible default, $833.33 unpaid; "], []),
    ("2004-11-01", "/deal", ["Possible default, not confirmed", "Sample data: based on"], []),
    ("2004-11-01", "/deal", ["Awaiting second approval Version 1 of the terms"], []),
    ("2004-11-01", "/deal", ["default-occurs read as LAPSE, chosen by James Whitfield"], []),
    ("2004-11-01", "/deal", ["Not checked Indenture"], []),
    # $15,416.67 of it was paid on January 18.
    ("2005-03-15", "/deal", ["Accrued $17,500.00 Paid $15,416.67"], []),
    ("2005-03-15", "/deal", ["43 of 45 used in any 90 days, 2 left"], []),
    # Why the deal is quiet, on its own day alone.
    ("2004-06-30", "/deal", ["happening? Not checked yet; next Resale shelf filing"], []),
    ("2004-06-30", "/deal?as_of=2004-07-20", ["A projection"], ["Why is nothing happening?"]),
    # Filed on Jul 13: on Jul 1 no one knew.
    (
        "2004-11-01",
        "/deal?as_of=2004-07-01",
        ["An earlier day, on what was known by its end.", "Next Resale shelf filing, Thu, Jul 15"],
        [],
    ),
    # Effective on Dec 6: on Nov 1 no one knows.
    ("2004-11-01", "/deal?as_of=2004-12-24", ["as if nothing more happens", "Overdue"], ["Dec 6"]),
    ("2004-06-30", "/deal?as_of=tomorrow", ["'tomorrow' is not a date; give it as"], []),
    ("2004-06-30", "/deal?as_of=1823-01-01", ["Next Resale shelf filing"], ["earlier day"]),
    # Any answer, with the days that were skipped, and how long a notice can be handed over.
    ("2004-11-01", asked(EFFECTIVENESS), ["Closing Date, itself not counted (Section 1)"], []),
    ("2004-11-01", asked("why trustee-notice"), ["Sat, Oct 30, 2004: skipped, Saturday"], []),
    ("2004-10-29", asked("why trustee-notice"), ["By mail: too late"], []),
    ("2004-11-01", asked("section 2(a)(ii)"), ["within 120 days"], []),
    # 60,000,000 dollars at 0.25% for 37 days of 360: Oct 29 to Dec 6, 30/360.
    ("2005-03-15", asked("accrual"), ["to but excluding Mon, Dec 6, 2004: $15,416.67"], []),
    ("2004-11-01", asked("readings"), ["3 of 7 readings would change a date"], []),
    ("2004-12-14", asked("readings"), ["Safe under every reading", "Fri, Dec 17, 2004 only"], []),
    ("2004-11-01", asked("readings default-occurs"), ["Chosen by James Whitfield"], []),
    ("2004-11-01", asked("when is the trustee notice due"), ["Trustee notice"], []),
    ("2004-12-15", asked(SUSPENDED), ["If suspension notice Mon, Dec 20", "Jan 19, 2005"], []),
    ("2004-12-15", asked(SUSPENDED), ["Nothing was recorded."], []),
    ("2004-11-01", asked("help"), ["/deal status"], []),
    # A refusal, in words; what acts is not done here.
    ("2004-06-30", asked("why default-ii"), ["default-ii"], []),
    ("2004-06-30", asked("what-if suspension-notice on someday"), ["is not a date"], []),
    ("2004-06-30", asked("record registration-statement-filed"), ["/deal record in Slack"], []),
    # The exports, as tables.
    ("2004-06-30", "/deal/export/facts", ["nothing-else-happened"], ["F1 "]),
    ("2004-07-13", "/deal/export/facts", ["F1", "Form S-3", "Maria Lopez"], []),
    ("2004-11-01", "/deal/export/obligations", ["trustee-notice/default-ii", "Maria Lopez"], []),
    ("2004-06-30", "/deal/messages", ["0 messages in the archive"], []),
]


@pytest.mark.parametrize(("day", "path", "seen", "unseen"), SEEN)
def test_a_page_shows(
    played: Played, day: str, path: str, seen: list[str], unseen: list[str]
) -> None:
    played.move(day)
    text = played.text(path)
    assert [each for each in seen if each not in text] == []
    assert [each for each in unseen if each in text] == []


def test_every_question_is_offered_with_its_line_of_help(played: Played) -> None:
    page = played.get("/deal/ask").text
    links = re.findall(r'href="/deal/ask\?words=([\w-]+)">', page)
    assert links[-len(QUESTIONS) :] == list(QUESTIONS)
    assert {"status", "why", "what-if", "history"} <= set(links)
    assert not {"record", "close", "approve"} & set(links)


def test_an_instance_leads_to_its_reasons_on_the_day_shown(played: Played) -> None:
    played.move("2004-11-01")
    link = '<a href="/deal/ask?{}words=why+effectiveness">effectiveness</a>'
    assert f"({link.format('')})" in played.get("/deal").text
    assert link.format("") in played.get("/deal/export/obligations").text
    assert link.format("as_of=2004-10-30&amp;") in played.get("/deal?as_of=2004-10-30").text


def test_what_was_corrected_stays_struck_through_from_that_day_on(played: Played) -> None:
    played.move("2005-03-15")

    def row(day: str, fact: str) -> str:
        page = played.get(f"/deal/export/facts?as_of={day}").text
        return page.partition(f'<tr id="{fact}"')[2].partition("</tr>")[0]

    # F10 corrected F9 on Feb 3.
    assert 'class="superseded"' not in row("2005-02-02", "F9")
    assert 'class="superseded"' in row("2005-02-03", "F9")
    assert "<s>" in row("2005-02-03", "F9")
    assert '<a href="#F9">F9</a>' in row("2005-02-03", "F10")


def test_a_message_has_its_outcome_and_the_words_that_were_archived(played: Played) -> None:
    played.house.slack.outcomes.append(Refused("is_archived"))
    played.play("2004-06-30")
    text = played.text("/deal/messages")
    assert "refused (is_archived)" in text
    assert ": sent Its seal verifies." in text
    assert "Resale shelf filing due Thu, Jul 15" in text
    ask = ResponseRequest(STORY, "shelf-filing", "snooze", "maria", until=date(2004, 7, 12))
    respond(ask, played.house.services, "desk")
    text = played.text(asked("history shelf-filing"))
    assert "first and reminder, to the channel: refused (the channel is archived)" in text
    assert "to Maria Lopez by email: sent" in text
    assert "snoozed by Maria Lopez, until Mon, Jul 12, 2004" in text


def test_while_it_plays_nothing_is_drawn_and_why_it_is_quiet_waits(played: Played) -> None:
    played.clock.until = date(2004, 7, 30)
    page = played.get("/deal").text
    assert "<img" not in page
    assert "The clock is playing. This is answered when it stops." in page
    # What the reader has opened stays there, to be filled again.
    assert '<details id="why-in-full">' in page
    assert '<link rel="stylesheet" href="/static/deal.css">' in page.partition("</head>")[0]


def test_a_picture_is_described_and_kept_until_the_deal_changes(played: Played) -> None:
    def addresses(after: str) -> list[str]:
        page = played.get("/deal").text
        return [part.partition('"')[0].replace("&amp;", "&") for part in page.split(after)[1:]]

    # Before anything accrues, only the timeline is there.
    assert len(addresses('<img src="')) == 1
    played.move("2004-11-01")
    light, dark = addresses('<img src="'), addresses('srcset="')
    assert dark == [f"{each}&dark=yes" for each in light]
    assert 'alt="REHEARSAL Granite-Story, timeline, Mon, Nov 1, 2004.' in played.get("/deal").text
    drawn = [played.get(each) for each in (*light, dark[0])]
    assert len({each.text for each in drawn}) == 3
    for each in drawn:
        assert each.headers["content-type"].startswith("image/svg+xml")
        assert each.headers["content-security-policy"] == "default-src 'none'; sandbox"
        assert "immutable" in each.headers["cache-control"]
    played.move("2004-11-02")
    assert not set(addresses('<img src="')) & set(light)
    # The old address is asked of another deal now: what it shows must not be kept.
    assert "cache-control" not in played.get("/deal/picture/timeline.svg?seen=x").headers
    assert played.get("/deal/picture/nothing.svg").status == 404
    assert plain(played.get("/deal/picture/nothing.svg").text) == "there are timeline, accrual"
