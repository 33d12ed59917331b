"""A Questionnaire volunteered before any request goes into the initial filing (2(b), 4(d))."""

from datetime import date

from tests.unit.engine.answering import returned
from tests.unit.engine.deals import filed, on

ALPHA = returned("2004-07-01", "alpha", id="A")
INSTANCE = "questionnaire-deadline/volunteered/A"


def test_its_holder_is_to_be_named_in_the_initial_filing_and_the_event_is_used() -> None:
    found = on("2004-07-05", ALPHA)
    (duty,) = [d for d in found.duties if d.instance == INSTANCE]
    assert (duty.owed_by, duty.standard) == ("company", "in the initial filing")
    assert (duty.opens, duty.done_on) == (date(2004, 7, 1), None)
    assert "alpha" in duty.action
    assert found.unused_facts == ()


def test_the_initial_filing_includes_it() -> None:
    found = on("2004-08-02", ALPHA, filed("2004-07-13"))
    (duty,) = [d for d in found.duties if d.instance == INSTANCE]
    assert duty.done_on == date(2004, 7, 13)
    assert found.unused_facts == ()
