"""Every small change of a module that its tests ought to notice.

What only people read is left alone: strings, and what is worked out within one.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tests.mutants.others import Other, others

_LEFT_ALONE = (ast.Import, ast.ImportFrom, ast.JoinedStr)
_LEFT_ALONE_IN = {"annotation", "returns", "decorator_list"}


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a module: which bytes give way to which text, and where that is."""

    what: str
    start: int
    end: int
    text: str
    line: int
    lines: frozenset[int]
    """Those of the statement it is in, of a compound one its head: a test that runs none of them
    cannot notice."""
    at_import: bool
    """Whether it runs when the module is imported, not when a function is called."""

    def made(self, source: bytes) -> bytes:
        """The module with the change made."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def before(self, source: bytes) -> str:
        """What gives way, on one line."""
        return " ".join(source[self.start : self.end].decode().split())


class _Place(NamedTuple):
    statement: ast.stmt | None
    at_import: bool


def changes(source: bytes) -> list[Change]:
    """Every change of a module, in the order of their places."""
    starts = [0, 0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for (old, new, what), place in _within(ast.parse(source), _Place(None, at_import=True)):
        start = starts[old.lineno] + old.col_offset
        end = starts[old.end_lineno or 0] + (old.end_col_offset or 0)
        lines = _own_lines(old) | _own_lines(place.statement or old)
        found.append(
            Change(what, start, end, _text(new), old.lineno, frozenset(lines), place.at_import)
        )
    return sorted(found, key=lambda c: (c.start, c.end, c.what, c.text))


def _within(node: ast.AST, place: _Place) -> Iterator[tuple[Other, _Place]]:
    if isinstance(node, ast.stmt):
        place = place._replace(statement=node)
    for other in others(node):
        yield other, place
    for name, value in ast.iter_fields(node):
        called = isinstance(node, ast.FunctionDef) and name == "body"
        inside = place._replace(at_import=False) if called else place
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST) and name not in _LEFT_ALONE_IN and _may_change(each):
                yield from _within(each, inside)


def _may_change(node: ast.AST) -> bool:
    match node:
        case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.keyword(arg="strict"):
            return False
    return not isinstance(node, _LEFT_ALONE)


def _own_lines(node: ast.expr | ast.stmt) -> set[int]:
    """The lines of an expression or a statement, without those of the statements within."""
    body = getattr(node, "body", None)
    after = body[0].lineno if isinstance(body, list) else (node.end_lineno or 0) + 1
    return {node.lineno, *range(node.lineno, after)}


def _text(new: ast.AST) -> str:
    """Its source, safe in any place."""
    text = ast.unparse(new)
    plain = isinstance(new, ast.stmt) or text.isidentifier() or text.isdecimal()
    return text if plain else f"({text})"
