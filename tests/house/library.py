"""The library as it is written: its modules, classes and functions, and what a name refers to."""

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from local.weight import ALONE, room_of

PACKAGE = "dealclock"

Function = ast.FunctionDef | ast.AsyncFunctionDef
_RECORDS = frozenset({"dataclass", "record"})
_EXCEPTIONS = frozenset({"Exception", "BaseException"})


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is: a file of the library, relative to its root, and a line from 1."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"

    @property
    def room(self) -> str:
        """The room that has the file."""
        return room_of(self.file)


Definition = tuple[str, str]
"""The module that defines a name, and the name."""


class Library:
    """The modules of a package in a folder, read once, but for programs that stand alone; `package`
    is the name it is imported by.
    """

    def __init__(self, root: Path, package: str = PACKAGE) -> None:
        self.root = root
        self.package = package
        self.trees: dict[str, ast.Module] = {}
        self.nodes: dict[str, list[ast.AST]] = {}
        self.files: dict[str, str] = {}
        for path in sorted(root.rglob("*.py")):
            file = path.relative_to(root).as_posix()
            if file in ALONE:
                continue
            parts = (package, *file.removesuffix(".py").split("/"))
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            self.files[name] = file
            self.trees[name] = ast.parse(path.read_text(encoding="utf-8"))
            self.nodes[name] = list(ast.walk(self.trees[name]))

    @property
    def rooms(self) -> Collection[str]:
        """The rooms that have modules."""
        return {room_of(file) for file in self.files.values()}

    @cached_property
    def imports(self) -> Mapping[str, Mapping[str, Definition]]:
        """By module, each name that it imports from the package: from which module, and what.

        What is a module itself has "" as its name.
        """
        return {module: dict(self._imported(nodes)) for module, nodes in self.nodes.items()}

    def _imported(self, nodes: Iterable[ast.AST]) -> Iterator[tuple[str, Definition]]:
        for node in nodes:
            match node:
                case ast.ImportFrom(module=str(source), names=names) if self._is_ours(source):
                    for each in names:
                        inside = f"{source}.{each.name}"
                        is_module = inside in self.trees
                        found = (inside, "") if is_module else (source, each.name)
                        yield each.asname or each.name, found
                case ast.Import(names=names):
                    for each in names:
                        if each.asname and self._is_ours(each.name):
                            yield each.asname, (each.name, "")

    def _is_ours(self, module: str) -> bool:
        return module == self.package or module.startswith(f"{self.package}.")

    def definition(self, module: str, name: str) -> Definition:
        """Where a name of a module is defined, through any number of imports."""
        met: set[Definition] = set()
        while (module, name) not in met and name in self.imports.get(module, {}):
            met.add((module, name))
            module, name = self.imports[module][name]
        return module, name

    def referred(self, module: str, node: ast.AST) -> Definition | None:
        """What a name, or an attribute of an imported module, refers to; None for other nodes."""
        match node:
            case ast.Name(id=name):
                return self.definition(module, name)
            case ast.Attribute(value=ast.Name(id=called), attr=name):
                found = self.definition(module, called)
                return self.definition(found[0], name) if found[1] == "" else None
        return None

    @cached_property
    def classes(self) -> Mapping[Definition, ast.ClassDef]:
        """The classes of every module, those within other classes or functions included."""
        return {
            (module, node.name): node
            for module, nodes in self.nodes.items()
            for node in nodes
            if isinstance(node, ast.ClassDef)
        }

    @cached_property
    def records(self) -> Mapping[Definition, ast.ClassDef]:
        """The classes that code makes by a call with their fields: dataclasses and named tuples."""
        return {key: node for key, node in self.classes.items() if _is_record(node)}

    @cached_property
    def exceptions(self) -> Mapping[Definition, ast.ClassDef]:
        """The classes that derive from an exception, of the library or of another package."""
        found: dict[Definition, ast.ClassDef] = {}
        while True:
            more = {
                key: node
                for key, node in self.classes.items()
                if key not in found
                and any(self._is_exception(key[0], base, found) for base in node.bases)
            }
            if not more:
                return found
            found |= more

    def _is_exception(
        self, module: str, base: ast.expr, found: Mapping[Definition, ast.ClassDef]
    ) -> bool:
        name = last_name(base)
        by_name = name in _EXCEPTIONS or name.endswith(("Error", "Exception", "Warning"))
        referred = self.referred(module, base)
        return referred in found if referred in self.classes else by_name

    def functions(self) -> Iterator[tuple[str, Function]]:
        """Every function and method, with its module."""
        for module, nodes in self.nodes.items():
            for node in nodes:
                if isinstance(node, Function):
                    yield module, node

    def place(self, module: str, node: ast.AST, what: str) -> Place:
        """Where a node is."""
        return Place(self.files[module], getattr(node, "lineno", 1), what)

    @cached_property
    def users(self) -> Mapping[Definition, set[str]]:
        """By definition, the modules that name it, its own included, imports apart."""
        found: dict[Definition, set[str]] = defaultdict(set)
        for module, nodes in self.nodes.items():
            for node in nodes:
                referred = self.referred(module, node)
                if referred:
                    found[referred].add(module)
        return found


def last_name(node: ast.expr) -> str:
    """The name of a name, an attribute, or of what is called or subscripted; "" of others."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return last_name(inner)
    return ""


def _is_record(node: ast.ClassDef) -> bool:
    if any(last_name(each) in _RECORDS for each in node.decorator_list):
        return True
    return any(last_name(each) == "NamedTuple" for each in node.bases)
