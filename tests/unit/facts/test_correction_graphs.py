"""Corrections of every shape: refused with their line, or read, in time linear in the file."""

import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.errors import InvalidError
from dealclock.facts.corrections import Families
from dealclock.facts.cross_checks import list_fact_problems
from dealclock.facts.fact import MOST_CORRECTIONS, FactsFile, list_faults, read_facts
from dealclock.facts.log import FactLog
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import parse
from tests.suite import examples
from tests.unit.engine.deals import sample_terms

EVENT, RETRACTION = "prospectus-unusable", "retraction"
Drawn = tuple[str, str | None, str]


def _file(facts: list[Drawn]) -> str:
    lines = (
        f"  - {{id: {name}, kind: {kind}, on: 2004-08-01{_corrects(other)}}}\n"
        for name, other, kind in facts
    )
    return "facts:\n" + "".join(lines)


def _corrects(other: str | None) -> str:
    return "" if other is None else f", corrects: {other}"


def _outcome(facts: list[Drawn]) -> FactsFile | list[tuple[int, str]]:
    """The facts as read, or the line and the field of each problem."""
    try:
        return read_facts(parse(_file(facts), "facts.yaml"))
    except InvalidError as refused:
        return [(p.line, p.where.rpartition(".")[2]) for p in refused.problems]


@pytest.mark.parametrize(
    ("facts", "lines"),
    [
        pytest.param([("F1", "F1", EVENT)], [2], id="itself"),
        pytest.param([("F2", "F2", EVENT), ("F3", "F2", EVENT)], [2], id="itself-corrected-again"),
        pytest.param([("F2", "F3", EVENT), ("F3", "F2", EVENT)], [2], id="each-other"),
        pytest.param(
            [("F1", "F2", EVENT), ("F2", "F3", EVENT), ("F3", "F1", EVENT), ("F4", "F2", EVENT)],
            [2, 3],
            id="a-circle-of-three-and-one-more",
        ),
        pytest.param([("F1", "F2", EVENT), ("F2", None, EVENT)], [2], id="one-recorded-later"),
        pytest.param([("F1", "F9", EVENT), ("F2", "F1", EVENT)], [2], id="one-never-recorded"),
        pytest.param(
            [("F1", None, EVENT), ("F2", "F1", EVENT), ("F3", "F1", EVENT)],
            [4],
            id="two-corrections-of-one",
        ),
        pytest.param(
            [("F2", "F2", RETRACTION), ("F3", "F2", RETRACTION)], [2], id="its-own-retraction"
        ),
        pytest.param(
            [("F1", None, EVENT), ("F2", "F1", EVENT), ("F1", "F2", EVENT), ("F3", "F2", EVENT)],
            [4],
            id="an-id-given-twice-that-closes-a-circle",
        ),
    ],
)
def test_a_correction_that_cannot_be_is_refused_at_its_line(
    facts: list[Drawn], lines: list[int]
) -> None:
    found = _outcome(facts)
    assert isinstance(found, list)
    assert [line for line, _ in found] == lines


def test_one_event_takes_a_hundred_corrections_and_can_still_be_retracted() -> None:
    first: list[Drawn] = [("F1", None, EVENT)]
    chain = [(f"F{n}", f"F{n - 1}", EVENT) for n in range(2, MOST_CORRECTIONS + 2)]
    assert isinstance(_outcome([*first, *chain]), FactsFile)
    once_more: Drawn = ("G1", chain[-1][0], EVENT)
    assert _outcome([*first, *chain, once_more]) == [(MOST_CORRECTIONS + 3, "corrects")]
    assert isinstance(_outcome([*first, *chain, ("G1", "F1", RETRACTION)]), FactsFile)


_ids = st.integers(1, 12).map("F{}".format)
_graphs = st.lists(
    st.tuples(_ids, st.none() | _ids, st.sampled_from([EVENT, EVENT, RETRACTION])),
    min_size=1,
    max_size=12,
)


@examples(150)
@given(_graphs)
def test_any_references_are_read_or_refused_and_never_hang(facts: list[Drawn]) -> None:
    """What is read names earlier events only; the log of any of it can be asked."""
    found = _outcome(facts)
    if isinstance(found, list):
        assert found
        assert all(2 <= line <= len(facts) + 1 for line, _ in found)
        return
    before: Families[Any] = Families()
    for fact in found.facts:
        assert list(list_faults(fact, before)) == []
        before.add(fact)
    assert len(FactLog(found.facts, "America/New_York").facts) == len(facts)


def _chain(n: int, kind: str) -> list[Drawn]:
    return [("F1", None, EVENT), *((f"F{i}", f"F{i - 1}", kind) for i in range(2, n + 1))]


def _star(n: int) -> list[Drawn]:
    return [("F1", None, EVENT), *((f"F{i}", "F1", EVENT) for i in range(2, n + 1))]


def _forward(n: int) -> list[Drawn]:
    return [(f"F{i}", f"F{i + 1}", EVENT) for i in range(1, n + 1)]


def _families(n: int) -> list[Drawn]:
    """Many events, each corrected twenty times."""
    return [(f"F{i}", None if i % 20 == 0 else f"F{i - 1}", EVENT) for i in range(n)]


def _lines_run(facts: list[Drawn]) -> int:
    """The lines of our code that run while the corrections are read and put in a log."""
    source = parse(_file(facts), "facts.yaml")
    run = 0

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal run
        if "/dealclock/facts/" not in frame.f_code.co_filename:
            return None
        run += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        file = read_facts(source)
        FactLog(file.facts, "America/New_York")
    except InvalidError:
        pass
    finally:
        sys.settrace(before)
    return run


@pytest.mark.full
@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(lambda n: _chain(n, EVENT), id="a-chain-of-corrections"),
        pytest.param(lambda n: _chain(n, RETRACTION), id="a-chain-of-retractions"),
        pytest.param(_star, id="many-corrections-of-one"),
        pytest.param(_forward, id="each-names-the-next"),
        pytest.param(_families, id="many-events-corrected-often"),
    ],
)
def test_twice_the_corrections_cost_twice_the_work(shape: Any) -> None:
    """Counted in lines of code, not by a clock; a hundred corrections of one event is the most."""
    few, many = _lines_run(shape(400)), _lines_run(shape(800))
    assert many <= 2.2 * few


@pytest.mark.full
@pytest.mark.parametrize("kind", [EVENT, RETRACTION])
def test_five_thousand_in_a_chain_end_in_a_refusal(kind: str) -> None:
    found = _outcome(_chain(5_000, kind))
    assert isinstance(found, list)
    assert found[0] == (MOST_CORRECTIONS + 3, "corrects")


def test_a_thousand_events_about_what_does_not_exist_are_each_refused_in_a_line() -> None:
    """Each problem listed every possible name and was compared with each: 20 MB and a minute."""
    count = 1_000
    outages = "".join(f"  - {{id: U{n}, kind: {EVENT}, on: 2004-08-01}}\n" for n in range(count))
    about = "".join(
        f"  - {{id: T{n}, kind: default-confirmed, on: 2004-11-01, about: default-iii/X{n}}}\n"
        for n in range(count)
    )
    terms = outline(sample_terms().model_dump())
    found = list(list_fact_problems(parse(f"facts:\n{outages}{about}", "facts.yaml"), terms))
    assert len(found) == count
    assert max(len(str(each)) for each in found) < 600
