"""A question in one module: a function of a look at a deal, with what each door needs of it.

    @answer(slash=Slash("usable [DEAL] [on DATE] [holder NAME]"))
    def usable(look: Look, holder: Annotated[str | None, "one Holder"] = None) -> Answer: ...

The parameters after the look are the options of the command line and the keys of a worked case,
each read by its type, and what the marks of the slash command give; "on" is the look's own day.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from inspect import Parameter, signature
from types import UnionType
from typing import (
    Annotated,
    Any,
    Concatenate,
    Generic,
    Literal,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from dealclock.answers.encode import NO_KEYS, Json, Keys, document
from dealclock.answers.typed_words import Reader, TypedWords, by_usage
from dealclock.engine.look import Look
from dealclock.engine.why import Why
from dealclock.errors import RefusedError
from dealclock.files.source import nearest
from dealclock.messages import words
from dealclock.messages.message import Message
from dealclock.messages.view import DealView
from dealclock.records import record
from dealclock.terms.rules.rule import Rule

P = ParamSpec("P")
R = TypeVar("R", bound=Rule)

Kind = Literal["day", "money", "number", "word", "words", "record", "records", "flag"]


@record
class Option:
    """One option of a question: `--name VALUE` on the command line, a key in a worked case.

    A `day` is a date, `money` a Decimal of dollars, `number` an int, `word` an id such as an
    instance or a method, `words` several, `record` keys with values (of an event, say), `records`
    several of them, `flag` true or false. `field` is its parameter.
    """

    name: str
    description: str
    kind: Kind
    needed: bool = False
    shown: str | None = None
    field: str = ""


@record
class Answer:
    """An answer: `body` is its JSON, a record or values by their keys in order, without format and
    notice; `say` gives the message. `about` is the item it covers, "" for the whole deal.
    """

    body: object
    say: Callable[[DealView], Message]
    about: str = ""


@record
class Slash:
    """A question as a command of `/deal`.

    `usage` is its line of help. `examples` work in the channel of the sample deal;
    "{deal}" is its name. `read` gives the options, or raises UnreadableCommandError; left out, they
    are read as the usage says.
    """

    usage: str
    examples: tuple[str, ...] = ()
    read: Reader | None = None


@record
class Question(Generic[P]):
    """One question. Asking it raises a DealclockError that tells what was given, why it is refused,
    and what to give.

    `ask` takes a look, or the view of a deal if it is about the deal's team. `format` names its
    JSON format and version, `keys` the JSON of the engine's records in it. `example` is the rest of
    a command line that asks it about a sample. Its description is in `catalog.DESCRIPTIONS`, which
    is read without importing the question.
    """

    name: str
    format: str
    ask: Callable[Concatenate[Any, P], Answer]
    options: tuple[Option, ...]
    keys: Keys
    example: str = ""
    slash: Slash | None = None

    def __call__(self, look: Look, *args: P.args, **options: P.kwargs) -> Answer:
        """The answer about a deal as of a day."""
        return self.ask(look, *args, **options)

    def check_given(self, names: Collection[str]) -> None:
        """Raises RefusedError naming the needed options that are not among these names, which are
        of options or parameters."""
        if lacking := [o for o in self.options if o.needed and {o.name, o.field}.isdisjoint(names)]:
            text = "; and ".join(f"{each.name}: {each.description}" for each in lacking)
            raise RefusedError(f"{self.name} needs {text}")

    def answered(self, look: Look, values: Mapping[str, object]) -> Answer:
        """The answer with these values, by option name and each of the option's kind; what is no
        option by its parameter.
        """
        ask: Callable[..., Answer] = self.ask
        named = {each.name: each.field for each in self.options}
        return ask(look, **{named.get(name, name): value for name, value in values.items()})

    def read_words(self, typed: TypedWords) -> Mapping[str, object]:
        """The options that words after its command give, dates as typed; raises
        UnreadableCommandError."""
        if self.slash is None:
            raise TypeError(f"{self.name} is not a command of /deal")
        return (self.slash.read or by_usage(self.slash.usage))(typed)

    def json(self, look: Look, values: Mapping[str, object]) -> Json:
        """The answer as JSON; raises what asking does."""
        return self.document(self.answered(look, values).body)

    def document(self, result: object) -> Json:
        """The body of an answer as JSON."""
        return document(self.format, result, self.keys)


def answer(
    *,
    name: str = "",
    form: str = "",
    example: str = "",
    keys: Keys = NO_KEYS,
    slash: Slash | None = None,
) -> Callable[[Callable[Concatenate[Any, P], Answer]], Question[P]]:
    """The question that a function answers, named as the function where no name is given, and its
    JSON format, `form`, as the question.

    Each parameter after the look is `Annotated` with its description, and with what the help shows
    in place of its kind, if anything. Those that can be given by keyword only are no options: the
    desk gives what it has stored.
    """

    def made(ask: Callable[Concatenate[Any, P], Answer]) -> Question[P]:
        called = name or ask.__name__.replace("_", "-")
        of = form or f"dealclock-{called}/1"
        return Question(called, of, ask, options_of(ask), keys, example, slash)

    return made


def options_of(ask: Callable[..., Any]) -> tuple[Option, ...]:
    hints = get_type_hints(ask, include_extras=True)
    _, *given = signature(ask).parameters.values()
    return tuple(
        _option(each, hints[each.name]) for each in given if each.kind is not Parameter.KEYWORD_ONLY
    )


def _option(given: Parameter, hint: Any) -> Option:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{given.name} has no description; annotate it with one")
    of, description, *shown = get_args(hint)
    return Option(
        name=_option_name(given.name),
        description=description,
        kind=_kind_of(of),
        needed=given.default is Parameter.empty,
        shown=shown[0] if shown else None,
        field=given.name,
    )


def _option_name(parameter: str) -> str:
    """The option name of a parameter: `from` for `from_`, since `from` is a Python keyword."""
    return parameter.removesuffix("_").replace("_", "-")


_KINDS: dict[object, Kind] = {
    bool: "flag",
    date: "day",
    Decimal: "money",
    int: "number",
    str: "word",
}


def _kind_of(hint: Any) -> Kind:
    """The kind of an option of this type."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not type(None))
    if get_origin(hint) is tuple:
        return "words" if get_args(hint)[0] is str else "records"
    return _KINDS.get(hint, "record")


def the_only(rules: Iterable[R], kind: str, name: str | None) -> R | None:
    """The only rule of a type, or the one with that name; None if there is none.

    Raises RefusedError if no rule has that name, or if there are several and none is named: an
    answer for the first would ignore the others.
    """
    by_id = {rule.id: rule for rule in rules}
    if name is None and len(by_id) < 2:
        return next(iter(by_id.values()), None)
    if name not in by_id:
        wrong = f"no {kind} is named {name!r}" if name else f"these terms have {len(by_id)}"
        raise RefusedError(
            f"{wrong}; give provision, one of {', '.join(by_id) or 'none'}."
            f"{nearest(name, by_id) if name else ''}"
        )
    return by_id[name]


def resting_on(parts: Iterable[Any]) -> list[Why]:
    """What each part of an answer rests on."""
    return [part.why for part in parts]


def rounded(exact: Fraction) -> Decimal:
    """Exact dollars rounded once to the cent, half up, for a result that needs no exact amount."""
    return Decimal(words.decimal(exact))
