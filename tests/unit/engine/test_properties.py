"""What holds of every course of events, whatever happened and however the clauses are read."""

import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, NoReturn

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dealclock.agreement.readings.all import ALL
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import by_day_count, effective, filed, on, unusable
from tests.unit.engine.stories import day, stories

STORY = stories()
OFFSET = st.integers(1, 1500)
READINGS = st.fixed_dictionaries(
    {}, optional={r.id: st.sampled_from(list(r.choices)) for r in ALL.values()}
)
ONE = timedelta(days=1)


def _figures(seen: Assessment) -> Mapping[str, object]:
    """Every date and amount, by the instance it is of."""
    found: dict[str, object] = {
        "accrued": seen.accrual.exact,
        "rate": seen.accrual.rate,
        "changes": (seen.accrual.last_change, seen.accrual.next_change),
        "unused": frozenset(seen.unused_facts),
    }
    for d in seen.defaults:
        found[d.instance] = (d.occurred_on, d.arose_on, d.accrues_from, d.accrues_to, d.cured_on)
    for o in seen.obligations:
        found[o.instance] = (o.opens, o.due, o.status, o.met_on, o.amount, o.record_date)
    for w in seen.windows:
        found[w.instance] = (w.opens, w.closes, w.status, w.ended_on, w.days_used)
    return found


def _cured_on_its_day(facts: tuple[Fact, ...]) -> bool:
    """Whether a failure and a cure share a day: then which is first is for the order told.

    See `second/test_disagreements.py`.
    """
    days = [
        {f.on for f in facts if f.kind == f"prospectus-{kind}"} for kind in ("unusable", "usable")
    ]
    return bool(days[0] & days[1])


@settings(max_examples=60, deadline=None)
@given(STORY, OFFSET, READINGS, st.randoms(use_true_random=False))
def test_the_order_in_which_facts_are_recorded_does_not_matter(
    facts: tuple[Fact, ...], offset: int, readings: Mapping[str, str], random: Any
) -> None:
    assume(not _cured_on_its_day(facts))
    shuffled = random.sample(facts, len(facts))
    here, there = (on(day(offset), *each, readings=readings) for each in (facts, shuffled))
    assert _figures(here) == _figures(there)


@settings(max_examples=40, deadline=None)
@given(STORY, OFFSET, READINGS, st.data())
def test_a_fact_told_twice_is_the_same_fact(
    facts: tuple[Fact, ...], offset: int, readings: Mapping[str, str], data: st.DataObject
) -> None:
    assume(facts)
    again = data.draw(st.sampled_from(facts))
    once = on(day(offset), *facts, readings=readings)
    assert _figures(on(day(offset), *facts, again, readings=readings)) == _figures(once)


@settings(max_examples=40, deadline=None)
@given(STORY, OFFSET, st.data())
def test_the_same_told_under_another_id_moves_no_date_and_no_amount(
    facts: tuple[Fact, ...], offset: int, data: st.DataObject
) -> None:
    """Another failure of the same days is an instance of its own; one rate accrues for both."""
    assume(facts and not _cured_on_its_day(facts))
    again = data.draw(st.sampled_from(facts)).model_copy(update={"id": "AGAIN"})
    once, twice = (_figures(on(day(offset), *each)) for each in (facts, (*facts, again)))
    assert {**once, "unused": None} == {**{k: twice.get(k) for k in once}, "unused": None}


@settings(max_examples=40, deadline=None)
@given(STORY, OFFSET, READINGS, st.integers(-200, 200), st.data())
def test_a_correction_and_its_reversal_restore_the_assessment(
    facts: tuple[Fact, ...],
    offset: int,
    readings: Mapping[str, str],
    moved: int,
    data: st.DataObject,
) -> None:
    assume(facts and not _cured_on_its_day(facts))
    wrong = data.draw(st.sampled_from(facts))
    at_once = {"recorded_at": datetime(2004, 6, 30, tzinfo=UTC)}  # both known from the first day
    other = {"id": "AWAY", "on": wrong.on + timedelta(days=moved), "corrects": wrong.id}
    away = wrong.model_copy(update={**at_once, **other})
    back = wrong.model_copy(update={**at_once, "id": "BACK", "corrects": "AWAY"})
    before = on(day(offset), *facts, readings=readings)
    after = on(day(offset), *facts, away, back, readings=readings)
    assert _figures(after) == _figures(before)


@settings(max_examples=80, deadline=None)
@given(STORY, OFFSET, st.integers(1, 60), READINGS, st.sampled_from(["30/360", "Actual/360"]))
def test_what_has_accrued_never_falls_as_time_passes_under_any_reading(
    facts: tuple[Fact, ...], offset: int, later: int, readings: Mapping[str, str], day_count: str
) -> None:
    """Nothing that is to come takes from the days before it; RELATE-BACK only adds to them."""
    terms = by_day_count(day_count)
    here, there = (
        on(day(each), *facts, readings=readings, terms=terms).accrual.exact
        for each in (offset, offset + later)
    )
    assert here <= there


@settings(max_examples=60, deadline=None)
@given(STORY, OFFSET, READINGS)
def test_the_segments_of_a_lot_tile_the_days_on_which_defaults_accrue(
    facts: tuple[Fact, ...], offset: int, readings: Mapping[str, str]
) -> None:
    seen = on(day(offset), *facts, readings=readings)
    accruing = [d for default in seen.defaults for d in _days_of(default, seen.as_of)]
    if readings.get("concurrent-defaults") != "STACKED":
        accruing = list(set(accruing))
    tiles = [s for s in seen.accrual.segments if s.lot == "base"]
    tiled = [d for s in tiles for d in _between(s.start, s.to_exclusive)]
    assert sorted(tiled) == sorted(accruing)
    assert sum(s.amount for s in seen.accrual.segments) == seen.accrual.exact


def _days_of(default: Default, as_of: date) -> Iterator[date]:
    yield from _between(default.accrues_from, min(default.accrues_to or as_of, as_of))


def _between(first: date, end: date) -> Iterator[date]:
    while first < end:
        yield first
        first += ONE


@settings(max_examples=60, deadline=None)
@given(STORY, OFFSET, READINGS, st.sampled_from(["30/360", "Actual/360"]))
def test_a_single_rate_never_comes_to_more_than_stacked_ones(
    facts: tuple[Fact, ...], offset: int, readings: Mapping[str, str], day_count: str
) -> None:
    terms = by_day_count(day_count)
    single, stacked = (
        on(day(offset), *facts, readings={**readings, "concurrent-defaults": each}, terms=terms)
        for each in ("SINGLE-RATE", "STACKED")
    )
    assert single.accrual.exact <= stacked.accrual.exact
    assert single.accrual.rate <= stacked.accrual.rate


# ---- The clock


class _NoClock(type):
    """Takes for its own whatever is of the class it stands in for."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.__mro__[1])


class _Date(date, metaclass=_NoClock):
    @classmethod
    def today(cls) -> NoReturn:
        raise AssertionError("the clock was read")


class _Datetime(datetime, metaclass=_NoClock):
    @classmethod
    def today(cls) -> NoReturn:
        raise AssertionError("the clock was read")

    @classmethod
    def now(cls, tz: object = None) -> NoReturn:
        raise AssertionError("the clock was read")

    @classmethod
    def utcnow(cls) -> NoReturn:
        raise AssertionError("the clock was read")


PURE = ("dealclock.days", "dealclock.agreement", "dealclock.facts", "dealclock.engine")


def _without_clock(monkeypatch: pytest.MonkeyPatch) -> int:
    """Takes the clock from every module of the pure rooms; how many had a way to it."""
    taken = 0
    for name, module in list(sys.modules.items()):
        if name.startswith(PURE):
            for known, without in ((date, _Date), (datetime, _Datetime)):
                for word in [w for w, what in vars(module).items() if what is known]:
                    monkeypatch.setattr(module, word, without)
                    taken += 1
    return taken


def test_no_date_and_no_amount_depends_on_todays_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = (filed("2004-08-02"), effective("2004-10-20"), unusable("2004-11-08"))
    expected = _figures(on("2005-02-01", *facts))
    assert _without_clock(monkeypatch) > 20
    assert _figures(on("2005-02-01", *facts)) == expected


@pytest.mark.parametrize("read", ["date.today", "datetime.now"])
def test_a_clock_that_is_read_would_be_noticed(read: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _without_clock(monkeypatch)
    log = sys.modules["dealclock.facts.log"]
    kind, method = read.split(".")
    with pytest.raises(AssertionError, match="clock"):
        getattr(vars(log)[kind], method)()
