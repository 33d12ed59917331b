"""Sentences in code: texts of more than five words, in rooms that are not there to word things."""

import ast
import re
from collections.abc import Container, Iterator

from tests.house.library import Library, Place, last_name

MOST_WORDS = 5
"""The words of a label; a text of more is a sentence."""

_WORD = re.compile(r"[^\W\d_]")
_SHOWN = 60


def sentences(library: Library, may_hold: Container[str] = ()) -> Iterator[Place]:
    """Each text of more than five words that is not a docstring, an error's or a reason's.

    A value in an f-string is a word. What an exception is made with is its message, wherever it is
    raised; `may_hold` are the names of other classes and functions whose arguments may be
    sentences, such as the steps by which a date was computed.
    """
    errors = {name for _, name in library.exceptions}
    for module, tree in library.trees.items():
        yield from _of(library, module, tree, errors, may_hold)


def _of(
    library: Library, module: str, node: ast.AST, errors: set[str], may_hold: Container[str]
) -> Iterator[Place]:
    match node:
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.Raise():
            return
        case ast.FunctionDef(name=name) if name.lstrip("_").startswith("faults"):
            return  # what it yields is the message of the error that its base raises
        case ast.Call(func=func) if last_name(func) in errors or last_name(func) in may_hold:
            return
        case ast.Constant(value=str(text)) if count_words(text) > MOST_WORDS:
            yield library.place(module, node, _shown(text))
        case ast.JoinedStr(values=values):
            text = "".join(
                str(each.value) if isinstance(each, ast.Constant) else "{value}" for each in values
            )
            if count_words(text) > MOST_WORDS:
                yield library.place(module, node, _shown(text))
            return
    for child in ast.iter_child_nodes(node):
        yield from _of(library, module, child, errors, may_hold)


def count_words(text: str) -> int:
    """The words of a text: parts between blanks that have a letter."""
    return sum(bool(_WORD.search(each)) for each in text.split())


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 3]}..."
