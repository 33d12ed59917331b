"""The answers of `/deal`: the first line is the answer, and all of it can be checked."""

from dataclasses import replace
from datetime import date

from dealclock.engine.assess import assess
from dealclock.engine.payments.owed import InterestOwed
from dealclock.render import answers, plain
from tests.unit.engine.deals import fact, log, sample_terms
from tests.unit.render.asking import NEVER, STORY, asked, explained, lines


def test_help_tells_each_verb_it_is_given_and_where_there_is_more() -> None:
    told = answers.help_text([("status [DEAL]", "where a deal stands")], whole=False)
    assert lines(told)[2] == "/deal status [DEAL]: where a deal stands"
    assert "Only you see the answers." in lines(told)
    assert "More: /deal help more" in lines(told)
    assert "More: /deal help more" not in lines(answers.help_text([], whole=True))


def test_the_list_is_of_code_names_and_says_which_are_rehearsals_or_closed() -> None:
    told = answers.deals([("Basalt", False, True), ("Granite-Story", True, False)])
    assert lines(told)[2:] == ["• Basalt, closed", "• Granite-Story, a rehearsal"]
    assert lines(told)[0] == "You are on 2 deals"
    assert lines(answers.deals([])) == ["You are on no deal's list"]


def test_the_status_begins_with_the_deal_at_a_glance() -> None:
    told = answers.status(asked(NEVER, "2004-11-20"))
    assert lines(told)[:9] == [
        (
            "REHEARSAL: Granite: 1 overdue; 1 computed default open; $8,750.00 unpaid; "
            "next Payment of Additional Interest, Tue Jan 18, 2005 (as of Sat Nov 20, 2004)"
        ),
        "REHEARSAL: a practice run with a day of its own. Nothing is live.",
        (
            "HYPOTHETICAL: rests on invented facts: F0 (What this history does not record did not "
            "happen, Wed Jun 30, 2004) and F2 (The Trustee was notified, Wed Nov 3, 2004)."
        ),
        "",
        "Overdue, as computed",
        (
            "• Thu Oct 28, 2004: Effectiveness Target Date, clause 2(a)(ii), Maria Lopez "
            "(effectiveness)"
        ),
        "",
        "Ahead",
        (
            "• Tue Jan 18, 2005: Payment of Additional Interest, $31,666.67, clause 3(b), "
            "Maria Lopez (payment/2005-01-15)"
        ),
    ]
    assert (
        "• Shelf Registration Statement not effective in time, clause 3(a)(ii). Computed default, "
        "not confirmed: occurred Thu Oct 28, 2004, accrues from Fri Oct 29, 2004 (default-ii)"
    ) in lines(told)
    assert "Unpaid: $8,750.00 to but excluding Sat Nov 20, 2004" in lines(told)
    assert "Accrued: $8,750.00" in lines(told)


def test_the_status_of_a_quiet_deal_says_that_nothing_waits() -> None:
    done = replace(
        asked(STORY, "2004-12-17").assessment,
        obligations=(),
        defaults=(),
        owed=InterestOwed.none(),
    )
    told = answers.status(replace(asked(STORY, "2004-12-17"), assessment=done))
    assert told.headline == "REHEARSAL: Granite: nothing waits (as of Fri Dec 17, 2004)"


def test_what_is_due_today_stands_in_the_first_line() -> None:
    told = answers.status(asked(STORY, "2004-10-28"))
    assert told.headline == (
        "REHEARSAL: Granite: Effectiveness Target Date, CUSIP numbers and Qualification of the "
        "Indenture due today (as of Thu Oct 28, 2004)"
    )


def test_the_status_shows_the_safe_part_of_a_window_and_the_days_of_a_budget() -> None:
    assert (
        "• Thu Dec 16, 2004 to Mon Dec 20, 2004: Sale Notice, clause 4(e). Open, as computed; "
        "safe under every reading: Fri Dec 17, 2004 only (sale-notice/F4)"
    ) in lines(answers.status(asked(STORY, "2004-12-17")))
    assert (
        "• Fri Jan 28, 2005 to Sun Mar 13, 2005: Suspension Period, clause 4(b)(i). "
        "Open, as computed: 7 of 45 days used, today not counted (suspension/F9)"
    ) in lines(answers.status(asked(STORY, "2005-02-04")))


def test_the_soonest_stands_first_in_whatever_order_the_terms_are() -> None:
    view = asked(STORY, "2004-07-01")
    seen = replace(view.assessment, obligations=tuple(reversed(view.assessment.obligations)))
    told = answers.status(replace(view, assessment=seen))
    assert "next Shelf Filing Deadline, Thu Jul 15, 2004" in told.headline
    assert [line[:18] for line in told.sections[0].lines] == [
        "• Thu Jul 15, 2004",
        "• Thu Oct 28, 2004",
        "• Thu Oct 28, 2004",
        "• Thu Oct 28, 2004",
    ]


def test_the_status_leaves_out_a_window_that_is_over() -> None:
    assert "Sale Notice" in plain.answer(answers.status(asked(STORY, "2004-12-20")))
    assert "Sale Notice" not in plain.answer(answers.status(asked(STORY, "2004-12-22")))


def test_the_status_shows_facts_that_changed_nothing() -> None:
    view = asked(STORY, "2004-12-17")
    seen = replace(
        view.assessment, unused_facts=("F9", "F12", "F13"), unused_because={"F13": "why"}
    )
    said = lines(answers.status(replace(view, assessment=seen)))
    assert said[said.index("Facts no conclusion rests on") + 1 :][:3] == [
        "• F9",
        "• F12",
        "• F13: why",
    ]


def test_the_status_lists_everything_that_is_not_checked() -> None:
    said = lines(answers.status(asked(STORY, "2004-07-01")))
    for gap in sample_terms().not_modelled:
        assert f"• {gap.clause}: {gap.what}" in said


def test_interest_is_told_as_of_its_day_with_how_it_adds_up() -> None:
    # Hand-worked: 88 days x 416.666... = 36,666.67; 48 days x 1,666.666... = 80,000.00.
    said = lines(answers.accrual(asked(NEVER, "2005-03-15")))
    # Of that $31,666.67 was paid on January 18: 76 days.
    assert said[0] == (
        "REHEARSAL: Granite: $85,000.00 unpaid as of Tue Mar 15, 2005, payable Fri Jul 15, 2005 "
        "to Holders of record Fri Jul 1, 2005; $1,666.67 a day; $116,666.67 accrued, $31,666.67 "
        "paid"
    )
    assert "Rate: 1.00% a year, $1,666.67 a day (30/360)" in said
    assert said[said.index("How it adds up") + 1 :][:2] == [
        (
            "• Fri Oct 29, 2004 to but excluding Thu Jan 27, 2005: $36,666.67 on $60,000,000.00 of "
            "4.00% Convertible Senior Notes due 2024 at 0.25%, 88 days counted 30/360, 90 actual"
        ),
        (
            "• Thu Jan 27, 2005 to but excluding Tue Mar 15, 2005: $80,000.00 on $60,000,000.00 of "
            "4.00% Convertible Senior Notes due 2024 at 1.00%, 48 days counted 30/360, 47 actual"
        ),
    ]


def test_interest_of_a_day_to_come_is_a_projection() -> None:
    told = answers.accrual(asked(NEVER, "2005-06-01", own_day="2005-03-15"))
    assert told.headline == (
        "REHEARSAL: Granite: $211,666.67 unpaid as of Wed Jun 1, 2005, projected, payable Fri Jul "
        "15, 2005 to Holders of record Fri Jul 1, 2005; $1,666.67 a day; $243,333.33 accrued, "
        "$31,666.67 paid"
    )
    assert told.banners[1] == "PROJECTION: as if nothing more happens after Tue Mar 15, 2005."
    past = answers.accrual(asked(NEVER, "2004-11-20", own_day="2005-03-15"))
    assert past.headline == (
        "REHEARSAL: Granite: $8,750.00 unpaid as of Sat Nov 20, 2004, payable Tue Jan 18, 2005 to "
        "Holders of record Sat Jan 1, 2005; $416.67 a day; $8,750.00 accrued"
    )
    assert not any("PROJECTION" in banner for banner in past.banners)


def test_interest_rests_on_its_own_facts_alone() -> None:
    # The late notice to the Trustee, F2, moves no interest.
    told = answers.accrual(asked(NEVER, "2004-11-20"))
    assert told.banners[1] == (
        "HYPOTHETICAL: rests on invented facts: F0 (What this history does not record did not "
        "happen, Wed Jun 30, 2004)."
    )


def test_where_nothing_accrued_it_is_said_first() -> None:
    told = answers.accrual(asked(STORY, "2004-08-01"))
    assert (
        told.headline == "REHEARSAL: Granite: nothing unpaid as of Sun Aug 1, 2004; nothing accrued"
    )
    assert not any("HYPOTHETICAL" in banner for banner in told.banners)


def test_a_confirmed_default_says_by_whom_and_when() -> None:
    about = {"about": "default-ii", "recorded_by": "Ruth Adler", "basis": "hypothetical"}
    facts = log(
        fact("nothing-else-happened", "2004-06-30", basis="hypothetical"),
        fact("default-confirmed", "2004-11-05", **about),
    )
    view = replace(asked(NEVER, "2004-11-20"), log=facts)
    seen = assess(sample_terms(), facts, date(2004, 11, 20))
    told = answers.status(replace(view, assessment=seen))
    assert any(
        "Computed default, confirmed by Ruth Adler on Fri Nov 5, 2004" in line
        for line in lines(told)
    )


def test_every_answer_about_a_deal_is_marked_and_says_what_it_is() -> None:
    for rehearsal in (True, False):
        view = asked(NEVER, "2004-11-20", rehearsal=rehearsal)
        told = (answers.status(view), answers.accrual(view), explained(view, "default-ii"))
        for each in told:
            assert each.headline.startswith("REHEARSAL: ") is rehearsal
            assert ("REHEARSAL" in plain.answer(each)) is rehearsal
            assert any("HYPOTHETICAL" in banner for banner in each.banners)
            assert "A computation, not legal advice." in each.footnotes
            assert "Not checked" in plain.answer(each)
