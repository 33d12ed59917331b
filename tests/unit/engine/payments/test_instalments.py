"""Paid amounts are the sum of all events about a payment, the same in every answer (3(b)).

The payment of January 15, 2005 is 76 days at 0.25% on $60,000,000: $31,666.67, exactly 95000/3.
"""

from datetime import date
from typing import Any

from dealclock.engine.assess import assess
from dealclock.engine.conclusions import Obligation
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.asking import as_json, in_words, query
from tests.unit.engine.deals import acquired, fact, filed, log, on, paid, sample_terms

FILED = filed("2004-07-13")
JANUARY = "payment/2005-01-15"


def _pays(day: str, amount: str | None = None, **more: Any) -> Fact:
    return fact("additional-interest-paid", day, about=JANUARY, amount=amount, **more)


def _ask(of: str, *facts: Fact, as_of: str = "2005-02-01") -> Any:
    return as_json(of, query(sample_terms(), log(FILED, *facts), as_of))


def _words(of: str, *facts: Fact, as_of: str = "2005-02-01") -> str:
    return in_words(of, query(sample_terms(), log(FILED, *facts), as_of))


def _roll(*facts: Fact, start: str = "2005-01-15", end: str = "2005-02-01") -> Any:
    asked = query(sample_terms(), log(FILED, *facts), "2005-02-01")
    return as_json("roll-forward", asked, **_days(start, end))


def _days(start: str, end: str) -> dict[str, Any]:
    return {"from": date.fromisoformat(start), "to": date.fromisoformat(end)}


# ---- One truth

_NOT_STATED = "paid, amount not stated: correct F2 with the amount"


# ---- Told alike


def test_the_payments_question_shows_every_installment_and_the_shortfall() -> None:
    text = _words("payments", _pays("2005-01-18", "1", id="P1"))
    assert shows(
        wording("reason/instalments", text), "payment/2005-01-15", "$31,666.67", "2005-01-18"
    )
    assert shows(text, "$1.00", "2005-01-18", "P1")
    assert shows(text, "$1.00", "$31,666.67", "$31,665.67")


def test_a_roll_forward_counts_every_installment_before_its_end() -> None:
    """12 days at 0.25% and 4 at 1.00% accrue from January 15 to February 1: $11,666.67."""
    facts = (_pays("2005-01-18", "10000"), _pays("2005-01-25", "21666.67"))
    whole = _roll(*facts)["in_all"]
    lines = ("opening", "accrued", "paid", "closing")
    assert [whole[x] for x in lines] == ["31666.67", "11666.67", "31666.67", "11666.67"]
    assert whole["closing_exact"] == "35000/3"
    first = _roll(*facts, end="2005-01-25")
    assert first["in_all"]["paid"] == "10000.00"
    assert values(wording("reason/instalments", first["notes"][0])) == [
        "$10,000.00",
        "$31,666.67",
        "$21,666.67",
        "payment/2005-01-15",
    ]


def test_a_closing_below_zero_is_flagged() -> None:
    """$31,666.67 and $11,666.67 accrued, $43,333.33 to the cent, of which $99,999 was paid."""
    found = _roll(payment := _pays("2005-01-18", "99999"))
    assert found["in_all"]["closing"] == "-56665.67"
    assert values(wording("reason/instalments", found["notes"][:2])) == [
        "$11,666.67",
        "$68,332.33",
        "$99,999.00",
        "$68,332.33",
        "$31,666.67",
        "payment/2005-01-15",
    ]
    asked = query(sample_terms(), log(FILED, payment), "2005-02-01")
    text = in_words("roll-forward", asked, **_days("2005-01-15", "2005-02-01"))
    assert shows(wording("reason/instalments", text, "second"), "$11,666.67", "$68,332.33")


def test_a_holder_gets_its_part_of_a_payment_and_no_more() -> None:
    """A third of the Notes is due 95000/9, $10,555.56; $10,000 of $31,666.67 pays 6/19 of it."""
    facts = (acquired("2004-06-30", "fund-a", "20000000"), _pays("2005-01-18", "10000"))
    (result,) = _ask("holders", *facts)["holders"]
    (late,) = result["overdue"]
    assert (late["amount"], late["paid"], late["unpaid"]) == ("10555.56", "3333.33", "7222.22")
    # 12 days at 0.25% and 4 at 1.00% since, on $20,000,000: $3,888.89, and the rest of January's
    assert (result["accrued"], result["unpaid"]) == ("14444.44", "11111.11")
    wording("reason/instalments", late["notes"][-1])


def test_an_unpaid_past_date_is_shown_apart_from_what_comes_next() -> None:
    owns = acquired("2004-06-30", "fund-a", "20000000")
    unpaid = _words("holders", owns)
    assert shows(wording("reason/instalments", unpaid), "$10,555.56", "2005-01-18")
    assert shows(unpaid, "$95,000.00", "2005-07-15")
    part = _words("holders", owns, _pays("2005-01-18", "10000"))
    assert shows(
        wording("reason/instalments", part, "second"),
        "$7,222.22",
        "2005-01-18",
        "$3,333.33",
        "$10,555.56",
    )
    on_the_day = _words("holders", owns, as_of="2005-01-18")
    assert shows(wording("reason/instalments", on_the_day, "third"), "$10,555.56", "2005-01-18")
    assert "past and" not in on_the_day


# ---- Where the amount depends on how it is read


def test_an_event_without_an_amount_satisfies_its_payment_under_every_reading() -> None:
    found = on("2005-02-01", FILED, paid("2005-01-18", "2005-01-15"))
    assert [d for d in found.differences if d.what == "paid_in_full"] == []


def _unset(*facts: Fact) -> Obligation:
    """30/360 counts 76 days, $31,666.67; Actual/360 78, $32,500.00; 30/360-ELAPSED 77."""
    indenture = sample_terms().indenture_sheet.model_copy(update={"day_count": None})
    terms = sample_terms().model_copy(update={"indenture": indenture})
    found = assess(Look(terms, log(FILED, *facts), date(2005, 2, 1))).obligation(JANUARY)
    assert found is not None
    return found


def test_while_the_day_count_is_unset_a_payment_is_full_only_if_full_under_every_day_count() -> (
    None
):
    least = _unset(_pays("2005-01-18", "31666.67"))
    assert (least.status, least.done_on) == ("missed", None)
    assert values(wording("reason/instalments", least.notes[-1])) == [
        "$31,666.67",
        "$32,500.00",
        "$833.33",
        "360",
        "30",
        "360",
        "$31,666.67",
    ]
    short = _unset(_pays("2005-01-18", "31000"))
    assert values(wording("reason/instalments", short.notes[-1], "second")) == [
        "$31,000.00",
        "$32,500.00",
        "$1,500.00",
        "360",
        "30",
        "360",
        "$666.67",
    ]
    most = _unset(_pays("2005-01-18", "31666.67"), _pays("2005-01-25", "833.33"))
    assert (most.status, most.done_on) == ("met late", date(2005, 1, 25))
    assert values(wording("reason/instalments", most.notes[-1], "third")) == [
        "$32,500.00",
        "$833.33",
        "$31,666.67",
        "30",
        "360",
    ]
    whole = _unset(_pays("2005-01-18"))
    assert (whole.status, whole.settlement and whole.settlement.note) == ("met", _NOT_STATED)
