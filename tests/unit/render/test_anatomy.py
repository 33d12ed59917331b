"""An alert is read in five seconds on a phone: the limits hold over the sample's two histories."""

import re
from dataclasses import replace
from datetime import date

import pytest

from dealclock.alerts.adverse import adverse
from dealclock.alerts.alert import ENDINGS
from dealclock.engine.conclusions import Obligation, Window
from dealclock.render import slack
from dealclock.render.headline import MOST
from dealclock.render.safe_title import is_safe
from dealclock.render.view import matter
from tests.golden.values import values
from tests.unit.engine.deals import sample_terms
from tests.unit.render.messages import Said, every_message

BEFORE_THE_BUTTONS, IN_ALL = 45, 75
REF = "story 2004-11-01 x"


def counted(blocks: tuple[slack.Block, ...]) -> int:
    """The words of some blocks, a mark between two of them being none."""
    return sum(bool(re.search(r"\w", word)) for text in texts(blocks) for word in text.split())


def texts(part: object) -> list[str]:
    """Each text that blocks show; an overflow menu shows none until it is opened."""
    if isinstance(part, (list, tuple)):
        return [text for each in part for text in texts(each)]
    if not isinstance(part, dict) or part.get("type") == "overflow":
        return []
    return [
        text
        for name, each in part.items()
        for text in ([each] if name == "text" and isinstance(each, str) else texts(each))
    ]


def test_an_alert_has_at_most_45_words_before_its_buttons_and_75_in_all() -> None:
    for said in every_message():
        blocks = slack.message(said.told, REF).blocks
        body = tuple(b for b in blocks if b["type"] in ("header", "section"))
        assert counted(body) <= BEFORE_THE_BUTTONS, (counted(body), texts(body))
        assert counted(blocks) <= IN_ALL, (counted(blocks), texts(blocks))


def test_the_header_has_at_most_60_characters_unless_the_title_alone_is_longer() -> None:
    for said in every_message():
        header = said.told.headline
        assert len(header) <= max(MOST, len(said.alert.title)), header


def test_the_date_of_the_header_and_of_the_preview_is_the_earliest_of_all_open_readings() -> None:
    dated = 0
    for said in every_message():
        m = matter(said.view, said.alert.instance)
        if m is None or not isinstance(m.part, Obligation | Window):
            continue
        if said.alert.reason in ENDINGS:
            continue
        assert adverse(m.part) == _earliest(said)
        on = f"{adverse(m.part):%m-%d}"
        assert [each for each in values(said.told.headline) if "-" in each] == [on]
        assert all(
            each == on for each in values(said.told.preview) if re.fullmatch(r"\d\d-\d\d", each)
        )
        dated += 1
    assert dated > 60


def test_no_preview_says_anything_unsafe() -> None:
    for said in every_message():
        assert is_safe(said.told.preview, sample_terms())
        assert is_safe(slack.message(said.told).text, sample_terms())


@pytest.mark.parametrize("title", ["Notice of Default", "Payment of $5.00 to Wells Fargo"])
def test_a_title_that_is_unsafe_reaches_no_preview(title: str) -> None:
    from dealclock.render.alert import render_alert

    said = next(each for each in every_message() if each.alert.kind == "notice")
    told = render_alert(replace(said.alert, title=title), said.view)
    assert is_safe(told.preview, sample_terms())


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
