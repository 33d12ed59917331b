"""Every error is reported at once, and none that another one only causes."""

from pathlib import Path

import pytest

from tests.unit.documents.test_deal_files import change, folder, only, problems

__all__ = ["folder"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  trustee: {name", "  Trustee: {name"),
        ("- id: option", "- id: Option"),
        ("type: deadline", "type: deadlin"),
        ("type: protected period", "type: protected perod"),
        ("type: outage with cure", "type: outage"),
        ("type: day budget", "type: budget"),
        ("type: rate schedule", "type: rates"),
        ("type: payment", "type: paymnt"),
        ("type: notice", "type: notise"),
        ("opened_by: prospectus-unusable", "opened_by: unusable"),
        ("met_by: additional-interest-paid", "met_by: interest-paid"),
        ("met_by: additional-interest-paid", "met_by: prospectus-usable"),
        ("id: default-ii\n", "id: Default-ii\n"),
        ("id: default-iii\n", "id: default-i\n"),
        ("interest_payment_dates: [{month: 1,", "interest_payment_dates: [{month: 13,"),
        ("  closing-date:", "  Closing-date:"),
        ("provisions:\n", "provisons:\n"),
        ("id: infocrossing-2004", "id: Infocrossing"),
    ],
)
def test_one_error_in_the_terms_causes_no_other(folder: Path, old: str, new: str) -> None:
    line = change(folder / "terms.yaml", old, new)
    found = problems(folder)
    assert {Path(p.file).name for p in found} == {"terms.yaml"}
    if "provisons" not in new:  # which is one unknown key, and one that is missing
        assert only(found).line == line
