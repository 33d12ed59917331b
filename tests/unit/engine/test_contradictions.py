"""Contradicting events are reported; unusual or missing ones are not."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import yaml

from dealclock.engine.contradictions import contradictions
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.files.source import parse, parse_file
from dealclock.terms.terms import read_terms
from tests.unit.engine.deals import (
    fact,
    log,
    sample_terms,
    trustee_notified,
)

GENERAL = Path(__file__).parents[2] / "general/samples/infocrossing-2004.yaml"
LATER = date(2005, 6, 1), datetime(2005, 6, 2, tzinfo=UTC)


def extended(about: str, target: str, on: str = "2004-10-20", **more: object) -> Fact:
    """More time was agreed."""
    return fact("extension", on, about=about, target=target, **more)


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (
            trustee_notified("2004-10-26", "default-ii"),
            "is about default-ii, which cannot have occurred before 2004-10-27",
        ),
        (
            trustee_notified("2004-07-13", "default-i"),
            "is about default-i, which cannot have occurred before 2004-07-14",
        ),
        (
            extended("effectiveness", "2004-10-26"),
            "extends effectiveness to 2004-10-26, which is not due before 2004-10-27",
        ),
        (
            extended("default-ii", "2004-10-26"),
            "extends default-ii to 2004-10-26, which is not due before 2004-10-27",
        ),
        (
            fact("default-confirmed", "2004-10-01", about=["default-i", "default-ii"]),
            "is about default-ii, which cannot have occurred before 2004-10-27",
        ),
        (trustee_notified("2004-10-27", "default-ii"), ""),
        (extended("effectiveness", "2004-10-27"), ""),
    ],
)
def test_a_default_is_not_before_its_obligation_can_be_due_in_either_form_of_the_terms(
    event: Fact, says: str
) -> None:
    """120 days from June 30, that day counted, end on October 27; 15 on July 14."""
    known = FactIndex(log(event).known(*LATER))
    general = read_terms(parse_file(GENERAL))
    for terms in (sample_terms(), general):
        texts = [each.text.partition(") ")[2] for each in contradictions(terms, known)]
        assert texts == [says] * bool(says)


def test_a_general_obligation_is_not_due_before_the_latest_of_its_days_or_the_earliest() -> None:
    """30 days from June 30 end on July 29 at the earliest, 60 on August 28; after an event, any
    day.
    """
    late, soon = "60 days after closing-date", "30 days after closing-date"
    event = "5 business days after first notes-issued"
    for due, first in (
        (soon, "2004-07-29"),
        ({"latest of": [soon, late, event]}, "2004-08-28"),
        ({"earliest of": [soon, late]}, "2004-07-29"),
        ({"earliest of": [soon, event]}, None),
        (event, None),
    ):
        data = parse_file(GENERAL).data
        shelf = next(each for each in data["provisions"] if each["id"] == "effectiveness")
        shelf["due"] = due
        terms = read_terms(parse(yaml.safe_dump(data), "general.yaml"))
        known = FactIndex(log(trustee_notified("2004-07-01", "default-ii")).known(*LATER))
        texts = [each.text.rpartition(" ")[2] for each in contradictions(terms, known)]
        assert texts == [first] * bool(first), due
