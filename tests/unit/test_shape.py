"""The shape of the library: what its rooms hand to each other, what is a module, who words what.

A type checker cannot follow a mapping to anything. So no function, method or field that another
room imports has `dict[..., Any]`, `Mapping[..., Any]` or the same of `object` in its annotations,
by itself or under another name.

A short module with one importer belongs into that importer, and a message is made by a room that
words things.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from dealclock.answers.catalog import QUESTIONS

# One worker reads the library for these and for tests/test_house.py.
pytestmark = pytest.mark.xdist_group("house")

LIBRARY = Path(__file__).resolve().parents[2] / "layers/dealclock/python/dealclock"

_JSON = "a document of the encoder, which is only written out"
_TYPED_IN = "values by option, from which the typed query is made"
_RAW = "raw YAML, which may hold anything; problems are reported by where they are"
_SLACK = "blocks, views and payloads as Slack's API has them"
_LAMBDA = "a Lambda's event and answer, as AWS passes them"

EXCEPTIONS = {
    "terms/amendments:declared_events": _RAW,
    "terms/spellings:model_of": _RAW,
    "terms/spellings:read_rule": _RAW,
    "files/library_data:library_data": "the data of a file that ships with the library",
    "answers/options:read_options": _TYPED_IN,
    "answers/ask:Question.answered": _TYPED_IN,
    "answers/ask:Question.document": _JSON,
    "answers/ask:Question.json": _JSON,
    "answers/ask:Question.read_words": _TYPED_IN,
    "answers/typed_words:": _TYPED_IN,
    "answers/what_if:": "supposed events, before they are checked as facts",
    "channels/message:Post.blocks": _SLACK,
    "channels/screens:Screens.answer": _SLACK,
    "channels/screens:Screens.open": _SLACK,
    "channels/screens:Screens.publish": _SLACK,
    "channels/screens:Screens.update": _SLACK,
    "channels/web_api:write_call": _SLACK,
    "files/patch:by_id": _RAW,
    "files/raw:record": _RAW,
    "files/raw:records": _RAW,
    "documents/certificate:certificate": _JSON,
    "second/figures:compute": "the second engine reads what is stored, and shares no record",
    "store/verdicts:": "figures and differences, as they are stored",
    "messages/notices:render_arithmetic": "differences, as they are stored",
    "documents/proof/facts:document": "facts as they were recorded, field by field, for a file",
    "messages/slack:render_ephemeral": _SLACK,
    "messages/slack_views/": _SLACK,
    "store/stack:stack_of": "what boto3 takes for its clients",
    "desk/rehearse:Stage.sweep": _LAMBDA,
    "jobs/operate/redrive:RedriveQueues.start": _LAMBDA,
}
"""What may hand over a bare mapping, by name or by folder, each with why."""

FRAGMENTS = {
    "desk/verbs/*": "a verb of `/deal`, which `all` puts in the order of the help",
}
"""Which short modules may have one importer, by name or by folder, each with why."""

FRAGMENT_LINES = 40

WORDING = ("answers", "cli/diff", "messages")
"""The rooms that make messages."""

_MAPPINGS = ("dict", "Mapping", "MutableMapping")
_ANYTHING = ("Any", "object")


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the library, by its path without the suffix."""
    found = {}
    for path in sorted(LIBRARY.rglob("*.py")):
        name = path.relative_to(LIBRARY).with_suffix("").as_posix().removesuffix("/__init__")
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@cache
def imports(module: str) -> dict[str, tuple[str, str]]:
    """What a module imports from the library: by the name it has there, where from and what."""
    return {
        each.asname or each.name: (source, each.name)
        for node in ast.walk(modules()[module])
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dealclock")
        for source in [str(node.module).replace(".", "/").removeprefix("dealclock").strip("/")]
        for each in node.names
    }


def used_names(module: str) -> Iterator[tuple[str, str]]:
    """Each name of another module that a module uses: imported, or as `module.name`."""
    whole = {}
    for called, (source, name) in imports(module).items():
        inside = f"{source}/{name}".strip("/")
        if inside in modules():
            whole[called] = inside
        else:
            yield source, name
    for node in ast.walk(modules()[module]):
        match node:
            case ast.Attribute(value=ast.Name(id=called), attr=name) if called in whole:
                yield whole[called], name


def defined_in(module: str, name: str) -> tuple[str, str]:
    """Where a name comes from that a module has by importing it."""
    if module not in modules() or name not in imports(module):
        return module, name
    return defined_in(*imports(module)[name])


def has_bare_mapping(
    module: str, annotation: ast.AST | None, within: tuple[tuple[str, str], ...] = ()
) -> bool:
    """Whether a mapping to anything is in an annotation, in quotes or under another name too.

    `within` are the other names it stands for, since a type may be made of itself.
    """
    for node in ast.walk(annotation) if annotation else ():
        match node:
            case ast.Subscript() if _is_bare(node):
                return True
            case ast.Name(id=name) if (here := defined_in(module, name)) not in within:
                if has_bare_mapping(here[0], _alias(*here), (*within, here)):
                    return True
            case ast.Constant(value=str(quoted)):
                if has_bare_mapping(module, _parsed(quoted), within):
                    return True
    return False


def _parsed(quoted: str) -> ast.AST | None:
    """A quoted annotation; None for other text in one, such as a pattern."""
    try:
        return ast.parse(quoted, mode="eval")
    except SyntaxError:
        return None


def _is_bare(node: ast.Subscript) -> bool:
    return (
        ast.unparse(node.value).rpartition(".")[2] in _MAPPINGS
        and isinstance(node.slice, ast.Tuple)
        and ast.unparse(node.slice.elts[-1]) in _ANYTHING
    )


def _alias(module: str, name: str) -> ast.expr | None:
    """What a type's other name stands for; None for a class, a function or a value."""
    return aliases(module).get(name) if module in modules() else None


@cache
def aliases(module: str) -> dict[str, ast.expr]:
    """The types that a module gives another name."""
    found: dict[str, ast.expr] = {}
    for node in modules()[module].body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=(ast.Subscript() | ast.BinOp()) as value
            ):
                found[name] = value
            case ast.AnnAssign(
                target=ast.Name(id=name),
                annotation=ast.Name(id="TypeAlias"),
                value=ast.expr() as value,
            ):
                found[name] = value
    return found


def parts(node: ast.stmt) -> Iterator[tuple[str, list[ast.AST | None]]]:
    """Each public part of a definition by its name, with its annotations."""
    match node:
        case ast.FunctionDef(name=name, args=given):
            every = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
            yield name, [*(each.annotation for each in every if each), node.returns]
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name, [node.annotation]
        case ast.ClassDef(name=name):
            for inner in node.body:
                for part, annotations in parts(inner):
                    if not part.startswith("_") or part == "__init__":
                        yield f"{name}.{part}", annotations


def handed_over() -> Iterator[str]:
    """Each part of a name used by another room that has a bare mapping in its annotations."""
    used = {
        defined_in(*name)
        for module in modules()
        for name in used_names(module)
        if name[0].partition("/")[0] != module.partition("/")[0]
    }
    for module, tree in modules().items():
        for node in tree.body:
            for part, annotations in parts(node):
                if (module, part.partition(".")[0]) in used and any(
                    has_bare_mapping(module, each) for each in annotations
                ):
                    yield f"{module}:{part}"


@pytest.mark.full
def test_no_bare_mapping_passes_between_rooms() -> None:
    found = list(handed_over())
    assert [each for each in found if not each.startswith(tuple(EXCEPTIONS))] == []
    unused = [name for name in EXCEPTIONS if not any(each.startswith(name) for each in found)]
    assert unused == [], "no longer needed: take it off the list"


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("dict[str, Any]", True),
        ("Sequence[Mapping[str, object]] | None", True),
        ("'Iterator[dict[str, Any]]'", True),
        ("Json", True),  # an alias that the module imports
        ("Mapping[str, str]", False),
        ("Callable[[Any], object]", False),
    ],
)
def test_a_bare_mapping_is_seen_in_quotes_and_under_another_name(
    annotation: str, expected: bool
) -> None:
    node = ast.parse(annotation, mode="eval")
    assert has_bare_mapping("answers/ask", node) is expected


@cache
def importers() -> dict[str, set[str]]:
    """By module, the others of the library that import it."""
    found = defaultdict(set)
    for module in modules():
        for source, name in imports(module).values():
            inside = f"{source}/{name}".strip("/")
            found[inside if inside in modules() else source].add(module)
    return found


def fragments() -> list[str]:
    """The short modules with one importer; the modules of whole folders are none."""
    return [
        module
        for module in modules()
        if len(importers()[module]) == 1
        and (path := LIBRARY / f"{module}.py").is_file()
        and len(path.read_text(encoding="utf-8").splitlines()) < FRAGMENT_LINES
    ]


def test_a_short_module_has_more_than_one_importer() -> None:
    found = fragments()
    left = [each for each in found if not any(fnmatch(each, name) for name in FRAGMENTS)]
    assert left == [], "move each into its importer, or say why it is a module"
    unused = [name for name in FRAGMENTS if not any(fnmatch(each, name) for each in found)]
    assert unused == [], "no longer needed: take it off the list"


def made_messages() -> Iterator[str]:
    """Each module that makes a `Message`."""
    for module, tree in modules().items():
        for node in ast.walk(tree):
            match node:
                case (
                    ast.Call(func=ast.Name(id=name))
                    | ast.Call(func=ast.Attribute(value=ast.Name(), attr=name))
                ) if defined_in(module, name)[1] == "Message":
                    yield module


@pytest.mark.full
def test_only_the_rooms_that_word_things_make_messages() -> None:
    makers = set(made_messages())
    assert {each for each in makers if not each.startswith(WORDING)} == set()
    assert {each.partition("/")[0] for each in makers} >= {"answers", "messages"}


def test_each_question_is_a_module_of_its_own() -> None:
    assert all(question.name == name for name, question in QUESTIONS.items())
    own = {question.ask.__module__ for question in QUESTIONS.values()}
    assert len(own) == len(QUESTIONS)
