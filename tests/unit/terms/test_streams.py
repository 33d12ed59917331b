"""Streams and payments in the general form: what is warned of. Refusals are in `tests/refusals`."""

from typing import Any

from dealclock.engine.checked_files import check_terms
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


def test_a_base_of_the_event_that_opened_a_default_needs_kinds_that_state_it() -> None:
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
