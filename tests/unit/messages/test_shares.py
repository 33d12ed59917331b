"""Terms of a deal of shares are stored as they are."""

from dealclock.store.content import content
from dealclock.terms.timeline import StatedFigure
from tests.unit.engine.deals import letter_terms, sample_terms


def test_terms_with_a_timeline_are_kept_as_they_are() -> None:
    # Raises for a model that does not read back the same.
    assert content(letter_terms()).text != content(sample_terms()).text
    check = StatedFigure.model_validate({"says": "it", "sum": ["97.7", "-9.30"], "stated": "61.2"})
    assert (
        content(check).text == '{"divide":null,"says":"it","stated":"61.2","sum":["97.7","-9.30"]}'
    )
