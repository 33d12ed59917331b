"""Many defaults on one stream: the amount by hand, and work in proportion to their number."""

import sys
from datetime import date, timedelta
from types import FrameType
from typing import Any

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import fact, log
from tests.unit.engine.second.agreements.comparing_terms import loaded

NAMED = {"clause": "1", "title": "T", "owed_by": "company", "action": "Act."}
FIRST = date(2010, 1, 4)
ROOMS = ("/engine/interest/", "/engine/payments/")


def _terms(**stream: Any) -> Terms:
    usable = {
        **NAMED,
        "id": "usable",
        "type": "obligation",
        "each": ["prospectus-unusable"],
        "due": "it",
        "satisfied by": "prospectus-usable",
        "lapse": {"id": "not-usable"},
    }
    damages = {
        **NAMED,
        "id": "damages",
        "type": "stream",
        "base": {"amount": 36000000},
        "day count": "Actual/360",
        "by age": [[1, 0.25]],
        **stream,
    }
    payment = {
        **NAMED,
        "id": "payment",
        "type": "payments",
        "each": "30 days",
        "met by": "additional-interest-paid",
    }
    return loaded({"provisions": [usable, damages, payment]})


def _assessed(terms: Terms, count: int) -> Assessment:
    """The prospectus is unusable for three days, every ten days."""
    facts = []
    for n in range(count):
        out = FIRST + timedelta(days=10 * n)
        facts.append(fact("prospectus-unusable", out.isoformat(), id=f"OUT-{n}"))
        back = out + timedelta(days=3)
        facts.append(fact("prospectus-usable", back.isoformat(), id=f"IN-{n}"))
    as_of = FIRST + timedelta(days=10 * count)
    return assess(Look(terms, log(*facts), as_of), compare=False)


def _calls(terms: Terms, count: int) -> int:
    """The calls of functions that compute interest and payments."""
    found = 0

    def counted(frame: FrameType, event: str, _: object) -> None:
        nonlocal found
        if event == "call" and any(room in frame.f_code.co_filename for room in ROOMS):
            found += 1

    sys.setprofile(counted)
    try:
        _assessed(terms, count)
    finally:
        sys.setprofile(None)
    return found


def test_each_of_many_defaults_bears_its_share_and_its_days() -> None:
    """Each bears 36,000 at once, and two days at 250."""
    found = _assessed(_terms(**{"at once": 0.10, "most in all": 50}), 100)
    assert found.accrual.exact == 100 * (36_000 + 2 * 250)


@pytest.mark.full
def test_twice_as_many_defaults_take_at_most_some_more_than_twice_the_work() -> None:
    for more in ({}, {"at once": 0.10, "most in all": 50}, {"together": "sum"}):
        terms = _terms(**more)
        assert _calls(terms, 120) < 2.4 * _calls(terms, 60), more
