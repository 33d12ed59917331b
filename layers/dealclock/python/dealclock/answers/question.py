"""The definition of a question: its query, its result, and the message for the result."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from typing import Any, Generic, TypeVar, cast, get_type_hints

from dealclock.agreement.rules.rule import Rule
from dealclock.answers.ask import Answer, Option, kind_of, option_name
from dealclock.answers.encode import Json, document
from dealclock.engine.look import Look
from dealclock.engine.why import Why
from dealclock.errors import DealclockError
from dealclock.files.source import nearest
from dealclock.messages import words
from dealclock.messages.message import Message
from dealclock.messages.view import DealView

Q = TypeVar("Q")
R = TypeVar("R")
P = TypeVar("P", bound=Rule)


class NotAnsweredError(DealclockError):
    """A question lacks an option or has one that is not valid; the message tells what to give."""


def option(description: str, *, shown: str | None = None, default: Any = None) -> Any:
    """An optional field of a query. `shown` replaces the kind of value in the help."""
    return field(default=default, metadata={"description": description, "shown": shown})


def needed(description: str, *, shown: str | None = None) -> Any:
    """A required field of a query."""
    return field(metadata={"description": description, "shown": shown})


@cache
def _options(query: Any) -> tuple[Option, ...]:
    """The options of a query class, in the order of its fields."""
    hints = get_type_hints(query)
    return tuple(
        Option(
            name=option_name(each.name),
            description=each.metadata["description"],
            kind=kind_of(hints[each.name]),
            needed=each.default is MISSING and each.default_factory is MISSING,
            shown=each.metadata["shown"],
        )
        for each in fields(query)
    )


@dataclass(frozen=True, slots=True)
class Question(Generic[Q, R]):
    """One question.

    `asked` is the class of its query, whose fields are its options. `answer` raises a
    DealclockError that tells what was given, why it is refused, and what to give. `message` puts
    the result in words, with the answer in its headline. `format` names its JSON format and
    version; `encode` writes that JSON if it is not simply the result's fields. `example` is the
    rest of a command line that asks it about a sample.
    Its description is in `catalog.DESCRIPTIONS`, which is read without importing the question.
    """

    name: str
    format: str
    asked: type[Q]
    answer: Callable[[Look, Q], R]
    message: Callable[[R, DealView], Message]
    example: str = ""
    encode: Callable[[R], Json] | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of its query."""
        return _options(cast(Hashable, self.asked))

    def query(self, values: Mapping[str, object]) -> Q:
        """Its query with these values, given by option name and each of the option's kind."""
        names = {option_name(each): each for each in get_type_hints(self.asked)}
        return self.asked(**{names[option_name(name)]: value for name, value in values.items()})

    def answered(self, look: Look, values: Mapping[str, object]) -> Answer:
        """The answer with these values, given by option name and each of the option's kind."""
        result = self.answer(look, self.query(values))
        return Answer(result, partial(self.message, result))

    def json(self, look: Look, values: Mapping[str, object]) -> Json:
        """The answer as JSON; raises what `answer` does."""
        return self.document(self.answer(look, self.query(values)))

    def document(self, result: R) -> Json:
        """A result as JSON."""
        return self.encode(result) if self.encode else document(self.format, result)


def the_only(rules: Iterable[P], kind: str, name: str | None) -> P | None:
    """The only rule of a type, or the one with that name; None if there is none.

    Raises NotAnsweredError if no rule has that name, or if there are several and none is named: an
    answer for the first would ignore the others.
    """
    by_id = {rule.id: rule for rule in rules}
    if name is None and len(by_id) < 2:
        return next(iter(by_id.values()), None)
    if name not in by_id:
        wrong = f"no {kind} is named {name!r}" if name else f"these terms have {len(by_id)}"
        raise NotAnsweredError(
            f"{wrong}; give provision, one of {', '.join(by_id) or 'none'}."
            f"{nearest(name, by_id) if name else ''}"
        )
    return by_id[name]


def resting_on(parts: Iterable[Any]) -> list[Why]:
    """The grounds of parts of a result."""
    return [part.why for part in parts]


def rounded(exact: Fraction) -> Decimal:
    """Exact dollars rounded once to the cent, half up, for a result that needs no exact amount."""
    return Decimal(words.decimal(exact))
