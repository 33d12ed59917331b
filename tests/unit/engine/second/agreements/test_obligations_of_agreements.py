"""Two engines that share no code agree on random obligations in the general form.

Where the library does not accept obligations in that form, there is nothing to compare yet.
"""

from collections import Counter
from datetime import date
from typing import Any

import pytest

from dealclock.errors import InvalidError
from dealclock.second.deals import Deal
from dealclock.second.obligations import lapses, obligations
from dealclock.second.story import Delivery, Event
from tests.suite import seeds
from tests.unit.engine.second.agreements.comparing_terms import compared_terms, loaded
from tests.unit.engine.second.agreements.drawing_agreed import draw_agreed
from tests.unit.engine.second.agreements.drawing_obligations import draw_obligations
from tests.unit.engine.second.agreements.drawing_terms import NAMED, DrawnTerms

AGREEMENTS, AGREED, AT_A_TIME = seeds(2000), seeds(1000), 50
CLOSING = date(2026, 1, 5)


def _terms(*provisions: dict[str, Any]) -> dict[str, Any]:
    given = [
        {**NAMED, "type": "obligation", "id": f"item-{n}", **p} for n, p in enumerate(provisions)
    ]
    return {"dates": {"closing-date": CLOSING}, "provisions": given}


def _accepted() -> bool:
    try:
        loaded(
            _terms(
                {"opens": "closing-date", "due": "closing-date", "satisfied by": ["report-filed"]}
            )
        )
    except InvalidError:
        return False
    return True


accepted = pytest.mark.skipif(not _accepted(), reason="the general form is not accepted yet")


@pytest.mark.full
@accepted
@pytest.mark.parametrize("first", range(0, len(AGREEMENTS), AT_A_TIME))
def test_the_two_engines_agree_on_obligations(first: int) -> None:
    drawn = [draw_obligations(seed) for seed in AGREEMENTS[first : first + AT_A_TIME]]
    keys = (key for each in drawn for p in each.general["provisions"] for key in p)
    print(dict(Counter(keys)))
    differing = (f"seed {d.seed}: {found}" for d in drawn if (found := compared_terms(d)))
    assert list(differing)[:3] == []


@pytest.mark.parametrize("first", range(0, len(AGREED), AT_A_TIME))
def test_the_two_engines_agree_on_what_is_extended_or_waived(first: int) -> None:
    drawn = [draw_agreed(seed) for seed in AGREED[first : first + AT_A_TIME]]
    differing = (f"seed {d.seed}: {found}" for d in drawn if (found := compared_terms(d)))
    assert list(differing)[:3] == []


@accepted
def test_an_act_may_satisfy_an_item_and_one_counted_from_its_last_day() -> None:
    terms = _terms(
        {
            "opens": "closing-date",
            "due": "30 days after closing-date",
            "satisfied by": ["report-filed"],
        },
        {
            "opens": "closing-date",
            "due": "10 days after due of item-0",
            "satisfied by": ["report-filed"],
        },
    )
    assert compared_terms(DrawnTerms(0, terms, terms, (), {}, date(2026, 2, 1))) == []


@accepted
def test_a_notice_on_its_way_cures_nothing_yet() -> None:
    """Mailed on February 3, 2026, it is given on the 10th, five Business Days later."""
    mailed = (Delivery("trustee", "mail", date(2026, 2, 3)),)
    item = {
        "opens": "closing-date",
        "due": "10 days after closing-date",
        "satisfied by": ["holders-advised"],
        "to": ["trustee"],
        "lapse": {"id": "late", "clause": "1", "title": "Late", "cured by": "holders-advised"},
    }
    terms = {**_terms(item), "deemed_notice": {"mail": {"business_days": 5}}}
    notice = Event("N", "holders-advised", date(2026, 2, 3), about="item-0", given=mailed)
    assert compared_terms(DrawnTerms(0, terms, terms, (notice,), {}, date(2026, 2, 5))) == []


# ---- By hand


def _asked(as_of: str, events: tuple[Event, ...], *provisions: dict[str, Any]) -> dict[str, Any]:
    deal = Deal.on(_terms(*provisions), events, date.fromisoformat(as_of))
    found = obligations(deal)
    defaults = lapses(deal, found)
    return {
        name: (
            str(each.due.day) if each.due else None,
            each.status(deal.as_of),
            str(defaults[f"late/{name.partition('/')[2]}"].occurred_on)
            if f"late/{name.partition('/')[2]}" in defaults
            else None,
        )
        for name, each in found.items()
    }


def test_one_act_satisfies_the_one_that_opened_first() -> None:
    """Asked on January 6 and 8: one answer on January 20 is to the first, due on the 16th."""
    events = (
        Event("A", "asked", date(2026, 1, 6)),
        Event("B", "asked", date(2026, 1, 8)),
        Event("D", "done", date(2026, 1, 20)),
    )
    lapse = {"id": "late", "cured by": "done"}
    item = {"each": ["asked"], "due": "10 days after it", "satisfied by": ["done"], "lapse": lapse}
    assert _asked("2026-02-02", events, item) == {
        "item-0/A": ("2026-01-16", "met late", "2026-01-16"),
        "item-0/B": ("2026-01-18", "missed", "2026-01-18"),
    }


def test_an_event_by_the_last_day_gives_more_time_or_excuses() -> None:
    """Ten days after January 5 are the 15th; five Business Days more the 23rd, the 19th being
    closed. An event after the last day does neither."""
    item = {
        "opens": "closing-date",
        "due": "10 days after closing-date",
        "satisfied by": ["done"],
        "lengthened by": [{"if": "more", "by": "5 business days"}],
        "excused by": ["off"],
    }
    more = Event("M", "more", date(2026, 1, 15))
    assert _asked("2026-01-23", (more,), item) == {"item-0": ("2026-01-23", "due today", None)}
    late = Event("M", "more", date(2026, 1, 16))
    assert _asked("2026-01-23", (late,), item) == {"item-0": ("2026-01-15", "missed", None)}
    off = Event("O", "off", date(2026, 1, 20))
    assert _asked("2026-02-02", (more, off), item)["item-0"][1] == "excused"


def test_the_ends_of_months_repeat_on_the_ends_of_months() -> None:
    item = {
        "each": [{"repeat": "months", "from": "2026-01-31", "until": "2026-04-30"}],
        "due": "it",
        "satisfied by": ["done"],
    }
    assert list(_asked("2026-03-31", (), item)) == [
        "item-0/2026-01-31",
        "item-0/2026-02-28",
        "item-0/2026-03-31",
        "item-0/2026-04-30",
    ]
