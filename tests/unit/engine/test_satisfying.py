"""What an event recorded by an earlier version is about, where it satisfies no such thing.

What satisfies a deadline is in `tests/cases/acts_and_instances.yaml`.
"""

from tests.unit.engine.deals import fact, on


def test_an_event_about_items_it_does_not_satisfy_is_listed_with_the_reason() -> None:
    found = on(
        "2004-11-01",
        fact("report-filed", "2004-10-01", about="ten-q-2027"),
        fact("duty-done", "2004-10-01", about="no/F1"),
        fact("report-filed", "2004-10-02", about=("ten-q-2027", "no/F1")),
    )
    assert found.unused_because == {
        "F1": "it is about ten-q-2027, which a report-filed does not satisfy",
        "F2": "it is about no/F1, which a duty-done does not satisfy",
        "F3": "it is about ten-q-2027 and no/F1, which a report-filed does not satisfy",
    }
