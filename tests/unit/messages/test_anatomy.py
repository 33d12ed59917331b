"""An alert is read in five seconds on a phone: the limits hold over the sample's two histories."""

import re
from dataclasses import replace
from datetime import date

import pytest

from bench.noise import play, story
from dealclock.alerts.adverse import adverse_end
from dealclock.alerts.alert import ENDINGS
from dealclock.channels import Post
from dealclock.engine.conclusions import Obligation, Window
from dealclock.messages import slack
from dealclock.messages.headline import MOST
from dealclock.messages.safe_title import is_safe
from dealclock.messages.view import matter
from dealclock.store import Store
from tests.golden.values import values
from tests.memory_table import MemoryTable
from tests.unit.engine.deals import sample_terms
from tests.unit.jobs.house import House
from tests.unit.messages.messages import Said, counted, every_message, shown_before_buttons, texts

BEFORE_THE_BUTTONS, IN_ALL = 45, 75
REF = "story 2004-11-01 x"


def test_an_alert_has_at_most_45_words_before_its_buttons_and_75_in_all() -> None:
    for said in every_message():
        blocks = slack.render_message(said.message, REF).blocks
        body = shown_before_buttons(blocks)
        assert counted(body) <= BEFORE_THE_BUTTONS, (counted(body), texts(body))
        assert counted(blocks) <= IN_ALL, (counted(blocks), texts(blocks))


@pytest.mark.full
@pytest.mark.parametrize(
    ("place", "first", "last"),
    [
        (0, "2004-10-18", "2004-11-03"),
        (0, "2005-01-10", "2005-01-21"),
        (1, "2004-10-27", "2004-11-04"),
    ],
    ids=["story", "story, the cure", "never effective"],
)
def test_a_post_of_several_alerts_that_mentions_a_person_keeps_the_limits(
    place: int, first: str, last: str
) -> None:
    days = date.fromisoformat(first), date.fromisoformat(last)
    noise = play(story(place), House(Store(MemoryTable())), *days)
    several = 0
    for each in noise.arrivals:
        if isinstance(each.sent, Post) and not each.is_digest:
            several += len(each.stored.alerts) > 1 and "<@" in each.sent.text
    assert several >= 4
    assert noise.words(before_buttons=True)[-1] <= BEFORE_THE_BUTTONS
    assert noise.words()[-1] <= IN_ALL


def test_the_header_has_at_most_60_characters_unless_the_title_alone_is_longer() -> None:
    for said in every_message():
        header = said.message.headline
        assert len(header) <= max(MOST, len(said.alert.title)), header


def test_header_and_preview_have_the_earliest_date_of_all_open_readings() -> None:
    dated = 0
    for said in every_message():
        m = matter(said.view, said.alert.instance)
        if m is None or not isinstance(m.part, Obligation | Window):
            continue
        if said.alert.reason in ENDINGS:
            continue
        assert adverse_end(m.part) == _earliest(said)
        on = f"{adverse_end(m.part):%m-%d}"
        assert [each for each in values(said.message.headline) if "-" in each] == [on]
        assert all(
            each == on for each in values(said.message.preview) if re.fullmatch(r"\d\d-\d\d", each)
        )
        dated += 1
    assert dated > 60


def test_no_preview_contains_anything_unsafe() -> None:
    for said in every_message():
        assert is_safe(said.message.preview, sample_terms())
        assert is_safe(slack.render_message(said.message).text, sample_terms())


@pytest.mark.parametrize("title", ["Notice of Default", "Payment of $5.00 to Wells Fargo"])
def test_an_unsafe_title_is_in_no_preview(title: str) -> None:
    from dealclock.messages.alert import render_alert

    said = next(each for each in every_message() if each.alert.kind == "notice")
    message = render_alert(replace(said.alert, title=title), said.view)
    assert is_safe(message.preview, sample_terms())


def _earliest(said: Said) -> date:
    """By a second method: the earliest of the chosen date, of each other reading alone, and of all
    of them together."""
    m = matter(said.view, said.alert.instance)
    assert m is not None
    assert isinstance(m.part, Obligation | Window)
    part = m.part
    chosen = part.due if isinstance(part, Obligation) else part.closes
    alone = [
        date.fromisoformat(d.there)
        for d in said.view.assessment.differences
        if d.instance == part.instance and d.what in ("due", "closes") and d.there != "none"
    ]
    together = (
        part.safe_together
        if isinstance(part, Obligation)
        else (part.safe_together or (None, None))[1]
    )
    return min(each for each in (chosen, together, *alone) if each is not None)
