"""What is wrong with a command line, in one sentence: what was typed, why not, what to type.

argparse finds what is wrong and says it in words of its own, on any Python; they are told
apart here by their form, and what fits none is passed on as it is.
"""

import re
from collections.abc import Callable, Mapping

_LACKING = re.compile(r"the following arguments are required: (?P<what>.+)")
_NO_VALUE = re.compile(r"argument (?P<what>[^:]+): expected (?:at least )?one argument")
_REFUSED = re.compile(r"argument (?P<what>[^:]+): (?P<rest>.+)", re.DOTALL)
_NO_CHOICE = re.compile(
    r"argument (?P<what>[^:]+): invalid choice: (?P<given>.+?) \(choose from (?P<choices>.+)\)"
)
_TOGETHER = re.compile(r"argument (?P<what>[^:]+): not allowed with argument (?P<other>.+)")
_TOO_MANY = re.compile(r"unrecognized arguments: (?P<what>.+)")


def in_one_sentence(found: str, prog: str, values: Mapping[str, str]) -> str:
    """What argparse `found`, said of the command `prog`, and where its help is.

    `values` are what each option wants after it.
    """
    said = next(
        (say(match, values) for form, say in _FORMS if (match := form.fullmatch(found))), found
    )
    return f"{said.rstrip('.')}. See `{prog} --help`."


def _lacking(match: re.Match[str], values: Mapping[str, str]) -> str:
    wanted = [_with_value(each, values) for each in match["what"].split(", ")]
    missing = "is missing; give it" if len(wanted) == 1 else "are missing; give them"
    return f"{_listed(wanted, 'and')} {missing}"


def _no_value(match: re.Match[str], values: Mapping[str, str]) -> str:
    option = _last_name(match["what"])
    return f"{option} needs a value; give {_with_value(option, values)}"


def _refused(match: re.Match[str], _: Mapping[str, str]) -> str:
    return f"{_last_name(match['what'])}: {match['rest']}"


def _no_choice(match: re.Match[str], _: Mapping[str, str]) -> str:
    choices = [each.strip("'") for each in match["choices"].split(", ")]
    return f"{_last_name(match['what'])}: given {match['given']}; give {_listed(choices, 'or')}"


def _together(match: re.Match[str], _: Mapping[str, str]) -> str:
    what, other = _last_name(match["what"]), _last_name(match["other"])
    return f"{what} and {other} cannot be combined; give one of them"


def _too_many(match: re.Match[str], _: Mapping[str, str]) -> str:
    several = " " in match["what"]
    are = "are too many arguments" if several else "is one argument too many"
    return f"{match['what']} {are}; remove {'them' if several else 'it'}"


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Mapping[str, str]], str]], ...] = (
    (_LACKING, _lacking),
    (_NO_VALUE, _no_value),
    (_NO_CHOICE, _no_choice),
    (_TOGETHER, _together),
    (_TOO_MANY, _too_many),
    (_REFUSED, _refused),
)


def _last_name(option: str) -> str:
    """An option by its long name where it has a short one too."""
    return option.rsplit("/", maxsplit=1)[-1]


def _with_value(option: str, values: Mapping[str, str]) -> str:
    name = _last_name(option)
    return f"{name} {values[name]}" if name in values else name


def _listed(words: list[str], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
