"""A state without a last day yet: how it is shown, and that no alert is sent of one."""

from dataclasses import replace
from datetime import date

from dealclock.alerts.topics import moments_of_window
from dealclock.days.calendars import GENERAL_CONSTRUCTION_LAW
from dealclock.engine.assess import assess
from dealclock.engine.assessment import figures_of
from dealclock.engine.conclusions import Window
from dealclock.engine.look import Look
from dealclock.files.source import parse
from dealclock.messages.dates import describe_dates
from dealclock.people.policy import Policy
from dealclock.terms.terms import read_terms
from tests.unit.engine.deals import fact, log
from tests.unit.engine.test_obligations import STATE, text_of


def open_ended(as_of: str) -> Window:
    """The window, of two, that has no end yet."""
    quiet = "type: state, id: quiet, from: closing, until: {day: 90 days after it}"
    terms = read_terms(parse(text_of(STATE, quiet), "terms.yaml"))
    asked = Look(terms, log(fact("began", "2026-02-02", id="S1")), date.fromisoformat(as_of))
    found = assess(asked, compare=False)
    ended = {w.instance: w.is_open_ended for w in found.windows}
    assert ended == {"period/S1": True, "quiet": False}
    (window,) = (w for w in found.windows if w.is_open_ended)
    return window


def test_what_has_no_last_day_yet_is_open_ended_and_alerts_on_none() -> None:
    window = open_ended("2026-02-10")
    of_budget = replace(window, kind="day budget")  # of which alerts are sent
    assert list(moments_of_window(of_budget, Policy(), GENERAL_CONSTRUCTION_LAW)) == []
    with_end = replace(of_budget, is_open_ended=False)
    assert list(moments_of_window(with_end, Policy(), GENERAL_CONSTRUCTION_LAW))
    assert describe_dates(window) == "since Mon, Feb 2, 2026"
    assert figures_of(open_ended("2026-02-11")) == figures_of(window)
    assert window.last_day is None
