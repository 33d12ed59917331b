"""What a newcomer stumbled over, each as typed in a terminal."""

import pytest

from tests.unit.cli.running import SAMPLE, Dealclock

STORY = ("--facts", "histories/story.yaml")


def test_an_unknown_section_is_refused_with_the_seven_nearest(dealclock: Dealclock) -> None:
    ran = dealclock("section", SAMPLE, "4(z)", "--as-of", "2004-11-20")
    assert ran.code == 2
    _, _, near = ran.flat.partition("The nearest are ")
    assert len(near.split(", ")) == 7
    assert all(each.startswith("4(") for each in near.split(", "))


def test_every_condition_that_bars_a_sale_is_in_the_first_line(dealclock: Dealclock) -> None:
    """On February 2 sales are suspended, and Holders were told to stop."""
    first, *_ = dealclock("usable", SAMPLE, *STORY, "--as-of", "2005-02-02").said.split("\n\n")
    assert "suspended since" in " ".join(first.split())
    assert "recorded; 1 more" in " ".join(first.split())


@pytest.mark.parametrize(
    ("question", "said"), [("usable", "not on record"), ("questionnaires", "no event names fund-z")]
)
def test_a_holder_that_no_event_names_is_said_to_be_unknown(
    dealclock: Dealclock, question: str, said: str
) -> None:
    ran = dealclock(question, SAMPLE, *STORY, "--as-of", "2005-01-20", "--holder", "fund-z")
    first = " ".join(ran.out.partition("Resale Registration")[0].split())
    assert said in first


def test_a_day_before_the_agreement_is_marked(dealclock: Dealclock) -> None:
    """It is dated as of June 30, 2004."""
    marked = "Before the agreement, which is dated as of Wed, Jun 30, 2004."
    assert marked in dealclock("status", SAMPLE, "--as-of", "2004-06-29").flat
    assert marked not in dealclock("status", SAMPLE, "--as-of", "2004-06-30").flat


def test_commands_are_named_as_a_terminal_has_them(dealclock: Dealclock) -> None:
    ran = dealclock("ask", SAMPLE, *STORY, "--as-of", "2005-01-20", "shelf")
    assert "dealclock why DEAL_DIR effectiveness" in ran.flat
    assert "/deal why" not in ran.out
    assert "/deal help" not in dealclock("ask", SAMPLE, "help", "nonsense").err


def test_a_supposed_suspension_without_a_shelf_says_so(dealclock: Dealclock) -> None:
    """Nothing is effective on July 20, 2004."""
    given = ("--as-of", "2004-07-20", "--suspend-from", "2004-08-01", "--suspend-days", "10")
    assert (
        "No effective shelf is on record to suspend." in dealclock("what-if", SAMPLE, *given).flat
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("count", SAMPLE, "5bd"), "'5bd' has no starting date."),
        (("count", SAMPLE, "5bd", "after", "nov", "1", "before", "nov", "9"), "two starting dates"),
        (("next", SAMPLE, "2061-01-01", "--as-of", "2004-11-20"), "Sat, Jan 1, 2061 is too far"),
        (("next", SAMPLE, "2004-11-01", "--as-of", "2004-11-20"), "Nov 1, 2004 is before today."),
    ],
)
def test_a_refusal_says_what_was_given(
    dealclock: Dealclock, words: tuple[str, ...], said: str
) -> None:
    ran = dealclock(*words)
    assert ran.code == 2
    assert said in ran.flat
