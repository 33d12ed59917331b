"""Every length of time is counted in its own unit, forward and back."""

from datetime import date
from typing import Any

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.files.patch import merge
from dealclock.files.source import Source, parse_file
from dealclock.terms.terms import Terms, read_terms
from tests.unit.engine.deals import SAMPLE, ZONE

UNITS = ("days", "business days", "trading days")


def in_each(*last: str) -> list[tuple[str, str]]:
    """What is expected in each unit."""
    return list(zip(UNITS, last, strict=True))


def terms(**provisions: Any) -> Terms:
    """The sample's terms with provisions changed."""
    source = parse_file(SAMPLE / "terms.yaml")
    changes = {name.replace("_", "-"): change for name, change in provisions.items()}
    return read_terms(Source("terms.yaml", merge(source.data, {"provisions": changes}), {}))


def fact(name: str, kind: str, on: str, **more: Any) -> Fact:
    """One fact."""
    return Fact.model_validate({"id": name, "kind": kind, "on": on, **more})


def by_hand(on: str) -> list[dict[str, str]]:
    """Given to everyone by hand."""
    return [{"to": to, "method": "hand", "on": on} for to in ("holders", "trustee", "company")]


def found(of: Terms, as_of: str, *facts: Fact, **readings: str) -> Assessment:
    """What is assessed."""
    chosen = {name.replace("_", "-"): choice for name, choice in readings.items()}
    log = FactLog(facts, ZONE)
    return assess(Look(of, log, date.fromisoformat(as_of), readings=chosen), compare=False)


def due(a: Assessment, instance: str) -> str:
    """The due date of an obligation, or the last day of a window."""
    owed, window = a.obligation(instance), a.window(instance)
    day = owed.due if owed else window.closes if window else None
    assert day is not None, instance
    return day.isoformat()


def unit(count: int, of: str) -> dict[str, object]:
    """A length of time."""
    return {"count": count, "unit": of}


# Good Friday, March 25, 2005: the exchange is shut and banks are open. Veterans Day, Thursday
# November 11, 2004: banks are closed and the exchange is open. So of three days after Tuesday,
# November 9, 2004: the 12th; as Business Days the 10th, 12th and 15th; as trading days the 12th.
@pytest.mark.parametrize(("of", "last"), in_each("12", "15", "12"))
def test_a_cure_window_is_counted_in_its_unit(of: str, last: str) -> None:
    a = found(
        terms(cure_window={"within": unit(3, of)}),
        "2004-11-10",
        fact("EFF", "registration-statement-effective", "2004-10-01"),
        fact("OUT", "prospectus-unusable", "2004-11-09"),
    )
    assert due(a, "cure-window/OUT") == f"2004-11-{last}"


# Two days after Thursday, March 24, 2005: Saturday the 26th; Business Days the 25th and 28th;
# trading days the 28th and 29th, Good Friday being none.
@pytest.mark.parametrize(("of", "last"), in_each("26", "28", "29"))
def test_advice_is_counted_in_its_unit(of: str, last: str) -> None:
    a = found(
        terms(holder_advice={"within": unit(2, of)}),
        "2005-03-24",
        fact("EFF", "registration-statement-effective", "2004-10-01"),
        fact("STOP", "stop-order", "2005-03-24"),
    )
    assert due(a, "holder-advice/STOP") == f"2005-03-{last}"


# Back from Monday, November 15, 2004, three: Friday the 12th, 11th, ... As days the 12th; as
# Business Days (12th, 10th, 9th) the 9th; as trading days (12th, 11th, 10th) the 10th.
@pytest.mark.parametrize(("of", "last"), in_each("12", "09", "10"))
def test_a_lead_time_is_counted_back_in_its_unit(of: str, last: str) -> None:
    a = found(
        terms(denominations={"at_least": unit(3, of)}),
        "2004-11-01",
        fact("PLAN", "sale-planned", "2004-11-01", target="2004-11-15"),
    )
    assert due(a, "denominations/PLAN") == f"2004-11-{last}"


# The same days for drafts of a supplement filed on November 15, the last of them being enough.
@pytest.mark.parametrize(("of", "last"), in_each("12", "09", "10"))
def test_a_review_is_counted_back_in_its_unit(of: str, last: str) -> None:
    a = found(
        terms(amendment_review={"at_least": unit(3, of)}),
        "2004-11-16",
        fact("EFF", "registration-statement-effective", "2004-10-01"),
        fact("SUPP", "supplement-filed", "2004-11-15"),
        review_period="NTH-DAY",
    )
    assert due(a, "amendment-review/SUPP") == f"2004-11-{last}"


# And for the notice of a sale made on November 15.
@pytest.mark.parametrize(("of", "last"), in_each("12", "09", "10"))
def test_the_notice_before_a_sale_is_counted_back_in_its_unit(of: str, last: str) -> None:
    a = found(
        terms(sale_notice={"opens_after": unit(3, of)}),
        "2004-11-16",
        fact("EFF", "registration-statement-effective", "2004-10-01"),
        fact("SOLD", "notes-sold-under-shelf", "2004-11-15", lot="base", amount=1000),
    )
    assert due(a, "sale-notice/SOLD") == f"2004-11-{last}"


# A notice by hand on Tuesday, November 9: as Business Days the window is November 15 to 17, and a
# trade that settles two days later is made the 13th to 15th, the 10th and 12th (back over the 12th
# and 10th from the 15th) or, in trading days, the 11th.
@pytest.mark.parametrize(("of", "first"), in_each("13", "10", "11"))
def test_settlement_is_counted_back_in_its_unit(of: str, first: str) -> None:
    a = found(
        terms(sale_notice={"settlement": unit(2, of)}),
        "2004-11-09",
        fact("EFF", "registration-statement-effective", "2004-10-01"),
        fact("SALE", "sale-notice", "2004-11-09", given=by_hand("2004-11-09")),
        distribution_day="SETTLEMENT",
    )
    window = a.window("sale-notice/SALE")
    assert window is not None
    assert window.opens.isoformat() == f"2004-11-{first}"


# Ten days to cure from Monday, November 8, 2004, stopped by a suspension of Monday the 15th to
# Monday the 22nd: seven days are used as plain days and three are left, to the 25th; as Business
# Days (9, 10, 12, 15) four, and six are left: 23, 24, 26, 29, 30, December 1; as trading days
# (9, 10, 11, 12, 15) five, and five are left, to the 30th, Thanksgiving being none of either.
@pytest.mark.parametrize(("of", "last"), in_each("2004-11-25", "2004-12-01", "2004-11-30"))
def test_what_a_suspension_leaves_of_a_cure_window_is_counted_in_its_unit(
    of: str, last: str
) -> None:
    a = found(
        terms(cure_window={"within": unit(10, of)}),
        "2004-11-23",
        fact("EFF", "registration-statement-effective", "2004-10-01"),
        fact("OUT", "prospectus-unusable", "2004-11-08"),
        fact("SUS", "suspension-notice", "2004-11-15", given=by_hand("2004-11-15")),
        fact("END", "suspension-ended", "2004-11-22"),
    )
    assert due(a, "cure-window/OUT") == last
