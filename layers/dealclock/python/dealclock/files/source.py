"""Reading a YAML file into a typed model, with every problem and its line.

Outside data enters here and nowhere else. Numbers with a point become `Decimal`, so that a rate
is never a binary fraction; an unquoted 12:00 stays text; a repeated key is a problem, not the
last one winning; a value is written in its place, never by an alias, and is what it looks like,
never what a tag makes of it; and a number has a size that can be computed with.
"""

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)
from pydantic_core import ErrorDetails

from dealclock.errors import FilesError
from dealclock.files.refusals import A_DAY, allowed, keys_beside, keys_within, shaped, tags

Where = tuple[str | int, ...]
M = TypeVar("M", bound=BaseModel)


class Model(BaseModel):
    """The base of everything read from a file: immutable, and nothing unknown is let through.

    What one has worked out once (a `cached_property`) stays its own: a changed copy works again.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    def __copy__(self) -> Self:
        copied = super().__copy__()
        for name in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[name]
        return copied


def no_number(words: str) -> BeforeValidator:
    """Keeps 20040713 from being read as N seconds since 1970."""

    def check(value: object) -> object:
        if isinstance(value, int | float | Decimal):
            raise ValueError(words)
        return value

    return BeforeValidator(check)


_SLUG = "use lower-case letters, digits and hyphens, starting with a letter"
Slug = Annotated[
    str, StringConstraints(max_length=60), AfterValidator(shaped(r"[a-z][a-z0-9-]*", _SLUG))
]
Text = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Percent = Annotated[Decimal, Field(ge=0, le=100)]


LAST_YEAR = 8999
NOT_SO_FAR = f"give a date up to the year {LAST_YEAR}"


def not_so_far(day: date) -> date:
    """Refuses a day after which no more days can be counted."""
    if day.year > LAST_YEAR:
        raise ValueError(NOT_SO_FAR)
    return day


Day = Annotated[date, no_number(A_DAY), AfterValidator(not_so_far)]


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One problem: where it is, what was given, and what is allowed.

    `line` counts from 1; it is 0 for a missing file. `named` is `where` in a reader's words, a
    record of a list by its id; empty where that adds nothing.
    """

    file: str
    line: int
    where: str
    given: str
    allowed: str
    named: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.where}: given {self.given}; {self.allowed}"

    @property
    def at(self) -> str:
        """Where it is in the file, for a reader."""
        return self.named or self.where

    @property
    def place(self) -> str:
        """The file, and the line when there is one."""
        return f"{self.file}:{self.line}" if self.line else self.file


class InvalidFiles(FilesError):
    """Files that cannot be accepted. `problems` holds every one found; nothing was loaded."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(str(p) for p in self.problems))


@dataclass(frozen=True, slots=True)
class Source:
    """A file's data with the line of each part."""

    file: str
    data: Any
    lines: Mapping[Where, int]
    split: frozenset[Where] = frozenset()
    """Keys without a value inside braces: as a rule what follows a comma in an unquoted text."""

    def line(self, path: Where) -> int:
        """The line of `path`, or of the nearest part that encloses it."""
        while path not in self.lines and path:
            path = path[:-1]
        return self.lines.get(path, 1)

    def problem(self, path: Where, given: object, allowed: str) -> Problem:
        """A problem with the part at `path`."""
        where = ".".join(str(p) for p in path) or "the file"
        named = ".".join(self._by_id(path))
        told = named if named != where else ""
        return Problem(self.file, self.line(path), where, _shown(given), allowed, told)

    def _by_id(self, path: Where) -> Iterator[str]:
        """The parts of `path`, a record of a list by its id where it has one."""
        data = self.data
        for part in path:
            try:
                data = data[part]
            except (KeyError, IndexError, TypeError):
                data = None
            given = data.get("id") if isinstance(part, int) and isinstance(data, dict) else None
            yield given if isinstance(given, str) and _ID.fullmatch(given) else str(part)


_ID = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
MOST_DIGITS = 40  # of a number, those an exponent stands for included
_NUMBER = re.compile(r"[-+]?([0-9_,]*)\.?([0-9_]*)(?:[eE][-+]?([0-9]+))?", re.ASCII)


def _shown(value: object) -> str:
    text = _written(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _written(value: object) -> str:
    """A value much as the file has it."""
    match value:
        case None:
            return "nothing"
        case str():
            return repr(value)
        case dict():
            return f"{{{', '.join(f'{k}: {_written(v)}' for k, v in value.items())}}}"
        case list():
            return f"[{', '.join(_written(v) for v in value)}]"
        case _:
            return str(value)


class _Alias(yaml.composer.ComposerError):
    """A value that stands somewhere else in the file."""


class _Tag(yaml.composer.ComposerError):
    """A value that a tag makes something else of."""


class _Composer(yaml.composer.Composer):
    """Refuses an alias, since a few lines of them can fill the memory; and a tag."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """As any composer does, but for those two."""
        event: Any = self.peek_event()  # type: ignore[attr-defined]
        mark: Any = event.start_mark
        if isinstance(event, yaml.AliasEvent):
            raise _Alias(None, None, f"an alias, *{event.anchor}", mark)
        if tag := event.tag:
            named = str(tag).replace("tag:yaml.org,2002:", "!!")
            raise _Tag(None, None, f"a tag, {named[:40]}", mark)
        return super().compose_node(parent, index)


def _decimal(loader: yaml.SafeLoader | yaml.CSafeLoader, node: yaml.ScalarNode) -> Decimal:
    return Decimal(str(loader.construct_scalar(node)).replace("_", ""))


def _whole(loader: yaml.SafeLoader | yaml.CSafeLoader, node: yaml.ScalarNode) -> int | str:
    """Always in tens: a leading zero does not make 015 thirteen.

    One too long to compute with stays text, to be refused with its line.
    """
    text = str(loader.construct_scalar(node)).replace("_", "")
    return int(text) if len(text) <= MOST_DIGITS else text


_DAY = re.compile(r"^\d{4}-\d\d-\d\d$")


def _civil(loader: yaml.SafeLoader | yaml.CSafeLoader, node: yaml.ScalarNode) -> object:
    """A date only when it is one: an impossible date stays text, to be refused with its line."""
    text = str(loader.construct_scalar(node))
    if not _DAY.match(text):
        return text
    try:
        return loader.construct_yaml_timestamp(node)
    except ValueError:
        return text


class _Loader(_Composer, yaml.SafeLoader):
    """Reads YAML in Python: slow, and its errors are the ones that `_malformed` knows."""


class _FastLoader(_Composer, yaml.CSafeLoader):
    """Reads it by libyaml, in a tenth of the time."""

    def __init__(self, text: str) -> None:
        yaml.CSafeLoader.__init__(self, text)
        _Composer.__init__(self)


# YAML 1.2's idea of scalars: no yes/no booleans and no base-60 numbers.
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
    _loader.add_constructor("tag:yaml.org,2002:int", _whole)
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
    """Parse YAML text; raises InvalidFiles when it is not YAML or repeats a key."""
    try:
        node, data = _read(text)
        found = list(_lines(node, (), 1)) if node else []
    except (yaml.YAMLError, RecursionError) as error:
        raise InvalidFiles([_not_yaml(error, text, file)]) from None
    source = Source(file, data, dict(found), frozenset(_split(node)))
    repeated = [where for where, times in Counter(where for where, _ in found).items() if times > 1]
    if repeated:
        raise InvalidFiles([_repeated(w, source) for w in repeated])
    return source


_READ_OTHERWISE = re.compile("[\t?\ufeff]")  # where libyaml lets through what Python refuses


def _read(text: str) -> tuple[yaml.Node | None, Any]:
    """The nodes of a YAML text, which know their lines, and its data; raises YAMLError.

    libyaml only saves time: what it refuses, and what it is known to read otherwise, is read in
    Python, whose errors name what is wrong.
    """
    if not _READ_OTHERWISE.search(text):
        with suppress(yaml.YAMLError, RecursionError, UnicodeEncodeError):
            return _nodes_and_data(_FastLoader(text))
    return _nodes_and_data(_Loader(text))


def _nodes_and_data(loader: "_Loader | _FastLoader") -> tuple[yaml.Node | None, Any]:
    node: yaml.Node | None = loader.get_single_node()
    return node, None if node is None else loader.construct_document(node)


def _repeated(where: Where, source: Source) -> Problem:
    named = ".".join(str(p) for p in where)
    return Problem(source.file, source.line(where), named, "twice", "give it once")


def _split(node: yaml.Node | None, where: Where = ()) -> Iterator[Where]:
    """Where a key stands inside braces without a value."""
    if isinstance(node, yaml.SequenceNode):
        for i, child in enumerate(node.value):
            yield from _split(child, (*where, i))
    if isinstance(node, yaml.MappingNode):
        for key, child in node.value:
            inside = (*where, str(key.value))
            if node.flow_style and child.start_mark.index == child.end_mark.index:
                yield inside
            yield from _split(child, inside)


def _not_yaml(error: Exception, text: str, file: str) -> Problem:
    line, given, instead = 1, "nesting too deep", "give well-formed YAML"
    if isinstance(error, yaml.MarkedYAMLError):
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        given = str(error.problem)
        told = text.splitlines()[line - 1 : line] or [""]
        given, instead = _malformed(given, told[0]) or (given, instead)
        instead = "write out the value here" if isinstance(error, _Alias) else instead
        instead = "write the value without it" if isinstance(error, _Tag) else instead
    elif isinstance(error, yaml.reader.ReaderError):
        line = text.count("\n", 0, error.position) + 1
        given = f"a control character, {text[error.position]!r}"
    return Problem(file, line, "the file", given, instead)


_NO_TOKEN = re.compile(r"found character '(.+)' that cannot start any token")


def _malformed(problem: str, line: str) -> tuple[str, str] | None:
    """What the line has and what to give, for the commonest ways in which text is no YAML."""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return "a tab", "indent with spaces"
    if problem == "mapping values are not allowed here":
        return "a colon in the wrong place", (
            "put text that contains a colon in quotes; for a key, align it with the keys around it"
        )
    if found := _NO_TOKEN.match(problem):
        if found[1] == "\\t":
            return "a tab", "write spaces instead"
        return f"text that starts with {found[1]}", "put it in quotes"
    return None


def _unread(error: OSError | UnicodeDecodeError) -> str:
    """What was found in place of text that can be read."""
    match error:
        case UnicodeDecodeError():
            return "a file that is not UTF-8 text"
        case IsADirectoryError():
            return "a folder"
        case _:
            return f"a file that cannot be read ({error.strerror})"


def parse_file(path: Path) -> Source:
    """Parse the YAML file at `path`; a file that cannot be read is a problem like any other."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        given, instead = "a file that does not exist", "give one that exists"
        raise InvalidFiles([Problem(str(path), 0, "the file", given, instead)]) from None
    except (OSError, UnicodeDecodeError) as error:
        problem = Problem(str(path), 0, "the file", _unread(error), "give a readable YAML file")
        raise InvalidFiles([problem]) from None
    return parse(text, str(path))


def _numbers_too_long(source: Source) -> Iterator[Problem]:
    """Every number that is too long to be computed with, as a number or as text."""
    for where in _scalars(source.data):
        value = source.data
        for part in where:
            value = value[part]
        if _digits(value) > MOST_DIGITS:
            given = f"a number starting with {str(value)[:12]}"
            instead = f"give at most {MOST_DIGITS} digits, including the exponent"
            yield replace(source.problem(_named(where), None, instead), given=given)


def _scalars(data: object, where: Where = ()) -> Iterator[Where]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _scalars(value, (*where, key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from _scalars(value, (*where, i))
    else:
        yield where


def _digits(value: object) -> int:
    """How many digits a number has when it is written out; 0 for what is none."""
    found = _NUMBER.fullmatch(str(value).strip()) if isinstance(value, str | Decimal) else None
    if found is None or not (found[1] or found[2]):
        return 0
    exponent = found[3] or "0"
    more = int(exponent) if len(exponent) <= 3 else MOST_DIGITS
    return len(found[1]) + len(found[2]) + more


def _named(where: Where) -> Where:
    """The place as lines are kept by: keys as text."""
    return tuple(part if isinstance(part, int) else str(part) for part in where)


def read(source: Source, model: type[M]) -> M:
    """The source's data as a `model`; raises InvalidFiles with every problem and its line."""
    if too_long := list(_numbers_too_long(source)):
        raise InvalidFiles(too_long)
    needed = [name for name, field in model.model_fields.items() if field.is_required()]
    if source.data is None and needed:
        raise InvalidFiles(
            [source.problem((), None, f"the file is empty; give {', '.join(needed)}")]
        )
    try:
        return model.model_validate({} if source.data is None else source.data)
    except ValidationError as error:
        problems = [_problem(e, source, model) for e in _own(error.errors())]
        raise InvalidFiles(list(_merged(problems))) from None


def _own(errors: Sequence[ErrorDetails]) -> Iterator[ErrorDetails]:
    """The errors without those that only follow from others.

    A list counts as too short once an item of it is refused, for any other content of the file.
    """
    for error in errors:
        loc = error["loc"]
        inside = any(e["loc"][: len(loc)] == loc and e["loc"] != loc for e in errors)
        if error["type"] != "too_short" or not inside:
            yield error


def _merged(problems: Iterable[Problem]) -> Iterator[Problem]:
    """One problem for a value that every branch of a union refused, with what each allows."""
    by_value: dict[tuple[int, str, str], list[Problem]] = {}
    for problem in problems:
        if problem.given == _shown(None):
            yield problem
        else:
            key = (problem.line, problem.where, problem.given)
            by_value.setdefault(key, []).append(problem)
    for same in by_value.values():
        yield replace(same[0], allowed=", or ".join(dict.fromkeys(p.allowed for p in same)))


def _problem(error: ErrorDetails, source: Source, model: type[BaseModel]) -> Problem:
    where = _in_file(error["loc"], source)
    match error["type"]:
        case "missing":
            return source.problem(where, None, f"give {error['loc'][-1]!r}")
        case "extra_forbidden":
            keys = keys_beside(error["loc"], model)
            hint = nearest(str(error["loc"][-1]), keys)
            if where in source.split:
                hint += " Put text that contains a comma in quotes."
            return source.problem(
                where, error["loc"][-1], f"allowed here: {', '.join(keys)}.{hint}"
            )
        case "union_tag_invalid":
            tag = str(error["ctx"]["tag"])
            hint = nearest(tag, tags(error))
            return source.problem((*where, "type"), tag, f"{allowed(error)}.{hint}")
        case "union_tag_not_found":
            return source.problem(where, None, allowed(error))
        case "model_type" | "model_attributes_type":
            keys = ", ".join(keys_within(error["loc"], model))
            return source.problem(where, error["input"], f"{allowed(error)}: {keys}")
        case _:
            return source.problem(where, error["input"], allowed(error))


def _in_file(loc: Where, source: Source) -> Where:
    """`loc` without what pydantic adds to it: the branch of a union it tried."""
    where: Where = ()
    for part in loc:
        if (*where, part) in source.lines:
            where = (*where, part)
    return where


def one_of_many(word: str, known: Iterable[str], listed_in: str) -> str:
    """What to give instead of a word that is none of many: the near ones, or where all are listed.

    Near is what is spelled almost like it, else what has it among its own words.
    """
    names = list(known)
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.8)
    near = near or [n for n in names if word and f"-{word}-" in f"-{n}-"]
    near = near or difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    if not near:
        return f"{listed_in} lists all {len(names)}"
    return f"{listed_in} lists all {len(names)}. Did you mean {' or '.join(map(repr, near))}?"


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for a mistyped word, however it is capitalized: " Did you mean 'X'?", or nothing when
    none is near."""
    folded = {each.lower(): each for each in known}
    close = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.6)
    return f" Did you mean {folded[close[0]]!r}?" if close else ""
