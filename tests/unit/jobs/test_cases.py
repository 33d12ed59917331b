"""Worked cases from files: how they are read, merged, run and compared with their answers."""

from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from dealclock.errors import ConflictError
from dealclock.files.patch import merge
from dealclock.jobs.operate.cases.comparison import compare_answer, mismatches, read_questions
from tests.golden.values import shows, values
from tests.golden.wording import wording

AGREEMENTS = Path("agreements")


def said(folder: Path, text: str) -> list[str]:
    """Each question of a case file with what is wrong with its answer."""
    (folder / "some.yaml").write_text(dedent(text), encoding="utf-8")
    questions = read_questions(folder, AGREEMENTS)
    return [": ".join([each.name, *map(str, compare_answer(each))]) for each in questions]


@pytest.mark.parametrize(
    ("base", "change", "comes_to"),
    [
        ({"a": 1, "b": {"c": 2}}, {"b": {"d": 3}}, {"a": 1, "b": {"c": 2, "d": 3}}),
        ({"a": 1, "b": 2}, {"b": None}, {"a": 1}),
        ([{"id": "x", "n": 1}], {"x": {"n": 2}}, [{"id": "x", "n": 2}]),
        ([{"id": "x"}], {"y": {"n": 2}}, [{"id": "x"}, {"id": "y", "n": 2}]),
        ([{"id": "x"}, {"id": "y"}], {"x": None}, [{"id": "y"}]),
        ([{"id": "x", "n": 1}], [{"id": "x", "m": 2}], [{"id": "x", "n": 1, "m": 2}]),
        ([1, 2], [3], [3]),
        (None, {"a": {"b": None}}, {"a": {}}),
    ],
)
def test_a_change_is_merged_by_key_and_records_by_id(base: Any, change: Any, comes_to: Any) -> None:
    assert merge(base, change) == comes_to


def test_a_list_without_ids_is_not_merged_by_guessing() -> None:
    with pytest.raises(ConflictError, match="give the whole list"):
        merge([{"month": 1, "day": 15}], {"x": {"day": 16}})


def wrong(expected: Any, answered: Any) -> list[str]:
    """What is wrong with an answer, in words."""
    return [str(each) for each in mismatches(expected, answered)]


def test_an_answer_may_hold_more_than_expected_but_nothing_different() -> None:
    assert wrong({"a": 1}, {"a": 1, "b": 2}) == []
    assert values(wording("command/worked-cases", wrong({"a": 1, "b": 2}, {"a": 1}))) == ["2"]
    assert wrong({"a": None}, {}) == wrong({"a": None}, {"a": None}) == []
    assert values(wording("command/worked-cases", wrong({"a": None}, {"a": 1}), "second")) == ["1"]
    assert values(wording("command/worked-cases", wrong({"a": True}, {"a": 1}), "third")) == ["1"]


def test_records_are_named_by_instance_and_lists_compared_item_by_item() -> None:
    answered = {"rows": [{"instance": "x/1", "id": "x"}, {"instance": "x/2", "id": "x"}]}
    assert wrong({"rows": {"x/2": {"id": "x"}, "x/3": None}}, answered) == []
    assert values(
        wording("command/worked-cases", wrong({"rows": {"x": {"id": "x"}}}, answered))
    ) == ["2"]
    assert values(
        wording(
            "command/worked-cases", wrong({"rows": [{"id": "x"}, {"id": "y"}]}, answered), "second"
        )
    ) == ["1"]
    (result,) = wrong({"rows": [{"id": "x"}]}, answered)
    assert shows(wording("command/worked-cases", result, "third"), "1")


def cases(folder: Path, more: str) -> list[str]:
    """Each question of one case, with more keys, and what is wrong with its answer."""
    own = "cases:\n- id: X\n  clause: 2(a)\n  says: it\n  agreement: infocrossing-2004\n"
    return said(folder, own + "  as_of: 2004-11-20\n" + indent(dedent(more), "  "))
