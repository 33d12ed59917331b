"""The lines of a budget: how often a Suspension Period may begin, and how soon.

The days themselves are in `tests/cases/tolled_cures.yaml`.
"""

from datetime import date

from dealclock.answers.suspension import limits_in_words
from dealclock.engine.look import Look
from dealclock.engine.states.budget import budget
from dealclock.engine.states.limits_left import left
from dealclock.facts.fact import Fact
from dealclock.terms.general.state import StateTerms
from dealclock.terms.rules.suspensions import DayBudget
from dealclock.terms.spellings import expand
from tests.unit.engine.deals import log, resumed, sample_terms, suspended

FIRST = suspended("2005-01-10"), resumed("2005-01-20")
SECOND = suspended("2005-03-01"), resumed("2005-03-08")


def lines(as_of: str, *facts: Fact) -> list[str]:
    """Twice in any 12 months, five days apart."""
    limits = {
        "in_any": [],
        "times_in_any": [{"times": 2, "counted": "begun", "window_months": 12}],
        "apart": {"count": 5, "unit": "days"},
    }
    rule = next(sample_terms().all_of(DayBudget))
    state = expand(DayBudget.model_validate({**rule.model_dump(), **limits}))
    assert isinstance(state, StateTerms)
    context = Look(sample_terms(), log(*facts), date.fromisoformat(as_of)).context()
    return list(limits_in_words(left(budget(context, state), context)))


def test_the_lines_of_a_budget_say_when_the_next_may_begin() -> None:
    before = "the last day of the one before"
    assert lines("2005-04-01", *FIRST, *SECOND) == [
        "0 of 45 used in one period",
        "2 of 2 times used in any 12 months, 0 left; the next from Tue, Jan 10, 2006",
        f"At least 5 days after {before}, Mon, Mar 7, 2005; the next from Tue, Jan 10, 2006",
    ]
    running = lines("2005-03-03", *FIRST, SECOND[0])
    assert running[-1].endswith("the next from Tue, Jan 10, 2006, if this one ended on this day")
