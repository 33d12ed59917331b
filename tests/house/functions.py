"""Functions with one caller: reported, since a step may need its name; not limited."""

import ast
from collections import Counter
from collections.abc import Iterator

from tests.house.library import Library, Place


def one_caller(library: Library) -> Iterator[Place]:
    """Each function or method whose name occurs once in the library, its definition apart.

    Properties count as functions. What has a decorator of its own may be called by whom it is
    registered with, so it is left out; so are names that Python calls.
    """
    named = Counter(
        node.id if isinstance(node, ast.Name) else node.attr
        for nodes in library.nodes.values()
        for node in nodes
        if isinstance(node, ast.Name | ast.Attribute)
    )
    for module, node in library.functions():
        decorated = {ast.unparse(each) for each in node.decorator_list}
        if (
            named[node.name] == 1
            and not node.name.startswith("__")
            and decorated <= {"property", "classmethod", "staticmethod", "cache"}
        ):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield library.place(module, node, f"{node.name} ({lines} lines)")
