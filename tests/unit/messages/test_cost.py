"""What missing a date costs, in the alerts before it: in the body only, in the words allowed."""

from collections.abc import Mapping, Sequence
from datetime import date

import pytest
from hypothesis import example, given

from dealclock.alerts.alert import ENDINGS, AlertHistory
from dealclock.alerts.plan import plan_alerts
from dealclock.alerts.posts import group_alerts
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.messages import slack
from dealclock.messages.alert import render_alert
from dealclock.messages.message import QUIET, Message
from dealclock.messages.reason import describe_cost
from dealclock.messages.view import matter
from dealclock.people.policy import Policy, Reason
from dealclock.people.team import Team
from tests.golden.values import values
from tests.suite import examples
from tests.unit.alerts.playing import at
from tests.unit.engine.deals import (
    effective,
    filed,
    issued,
    log,
    sample_terms,
    suspended,
    unusable,
)
from tests.unit.engine.stories import READINGS, asked_about, day, stories
from tests.unit.messages.messages import (
    counted,
    every_message,
    message,
    shown_before_buttons,
    team,
    view_of,
)
from tests.unit.messages.views import assessed_view

LONG = {
    "maria": "Maria del Carmen Lopez",
    "tom": "Thomas van der Becker",
    "ruth": "Ruth Anne Adler Stein",
    "james": "James Edward Whitfield Jr.",
}

_SUSPENDED = log(unusable("2004-12-30", id="OUT"), suspended("2004-12-30", "mail", id="SUS"))
"""A suspension that ends on a Saturday under each reading: February 12, or 19 under the chosen."""


@pytest.mark.parametrize(
    ("on", "instance"),
    [
        ("2004-10-14", "effectiveness"),
        ("2004-10-28", "effectiveness"),
        ("2005-01-13", "cure-window/F5"),
        ("2005-03-04", "suspension/F9"),
    ],
)
def test_an_alert_before_a_date_that_can_become_a_default_gives_what_missing_it_costs(
    on: str, instance: str
) -> None:
    """$60,000,000 at 0.25% a year, 30/360, is $416.67 a day; notice of a default is due within two
    Business Days (Sections 3(a), 3(b))."""
    shown = row(message("Granite-Story", on, instance, "morning").message)
    assert shown.startswith("possible ")
    assert values(shown)[:1] == ["$416.67"]
    assert values(shown)[1:] in ([], ["2 Business Days"])


def test_the_cost_is_on_the_principal_of_the_day_after() -> None:
    """With the option's $12,000,000 it is $500.00 a day."""
    facts = log(filed("2004-07-13"), issued("2004-07-20", lot="option"))
    assert cost(facts, "2004-10-21", "effectiveness").startswith(
        "possible Registration Default, $500.00 a day"
    )


def test_a_default_beside_an_open_one_adds_no_interest() -> None:
    """Open defaults bear one rate (SINGLE-RATE), and the older one already bears more."""
    assert cost(log(filed("2004-12-01")), "2004-10-21", "effectiveness") == (
        "possible Registration Default, no further interest; Trustee notice within 2 Business Days"
    )
    alone = log(filed("2004-07-13"), effective("2004-10-01"), unusable("2004-10-25", id="OUT"))
    assert cost(alone, "2004-10-28", "cure-window/OUT").startswith(
        "possible Registration Default, $416.67 a day"
    )


def test_stacked_defaults_each_add_interest() -> None:
    stacked = {"concurrent-defaults": "STACKED"}
    assert cost(log(filed("2004-12-01")), "2004-10-21", "effectiveness", stacked).startswith(
        "possible Registration Default, $416.67 more a day"
    )


def test_an_unset_day_count_gives_the_range() -> None:
    terms = sample_terms()
    unset = terms.model_copy(
        update={"indenture": terms.indenture_sheet.model_copy(update={"day_count": None})}
    )
    day, facts = date(2004, 10, 21), log(filed("2004-07-13"))
    found = assess(Look(unset, facts, day, at(day), team().chosen), deal="sample")
    view = assessed_view(found, unset, 1, team(), facts, False)
    m = matter(view, "effectiveness")
    assert m is not None
    assert values(describe_cost(m, view))[:2] == ["$409.84", "$416.67"]


def test_an_expired_sale_notice_needs_a_new_one() -> None:
    shown = row(message("Granite-Story", "2004-12-16", "sale-notice/F4").message)
    assert "new Sale Notice" in shown
    assert values(shown) == ["3 Business Days"]


def test_the_cost_is_never_shown_with_because_nor_for_what_is_past_or_ended() -> None:
    shown = 0
    for said in every_message():
        labels = [r.label for s in said.message.sections for r in s.rows]
        assert ("If missed" in labels) + ("Because" in labels) <= 1
        assert "still open" not in "\n".join(r.value for s in said.message.sections for r in s.rows)
        if said.alert.reason in (*ENDINGS, Reason.MISSED):
            assert "If missed" not in labels
        shown += "If missed" in labels
    assert shown > 30


def test_the_day_to_act_by_is_the_last_business_day_before_the_headers_date() -> None:
    [shown] = (
        p
        for p in _posts(_SUSPENDED.facts, "2005-01-06", {}, _long_names())
        if "Suspension" in p.headline
    )
    act, chosen, *_ = (row.value for row in shown.sections[0].rows)
    assert values(shown.headline) == ["02-12"]
    assert values(act)[:1] == ["02-11"]
    assert values(chosen) == ["02-19"]


@examples(60)
@given(asked_about(stories()), READINGS)
def test_in_any_history_amounts_and_the_word_default_are_only_in_the_body(
    asked: tuple[tuple[Fact, ...], int], readings: Mapping[str, str]
) -> None:
    facts, offset = asked
    for told in _posts(facts, day(offset), readings, _long_names()):
        laid_out = slack.render_message(told, "ref")
        first = laid_out.blocks[0]["elements"][0]["text"]
        for outside in (laid_out.text, told.preview):
            assert "$" not in outside
            assert "default" not in outside.lower()
        assert first == f"Granite · {QUIET}"


@examples(60)
@given(asked_about(stories()))
@example((log(effective("2005-01-18", id="EFFECTIVE")).facts, 202))
@example((_SUSPENDED.facts, 190))
def test_in_any_history_an_alert_keeps_its_words_with_the_longest_names(
    asked: tuple[tuple[Fact, ...], int],
) -> None:
    facts, offset = asked
    for told in _posts(facts, day(offset), {}, _long_names()):
        blocks = slack.render_message(told, "ref").blocks
        before = shown_before_buttons(blocks)
        assert counted(before) <= 45, before
        assert counted(blocks) <= 75, blocks


def cost(facts: FactLog, on: str, instance: str, readings: Mapping[str, str] | None = None) -> str:
    """What missing an item costs, as of a day."""
    view = view_of(facts, on)
    if readings:
        found = assess(Look(sample_terms(), facts, view.as_of, view.known_at, readings))
        view = assessed_view(found, sample_terms(), 1, team(), facts, False)
    m = matter(view, instance)
    assert m is not None
    return describe_cost(m, view)


def row(told: Message) -> str:
    (shown,) = (r.value for s in told.sections for r in s.rows if r.label == "If missed")
    return shown


def _long_names() -> Team:
    people = tuple(p.model_copy(update={"name": LONG[p.id]}) for p in team().people)
    return team().model_copy(update={"people": people})


def _posts(
    facts: Sequence[Fact], on: str, readings: Mapping[str, str], of: Team
) -> Sequence[Message]:
    """The posts of a day's first check, as if nothing had been sent before."""
    as_of, story = date.fromisoformat(on), FactLog(tuple(facts), "America/New_York")
    found = assess(Look(sample_terms(), story, as_of, readings=readings), deal="sample")
    view = assessed_view(found, sample_terms(), 1, of, story, False)
    alerts = plan_alerts(found, Policy(), AlertHistory(()), "morning")
    return [
        render_alert(first, view, rest) for _, (first, *rest) in group_alerts(alerts, found, of)
    ]
