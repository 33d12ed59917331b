"""Rates for N days, a share at once and a cap, by a second method: day by day."""

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import assess, examine
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.terms.rules.interest import RateSchedule
from dealclock.terms.terms import Terms
from tests.suite import examples
from tests.unit.engine.deals import by_day_count, closed_on, issued, log

CLOSED = date(2026, 2, 15)
OCCURRED = date(2026, 3, 2)  # 15 days later, nothing filed
ONE = timedelta(days=1)


def _terms(**more: Any) -> Terms:
    terms = by_day_count("Actual/360", closed_on(CLOSED))
    rules = tuple(
        RateSchedule.model_validate(
            {
                "id": r.id,
                "type": r.type,
                "clause": r.clause,
                "title": r.title,
                "owed_by": r.owed_by,
                "action": r.action,
                **more,
            }
        )
        if isinstance(r, RateSchedule)
        else r
        for r in terms.provisions
        if r.id != "effectiveness"
    )
    kept = [r for r in rules if getattr(r, "expected_by", "") != "effectiveness"]
    return terms.model_copy(update={"provisions": tuple(kept)})


def _day_by_day(more: dict[str, Any], since: date, until: date) -> Fraction:
    """What a dollar held from `since` bore before `until`, as a reader would add it up."""
    span, most = more.get("for_each") or {}, more.get("most_in_all")
    length = Fraction(span.get("days", 360))
    whole = span.get("part") == "whole"
    borne, day = Fraction(0), max(since, OCCURRED)
    while day < until:
        if day == OCCURRED:
            borne += Fraction(more.get("at_once") or 0) / 100
        else:
            age = (day - OCCURRED).days
            rate = Fraction([t["rate"] for t in more["by_age"] if t["from_day"] <= age][-1]) / 100
            if not whole:
                borne += rate / length
            elif (age - 1) % length == 0:
                borne += rate
        if most is not None:
            borne = min(borne, Fraction(most) / 100)
        day += ONE
    return borne


_SCHEDULES = st.fixed_dictionaries(
    {
        "by_age": st.tuples(
            st.sampled_from(["0.005", "0.25", "1.00"]),
            st.integers(2, 100),
            st.sampled_from(["0.30", "2.00"]),
        ).map(lambda t: [{"from_day": 1, "rate": t[0]}, {"from_day": t[1], "rate": t[2]}]),
        "for_each": st.none()
        | st.fixed_dictionaries(
            {"days": st.integers(1, 45), "part": st.sampled_from(["in proportion", "whole"])}
        ),
        "at_once": st.none() | st.sampled_from(["0.50", "1.00"]),
        "most_in_all": st.none() | st.sampled_from(["1.00", "3.00", "7.77"]),
    }
)


@examples(60)
@given(_SCHEDULES, st.integers(0, 500), st.none() | st.integers(0, 200))
def test_the_accrual_is_the_sum_of_every_day_until_the_cap_is_reached(
    more: dict[str, Any], offset: int, later: int | None
) -> None:
    facts: tuple[Fact, ...] = ()
    as_of = OCCURRED + timedelta(days=1 + offset)
    expected = 60_000_000 * _day_by_day(more, OCCURRED, as_of)
    if later is not None:
        day = OCCURRED + timedelta(days=1 + later)
        facts = (issued(day.isoformat()),)
        expected += 12_000_000 * _day_by_day(more, day, as_of) if day <= as_of else 0
    found = assess(Look(_terms(**more), log(*facts), as_of), compare=False)
    assert found.accrual.exact == expected
    assert found.accrual.exact == sum((s.amount for s in found.accrual.segments), Fraction(0))


@examples(60)
@given(_SCHEDULES, st.integers(1, 400), st.integers(0, 400))
def test_payments_on_payment_dates_and_to_holders_add_up_to_the_same(
    more: dict[str, Any], first: int, then: int
) -> None:
    cut, end = OCCURRED + timedelta(days=first), OCCURRED + timedelta(days=first + then)
    _, found = examine(Look(_terms(**more), log(), end + timedelta(days=400)))
    assert found.ledger is not None
    whole = found.ledger.on_a_dollar("base", OCCURRED, end)
    assert whole == _day_by_day(more, OCCURRED, end)
    parts = (OCCURRED, cut), (cut, end)
    assert whole == sum((found.ledger.on_a_dollar("base", *p) for p in parts), Fraction(0))
    paid = sum((b.amount for b in found.buckets), Fraction(0))
    last = found.buckets[-1].nominal
    assert paid == sum((s.amount for s in found.ledger.segments(OCCURRED, last)), Fraction(0))


@examples(30)
@given(st.sampled_from(["30/360", "30E/360", "30/360-ELAPSED"]), st.integers(0, 700))
def test_under_any_day_count_payments_never_exceed_the_cap(name: str, offset: int) -> None:
    more = {"by_age": [{"from_day": 1, "rate": "9.00"}], "most_in_all": "5.00"}
    as_of = OCCURRED + timedelta(days=1 + offset)
    _, found = examine(Look(by_day_count(name, _terms(**more)), log(), as_of))
    assert sum((b.amount for b in found.buckets), Fraction(0)) <= 3_000_000
    if offset > 300:
        assert found.accrual is not None
        assert found.accrual.exact == 3_000_000
        assert sum((b.amount for b in found.buckets), Fraction(0)) == 3_000_000
