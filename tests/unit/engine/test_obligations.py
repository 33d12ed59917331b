"""How a written obligation is described: why it is excused, and the rule that moved its last day.

The days themselves are worked cases: `tests/cases/obligations_written.yaml`.
"""

import re
from datetime import date

import pytest

from dealclock.answers.encode import encode
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.files.source import parse
from dealclock.messages.status_lines import describe_obligation
from dealclock.messages.trace import render_lines
from dealclock.terms.terms import Terms, read_terms
from tests.unit.engine.deals import fact, log

_TERMS = """
id: credit
agreement: {title: Credit, dated: 2026-01-05, governing_law: New York,
  time_zone: America/New_York, source: a test}
parties:
  company: {name: the Company, as_defined: Company}
calendar: federal-reserve
clauses: {dates: Section 1}
dates: {closing: 2026-01-05}
events:
  act-done: {title: It was done.}
  asked: {title: The Agent asked for it.}
  excusing: {title: It was excused.}
  retired: {title: Notes were retired., fields: [amount]}
  began: {title: It began.}
  ended: {title: It ended.}
provisions:
"""
_OF_ALL = 'clause: "5.1", title: Papers, owed_by: company, action: Do it.'
FILING = "type: obligation, id: filing, opens: closing, satisfied by: act-done, due: "
STATE = "type: state, id: period, begins: began, ends: ended"


def text_of(*items: str) -> str:
    """Terms with these items, each with its type."""
    return _TERMS + "".join(f"  - {{{_OF_ALL}, {item}}}\n" for item in items)


def _terms(*items: str) -> Terms:
    return read_terms(parse(text_of(*items), "terms.yaml"))


@pytest.mark.parametrize(
    ("items", "facts", "says"),
    [
        (
            (f"{FILING} 10 days after closing, excused by: excusing",),
            (fact("excusing", "2026-01-13", id="E7"),),
            "Excused: It was excused (E7, Tue, Jan 13, 2026)",
        ),
        (
            (f"{FILING} 10 days after closing, excused by: excusing",),
            (fact("excusing", "2026-01-13", id="E7"), fact("act-done", "2026-01-20")),
            "Excused: It was excused (E7, Tue, Jan 13, 2026); done on Tue, Jan 20, 2026",
        ),
        (
            (f"{FILING} 3 days after closing, amount: {{of: [100], less: [{{events: retired}}]}}",),
            (fact("retired", "2026-01-06", amount=100),),
            "Excused: nothing is owed",
        ),
        (
            (f"{FILING} 2 months after closing, stopped by: period", STATE),
            (fact("began", "2026-01-20"),),
            "Excused: its clock is stopped since Tue, Jan 20, 2026",
        ),
        (
            (f"{FILING} 10 days after closing, while: period", STATE),
            (fact("began", "2026-01-06"), fact("ended", "2026-01-09")),
            "Excused: Papers ended Fri, Jan 9, 2026",
        ),
        (
            (f"{FILING} 10 days after closing, while: period", STATE),
            (),
            "Excused: Papers was not in force",
        ),
    ],
)
def test_an_excused_obligation_says_why(
    items: tuple[str, ...], facts: tuple[Fact, ...], says: str
) -> None:
    found = assess(Look(_terms(*items), log(*facts), date(2026, 2, 1)), compare=False)
    assert describe_obligation(found.obligations[0], found.as_of) == says


@pytest.mark.parametrize(
    ("due", "last", "says"),
    [
        (  # January 5 and six days: Sunday, the 11th
            "{after: closing, for: {count: 6, unit: days, roll: next}}",
            date(2026, 1, 12),
            "Sun, Jan 11, 2026 is closed (Sunday): next Business Day",
        ),
        (
            "{after: closing, for: {count: 6, unit: days, roll: previous}}",
            date(2026, 1, 9),
            "Sun, Jan 11, 2026 is closed (Sunday): previous Business Day",
        ),
        (  # January 5 and 26 days: Saturday, the 31st; the next Business Day is in February
            "{after: closing, for: {count: 26, unit: days, roll: modified following}}",
            date(2026, 1, 30),
            "Sat, Jan 31, 2026 is closed (Saturday): previous Business Day (modified following)",
        ),
        (
            "{after: closing, for: {count: 14, unit: days, roll: next, calendar: nyse}}",
            date(2026, 1, 20),
            "Mon, Jan 19, 2026 is closed (Martin Luther King Jr. Day): next trading day",
        ),
        (
            "6 days after closing",
            date(2026, 1, 12),
            "Sun, Jan 11, 2026 is closed (Sunday): next Business Day (General Construction Law)",
        ),
    ],
)
def test_a_last_day_that_is_moved_shows_the_day_it_fell_on_and_the_rule(
    due: str, last: date, says: str
) -> None:
    readings = {"closed-last-day": "GCL-25"}
    asked = Look(_terms(f"{FILING} {due}"), log(), date(2026, 1, 6), readings=readings)
    found = assess(asked, compare=False).obligations[0]
    assert found.due == last
    *_, counted, rolled = render_lines(found.why.steps)
    days = re.search(r"\d+", due)
    assert days is not None
    assert counted.strip().startswith(f"{days[0]} calendar days from Mon, Jan 5, 2026")
    assert rolled.strip() == says
    assert "'fell_on': '2026-01-" in str(encode(found.why.steps[-1].count))


def test_fifty_obligations_may_each_be_counted_from_the_one_before() -> None:
    chain = [
        FILING.replace("filing", f"step-{n}") + f"day after step-{n - 1}" for n in range(1, 50)
    ]
    first = FILING.replace("filing", "step-0") + "day after closing"
    found = assess(Look(_terms(*reversed(chain), first), log(), date(2026, 1, 6)), compare=False)
    # January 6 and 49 days: 25 to the 31st, 24 in February
    (last,) = (each for each in found.obligations if each.instance == "step-49")
    assert last.due == date(2026, 2, 24)
