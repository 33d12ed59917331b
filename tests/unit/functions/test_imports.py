"""The modules a deployed function loads: no command line, case runner or local tools."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[3]
LIBRARY = CHECKOUT / "layers" / "dealclock" / "python"
FUNCTIONS = sorted((CHECKOUT / "functions").glob("*/*.py"))
NOT_DEPLOYED = ("dealclock.cli", "dealclock.jobs.operate.cases", "local", "tests", "bench")


def is_refused(module: str) -> bool:
    """Whether a module is one of NOT_DEPLOYED, or inside one."""
    return any(module == name or module.startswith(f"{name}.") for name in NOT_DEPLOYED)


def names(file: Path) -> Iterator[str]:
    """Every name a file imports, at any level: "a.b", and "a" for `from a import b`."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def imports(file: Path) -> frozenset[str]:
    return frozenset(names(file))


def source(module: str) -> Path | None:
    """The file of a library module; None if the name is not one."""
    stem = LIBRARY.joinpath(*module.split("."))
    return next((p for p in (stem.with_suffix(".py"), stem / "__init__.py") if p.is_file()), None)


def loaded(file: Path) -> set[str]:
    """Every name that a file imports, directly or through library modules."""
    result: set[str] = set()
    waiting = [*imports(file)]
    while waiting:
        module = waiting.pop()
        parent = module.rpartition(".")[0]
        if module and module not in result:
            result.add(module)
            of = source(module)
            waiting += [parent, *(imports(of) if of is not None else ())]
    return result


def test_the_functions_are_found() -> None:
    assert {"assess", "deliver", "slack"} <= {file.parent.name for file in FUNCTIONS}
    assert "dealclock.store.table" in loaded(CHECKOUT / "functions" / "assess" / "app.py")


@pytest.mark.full
@pytest.mark.parametrize(
    "file", FUNCTIONS, ids=[f"{file.parent.name}/{file.stem}" for file in FUNCTIONS]
)
def test_a_function_loads_only_what_is_deployed(file: Path) -> None:
    assert [name for name in sorted(loaded(file)) if is_refused(name)] == []


def test_the_library_imports_no_local_tools() -> None:
    by_file = {file: imports(file) for file in LIBRARY.rglob("*.py")}
    machine = ("local", "tests", "bench")
    local_importers = {
        str(f) for f, used in by_file.items() if any(n.split(".")[0] in machine for n in used)
    }
    assert local_importers == set()
