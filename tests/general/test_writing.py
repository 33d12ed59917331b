"""Terms written in the general form load again as what their spellings stand for."""

import pytest

from dealclock.engine.checked_files import check_terms
from dealclock.files.source import parse
from dealclock.store.content import content
from dealclock.terms.terms import Terms
from tests.general.writing import text_of
from tests.unit.engine.deals import letter_terms, sample_terms


def again(terms: Terms) -> Terms:
    read, problems = check_terms(parse(text_of(terms), "general.yaml"))
    assert read is not None, problems
    assert problems == []
    return read


@pytest.mark.parametrize("terms", [sample_terms(), letter_terms()], ids=["notes", "letter"])
def test_the_general_form_loads_again_equal(terms: Terms) -> None:
    read = again(terms)
    assert [r.model_dump(exclude={"type"}) for r in read.general] == [
        r.model_dump(exclude={"type"}) for r in terms.general
    ]
    assert text_of(read) == text_of(terms)
    rest = {"provisions"}
    assert read.model_dump(exclude=rest) == terms.model_dump(exclude=rest)


def test_no_expanded_spelling_is_left() -> None:
    types = {rule.type for rule in again(sample_terms()).provisions}
    assert types >= {"obligation", "stream", "payments"}
    spelled = {"deadline", "duty", "notice", "lead time", "condition", "undated duty"}
    assert not types & {*spelled, "rate schedule", "payment"}


def test_choices_in_another_order_are_the_same_value() -> None:
    """Stored keys are sorted; NTH-DAY stands before CLEAR-DAYS in the spelling."""
    terms = again(sample_terms())
    assert Terms.model_validate_json(content(terms).text) == terms


AMENDED = """
amendments:
  - id: first
    title: First Amendment
    effective: 2004-12-01
    known: 2004-12-01
    changes: {provisions: {additional-interest: {at once: 0.50}}}
"""


def test_an_amendment_of_a_stream_is_refused() -> None:
    source = parse(text_of(sample_terms()) + AMENDED, "general.yaml")
    (problem,) = check_terms(source)[1]
    assert "an accrual cannot be amended" in problem.allowed
