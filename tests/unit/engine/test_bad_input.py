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
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import parse
from dealclock.terms.references import names_in, problems_with_names
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import SAMPLE

BLANK = (SAMPLE.parents[1] / "tests/cases/clauses/blank/terms.yaml").read_text(encoding="utf-8")
NAMED = "clause: '1', title: T, owed_by: borrower, action: Act."


def obligation(name: str, more: str) -> str:
    return f"  - {{id: {name}, type: obligation, {NAMED}, satisfied by: report-filed, {more}}}\n"


def seconds(text: str, *, wrong: bool) -> float:
    source = parse(BLANK + text, "terms.yaml")
    start = time.process_time()
    terms, problems = check_terms(source)
    assert outline(source.data).whole is not wrong
    spent = time.process_time() - start
    assert (problems == []) is not wrong
    assert terms is not None
    return spent


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.full
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
