"""The answers of `/deal`: the first line is the answer, and all of it can be checked."""

from dataclasses import replace

from dealclock.answers import status as answers
from dealclock.answers.accrual import render_accrual
from dealclock.engine.payments.owed import InterestOwed
from dealclock.messages import desk_replies, plain
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.engine.deals import sample_terms
from tests.unit.messages.asking import NEVER, STORY, asked, explained, lines


def test_help_explains_each_verb_and_where_to_read_more() -> None:
    wording("message/answer", lines(answers.render_help()))
    every = lines(answers.render_help_all([("status [DEAL]", "where a deal stands")]))
    wording("message/answer", every, "second")
    assert "/deal help all" not in "\n".join(every)


def test_the_list_has_code_names_and_marks_rehearsals_and_closed_deals() -> None:
    message = desk_replies.render_deal_list(
        [("Basalt", False, True), ("Granite-Story", True, False)]
    )
    wording("message/answer", lines(message)[2:])
    assert values(wording("message/answer", lines(message)[0], "second")) == ["2"]
    wording("message/answer", lines(desk_replies.render_deal_list([])), "third")


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
