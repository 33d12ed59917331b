"""Properties of Questionnaires in any history: named readings, order, other Holders."""

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment, depends_on, figures
from dealclock.engine.context import Choices, Context
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.log import FactLog, end_of
from dealclock.terms.readings import ALL, choose
from dealclock.terms.terms import Terms
from tests.suite import examples
from tests.unit.engine.answering import form_of, intended, mailed, returned
from tests.unit.engine.deals import ZONE, effective, fact, filed, log, sample_terms

FIRST = date(2004, 7, 1)
HOLDERS = ("alpha", "beta", "gamma")


def _day(offset: int) -> str:
    return (FIRST + timedelta(days=offset)).isoformat()


def _terms() -> Terms:
    terms = sample_terms()
    sheet = terms.indenture_sheet.model_copy(update={"conversion_price": Decimal("15.36")})
    return terms.model_copy(update={"indenture": sheet})


TERMS = _terms()
DAYS = st.integers(0, 500)
ONE_OR_ALL = st.sampled_from((*HOLDERS, None))


@st.composite
def _returned(draw: st.DrawFn) -> Fact:
    amount = draw(st.sampled_from(("0", "400000", "600000", "1000000", "3000000")))
    shares = draw(st.sampled_from((None, "30000", "200000")))
    return returned(_day(draw(DAYS)), draw(st.sampled_from(HOLDERS)), amount, shares=shares)


@st.composite
def _mailed(draw: st.DrawFn) -> Fact:
    offset = draw(DAYS)
    later = _day(offset + draw(st.integers(0, 3)))
    return mailed(_day(offset), delivered=later, holder=draw(ONE_OR_ALL))


@st.composite
def _named(draw: st.DrawFn) -> Fact:
    how = draw(st.sampled_from(("pre-effective", "by-amendment", "by-supplement")))
    return fact(f"holders-named-{how}", _day(draw(DAYS)), holder=draw(ONE_OR_ALL))


@st.composite
def _intended(draw: st.DrawFn) -> Fact:
    offset = draw(st.integers(0, 120))
    return intended(_day(offset), _day(offset + draw(st.integers(1, 200))))


@st.composite
def courses(draw: st.DrawFn) -> tuple[Fact, ...]:
    """A course of events, each with an id of its own, in the order of their days."""
    facts = [mailed("2004-07-06"), filed("2004-07-13")]
    if draw(st.booleans()):
        facts.append(effective(_day(draw(st.integers(60, 200)))))
    facts += draw(st.lists(st.one_of(_returned(), _mailed(), _named(), _intended()), max_size=9))
    return log(*sorted(facts, key=lambda f: f.on)).facts


READ = st.fixed_dictionaries({r.id: st.sampled_from(tuple(r.choices)) for r in ALL.values()})


def _assess(facts: tuple[Fact, ...], offset: int, readings: Mapping[str, str]) -> Assessment:
    day = date.fromisoformat(_day(offset))
    return assess(Look(TERMS, FactLog(facts, ZONE), day, readings=readings), compare=False)


def _ours(assessment: Assessment) -> dict[tuple[str, str], str]:
    about = ("questionnaire", "additional-information", "late-questionnaire")
    return {n: v for n, v in figures(assessment).items() if n[0].startswith(about)}


ABOUT = {"window before", "request", "frequency limit"}


@examples(150)
@given(
    courses(),
    st.integers(1, 700),
    READ,
    st.sampled_from([r.id for r in ALL.values() if ABOUT & set(r.applies_to)]),
)
def test_no_reading_moves_a_figure_that_does_not_name_it(
    facts: tuple[Fact, ...], offset: int, readings: dict[str, str], moved: str
) -> None:
    here = _assess(facts, offset, readings)
    for choice in ALL[moved].choices:
        there = _assess(facts, offset, {**readings, moved: choice})
        ours, theirs = _ours(here), _ours(there)
        for name in {*ours, *theirs}:
            if ours.get(name) != theirs.get(name):
                names = depends_on(here, name)
                assert moved in (here.consulted if names is None else names), name


@examples(60)
@given(courses(), st.integers(1, 700), READ)
def test_another_holders_questionnaire_never_changes_mine(
    facts: tuple[Fact, ...], offset: int, readings: dict[str, str]
) -> None:
    def mine(some: tuple[Fact, ...]) -> tuple[object, ...]:
        day = date.fromisoformat(_day(offset))
        known = FactIndex(FactLog(some, ZONE).known(day, end_of(day, ZONE)))
        context = Context(TERMS, known, day, Choices(choose(readings)))
        found = form_of("alpha", context)
        return found.deadline, found.entitled_by, found.delivered_on, found.in_time_for_interest

    without = tuple(f for f in facts if f.holder not in ("beta", "gamma"))
    assert mine(facts) == mine(without)


@examples(60)
@given(courses(), st.integers(1, 700))
def test_every_filing_owed_is_due_after_its_questionnaire_and_satisfied_by_a_later_one(
    facts: tuple[Fact, ...], offset: int
) -> None:
    days = {f.id: f.on for f in facts}
    for owed in _assess(facts, offset, {}).obligations:
        if owed.id == "late-questionnaire":
            received = days[owed.instance.partition("/")[2]]
            assert received < owed.due
            assert owed.done_on is None or owed.done_on >= received
