"""Waivers, extensions and amendments in words: whether effective, and whom they bind."""

import json
from typing import Any

from dealclock.answers.assess import assess as whole
from dealclock.engine.assessment import Assessment
from dealclock.messages.message import HEADLINE_MOST
from dealclock.messages.status_lines import (
    describe_agreement,
    list_not_computed,
    with_not_computed,
)
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.engine.deals import fact, filed, on

FILED = filed("2004-07-13")
WAIVER = fact("waiver", "2004-11-15", id="W", about="default-ii", target="2004-12-31")
MOST = fact("consent-given", "2004-11-12", about="W", holder="fund-a", amount="31000000")
HALF = fact("consent-given", "2004-11-12", about="W", holder="fund-a", amount="30000000")


def agreement_text(found: Assessment) -> str:
    """The line of the one thing agreed."""
    (each,) = found.agreed
    return describe_agreement(each)


def test_an_effective_waiver_is_shown_with_its_scope_period_and_count() -> None:
    assert values(
        wording("message/agreed", agreement_text(on("2004-11-20", FILED, MOST, WAIVER)))
    ) == [
        "default-ii",
        "10(d)",
        "2004-11-15",
        "2004-12-31",
        "$31,000,000.00",
        "$60,000,000.00",
        "50%",
        "2004-11-15",
    ]
    wording("message/agreed", agreement_text(on("2005-01-01", FILED, MOST, WAIVER)), "second")


def test_a_waiver_that_falls_short_names_those_it_binds() -> None:
    line = agreement_text(on("2004-11-20", FILED, HALF, WAIVER))
    assert shows(wording("message/agreed", line), "$30,000,000.00", "$60,000,000.00", "50%")


def test_a_waiver_without_consents_is_not_shown_as_effective() -> None:
    line = agreement_text(on("2004-11-20", FILED, WAIVER))
    wording("message/agreed", line)


def test_a_side_letter_belongs_to_one_holder() -> None:
    letter = fact("waiver", "2004-11-15", id="W", about="default-ii", holder="fund-a")
    line = agreement_text(on("2004-11-20", FILED, letter))
    wording("message/agreed", line)


def test_the_json_has_both_sides_of_the_fraction_rounded_and_exact() -> None:
    found: Any = json.loads(json.dumps(whole.document(on("2004-11-20", FILED, MOST, WAIVER))))
    (each,) = found["agreed"]
    assert (each["consenting"], each["consenting_exact"]) == ("31000000.00", "31000000")
    assert (each["percent"], each["over_percent"]) == ("51.6667", "50.00")
    assert shows(wording("message/agreed", each["trace"][-1]["says"]), "50%")
    without: Any = whole.document(on("2004-11-20", FILED, WAIVER))
    (none,) = without["agreed"]
    assert (none["percent"], none["whole"], none["outcome"]) == (None, None, "not shown to carry")


def test_first_lines_say_what_is_not_computed_within_120_characters() -> None:
    found = on("2004-11-20", FILED, MOST, WAIVER)
    said = [each.not_computed for each in found.agreed]
    for item in ("effectiveness", "default-ii", "payment/2005-01-15"):
        assert list_not_computed(found, item) == said
    assert list_not_computed(found, "shelf-filing") == []
    short, longer = "1 possible default, $8,750.00 unpaid", "$31,666.67 payable Tue, Jan 18 " * 2
    for line in (
        *with_not_computed((short,), said),
        *with_not_computed((longer.strip(),), said),
        *with_not_computed((longer.strip(),), said, of_it=True),
    ):
        assert len(f"REHEARSAL: Granite: {line}") <= HEADLINE_MOST
