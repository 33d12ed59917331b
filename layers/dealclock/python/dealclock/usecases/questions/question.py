"""What a question is: what it is asked with, how it is answered, how the answer is told."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, TypeVar

from dealclock.agreement.rules.rule import Period, Rule
from dealclock.agreement.source import nearest
from dealclock.agreement.terms import Terms
from dealclock.engine.causes import ReadingsChosen
from dealclock.engine.in_force import InForce, in_force
from dealclock.errors import DealclockError
from dealclock.facts.log import FactLog

Json = dict[str, object]
R = TypeVar("R", bound=Rule)


class NotAnsweredError(DealclockError):
    """A question that was asked of the wrong thing, or without what it needs; says what to give."""


@dataclass(frozen=True, slots=True)
class Detail:
    """One thing a question is asked with, by name: `--name VALUE` on the command line.

    A `day` is a date, `money` a Decimal of dollars, `number` an int, `word` an id such as an
    instance or a method, `words` several, `record` keys with values (of a fact, say), `records`
    several of them, `flag` true or false. `details.py` brings what was given to these. `shown` is
    what stands for the value in the help, where the kind does not say enough.
    """

    name: str
    says: str
    kind: Literal["day", "money", "number", "word", "words", "record", "records", "flag"]
    needed: bool = False
    shown: str | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """A question as it was asked: of these terms and facts, as of a day, read this way.

    `details` holds what was given, by the names of the question's own. `targets` are the team's own
    for undated duties, by the id of the provision. `chosen` are the readings chosen over time, the
    earliest first, where that is known.
    """

    terms: Terms
    log: FactLog
    as_of: date
    known_at: datetime | None
    readings: Mapping[str, str]
    details: Mapping[str, object]
    targets: Mapping[str, Period] = field(default_factory=dict)
    chosen: tuple[ReadingsChosen, ...] = ()

    def in_force(self) -> InForce:
        """The terms in force on the day, the facts that count and the readings chosen."""
        return in_force(self.terms, self.log, self.as_of, self.known_at, self.readings)


def the_only(rules: Iterable[R], kind: str, asked: Query) -> R | None:
    """The one rule of its type, or the one that `provision` names; None where there is none.

    Raises NotAnsweredError where there are several and none is named: the first would be answered
    for, and the others passed over without a word.
    """
    by_id = {rule.id: rule for rule in rules}
    name = asked.details.get("provision")
    if name is None and len(by_id) < 2:
        return next(iter(by_id.values()), None)
    if name not in by_id:
        wrong = f"no {kind} is named {str(name)!r}" if name else f"these terms have {len(by_id)}"
        raise NotAnsweredError(
            f"{wrong}; give provision, one of "
            f"{', '.join(by_id) or 'none'}.{nearest(str(name), by_id) if name else ''}"
        )
    return by_id[str(name)]


@dataclass(frozen=True, slots=True)
class Question:
    """One question: `answer` gives stable JSON, `render` says it in lines of plain words.

    What it answers, in a line, stands in `all.SAYS`, which is read without importing the question.

    `first` is the answer in one line, which stands before all else in a terminal.
    `answer` raises a DealclockError that says what was given, why it is refused, what to give.
    `example` is the rest of a command line that asks it of a sample, which the help shows.
    """

    name: str
    details: tuple[Detail, ...]
    answer: Callable[[Query], Json]
    render: Callable[[Json, int], Iterator[str]]
    example: str = ""
    first: Callable[[Json], str] | None = None
