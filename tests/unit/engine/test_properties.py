"""Properties of every history, whatever happened and under any readings."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NoReturn

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dealclock.engine.assess import assess, examine
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default
from dealclock.engine.look import Look
from dealclock.engine.special.holders.amounts import Holders
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.terms.terms import Terms
from tests.suite import examples
from tests.unit.engine.answering import returned
from tests.unit.engine.deals import (
    ZONE,
    acquired,
    converted,
    retired,
    sample_terms,
    sold,
    transferred,
)
from tests.unit.engine.stories import (
    READINGS,
    asked_about,
    day,
    several_terms,
    stories,
    whole_stories,
)

ASKED = asked_about(whole_stories())
Asked = tuple[tuple[Fact, ...], int]
TERMS = st.sampled_from(several_terms())
ONE = timedelta(days=1)
MUCH = examples(200)


def seen(
    offset: int, facts: Sequence[Fact], readings: Mapping[str, str], terms: Terms
) -> Assessment:
    """One pass over the events, a number of days after the Closing Date."""
    as_of = date.fromisoformat(day(offset))
    return assess(Look(terms, FactLog(tuple(facts), ZONE), as_of, readings=readings), compare=False)


def _figures(found: Assessment) -> Mapping[str, object]:
    """Every date and amount, by the instance it is of."""
    figures: dict[str, object] = {
        "accrued": found.accrual.exact,
        "segments": found.accrual.segments,
        "rate": found.accrual.rate,
        "changes": (found.accrual.last_change, found.accrual.next_change),
        "unused": frozenset(found.unused_facts),
        "kept": found.terms.kept,
    }
    for d in found.defaults:
        figures[d.instance] = (d.occurred_on, d.arose_on, d.accrues_from, d.accrues_to, d.done_on)
    for o in found.obligations:
        figures[o.instance] = (o.opens, o.due, o.status, o.done_on, o.amount, o.record_date)
    for w in found.windows:
        figures[w.instance] = (w.opens, w.closes, w.status, w.done_on, w.days_used)
    return figures


def _cured_on_its_day(facts: Sequence[Fact]) -> bool:
    """Whether a failure and a cure share a day: then which is first is for the order told.

    See `tests/cases/disagreements.yaml`.
    """
    days = [
        {f.on for f in facts if f.kind == f"prospectus-{kind}"} for kind in ("unusable", "usable")
    ]
    return bool(days[0] & days[1])


@MUCH
@given(ASKED, READINGS, TERMS, st.randoms(use_true_random=False))
def test_the_recording_order_of_events_does_not_matter(
    asked: Asked, readings: Mapping[str, str], terms: Terms, random: Any
) -> None:
    facts, offset = asked
    assume(not _cured_on_its_day(facts))
    shuffled = random.sample(facts, len(facts))
    here, there = (seen(offset, each, readings, terms) for each in (facts, shuffled))
    assert _figures(here) == _figures(there)


@MUCH
@given(ASKED, READINGS, TERMS, st.data())
def test_a_repeated_event_is_the_same_event(
    asked: Asked,
    readings: Mapping[str, str],
    terms: Terms,
    data: st.DataObject,
) -> None:
    facts, offset = asked
    assume(facts)
    again = data.draw(st.sampled_from(facts))
    once, twice = (seen(offset, each, readings, terms) for each in (facts, (*facts, again)))
    assert _figures(twice) == _figures(once)


@MUCH
@given(asked_about(stories()), st.data())
def test_the_same_event_under_another_id_moves_no_date_and_no_amount(
    asked: Asked, data: st.DataObject
) -> None:
    """Another failure of the same days is an instance of its own; one rate accrues for both."""
    facts, offset = asked
    assume(facts and not _cured_on_its_day(facts))
    again = data.draw(st.sampled_from(facts)).model_copy(update={"id": "AGAIN"})
    assume(again.kind != "notes-issued")  # that would be more of the lot
    once, twice = (
        _figures(seen(offset, each, {}, sample_terms())) for each in (facts, (*facts, again))
    )
    assert {**once, "unused": None} == {**{k: twice.get(k) for k in once}, "unused": None}


@MUCH
@given(ASKED, READINGS, TERMS, st.integers(-200, 200), st.data())
def test_a_correction_and_its_reversal_restore_the_assessment(
    asked: Asked,
    readings: Mapping[str, str],
    terms: Terms,
    moved: int,
    data: st.DataObject,
) -> None:
    facts, offset = asked
    assume(facts and not _cured_on_its_day(facts))
    wrong = data.draw(st.sampled_from(facts))
    at_once = {"recorded_at": datetime(2004, 6, 30, tzinfo=UTC)}  # both known from the first day
    other = {"id": "AWAY", "on": wrong.on + timedelta(days=moved), "corrects": wrong.id}
    away = wrong.model_copy(update={**at_once, **other})
    back = wrong.model_copy(update={**at_once, "id": "BACK", "corrects": "AWAY"})
    before, after = (seen(offset, each, readings, terms) for each in (facts, (*facts, away, back)))
    assert _figures(after) == _figures(before)


@MUCH
@given(ASKED, st.integers(1, 60), READINGS, TERMS)
def test_the_accrued_total_never_falls_as_time_passes_under_any_reading(
    asked: Asked, later: int, readings: Mapping[str, str], terms: Terms
) -> None:
    """Nothing that is to come takes from the days before it; RELATE-BACK only adds to them.

    A conversion under FORFEIT alone does, and says so.
    """
    facts, offset = asked
    kept = {**readings, "converted-notes": "ACCRUED-SURVIVES"}
    here, there = (
        seen(each, facts, kept, terms).accrual.exact for each in (offset, offset + later)
    )
    assert here <= there


@MUCH
@given(ASKED, READINGS, TERMS)
def test_the_forfeited_amount_is_never_more_than_what_had_accrued(
    asked: Asked, readings: Mapping[str, str], terms: Terms
) -> None:
    facts, offset = asked
    forfeited, survives = (
        seen(offset, facts, {**readings, "converted-notes": choice}, terms).accrual
        for choice in ("FORFEIT", "ACCRUED-SURVIVES")
    )
    assert 0 <= forfeited.exact <= survives.exact
    assert forfeited.rate == survives.rate


@MUCH
@given(ASKED, READINGS, TERMS)
def test_the_segments_of_a_lot_tile_the_days_on_which_defaults_accrue(
    asked: Asked, readings: Mapping[str, str], terms: Terms
) -> None:
    facts, offset = asked
    found = seen(offset, facts, readings, terms)
    accruing = [d for default in found.defaults for d in _days_of(default, found.as_of)]
    if readings.get("concurrent-defaults") != "STACKED":
        accruing = list(set(accruing))
    tiles = [s for s in found.accrual.segments if s.lot == "base"]
    tiled = [d for s in tiles for d in _between(s.start, s.to_exclusive)]
    assert sorted(tiled) == sorted(accruing)
    assert sum(s.amount for s in found.accrual.segments) == found.accrual.exact


def _days_of(default: Default, as_of: date) -> Iterator[date]:
    yield from _between(default.accrues_from, min(default.accrues_to or as_of, as_of))


def _between(first: date, end: date) -> Iterator[date]:
    while first < end:
        yield first
        first += ONE


@MUCH
@given(ASKED, READINGS, TERMS)
def test_a_single_rate_never_exceeds_stacked_ones(
    asked: Asked, readings: Mapping[str, str], terms: Terms
) -> None:
    facts, offset = asked
    single, stacked = (
        seen(offset, facts, {**readings, "concurrent-defaults": each}, terms)
        for each in ("SINGLE-RATE", "STACKED")
    )
    assert single.accrual.exact <= stacked.accrual.exact
    assert single.accrual.rate <= stacked.accrual.rate


# ---- Other Holders


MINE = "mine"


@st.composite
def _theirs(draw: st.DrawFn) -> tuple[Fact, ...]:
    """What other Holders do: they convert, sell, are repaid, trade, return Questionnaires."""
    facts = [acquired(day(0), "theirs", "20000000")]
    for when in draw(st.lists(st.integers(1, 900), max_size=5, unique=True)):
        match draw(st.integers(0, 3)):
            case 0:
                facts.append(transferred(day(when), "theirs", "third", "1000000"))
            case 1:
                facts.append(returned(day(when), draw(st.sampled_from(("theirs", "third")))))
            case _:
                how = draw(st.sampled_from((converted, retired, sold)))
                facts.append(how(day(when), "1000000", holder="theirs"))
    return tuple(f.model_copy(update={"id": f"T{n}"}) for n, f in enumerate(facts))


@st.composite
def _mine(draw: st.DrawFn) -> tuple[Fact, ...]:
    facts = [acquired(day(0), MINE, "7000000", id="M1")]
    if draw(st.booleans()):
        facts.append(converted(day(draw(st.integers(1, 900))), "2000000", holder=MINE, id="M2"))
    if draw(st.booleans()):
        facts.append(returned(day(draw(st.integers(1, 300))), MINE, id="M3"))
    return tuple(facts)


@MUCH
@given(ASKED, _mine(), _theirs(), READINGS, TERMS)
def test_another_holders_acts_change_nothing_of_mine(
    asked: Asked,
    mine: tuple[Fact, ...],
    theirs: tuple[Fact, ...],
    readings: Mapping[str, str],
    terms: Terms,
) -> None:
    facts, offset = asked
    alone, beside = (
        _view(offset, (*facts, *each), readings, terms) for each in (mine, (*mine, *theirs))
    )
    assert alone == beside


def _view(
    offset: int, facts: tuple[Fact, ...], readings: Mapping[str, str], terms: Terms
) -> tuple[object, ...]:
    as_of = date.fromisoformat(day(offset))
    context, found = examine(Look(terms, FactLog(facts, ZONE), as_of, None, readings))
    holders = Holders(context, found)
    (view,) = (v for v in holders.views() if v.holder == MINE)
    paid = [(s.payment.instance, s.gross, s.amount, s.entitlement) for s in view.shares]
    return view.accrued, view.unpaid, paid


# ---- The clock


class _NoClock(type):
    """Accepts as its own any instance of the class it replaces."""

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


PURE = ("dealclock.days", "dealclock.terms", "dealclock.facts", "dealclock.engine")


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


@examples(30)
@given(ASKED, READINGS, TERMS)
def test_no_date_and_no_amount_depends_on_todays_clock(
    asked: Asked, readings: Mapping[str, str], terms: Terms
) -> None:
    facts, offset = asked
    expected = _figures(seen(offset, facts, readings, terms))
    with pytest.MonkeyPatch.context() as patch:
        assert _without_clock(patch) > 20
        assert _figures(seen(offset, facts, readings, terms)) == expected


@pytest.mark.parametrize("read", ["date.today", "datetime.now"])
def test_reading_the_clock_would_be_detected(read: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _without_clock(monkeypatch)
    log = sys.modules["dealclock.facts.log"]
    kind, method = read.split(".")
    with pytest.raises(AssertionError, match="clock"):
        getattr(vars(log)[kind], method)()
