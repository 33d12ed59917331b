"""What Checkov refuses needs a reason, and a reason something that is refused."""

from local.validate import unexplained


def test_a_refusal_without_a_reason_and_a_reason_without_a_refusal_are_shown() -> None:
    accepted = {"A": "everywhere", "B One": "there alone", "C": "no longer refused"}
    assert unexplained(["A One", "A Two", "B One", "B Two"], accepted) == [
        "B Two: refused, and no reason to keep it",
        "C: nothing is refused for it; remove it",
    ]


def test_nothing_is_shown_if_each_refusal_has_its_reason() -> None:
    assert unexplained(["A One"], {"A": "everywhere"}) == []
