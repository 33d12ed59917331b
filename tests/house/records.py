"""Records that could go: those made once and known to few, those that copy another, and shapes."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping

from tests.house.library import Definition, Function, Library, Place, last_name

FEW_FILES = 2
"""In how many files a record of one use is named at most."""

FEWEST_COPIED = 2
"""Of how many values a record is made, at least, to be called a copy."""

_ASKING = frozenset({"isinstance", "issubclass", "cast", "fields", "is_dataclass"})
"""What takes a class without making one of it."""


def one_use(library: Library) -> Iterator[Place]:
    """Each record that is made in one place and named in at most two files.

    A place is a call of the class, its own `cls(...)` included, or the class handed over as a value
    to be called (`map(Row, pairs)`).
    """
    made = _makings(library)
    for key, node in library.records.items():
        files = library.users[key] | {key[0]}
        if made[key] == 1 and len(files) <= FEW_FILES:
            yield library.place(key[0], node, key[1])


def _makings(library: Library) -> Mapping[Definition, int]:
    found: dict[Definition, int] = defaultdict(int)
    for module, nodes in library.nodes.items():
        for node in nodes:
            match node:
                case ast.Call(func=func, args=args, keywords=keywords):
                    found[_made(library, module, func)] += 1
                    if last_name(func) not in _ASKING:
                        for each in (*args, *(k.value for k in keywords)):
                            found[_made(library, module, each)] += 1
                case ast.ClassDef(name=name) if (module, name) in library.records:
                    found[module, name] += sum(map(_calls_cls, ast.walk(node)))
    return found


def _made(library: Library, module: str, node: ast.expr) -> Definition:
    return library.referred(module, node) or ("", "")


def _calls_cls(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="cls")):
            return True
    return False


def mirrors(library: Library) -> Iterator[Place]:
    """Each function that makes a record of one object of the library, by copying its fields.

    No other parameter is an object of the library, and at least two thirds of what the record is
    made of are the object's attributes, as they are or converted by a call (`rounded(row.paid)`).
    """
    for module, function in library.functions():
        source = _source(library, module, function)
        for made in _records_returned(library, module, function) if source else ():
            given = [*made.args, *(each.value for each in made.keywords)]
            copied = sum(_is_copy(each, source) for each in given)
            if len(given) >= FEWEST_COPIED and 3 * copied >= 2 * len(given):
                what = f"{function.name} makes {ast.unparse(made.func)} of {source}"
                yield library.place(module, function, what)
                break


def _source(library: Library, module: str, function: Function) -> str:
    """The name of the one parameter that is an object of the library; "" if none or several are."""
    every = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    found = [
        each.arg
        for each in every
        if each.annotation
        and any(library.referred(module, n) in library.classes for n in ast.walk(each.annotation))
    ]
    return found[0] if len(found) == 1 else ""


def _records_returned(library: Library, module: str, function: Function) -> Iterator[ast.Call]:
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value:
            ends = [node.value]
            if isinstance(node.value, ast.IfExp):
                ends = [node.value.body, node.value.orelse]
            for each in ends:
                if isinstance(each, ast.Call) and (
                    _calls_cls(each) or library.referred(module, each.func) in library.records
                ):
                    yield each


def _is_copy(node: ast.expr, of: str) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=name)):
            return name == of
        case ast.Attribute(value=value):
            return _is_copy(value, of)
        case ast.Call(args=args):
            return any(_is_copy(each, of) for each in args)
    return False


def shapes(library: Library) -> Iterator[Place]:
    """Each class that has both `as_of` and `known_at` or `terms`, as fields or properties."""
    for key, node in library.classes.items():
        names = set(_held(node))
        if "as_of" in names and names & {"known_at", "terms"}:
            yield library.place(key[0], node, key[1])


def _held(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        match each:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.FunctionDef(name=name):
                yield name


def exceptions(library: Library) -> Iterator[Place]:
    """Each class of an exception."""
    for key, node in library.exceptions.items():
        yield library.place(key[0], node, key[1])
