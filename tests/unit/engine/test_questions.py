"""Questions asked once: what is kept, what it consulted, and circles."""

from dataclasses import replace
from datetime import date

import pytest

from dealclock.engine.context import Choices, Context, Memory, asked_once, question
from dealclock.errors import DealclockError
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.log import EffectiveFact, end_of
from dealclock.records import record
from tests.unit.engine.deals import ZONE, filed, log, sample_terms

COUNTED: list[str] = []


@question
def last_day(context: Context, name: str) -> str:
    COUNTED.append(name)
    return f"{name} by {context.choices['closed-last-day']}"


@question
def default(context: Context, name: str) -> str:
    COUNTED.append(f"default {name}")
    return f"{last_day(context, name)}, {context.choices['default-occurs']}"


@question
def one(context: Context, name: str) -> str:
    return other(context, name)


@question
def other(context: Context, name: str) -> str:
    return one(context, name)


@question
def filing(context: Context) -> EffectiveFact | None:
    seen = context.first("registration-statement-filed")
    context.use(seen)
    return seen


def _context(memory: Memory, *facts: Fact, **readings: str) -> Context:
    of = {"closed-last-day": "ROLL", "default-occurs": "LAPSE"}
    of |= {name.replace("_", "-"): choice for name, choice in readings.items()}
    day = date(2004, 12, 1)
    known = FactIndex(log(*facts).known(day, end_of(day, ZONE)))
    return Context(sample_terms(), known, day, Choices(of), memory=memory)


def test_an_answer_is_computed_again_only_under_other_choices_of_what_it_consulted() -> None:
    COUNTED.clear()
    memory = Memory()
    assert default(_context(memory), "ii") == "ii by ROLL, LAPSE"
    moved = _context(memory, default_occurs="NEXT-DAY")
    assert default(moved, "ii") == "ii by ROLL, NEXT-DAY"
    assert COUNTED == ["default ii", "ii", "default ii"]
    assert moved.choices.in_all == {"closed-last-day", "default-occurs"}


def test_a_kept_answer_counts_as_consulted_where_it_is_asked() -> None:
    memory = Memory()
    last_day(_context(memory), "ii")
    again = _context(memory)
    last_day(again, "ii")
    assert again.choices.consulted == {"closed-last-day"}
    assert memory.computed == 1


def test_what_a_question_used_is_used_by_the_question_that_asked_it() -> None:
    memory, facts = Memory(), (filed("2004-07-13"),)
    context = _context(memory, *facts)
    filing(context)
    kept = _context(memory, *facts)
    filing(kept)
    assert list(context.choices.trail.used) == list(kept.choices.trail.used) == ["F1"]


def test_a_circle_is_refused_with_its_questions() -> None:
    with pytest.raises(DealclockError, match=r"one\(a\) -> other\(a\) -> one\(a\); define"):
        one(_context(Memory()), "a")


def test_after_a_circle_the_memory_answers_other_questions() -> None:
    memory = Memory()
    with pytest.raises(DealclockError, match="the terms go in a circle"):
        one(_context(memory), "a")
    with pytest.raises(DealclockError, match="one"):
        one(_context(memory), "a")
    assert last_day(_context(memory), "b") == "b by ROLL"


@question
def first_filing(context: Context) -> str | None:
    COUNTED.append("first filing")
    found = context.facts("registration-statement-filed")
    return found[0].id if found else None


@question
def report(context: Context) -> str:
    COUNTED.append("report")
    return f"filed first: {first_filing(context)}"


@question
def is_past(context: Context, on: date) -> bool:
    COUNTED.append("is past")
    return context.is_over(on)


def test_across_days_an_answer_holds_while_the_answers_it_asked_for_are_the_same() -> None:
    COUNTED.clear()
    memory, first, second = Memory(across=True), filed("2004-07-13"), filed("2004-08-02")
    assert report(_context(memory, first)) == "filed first: F1"
    assert report(_context(memory, first, second)) == "filed first: F1"
    assert COUNTED == ["report", "first filing", "first filing"]
    assert report(_context(memory)) == "filed first: None"
    assert COUNTED[3:] == ["first filing", "report"]


def test_across_days_an_answer_holds_until_a_day_it_compared_comes() -> None:
    COUNTED.clear()
    memory, context = Memory(across=True), _context(Memory(across=True))
    last = date(2004, 12, 3)
    for day, over in ((1, False), (2, False), (3, False), (4, True), (5, True)):
        then = replace(context, today=date(2004, 12, day), memory=memory)
        own = replace(then, choices=Choices(then.choices.of))
        assert is_past(own, last) is over
    assert COUNTED == ["is past", "is past"]


@record
class Filed:
    instance: str
    as_number: int


@question
def filings(context: Context) -> tuple[Filed, ...]:
    found = context.facts("registration-statement-filed")
    return tuple([Filed(each.id, n) for n, each in enumerate(found, start=1)])


def test_across_events_what_stays_equal_of_several_conclusions_stays_the_same_object() -> None:
    memory, first = Memory(across=True), filed("2004-07-13")
    before = filings(_context(memory, first))
    assert before == (Filed("F1", 1),)
    now = filings(_context(memory, first, filed("2004-08-02")))
    assert now == (Filed("F1", 1), Filed("F2", 2))
    assert now[0] is before[0]


def test_a_question_asked_once_is_kept_across_days_only() -> None:
    asked: list[str] = []

    @asked_once
    def entry(context: Context, name: str) -> str:
        asked.append(name)
        return name

    in_pass, across = _context(Memory()), _context(Memory(across=True))
    for context in (in_pass, in_pass, across, across):
        assert entry(context, "ii") == "ii"
    assert asked == ["ii", "ii", "ii"]
