"""The first line of an accrual answer where nothing is unpaid, or more was paid than accrued."""

from pathlib import Path

from tests.unit.cli.running import SAMPLE, Dealclock

NEVER = Path(SAMPLE) / "histories" / "never-effective.yaml"


def test_nothing_unpaid_is_not_payable(dealclock: Dealclock) -> None:
    ran = dealclock("ask", SAMPLE, "--facts", str(NEVER), "--as-of", "2004-10-29", "accrual")
    assert (
        "nothing unpaid as of Fri Oct 29, 2004; what accrues from now on is payable Tue Jan 18"
        in " ".join(ran.out.split())
    )


def test_an_overpayment_is_measured_against_its_own_payment(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    """$50,000.00 of $31,666.67 is $18,333.33 more; of the $35,416.67 in all it is $14,583.33."""
    over = tmp_path / "over.yaml"
    over.write_text(NEVER.read_text().replace('"31666.67"', '"50000"'))
    ran = dealclock("ask", SAMPLE, "--facts", str(over), "--as-of", "2005-01-24", "accrual")
    assert "$50,000.00 paid, $18,333.33 of it more than accrued for its payment" in " ".join(
        ran.out.split()
    )
