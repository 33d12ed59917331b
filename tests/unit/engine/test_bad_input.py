"""What a general form makes easy to get wrong: each refused with its line and what to give, in time
in proportion to the file.
"""

import time
from collections.abc import Iterator
from datetime import date
from random import Random
from typing import Any

import pytest

from dealclock.engine.checked_files import check_facts, check_terms
from dealclock.errors import InvalidError
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import parse
from dealclock.terms.references import names_in, problems_with_names
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import SAMPLE

BLANK = (SAMPLE.parents[1] / "tests/cases/clauses/blank/terms.yaml").read_text(encoding="utf-8")
LINES = BLANK.count("\n")
NAMED = "clause: '1', title: T, owed_by: borrower, action: Act."
BASE = "base: {amount: 5}"
READING = """\
readings:
  days-to-object:
    clause: "5"
    question: Has a Holder fifteen days to object, or thirty?
    choices: {FIFTEEN: fifteen, THIRTY: thirty}
"""


def obligation(name: str, more: str) -> str:
    return f"  - {{id: {name}, type: obligation, {NAMED}, satisfied by: report-filed, {more}}}\n"


def stream(name: str, more: str) -> str:
    rates = "from: 2016-01-04, for each: 30 days, by age: [[1, 1.00]]"
    return f"  - {{id: {name}, type: stream, {NAMED}, {rates}, {more}}}\n"


def state(more: str) -> str:
    return f"  - {{id: pause, type: state, {NAMED}, ends: suspension-ended, {more}}}\n"


def wrong(text: str) -> list[str]:
    """The problems, each with its line after the agreement without provisions of its own."""
    try:
        problems = check_terms(parse(BLANK + text, "terms.yaml"))[1]
    except InvalidError as invalid:
        problems = list(invalid.problems)
    return [f"{p.line - LINES}: {p.at}: {p.allowed}" for p in problems]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param(
            obligation("one", "opens: 2016-01-04, due: 5 days after due of two")
            + obligation("two", "opens: 2016-01-04, due: 5 days after due of one"),
            "1: provisions.one.due: they go in a circle: one -> two -> one; "
            "no Day may depend on itself",
            id="Days in a circle",
        ),
        pytest.param(
            stream("fee", "first day: default"),
            "1: provisions.fee: give securities: a stream without a base accrues on the Notes; "
            "give it a base, or these",
            id="a stream without a base",
        ),
        pytest.param(
            state("limits: [{most: 30}]"),
            "1: provisions.pause: give one of begins (the kinds of event that begin it)",
            id="a budget of a state that nothing begins",
        ),
        pytest.param(
            state("begins: suspension-notice, limits: [{most: 60}, {most: 45, window_days: 90}]"),
            "1: provisions.pause: one occurrence may last 60 days, but any 90 days may have only "
            "45: the lower limit cuts the higher; correct one of them",
            id="two caps that cut each other",
        ),
        pytest.param(
            stream("one", f"{BASE}, ceiling: {{with: [two], most: 1}}")
            + stream("two", f"{BASE}, ceiling: {{with: [one], most: 1}}"),
            "1: provisions.one.ceiling.with.0: two ceilings cut each other; give one, on the one "
            "that gives way",
            id="two ceilings that cut each other",
        ),
        pytest.param(
            stream("one", f"{BASE}, ceiling: {{with: [two], most: 1}}")
            + stream("two", f"{BASE}, most in all: 6"),
            "1: provisions.one.ceiling.with.0: its rate is not counted as zero once it has borne "
            "its most in all; give the ceiling in all or in any period, or leave out its most in "
            "all",
            id="a highest rate together with a stream that stops at a most in all",
        ),
        pytest.param(
            obligation(
                "statements", "each: [{repeat: quarters, from: 2016-03-31}], due: 45 days after it"
            ),
            "1: provisions.statements.each.0: give 'until'",
            id="a recurring deadline without an end",
        ),
        pytest.param(
            obligation("report", "opens: 2016-01-04, due: {latest of: [never, 2016-02-01]}"),
            "1: provisions.report.due: it can never be known, whatever happens; give a Day that "
            "can be",
            id="a Day that is never known",
        ),
        pytest.param(
            READING + READING.partition("\n")[2],
            "6: readings.days-to-object: give it once",
            id="a reading declared twice",
        ),
        pytest.param(
            "readings:\n  days-to-object: {clause: '5', question: Thirty days?, choices: {}}\n",
            "2: the file: put text that contains one in quotes",
            id="a question mark inside braces",
        ),
        pytest.param(
            obligation("report", "opens: 2016-01-04, due: first report-filde"),
            "1: provisions.report.due: no such kind of event; docs/terms.md lists all 82. "
            "Did you mean 'report-filed'?",
            id="a Day of an event that there is not",
        ),
    ],
)
def test_what_a_general_form_makes_easy_to_get_wrong_is_refused_with_its_line(
    text: str, problem: str
) -> None:
    assert wrong(text)[0].startswith(problem)
    assert len(wrong(text)) <= 2  # of two ceilings, one for each


def seconds(text: str, *, wrong: bool) -> float:
    source = parse(BLANK + text, "terms.yaml")
    start = time.process_time()
    terms, problems = check_terms(source)
    assert outline(source.data).whole is not wrong
    spent = time.process_time() - start
    assert (problems == []) is not wrong
    assert terms is not None
    return spent


@pytest.mark.parametrize("kind", ["report-filed", "report-filled"])
def test_a_thousand_provisions_take_time_in_proportion(kind: str) -> None:
    """Eight times as many take eight times as long: far from sixty-four."""
    lines = [
        obligation(f"report-{n}", "opens: 2016-01-04, due: 5 days after 2016-02-01").replace(
            "report-filed", kind
        )
        for n in range(1000)
    ]
    few = min(seconds("".join(lines[:125]), wrong=kind != "report-filed") for _ in range(3))
    assert seconds("".join(lines), wrong=kind != "report-filed") < 24 * few + 0.5


@pytest.mark.parametrize("about", ["remedy/N", "remdy/N", "N"])
def test_five_thousand_events_take_time_in_proportion(about: str) -> None:
    rule = (
        f"  - {{id: remedy, type: obligation, {NAMED}, each: [notes-issued], due: 5 days after it, "
        "satisfied by: prospectus-filed, lapse: {id: not-remedied}}\n"
    )
    terms, problems = check_terms(parse(BLANK + rule, "terms.yaml"))
    assert terms is not None, problems
    known = outline(terms.model_dump())

    def spent(number: int) -> float:
        text = "facts:\n" + "".join(
            f"  - {{id: N{n}, kind: notes-issued, on: 2016-01-05}}\n"
            f"  - {{id: R{n}, kind: prospectus-filed, on: 2016-02-05, about: {about}{n}}}\n"
            for n in range(number)
        )
        source = parse(text, "facts.yaml")
        start = time.process_time()
        facts, wrong = check_facts(source, known)
        took = time.process_time() - start
        assert facts is not None
        assert len(wrong) == (0 if about == "remedy/N" else number)
        return took

    few = min(spent(312) for _ in range(3))
    assert spent(2500) < 24 * few + 0.5


def test_every_name_of_the_sample_is_found_once_in_its_place() -> None:
    source = parse((SAMPLE / "terms.yaml").read_text(encoding="utf-8"), "terms.yaml")
    found = [where for where, _, _ in names_in(source.data, Terms)]
    assert len(found) == len(set(found)) == 247
    assert all(source.lines[where] for where in found)
    assert list(problems_with_names(source, Terms)) == []


ODD: tuple[Any, ...] = (
    *(None, 5, True, "", "default", [], {}, [["a"]], {"a": 1}, ["x", {"y": 1}], date(2004, 1, 1)),
    *(
        {"reading": "x"},
        {"reading": ["a"], "A": 1},
        {"source": {"a": 1}},
        {"value": 3, "source": {}},
    ),
)
ABOUT = "{id: A, kind: waiver, on: 2004-10-01, about: effectiveness}"


def places(data: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*where, key)
        yield from places(data[key], (*where, key))


@pytest.mark.parametrize("seed", range(4))
def test_an_odd_value_in_any_place_is_at_most_refused(seed: int) -> None:
    random = Random(seed)
    text = (SAMPLE / "terms.yaml").read_text(encoding="utf-8") if seed % 2 else BLANK
    for _ in range(25):
        source = parse(text, "terms.yaml")
        *within, last = random.choice(list(places(source.data)))
        part = source.data
        for key in within:
            part = part[key]
        part[last] = random.choice(ODD)
        check_terms(source)
        check_facts(parse(f"facts: [{ABOUT}]\n", "facts.yaml"), outline(source.data))
