"""The commands over an agreement that has no Notes and accrues nothing."""

import json

from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.cli.running import Dealclock

LETTER = "agreements/camden-letter-2002"
VESTING = ("--facts", "histories/vesting.yaml", "--as-of", "2004-08-01")


def test_the_assessment_as_json_holds_each_number_with_its_trace(dealclock: Dealclock) -> None:
    found = json.loads(dealclock("assess", LETTER, *VESTING, "--json").out)
    (first, second) = found["true_ups"][0]["exercises"][0]["owed"]
    assert (first["shares"], first["outstanding"]) == (18_000, 0)
    assert (second["shares"], second["shares_exact"], second["outstanding"]) == (
        27_000,
        "27000",
        27_000,
    )
    assert second["readings"] == ["true-up-cutoff", "true-up-deduction"]
    assert values(wording("command/assess", second["trace"][-1]["says"])) == [
        "1,045,000",
        "1,018,000",
        "27,000",
    ]
    assert found["accrual"]["total"] == "0.00"
