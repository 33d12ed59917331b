"""Extensions move a future due day; waivers mark a default and reduce nothing."""

from datetime import date

import pytest

from dealclock.engine.conclusions import Status
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.engine.consents.consenting import FILED, MORE, consents
from tests.unit.engine.deals import fact, on


def test_an_extension_says_so_in_the_trace() -> None:
    more = fact("extension", "2004-10-20", id="MORE", about="effectiveness", target="2004-11-30")
    owed = on("2004-11-01", FILED, more).obligation("effectiveness")
    assert owed is not None
    assert (owed.due, owed.status) == (date(2004, 11, 30), Status.UPCOMING)
    assert shows(
        wording("reason/extensions-and-waivers", [s.text for s in owed.why.steps]), "2004-10-20"
    )
    assert "MORE" in owed.why.facts


def test_an_extension_after_the_last_day_says_why_it_moves_nothing() -> None:
    more = fact("extension", "2004-10-29", id="MORE", about="effectiveness", target="2004-11-30")
    owed = on("2004-11-01", FILED, more).obligation("effectiveness")
    assert owed is not None
    assert owed.due == date(2004, 10, 28)
    wording("reason/extensions-and-waivers", owed.notes)


def test_a_side_letter_moves_no_one_elses_day() -> None:
    letter = fact(
        "extension", "2004-10-20", about="effectiveness", target="2004-11-30", holder="fund-a"
    )
    owed = on("2004-11-01", FILED, letter).obligation("effectiveness")
    assert owed is not None
    assert owed.due == date(2004, 10, 28)
    assert values(wording("reason/extensions-and-waivers", owed.notes)) == ["F2", "2004-11-30"]


def test_a_waiver_marks_the_default_and_reduces_nothing() -> None:
    waiver = fact("waiver", "2004-11-15", id="W", about="default-ii", amount="31000000")
    without, waived = on("2004-11-20", FILED), on("2004-11-20", FILED, waiver)
    default = waived.default("default-ii")
    assert default is not None
    assert default.waived
    assert waived.accrual.exact == without.accrual.exact == 8750
    assert values(wording("reason/extensions-and-waivers", default.notes)) == [
        "2004-11-15",
        "$31,000,000.00",
        "$31,000,000.00",
        "$60,000,000.00",
        "50%",
        "2004-11-15",
        "316(b)",
    ]


def test_a_waiver_covers_its_last_day_and_no_later_one() -> None:
    waiver = fact(
        "waiver", "2004-11-15", about="default-ii", target="2004-12-31", amount="31000000"
    )
    last = on("2004-12-31", FILED, waiver).default("default-ii")
    after = on("2005-01-01", FILED, waiver).default("default-ii")
    assert last is not None
    assert after is not None
    assert (last.waived, after.waived) == (True, False)
    assert values(wording("reason/extensions-and-waivers", after.notes)) == [
        "F2",
        "2004-11-15",
        "2004-12-31",
        "$31,000,000.00",
        "$31,000,000.00",
        "$60,000,000.00",
        "50%",
        "2004-11-15",
    ]


def test_a_single_holders_waiver_binds_no_other() -> None:
    waiver = fact("waiver", "2004-11-15", about="default-ii", holder="fund-a")
    default = on("2004-11-20", FILED, waiver).default("default-ii")
    assert default is not None
    assert not default.waived
    wording("reason/extensions-and-waivers", default.notes[0])


def test_an_extension_that_falls_short_moves_nothing() -> None:
    short = consents("fund-a", "30000000", about="MORE", on="2004-10-19")
    owed = on("2004-10-25", FILED, short, MORE).obligation("effectiveness")
    assert owed is not None
    assert owed.due == date(2004, 10, 28)
    wording("reason/extensions-and-waivers", owed.notes[0])


def test_an_extension_without_recorded_consents_moves_the_day_and_leaves_the_first_safe() -> None:
    owed = on("2004-10-25", FILED, MORE).obligation("effectiveness")
    assert owed is not None
    assert (owed.due, owed.safe) == (date(2004, 11, 30), date(2004, 10, 28))
    assert shows(wording("reason/extensions-and-waivers", owed.notes[0]), "2004-10-28")
    strict = on("2004-10-25", FILED, MORE, readings={"unproven-extension": "MUST-BE-SHOWN"})
    kept = strict.obligation("effectiveness")
    assert kept is not None
    assert kept.due == date(2004, 10, 28)


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ("sale-notice/NONE", "which names nothing on record"),
        ("payment/2005-01-15", "which may change that payment"),
        ("suspension/S", "which may change Suspension Period"),
        ("listing", "which may change Listing"),
        ("holder-stop/S", "which may change Sales stop"),
        ("nothing/S", "which names nothing of these terms"),
    ],
)
def test_what_is_refused_today_and_was_stored_before_is_said_not_to_be_computed(
    about: str, says: str
) -> None:
    """Recorded by an earlier version, it still loads."""
    more = fact(
        "extension", "2005-01-10", id="X", about=about, target="2005-02-15", amount="31000000"
    )
    (found,) = on("2005-01-20", FILED, more).agreed
    assert found.not_computed == f"extension X of {about}, {says}"


@pytest.mark.parametrize(
    ("kind", "about", "day", "says"),
    [
        (
            "extension",
            "effectiveness",
            "2004-11-05",
            "was agreed after its last day, so the date stays",
        ),
        ("waiver", "default-iv-a/S", "2004-10-05", "may prevent that default"),
        ("waiver", "default-ii", "2004-10-05", ""),
    ],
)
def test_what_moves_nothing_is_never_silent(kind: str, about: str, day: str, says: str) -> None:
    more = fact(kind, day, id="X", about=about, target="2005-12-15", amount="31000000")
    (found,) = on("2004-11-20", FILED, more).agreed
    assert found.not_computed == (f"{kind} X of {about}, which {says}" if says else "")
