"""Contradicting events are reported; unusual or missing ones are not."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import yaml

from dealclock.engine.assessment import Contradiction
from dealclock.engine.contradictions import contradictions
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.files.source import parse, parse_file
from dealclock.terms.terms import read_terms
from tests.unit.engine.deals import (
    acquired,
    amended,
    effective,
    fact,
    filed,
    issued,
    log,
    on,
    paid,
    resumed,
    sample_terms,
    suspended,
    transferred,
    trustee_notified,
    unusable,
    usable,
)

GENERAL = Path(__file__).parents[2] / "general/samples/infocrossing-2004.yaml"
LATER = date(2005, 6, 1), datetime(2005, 6, 2, tzinfo=UTC)


def found(*facts: Fact, as_of: str = "2005-06-01") -> tuple[Contradiction, ...]:
    """The contradictions of a day."""
    return on(as_of, *facts).contradictions


@pytest.mark.parametrize(
    ("facts", "says", "named"),
    [
        (
            (filed("2004-07-13"), effective("2004-07-12")),
            (
                "F2 (registration-statement-effective, 2004-07-12) cannot be before "
                "F1 (registration-statement-filed, 2004-07-13)"
            ),
            ("F2", "F1"),
        ),
        (
            (unusable("2005-01-10"), usable("2005-01-09")),
            (
                "F2 (prospectus-usable, 2005-01-09) cannot be before F1 (prospectus-unusable, "
                "2005-01-10)"
            ),
            ("F2", "F1"),
        ),
        (
            (suspended("2005-01-10"), resumed("2005-01-09")),
            "F2 (suspension-ended, 2005-01-09) cannot be before F1 (suspension-notice, 2005-01-10)",
            ("F2", "F1"),
        ),
        (
            (trustee_notified("2004-07-01", "default-ii"),),
            (
                "F1 (trustee-notified, 2004-07-01) is about default-ii, which cannot have occurred "
                "before 2004-10-27"
            ),
            ("F1",),
        ),
        (
            (unusable("2005-01-10"), trustee_notified("2005-01-07", "default-iii/F1")),
            (
                "F2 (trustee-notified, 2005-01-07) cannot be before F1 (prospectus-unusable, "
                "2005-01-10)"
            ),
            ("F2", "F1"),
        ),
        (
            (fact("default-confirmed", "2004-10-01", about="default-ii"),),
            (
                "F1 (default-confirmed, 2004-10-01) is about default-ii, which cannot have "
                "occurred before 2004-10-27"
            ),
            ("F1",),
        ),
        (
            (paid("2004-06-29", "2004-07-15"),),
            "F1 (additional-interest-paid, 2004-06-29) is before the agreement, dated 2004-06-30",
            ("F1",),
        ),
    ],
)
def test_a_contradiction_names_its_events_and_says_why(
    facts: tuple[Fact, ...], says: str, named: tuple[str, ...]
) -> None:
    assert found(*facts) == (Contradiction(says, named),)


@pytest.mark.parametrize(
    "facts",
    [
        (effective("2004-10-20"),),
        (filed("2004-07-13"), effective("2004-07-13")),
        (usable("2005-01-09"),),
        (unusable("2005-01-03"), usable("2005-01-05"), unusable("2005-01-10")),
        (trustee_notified("2004-10-27", "default-ii"),),
        (trustee_notified("2005-01-10", "default-iii/F2"), unusable("2005-01-10")),
    ],
    ids=["not filed yet", "same day", "no failure", "again", "by any count", "same day too"],
)
def test_possible_events_are_no_contradiction(facts: tuple[Fact, ...]) -> None:
    assert found(*facts) == ()


def test_a_correction_ends_the_contradiction() -> None:
    wrong = (filed("2004-07-13"), effective("2004-07-12", id="WRONG"))
    right = effective("2004-10-20", corrects="WRONG")
    assert found(*wrong)
    assert found(*wrong, right) == ()


def test_a_retraction_ends_it_too() -> None:
    wrong = (filed("2004-07-13"), effective("2004-07-12", id="WRONG"))
    assert found(*wrong, fact("retraction", "2004-07-20", corrects="WRONG")) == ()


def test_an_event_of_a_later_day_contradicts_nothing_yet() -> None:
    facts = (effective("2004-07-12"), filed("2004-07-13"))
    assert found(*facts, as_of="2004-07-12") == ()
    assert len(found(*facts, as_of="2004-07-13")) == 1


def among(*facts: Fact) -> tuple[Contradiction, ...]:
    """What is refused when these are recorded, whether or not they could be assessed."""
    known = log(*facts).known(*LATER)
    return tuple(contradictions(sample_terms(), FactIndex(known)))


def test_more_of_a_lot_than_the_terms_have_is_not_issued() -> None:
    first = issued("2004-11-15", amount="5000000")
    assert among(first, issued("2004-12-31", amount="8000000")) == (
        Contradiction(
            "F2 (notes-issued, 2004-12-31) issues $8,000,000.00 of lot option, but only "
            "$7,000,000.00 of its $12,000,000.00 is unissued",
            ("F2", "F1"),
        ),
    )
    assert among(first, issued("2004-12-31", amount="7000000")) == ()
    assert among(first, issued("2004-12-31")) == ()
    assert among(issued("2004-11-15", amount="12000001"))
    assert among(issued("2004-11-15"), issued("2004-12-31")) == (
        Contradiction(
            "F2 (notes-issued, 2004-12-31) issues the rest of lot option, but only $0.00 of its "
            "$12,000,000.00 is unissued",
            ("F2", "F1"),
        ),
    )


def extended(about: str, target: str, on: str = "2004-10-20", **more: object) -> Fact:
    """More time was agreed."""
    return fact("extension", on, about=about, target=target, **more)


@pytest.mark.parametrize(
    ("facts", "says", "named"),
    [
        (
            (extended("effectiveness", "2004-10-26"),),
            (
                "F1 (extension, 2004-10-20) extends effectiveness to 2004-10-26, which is not due "
                "before 2004-10-27"
            ),
            ("F1",),
        ),
        (
            (extended("trustee-notice/default-ii", "2004-10-26"),),
            (
                "F1 (extension, 2004-10-20) extends trustee-notice/default-ii to 2004-10-26, which "
                "is not due before 2004-10-27"
            ),
            ("F1",),
        ),
        (
            (unusable("2005-01-10"), extended("cure-window/F1", "2005-01-09", "2005-01-12")),
            (
                "F2 (extension, 2005-01-12) extends cure-window/F1 to 2005-01-09, before F1 "
                "(prospectus-unusable, 2005-01-10)"
            ),
            ("F2", "F1"),
        ),
        (
            (filed("2004-06-29"),),
            (
                "F1 (registration-statement-filed, 2004-06-29) is before the agreement, dated "
                "2004-06-30"
            ),
            ("F1",),
        ),
        (
            (effective("2004-06-29"),),
            (
                "F1 (registration-statement-effective, 2004-06-29) is before the agreement, dated "
                "2004-06-30"
            ),
            ("F1",),
        ),
    ],
)
def test_time_is_not_extended_backwards_and_nothing_is_filed_before_the_agreement(
    facts: tuple[Fact, ...], says: str, named: tuple[str, ...]
) -> None:
    assert found(*facts) == (Contradiction(says, named),)


@pytest.mark.parametrize(
    "facts",
    [
        (extended("effectiveness", "2004-10-27"),),
        (extended("effectiveness", "2004-10-28"),),
        (extended("trustee-notice/default-ii", "2004-11-10"),),
        (unusable("2005-01-10"), extended("cure-window/F1", "2005-01-10", "2005-01-12")),
        (filed("2004-06-30"), effective("2004-06-30")),
        (unusable("2004-06-29"),),
        (acquired("2004-06-29", "alpha", "1"),),
        (filed("2004-07-13"), effective("2004-10-20"), effective("2005-03-01")),
    ],
    ids=[
        "due so by one count",
        "no later",
        "later",
        "the day it opened",
        "the day of the agreement",
        "of no filing",
        "of no relation",
        "of another statement",
    ],
)
def test_permitted_agreements_and_acts_are_recorded(facts: tuple[Fact, ...]) -> None:
    assert among(*facts) == ()


def test_a_period_shortened_by_an_amendment_may_be_extended_to_less_than_it_was() -> None:
    """120 days from June 30 end October 28; 90, as amended, on September 28."""
    terms = amended(
        {"on": "2004-08-01", "to": {"effectiveness": {"within": {"count": 90, "unit": "days"}}}}
    )
    known = FactIndex(log(extended("effectiveness", "2004-10-15", "2004-09-20")).known(*LATER))
    assert tuple(contradictions(terms, known)) == ()
    assert len(tuple(contradictions(sample_terms(), known))) == 1


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


@pytest.mark.parametrize(
    ("facts", "says", "named"),
    [
        (
            (acquired("2004-06-30", "alpha", "60000000"), acquired("2004-07-01", "beta", "1")),
            (
                "after F2 on 2004-07-01 the Holders would hold more of lot base than is "
                "outstanding; correct an amount, or give the Holder whose Notes were reduced"
            ),
            ("F2",),
        ),
        (
            (acquired("2004-06-30", "alpha", "5"), transferred("2004-07-01", "alpha", "beta", "6")),
            (
                "F2 takes more of lot base from alpha than it holds on 2004-07-01; record what "
                "it acquired, or correct the amount"
            ),
            ("F2",),
        ),
    ],
)
def test_impossible_holdings_are_reported_and_not_refused(
    facts: tuple[Fact, ...], says: str, named: tuple[str, ...]
) -> None:
    assert found(*facts) == (Contradiction(says, named),)
    assert among(*facts) == ()


def test_holdings_of_the_whole_are_no_contradiction() -> None:
    assert found(acquired("2004-06-30", "alpha", "60000000")) == ()
