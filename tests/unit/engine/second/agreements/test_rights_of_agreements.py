"""Two engines that share no code agree on random rights and what is deemed of unused ones, on last
days that renew, hours of a day, amounts owed with an obligation, and declared calendars.
"""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from dealclock.errors import DealclockError
from dealclock.second.amounts import amount
from dealclock.second.days import At, It
from dealclock.second.deals import Deal
from dealclock.second.obligations import deemed_of, obligations
from dealclock.second.story import Event
from tests.suite import seeds
from tests.unit.engine.second.agreements.comparing_terms import compared_terms
from tests.unit.engine.second.agreements.drawing_rights import draw_rights
from tests.unit.engine.second.agreements.drawing_terms import DrawnTerms

AGREEMENTS, AT_A_TIME = seeds(2000), 50
MOST_IN_A_CIRCLE = 5
"""In each 50, at most: a Day of one right may depend on what is deemed of another, which shares its
acts with the first. The engine refuses that with the circle that it found."""


@pytest.mark.full
@pytest.mark.parametrize("first", range(0, len(AGREEMENTS), AT_A_TIME))
def test_the_two_engines_agree_on_rights_and_amounts(first: int) -> None:
    circles, differing = 0, []
    for drawn in map(draw_rights, AGREEMENTS[first : first + AT_A_TIME]):
        found: list[str] = []
        try:
            found = compared_terms(drawn)
        except DealclockError as refused:
            if "in a circle" not in str(refused):
                raise
            circles += 1
        differing += [f"seed {drawn.seed}: {found}"] if found else []
    assert differing[:3] == []
    assert circles <= MOST_IN_A_CIRCLE


# ---- By hand


def _on(as_of: date, *events: Event, **rule: Any) -> dict[str, Any]:
    terms = {"provisions": [{"id": "item", "type": "obligation", "may": True, **rule}]}
    deal = Deal.on(terms, events, as_of)
    return {
        name: (each.due and each.due.day.isoformat(), each.done_on, deemed_of(each, as_of))
        for name, each in obligations(deal).items()
    }


def test_a_right_unused_on_its_last_day_is_deemed_so_on_the_next() -> None:
    """Ten days after March 2, 2026 are the 12th; used on that day, nothing is deemed."""
    opener = Event("A", "sent", date(2026, 3, 2))
    words = {"each": ["sent"], "opens": "it", "due": "10 days after it", "satisfied by": ["no"]}
    unused = {**words, "if not used": {"deemed": "yes"}}
    assert _on(date(2026, 3, 12), opener, **unused) == {"item/A": ("2026-03-12", None, "")}
    assert _on(date(2026, 3, 13), opener, **unused) == {"item/A": ("2026-03-12", None, "yes")}
    for day, deemed in ((12, ""), (13, "yes")):
        used = Event("B", "no", date(2026, 3, day))
        found = _on(date(2026, 3, 14), opener, used, **unused)
        assert found == {"item/A": ("2026-03-12", date(2026, 3, day), deemed)}


def test_a_last_day_renews_once_the_day_for_a_notice_against_it_has_passed() -> None:
    """Thirty days before March 16, 2027 is February 14; a notice of that day is in time."""
    opener = Event("A", "issued", date(2026, 3, 16))
    renewing = {"unless": "against", "notice": "30 days", "by": "1 years", "most": 2}
    words: dict[str, Any] = {"each": ["issued"], "opens": "it", "due": "1 years after it"}
    words["lengthened by"] = [{**renewing, "no later than": date(2028, 9, 1)}]
    assert _on(date(2027, 2, 14), opener, **words)["item/A"][0] == "2027-03-16"
    assert _on(date(2027, 2, 15), opener, **words)["item/A"][0] == "2028-03-16"
    assert _on(date(2028, 2, 16), opener, **words)["item/A"][0] == "2028-09-01"
    for day, last in ((14, "2027-03-16"), (15, "2028-03-16")):
        against = Event("B", "against", date(2027, 2, day), about="A")
        assert _on(date(2028, 2, 16), opener, against, **words)["item/A"][0] == last


def test_an_hour_of_the_last_day_is_told_at_its_place() -> None:
    """Half past two in New York on August 1 is half past eleven of July 31 in Los Angeles."""
    words: dict[str, Any] = {
        "opens": "2026-06-01",
        "due": {"day": "2026-07-31", "by": "23:59 Los Angeles"},
    }
    words["satisfied by"] = ["claimed"]
    for hour, day in (("02:30", date(2026, 7, 31)), ("03:00", date(2026, 8, 1))):
        claim = Event("C", "claimed", date(2026, 8, 1), time=hour)
        assert _on(date(2026, 8, 4), claim, **words)["item"][1] == day


def test_an_amount_holds_back_what_is_pending_by_the_last_day() -> None:
    """Half of 1,000,000 less the 200,000 paid; claims of 300,000 and 50,000, the first settled."""
    events = (
        Event("C1", "claimed", date(2026, 2, 2), dollars=300_000),
        Event("C2", "claimed", date(2026, 2, 3), dollars=50_000),
        Event("P1", "claim-paid", date(2026, 3, 31), about="C1", dollars=200_000),
        Event("P2", "claim-paid", date(2026, 4, 1), about="C2", dollars=50_000),
    )
    given = {
        "of": [{"dollars": 1_000_000, "percent": 50}],
        "less": [
            {"events": "claim-paid", "percent": 50},
            {"events": ["claimed"], "pending until": ["claim-paid"]},
        ],
    }
    deal = Deal.on({}, events, date(2026, 5, 1))
    last = At(date(2026, 3, 31))
    assert amount(given, It(), last, deal) == 350_000
    assert amount({**given, "most": 1}, It(), last, deal) == 1
    assert amount({"its": "shares", "price": 0.65}, It(event=events[0]), last, deal) == 0
    third = {"dollars": 100, "percent": 33.3}
    assert amount({"of": [third], "least": 50}, It(), last, deal) == 50
    assert amount(third, It(), last, deal) == Fraction("33.3")
    assert amount({"events": "claimed", "from": "first never-so"}, It(), last, deal) is None
    part = {"events": "claimed", "more than": 350_000}
    assert amount(part, It(), last, deal) == 0


def test_an_amount_is_compared_where_it_is_drawn() -> None:
    drawn = [draw_rights(seed) for seed in range(300)]
    assert sum(_has(each, "amount") for each in drawn) > 100
    assert sum(_has(each, "may") for each in drawn) > 150


def _has(drawn: DrawnTerms, key: str) -> bool:
    return any(key in provision for provision in drawn.general["provisions"])
