"""The last practicable time for what is due, by its channel, next to its due date."""

from datetime import date

import pytest

from dealclock.engine.conclusions import Obligation
from dealclock.terms.indenture import FundsBy
from dealclock.terms.rules.rule import Period
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import closed_on, filed, on, sample_terms


def test_when_edgar_is_closed_the_last_moment_is_before_the_due_date_which_stays() -> None:
    """Fifteen days after December 9, 2004 is Friday the 24th: a Business Day, no day of EDGAR's."""
    terms = closed_on(date(2004, 12, 9))
    owed = on("2004-12-10", terms=terms).obligation("shelf-filing")
    assert owed is not None
    assert owed.act_by is not None
    assert (owed.due, owed.act_by.isoformat()) == (date(2004, 12, 24), "2004-12-23T17:30:00-05:00")
    assert "Fri, Dec 24, 2004 (Christmas Day)" in owed.act_by_trace[1].text
    assert owed.act_by_trace[1].text.startswith("EDGAR is not open on")
    assert owed.act_by_trace[2].text.startswith("until 17:30 in New York, by EDGAR (")


ONE = Period(count=1, unit="business days")


def _with_steps(funds_by: str) -> Terms:
    steps = {
        "officers_certificate": Period(count=2, unit="business days"),
        "funds_by": FundsBy(time=funds_by, lead=ONE),
        "confirmed_within": ONE,
    }
    indenture = sample_terms().indenture_sheet.model_copy(update=steps)
    return sample_terms().model_copy(update={"indenture": indenture})


def _step(name: str, terms: Terms) -> Obligation:
    found = on("2005-01-10", filed("2004-07-13"), terms=terms)
    step = found.obligation(f"payment-{name}/2005-01-15")
    assert step is not None
    return step


@pytest.mark.parametrize(
    ("funds_by", "act_by", "last"),
    [
        ("10:00", "2005-01-14T10:00:00-05:00", "the funds are due by 10:00 in New York"),
        ("08:30", "2005-01-13T14:00:00-05:00", "until 14:00 in New York, by wire"),
        ("15:00", "2005-01-14T14:00:00-05:00", "until 14:00 in New York, by wire"),
    ],
)
def test_funds_are_sent_by_the_hour_of_the_indenture_or_of_the_wires_whichever_is_earlier(
    funds_by: str, act_by: str, last: str
) -> None:
    """Paid Tuesday, January 18, after a holiday: the funds are due Friday the 14th.

    The wire opens at 9:00; what must be there before is sent the day before.
    """
    funding = _step("funding", _with_steps(funds_by))
    assert funding.act_by is not None
    assert (funding.channel, funding.act_by.isoformat()) == ("wire", act_by)
    assert funding.act_by_trace[-1].text.startswith(last)
    payment = on("2005-01-10", filed("2004-07-13"), terms=_with_steps(funds_by)).obligation(
        "payment/2005-01-15"
    )
    assert payment is not None
    assert payment.act_by is not None
    assert payment.act_by.isoformat() == "2005-01-18T14:00:00-05:00"
