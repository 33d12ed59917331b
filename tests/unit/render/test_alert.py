"""What each alert says, and that every one says what it must."""

import pytest

from dealclock.alerts.policy import Reason
from dealclock.render import plain
from dealclock.render.alert import MatterNotFoundError, render_alert
from dealclock.render.message import Message
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.engine.deals import history
from tests.unit.render.messages import as_live, every_message, message, view_of


def test_a_deadline_due_today_says_what_to_do_whose_it_is_and_when() -> None:
    text = plain.as_mail_text(as_live(message("Granite-Never", "2004-10-28", "effectiveness")))
    assert values(wording("message/rows", text.splitlines()[:11])) == [
        "2(a)(ii)",
        "2004-10-28",
        "2004-10-28",
        "Maria Lopez",
        "Tom Becker",
        "2004-10-28",
        "2(a)(ii)",
    ]
    assert values(wording("message/rows", text.splitlines()[-3:], "foot")) == [
        "2004-07-13",
        "2004-10-28",
        "08:00",
        "1",
    ]


def test_a_missed_deadline_counts_its_days_and_asserts_no_default() -> None:
    said = message("Granite-Story", "2004-11-01", "effectiveness")
    rows = rows_of(said.told)
    assert values(wording("message/rows", said.told.headline)) == ["2004-10-28"]
    assert values(rows["Why now"]) == ["2", "5"]
    assert shows(wording("message/rows", rows["Status"], "second"), "3(a)(ii)")


def test_a_sale_notice_gives_the_days_safe_under_every_reading() -> None:
    said = message("Granite-Story", "2004-12-16", "sale-notice/F4")
    rows = rows_of(said.told)
    assert values(rows["Owner"]) == ["Tom Becker", "Maria Lopez"]
    assert shows(rows["Distribute"], "2004-12-16", "2004-12-20")
    assert values(rows["Safe under every reading"]) == ["2004-12-17"]


def test_a_safe_day_that_is_past_is_not_offered() -> None:
    said = message("Granite-Story", "2004-12-20", "sale-notice/F4")
    assert values(wording("message/rows", rows_of(said.told)["Safe under every reading"])) == [
        "2004-12-17"
    ]


def test_a_cure_by_a_filing_says_by_when_its_drafts_go_to_holders() -> None:
    # two Business Days of review end before Tue Jan 18, Mon Jan 17 being closed: Jan 13 and 14
    out = ["2005-01-12", "2005-01-18", "4(b)(iv)"]
    opened = rows_of(message("Granite-Story", "2005-01-11", "cure-window/F5").told)
    closing = rows_of(message("Granite-Story", "2005-01-13", "cure-window/F5").told)
    assert values(wording("message/rows", opened["Drafts to Holders"], "opened")) == out
    assert values(wording("message/rows", closing["Drafts to Holders"], "closing")) == out
    assert opened["Drafts to Holders"] != closing["Drafts to Holders"], "one says it has passed"
    suspension = message("Granite-Story", "2005-02-03", "suspension/F9").told
    assert "Drafts to Holders" not in rows_of(suspension)


def test_a_moved_date_says_from_when_to_when_and_which_fact_was_corrected() -> None:
    told = message("Granite-Story", "2005-02-03", "suspension/F9").told
    assert values(rows_of(told)["Why now"]) == ["03-17", "2005-03-13"]
    assert any(shows(banner, "F9", "F10") for banner in told.banners)


def test_a_due_date_on_a_closed_day_gives_the_last_business_day() -> None:
    said = message("Granite-Story", "2005-03-04", "suspension/F9")
    assert shows(rows_of(said.told)["Last day allowed"], "2005-03-13", "2005-03-11")


def test_the_last_day_of_a_cure_and_of_a_payment_says_what_to_do_today() -> None:
    cure = message("Granite-Story", "2005-01-18", "cure-window/F5").told
    pay = message("Granite-Story", "2005-01-18", "payment/2005-01-15").told
    assert values(wording("message/rows", cure.headline)) == ["2005-01-18"]
    assert values(wording("message/rows", pay.headline, "a payment")) == ["2005-01-18"]


def test_the_last_call_says_so() -> None:
    said = message("Granite-Story", "2005-03-11", "suspension/F9", "afternoon")
    assert values(said.told.headline) == ["16:00", "2005-03-11", "2005-03-13"]


def test_a_weekly_statement_gives_the_amounts_first() -> None:
    told = message("Granite-Never", "2004-11-22", "default-ii").told
    assert [(row.label, values(row.value)) for row in told.sections[0].rows] == [
        ("Unpaid", ["$9,583.33", "2004-11-22"]),
        ("Accrued", ["$9,583.33"]),
        ("Rate", ["0.25%", "$416.67", "30", "360"]),
        ("Next change", ["1.00%", "$1,666.67", "2005-01-27"]),
        ("Payment projected", PROJECTED),
        ("Note", []),
    ]


# the amount, the day of payment, the date it stands for, the record date
PROJECTED = ["$31,666.67", "2005-01-18", "2005-01-15", "2005-01-01"]


def test_a_payment_says_how_much_and_that_it_is_projected() -> None:
    rows = rows_of(message("Granite-Never", "2005-01-10", "payment/2005-01-15").told)
    assert values(rows["Pay, projected"]) == PROJECTED


def test_a_payment_that_can_no_longer_change_is_not_projected() -> None:
    rows = rows_of(message("Granite-Story", "2005-01-10", "payment/2005-01-15").told)
    assert shows(rows["Pay"], "$15,416.67", "2005-01-18")


def test_a_notice_names_the_default_it_is_about() -> None:
    rows = rows_of(message("Granite-Story", "2004-10-29", "trustee-notice/default-ii").told)
    assert values(rows["About"]) == ["3(a)(ii)", "2004-10-28", "2004-10-29"]
    assert values(rows["Why now"]) == ["1 Business Day"]
    assert values(rows["Counted"]) == ["2 Business Days", "2004-10-28", "10-30", "10-31"]


def test_another_reading_that_moves_the_date_is_told() -> None:
    told = message("Granite-Story", "2004-10-29", "trustee-notice/default-ii").told
    rows = [row for section in told.sections for row in section.rows]
    assert values([row.value for row in rows if row.label == "Reading"]) == [
        "2004-11-02",
        "2004-11-02",
    ]


def test_a_date_no_reading_moves_says_so_beside_its_count() -> None:
    rows = rows_of(message("Granite-Story", "2004-06-30", "shelf-filing").told)
    assert values(wording("message/rows", rows["Counted"])) == ["15 calendar days", "2004-06-30"]
    assert "Reading" not in rows


def test_the_gaps_of_its_own_clause_are_told_and_the_others_counted() -> None:
    rows = rows_of(message("Granite-Never", "2004-11-22", "default-ii").told)
    wording("message/rows", rows["Not checked"])
    rows = rows_of(message("Granite-Story", "2004-06-30", "shelf-filing").told)
    assert values(rows["Not checked"]) == ["1"]


def test_many_invented_facts_are_named_by_their_kinds() -> None:
    told = message("Granite-Story", "2005-01-19", "trustee-notice/default-iii/F5").told
    assert values(wording("message/rows", told.banners[1])) == ["F0", "F3", "F5"]


def test_every_alert_says_what_it_must() -> None:
    for said in every_message():
        text, rows = plain.as_mail_text(said.told), rows_of(said.told)
        assert said.alert.clause in said.told.preview
        assert {"Do", "Owner", "Why now", "Status", "Not checked"} <= set(rows)
        assert "Reading" in rows or rows["Counted"].endswith("; the same under every reading")
        assert "backup" in rows["Owner"]
        assert "Terms version 1, unverified: waiting for a second person." in text
        assert "A computation, not legal advice." in text
        assert f"/deal explain {said.alert.instance}" in text


def test_every_reason_has_a_name_of_its_own() -> None:
    first_words = {
        Reason.MISSED: ("Overdue, day",),
        Reason.DUE_TODAY: ("Due today", "Expires today", "Last Business Day", "Last day allowed"),
        Reason.LAST_CALL: ("Last call, 12:00", "Last call, 16:00"),
        Reason.MOVED: ("Moved from",),
        Reason.OPENED: ("Opened:", "Triggered:"),
        Reason.CLOSING: ("Closing:",),
        Reason.FIRST: ("First word of it",),
        Reason.REMINDER: ("Reminder:",),
        Reason.RATE_STEP: ("Rate step:",),
        Reason.CONFIRMED: ("Satisfied, as computed", "Satisfied late, as computed"),
        Reason.RESOLVED: ("Resolved:",),
        Reason.CLOSED: ("Closed",),
        Reason.STATEMENT: ("Weekly statement",),
    }
    for said in every_message():
        assert rows_of(said.told)["Why now"].startswith(first_words[said.alert.reason])


def test_what_rests_on_an_invented_fact_says_hypothetical() -> None:
    # Until the deadline has lapsed nothing rests on more than the filing, which is public record.
    for said in every_message():
        marked = any(b.startswith("HYPOTHETICAL: ") for b in said.told.banners)
        assert marked == (said.alert.day.isoformat() > "2004-10-28"), said.alert


def test_a_rehearsal_says_so_wherever_it_is_read() -> None:
    for said in every_message():
        assert said.told.preview.startswith("REHEARSAL ")
        assert said.told.headline.startswith("REHEARSAL: ")
        assert any(b.startswith("REHEARSAL") for b in said.told.banners)


def test_a_live_deal_never_says_rehearsal() -> None:
    assert not any("REHEARSAL" in plain.as_mail_text(as_live(said)) for said in every_message())


def test_an_alert_of_another_day_is_not_told_from_this_one() -> None:
    said = message("Granite-Story", "2004-12-16", "sale-notice/F4")
    with pytest.raises(MatterNotFoundError, match=r"no sale-notice/F4 .* give the one"):
        render_alert(said.alert, view_of(history("story"), "2004-07-01"))


def rows_of(told: Message) -> dict[str, str]:
    """The rows of a message by label; the last of several of the same label."""
    return {row.label: row.value for section in told.sections for row in section.rows}
