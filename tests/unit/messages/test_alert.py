"""What each alert says: what to do, by when, its owner and the reason."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.responses import AlertResponse
from dealclock.engine.conclusions import Conclusion, Obligation
from dealclock.errors import DealclockError
from dealclock.messages import plain
from dealclock.messages.alert import render_alert
from dealclock.messages.message import Message
from dealclock.people.approval import Approval, of_terms
from dealclock.people.policy import Reason
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.alerts.playing import at
from tests.unit.engine.deals import history
from tests.unit.messages.messages import Said, as_live, every_message, message, view_of

NOTICE = "trustee-notice/default-ii"


def test_a_notice_says_what_to_do_by_when_and_how_its_owner_and_its_default() -> None:
    said = message("Granite-Story", "2004-11-01", NOTICE)
    assert values(wording("message/rows", said.message.headline)) == ["11-01"]
    assert shows(lines_of(said.message)[0], "17:00", "3(b)")
    assert values(rows_of(said.message)["Owner"]) == ["Maria Lopez", "Tom Becker"]
    assert values(rows_of(said.message)["Because"]) == ["3(a)(ii)", "10-28"]
    assert "possible" in rows_of(said.message)["Because"]


def test_an_overdue_deadline_names_the_possible_default_it_became() -> None:
    said = message("Granite-Story", "2004-11-01", "effectiveness")
    assert values(said.message.headline) == ["10-28"]
    assert values(rows_of(said.message)["Because"]) == ["3(a)(ii)", "10-28", "$416.67"]


def test_an_overdue_notice_gives_no_past_hour() -> None:
    said = message("Granite-Never", "2004-11-02", NOTICE)
    assert values(lines_of(said.message)[0]) == ["3(b)"]


def test_a_window_gives_its_safe_days_and_those_of_the_chosen_reading() -> None:
    # Under every reading together the window has one day, Dec 17; as chosen it lasts to Dec 20.
    answer = message("Granite-Story", "2004-12-16", "sale-notice/F4").message
    assert values(answer.headline) == ["12-17"]
    assert values(rows_of(answer)["Safe"]) == ["12-17", "12-20"]
    assert [values(line) for line in lines_of(answer)] == [["4(e)"]]
    assert values(rows_of(answer)["Owner"]) == ["Tom Becker"]


def test_after_the_safe_days_it_refers_to_counsel_first() -> None:
    answer = message("Granite-Story", "2004-12-20", "sale-notice/F4").message
    assert values(answer.headline) == ["12-17"]
    assert "Safe" not in rows_of(answer)
    first, chosen = lines_of(answer)
    wording("message/rows", first)
    assert values(chosen) == ["12-20"]


def test_an_obligation_due_later_under_the_chosen_reading_leads_with_the_earliest_date() -> None:
    """The notice is due Nov 1, two Business Days after Oct 28; were the chosen reading Nov 2."""
    said = message("Granite-Story", "2004-10-29", NOTICE)
    later = _chosen_later(said, date(2004, 11, 2))
    assert values(later.headline) == ["11-01"]
    assert values(lines_of(later)[1]) == ["11-02"]
    assert shows(later.preview, "11-01")
    # Alone it stands nowhere else: a later reading is small print, and here the chosen one is it.
    assert "later reading" not in later.footnotes[0]


def test_a_later_reading_is_only_in_the_small_print() -> None:
    answer = message("Granite-Story", "2004-11-01", NOTICE).message
    assert "11-02" not in values([answer.headline, *lines_of(answer), *rows_of(answer).values()])
    assert shows(answer.footnotes[0], "11-02")


def test_a_cure_by_a_filing_says_by_when_its_drafts_go_to_holders() -> None:
    # two Business Days of review end before Tue, Jan 18, Mon, Jan 17 being closed: Jan 13 and 14
    opened = lines_of(message("Granite-Story", "2005-01-11", "cure-window/F5").message)
    closing = lines_of(message("Granite-Story", "2005-01-13", "cure-window/F5").message)
    assert values(wording("message/rows", opened[1], "opened")) == ["01-12"]
    assert values(wording("message/rows", closing[1], "closing")) == ["01-12"]
    assert opened[1] != closing[1], "one says it has passed"


def test_a_due_date_on_a_closed_day_gives_the_last_business_day() -> None:
    said = message("Granite-Story", "2005-03-04", "suspension/F9")
    assert values(said.message.headline) == ["03-13"]
    assert shows(lines_of(said.message)[0], "03-11")


def test_on_the_last_business_day_before_a_closed_one_it_says_to_act_today() -> None:
    said = message("Granite-Story", "2005-03-11", "suspension/F9", "afternoon")
    assert values(wording("message/rows", said.message.headline)) == ["03-13"]


def test_a_moved_date_shows_the_earlier_date() -> None:
    answer = message("Granite-Story", "2005-02-03", "suspension/F9").message
    assert values(answer.headline) == ["03-13"]
    assert values(lines_of(answer)[-1]) == ["03-17"]


def test_a_weekly_statement_leads_with_the_unpaid_amount() -> None:
    answer = message("Granite-Never", "2004-11-22", "default-ii").message
    first, payment, *_ = answer.sections[0].rows
    assert (first.label, values(first.value)) == ("Unpaid today", ["$9,583.33", "$416.67"])
    assert (payment.label, values(payment.value)) == ("Next payment", ["$31,666.67", "2005-01-18"])


def test_a_payment_leads_with_what_to_pay_by_when_and_whether_it_is_projected() -> None:
    never = lines_of(message("Granite-Never", "2005-01-10", "payment/2005-01-15").message)[0]
    story = lines_of(message("Granite-Story", "2005-01-10", "payment/2005-01-15").message)[0]
    assert values(never) == ["$31,666.67", "14:00", "3(b)"]
    assert values(story) == ["$15,416.67", "14:00", "3(b)"]
    assert ("projected" in never, "projected" in story) == (True, False)


def test_the_unpaid_amount_under_another_reading_is_next_to_it() -> None:
    answer = message("Granite-Story", "2005-01-19", "default-iii/F5").message
    assert values(rows_of(answer)["Unpaid"]) == ["$3,333.33", "$416.67"]


def test_a_default_awaits_confirmation_by_a_lead_and_says_when_it_occurred() -> None:
    answer = message("Granite-Story", "2005-01-19", "default-iii/F5").message
    assert values(wording("message/rows", answer.headline)) == ["3(a)(iii)"]
    wording("message/rows", lines_of(answer)[0], "a lead")
    assert values(rows_of(answer)["Because"]) == ["01-18"]


def test_a_rate_step_gives_the_rate_that_begins_and_not_the_one_after() -> None:
    for day in ("2005-01-20", "2005-01-27"):
        answer = message("Granite-Never", day, "rate/2005-01-27").message
        assert values(lines_of(answer)[0]) == ["1.00%", "$1,666.67", "3(a)"], day
        assert values(answer.headline) == ["01-27"]


def test_an_ended_item_says_when_in_its_header_and_asks_for_nothing() -> None:
    for said in every_message():
        if said.alert.reason in ENDINGS:
            assert said.message.acts == ()
            assert "Owner" not in rows_of(said.message)
            assert shows(lines_of(said.message)[0], said.alert.clause)


def test_alerts_of_one_cause_are_a_line_each_with_the_day_and_hour() -> None:
    said = message("Granite-Story", "2004-11-01", "effectiveness")
    others = [
        message("Granite-Story", "2004-10-29", "default-ii").alert,
        message("Granite-Story", "2004-11-01", NOTICE).alert,
    ]
    answer = render_alert(said.alert, said.view, others)
    assert answer.headline == said.message.headline
    # The default has no line of its own: *Because* names it.
    assert values(rows_of(answer)["Because"]) == ["3(a)(ii)", "$416.67"]
    assert [values(line) for line in answer.sections[1].lines] == [["11-01", "17:00"]]


def test_a_post_under_a_notice_names_the_lapsed_obligation_and_its_default() -> None:
    said = message("Granite-Story", "2004-11-01", NOTICE)
    lapsed = message("Granite-Story", "2004-11-01", "effectiveness").alert
    answer = render_alert(said.alert, said.view, [lapsed])
    assert len(answer.sections) == 1
    # The header names what lapsed, which is graver than the notice that must be given today.
    assert answer.headline == "Resale shelf effectiveness overdue. Today: Trustee notice"
    assert answer.preview.startswith(
        "[Granite-Story, rehearsal] Overdue 2 Business Days: Resale shelf effectiveness; action "
        "today"
    )
    assert rows_of(answer)["Trustee notice today"].startswith("Deliver by hand")
    assert values(rows_of(answer)["Because"]) == ["3(a)(ii)", "10-28"]


def test_an_included_escalation_step_says_since_when_no_one_acknowledged() -> None:
    said = message("Granite-Story", "2004-11-01", NOTICE)
    since = at(date(2004, 10, 29))
    step = replace(said.alert, reasons=(Reason.ESCALATED, Reason.OPENED), step="lead", since=since)
    owner = rows_of(render_alert(said.alert, said.view, [step]))["Owner"]
    assert values(wording("message/rows", owner)) == ["Maria Lopez", "10-29"]
    today = replace(step, since=at(date(2004, 11, 1)))
    owner = rows_of(render_alert(said.alert, said.view, [today]))["Owner"]
    assert values(owner) == ["Maria Lopez", "08:00"]


def test_an_item_due_within_one_business_day_is_never_folded() -> None:
    """Oct 27 is the Business Day before Oct 28, when all of these fall due; Oct 21 is the fifth."""
    for day, later in (("2004-10-21", 1), ("2004-10-27", 0)):
        view = view_of(history("story"), day)
        one = view.assessment.obligation("cusip-numbers")
        assert one is not None
        more = tuple(
            replace(one, instance=f"cusip-numbers/{i}", due=one.due + timedelta(days=i * later))
            for i in range(5)
        )
        view = replace(view, assessment=replace(view.assessment, obligations=(one, *more)))
        first, *others = (_reminder(each, date.fromisoformat(day)) for each in (one, *more))
        shown = render_alert(first, view, others).sections[1].lines
        assert shown[-1] == ("2 more: /deal status" if later else "Same day: CUSIP numbers (5)")


def test_two_last_calls_say_how_long_is_left() -> None:
    """The notice goes by 5:00 p.m.: five hours from the check at noon, one from that at 4:00."""
    noon = message("Granite-Never", "2004-11-01", NOTICE, "midday").message
    four = message("Granite-Never", "2004-11-01", NOTICE, "afternoon").message
    for item, left in ((noon, "5 hours left"), (four, "1 hour left")):
        assert left in item.headline
        assert left in item.preview
        assert rows_of(item)["Owner"].endswith(", not acknowledged")


def test_a_last_call_whose_hour_is_unknown_or_past_counts_no_hours() -> None:
    # A wire goes by 2:00 p.m., so at 4:00 no hour is left; effectiveness has none.
    passed = message("Granite-Story", "2005-01-18", "payment/2005-01-15", "afternoon").message
    none = message("Granite-Story", "2004-10-28", "effectiveness", "midday").message
    for item in (passed, none):
        assert "left" not in f"{item.headline} {item.preview}"
        assert rows_of(item)["Owner"].endswith(", not acknowledged")
        assert "Because" not in rows_of(item)


def test_a_last_call_says_who_acknowledged_before() -> None:
    said = message("Granite-Never", "2004-11-01", NOTICE, "midday")
    did = AlertResponse(
        NOTICE, said.alert.due, 0, "acknowledged", "maria", at(date(2004, 11, 1)), date(2004, 11, 2)
    )
    answer = render_alert(said.alert, replace(said.view, handled=(did,)))
    assert rows_of(answer)["Owner"].endswith(", acknowledged")


def test_a_default_is_shown_with_its_status_at_the_time_of_display() -> None:
    """Planned on Nov 1; shown after the cure of Nov 22, or after a lead confirmed it on Nov 3."""
    said = message("Granite-Story", "2004-11-01", NOTICE)
    default = said.view.assessment.default("default-ii")
    assert default is not None
    assert "not confirmed" in rows_of(said.message)["Because"]
    for now, shown in (
        ({"done_on": date(2004, 11, 22), "accrues_to": date(2004, 11, 22)}, ["11-22"]),
        (
            {"conclusion": Conclusion.CONFIRMED, "concluded_by": "Maria Lopez, 2004-11-03"},
            ["Maria Lopez", "11-03"],
        ),
    ):
        later = replace(said.view.assessment, defaults=(replace(default, **now),))
        because = rows_of(render_alert(said.alert, replace(said.view, present=later)))["Because"]
        assert values(wording("message/rows", because, str(shown)))[2:] == shown
        assert "not confirmed" not in because


def test_an_alert_of_another_instance_that_does_not_arise_is_refused() -> None:
    said = message("Granite-Story", "2004-11-01", NOTICE)
    other = replace(said.alert, instance="trustee-notice/default-x")
    with pytest.raises(DealclockError, match="trustee-notice/default-x"):
        render_alert(said.alert, said.view, [other])


def test_the_small_print_names_the_deal_and_says_that_no_one_reviewed_the_terms() -> None:
    said = message("Granite-Story", "2004-11-01", NOTICE)
    wording("message/rows", said.message.footnotes)
    approved = replace(
        said.view, approvals=(Approval(of_terms(1), "m", "M", at(date(2004, 7, 1))),)
    )
    live = render_alert(said.alert, replace(approved, rehearsal=False))
    wording("message/rows", live.footnotes, "of a live deal, its terms approved")


def test_an_alert_based_on_a_fictional_event_says_sample_data() -> None:
    # Until the deadline has lapsed nothing rests on more than the filing, which is public record.
    for said in every_message():
        marked = "sample data" in said.message.footnotes[0]
        assert marked == (said.alert.day.isoformat() > "2004-10-28"), said.alert


def test_a_rehearsal_says_so_in_its_preview_and_its_small_print() -> None:
    for said in every_message():
        assert f"[{said.view.team.code_name}, rehearsal] " in said.message.preview
        assert said.message.footnotes[0].startswith("Rehearsal")


def test_a_live_deal_never_says_rehearsal() -> None:
    for said in every_message():
        assert "rehearsal" not in plain.as_mail_text(as_live(said)).lower()


def test_an_alert_of_another_day_is_not_rendered_from_this_assessment() -> None:
    said = message("Granite-Story", "2004-12-16", "sale-notice/F4")
    with pytest.raises(DealclockError, match=r"no sale-notice/F4 .* give the one"):
        render_alert(said.alert, view_of(history("story"), "2004-07-01"))


def test_an_item_that_no_longer_arises_says_so_and_what_it_was() -> None:
    of = Alert(
        "d",
        "gone/F1",
        "notice",
        "3(b)",
        "Trustee notice",
        (Reason.CLOSED,),
        date(2004, 7, 1),
        date(2004, 7, 2),
    )
    answer = render_alert(of, view_of(history("story"), "2004-07-01"))
    assert values(wording("message/rows", answer.headline)) == []
    assert values(lines_of(answer)) == ["07-02", "3(b)"]
    assert answer.acts == ()


def rows_of(told: Message) -> dict[str, str]:
    """The rows of a message that have a label, by label."""
    return {row.label: row.value for s in told.sections for row in s.rows if row.label}


def lines_of(told: Message) -> list[str]:
    """The rows of a message without a label."""
    return [row.value for s in told.sections for row in s.rows if not row.label]


def _chosen_later(said: Said, due: date) -> Message:
    """The alert as it would be, were its date later under the chosen reading than the earliest."""
    a = said.view.assessment
    owed = tuple(
        replace(o, due=due, safe_together=o.due) if o.instance == said.alert.instance else o
        for o in a.obligations
    )
    view = replace(said.view, assessment=replace(a, obligations=owed))
    return render_alert(replace(said.alert, due=due), view)


def _reminder(o: Obligation, day: date) -> Alert:
    return Alert("granite", o.instance, o.kind, o.clause, o.title, (Reason.REMINDER,), day, o.due)
