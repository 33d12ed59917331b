"""Few kinds of error: those of `errors.py`, and the subclasses that a caller catches exactly.

An error is printed as it is, so that it is caught as a DealclockError once where a command ends.
"""

import ast
import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import dealclock
from dealclock import errors
from dealclock.errors import DealclockError, InvalidError, Problem, RefusedError

LIBRARY = Path(dealclock.__file__).parent

OWN = {
    "answers.typed_words.UnreadableCommandError": "words of a command, tried as other words first",
    "channels.web_api.SlackCallError": "how a call to Slack ended, for what is reported of it",
    "documents.verify.FalseStepError": "the checker of certificates imports nothing of the library",
    "documents.verify.NotVerifiedError": "what that checker does not work out, for its own list",
    "second.deals.NotCoveredError": "for the second engine, whose answer says what is not covered",
    "store.table.OvertakenError": "another writer was faster: read again at once",
    "store.table.ConditionFailedError": "for the store, which reads again or raises its own error",
}
"""Errors that another module has, each with the reason why none of `errors.py` would do."""

OF_ONE_ROOM = {
    "documents.verify.FalseStepError",
    "documents.verify.NotVerifiedError",
    "second.deals.NotCoveredError",
    "store.table.ConditionFailedError",
}
"""Those that are no DealclockError, since none leaves its room."""


def all_errors() -> dict[str, type[Exception]]:
    """Every exception of the library by its module and name, without the package's name."""
    found = {}
    for module in walk_packages([str(LIBRARY)], "dealclock."):
        if module.name.endswith("__main__"):
            continue
        for each in vars(import_module(module.name)).values():
            if isinstance(each, type) and issubclass(each, Exception):
                name = f"{each.__module__}.{each.__name__}"
                if name.startswith("dealclock."):
                    found[name.removeprefix("dealclock.")] = each
    return found


def test_every_error_is_one_of_the_few_or_has_its_reason() -> None:
    others = {name for name in all_errors() if not name.startswith("errors.")}
    assert others == OWN.keys()


def test_every_error_but_those_of_one_room_is_a_dealclock_error() -> None:
    found = {name for name, each in all_errors().items() if not issubclass(each, DealclockError)}
    assert found == OF_ONE_ROOM


def test_the_tree_as_it_is_drawn_has_every_error() -> None:
    drawn = re.findall(r"^(?:[│ ]*[├└]── )?(\w+Error) ", errors.__doc__ or "", re.MULTILINE)
    of_module = [name for name in all_errors() if name.startswith("errors.")]
    assert sorted(f"errors.{name}" for name in drawn) == sorted(of_module)


def test_an_error_of_one_room_stays_in_it() -> None:
    leaving = []
    for path in LIBRARY.rglob("*.py"):
        room = path.relative_to(LIBRARY).parts[0]
        for name in OF_ONE_ROOM:
            first, *_, last = name.split(".")
            if room != first and re.search(rf"\b{last}\b", path.read_text("utf-8")):
                leaving.append((path.name, name))
    assert leaving == []


def test_the_command_line_catches_every_error_in_one_place() -> None:
    catching = [
        path.name
        for path in sorted((LIBRARY / "cli").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ExceptHandler) and node.type
        if "DealclockError" in ast.unparse(node.type)
    ]
    assert catching == ["main.py"]


def test_a_refusal_has_what_to_enter_by_the_field_at_fault() -> None:
    assert str(RefusedError("give a later day", at="until")) == "give a later day"
    assert RefusedError("give a later day", at="until").fields == {"until": "give a later day"}
    assert RefusedError("give a later day").fields == {}
    several = {"on": "give a date", "to": "choose one"}
    assert RefusedError(several).fields == several
    assert str(RefusedError(several)) == "give a date choose one"


def test_a_refusal_is_put_at_a_field_unless_it_is_for_others() -> None:
    assert RefusedError("it is settled").at_field("to").fields == {"to": "it is settled"}
    assert RefusedError("give a date", at="on").at_field("to").fields == {"on": "give a date"}


def test_invalid_files_are_refused_with_all_problems_in_the_order_of_their_lines() -> None:
    second = Problem("terms.yaml", 9, "due", "nothing", "give a day")
    first = Problem("terms.yaml", 2, "id", "'a b'", "give a word")
    assert InvalidError([second, first]).problems == (first, second)
    assert str(InvalidError([second, first])).splitlines() == [
        "terms.yaml:2: id: given 'a b'; give a word",
        "terms.yaml:9: due: given nothing; give a day",
    ]
