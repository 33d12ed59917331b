"""Streams and payments in the general form: what is refused, where, and what is warned of."""

from typing import Any

import pytest

from dealclock.cli.check import _unpaid
from dealclock.engine.checked_files import check_terms
from dealclock.errors import InvalidError
from dealclock.files.source import Source, parse_file
from dealclock.terms.day_language import values_of
from dealclock.terms.general.stream import Payments, Stream
from dealclock.terms.terms import Terms, read_terms
from tests.unit.engine.deals import LETTER

NAMED = {"clause": "3", "title": "Damages", "owed_by": "company", "action": "Accrue."}
STREAM: dict[str, Any] = {
    **NAMED,
    "id": "damages",
    "type": "stream",
    "base": {"amount": 1000000},
    "for each": "30 days",
    "by age": [[1, 1.00]],
}
PAYMENT: dict[str, Any] = {
    **NAMED,
    "id": "payment",
    "type": "payments",
    "each": "30 days",
    "met by": "additional-interest-paid",
}
FILING = {
    **NAMED,
    "id": "filing",
    "type": "deadline",
    "after": "closing",
    "within": {"count": 30, "unit": "days"},
    "met_by": "registration-statement-filed",
    "on_lapse": {
        "id": "not-filed",
        "clause": "3",
        "title": "Not filed",
        "cured_by": "registration-statement-filed",
    },
}


def _source(*rules: dict[str, Any]) -> Source:
    source = parse_file(LETTER / "terms.yaml")
    source.data["dates"] = {**source.data["dates"], "closing": "2026-01-30"}
    source.data["provisions"] = [*source.data["provisions"], FILING, *rules]
    return source


def terms_with(*rules: dict[str, Any]) -> Terms:
    """The letter's terms with a filing that may default, and these rules."""
    return read_terms(_source(*rules))


def _refused(*rules: dict[str, Any]) -> str:
    with pytest.raises(InvalidError) as refused:
        terms_with(*rules)
    return str(refused.value)


def _checked(*rules: dict[str, Any]) -> list[str]:
    return [f"{p.where}: {p.given}; {p.allowed}" for p in check_terms(_source(*rules))[1]]


def test_an_agreement_without_notes_has_a_stream_on_a_fixed_sum() -> None:
    terms = terms_with(STREAM, PAYMENT)
    stream, payments = next(terms.all_of(Stream)), next(terms.all_of(Payments))
    assert (stream.tiers, str(stream.for_each)) == (
        ((1, values_of(stream.by_age)[0][0].rate),),
        "each 30 days",
    )
    assert stream.per == "for each 30 days"
    assert not payments.by_indenture
    assert _checked(STREAM, PAYMENT) == []


def test_names_that_are_not_there_are_refused_in_their_place() -> None:
    bears = {**STREAM, "bears": ["not-filled"]}
    (wrong,) = _checked(bears, {**PAYMENT, "of": ["damage"]})[:1]
    assert wrong.endswith("give a default: not-filed. Did you mean 'not-filed'?")
    found = _checked(STREAM, {**PAYMENT, "of": ["damage"]})
    assert any("give a stream: damages. Did you mean 'damages'?" in each for each in found)


def test_a_stream_has_rates_or_a_share_due_at_once() -> None:
    without = {key: value for key, value in STREAM.items() if key != "by age"}
    assert "give by age: the rates, or at once" in _refused(without)
    assert next(terms_with({**without, "at once": 1.00}).all_of(Stream)).at_once == 1


def test_a_stream_needs_a_base_and_a_day_count() -> None:
    bare = {key: value for key, value in STREAM.items() if key not in ("base", "for each")}
    found = " ".join(_checked(bare, PAYMENT))
    assert "'no securities'; give securities: a stream without a base" in found
    assert "'no indenture'; give indenture: a rate a year needs a day count" in found


def test_two_ceilings_that_cut_each_other_are_refused() -> None:
    one = {**STREAM, "ceiling": {"with": ["other"], "most": 0.50}}
    other = {**STREAM, "id": "other", "ceiling": {"with": ["damages"], "most": 0.40}}
    found = _checked(one, other, PAYMENT)
    assert len(found) == 2
    assert all("give one, on the one that gives way" in each for each in found)


def test_what_falls_due_in_any_period_needs_payments_and_one_ceiling() -> None:
    ceiling = {"most": 1.00, "in any": "30 days"}
    one = {**STREAM, "ceiling": {"with": ["other"], **ceiling}}
    other = {**STREAM, "id": "other"}
    assert _checked(one, other, PAYMENT) == []
    found = _checked(one, other, {**PAYMENT, "of": ["damages"]})
    assert any("'other'; nothing says when it falls due" in each for each in found)
    third = {**STREAM, "id": "third", "ceiling": {"with": ["other"], **ceiling}}
    found = _checked(one, other, third, PAYMENT)
    assert any("'other'; it is under another ceiling" in each for each in found)


def test_a_base_of_events_needs_kinds_that_state_it() -> None:
    of_events = {**STREAM, "base": {"more": ["registration-statement-filed"]}}
    (found,) = _checked(of_events, PAYMENT)
    assert "give a kind of event with the field amount or shares" in found
    unknown = {**STREAM, "base": {"more": ["share-bought"]}}
    assert any("no such kind of event" in each for each in _checked(unknown, PAYMENT))
    obligation = {
        **NAMED,
        "id": "delivery",
        "type": "obligation",
        "each": ["registration-statement-filed"],
        "due": "3 days after it",
        "satisfied by": "registration-statement-effective",
        "lapse": {"id": "late", "affects": "its holder"},
    }
    its = {**STREAM, "bears": ["late"], "base": {"its": "amount"}}
    found = " ".join(_checked(obligation, its, PAYMENT))
    assert "give a kind of event with the field holder" in found
    assert "give a kind of event with the field amount" in found


@pytest.mark.parametrize(
    ("rule", "change"), [("damages", {"at once": 1}), ("payment", {"each": "60 days"})]
)
def test_an_amendment_that_would_alter_what_accrued_is_refused(
    rule: str, change: dict[str, Any]
) -> None:
    source = _source(STREAM, PAYMENT)
    day = "2026-03-01"
    amendment = {"id": "first", "title": "First", "effective": day, "known": day}
    source.data["amendments"] = [{**amendment, "changes": {"provisions": {rule: change}}}]
    with pytest.raises(InvalidError, match="cannot be amended"):
        read_terms(source)


def test_what_no_stream_bears_and_no_payments_pay_is_a_warning() -> None:
    assert list(_unpaid(terms_with(STREAM, PAYMENT))) == []
    dated = {**STREAM, "from": "closing"}
    (warning,) = _unpaid(terms_with(dated, PAYMENT))
    assert warning.startswith(
        "WARNING: No stream bears the default not-filed, so nothing accrues on it"
    )
    (warning,) = _unpaid(terms_with(STREAM))
    assert warning.startswith("WARNING: No payments pay damages")
