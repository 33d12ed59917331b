"""Extensions recorded by an earlier version about something that is no Suspension Period.

The others that extend nothing are in `tests/cases/suspension_rules.yaml`.
"""

import pytest

from tests.unit.engine.deals import effective, fact, filed, given, on, resumed, suspended


@pytest.mark.parametrize("about", ["suspension/F9", "END", "default-iv-a/SUS"])
def test_an_extension_of_no_suspension_period_is_listed_with_the_reason(about: str) -> None:
    shelf = filed("2004-07-13"), effective("2004-10-20")
    period = suspended("2004-11-01", id="SUS"), resumed("2004-11-20", id="END")
    more = [given("holders", "hand", "2004-11-10")]
    extended = fact("suspension-extended", "2004-11-10", given=more, id="EXT", about=about)
    assert on("2004-12-01", *shelf, *period, extended).unused_because["EXT"] == (
        f"{about} is not a Suspension Period; record it about suspension/ and the id of the "
        "suspension-notice it extends"
    )
