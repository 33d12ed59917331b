"""Worked cases from files: how they are read, merged, run and compared with their answers."""

from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from dealclock.errors import ConflictError, InvalidError
from dealclock.files.patch import merge
from dealclock.jobs.operate.cases.comparison import compare_answer, mismatches, read_questions
from tests.golden.values import shows, values
from tests.golden.wording import wording

AGREEMENTS = Path("agreements")
ONE = """\
cases:
  - id: EF-01
    clause: 2(a)(ii)
    says: The Effectiveness Target Date.
    agreement: infocrossing-2004
    as_of: 2004-07-01
    expected: {obligations: {effectiveness: {due: 2004-10-28}}}
"""


def said(folder: Path, text: str) -> list[str]:
    """Each question of a case file with what is wrong with its answer."""
    (folder / "some.yaml").write_text(dedent(text), encoding="utf-8")
    questions = read_questions(folder, AGREEMENTS)
    return [": ".join([each.name, *map(str, compare_answer(each))]) for each in questions]


def refused(folder: Path, text: str) -> str:
    """Why the cases of a file cannot be asked."""
    with pytest.raises(InvalidError) as caught:
        said(folder, text)
    return str(caught.value)


def test_a_case_answered_as_expected_passes(tmp_path: Path) -> None:
    assert said(tmp_path, ONE) == ["EF-01"]


def test_a_failing_case_shows_the_expected_and_the_actual_answer(tmp_path: Path) -> None:
    wrong = "obligations.effectiveness.due: expected 2004-10-29, answered 2004-10-28"
    assert said(tmp_path, ONE.replace("10-28", "10-29")) == [f"EF-01: {wrong}"]


def test_each_change_is_run_alone(tmp_path: Path) -> None:
    more = """\
    facts: [{id: DONE, kind: registration-statement-effective, on: 2004-11-01}]
    also:
      - as_of: 2004-11-02
        expected: {defaults: {default-ii: {cured_on: 2004-11-01}}}
      - as_of: 2004-11-02
        readings: {default-occurs: NEXT-DAY}
        expected: {defaults: {default-ii: {occurred_on: 2004-10-29}}}
      - as_of: 2004-11-02
        terms: {provisions: {effectiveness: {within: {count: 125}}}}
        expected: {defaults: {default-ii: null}, obligations: {effectiveness: {due: 2004-11-02}}}
      - as_of: 2004-11-02
        facts: [{id: DONE, on: 2004-11-02}]
        expected: {defaults: {default-ii: {cured_on: 2004-11-02}}}
      - as_of: 2004-11-02
        without: [DONE]
        expected: {defaults: {default-ii: {cured_on: null}}}
    """
    names = ["EF-01", *(f"EF-01 also {n}" for n in range(1, 6))]
    assert said(tmp_path, ONE + dedent(more).replace("\n", "\n    ").join(["    ", ""])) == names


def test_a_refusal_can_be_the_expected_answer(tmp_path: Path) -> None:
    asked = ONE.replace("expected: {obligations: {effectiveness: {due: 2004-10-28}}}", "{}")
    nothing = "question: explain\n    ask: {instance: nonsense}\n    refused: no 'nonsense'"
    assert values(
        wording(
            "command/worked-cases",
            said(tmp_path, asked.replace("{}", nothing.replace("no 'n", "there is no 'n"))),
        )
    ) == ["01"]
    instead = nothing.replace("no 'nonsense'", "too late")
    wording("command/worked-cases", said(tmp_path, asked.replace("{}", instead))[0], "second")
    unexpected = nothing.replace("refused: no 'nonsense'", "expected: {of: obligation}")
    wording("command/worked-cases", said(tmp_path, asked.replace("{}", unexpected))[0], "third")


@pytest.mark.parametrize(
    ("given", "instead", "why"),
    [
        ("infocrossing-2004", "infocrosing-2004", "Did you mean 'infocrossing-2004'?"),
        ("expected:", "answers:", "allowed here: agreement, also, as_of"),
        ("as_of: 2004-07-01", "as_of: 2004-07-32", "give a date that exists"),
        ("as_of:", "question: asses\n    as_of:", "Did you mean 'assess'?"),
        ("as_of:", "readings: {default-occurs: EVER}\n    as_of:", "allowed for default-occurs"),
        ("as_of:", "ask: {all-reading: true}\n    as_of:", "Did you mean 'all-readings'?"),
        ("as_of:", "ask: {all-readings: 3}\n    as_of:", "give true or false"),
        (
            "as_of:",
            "facts: [{id: A, kind: filed, on: 2004-07-01}]\n    as_of:",
            "no such kind of event",
        ),
        ("as_of:", "terms: {provisions: {effectiveness: {owed_by: nobody}}}\n    as_of:", "party"),
        ("as_of:", "refused: never\n    as_of:", "give either expected"),
        ("{obligations: {effectiveness: {due: 2004-10-28}}}", "{}", "which every answer matches"),
    ],
)
def test_a_case_that_cannot_be_run_is_refused_with_the_reason(
    tmp_path: Path, given: str, instead: str, why: str
) -> None:
    message = refused(tmp_path, ONE.replace(given, instead))
    assert why in message
    assert "some.yaml" in message


def test_all_cases_that_cannot_be_run_are_reported_at_once(tmp_path: Path) -> None:
    second = ONE.removeprefix("cases:\n").replace("EF-01", "EF-02")
    both = (ONE + second).replace("infocrossing", "crossing")
    message = refused(tmp_path, both)
    assert "EF-01" in message
    assert "EF-02" in message


def test_a_duplicate_id_is_refused(tmp_path: Path) -> None:
    assert "its own id" in refused(tmp_path, ONE + ONE.removeprefix("cases:\n"))


def test_a_folder_without_cases_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="a folder without any"):
        read_questions(tmp_path, AGREEMENTS)
    with pytest.raises(InvalidError, match="no folder"):
        read_questions(tmp_path / "none", AGREEMENTS)


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


FILED = "{id: F1, kind: registration-statement-filed, on: 2004-07-13}"


@pytest.mark.parametrize(
    "more",
    [
        # A reading set to null is the default's again.
        """\
          readings: {default-occurs: NEXT-DAY}
          expected: {defaults: {default-ii: {occurred_on: 2004-10-29}}}
          also:
            - readings: {default-occurs: null}
              expected: {defaults: {default-ii: {occurred_on: 2004-10-28}}}
        """,
        # Facts by a mapping of ids: one taken away, one merged.
        f"""\
          facts: [{FILED}]
          expected: {{facts_as_of: 2004-07-13}}
          also:
            - facts: {{F1: null}}
              expected: {{facts_as_of: null}}
            - facts: {{F1: {{on: 2004-07-14}}}}
              expected: {{facts_as_of: 2004-07-14}}
        """,
        # Another question is not asked with the details of the first, and those it has too stay.
        """\
          question: suspension
          ask: {days: 3, start: 2004-12-01}
          expected: {days: 3}
          also:
            - question: explain
              ask: {instance: effectiveness}
              expected: {instance: effectiveness}
            - ask: {days: null}
              expected: {days: null, start: 2004-12-01}
        """,
        # A detail is the same under either spelling.
        """\
          ask: {all-readings: true}
          expected: {as_of: 2004-11-20}
          also:
            - ask: {all_readings: null}
              expected: {ranges: []}
        """,
        # What may be left out may be set to null.
        """\
          question: explain
          ask: {instance: effectiveness}
          known_at: 2004-11-21
          expected: {instance: effectiveness}
          also:
            - question: null
              known_at: null
              expected: {obligations: {shelf-filing: {met_on: null}}}
        """,
        # Names that could be there, and are not: of these terms, of what was taken away, of facts.
        f"""\
          facts: [{FILED}]
          terms: {{provisions: {{cusip-numbers: null}}}}
          expected:
            obligations: {{cusip-numbers: null, trustee-notice/default-i: null}}
            defaults: {{default-i: null, default-iii/F1-excess: null}}
          also:
            - {{without: [F1], expected: {{obligations: {{shelf-review/F1: null}}}}}}
        """,
    ],
)
def test_the_format_is_the_one_on_its_page(tmp_path: Path, more: str) -> None:
    assert [each for each in cases(tmp_path, more) if ": " in each] == []


@pytest.mark.parametrize(
    ("expected", "why"),
    [
        ("{defaults: {default-iix: null}}", "'default-iix' is not a possible name. Did you mean"),
        ("{defaults: {default-iii/F7: null}}", "'F7' is not a possible name"),
        # A provision is not what a default goes by.
        ("{defaults: {effectiveness: null}}", "'effectiveness' is not a possible name"),
        ("{obligations: {trustee-notic/default-ii: null}}", "'trustee-notic' is not a possible"),
        ("{defualts: {default-i: null}}", "no key 'defualts'. Did you mean 'defaults'?"),
        ("{defaults: {default-ii: {curedon: null}}}", "no key 'curedon', but 'cured_on'"),
    ],
)
def test_a_mistyped_name_does_not_count_as_absent(tmp_path: Path, expected: str, why: str) -> None:
    # A null fits every answer that has no such name: the case would pass with any result.
    (wrong,) = cases(tmp_path, f"  expected: {expected}\n")
    assert why in wrong


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("without: [F2]", "there is no fact 'F2' to remove; the case has F1."),
        ("facts: {F2: null}", "there is no fact 'F2' to remove; the case has F1."),
        ("readings: {default-ocurs: null}", "Did you mean 'default-occurs'?"),
        ("terms: {provisions: {efectiveness: null}}", "Did you mean 'effectiveness'?"),
        ("terms: {channels: {edgr: null}}", "Did you mean 'edgar'?"),
        ("terms: {provisions: {effectiveness: {on_laps: null}}}", "Did you mean 'on_lapse'?"),
        ("as_of: null", "give the as_of it changes to, or leave it out"),
    ],
)
def test_a_missing_record_cannot_be_removed(tmp_path: Path, change: str, why: str) -> None:
    more = f"""\
      facts: [{FILED}]
      readings: {{default-occurs: NEXT-DAY}}
      expected: {{as_of: 2004-11-20}}
      also:
        - {{{change}, expected: {{as_of: 2004-11-20}}}}
    """
    with pytest.raises(InvalidError) as caught:
        cases(tmp_path, more)
    assert why in str(caught.value)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize(
    "more",
    [
        "  expcted: {as_of: 2004-11-20}\n",
        "  expected: [1]\n",
        """\
          facts: [{id: F1, kind: filed, on: 2004-07-13}]
          expected: {as_of: 2004-11-20}
          also: [{as_of: 2004-11-21, expected: {as_of: 2004-11-21}}]
        """,
    ],
)
def test_one_mistake_is_reported_once(tmp_path: Path, more: str) -> None:
    # No list that is too short because an item of it was refused, and no mistake of the case again
    # for each of its changes.
    with pytest.raises(InvalidError) as caught:
        cases(tmp_path, more)
    assert len(caught.value.problems) == 1, str(caught.value)
