"""The first line of an accrual answer where nothing is unpaid, or more was paid than accrued."""

from pathlib import Path

from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.cli.running import SAMPLE, Dealclock

NEVER = Path(SAMPLE) / "histories" / "never-effective.yaml"


def test_nothing_unpaid_is_not_payable(dealclock: Dealclock) -> None:
    ran = dealclock("ask", SAMPLE, "--facts", str(NEVER), "--as-of", "2004-10-29", "accrual")
    assert shows(wording("command/ask", ran.said), "10-29", "$416.67", "01-18")


def test_an_overpayment_is_measured_against_its_own_payment(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    """$50,000.00 of $31,666.67 is $18,333.33 more; of the $35,416.67 in all it is $14,583.33."""
    over = tmp_path / "over.yaml"
    over.write_text(NEVER.read_text().replace('"31666.67"', '"50000"'))
    ran = dealclock("ask", SAMPLE, "--facts", str(over), "--as-of", "2005-01-24", "accrual")
    assert shows(wording("command/ask", " ".join(ran.out.split())), "$50,000.00", "$18,333.33")


def test_what_a_payment_without_an_amount_was_due_for_is_not_payable_later(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    """$31,666.67 was due January 18; only the $3,750.00 accrued since, 9 days, falls on July 15."""
    unstated = tmp_path / "unstated.yaml"
    unstated.write_text(NEVER.read_text().replace('    amount: "31666.67"\n', ""))
    ran = dealclock("ask", SAMPLE, "--facts", str(unstated), "--as-of", "2005-01-24", "accrual")
    assert shows(
        wording("command/ask", ran.said),
        "$35,416.67",
        "01-24",
        "F3",
        "$31,666.67",
        "01-18",
    )
