"""How the Effectiveness Period ends (2(a)(iii)): anniversary, sales, or retirement."""

import pytest

from dealclock.terms.rules.suspensions import ProtectedPeriod
from tests.unit.engine.deals import effective, filed, on, sample_terms

SHELF = (filed("2004-07-13"), effective("2004-10-20"))


@pytest.mark.parametrize(
    ("years", "which"),
    [(1, "first"), (2, "second"), (9, "ninth"), (10, "10th"), (11, "11th"), (21, "21st")],
)
def test_the_anniversary_that_ends_it_is_named(years: int, which: str) -> None:
    terms = sample_terms()
    rules = [
        r.model_copy(update={"ends_on_anniversary": years}) if isinstance(r, ProtectedPeriod) else r
        for r in terms.provisions
    ]
    longer = terms.model_copy(update={"provisions": tuple(rules)})
    found = on("2005-01-01", *SHELF, terms=longer).window("effectiveness-period")
    assert found is not None
    assert any(f"on the {which} anniversary" in step.text for step in found.why.steps)
