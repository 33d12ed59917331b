"""The window for mailing the Questionnaire: 20 to 40 Business Days before the intended day (2(b)).

October 28, 2004 is a Thursday. Counting back, Columbus Day (October 11) and Labor Day (September
6) are closed: the 20th Business Day before it is September 29, the 40th August 31.
"""

import pytest

from dealclock.terms.rules.duties import WindowBefore


def _plain(*, at_most: int, at_least: int) -> WindowBefore:
    return WindowBefore.model_validate(
        {
            "id": "plain",
            "type": "window before",
            "clause": "9",
            "title": "Plain",
            "owed_by": "company",
            "action": "Send it.",
            "before_intended": "effectiveness-intended",
            "at_most": {"count": at_most, "unit": "days"},
            "at_least": {"count": at_least, "unit": "days"},
            "met_by": "questionnaire-mailed",
        }
    )


def test_an_agreement_cannot_require_a_window_that_ends_before_it_begins() -> None:
    with pytest.raises(ValueError, match="at_most no shorter than"):
        _plain(at_most=10, at_least=30)
