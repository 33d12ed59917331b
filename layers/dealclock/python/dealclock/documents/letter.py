"""Letters, memos and sheets as text files, which counsel can read and edit (docs/drafts.md).

    ---
    title: Notice of {{ matter }}       its name; of a letter, as the sheet for counsel has it
    certainty: "{{ certainty }}"        how sure it is, as its internal papers say above all else
    needs: [default, next_rate next_on] values that no version of it may leave out; those of one
                                        entry are there together or not at all
    optional: [limits]                  values that only some drafts have
    ---
    # {{ letterhead }}                  a line of the letterhead
    ## Payment                          the title of a part, left out if the part is empty
    | [date of delivery]                a line that stays a line; a letter's last ones are signed
    * Payor: {{ payor }}                a label and its value, left out if it is empty
    1. {{ default }}                    a paragraph

An empty line ends a paragraph; a line without a sign continues the one above. `{% if rate %} ...
{% else %} ... {% endif %}` chooses by whether a value is there. Nothing else is allowed: no
attribute, call, filter or loop, so that the time and the size of a letter are bounded by those of
its file. A value is put in after the text was read: nothing in it is a sign or a mark.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from dealclock.documents.paper import Block, Lines, Pairs, Paragraph, PartTitle
from dealclock.errors import InvalidError, Problem
from dealclock.files.source import Model, Text, few, nearest, parse, read
from dealclock.messages import words

if TYPE_CHECKING:
    from jinja2.sandbox import ImmutableSandboxedEnvironment

Value = str | date | Fraction | list[str] | tuple[Block, ...] | None
"""What a name stands for: words, a date, dollars, lines one below the other, or blocks."""
Values = Mapping[str, Value]

FOLDER, SUFFIX = "letters", ".md"
MOST_CHARACTERS, MOST_USES, MOST_NESTED = 20_000, 200, 4
_ALLOWED = "write {{ NAME }}, or {% if NAME %}, {% else %} and {% endif %}"
_FRONT = re.compile(r"---\n(.*?)^---\n(.*)", re.DOTALL | re.MULTILINE)
_NAMES = r"(?:not )?\w+(?: (?:and|or) (?:not )?\w+){0,3}"
_TAG = re.compile(
    rf"\{{\{{ (\w+) \}}\}}|\{{%-? (?:if ({_NAMES})|elif ({_NAMES})|(else)|(endif)) %\}}|\{{[{{%#]"
)
_SIGN = re.compile(r"(##?|[|*])(?=\s|$)")
_NEXT = re.compile(r"\n(?=(?:##?|[|*])(?:\s|$))")
_MARK = re.compile("\ue000(\\w+)\ue001")


class FrontMatter(Model):
    """What a file says of itself, above its text."""

    title: Text
    certainty: Text
    needs: tuple[Text, ...] = ()
    optional: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """A file as read: its front matter, all of it, and its text alone; `is_own` if a deal's."""

    file: str
    front: FrontMatter
    whole: str
    text: str
    is_own: bool = False

    def problem(self, line: int, where: str, given: str, instead: str) -> Problem:
        """A problem with the file."""
        return Problem(self.file, line, where, given, instead)


@dataclass(frozen=True, slots=True)
class _Use:
    """A name in a file, its line, and the conditions around it; None if it is itself one."""

    name: str
    line: int
    under: frozenset[str] | None


def list_names() -> list[str]:
    """The names of the files that are shipped."""
    folder = files("dealclock.documents") / FOLDER
    return sorted(each.name.removesuffix(SUFFIX) for each in folder.iterdir())


@cache
def shipped(name: str) -> Letter:
    """The file of that name, as used unless a deal has its own."""
    path = files("dealclock.documents") / _file(name)
    return parse_letter(path.read_text(encoding="utf-8"), _file(name))


def in_use(name: str, own: Mapping[str, str]) -> Letter:
    """The deal's own file of that name, of the texts in `own`, or else the one that is shipped;
    raises what `read_own` does.
    """
    return read_own(name, own[name], _file(name)) if name in own else shipped(name)


def read_own(name: str, text: str, file: str) -> Letter:
    """A deal's own file, to be used instead of the one that is shipped; raises InvalidError with
    every problem.
    """
    like, letter = shipped(name), parse_letter(text, file)
    if found := list_problems(letter, like):
        raise InvalidError(found)
    front = letter.front.model_copy(update={"optional": like.front.optional})
    return replace(letter, front=front, is_own=True)


def _file(name: str) -> str:
    return f"{FOLDER}/{name}{SUFFIX}"


def parse_letter(text: str, file: str) -> Letter:
    """Read a file; raises InvalidError with every problem of its front matter."""
    parts, given = _FRONT.fullmatch(text), "no front matter"
    instead = "begin with a line ---, then title, certainty and needs, then a line ---"
    if len(text) > MOST_CHARACTERS:
        parts, given = None, f"{len(text):,} characters"
        instead = f"give at most {MOST_CHARACTERS:,}"
    if parts is None:
        raise InvalidError([Problem(file, 1, "the file", given, instead)])
    return Letter(file, read(parse(f"\n{parts[1]}", file), FrontMatter), text, parts[2])


def list_problems(letter: Letter, like: Letter) -> list[Problem]:
    """What is wrong with a file that is to be used instead of `like`: a name without a value, a
    value that it may leave out, another certainty.
    """
    known, uses = {use.name for use in _uses(like)}, _uses(letter)
    found = _unknown(letter, known)
    if letter.front.certainty != like.front.certainty:
        given, instead = repr(letter.front.certainty), f"keep {like.front.certainty!r}"
        found.append(letter.problem(2, "certainty", given, instead))
    first = letter.whole.count("\n") - letter.text.count("\n")
    for together in map(str.split, dict.fromkeys((*like.front.needs, *letter.front.needs))):
        for name in together:
            puts = [u for u in uses if u.name == name and u.under is not None and u.line > first]
            if not any(u.under is not None and u.under <= {*together} for u in puts):
                given = "only under a condition" if puts else "left out"
                instead = f"write {{{{ {name} }}}}, under no condition but whether it has a value"
                line = puts[0].line if puts else first
                found.append(letter.problem(line, name, given, instead))
    return found


def fill(
    letter: Letter, values: Values, day: Callable[[date], str] = words.day
) -> tuple[str, str, tuple[Block, ...]]:
    """The title, the certainty and the text with their values, dates as `day` has them.

    Raises InvalidError for a value that is missing, with its name, the file and the line.
    """
    known = {name: _said(value, day) for name, value in values.items()}
    if missing := _unknown(letter, {*known, *letter.front.optional}):
        raise InvalidError(missing)
    marks = dict.fromkeys(letter.front.optional, "")
    for name, value in known.items():
        apart = "\n\n" if isinstance(value, tuple) else ""  # blocks have a paragraph to themselves
        marks[name] = f"{apart}\ue000{name}\ue001{apart}" if value else ""
    made = _environment().from_string
    title, certainty, text = (
        made(each).render(marks)
        for each in (letter.front.title, letter.front.certainty, letter.text)
    )
    return _put(title, known), _put(certainty, known), tuple(_blocks(text, known))


def _said(value: Value, day: Callable[[date], str]) -> str | tuple[Block, ...]:
    match value:
        case None:
            return ""
        case date():
            return day(value)
        case Fraction():
            return words.dollars(value)
        case list():
            return (Lines(tuple(value)),) if value else ()
    return value


@cache
def _environment() -> "ImmutableSandboxedEnvironment":
    from jinja2 import StrictUndefined  # noqa: PLC0415 - slow to import, and only drafts need it
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415 - as above

    return ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def _unknown(letter: Letter, known: Iterable[str]) -> list[Problem]:
    return [
        letter.problem(
            use.line,
            use.name,
            "a name without a value",
            f"give one of {few(sorted(known), use.name)}.{nearest(use.name, known)}",
        )
        for use in _uses(letter)
        if use.name not in known
    ]


def _uses(letter: Letter) -> list[_Use]:
    """The names in a file; raises InvalidError for any other tag, and for too much."""
    found: list[_Use] = []
    under: list[str] = []
    line = 1
    for tag in _TAG.finditer(letter.whole):
        line = letter.whole.count("\n", 0, tag.start()) + 1
        put, begin, elsewise, otherwise, end = tag.groups()
        if put:
            found.append(_Use(put, line, frozenset(under)))
        elif begin:
            under.append(begin)
        elif under and (elsewise or otherwise or end):
            under[-1:] = [] if end else ["else"]
        else:
            raise InvalidError([letter.problem(line, "the text", repr(tag[0]), _ALLOWED)])
        names = re.findall(r"\b(?!(?:not|and|or)\b)\w+", begin or elsewise or "")
        found += [_Use(name, line, None) for name in names]
        if len(under) > MOST_NESTED or len(found) > MOST_USES:
            instead = f"give at most {MOST_NESTED} within each other, and {MOST_USES} in all"
            raise InvalidError([letter.problem(line, "the text", "too many tags", instead)])
    if under:
        instead = "end it with {% endif %}"
        raise InvalidError([letter.problem(line, "the text", "an open condition", instead)])
    return found


def _put(text: str, known: Mapping[str, str | tuple[Block, ...]]) -> str:
    """A line with the values in the place of their marks."""
    return _MARK.sub(lambda mark: str(known.get(mark[1], "")), text).rstrip()


def _blocks(rendered: str, known: Mapping[str, str | tuple[Block, ...]]) -> Iterator[Block]:
    title: list[Block] = []
    for chunk in re.split(r"\n\s*\n", rendered.strip()):
        sign = found[0] if (found := _SIGN.match(chunk)) else ""
        lines = [re.sub(r"\s*\n\s*", " ", each) for each in _NEXT.split(chunk)]
        texts = [_put(line.removeprefix(sign).removeprefix(" "), known) for line in lines]
        blocks: Iterable[Block] = ()
        alone = _MARK.fullmatch(chunk)
        match sign:
            case "##":
                title = [PartTitle(" ".join(texts))]
                continue
            case "#":
                blocks = map(PartTitle, texts)
            case "|" if any(texts):
                blocks = (Lines(tuple(texts)),)
            case "*":
                pairs = (text.partition(": ") for text in texts)
                blocks = (Pairs(tuple((label, value) for label, _, value in pairs if value)),)
            case "" if alone and isinstance(value := known.get(alone[1]), tuple):
                blocks = value
            case "" if any(texts):
                blocks = map(Paragraph, texts)
        for block in blocks:
            yield from (*title, block)
            title = []
