"""Two engines that share no code agree on Holders and parties: consents and what they move,
Questionnaires, late filings, Notes that change hands, orders, advice, stops and Sale Notices.

`many` compares them on more histories than these.
"""

from collections import Counter

import pytest

from dealclock.second.spelled.answer import answer
from tests.suite import seeds
from tests.unit.engine.second.comparing_parties import compared_parties
from tests.unit.engine.second.drawing_parties import draw_parties
from tests.unit.engine.second.many import apart, kinds
from tests.unit.engine.second.parties import parties

STORIES, AT_A_TIME = seeds(1500), 50


@pytest.mark.full
@pytest.mark.parametrize("first", range(0, len(STORIES), AT_A_TIME))
def test_the_two_engines_agree_on_holders_and_parties(first: int) -> None:
    stories = list(map(draw_parties, STORIES[first : first + AT_A_TIME]))
    print(dict(kinds(stories)))
    assert apart(stories, compared_parties) == []


def test_one_seed_gives_one_history_of_parties() -> None:
    assert draw_parties(7) == draw_parties(7) != draw_parties(8)


def _said_of(seeds: range) -> Counter[str]:
    """In how many histories each kind of answer is given."""
    found: Counter[str] = Counter()
    for drawn in map(draw_parties, seeds):
        day = drawn.days[-1]
        said = parties(drawn.story, day, answer(drawn.story, day).state)
        here = {f"{n.split('/')[0]} {o.due.status(o.done_on, day)}" for n, o in said.owed.items()}
        here |= {"waived" for owed in said.owed.values() if owed.due.waived}
        here |= {name.split("/")[0] for name in said.duties}
        here |= {agreed.outcome for agreed in said.agreed.values()}
        here |= {f"entitled {own.entitled}" for own in said.holders.values()}
        here |= {f"in time {form.in_time_for_interest}" for form in said.forms.values()}
        here |= {"open order"} if said.orders[0] else set()
        here |= {"window"} if said.sale_notices else set()
        found.update(here)
    return found


@pytest.mark.full
def test_the_histories_of_parties_hold_every_kind_of_event_and_answer() -> None:
    counted = kinds(map(draw_parties, range(400)))
    assert min(counted.values()) > 20, counted
    assert len(counted) > 40
    said = _said_of(range(300))
    expected = {
        "carries": 20,
        "does not carry": 20,
        "not shown to carry": 20,
        "one Holder's own": 20,
        "entitled True": 100,
        "entitled False": 50,
        "in time True": 100,
        "in time False": 40,
        "late-questionnaire met": 8,
        "late-questionnaire met late": 10,
        "late-questionnaire missed": 20,
        "effect-of-order met": 10,
        "effect-of-order missed": 20,
        "misstatement-advice met": 5,
        "holder-stop": 30,
        "open order": 30,
        "window": 50,
        "sale-notice met": 3,
        "sale-notice missed": 20,
        "waived": 15,
    }
    short = {name: said[name] for name, least in expected.items() if said[name] < least}
    assert short == {}
