"""Which readings apply to the terms: only those are listed with an answer."""

from typing import Any

import pytest

from dealclock.terms.readings import ALL
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import sample_terms


def without(kind: str, **parts: Any) -> Terms:
    """The sample's terms with some parts of a provision type removed, or the whole type."""
    terms = sample_terms()
    provisions = [
        p.model_copy(update=parts) if p.type == kind else p
        for p in terms.provisions
        if parts or p.type != kind
    ]
    return terms.model_copy(update={"provisions": tuple(provisions)})


QUESTIONNAIRES = {
    "late-entitlement",
    "no-questionnaire-requested",
    "entitlement-deadline",
    "entitlement-last-day",
}


OF_REQUESTS = {"questionnaire-runs-from", "request-before-holding", "repeated-request"}
IN_CURE_WINDOW = {
    "suspension-in-cure-window",
    "notice-day-in-cure-window",
    "resumption-day-in-cure-window",
}


@pytest.mark.parametrize(
    ("terms", "removed"),
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
        (without("request"), {*QUESTIONNAIRES, *OF_REQUESTS}),
    ],
    ids=["extension", "windows", "overrun", "down-time", "excuse", "entitlement", "request"],
)
def test_a_reading_does_not_apply_to_terms_without_its_part(
    terms: Terms, removed: set[str]
) -> None:
    applicable = {r.id for r in ALL.values() if sample_terms().clauses_of(r)}
    assert {i for i in applicable if not terms.clauses_of(ALL[i])} == removed


def test_every_part_that_a_reading_applies_to_exists() -> None:
    """A typing error in a part would hide the reading from every deal."""
    parts = {(p.type, key) for p in sample_terms().provisions for key in type(p).model_fields}
    with_key = [w for r in ALL.values() for w in (*r.applies_to, r.needs) if "." in w]
    assert len(with_key) == 16
    assert {tuple(where.split(".")) for where in with_key} <= parts
