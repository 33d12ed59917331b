"""The stop of sales on a Suspension Notice (4(c)), in addition to the worked cases."""

from dealclock.engine.conclusions import UndatedDuty
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import effective, fact, filed, given, on

SHELF = (filed("2004-07-13", id="FILED"), effective("2004-10-20", id="EFF"))


def stops(as_of: str, *facts: Fact, **readings: str) -> list[UndatedDuty]:
    """The stops as of a day."""
    found = on(as_of, *SHELF, *facts, readings=readings).duties
    return [d for d in found if d.id == "holder-stop"]


def test_a_notice_by_an_invalid_method_stops_nothing() -> None:
    mail = fact("suspension-notice", "2004-11-01", given=[given("holders", "e-mail", "2004-11-01")])
    assert stops("2004-12-01", mail) == []
