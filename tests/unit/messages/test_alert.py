"""What each alert says: what to do, by when, its owner and the reason."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.engine.conclusions import Conclusion, Obligation
from dealclock.errors import DealclockError
from dealclock.messages import plain
from dealclock.messages.alert import render_alert
from dealclock.messages.message import Message
from dealclock.people.acts import Act
from dealclock.people.approval import of_terms
from dealclock.people.policy import Reason
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.alerts.playing import at
from tests.unit.engine.deals import history
from tests.unit.messages.messages import Said, as_live, every_message, message, view_of

NOTICE = "trustee-notice/default-ii"


def test_an_obligation_due_later_under_the_chosen_reading_leads_with_the_earliest_date() -> None:
    """The notice is due Nov 1, two Business Days after Oct 28; were the chosen reading Nov 2."""
    said = message("Granite-Story", "2004-10-29", NOTICE)
    later = _chosen_later(said, date(2004, 11, 2))
    assert values(later.headline) == ["11-01"]
    assert values(lines_of(later)[1]) == ["11-02"]
    assert shows(later.preview, "11-01")
    # Alone it stands nowhere else: a later reading is small print, and here the chosen one is it.
    assert "later reading" not in later.footnotes[0]


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


def test_a_last_call_says_who_acknowledged_before() -> None:
    said = message("Granite-Never", "2004-11-01", NOTICE, "midday")
    did = Act(
        "acknowledged",
        NOTICE,
        "0",
        "maria",
        at(date(2004, 11, 1)),
        due=said.alert.due,
        until=date(2004, 11, 2),
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
    approved = replace(said.view, approvals=(of_terms(1).approved("m", "M", at(date(2004, 7, 1))),))
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


@pytest.mark.full
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
