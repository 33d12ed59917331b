"""Extensions move a future due day; waivers mark a default and reduce nothing."""

import pytest

from tests.unit.engine.deals import fact, filed, on

FILED = filed("2004-07-13")


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
