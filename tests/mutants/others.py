"""What may stand in the place of a node: the small changes themselves.

A comparison moved by one or turned, a sign turned, a whole number raised or lowered by one, a
condition negated, `and` for `or`, `min` for `max`, a truth turned, a statement dropped, None
returned.
"""

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

_TURNED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
_EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_MOVED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_DROPPED = (ast.AugAssign, ast.Break, ast.Continue, ast.Delete, ast.Raise)


class Other(NamedTuple):
    """What may stand in a node's place."""

    old: ast.expr | ast.stmt
    new: ast.AST
    what: str


def others(node: ast.AST) -> Iterator[Other]:
    """What may stand in place of a node, or of the condition it asks."""
    match node:
        case ast.If(test) | ast.While(test) | ast.IfExp(test):
            yield from _negated(test)
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield from _negated(test)
        case ast.stmt():
            yield from _of_a_statement(node)
        case ast.expr():
            yield from _of_an_expression(node)


def _of_a_statement(node: ast.stmt) -> Iterator[Other]:
    match node:
        case ast.Return(ast.expr() as value) if not _is_none(value):
            yield Other(node, ast.Return(ast.Constant(None)), "None returned")
        case ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield Other(node, ast.Pass(), "statement dropped")
        case ast.Assign([target], value) if _again(target, value):
            yield Other(node, ast.Pass(), "statement dropped")
        case _ if isinstance(node, _DROPPED):
            yield Other(node, ast.Pass(), "statement dropped")


def _of_an_expression(node: ast.expr) -> Iterator[Other]:
    match node:
        case ast.Compare(left, ops, right):
            for at, op in enumerate(ops):
                turned = [*ops[:at], _turned(op), *ops[at + 1 :]]
                yield Other(node, ast.Compare(left, turned, right), "comparison")
        case ast.BinOp(left, op, right) if type(op) in _TURNED:
            yield Other(node, ast.BinOp(left, _turned(op), right), "sign")
        case ast.UnaryOp(ast.USub(), operand):
            yield Other(node, operand, "sign")
        case ast.BoolOp(op, values):
            yield Other(node, ast.BoolOp(_turned(op), values), "and, or")
        case ast.Name(name) if name in _EXCHANGED:
            yield Other(node, ast.Name(_EXCHANGED[name]), f"{name}, {_EXCHANGED[name]}")
        case ast.Constant(bool(truth)):
            yield Other(node, ast.Constant(not truth), "truth")
        case ast.Constant(int(number)):
            yield Other(node, ast.Constant(number + 1), "number")
            yield Other(node, ast.Constant(number - 1), "number")


def _negated(test: ast.expr) -> Iterator[Other]:
    match test:
        case ast.UnaryOp(ast.Not(), operand):
            yield Other(test, operand, "condition")
        case ast.Compare(ops=[op]) if not isinstance(op, _MOVED):
            return  # turned, it is negated
        case _:
            yield Other(test, ast.UnaryOp(ast.Not(), test), "condition")


def _turned(op: ast.AST) -> Any:
    return _TURNED[type(op)]()


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _again(target: ast.expr, value: ast.expr) -> bool:
    """Whether something had a value before: without the statement, that would be left."""
    if not isinstance(target, ast.Name):
        return isinstance(target, ast.Attribute | ast.Subscript)
    return any(isinstance(n, ast.Name) and n.id == target.id for n in ast.walk(value))
