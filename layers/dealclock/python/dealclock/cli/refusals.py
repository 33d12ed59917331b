"""Rewording argparse's errors as one sentence: what was typed, why it is refused, what to type.

Messages are recognized by their form, on any Python; one of another form is passed on unchanged.
"""

import re
from collections.abc import Callable, Mapping

_MISSING = re.compile(r"the following arguments are required: (?P<what>.+)")
_NO_VALUE = re.compile(r"argument (?P<what>[^:]+): expected (?:at least )?one argument")
_REFUSED = re.compile(r"argument (?P<what>[^:]+): (?P<rest>.+)", re.DOTALL)
_NO_CHOICE = re.compile(
    r"argument (?P<what>[^:]+): invalid choice: (?P<given>.+?) \(choose from (?P<choices>.+)\)"
)
_TOGETHER = re.compile(r"argument (?P<what>[^:]+): not allowed with argument (?P<other>.+)")
_TOO_MANY = re.compile(r"unrecognized arguments: (?P<what>.+)")


def one_sentence(message: str, prog: str, values: Mapping[str, str]) -> str:
    """Argparse's `message` about the command `prog`, reworded, and where its help is.

    `values` are the values that options take.
    """
    sentence = next(
        (reword(match, values) for form, reword in _FORMS if (match := form.fullmatch(message))),
        message,
    )
    return f"{sentence.rstrip('.')}. See `{prog} --help`."


def _missing(match: re.Match[str], values: Mapping[str, str]) -> str:
    wanted = [_with_value(option, values) for option in match["what"].split(", ")]
    missing = "is missing; give it" if len(wanted) == 1 else "are missing; give them"
    return f"{_listed(wanted, 'and')} {missing}"


def _no_value(match: re.Match[str], values: Mapping[str, str]) -> str:
    option = _last_name(match["what"])
    return f"{option} needs a value; give {_with_value(option, values)}"


def _refused(match: re.Match[str], _: Mapping[str, str]) -> str:
    return f"{_last_name(match['what'])}: {match['rest']}"


def _no_choice(match: re.Match[str], _: Mapping[str, str]) -> str:
    choices = [choice.strip("'") for choice in match["choices"].split(", ")]
    return f"{_last_name(match['what'])}: given {match['given']}; give {_listed(choices, 'or')}"


def _together(match: re.Match[str], _: Mapping[str, str]) -> str:
    what, other = _last_name(match["what"]), _last_name(match["other"])
    return f"{what} and {other} cannot be combined; give one of them"


def _too_many(match: re.Match[str], _: Mapping[str, str]) -> str:
    several = " " in match["what"]
    are = "are too many arguments" if several else "is one argument too many"
    return f"{match['what']} {are}; remove {'them' if several else 'it'}"


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Mapping[str, str]], str]], ...] = (
    (_MISSING, _missing),
    (_NO_VALUE, _no_value),
    (_NO_CHOICE, _no_choice),
    (_TOGETHER, _together),
    (_TOO_MANY, _too_many),
    (_REFUSED, _refused),
)


def _last_name(option: str) -> str:
    """An option's long name, if it has a short one too."""
    return option.rsplit("/", maxsplit=1)[-1]


def _with_value(option: str, values: Mapping[str, str]) -> str:
    name = _last_name(option)
    return f"{name} {values[name]}" if name in values else name


def _listed(words: list[str], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
