"""What was typed after `/deal`, understood among the asker's own deals."""

from datetime import date

import pytest

from dealclock.access.people import People
from dealclock.store import Listed
from dealclock.usecases.desk.misunderstood import Misunderstood, shown
from dealclock.usecases.desk.understanding import understand
from dealclock.usecases.typed_day import typed_day

NOBODY = People(people=())
GRANITE = Listed("granite", "Granite", False, NOBODY)
STORY = Listed("granite-story", "Granite-Story", True, NOBODY)
MINE = (GRANITE, STORY)
Read = tuple[str, Listed | None, object]
NOV_20 = date(2004, 11, 20)


def read(text: str, visible: tuple[Listed, ...], here: Listed | None) -> Read:
    """The verb, the deal and what the verb made of the other words."""
    asked = understand(text, visible, here)
    return asked.verb.name, asked.deal, asked.given


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("", ("help", None, False)),
        ("help more", ("help", None, True)),
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
        ("next", ("next", None, 14)),
        ("next 30", ("next", None, 30)),
        ("next 366 Granite", ("next", GRANITE, 366)),
        ("explain Granite", ("explain", GRANITE, None)),
        (
            "explain shelf-filing Granite",
            ("explain", GRANITE, "shelf-filing"),
        ),
    ],
)
def test_a_deal_is_named_anywhere_in_the_words(text: str, asked: Read) -> None:
    assert read(text, MINE, None) == asked


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("status", ("status", STORY, None)),
        ("accrual on 2004-11-20", ("accrual", STORY, NOV_20)),
        ("next 7", ("next", STORY, 7)),
        ("explain accrual", ("explain", STORY, "accrual")),
        ("status Granite", ("status", GRANITE, None)),
    ],
)
def test_without_a_name_the_channels_own_deal_is_meant(text: str, asked: Read) -> None:
    assert read(text, MINE, STORY) == asked


@pytest.mark.parametrize(
    "text",
    [
        "status Basalt",
        "accrual Basalt",
        "accrual Basalt on 2004-11-20",
        "accrual on 2004-11-20 Basalt",
        "accrual 2004-11-20 Basalt",
        "next Basalt",
        "next Basalt 30",
        "next 30 Basalt",
        "explain Basalt shelf-filing",
    ],
)
@pytest.mark.parametrize("here", [None, GRANITE])
def test_a_word_where_a_deal_stands_that_names_none_is_said_to_name_none(
    text: str, here: Listed | None
) -> None:
    with pytest.raises(Misunderstood) as refused:
        understand(text, MINE, here)
    assert str(refused.value) == (
        "There is no deal 'Basalt' that you can see. /deal list shows yours."
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "stauts",
            "There is no command 'stauts'. Did you mean 'status'? Try: next, status, accrual",
        ),
        ("GRANIT", "There is no command 'GRANIT'. Did you mean 'Granite'?"),
        ("frobnicate", "There is no command 'frobnicate'. Try: next, status, accrual, help."),
        ("Granite stauts", "There is no command 'stauts'. Did you mean 'status'?"),
        ("status granit", "There is no deal 'granit' that you can see. Did you mean 'Granite'?"),
        ("status Granite Granite-Story", "Name one deal at a time."),
        ("status", "Say which deal: this channel is not one of your deals' own; yours are Granite"),
        ("accrual Granite on", "Nothing after 'on' is no date I can read. Write it as 2004-11-20"),
        ("accrual Granite on 2004-11-31", "'2004-11-31' is no date I can read. Write it as 2004-"),
        ("accrual Granite Nov 31 2004", "'Nov 31 2004' is no date I can read."),
        ("accrual Granite on soon", "'soon' is no date I can read. Write it as 2004-11-20 or Nov"),
        ("next 0", "'0' is no number of days. Give one from 1 to 366."),
        ("next 367", "'367' is no number of days. Give one from 1 to 366."),
        ("next -5", "'-5' is no number of days."),
        ("next 5 6", "'5 6' is no number of days."),
        ("next ٣", "'٣' is no number of days."),
        ("explain Granite one two", "'one two' is more than one; give one at a time."),
    ],
)
def test_what_cannot_be_read_is_told_with_what_to_give_instead(text: str, said: str) -> None:
    with pytest.raises(Misunderstood) as refused:
        understand(text, MINE, None)
    assert str(refused.value).startswith(said)


def test_someone_on_no_deal_is_told_so_and_nothing_else() -> None:
    with pytest.raises(Misunderstood) as refused:
        understand("status", (), None)
    assert str(refused.value).endswith("; you are on no deal's list.")
    assert read("next", (), None) == ("next", None, 14)


@pytest.mark.parametrize(
    "typed",
    [
        "2004-11-20",
        "11/20/2004",
        "Nov 20 2004",
        "Nov 20, 2004",
        "Nov 20,2004",
        "november 20 2004",
        "20 Nov 2004",
        "Sat Nov 20, 2004",
        "Saturday, November 20, 2004",
    ],
)
def test_a_day_may_be_typed_as_people_and_the_answers_write_it(typed: str) -> None:
    assert typed_day(typed.split()) == NOV_20


@pytest.mark.parametrize(
    "typed", ["", ",", "2004-11-31", "20.11.2004", "Fri Nov 20, 2004", "Nov 2004", "Sat", "2004"]
)
def test_what_is_no_day_or_falls_on_another_weekday_is_none(typed: str) -> None:
    assert typed_day(typed.split()) is None


def test_what_was_typed_is_repeated_short_and_with_nothing_invisible_in_it() -> None:
    assert shown("x" * 41) == f"'{'x' * 37}...'"
    assert shown("x" * 40) == f"'{'x' * 40}'"
    assert shown("a\u202eb\x00") == r"'a\u202eb\x00'"
