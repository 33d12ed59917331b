"""The answers of `/deal`: the first line is the answer, and all of it can be checked."""

from dataclasses import replace
from datetime import date

from dealclock.answers import status as answers
from dealclock.answers.accrual import render_accrual
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.engine.payments.owed import InterestOwed
from dealclock.messages import plain
from tests.golden.values import shows, values
from tests.golden.wording import items, wording
from tests.unit.engine.deals import fact, log, sample_terms
from tests.unit.messages.asking import NEVER, STORY, asked, explained, lines


def test_help_explains_each_verb_and_where_to_read_more() -> None:
    wording("message/answer", lines(answers.render_help()))
    every = lines(answers.render_help_all([("status [DEAL]", "where a deal stands")]))
    wording("message/answer", every, "second")
    assert "/deal help all" not in "\n".join(every)


def test_the_list_has_code_names_and_marks_rehearsals_and_closed_deals() -> None:
    message = answers.render_deal_list([("Basalt", False, True), ("Granite-Story", True, False)])
    wording("message/answer", lines(message)[2:])
    assert values(wording("message/answer", lines(message)[0], "second")) == ["2"]
    wording("message/answer", lines(answers.render_deal_list([])), "third")


def test_the_status_begins_with_a_summary_of_the_deal() -> None:
    message = answers.render_status(asked(NEVER, "2004-11-20"))
    assert values(wording("message/answer", lines(message)[:14])) == [
        "1",
        "$8,750.00",
        "1",
        "$31,666.67",
        "01-18",
        "F0",
        "2004-06-30",
        "F2",
        "2004-11-03",
        "2004-11-20",
        *("3(a)(ii)", "2004-10-28", "2004-10-29", "default-ii"),
        "2004-10-28",
        "2(a)(ii)",
        "Maria Lopez",
        "2005-01-18",
        "$31,666.67",
        "3(b)",
        "Maria Lopez",
        "payment/2005-01-15",
    ]
    assert shows(
        wording("message/answer", lines(message), "second"),
        "3(a)(ii)",
        "2004-10-28",
        "2004-10-29",
        "default-ii",
    )
    assert shows(lines(message), "$8,750.00", "2004-11-20")
    assert "Accrued: $8,750.00" in lines(message)


def test_the_status_of_a_quiet_deal_says_that_nothing_is_due() -> None:
    done = replace(
        asked(STORY, "2004-12-17").assessment,
        obligations=(),
        windows=(),
        defaults=(),
        owed=InterestOwed.none(),
    )
    message = answers.render_status(replace(asked(STORY, "2004-12-17"), assessment=done))
    assert values(wording("message/answer", message.headline)) == []


def test_an_item_due_today_is_in_the_first_line() -> None:
    message = answers.render_status(asked(STORY, "2004-10-28"))
    # Of three, the one that becomes a default is named.
    first = wording("message/answer", message.headline)
    assert "Resale shelf effectiveness and 2 more due today" in first


def test_the_status_shows_the_safe_part_of_a_window_and_the_days_of_a_budget() -> None:
    assert shows(
        wording("message/answer", lines(answers.render_status(asked(STORY, "2004-12-17")))),
        "2004-12-16",
        "2004-12-20",
        "4(e)",
        "2004-12-17",
        "sale-notice/F4",
    )
    assert shows(
        wording(
            "message/answer", lines(answers.render_status(asked(STORY, "2005-02-04"))), "second"
        ),
        "2005-01-28",
        "2005-03-13",
        "4(b)(i)",
        "7",
        "45 days",
        "suspension/F9",
    )


def test_the_earliest_is_first_in_any_order_of_the_terms() -> None:
    view = asked(STORY, "2004-07-01")
    seen = replace(view.assessment, obligations=tuple(reversed(view.assessment.obligations)))
    message = answers.render_status(replace(view, assessment=seen))
    assert shows(wording("message/answer", message.headline), "07-15")
    assert values([line[:19] for line in message.sections[1].lines]) == [
        "2004-07-15",
        "2004-10-28",
        "2004-10-28",
        "2004-10-28",
    ]


def test_the_status_leaves_out_a_window_that_is_over() -> None:
    assert "Sale Notice" in plain.as_text(answers.render_status(asked(STORY, "2004-12-20")))
    assert "Sale Notice" not in plain.as_text(answers.render_status(asked(STORY, "2004-12-22")))


def test_the_status_shows_events_that_changed_nothing() -> None:
    view = asked(STORY, "2004-12-17")
    seen = replace(
        view.assessment, unused_facts=("F9", "F12", "F13"), unused_because={"F13": "why"}
    )
    said = lines(answers.render_status(replace(view, assessment=seen)))
    assert values(
        wording("message/answer", said[said.index("Events not used in any conclusion") + 1 :][:3])
    ) == ["F9", "F12", "F13"]


def test_the_status_lists_everything_that_is_not_checked() -> None:
    said = lines(answers.render_status(asked(STORY, "2004-07-01")))
    for gap in sample_terms().not_modelled:
        assert f"• {gap.clause}: {gap.what}" in said


def test_interest_is_shown_as_of_its_day_with_how_it_adds_up() -> None:
    # Hand-worked: 88 days x 416.666... = 36,666.67; 48 days x 1,666.666... = 80,000.00.
    said = lines(render_accrual(asked(NEVER, "2005-03-15")))
    # Of that $31,666.67 was paid on January 18: 76 days.
    assert values(wording("message/answer", said[0])) == [
        "$85,000.00",
        "03-15",
        "$1,666.67",
        "07-15",
        "$31,666.67",
    ]
    assert shows(said, "1.00%", "$1,666.67", "30", "360")
    assert values(
        wording("message/answer", said[said.index("How it adds up") + 1 :][:2], "second")
    ) == [
        "2004-10-29",
        "2005-01-27",
        "$36,666.67",
        "$60,000,000.00",
        "4.00%",
        "2024",
        "0.25%",
        "88 days",
        "30",
        "360",
        "90",
        "2005-01-27",
        "2005-03-15",
        "$80,000.00",
        "$60,000,000.00",
        "4.00%",
        "2024",
        "1.00%",
        "48 days",
        "30",
        "360",
        "47",
    ]


def test_interest_of_a_future_date_is_a_projection() -> None:
    message = render_accrual(asked(NEVER, "2005-06-01", own_day="2005-03-15"))
    assert values(wording("message/answer", message.headline)) == [
        "$211,666.67",
        "06-01",
        "$1,666.67",
        "07-15",
    ]
    assert values(wording("message/answer", message.banners[1], "second")) == ["2005-03-15"]
    past = render_accrual(asked(NEVER, "2004-11-20", own_day="2005-03-15"))
    assert values(wording("message/answer", past.headline, "third")) == [
        "$8,750.00",
        "11-20",
        "$416.67",
        "01-18",
        "01-01",
    ]
    assert not any("PROJECTION" in banner for banner in past.banners)


def test_interest_depends_only_on_its_own_events() -> None:
    # The late notice to the Trustee, F2, moves no interest.
    message = render_accrual(asked(NEVER, "2004-11-20"))
    assert values(message.banners[1]) == ["F0", "2004-06-30"]


def test_no_accrual_is_stated_first() -> None:
    message = render_accrual(asked(STORY, "2004-08-01"))
    assert values(wording("message/answer", message.headline)) == ["08-01"]
    assert not any("Sample data" in banner for banner in message.banners)


def test_a_confirmed_default_says_by_whom_and_when() -> None:
    about = {"about": "default-ii", "recorded_by": "Ruth Adler", "basis": "hypothetical"}
    facts = log(
        fact("nothing-else-happened", "2004-06-30", basis="hypothetical"),
        fact("default-confirmed", "2004-11-05", **about),
    )
    view = replace(asked(NEVER, "2004-11-20"), log=facts)
    seen = assess(Look(sample_terms(), facts, date(2004, 11, 20)))
    message = answers.render_status(replace(view, assessment=seen))
    assert shows(
        wording("message/answer", items("\n".join(lines(message)), "Ruth Adler")),
        "Ruth Adler",
        "2004-11-05",
    )


def test_every_answer_about_a_deal_is_marked_and_names_its_kind() -> None:
    for rehearsal in (True, False):
        view = asked(NEVER, "2004-11-20", rehearsal=rehearsal)
        message = (
            answers.render_status(view),
            render_accrual(view),
            explained(view, "default-ii"),
        )
        for each in message:
            assert each.headline.startswith("REHEARSAL: ") is rehearsal
            assert ("REHEARSAL" in plain.as_text(each)) is rehearsal
            assert any("Sample data" in banner for banner in each.banners)
            assert "A computation, not legal advice." in each.footnotes
            assert "Not checked" in plain.as_text(each)
