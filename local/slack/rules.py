"""The vocabulary of the reference table: the type and the limits of a value.

A rule is data. `validate.py` walks a value with a rule and words each problem as Slack does.
Lengths are counted in characters and include their end: `Str(at_most=255)` takes 255, not 256.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

PLAIN = ("plain_text",)
ANY_TEXT = ("mrkdwn", "plain_text")


@dataclass(frozen=True)
class Str:
    """A string; `one_of`, when given, is all it may be."""

    at_most: int | None = None
    at_least: int = 1
    one_of: tuple[str, ...] = ()


@dataclass(frozen=True)
class Flag:
    """true or false."""


@dataclass(frozen=True)
class Number:
    """A whole number, `at_least` to `at_most`, both included."""

    at_least: int
    at_most: int


@dataclass(frozen=True)
class Finite:
    """A finite number, whole or not."""


@dataclass(frozen=True)
class Text:
    """A text object of one of `kinds`."""

    at_most: int
    kinds: tuple[str, ...] = ANY_TEXT


@dataclass(frozen=True)
class Items:
    """A list of `at_least` to `at_most` values, both included."""

    of: "Rule"
    at_most: int
    at_least: int = 1


@dataclass(frozen=True)
class Shape:
    """An object with these properties and no others; of `any_of`, one at least."""

    required: Mapping[str, "Rule"]
    optional: Mapping[str, "Rule"] = field(default_factory=dict)
    any_of: tuple[str, ...] = ()


@dataclass(frozen=True)
class ByType:
    """An object whose `type` says which of these shapes it has."""

    shapes: Mapping[str, Shape | Text]


@dataclass(frozen=True)
class Table:
    """Rows of cells: the first is the header, all are equally long, `characters` bounds all text.

    `header` is the rule of a cell of the first row, `cell` that of any other. Rows and columns are
    counted with their end, the header among the rows.
    """

    header: "Rule"
    cell: "Rule"
    rows: tuple[int, int]
    columns: int
    characters: int


@dataclass(frozen=True)
class Chart:
    """A line, bar or area chart: series over shared categories, each with a value in every one."""

    kinds: tuple[str, ...]
    series: int
    points: int
    label: int


Rule = Str | Flag | Number | Finite | Text | Items | Shape | ByType | Table | Chart


@dataclass(frozen=True)
class Tier:
    """How often a method may be called: at most `calls` in any `seconds`, counted per `key`.

    `key` is "app" (all calls of the method) or "channel" (those to one channel).
    """

    calls: int
    seconds: int
    key: str = "app"


@dataclass(frozen=True)
class Method:
    """One Web API method.

    `{kind}` in a scope stands for the conversation's own: channels, groups or im. Argument kinds:
    string, channel (an id), destination (an id, a channel name or a user id), boolean, integer,
    json. `errors` are its own; those in COMMON_ERRORS can come from every method.
    """

    scopes: tuple[str, ...]
    tier: Tier
    required: Mapping[str, str]
    optional: Mapping[str, str]
    errors: frozenset[str]
