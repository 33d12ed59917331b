"""Read a YAML file into a typed model, with every problem and its line.

All outside files are read here. Numbers with a decimal point become `Decimal`, so that a rate is
never a binary fraction; an unquoted 12:00 stays text; a repeated key is a problem; aliases and
tags are refused; and a number has a limited number of digits.
"""

import difflib
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self, TypeVar

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    ValidationError,
    model_serializer,
    model_validator,
)
from pydantic_core import ErrorDetails

from dealclock.errors import InvalidError, Problem
from dealclock.files.refusals import (
    A_DAY,
    SLUG,
    allowed,
    keys_at,
    must_match,
    needed_keys,
    quoted,
    sibling_keys,
    tags,
)
from dealclock.records import record

Where = tuple[str | int, ...]
M = TypeVar("M", bound=BaseModel)


class Model(BaseModel):
    """The base of every file model: immutable, and unknown keys are refused.

    A copy does not share values of `cached_property`; it computes its own.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    def __copy__(self) -> Self:
        copied = super().__copy__()
        for name in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[name]
        return copied

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead; the first is shown."""
        return iter(())

    @model_validator(mode="after")
    def _sound(self) -> Self:
        for instead in self.faults():
            raise ValueError(instead)
        return self


class SpacedModel(Model):
    """A file model whose keys are written with spaces: `satisfied by` for `satisfied_by`."""

    model_config = ConfigDict(
        alias_generator=lambda name: name.replace("_", " "),
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
    )


_EMPTY: tuple[object, ...] = (None, (), [], {}, "")


class GrowingModel(Model):
    """A model that gains fields in later releases: those in `added`, of it and of its bases, are
    not written while empty, so that what an earlier release stored stays as it was.
    """

    added: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        bases = (base.added for base in cls.__mro__ if issubclass(base, GrowingModel))
        cls.added = frozenset[str]().union(*bases)

    @model_serializer(mode="wrap")
    def _without_empty(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        written: dict[str, Any] = write(self)
        return {k: v for k, v in written.items() if k not in self.added or v not in _EMPTY}


def reject_numbers(words: str) -> BeforeValidator:
    """A validator that refuses numbers, so that 20040713 is not read as a timestamp."""

    def check(value: object) -> object:
        if isinstance(value, int | float | Decimal):
            raise ValueError(words)
        return value

    return BeforeValidator(check)


Slug = Annotated[
    str, StringConstraints(max_length=60), AfterValidator(must_match(r"[a-z][a-z0-9-]*", SLUG))
]
Text = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Percent = Annotated[Decimal, Field(ge=0, le=100)]
MOST = 10**12
"""The largest amount in dollars, or number of shares, that a file may hold: a trillion."""


def _at_most(value: Decimal) -> Decimal:
    if value > MOST:
        raise ValueError(f"give at most {MOST}, a trillion")
    return value


Quantity = Annotated[Decimal, AfterValidator(_at_most)]
"""Dollars, or a number of shares: at most a trillion."""


_SHORT_WORD = 5  # letters
_LIKE = 0.6  # from here on a name is like another one
_MOST_COMPARED, MANY = 200, 20_000
"""Names among which the nearest is looked for: a file may have thousands of unknown words."""
MOST_NAMES = 7
"""Names that a refusal lists; of more, it suggests those similar to the word given."""
LAST_YEAR = 8999
DATE_TOO_LATE = f"give a date up to the year {LAST_YEAR}"


def reject_far_dates(day: date) -> date:
    """Refuse a day too near the end of the calendar to count from."""
    if day.year > LAST_YEAR:
        raise ValueError(DATE_TOO_LATE)
    return day


Day = Annotated[date, reject_numbers(A_DAY), AfterValidator(reject_far_dates)]


@record
class Source:
    """A file's data with the line of each part."""

    file: str
    data: Any
    lines: Mapping[Where, int]
    split: frozenset[Where] = frozenset()
    """Keys without a value inside braces: usually the rest of an unquoted text after a comma."""
    written: Mapping[Where, str] = field(default_factory=dict)
    """The keys that the file has in other words, as written, by their places."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What a refusal calls keys and types, where it is another word."""

    @classmethod
    def of_data(cls, file: str, data: object, line: int = 1) -> "Source":
        """Data that no file holds; every place in it has that line."""
        return cls(file, data, dict.fromkeys(_places(data), line))

    def line(self, path: Where) -> int:
        """The line of `path`, or of the nearest enclosing part."""
        while path not in self.lines and path:
            path = path[:-1]
        return self.lines.get(path, 1)

    def problem(self, path: Where, given: object, allowed: str) -> Problem:
        """A problem with the part at `path`, whose keys are named as written."""
        where = ".".join(self.key(path[: n + 1]) for n in range(len(path))) or "the file"
        named = ".".join(self._by_id(path))
        named = "" if named == where else named
        given = _shortened(given, self.key, path)
        return Problem(self.file, self.line(path), where, given, allowed, named)

    def key(self, path: Where) -> str:
        """The last key of a path as written, or else as a refusal calls it."""
        key = str(path[-1])
        found = self.written.get(path)
        return found or (key if _as_key(path) in self.lines else self.names.get(key, key))

    def called(self, keys: Iterable[object]) -> list[str]:
        """What a refusal calls keys, each once."""
        return list(dict.fromkeys(self.names.get(str(key), str(key)) for key in keys))

    def _by_id(self, path: Where) -> Iterator[str]:
        """The parts of `path`, with list records named by id if they have one."""
        data = self.data
        for n, part in enumerate(path):
            try:
                data = data[part]
            except (KeyError, IndexError, TypeError):
                data = None
            name = data.get("id") if isinstance(part, int) and isinstance(data, dict) else None
            known = isinstance(name, str) and _ID.fullmatch(name)
            yield str(name) if known else self.key(path[: n + 1])


def _places(part: object, place: Where = ()) -> Iterator[Where]:
    yield place
    if isinstance(part, Mapping):
        for name, value in part.items():
            yield from _places(value, (*place, str(name)))
    elif isinstance(part, list | tuple):
        for number, value in enumerate(part):
            yield from _places(value, (*place, number))


_ID = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
MOST_DIGITS = 40  # of a number, including those of its exponent
_NUMBER = re.compile(r"[-+]?([0-9_,]*)\.?([0-9_]*)(?:[eE][-+]?([0-9]+))?", re.ASCII)


def _last(where: Where) -> str:
    return str(where[-1])


def _shortened(value: object, key: Callable[[Where], str] = _last, at: Where = ()) -> str:
    text = _written(value, key, at)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _written(value: object, key: Callable[[Where], str], at: Where) -> str:
    """A value roughly as written in the file at a place, with its keys as `key` names them."""
    match value:
        case None:
            return "nothing"
        case str():
            return repr(value)
        case bool():
            return str(value).lower()
        case dict():
            places = ((v, (*at, k)) for k, v in value.items())
            pairs = (f"{key(inner)}: {_written(v, key, inner)}" for v, inner in places)
            return f"{{{', '.join(pairs)}}}"
        case list():
            return f"[{', '.join(_written(v, key, (*at, n)) for n, v in enumerate(value))}]"
        case _:
            return str(value)


class _Composer(yaml.composer.Composer):
    """Refuse aliases, since a few lines of them can fill the memory, and tags."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Compose a node; raises ComposerError, whose note says what to write instead."""
        event: Any = self.peek_event()  # type: ignore[attr-defined]
        mark: Any = event.start_mark
        if isinstance(event, yaml.AliasEvent):
            instead, found = "write out the value here", f"an alias, *{event.anchor}"
            raise yaml.composer.ComposerError(None, None, found, mark, instead)
        if tag := event.tag:
            named = str(tag).replace("tag:yaml.org,2002:", "!!")
            instead, found = "write the value without it", f"a tag, {named[:40]}"
            raise yaml.composer.ComposerError(None, None, found, mark, instead)
        return super().compose_node(parent, index)


def _decimal(loader: yaml.SafeLoader | yaml.CSafeLoader, node: yaml.ScalarNode) -> Decimal:
    return Decimal(str(loader.construct_scalar(node)).replace("_", ""))


def _integer(loader: yaml.SafeLoader | yaml.CSafeLoader, node: yaml.ScalarNode) -> int | str:
    """An integer in base ten, even with a leading zero.

    One with too many digits stays text, to be refused with its line.
    """
    text = str(loader.construct_scalar(node)).replace("_", "")
    return int(text) if len(text) <= MOST_DIGITS else text


_DAY = re.compile(r"^\d{4}-\d\d-\d\d$")


def _civil(loader: yaml.SafeLoader | yaml.CSafeLoader, node: yaml.ScalarNode) -> object:
    """A date; an impossible one stays text, to be refused with its line."""
    text = str(loader.construct_scalar(node))
    if not _DAY.match(text):
        return text
    try:
        return loader.construct_yaml_timestamp(node)
    except ValueError:
        return text


class _Loader(_Composer, yaml.SafeLoader):
    """Read YAML in Python: slow, but `_malformed` knows its errors."""


class _FastLoader(_Composer, yaml.CSafeLoader):
    """Read YAML with libyaml, ten times faster."""

    def __init__(self, text: str) -> None:
        yaml.CSafeLoader.__init__(self, text)
        _Composer.__init__(self)


# Scalars as in YAML 1.2: no yes/no booleans and no base-60 numbers.
_SCALARS = (
    ("bool", r"^(?:true|false)$", "tf"),
    ("null", r"^(?:null|~|)$", ["n", "~", ""]),
    ("int", r"^[-+]?[0-9][0-9_]*$", "-+0123456789"),
    ("float", r"^[-+]?[0-9][0-9_]*\.[0-9]+$", "-+0123456789"),
    (
        "timestamp",
        r"^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d)?(?:Z|[-+]\d\d:\d\d)?)?$",
        "0123456789",
    ),
)
for _loader in (_Loader, _FastLoader):
    _loader.yaml_implicit_resolvers = {}
    for _tag, _pattern, _first in _SCALARS:
        _name = f"tag:yaml.org,2002:{_tag}"
        _loader.add_implicit_resolver(_name, re.compile(_pattern), list(_first))
    _loader.add_constructor("tag:yaml.org,2002:float", _decimal)
    _loader.add_constructor("tag:yaml.org,2002:int", _integer)
    _loader.add_constructor("tag:yaml.org,2002:timestamp", _civil)


def _lines(node: yaml.Node, where: Where, line: int) -> Iterator[tuple[Where, int]]:
    yield where, line
    if isinstance(node, yaml.SequenceNode):
        for i, child in enumerate(node.value):
            yield from _lines(child, (*where, i), child.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        for key, child in node.value:
            yield from _lines(child, (*where, str(key.value)), key.start_mark.line + 1)


def parse(text: str, file: str) -> Source:
    """Parse YAML text; raises InvalidError when it is not YAML or repeats a key."""
    try:
        node, data = _read(text)
        lines = list(_lines(node, (), 1)) if node else []
    except (yaml.YAMLError, RecursionError) as error:
        raise InvalidError([_not_yaml(error, text, file)]) from None
    source = Source(file, data, dict(lines), frozenset(_cut_keys(node)))
    repeated = {where for where, times in Counter(where for where, _ in lines).items() if times > 1}
    if repeated:
        raise InvalidError([_repeated(w, source) for w in repeated if w[:-1] not in repeated])
    return source


_READ_DIFFERENTLY = re.compile("[\t?\ufeff]")  # libyaml accepts these where Python refuses them


def _read(text: str) -> tuple[yaml.Node | None, Any]:
    """The nodes of a YAML text, with their lines, and its data; raises YAMLError.

    libyaml only saves time: text that it refuses or may read differently is read in Python, whose
    errors are clearer.
    """
    if not _READ_DIFFERENTLY.search(text):
        with suppress(yaml.YAMLError, RecursionError, UnicodeEncodeError):
            return _nodes_and_data(_FastLoader(text))
    return _nodes_and_data(_Loader(text))


def _nodes_and_data(loader: "_Loader | _FastLoader") -> tuple[yaml.Node | None, Any]:
    node: yaml.Node | None = loader.get_single_node()
    return node, None if node is None else loader.construct_document(node)


def _repeated(where: Where, source: Source) -> Problem:
    path = ".".join(str(p) for p in where)
    instead = "give it once"
    if where in source.split:  # 10,000,000 in braces has the keys 000 and 000
        instead = "write a number without commas, and put text that contains one in quotes"
    return Problem(source.file, source.line(where), path, "twice", instead)


def _cut_keys(node: yaml.Node | None, where: Where = ()) -> Iterator[Where]:
    """The places of keys without a value inside braces."""
    if isinstance(node, yaml.SequenceNode):
        for i, child in enumerate(node.value):
            yield from _cut_keys(child, (*where, i))
    if isinstance(node, yaml.MappingNode):
        for key, child in node.value:
            inside = (*where, str(key.value))
            if node.flow_style and child.start_mark.index == child.end_mark.index:
                yield inside
            yield from _cut_keys(child, inside)


def _not_yaml(error: Exception, text: str, file: str) -> Problem:
    line, given, instead = 1, "nesting too deep", "give well-formed YAML"
    if isinstance(error, yaml.MarkedYAMLError):
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        given = str(error.problem)
        lines = text.splitlines()[line - 1 : line] or [""]
        given, instead = _malformed(given, lines[0]) or (given, instead)
        instead = error.note or instead
    elif isinstance(error, yaml.reader.ReaderError):
        line = text.count("\n", 0, error.position) + 1
        given = f"a control character, {text[error.position]!r}"
    return Problem(file, line, "the file", given, instead)


_NOT_CLOSED = re.compile(r"expected ',' or '(.)'")
_NO_TOKEN = re.compile(r"found character '(.+)' that cannot start any token")


def _malformed(problem: str, line: str) -> tuple[str, str] | None:
    """What the line has and what to give, for the most common YAML errors."""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return "a tab", "indent with spaces"
    if problem == "mapping values are not allowed here":
        return "a colon in the wrong place", (
            "put text that contains a colon in quotes; for a key, align it with the keys around it"
        )
    if problem.startswith("expected <block end>"):
        return "a line out of place", "indent it like the keys or items it belongs with"
    if problem.endswith("got '?'"):
        return "a question mark inside braces", "put text that contains one in quotes"
    if match := _NOT_CLOSED.match(problem):
        return f"a bracket without its {match[1]}", "close it, and put commas between its parts"
    if match := _NO_TOKEN.match(problem):
        if match[1] == "\\t":
            return "a tab", "write spaces instead"
        return f"text that starts with {match[1]}", "put it in quotes"
    return None


def _unreadable_kind(error: OSError | UnicodeDecodeError) -> str:
    """What the file is, if it cannot be read as text."""
    match error:
        case UnicodeDecodeError():
            return "a file that is not UTF-8 text"
        case IsADirectoryError():
            return "a folder"
        case _:
            return f"a file that cannot be read ({error.strerror})"


MOST_BYTES = 10_000_000
"""The size of the largest file that is read: far more than 5,000 events take."""


def _not_a_usual_file(path: Path) -> tuple[str, str] | None:
    """What a pipe, a device or a huge file is, and what to give instead; None for any other. It is
    not opened: reading a pipe would wait for ever.
    """
    found = path.stat()
    if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
        return "a pipe, a device or a socket", "give a file that holds YAML text"
    if found.st_size > MOST_BYTES:
        size = f"{found.st_size // 1_000_000} MB"
        return f"a file of {size}", f"give a file of at most {MOST_BYTES // 1_000_000} MB"
    return None


def parse_file(path: Path) -> Source:
    """Parse the YAML file at `path`; an unreadable file is reported as a problem too."""
    return parse(read_text(path), str(path))


def read_text(path: Path) -> str:
    """The text of a file; raises InvalidError for one that is missing, unusual or unreadable."""
    try:
        if unusable := _not_a_usual_file(path):
            given, instead = unusable
            raise InvalidError([Problem(str(path), 0, "the file", given, instead)])
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        given, instead = "a file that does not exist", "give one that exists"
        raise InvalidError([Problem(str(path), 0, "the file", given, instead)]) from None
    except (OSError, UnicodeDecodeError) as error:
        instead = f"give a readable {'YAML' if path.suffix == '.yaml' else 'text'} file"
        problem = Problem(str(path), 0, "the file", _unreadable_kind(error), instead)
        raise InvalidError([problem]) from None


def _numbers_too_long(source: Source) -> Iterator[Problem]:
    """Every number with too many digits, as a number or as text."""
    for where, value in _scalars(source.data):
        if _digits(value) > MOST_DIGITS:
            given = f"a number starting with {str(value)[:12]}"
            instead = f"give at most {MOST_DIGITS} digits, including the exponent"
            yield replace(source.problem(_as_key(where), None, instead), given=given)


_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)


def control_characters(source: Source) -> Iterator[Problem]:
    """Every text with a control character that changes how what follows is shown."""
    for where, value in _scalars(source.data):
        if isinstance(value, str) and (found := _CONTROL.search(value)):
            instead = f"leave out the control character {found[0]!r}"
            yield source.problem(_as_key(where), value, instead)


def _scalars(data: object, where: Where = ()) -> Iterator[tuple[Where, object]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _scalars(value, (*where, key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from _scalars(value, (*where, i))
    else:
        yield where, data


def _digits(value: object) -> int:
    """The number of digits of a number in full; 0 if it is not a number."""
    match = _NUMBER.fullmatch(str(value).strip()) if isinstance(value, str | Decimal) else None
    if match is None or not (match[1] or match[2]):
        return 0
    exponent = match[3] or "0"
    more = int(exponent) if len(exponent) <= 3 else MOST_DIGITS
    return len(match[1]) + len(match[2]) + more


def _as_key(where: Where) -> Where:
    """The place as a key of `Source.lines`: mapping keys as text."""
    return tuple(part if isinstance(part, int) else str(part) for part in where)


def read(source: Source, model: type[M]) -> M:
    """The source's data as a `model`; raises InvalidError with every problem and its line."""
    if too_long := list(_numbers_too_long(source)):
        raise InvalidError(too_long)
    needed = [name for name, field in model.model_fields.items() if field.is_required()]
    if source.data is None and needed:
        raise InvalidError(
            [source.problem((), None, f"the file is empty; give {few(source.called(needed))}")]
        )
    try:
        return model.model_validate({} if source.data is None else source.data)
    except ValidationError as error:
        problems = [_problem(e, source, model) for e in _independent(error.errors())]
        raise InvalidError(list(_joined(problems))) from None


def _independent(errors: Sequence[ErrorDetails]) -> Iterator[ErrorDetails]:
    """The errors, except those that only follow from others.

    pydantic also reports a list as too short if one of its items is refused, and keys as no text
    where either may stand.
    """
    for error in errors:
        loc, of_keys = error["loc"], isinstance(error["input"], dict)
        keys = error["type"] == "string_type" and of_keys
        if error["type"] == "too_short" or keys:
            place = loc[:-1] if keys else loc
            if any(e["loc"][: len(place)] == place and len(e["loc"]) > len(loc) for e in errors):
                continue
        yield error


def _joined(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Join the problems of a value that every branch of a union refused into one."""
    by_value: dict[tuple[int, str, str], list[Problem]] = {}
    for problem in problems:
        if problem.given == _shortened(None):
            yield problem
        else:
            key = (problem.line, problem.where, problem.given)
            by_value.setdefault(key, []).append(problem)
    for group in by_value.values():
        yield replace(group[0], allowed=", or ".join(dict.fromkeys(p.allowed for p in group)))


def _problem(error: ErrorDetails, source: Source, model: type[BaseModel]) -> Problem:
    where = _in_file(error["loc"], source)
    match error["type"]:
        case "missing":
            (name,) = source.called(error["loc"][-1:])
            inside = " and ".join(source.called(needed_keys(error["loc"], model)))
            inside = f" with its {inside}" if inside else ""
            return source.problem(where, None, f"give {name!r}{inside}")
        case "extra_forbidden":
            given = source.key((*where[:-1], str(error["loc"][-1])))
            keys = sorted(source.called(sibling_keys(error["loc"], model)))
            hint = nearest(given, keys)
            if where in source.split:
                hint += " Put text that contains a comma in quotes."
            return source.problem(where, given, f"allowed here: {few(keys, given)}.{hint}")
        case "union_tag_invalid":
            tag = str(error["ctx"]["tag"])
            types = source.called(tags(error))
            one_of = f"{allowed(error)}.{nearest(tag, types)}"
            if len(types) > MOST_NAMES:
                one_of = f"no such type; {suggest_name(tag, types, 'docs/terms.md')}"
            return source.problem((*where, "type"), tag, one_of)
        case "union_tag_not_found":
            return source.problem(where, None, allowed(error))
        case "model_type" | "model_attributes_type":
            keys = source.called(keys_at(error["loc"], model))
            return source.problem(where, error["input"], f"{allowed(error)}: {few(keys)}")
        case "literal_error" if len(words := quoted(error)) > MOST_NAMES:
            instead = f"allowed: {few(words, str(error['input']))}"
            return source.problem(where, error["input"], instead)
        case _:
            return source.problem(where, error["input"], allowed(error))


def _in_file(loc: Where, source: Source) -> Where:
    """`loc` without the union branches that pydantic adds."""
    where: Where = ()
    for part in loc:
        if (*where, part) in source.lines:
            where = (*where, part)
    return where


def in_a_row(names: Sequence[str]) -> str:
    """Names that lead to one another: all, or the first and the last of many."""
    ends = (*names[:4], "...", *names[-3:])
    return " -> ".join(names if len(names) <= len(ends) else ends)


def few(names: Iterable[str], near: str = "", none: str = "none", apart: str = ", ") -> str:
    """Names as a list: at most seven, those like `near` first, then how many more there are.

    The others are in the order given; `none` for none. Among very many names none is looked for.
    """
    found = list(names)
    likeness = difflib.SequenceMatcher(a=near)

    def unlike(name: str) -> float:
        likeness.set_seq2(name)
        # Its upper bounds first: a file with thousands of wrong names asks this for each.
        like = 0.0
        for bound in (likeness.real_quick_ratio, likeness.quick_ratio, likeness.ratio):
            like = bound()
            if like <= _LIKE:
                break
        return -max(like, _LIKE)

    if len(found) <= _MOST_COMPARED:
        found.sort(key=unlike)
    more = [f"and {len(found) - MOST_NAMES} more"] if len(found) > MOST_NAMES else []
    return apart.join((*found[:MOST_NAMES], *more)) or none


def suggest_name(word: str, known: Iterable[str], listed_in: str) -> str:
    """Where all names are listed, with those similar to an unknown word, if any.

    Similar means almost the same spelling, or else a name that contains the word, or its last part.
    """
    names = list(known)
    similar = difflib.get_close_matches(word, names, n=1, cutoff=0.8)
    similar = similar or [n for n in names if word and f"-{word}-" in f"-{n}-"]
    similar = similar or [n for n in names if word.rsplit("-", maxsplit=1)[-1] in n.split("-")]
    similar = similar or difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    if not similar or len(similar) > MOST_NAMES:
        return f"{listed_in} lists all {len(names)}"
    *others, last = map(repr, similar)
    last = f"{', '.join(others)} or {last}" if others else last
    return f"{listed_in} lists all {len(names)}. Did you mean {last}?"


def nearest(word: str, known: Iterable[str], most: int = _MOST_COMPARED) -> str:
    """A hint for a mistyped word, ignoring case: " Did you mean 'X'?", or "" if none is near.

    A short word must be nearer: "cure" is no mistyped "picture". Among more than `most` names none
    is looked for, since a file may hold thousands of wrong words.
    """
    by_lower = {name.lower(): name for name in known}
    if len(by_lower) > most:
        return ""
    cutoff = 0.6 if len(word) > _SHORT_WORD else 0.75
    close = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=cutoff)
    return f" Did you mean {by_lower[close[0]]!r}?" if close else ""
