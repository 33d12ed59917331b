"""docs/readings.md documents exactly the engine's readings, in the engine's own words."""

from datetime import date

import pytest

from dealclock.terms.readings import ALL, Reading
from dealclock.terms.versions import versions
from tests.docs.pages import page, sections
from tests.unit.engine.deals import amended, letter_terms, sample_terms

RATES = {"additional-interest": {"by_age": [{"from_day": 1, "rate": 0.50}]}}
(*_, _LAST) = versions(
    amended({"on": date(2005, 1, 3), "to": RATES}), date(2005, 1, 3), date(2005, 1, 3)
)
_AMENDED = _LAST.terms


def _clauses(reading: Reading) -> str:
    """Where the reading is asked, in the first sample that asks it."""
    asking = (terms.clauses_of(reading) for terms in (sample_terms(), letter_terms(), _AMENDED))
    return next((clauses for clauses in asking if clauses), "")


@pytest.mark.parametrize("reading", ALL.values(), ids=list(ALL))
def test_every_reading_is_documented_with_section_question_choices_default_and_why(
    reading: Reading,
) -> None:
    text = sections(page("readings.md"), 2)[reading.id]
    assert f"**Section** {_clauses(reading)}. **Question** {reading.question}\n" in text
    first, *others = reading.choices
    rows = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| `")]
    assert rows == [f"| `{first}` (default)", *(f"| `{other}`" for other in others)]
    why = text.partition("**Why** ")[2]
    assert len(why) > 80


def test_no_unknown_reading_is_documented() -> None:
    assert list(sections(page("readings.md"), 2)) == list(ALL)
