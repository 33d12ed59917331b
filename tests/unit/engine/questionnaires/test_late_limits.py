"""One filing that names late Holders in a fiscal quarter or half, and what counts as one (2(b))."""

import pytest

from dealclock.terms.rules.duties import OneIn
from tests.unit.engine.deals import effective
from tests.unit.engine.questionnaires.naming import (
    ASKED,
    EFFECTIVE,
    amended,
    before_effectiveness,
    late,
    owed,
)


def test_the_filing_that_uses_up_the_quarter_is_named() -> None:
    facts = (*ASKED, before_effectiveness("2004-08-02", id="N"), late("2004-08-16"))
    found = owed("2004-08-20", *facts)
    assert found is not None
    assert found.notes == ("N is the one filing of its fiscal quarter",)
    assert "N" in found.why.facts


def test_six_months_from_effectiveness_continue_into_later_years() -> None:
    """From April 20 to October 20, 2005; the filing of November 2004 was of those before."""
    before = (*EFFECTIVE, amended("2004-11-01", id="BEFORE"))
    facts = (*before, amended("2005-06-01", id="WITHIN"), late("2005-07-11"))
    found = owed("2005-07-12", *facts, semi_annual_period="FROM-EFFECTIVENESS")
    assert found is not None
    assert found.due.isoformat() == "2005-10-20"
    assert {"BEFORE", "WITHIN"} & set(found.why.facts) == {"WITHIN"}


def test_effectiveness_while_a_filing_is_deferred_is_pointed_out() -> None:
    facts = (*ASKED, before_effectiveness("2004-08-02"), late("2004-08-16"))
    found = owed("2004-09-20", *facts, effective("2004-09-15", id="EFF"))
    assert found is not None
    assert found.notes[1].startswith("EFF came before that day")


def test_a_limit_must_count_the_filing_it_limits() -> None:
    with pytest.raises(ValueError, match="give a filing that is listed in counts or by_purpose"):
        OneIn.model_validate(
            {
                "clause": "9",
                "filing": "holders-named-by-supplement",
                "period": "fiscal quarter",
                "counts": ["holders-named-by-amendment"],
            }
        )
