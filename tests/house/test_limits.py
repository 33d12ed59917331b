"""Limits: what fails, with which words, and how they are lowered."""

import pytest

from tests.house.limits import (
    Held,
    holds,
    lowered,
    raised_without_reason,
    read_limits,
)
from tests.house.measures import MEASURES, Counted, Spot

_TEXT = """
[tool.other]
mirrors = 1

[tool.dealclock.house]
mirrors = 28
shapes = 20
exceptions = 100
circles = 0
wording-rooms = ["shop"]
wording-calls = ["Step"]

[tool.dealclock.house.tokens]
shop = 12_300  # with a comment
cellar = 700
"shop + cellar" = 13000

[tool.dealclock.house.one-use]
shop = 3
"other rooms" = 4

[tool.dealclock.house.sentences]
cellar = 5
"other rooms" = 0

[tool.dealclock.house.functions]
"/deal payments" = 700

[tool.dealclock.house.records]
"/deal payments" = 90
"""


def held(measure: str, limit: int, value: int, *places: str) -> Held:
    return Held(MEASURES[measure], "shop", limit, value, places)


def test_limits_are_read_by_measure_and_by_what_they_hold() -> None:
    limits = read_limits(_TEXT)
    assert limits.of["mirrors"] == {"everywhere": 28}
    assert limits.of["tokens"] == {"shop": 12300, "cellar": 700, "shop + cellar": 13000}
    assert limits.wording_rooms == ("shop",)
    assert limits.wording_calls == ("Step",)
    assert set(limits.of) == {name for name, each in MEASURES.items() if not each.reported}


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [("mirrors = 28", "mirors = 28", "mirors"), ("circles = 0\n", "", "circles")],
)
def test_a_limit_of_no_measure_and_a_measure_without_a_limit_are_refused(
    old: str, new: str, named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        read_limits(_TEXT.replace(old, new))


@pytest.mark.parametrize(
    ("measure", "limit", "value", "words"),
    [
        ("mirrors", 28, 28, ""),
        ("mirrors", 28, 29, "1 too many"),
        ("mirrors", 28, 27, ""),  # 2% of 28 is less than one, and one may be taken away
        ("mirrors", 28, 26, "lower it to 26"),
        ("one-use", 186, 183, ""),  # 2% of 186 is 3.7
        ("one-use", 186, 182, "lower it to 182"),
        ("circles", 0, 0, ""),
        ("circles", 1, 0, "lower it to 0"),
        ("tokens", 12300, 12301, "1 too many"),
        ("tokens", 12300, 12054, ""),  # 2% of 12,300 is 246
        ("tokens", 12300, 12053, "lower it to 12100"),  # the next hundred
        ("tokens", 200, 125, ""),  # as low as hundreds can be
    ],
)
def test_a_value_above_its_limit_fails_and_one_far_below_too(
    measure: str, limit: int, value: int, words: str
) -> None:
    problem = held(measure, limit, value).problem
    assert words in problem
    assert bool(problem) == bool(words)


def test_a_problem_names_the_limit_the_places_and_what_to_do() -> None:
    problem = held("mirrors", 1, 2, "shop/a.py:3: of", "shop/b.py:4: of").problem
    to_do = f"{MEASURES['mirrors'].advice}. If it has to be so, raise the limit in pyproject.toml"
    assert problem.splitlines() == [
        f"shop: 2 {MEASURES['mirrors'].what}, the limit is 1, 1 too many.",
        "    shop/a.py:3: of",
        "    shop/b.py:4: of",
        "  All of them: python -m tests.house mirrors",
        f"  What to do: {to_do}, under a comment line with the reason.",
    ]


_FOUND = {
    "shop": Counted(5, [Spot(1, 0, "old"), Spot(2, 0, "older")]),
    "cellar": Counted(3, [Spot(0, 7, "new")]),
    "roof": Counted(1, []),
}


@pytest.mark.parametrize(
    ("limits", "values"),
    [
        ({"everywhere": 9}, [9]),
        ({"shop": 5, "other rooms": 4}, [5, 4]),
        ({"shop": 5, "cellar": 3, "roof": 1, "shop + roof": 6}, [5, 3, 1, 6]),
        ({"shop + roof": 6, "other rooms": 9}, [6, 9]),  # none is named alone
    ],
)
def test_a_limit_holds_a_room_several_rooms_or_the_rest(
    limits: dict[str, int], values: list[int]
) -> None:
    assert [each.value for each in holds(MEASURES["one-use"], limits, _FOUND)] == values


def test_what_changed_last_is_shown_first() -> None:
    (only,) = holds(MEASURES["one-use"], {"everywhere": 8}, _FOUND)
    assert only.places == ("new", "old", "older")


@pytest.mark.parametrize(
    ("limits", "named"),
    [
        ({"shop": 5, "cellar": 3}, "no limit for roof"),
        ({"shop": 5, "attic": 3, "other rooms": 4}, "attic, which does not exist"),
        ({"shop + attic": 5, "everywhere": 4}, "attic, which does not exist"),
    ],
)
def test_a_room_without_a_limit_and_a_limit_without_a_room_are_refused(
    limits: dict[str, int], named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        holds(MEASURES["one-use"], limits, _FOUND)


def test_lowering_writes_what_is_counted_and_raises_nothing() -> None:
    found = [
        Held(MEASURES["mirrors"], "everywhere", 28, 20),
        Held(MEASURES["shapes"], "everywhere", 20, 25),
        Held(MEASURES["tokens"], "shop", 12300, 11901),
        Held(MEASURES["tokens"], "shop + cellar", 13000, 12600),
        Held(MEASURES["one-use"], "other rooms", 4, 2),
        Held(MEASURES["functions"], "/deal payments", 700, 699),
    ]
    assert lowered(_TEXT, found) == (
        _TEXT.replace("mirrors = 28", "mirrors = 20")
        .replace("shop = 12_300  #", "shop = 12000  #")
        .replace("= 13000", "= 12600")
        .replace('rooms" = 4', 'rooms" = 2')
        .replace("= 700\n\n[tool.dealclock.house.records", "= 699\n\n[tool.dealclock.house.records")
    )


def test_a_raise_needs_a_new_comment_line_above_it() -> None:
    raised = _TEXT.replace("cellar = 700", "cellar = 800")
    problem = ["[tool.dealclock.house.tokens] cellar: 700 -> 800"]
    assert raised_without_reason(_TEXT, raised) == problem
    reason = "# A cellar needs stairs.\ncellar = "
    explained = _TEXT.replace("cellar = 700", f"{reason}800")
    assert raised_without_reason(_TEXT, explained) == []
    again = explained.replace(f"{reason}800", f"{reason}900")  # by the reason of the last time
    assert raised_without_reason(explained, again) == [
        "[tool.dealclock.house.tokens] cellar: 800 -> 900"
    ]
    assert raised_without_reason(raised, _TEXT) == []
    assert raised_without_reason("", _TEXT) == []
