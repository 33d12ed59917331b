"""Obligations written in the general form: what opens them, when they are due, what satisfies them,
and the default they lapse into. Days are counted by hand, in the comments.
"""

import re
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from dealclock.answers.encode import encode
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Status
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
  agent: {name: the Agent, as_defined: Agent}
calendar: federal-reserve
clauses: {dates: Section 1, deemed_notice: Section 9}
deemed_notice: {hand: {business_days: 0}, courier: {business_days: 1}}
dates: {closing: 2026-01-05}
events:
  asked: {title: The Agent asked for it., fields: [holder]}
  paper-one: {title: The first paper was delivered.}
  paper-two: {title: The second paper was delivered.}
  act-done: {title: It was done., fields: [holder]}
  rejected: {title: The act was rejected., about: event}
  pricing: {title: The offering was priced., fields: [target]}
  excusing: {title: It was excused.}
  prolonged: {title: The time was prolonged.}
  notified: {title: Notice was given., fields: [given]}
  sold: {title: Shares were sold., fields: [amount]}
  retired: {title: Notes were retired., fields: [amount]}
provisions:
"""
_OF_ALL = 'clause: "5.1", title: Papers, owed_by: company, action: Do it.'


def _terms(*items: str) -> Terms:
    return read_terms(parse(text_of(*items), "terms.yaml"))


def text_of(*items: str) -> str:
    return _TERMS + "".join(f"  - {{type: obligation, {_OF_ALL}, {item}}}\n" for item in items)


def _on(as_of: str, terms: Terms, *facts: Fact) -> Assessment:
    return assess(Look(terms, log(*facts), date.fromisoformat(as_of)), compare=False)


def _stands(found: Assessment) -> dict[str, str]:
    return {
        o.instance: f"{o.due}, {o.status}{f' {o.done_on}' if o.done_on else ''}"
        for o in found.obligations
    }


def _done(on: str, **more: Any) -> Fact:
    return fact("act-done", on, **more)


def test_notice_before_an_event_is_late_when_given_after_its_last_day() -> None:
    terms = _terms(
        "id: notice, each: [pricing], due: 3 business days before its target, "
        "satisfied by: notified, to: [agent]"
    )
    planned = fact("pricing", "2026-01-12", target="2026-01-23", id="P")

    def given(on: str) -> Fact:
        return fact("notified", on, given=[{"to": "agent", "method": "courier", "on": on}])

    # Before Friday the 23rd: 22 (1), 21 (2), 20 (3). A courier's is given a day later.
    assert _stands(_on("2026-01-16", terms, planned)) == {"notice/P": "2026-01-20, upcoming"}
    in_time = _on("2026-01-22", terms, planned, given("2026-01-16"))
    assert _stands(in_time) == {"notice/P": "2026-01-20, met 2026-01-20"}
    late = _on("2026-01-22", terms, planned, given("2026-01-20"))
    assert _stands(late) == {"notice/P": "2026-01-20, met late 2026-01-21"}


# Due on Friday, January 9, 2026, by 17:00 in New York. By hand at 17:01 it counts on Monday the
# 12th; a courier's is given on the next Business Day, at whatever hour it was sent.
@pytest.mark.parametrize(
    ("on", "at", "method", "stands"),
    [
        ("2026-01-09", "17:00", "hand", "met 2026-01-09"),
        ("2026-01-09", "17:01", "hand", "met late 2026-01-12"),
        ("2026-01-08", "18:30", "courier", "met 2026-01-09"),
    ],
)
def test_a_notice_given_after_the_hour_counts_the_next_business_day(
    on: str, at: str, method: str, stands: str
) -> None:
    terms = _terms(
        "id: notice, each: [asked], due: 2 business days after it by 17:00 New York, "
        "satisfied by: notified, to: [agent]"
    )
    opened = fact("asked", "2026-01-07", id="A")
    notice = fact("notified", on, time=at, given=[{"to": "agent", "method": method, "on": on}])
    assert _stands(_on("2026-01-13", terms, opened, notice)) == {
        "notice/A": f"2026-01-09, {stands}"
    }


def test_an_act_deemed_not_done_leaves_the_default_and_is_named() -> None:
    """Done on January 8 and rejected on the 20th, it never was; a second act of the 22nd cures."""
    terms = _terms(
        "id: filing, opens: closing, due: 10 days after closing, satisfied by: act-done, "
        "undone by: rejected, lapse: {id: not-filed, occurs: 1}"
    )
    act, no = _done("2026-01-08", id="D"), fact("rejected", "2026-01-20", about="D", id="R")
    assert _on("2026-01-20", terms, act).defaults == ()
    found = _on("2026-01-23", terms, act, no, _done("2026-01-22"))
    assert _stands(found) == {"filing": "2026-01-15, met late 2026-01-22"}
    [default] = found.defaults
    assert (default.occurred_on, default.done_on) == (date(2026, 1, 16), date(2026, 1, 22))
    [owed] = found.obligations
    assert {"D", "R"} <= set(owed.why.facts)
    assert any("D is deemed not done, because of R" in note for note in owed.notes)


def test_a_step_is_clocked_from_the_last_day_of_another() -> None:
    terms = _terms(
        "id: first-step, opens: closing, due: 10 days after closing, satisfied by: paper-one",
        "id: second-step, opens: day after due of first-step, satisfied by: paper-two, "
        "due: 5 business days after first-step",
    )
    # January 15 is a Thursday: 16 (1), 20 (2), 21, 22, 23 (5).
    assert _stands(_on("2026-01-06", terms))["second-step"] == "2026-01-23, upcoming"
    moved = fact("extension", "2026-01-08", about="first-step", target="2026-01-20")
    assert _stands(_on("2026-01-09", terms, moved)) == {
        "first-step": "2026-01-20, upcoming",
        "second-step": "2026-01-27, upcoming",
    }


def test_fifty_obligations_may_each_be_counted_from_the_one_before() -> None:
    chain = [f"id: step-{n}, opens: closing, due: day after step-{n - 1}" for n in range(1, 50)]
    first = "id: step-0, opens: closing, due: day after closing"
    items = [f"{each}, satisfied by: act-done" for each in (*reversed(chain), first)]
    # January 6 and 49 days: 25 to the 31st, 24 in February
    assert _stands(_on("2026-01-06", _terms(*items)))["step-49"] == "2026-02-24, upcoming"


def test_it_says_which_event_excuses_it_and_does_not_call_it_waived() -> None:
    terms = _terms(
        "id: filing, opens: closing, due: 10 days after closing, satisfied by: act-done, "
        "excused by: excusing"
    )
    by = fact("excusing", "2026-01-13", id="E7")
    owed, late = (
        _on("2026-02-01", terms, by, *acts).obligations[0] for acts in ((), (_done("2026-01-20"),))
    )
    says = "It was excused (E7, Tue, Jan 13, 2026)"
    assert describe_obligation(owed, date(2026, 2, 1)) == f"Excused: {says}"
    assert (owed.why.steps[-1].text, owed.why.steps[-1].day) == (
        f"excused: {says}",
        date(2026, 1, 13),
    )
    done = "; done on Tue, Jan 20, 2026"
    assert describe_obligation(late, date(2026, 2, 1)) == f"Excused: {says}{done}"


@pytest.mark.parametrize(
    ("due", "last", "says"),
    [
        (  # January 5 and six days: Sunday, the 11th
            "{count: 6, unit: days, roll: next}",
            date(2026, 1, 12),
            "Sun, Jan 11, 2026 is closed (Sunday): next Business Day",
        ),
        (
            "{count: 6, unit: days, roll: previous}",
            date(2026, 1, 9),
            "Sun, Jan 11, 2026 is closed (Sunday): previous Business Day",
        ),
        (  # January 5 and 26 days: Saturday, the 31st; the next Business Day is in February
            "{count: 26, unit: days, roll: modified following}",
            date(2026, 1, 30),
            "Sat, Jan 31, 2026 is closed (Saturday): previous Business Day (modified following)",
        ),
        (
            "{count: 14, unit: days, roll: next, calendar: nyse}",
            date(2026, 1, 20),
            "Mon, Jan 19, 2026 is closed (Martin Luther King Jr. Day): next trading day",
        ),
    ],
)
def test_a_last_day_that_a_roll_moves_shows_the_day_it_fell_on_and_the_rule(
    due: str, last: date, says: str
) -> None:
    item = f"id: filing, opens: closing, due: {{after: closing, for: {due}}}"
    found = _on("2026-01-06", _terms(f"{item}, satisfied by: act-done")).obligations[0]
    assert found.due == last
    *_, counted, rolled = render_lines(found.why.steps)
    days = re.search(r"\d+", due)
    assert days is not None
    assert counted.strip().startswith(f"{days[0]} calendar days from Mon, Jan 5, 2026")
    assert rolled.strip() == says


def test_a_last_day_that_the_law_moves_shows_the_day_it_fell_on_and_the_law() -> None:
    terms = _terms("id: filing, opens: closing, due: 6 days after closing, satisfied by: act-done")
    found = assess(
        Look(terms, log(), date(2026, 1, 6), readings={"closed-last-day": "GCL-25"}),
        compare=False,
    ).obligations[0]
    assert found.due == date(2026, 1, 12)
    says = "Sun, Jan 11, 2026 is closed (Sunday): next Business Day (General Construction Law)"
    assert render_lines(found.why.steps)[-1].strip() == says
    count = str(encode(found.why.steps[-1].count))
    assert "'fell_on': '2026-01-11', 'closed': 'Sunday'" in count


def test_a_reading_of_the_deal_decides_between_two_periods() -> None:
    terms = _terms(
        "id: filing, opens: closing, satisfied by: act-done, due: "
        "{reading: notice-event, DEFAULT-DATE: 15 days after closing, "
        "FIRST-ACCRUAL-DAY: 30 days after closing}"
    )
    found = {
        choice: assess(
            Look(terms, log(), date(2026, 1, 6), readings={"notice-event": choice}), compare=False
        ).obligations[0]
        for choice in ("DEFAULT-DATE", "FIRST-ACCRUAL-DAY")
    }
    assert {choice: owed.due for choice, owed in found.items()} == {
        "DEFAULT-DATE": date(2026, 1, 20),
        "FIRST-ACCRUAL-DAY": date(2026, 2, 4),
    }
    assert "notice-event" in found["DEFAULT-DATE"].why.readings


def _sold(on: str, amount: int, kind: str = "sold") -> Fact:
    return fact(kind, on, amount=amount)


def test_an_amount_counts_each_event_once_and_shows_what_moved_its_days() -> None:
    """From the last day of the papers, January 15, or from the 20th, to which it was extended."""
    papers = "id: papers, opens: closing, due: 10 days after closing, satisfied by: paper-one"
    papers += ", lengthened by: [{if: prolonged, by: 5 days}]"
    fee = "id: fee, opens: closing, due: 30 days after closing, satisfied by: act-done, "
    fee += "amount: {events: [sold, sold], from: due of papers}"
    terms, sale = _terms(papers, fee), _sold("2026-01-16", 100)
    more = fact("prolonged", "2026-01-12", id="MORE")
    before = _on("2026-01-18", terms, sale).obligation("fee")
    after = _on("2026-01-18", terms, sale, more).obligation("fee")
    assert before is not None
    assert after is not None
    assert (before.amount, after.amount) == (Fraction(100), Fraction(0))
    assert "MORE" in after.why.facts


def test_an_amount_is_not_known_while_the_day_from_which_it_counts_is_not() -> None:
    fee = "id: fee, opens: closing, due: 3 days after closing, satisfied by: act-done, "
    fee += "amount: {events: sold, from: first asked}"
    found = _on("2026-01-12", _terms(fee), _sold("2026-01-06", 100)).obligation("fee")
    assert found is not None
    assert (found.amount, found.status) == (None, Status.MISSED)
    assert "from a day that is not known yet" in found.why.steps[-1].text


def test_where_nothing_is_owed_it_is_excused_and_not_called_waived() -> None:
    fee = "id: fee, opens: closing, due: 3 days after closing, satisfied by: act-done, "
    fee += "amount: {of: [100], less: [{events: retired}]}, lapse: {id: late}"
    found = _on("2026-01-12", _terms(fee), _sold("2026-01-06", 100, "retired"))
    owed = found.obligation("fee")
    assert owed is not None
    assert found.defaults == ()
    assert describe_obligation(owed, found.as_of) == "Excused: nothing is owed"
    says = "nothing is owed by its last day, so it is excused"
    assert (owed.why.steps[-1].text, owed.why.steps[-1].day) == (says, date(2026, 1, 8))


# ---- A state that stops the clock

_SUSPENDED = (
    "  - {type: state, id: suspension, clause: '6', title: Suspension, owed_by: company, "
    "action: End it., begins: paper-one, ends: paper-two}\n"
)


def _stopped(item: str) -> Terms:
    return read_terms(parse(text_of(item) + _SUSPENDED, "terms.yaml"))


def test_a_state_stops_months_and_dates_by_their_calendar_days() -> None:
    """From January 5 two months end on March 5. The state is in force from January 20 to 29, so its
    first day counts and nine do not: 44 days are left after the 20th (11, 28, 5), counted after
    January 30: February 1 to 28 are 29 of them with the 31st, then March 15.
    """
    stop, start = fact("paper-one", "2026-01-20"), fact("paper-two", "2026-01-30")
    for due in ("2 months after closing", "2026-03-05"):
        terms = _stopped(
            f"id: filing, opens: closing, due: {due}, satisfied by: act-done, "
            "stopped by: suspension"
        )
        assert _stands(_on("2026-01-19", terms)) == {"filing": "2026-03-05, upcoming"}
        open_still = _on("2026-01-25", terms, stop)
        assert _stands(open_still) == {"filing": "2026-03-10, excused"}
        assert open_still.obligations[0].days_left == 44
        says = "Excused: its clock is stopped since Tue, Jan 20, 2026"
        assert describe_obligation(open_still.obligations[0], open_still.as_of) == says
        assert open_still.obligations[0].stopped_since == date(2026, 1, 20)
        assert _stands(_on("2026-02-02", terms, stop, start)) == {"filing": "2026-03-15, upcoming"}


def test_the_last_day_of_an_item_whose_clock_is_stopped_is_not_known() -> None:
    terms = _stopped(
        "id: filing, opens: closing, due: 10 days after closing, satisfied by: act-done, "
        "stopped by: suspension"
    )
    follows = "id: papers, opens: closing, due: 5 days after due of filing, satisfied by: notified"
    terms = read_terms(
        parse(
            text_of(
                "id: filing, opens: closing, due: 10 days after closing, satisfied by: act-done, "
                "stopped by: suspension",
                follows,
            )
            + _SUSPENDED,
            "terms.yaml",
        )
    )
    assert _stands(_on("2026-01-06", terms))["papers"] == "2026-01-20, upcoming"
    assert "papers" not in _stands(_on("2026-01-20", terms, fact("paper-one", "2026-01-12")))
