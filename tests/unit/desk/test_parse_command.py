"""How `/deal` text is parsed among the user's own deals."""

from datetime import date

import pytest

from dealclock.answers.typed_words import UnreadableCommandError, shown
from dealclock.days.calendars import calendar
from dealclock.days.typed_day import DayWords
from dealclock.desk.parse_command import parse_command
from dealclock.people.people import People
from dealclock.store import DirectoryEntry
from tests.golden.wording import wording

NOBODY = People(people=())
GRANITE = DirectoryEntry("granite", "Granite", False, NOBODY)
STORY = DirectoryEntry("granite-story", "Granite-Story", True, NOBODY)
ALIASED = DirectoryEntry("cobalt", "Cobalt", False, NOBODY, aliases=("INFX", "Infocross"))
MINE = (GRANITE, STORY)
Read = tuple[str, DirectoryEntry | None, object]
NOV_20 = date(2004, 11, 20)


def read(text: str, visible: tuple[DirectoryEntry, ...], here: DirectoryEntry | None) -> Read:
    """The verb, the deal and what the verb made of the other words; of a day, the day."""
    asked = parse_command(text, visible, here)
    given = asked.given
    if asked.verb.name in ("accrual", "status", "next", "why"):
        (given,) = given.values() or (None,)
    if isinstance(given, DayWords):
        given = given.on(date(2004, 10, 28), calendar("federal-reserve")).day
    return asked.verb.name, asked.deal, given


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("", ("list", None, None)),
        ("help more", ("help", None, "more")),
        ("LIST", ("list", None, None)),
        ("status Granite", ("status", GRANITE, None)),
        ("status granite-story", ("status", STORY, None)),
        ("Granite", ("status", GRANITE, None)),
        ("Granite status", ("status", GRANITE, None)),
        ("granite accrual on 2004-11-20", ("accrual", GRANITE, NOV_20)),
        ("status Granite GRANITE", ("status", GRANITE, None)),
        ("accrual Granite", ("accrual", GRANITE, None)),
        ("accrual Granite on Nov 20, 2004", ("accrual", GRANITE, NOV_20)),
        ("accrual on 2004-11-20 Granite", ("accrual", GRANITE, NOV_20)),
        ("accrual ON 2004-11-20 Granite", ("accrual", GRANITE, NOV_20)),
        ("accrual 2004-11-20 Granite", ("accrual", GRANITE, NOV_20)),
        ("next", ("next", None, None)),
        ("next 30", ("next", None, 30)),
        ("next 366 Granite", ("next", GRANITE, 366)),
        ("explain Granite", ("why", GRANITE, None)),
        (
            "explain shelf-filing Granite",
            ("why", GRANITE, "shelf-filing"),
        ),
    ],
)
def test_a_deal_may_be_named_anywhere_in_the_text(text: str, asked: Read) -> None:
    assert read(text, MINE, None) == asked


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("status", ("status", STORY, None)),
        ("accrual on 2004-11-20", ("accrual", STORY, NOV_20)),
        ("next 7", ("next", STORY, 7)),
        ("explain accrual", ("why", STORY, "accrual")),
        ("status Granite", ("status", GRANITE, None)),
    ],
)
def test_without_a_name_the_channels_own_deal_is_used(text: str, asked: Read) -> None:
    assert read(text, MINE, STORY) == asked


@pytest.mark.parametrize("text", ["GRANIT", "status granit"])
def test_a_prefix_of_two_deals_is_answered_with_what_to_type_instead(text: str) -> None:
    with pytest.raises(UnreadableCommandError) as refused:
        parse_command(text, MINE, None)
    wording("refusal/desk", f"{refused.value.headline}\n{refused.value}")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("status infx", ("status", ALIASED, None)),
        ("INFX", ("status", ALIASED, None)),
        ("status cob", ("status", ALIASED, None)),
        ("cob status", ("status", ALIASED, None)),
        ("next cobalt 7", ("next", ALIASED, 7)),
        ("next 7 inf", ("next", ALIASED, 7)),
        ("accrual cob on 2004-11-20", ("accrual", ALIASED, NOV_20)),
        ("explain cob shelf-filing", ("why", ALIASED, "shelf-filing")),
        ("explain cobalt cob", ("why", ALIASED, "cob")),  # the words say enough as they stand
    ],
)
def test_a_deal_is_found_by_its_aliases_and_by_a_unique_prefix(text: str, asked: Read) -> None:
    assert read(text, (*MINE, ALIASED), None) == asked


def test_two_letters_are_no_prefix_and_a_whole_name_wins_over_a_prefix() -> None:
    with pytest.raises(UnreadableCommandError, match="'co'"):
        parse_command("status co", (*MINE, ALIASED), None)
    assert read("status granite", MINE, None) == ("status", GRANITE, None)


def test_what_if_may_be_written_as_two_words() -> None:
    asked = parse_command("what if Granite prospectus-usable 2004-11-20", MINE, None)
    assert (asked.verb.name, asked.deal) == ("what-if", GRANITE)


def test_quoted_text_is_short_and_has_no_invisible_characters() -> None:
    assert shown("x" * 41) == f"'{'x' * 37}...'"
    assert shown("x" * 40) == f"'{'x' * 40}'"
    assert shown("a\u202eb\x00") == r"'a\u202eb\x00'"
