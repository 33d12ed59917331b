"""A Section in the terms' own words, for the reader of a step based on it."""

import pytest

from local.workbench.panes.deal.clauses import paraphrase
from tests.unit.engine.deals import sample_terms

EFFECTIVENESS = (
    "Resale shelf effectiveness: Have the Shelf Registration Statement declared effective; "
    "record the date (within 120 days; after closing-date)"
)


@pytest.mark.parametrize(
    ("clause", "says"),
    [
        ("2(a)(ii)", EFFECTIVENESS),
        ("3(a)(ii)", "Lapsed, it becomes: Shelf Registration Statement not effective on time"),
        ("10(e)", "When a notice counts as given, by each method"),
    ],
)
def test_a_provision_a_default_and_a_section_next_to_them_are_one_line(
    clause: str, says: str
) -> None:
    assert paraphrase(sample_terms(), clause) == says


def test_a_section_of_several_provisions_describes_each() -> None:
    says = paraphrase(sample_terms(), "3(a)(iii)")
    assert says.startswith("Prospectus cure period: ")
    assert "Lapsed, it becomes: Prospectus not usable and not cured on time" in says


def test_of_a_clause_the_terms_do_not_tell_nothing_is_said() -> None:
    assert paraphrase(sample_terms(), "99(z)") == ""
