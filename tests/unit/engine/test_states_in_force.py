"""States that recur, and statuses of lots and Holders: when they are in force, and what depends on
it. Days are counted by hand, in the comments.
"""

from dataclasses import replace
from datetime import date
from fractions import Fraction

from dealclock.alerts.topics import moments_of_window
from dealclock.days.calendars import GENERAL_CONSTRUCTION_LAW
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment, figures_of
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.files.source import parse
from dealclock.messages.dates import describe_dates
from dealclock.messages.status_lines import describe_obligation
from dealclock.people.policy import Policy
from dealclock.terms.terms import Terms, read_terms
from tests.unit.engine.deals import fact, log

_TERMS = """
id: notes
agreement: {title: Notes, dated: 2026-01-05, governing_law: New York,
  time_zone: America/New_York, source: a test}
parties:
  company: {name: the Company, as_defined: Company}
calendar: federal-reserve
clauses: {dates: Section 1}
dates: {closing: 2026-01-05}
securities:
  - {id: series-a, name: Series A, principal: 3000000, issued: 2026-01-05}
  - {id: series-b, name: Series B, principal: 1000000, issued: 2026-02-02}
events:
  suspended: {title: Use was suspended.}
  resumed: {title: Use resumed.}
  asked: {title: It was asked., optional: [lot, holder]}
  act-done: {title: It was done., optional: [lot, holder]}
  legend-added: {title: The legend was added., optional: [lot]}
  resold: {title: Notes were resold., fields: [lot, amount]}
  freed: {title: The lot became freely tradable., optional: [lot]}
  bought: {title: A Holder bought Notes., fields: [holder]}
  sold-out: {title: A Holder sold its Notes., fields: [holder]}
provisions:
"""
_OF_ALL = 'clause: "5.1", title: Item, owed_by: company, action: Do it.'
ASKED = "type: obligation, each: asked, due: 5 days after it, satisfied by: act-done"
SUSPENSION = "type: state, id: suspension, begins: suspended, ends: resumed"


def _text(*items: str) -> str:
    return _TERMS + "".join(f"  - {{{_OF_ALL}, {item}}}\n" for item in items)


def _terms(*items: str) -> Terms:
    return read_terms(parse(_text(*items), "terms.yaml"))


def _on(as_of: str, terms: Terms, *facts: Fact) -> Assessment:
    return assess(Look(terms, log(*facts), date.fromisoformat(as_of)), compare=False)


def _stands(found: Assessment) -> dict[str, str]:
    return {o.instance: f"{o.due}, {o.status}" for o in found.obligations}


def _windows(found: Assessment) -> dict[str, str]:
    return {w.instance: f"{w.opens} to {w.done_on}, {w.status}" for w in found.windows}


SUSPENSIONS = (
    fact("suspended", "2026-02-02", id="S1"),
    fact("resumed", "2026-02-20", id="R1"),
    fact("suspended", "2026-04-01", id="S2"),
    fact("resumed", "2026-04-10", id="R2"),
)


def test_a_state_begins_on_a_day_and_ends_on_a_day_or_with_the_first_of_several_events() -> None:
    standstill = "type: state, id: standstill, from: 10 days after closing, ends: [freed, resumed]"
    terms = _terms(
        standstill, "type: state, id: quiet, from: closing, until: {day: 30 days after it}"
    )
    assert _windows(_on("2026-01-14", terms)) == {"quiet": "2026-01-05 to None, open"}
    # January 5 and 30 days: February 4 is its last day, February 5 the first without it.
    assert _windows(_on("2026-03-01", terms, fact("resumed", "2026-02-09"))) == {
        "standstill": "2026-01-15 to 2026-02-09, closed",
        "quiet": "2026-01-05 to 2026-02-05, closed",
    }


def test_what_has_no_last_day_yet_is_open_ended_and_alerts_on_none() -> None:
    quiet = "type: state, id: quiet, from: closing, until: {day: 90 days after it}"
    terms = _terms(SUSPENSION, quiet)
    found = _on("2026-02-10", terms, *SUSPENSIONS[:1])
    ended = {w.instance: w.is_open_ended for w in found.windows}
    assert ended == {"suspension/S1": True, "quiet": False}
    (suspension,) = (w for w in found.windows if w.is_open_ended)
    of_budget = replace(suspension, kind="day budget")  # of which alerts are sent
    assert list(moments_of_window(of_budget, Policy(), GENERAL_CONSTRUCTION_LAW)) == []
    with_end = replace(of_budget, is_open_ended=False)
    assert list(moments_of_window(with_end, Policy(), GENERAL_CONSTRUCTION_LAW))
    assert describe_dates(suspension) == "since Mon, Feb 2, 2026"
    (next_day,) = (w for w in _on("2026-02-11", terms, *SUSPENSIONS[:1]).windows if w.is_open_ended)
    assert figures_of(next_day) == figures_of(suspension)
    assert suspension.last_day is None


FILING = (
    "type: obligation, id: filing, opens: closing, due: 60 days after closing, "
    "satisfied by: act-done, lapse: {id: late}"
)
RESTRICTED = "type: state, id: restricted, from: closing, ends: freed"


def _defaults(found: Assessment) -> dict[str, str]:
    return {d.instance: f"{d.accrues_from} to {d.accrues_to}" for d in found.defaults}


def test_what_is_owed_only_while_a_state_is_in_force_is_not_owed_once_it_is_over() -> None:
    """60 days after January 5 are 26 to the 31st, 28 in February, six in March: March 6."""
    terms = _terms(RESTRICTED, f"{FILING}, while: restricted")
    assert _stands(_on("2026-02-10", terms)) == {"filing": "2026-03-06, upcoming"}
    freed, late = fact("freed", "2026-02-20"), fact("act-done", "2026-03-20")
    assert _stands(_on("2026-04-01", terms, freed)) == {"filing": "2026-03-06, excused"}
    found = _on("2026-04-01", terms, freed, late)
    assert (_stands(found), found.defaults) == ({"filing": "2026-03-06, excused"}, ())
    excused = _on("2026-04-01", terms, freed).obligations[0]
    says = "Excused: Item ended Fri, Feb 20, 2026"
    assert describe_obligation(excused, date(2026, 4, 1)) == says
    on_the_day = _on("2026-04-01", terms, fact("freed", "2026-03-06"))
    assert (_stands(on_the_day), on_the_day.defaults) == (_stands(found), ())
    # The day after, it was owed on the last day: a default that stops at once.
    after = _on("2026-04-01", terms, fact("freed", "2026-03-07"))
    assert _stands(after) == {"filing": "2026-03-06, missed"}
    assert _defaults(after) == {"late": "2026-03-07 to 2026-03-07"}


def test_nothing_is_owed_while_a_state_that_never_began() -> None:
    never = "type: state, id: restricted, begins: legend-added, ends: freed"
    terms = _terms(never, f"{FILING}, while: restricted")
    assert _stands(_on("2026-03-01", terms)) == {"filing": "2026-03-06, upcoming"}
    never_begun = _on("2026-03-10", terms)
    assert _stands(never_begun) == {"filing": "2026-03-06, excused"}
    says = "Excused: Item was not in force"
    assert describe_obligation(never_begun.obligations[0], date(2026, 3, 10)) == says
    begun = _on("2026-03-10", terms, fact("legend-added", "2026-02-01"))
    assert _stands(begun) == {"filing": "2026-03-06, missed"}


def test_a_default_may_stop_with_the_state_during_which_its_failure_counts() -> None:
    lapse = "lapse: {id: late, stops with period: true}"
    terms = _terms(RESTRICTED, f"{ASKED}, id: cure, during: restricted, {lapse}")
    asked, freed = fact("asked", "2026-02-02"), fact("freed", "2026-03-02")
    assert _defaults(_on("2026-04-01", terms, asked, freed)) == {
        "late/F1": "2026-02-08 to 2026-03-02"
    }


def test_each_excess_of_a_state_may_open_something() -> None:
    """From February 2, ten days are allowed, to the 11th; from April 1 nine are used."""
    terms = _terms(
        f"{SUSPENSION}, limits: [{{most: 10}}]",
        "type: obligation, id: notice, each: [{excess of: suspension}], "
        "due: 2 business days after it, satisfied by: act-done",
    )
    assert _stands(_on("2026-02-11", terms, *SUSPENSIONS[:1])) == {}
    # After Thursday, February 12: Friday the 13th and, Presidents' Day being the 16th, the 17th.
    found = _on("2026-04-20", terms, *SUSPENSIONS, fact("act-done", "2026-02-13"))
    assert _stands(found) == {"notice/S1-excess": "2026-02-17, met"}
    (notice,) = found.obligations
    assert (notice.opens, notice.cause) == (date(2026, 2, 12), "S1")
    assert "S1" in notice.why.facts
    assert "F2" not in found.unused_facts


# ---- Streams. $3,600,000 at 1% on Actual/360 bears $100.00 a day.

STREAM = "type: stream, id: interest, by age: [[1, 1.00]], day count: Actual/360"
LOTS = """
  - {id: series-a, name: Series A, principal: 3600000, issued: 2026-01-05}
  - {id: series-b, name: Series B, principal: 1800000, issued: 2026-01-05}"""


def _accruing(*items: str) -> Terms:
    text = _text(*items)
    before, rest = text.split("\n  - {id: series-a", 1)
    after = rest.split("\nevents:", 1)[1]
    return read_terms(parse(f"{before}{LOTS}\nevents:{after}", "terms.yaml"))


def _in_cents(amount: Fraction) -> str:
    return f"{float(amount):.2f}"


def test_what_a_limit_of_a_state_becomes_bears_and_may_be_of_one_occurrence_too_many() -> None:
    """January 5 to 31 and February 20 to 28 are two; the third, on March 10, is too many in 2026.
    In 2027 the count starts again.
    """
    limit = (
        "most: 2, counted: begun, window months: 12, windows: blocks, blocks from: 2020-01-01, "
        "lapse: {id: often, accrues: 0}"
    )
    terms = _accruing(f"{SUSPENSION}, limits: [{{{limit}}}]", f"{STREAM}, bears: [often]")
    days = [
        *(("2026-01-05", "2026-02-01"), ("2026-02-20", "2026-03-01"), ("2026-03-10", "2026-03-20")),
        ("2027-01-04", "2027-01-10"),
    ]
    facts = [
        each
        for n, (begun, ended) in enumerate(days)
        for each in (fact("suspended", begun, id=f"S{n}"), fact("resumed", ended, id=f"R{n}"))
    ]
    found = _on("2027-02-01", terms, *facts)
    assert _defaults(found) == {"often/S2": "2026-03-10 to 2026-03-20"}
    assert _in_cents(found.accrual.exact) == "1500.00"
