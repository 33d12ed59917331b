"""The Questionnaire Deadline, the day the form prints, and additional information (2(b), 4(d))."""

import pytest

from dealclock.terms.rules.duties import Request

_RULE = {
    "id": "ask",
    "type": "request",
    "clause": "9",
    "title": "Ask",
    "owed_by": "holder",
    "action": "Answer.",
    "opened_by": "information-requested",
    "within": {"count": 5, "unit": "days"},
    "met_by": "information-provided",
}
_FORM = {"clause": "A", "within": {"count": 5, "unit": "days"}, "delivered_to": ["trustee"]}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"counts_from": "date"}, "give `to` with counts_from: date"),
        ({"counts_from": "receipt", "to": ["holders"]}, "give `to` with counts_from: date"),
        ({"counts_from": "receipt", "printed": _FORM}, "give counts_from: date with"),
    ],
)
def test_a_request_must_name_its_addressee_exactly_when_its_date_counts(
    more: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Request.model_validate({**_RULE, **more})
