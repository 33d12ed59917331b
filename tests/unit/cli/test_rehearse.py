"""`dealclock rehearse`: a line for each sweep that spoke, a total, and clear refusals."""

from datetime import UTC, datetime

import pytest

from tests.contract.store import samples
from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.cli.running import Dealclock
from tests.unit.jobs.house import House


@pytest.fixture
def story(stack: House) -> House:
    """The rehearsal Story and the live deal Granite, looked at in 2026."""
    stack.now = datetime(2026, 11, 20, 15, tzinfo=UTC)
    stack.store.deals.load(samples.rehearsal(*samples.story()), stack.now, "tests")
    stack.store.deals.load(samples.live(), stack.now, "tests")
    return stack


def test_each_sweep_that_planned_alerts_has_a_line_before_the_total(
    dealclock: Dealclock, story: House
) -> None:
    words = ("rehearse", "Story", "--from", "2004-06-30", "--to", "2004-07-08")
    ran = dealclock(*words)
    assert (ran.code, ran.err) == (0, "")
    assert values(wording("command/rehearse", ran.out.splitlines())) == [
        "2004-06-30",
        "3",
        "0",
        "2004-07-08",
        "3",
        "0",
        "6",
        "0",
    ]
    assert (len(story.slack.posts), len(story.mailbox.mails)) == (2, 4)
    assert values(
        wording("command/rehearse", dealclock(*words).out.splitlines()[-1], "second")
    ) == ["0", "6"]
    assert len(story.slack.posts) == 2


def test_a_deal_named_twice_is_played_once(dealclock: Dealclock, story: House) -> None:
    ran = dealclock("rehearse", "Story", "story", "--from", "2004-06-30")
    assert values(wording("command/rehearse", ran.out.splitlines()[-1])) == ["3", "0"]


def test_left_out_the_last_day_is_the_first(dealclock: Dealclock, story: House) -> None:
    dealclock("rehearse", "Story", "--from", "2004-07-01")
    meta = story.store.deals.meta("story")
    assert meta is not None
    assert str(meta.day) == "2004-07-01"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Granite", "--from", "2004-07-01"), "Granite is a live deal and follows the calendar"),
        (("Story", "granite", "--from", "2004-07-01"), "Granite is a live deal"),
        (("Storry", "--from", "2004-07-01"), "no deal 'Storry'; give the id or code name of a"),
        (("Storry", "--from", "2004-07-01"), "Did you mean 'Story'?"),
        (
            ("Story", "--from", "2004-07-02", "--to", "2004-07-01"),
            "2004-07-01 is before 2004-07-02. Give the first day, then the last.",
        ),
        (("Story", "--from", "1994-07-01"), "which covers 1995 to 2060"),
        (("Story", "--from", "July 1"), "'July 1' is not a date; give a date as YYYY-MM-DD"),
        (("Story",), "is missing; give it. See `dealclock rehearse --help`"),
    ],
)
def test_what_cannot_be_played_is_refused_and_nothing_is_moved(
    dealclock: Dealclock, story: House, words: tuple[str, ...], said: str
) -> None:
    ran = dealclock("rehearse", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.flat
    meta = story.store.deals.meta("story")
    assert meta is not None
    assert str(meta.day) == "2004-06-30"
