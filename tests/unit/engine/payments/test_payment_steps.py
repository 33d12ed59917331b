"""The steps of a payment, what was paid, and the two views of who is paid (3(b), Indenture)."""

from collections.abc import Mapping
from typing import Any

import pytest

from dealclock.errors import RefusedError
from dealclock.facts.fact import Fact
from dealclock.terms.indenture import FundsBy
from dealclock.terms.rules.rule import Period
from dealclock.terms.terms import Terms
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.asking import as_json, in_words, query
from tests.unit.engine.deals import (
    acquired,
    converted,
    effective,
    fact,
    filed,
    issued,
    log,
    on,
    paid,
    sample_terms,
)

FILED = filed("2004-07-13")
TWO = Period(count=2, unit="business days")
ONE = Period(count=1, unit="business days")
JANUARY = "payment/2005-01-15"


def _terms(**sheet: Any) -> Terms:
    indenture = sample_terms().indenture_sheet.model_copy(update=sheet)
    return sample_terms().model_copy(update={"indenture": indenture})


WITH_STEPS = _terms(
    officers_certificate=TWO, funds_by=FundsBy(time="10:00", lead=ONE), confirmed_within=ONE
)


def _steps(as_of: str, *facts: Fact, terms: Terms = WITH_STEPS) -> dict[str, tuple[str, str]]:
    found = on(as_of, FILED, *facts, terms=terms).obligations
    return {o.instance: (o.due.isoformat(), o.status) for o in found if o.kind == "payment step"}


def test_a_step_without_a_time_in_the_indenture_sheet_is_not_owed() -> None:
    assert _steps("2005-01-10", terms=sample_terms()) == {}
    same_day = _terms(funds_by=FundsBy(time="10:00"))
    assert _steps("2005-01-10", terms=same_day) == {
        "payment-funding/2005-01-15": ("2005-01-18", "upcoming")
    }


def test_no_one_waits_for_funds_of_a_payment_already_made() -> None:
    assert _steps("2005-01-20", paid("2005-01-18", "2005-01-15")) | {} == {
        "payment-certificate/2005-01-15": ("2005-01-13", "closed"),
        "payment-funding/2005-01-15": ("2005-01-14", "closed"),
        "payment-confirmation/2005-01-15": ("2005-01-19", "missed"),
        "payment-certificate/2005-07-15": ("2005-07-13", "upcoming"),
        "payment-funding/2005-07-15": ("2005-07-14", "upcoming"),
        "payment-confirmation/2005-07-15": ("2005-07-18", "upcoming"),
    }


# ---- The question


def _ask(as_of: str, *facts: Fact, **details: object) -> Any:
    return as_json("payments", query(WITH_STEPS, log(*facts), as_of), **details)


def _words(as_of: str, *facts: Fact) -> str:
    return in_words("payments", query(WITH_STEPS, log(*facts), as_of))


LATE = (FILED, effective("2004-12-15"), acquired("2004-06-30", "fund-a", "10000000"))


def test_a_payment_is_shown_by_lot_by_holder_and_through_the_paying_agent() -> None:
    facts = (*LATE, issued("2004-07-20"))
    (found,) = _ask("2005-01-10", *facts)["payments"]
    assert found["amount"] == "23000.00"  # 46 days at 0.25% on $72,000,000
    assert {x["lot"]: x["amount"] for x in found["lots"]} == {
        "base": "19166.67",
        "option": "3833.33",
    }
    assert found["lots_rounding"] == "0.00"
    (holder,) = found["entitled"]["holders"]
    assert (holder["holder"], holder["amount"]) == ("fund-a", "3194.44")
    assert found["entitled"]["not_recorded"] == "19805.56"
    first, second = found["through_paying_agent"]
    assert (first["lots"], first["amount"]) == (["base"], "19166.67")
    assert first["positions"] == [{"holder": "fund-a", "amount": "3194.44", "exact": "28750/9"}]
    assert (second["lots"], second["positions"]) == (["option"], [])
    assert [s["instance"] for s in found["steps"]] == [
        "payment-certificate/2005-01-15",
        "payment-funding/2005-01-15",
        "payment-confirmation/2005-01-15",
    ]


def test_one_payment_may_be_asked_for_and_an_unknown_one_is_refused() -> None:
    (found,) = _ask("2005-02-10", FILED, payment=JANUARY)["payments"]
    assert found["instance"] == JANUARY
    with pytest.raises(RefusedError, match="payment/2005-01-15, payment/2005-07-15"):
        _ask("2005-02-10", FILED, payment="payment/2005-01-16")


SLICES = (
    FILED,
    acquired("2004-06-30", "a", "40000000"),
    acquired("2004-06-30", "b", "20000000"),
    converted("2005-01-31", "20000000", holder="b"),
    effective("2005-02-28"),
)


def _july(*facts: Fact) -> Mapping[str, Any]:
    found = _ask("2005-07-15", *facts, payment="payment/2005-07-15")
    (july,) = found["payments"]
    assert isinstance(july, Mapping)
    return july


def test_a_difference_from_the_day_count_is_not_shown_as_an_unrecorded_holder() -> None:
    """By 30/360 from January 27 to February 28 is 31 days, but 4 and 28 when cut on January 31.

    The lot is cut there, fund a's Notes are not: a day more, at 1.00% on $40,000,000.
    """
    july = _july(*SLICES)
    assert july["amount"] == "42777.78"  # 5,000.00 + 6,666.67 + 31,111.11
    assert {h["holder"]: h["amount"] for h in july["entitled"]["holders"]} == {
        "a": "37777.78",  # 12 days at 0.25%, 31 at 1.00%
        "b": "3888.89",  # 12 days at 0.25%, 4 at 1.00%
    }
    entitled = july["entitled"]
    assert entitled["not_recorded"] == "1111.11"
    wording("reason/payment-steps", entitled["not_recorded_is"])
    text = _words("2005-07-15", *SLICES)
    assert shows(wording("reason/payment-steps", text, "second"), "$1,111.11")
    assert "Holders not recorded" not in text


def test_notes_without_a_recorded_holder_are_shown_as_such() -> None:
    alone = _july(FILED, acquired("2004-06-30", "a", "40000000"), effective("2005-02-28"))
    assert alone["entitled"]["not_recorded_is"] == "Holders not recorded"
    filed_, first, _, _, over = SLICES
    both = _july(filed_, first, converted("2005-01-31", "20000000"), over)
    wording("reason/payment-steps", both["entitled"]["not_recorded_is"])
    whole = _july(FILED, acquired("2004-06-30", "a", "60000000"), effective("2005-02-28"))
    assert whole["entitled"]["not_recorded_is"] is None


def test_payments_through_the_paying_agent_are_shown_next_to_what_holders_are_entitled_to() -> None:
    """b converted on January 31 and holds nothing on July 1: position a is paid all of it."""
    text = _words("2005-07-15", *SLICES)
    assert shows(wording("reason/payment-steps", text), "$3,888.89")
    by = "Through the paying agent, 4.00% Convertible Senior Notes due 2024"
    assert f"{by}: $42,777.78 on $40,000,000.00 of Notes" in text
    assert shows(text, "$42,777.78")
    assert shows(text, "$10,555.56")


def test_the_answer_is_a_text_of_lines() -> None:
    done = fact("additional-interest-paid", "2005-01-18", about=JANUARY, amount="19166.67")
    text = _words("2005-01-20", *LATE, done)
    for words in (
        "payment/2005-01-15 Amount: $19,166.67",
        "Status: satisfied",
        "Paid $19,166.67 on Tue, Jan 18, 2005",
        "Funds for a payment: due Fri, Jan 14, 2005, closed",
        "fund-a: entitled to $3,194.44",
    ):
        assert words in text
