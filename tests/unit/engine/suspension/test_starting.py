"""How often a Suspension Period may begin and how soon, and limits in windows of months."""

from datetime import date, timedelta

from dealclock.answers.suspension import limits_in_words
from dealclock.engine.context import Choices, Context
from dealclock.engine.states.budget import Budget, Drawn, budget
from dealclock.engine.states.limits import Break
from dealclock.engine.states.limits_left import LimitsLeft, left, plan
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.log import end_of
from dealclock.terms.general.state import StateTerms
from dealclock.terms.readings import choose
from dealclock.terms.rules.suspensions import DayBudget, TimesInAny
from dealclock.terms.spellings import expand
from tests.unit.engine.deals import ZONE, log, resumed, sample_terms, suspended


def _rule(**changes: object) -> DayBudget:
    rule = next(sample_terms().all_of(DayBudget))
    return DayBudget.model_validate({**rule.model_dump(), "in_any": [], **changes})


def _context(as_of: str, *facts: Fact, **readings: str) -> Context:
    day = date.fromisoformat(as_of)
    chosen = choose({name.replace("_", "-"): choice for name, choice in readings.items()})
    known = FactIndex(log(*facts).known(day, end_of(day, ZONE)))
    return Context(sample_terms(), known, day, Choices(chosen))


def _plan(rule: DayBudget, as_of: str, *facts: Fact, days: int = 1, **readings: str) -> LimitsLeft:
    context = _context(as_of, *facts, **readings)
    return plan(rule, context.as_of, days, context, material=False)


def _drawn(rule: DayBudget, as_of: str, *facts: Fact, **readings: str) -> Budget:
    return _budget(rule, _context(as_of, *facts, **readings))


def _budget(rule: DayBudget, context: Context) -> Budget:
    state = expand(rule)
    assert isinstance(state, StateTerms)
    return budget(context, state)


def _starts(drawn: Drawn) -> list[Break]:
    """Where it breaks a limit by beginning."""
    return [each for each in drawn.breaks if each.by_beginning]


def _ran(*spans: tuple[str, str]) -> list[Fact]:
    """Suspensions from a day to the day use resumed."""
    return [
        fact
        for n, (first, end) in enumerate(spans)
        for fact in (suspended(first, id=f"S{n}"), resumed(end, id=f"E{n}"))
    ]


# ---- How often


def _times(counted: str = "begun", times: int = 2, **window: int) -> list[TimesInAny]:
    given = window or {"window_months": 12}
    return [TimesInAny.model_validate({"times": times, "counted": counted, **given})]


TWICE = _ran(("2005-01-10", "2005-01-20"), ("2005-03-01", "2005-03-08"))


def test_one_start_too_many_is_beyond_the_budget_from_its_first_day() -> None:
    """The first, of January 10, leaves the twelve months of January 10, 2006."""
    rule = _rule(times_in_any=_times())
    third = _drawn(rule, "2006-01-12", *TWICE, suspended("2006-01-09", id="LATE")).drawn[-1]
    assert [(b.on, b.since) for b in _starts(third)] == [(date(2006, 1, 9), date(2005, 1, 10))]
    assert _starts(third)[0].by_beginning.startswith(
        "3 suspensions in 12 months, at most 2 allowed"
    )
    assert third.excess(_context("2006-01-12")) == date(2006, 1, 9)
    assert set(third.why.facts) == {"S0", "E0", "S1", "E1", "LATE"}
    free = _drawn(rule, "2006-01-12", *TWICE, suspended("2006-01-10", id="LATE")).drawn[-1]
    assert (_starts(free), free.excess(_context("2006-01-12"))) == ([], None)


# ---- How soon


def test_counted_with_the_day_itself_the_gap_is_one_day_shorter() -> None:
    before = _ran(("2005-03-01", "2005-03-19"))  # its last day Friday the 18th, a day of each kind
    for unit, day in (("days", 27), ("business days", 31), ("trading days", 32)):
        rule = _rule(apart={"count": 10, "unit": unit})
        found = _plan(rule, "2005-03-19", *before, trigger_day="INCLUDED")
        assert found.earliest == date(2005, 3, 1) + timedelta(days=day - 1), unit
        assert "trigger-day" in found.why.readings


def test_the_lines_of_a_budget_say_when_the_next_may_begin() -> None:
    rule = _rule(times_in_any=_times(), apart={"count": 5, "unit": "days"})
    context = _context("2005-04-01", *TWICE)
    before = "the last day of the one before"
    text = list(limits_in_words(left(_budget(rule, context), context)))
    assert text[2:] == [
        "2 of 2 times used in any 12 months, 0 left; the next from Tue, Jan 10, 2006",
        f"At least 5 days after {before}, Mon, Mar 7, 2005; the next from Fri, Apr 1, 2005",
    ]
    running = _context("2005-03-03", *TWICE[:2], suspended("2005-03-01", id="RUN"))
    text = list(limits_in_words(left(_budget(rule, running), running)))
    assert text[-1].endswith("the next from Mon, Mar 7, 2005, if this one ended on this day")
