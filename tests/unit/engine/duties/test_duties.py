"""Duties opened by events: advice to Holders (4(b)(iii)), conditions, lead times, undated ones."""

from datetime import date

from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.terms.rules.rule import Period
from tests.unit.engine.deals import effective, fact, filed, log, sample_terms

SHELF = (filed("2004-07-13", id="FILED"), effective("2004-10-20", id="EFF"))


def test_an_undated_duty_has_no_due_date_and_shows_the_teams_target_separately() -> None:
    known = log(*SHELF, fact("prospectus-unusable", "2004-11-08", id="OUT"))
    targets = {"correcting-filing": Period(count=2, unit="business days")}
    found = assess(Look(sample_terms(), known, date(2004, 11, 20), targets=targets))
    duty = next(d for d in found.duties if d.id == "correcting-filing")
    assert (duty.instance, duty.opens) == ("correcting-filing/OUT", date(2004, 11, 8))
    assert duty.target == date(2004, 11, 10)
    assert "team target, not contractual" in duty.why.steps[-1].text
    assert found.obligation("correcting-filing/OUT") is None
    bare = assess(Look(sample_terms(), known, date(2004, 11, 20)))
    assert next(d for d in bare.duties if d.id == "correcting-filing").target is None
