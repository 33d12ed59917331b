"""Import circles: modules that need each other, directly or through others."""

import ast
from collections.abc import Iterator, Mapping

from tests.house.library import Library, Place


def circles(library: Library) -> Iterator[Place]:
    """Each group of modules that import each other, as a place in its first module.

    An import within a function, or for types alone, is an import.
    """
    modules = set(library.trees)
    graph = {module: modules & set(_imported(library, module)) for module in modules}
    left = {module: _reached(module, graph) for module in graph}
    done: set[str] = set()
    for module in sorted(graph):
        group = sorted(each for each in left[module] if module in left[each])
        if group and module not in done:
            done |= set(group)
            yield Place(library.files[module], 1, " <-> ".join(library.files[m] for m in group))


def _imported(library: Library, module: str) -> Iterator[str]:
    for node in library.nodes[module]:
        match node:
            case ast.ImportFrom(module=str(source), names=names):
                found = {f"{source}.{each.name}" for each in names}
                yield from (each if each in library.trees else source for each in found)
            case ast.Import(names=names):
                yield from (each.name for each in names)


def _reached(start: str, graph: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for each in graph[waiting.pop()] - found:
            found.add(each)
            waiting.append(each)
    return found
