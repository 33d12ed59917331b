"""Two engines that share no code agree on random states in the general form: their days, and the
defaults of their limits, and the obligations whose clock a state stops.
"""

from datetime import date

import pytest

from dealclock.errors import InvalidError
from dealclock.second.clocks import clock
from dealclock.second.days import It
from dealclock.second.deals import Deal
from dealclock.second.states import counted_days, occurrences, state_lapses
from dealclock.second.story import Event
from tests.suite import seeds
from tests.unit.engine.second.agreements.comparing_states import compared_states
from tests.unit.engine.second.agreements.comparing_statuses import compared_statuses
from tests.unit.engine.second.agreements.comparing_terms import loaded
from tests.unit.engine.second.agreements.drawing_states import draw_states
from tests.unit.engine.second.agreements.drawing_statuses import draw_statuses

AGREEMENTS, AT_A_TIME = seeds(1500), 50


@pytest.mark.full
@pytest.mark.parametrize("first", range(0, len(AGREEMENTS), AT_A_TIME))
def test_the_two_engines_agree_on_states(first: int) -> None:
    drawn = [draw_states(seed) for seed in AGREEMENTS[first : first + AT_A_TIME]]
    read = [each for each in drawn if _is_accepted(each.spelled)]
    print(f"{len(read)} of {len(drawn)} agreements are accepted")
    assert read
    differing = (f"seed {d.seed}: {found}" for d in read if (found := compared_states(d)))
    assert list(differing)[:3] == []


@pytest.mark.full
@pytest.mark.parametrize("first", range(0, len(AGREEMENTS), AT_A_TIME))
def test_the_two_engines_agree_on_statuses(first: int) -> None:
    drawn = [draw_statuses(seed) for seed in AGREEMENTS[first : first + AT_A_TIME]]
    differing = (f"seed {d.seed}: {found}" for d in drawn if (found := compared_statuses(d)))
    assert list(differing)[:3] == []


def _is_accepted(terms: object) -> bool:
    try:
        loaded(terms)  # type: ignore[arg-type]
    except InvalidError:
        return False
    return True


# ---- By hand

STATE = {"id": "stop", "type": "state", "begins": ["stopped"], "ends": "resumed"}


def _deal(as_of: date, *events: Event, **more: object) -> Deal:
    return Deal.on({"provisions": [{**STATE, **more}]}, events, as_of)


def test_the_day_use_resumes_is_not_in_force() -> None:
    """March 2 to 31, 2026 are 30 days; the first beyond is April 1, in force until the 10th."""
    events = (Event("S", "stopped", date(2026, 3, 2)), Event("R", "resumed", date(2026, 4, 10)))
    limits = [{"most": 30, "lapse": {"id": "long"}}]
    deal = _deal(date(2026, 5, 1), *events, limits=limits)
    runs = occurrences(deal, "stop")
    assert counted_days(runs, date(2026, 3, 1), date(2026, 4, 30), "days", deal) == 39
    (default,) = state_lapses(deal).values()
    days = (default.occurred_on, default.accrues_from, default.accrues_to)
    assert days == (date(2026, 3, 31), date(2026, 4, 1), date(2026, 4, 10))


def test_a_window_holds_the_days_of_several_occurrences() -> None:
    """Twenty days from January 5 and, of more than thirty in any 90, the eleventh from March 2."""
    events = (
        Event("S1", "stopped", date(2026, 1, 5)),
        Event("R1", "resumed", date(2026, 1, 25)),
        Event("S2", "stopped", date(2026, 3, 2)),
    )
    limits = [{"most": 30, "window days": 90, "lapse": {"id": "much"}}]
    (default,) = state_lapses(_deal(date(2026, 4, 1), *events, limits=limits)).values()
    assert (default.name, default.occurred_on) == ("much/S2", date(2026, 3, 12))


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ({"then": "resume"}, date(2026, 9, 24)),
        ({"then": "resume", "first day": "not counted"}, date(2026, 9, 25)),
        ({"then": "resume", "day after": "counted"}, date(2026, 9, 23)),
        ({"then": "fresh"}, date(2026, 9, 28)),
        ({"then": "none"}, date(2026, 9, 8)),
    ],
)
def test_a_state_stops_the_clock_as_its_words_say(words: dict[str, str], last: date) -> None:
    """Five Business Days after August 31, 2026: September 1 and 2, then stopped to the 21st. Left
    are three from the 22nd; without a stop the fifth is the 8th, Labor Day being the 7th."""
    events = (Event("S", "stopped", date(2026, 9, 2)), Event("R", "resumed", date(2026, 9, 21)))
    deal = _deal(date(2026, 10, 1), *events)
    rule = {"due": "5 business days after it", "stopped by": {"state": "stop", **words}}
    assert clock(rule, It(date(2026, 8, 31)), deal) == last
