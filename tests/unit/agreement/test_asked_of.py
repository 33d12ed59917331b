"""Which readings the terms can ask: only those are listed with an answer."""

from typing import Any

import pytest

from dealclock.agreement.readings.all import ALL
from dealclock.agreement.terms import Terms
from tests.unit.engine.deals import sample_terms


def without(kind: str, **parts: Any) -> Terms:
    """The sample's terms, the provisions of a type lacking some parts; with none named, gone."""
    terms = sample_terms()
    kept = [
        p.model_copy(update=parts) if p.type == kind else p
        for p in terms.provisions
        if parts or p.type != kind
    ]
    return terms.model_copy(update={"provisions": tuple(kept)})


QUESTIONNAIRES = {
    "late-entitlement",
    "no-questionnaire-requested",
    "entitlement-deadline",
    "entitlement-last-day",
}


IN_CURE_WINDOW = {
    "suspension-in-cure-window",
    "notice-day-in-cure-window",
    "resumption-day-in-cure-window",
}


@pytest.mark.parametrize(
    ("terms", "unasked"),
    [
        (
            without("day budget", extended_by=None, extended_days=None),
            {"extension-notice", "extension-cap"},
        ),
        (
            without("day budget", in_any=(), times_in_any=()),
            {"any-window", "aggregate-default-cure"},
        ),
        (without("day budget", on_overrun=None), {"suspension-length"}),
        (without("outage with cure", down_time=None), {"down-time"}),
        (without("outage with cure", excused_by=None), IN_CURE_WINDOW),
        (without("request", entitles_to=None), QUESTIONNAIRES),
        (without("request"), {*QUESTIONNAIRES, "questionnaire-runs-from"}),
    ],
    ids=["extension", "windows", "overrun", "down-time", "excuse", "entitlement", "request"],
)
def test_a_reading_of_a_part_is_not_asked_of_terms_without_it(
    terms: Terms, unasked: set[str]
) -> None:
    asked = {r.id for r in ALL.values() if sample_terms().clauses_of(r)}
    assert {i for i in asked if not terms.clauses_of(ALL[i])} == unasked


def test_what_a_reading_is_asked_of_is_a_part_there_is() -> None:
    """A mistyped part would hide its reading from every deal."""
    parts = {(p.type, key) for p in sample_terms().provisions for key in type(p).model_fields}
    narrowed = [w for r in ALL.values() for w in (*r.asked_of, r.needs) if "." in w]
    assert len(narrowed) == 15
    assert {tuple(where.split(".")) for where in narrowed} <= parts
