"""Whether Notes may be sold under the shelf: each condition, and whether it is satisfied."""

from datetime import date
from pathlib import Path

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.engine.special.usable import conditions as conditions_of
from dealclock.facts.fact import Fact
from dealclock.files.source import parse_file
from dealclock.terms.terms import read_terms
from tests.unit.engine import deals
from tests.unit.engine.deals import effective, filed, log, sample_terms, suspended

SAMPLES = Path(__file__).parents[2] / "general/samples"
SHELF = (filed("2004-07-13"), effective("2004-10-20"))


def holds(as_of: str, *facts: Fact) -> dict[str, bool | None]:
    """Whether each condition that hangs on no Holder holds on a day."""
    day = date.fromisoformat(as_of)
    asked = Look(sample_terms(), log(*SHELF, *facts), day)
    found = assess(Look(sample_terms(), log(*SHELF, *facts), day))
    return {c.name: c.holds for c in conditions_of(asked, found, None) if not c.of_holder}


def test_a_waiver_of_the_stop_that_is_not_computed_leaves_it_not_known() -> None:
    name = "Waivers and extensions are computed"
    of_stop = deals.fact("waiver", "2004-11-01", about="holder-stop/F9", amount="31000000")
    of_advice = deals.fact("waiver", "2004-11-01", about="default-ii", amount="31000000")
    assert holds("2004-11-10", of_stop)[name] is None
    assert name not in holds("2004-11-10", of_advice)


@pytest.mark.full
@pytest.mark.parametrize("as_of", ["2004-10-01", "2004-11-01", "2004-11-10", "2007-01-10"])
@pytest.mark.parametrize("holder", [None, "fund-a"])
def test_the_sample_in_the_general_form_gives_the_same_conditions(
    as_of: str, holder: str | None
) -> None:
    """Effective October 20, 2004, suspended from November 5; the second anniversary is over."""
    general = read_terms(parse_file(SAMPLES / "infocrossing-2004.yaml"))
    returned = deals.fact("questionnaire-returned", "2004-07-02", holder="fund-a", amount="1000000")
    facts, day = log(*SHELF, returned, suspended("2004-11-05")), date.fromisoformat(as_of)
    spelled, written = (
        [
            (c.name, c.holds, c.reason, c.more)
            for c in conditions_of(Look(terms, facts, day), assess(Look(terms, facts, day)), holder)
        ]
        for terms in (sample_terms(), general)
    )
    assert written == spelled
    suspension = ("No Suspension Period is open", as_of < "2004-11-05")
    assert suspension in [each[:2] for each in written]
