"""Mutation runs on a library of one module: what is detected, listed, and left alone."""

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.mutants import __main__ as mutants
from tests.mutants import askable
from tests.mutants.changes import changes
from tests.mutants.copied import LIBRARY, CannotAskError, Outcome, copy_of

# Of a command for developers, and each starts runs of tests.
pytestmark = pytest.mark.full

MODULE = """from functools import cache

FROM = 18


@cache
def of_age(years: int) -> bool:
    return years >= FROM


def down(n: int) -> int:
    while n > 0:
        n -= 1
    return n


def unasked(years: int) -> bool:
    return not of_age(years)
"""
TESTS = """from dealclock.days.age import down, of_age

def test_of_age():
    assert of_age(40)

def test_at_once():
    assert of_age(18)

def test_a_child():
    assert not of_age(16)

def test_down():
    assert down(3) == 0
"""
ELSEWHERE = "from dealclock.days.age import of_age\n\ndef test_again():\n    assert of_age(40)\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a library of one module, and this tool."""
    here = Path(__file__).parent
    files = {
        LIBRARY / "dealclock/__init__.py": "",
        LIBRARY / "dealclock/days/__init__.py": "",
        LIBRARY / "dealclock/days/age.py": MODULE,
        Path("tests/unit/days/test_age.py"): TESTS,
        Path("tests/unit/days/test_elsewhere.py"): ELSEWHERE,
        Path("pytest.ini"): "[pytest]\naddopts = --import-mode=importlib\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    shutil.copytree(here, tmp_path / "tests/mutants", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


AGE = Path("dealclock/days/age.py")


def everything(folder: Path) -> dict[Path, bytes]:
    """Every file of a folder."""
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def number(what: str, before: str, after: str) -> int:
    """Which of those drawn by seed 4 a change of the module is."""
    found = changes(MODULE.encode())
    drawn = random.Random(4).sample(found, len(found))
    (at,) = (
        at for at, c in enumerate(drawn, 1)
        if (c.what, c.before(MODULE.encode()), c.text) == (what, before, after)
    )  # fmt: skip
    return at


def test_a_change_no_test_detects_is_listed_and_the_rest_counted(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody of 17 is asked about."""
    before = everything(checkout)
    survives = number("number", "18", "17")
    noticed = number("comparison", "years >= FROM", "(years > FROM)")
    not_run = number("None returned", "return not of_age(years)", "return None")
    only = ["--only", str(survives), str(noticed), str(not_run)]
    assert mutants.main(["days", "99", "--seed", "4", *only], checkout) == 0
    assert capsys.readouterr().out == (
        "13 changes of days, 13 drawn by seed 4\n"
        f"{survives}: dealclock/days/age.py:3 survived (number)\n    - 18\n    + 17\n"
        f"{not_run}: dealclock/days/age.py:18 not run by any test asked (None returned)\n"
        "    - return not of_age(years)\n    + return None\n"
        "1 of 3 noticed (33%), 0 of them by a run that does not end\n"
    )
    assert everything(checkout) == before


@pytest.mark.full  # waits out a time limit
def test_a_run_that_does_not_end_counts_as_detected(checkout: Path) -> None:
    (endless,) = (c for c in changes(MODULE.encode()) if c.text == "pass")
    with copy_of(checkout) as copy, copy.changed(AGE, endless):
        asked = copy.ask(["tests/unit/days/test_age.py::test_down"], limit=4)
    assert asked is Outcome.NEVER_ENDED


@pytest.mark.full  # waits out a time limit
def test_so_does_one_whose_module_is_never_read_to_its_end(checkout: Path) -> None:
    (endless,) = (c for c in changes(MODULE.encode()) if c.text == "17")
    forever = replace(endless, text="18\nwhile True: pass")
    with copy_of(checkout) as copy, copy.changed(AGE, forever):
        asked = copy.ask(["tests/unit/days/test_age.py::test_down"], limit=4)
    assert asked is Outcome.NEVER_ENDED


def test_the_tests_that_run_the_line_are_asked_before_those_that_may_use_what_was_kept(
    checkout: Path,
) -> None:
    """What `of_age(40)` is was worked out for a test that came before."""
    (comparison,) = (c for c in changes(MODULE.encode()) if c.text == "(years > FROM)")
    with copy_of(checkout) as copy:
        able = askable.Askable(copy, "days").about(AGE, comparison)
        asked = [sorted(tests) for tests, _ in able]
    own = [f"tests/unit/days/test_age.py::test_{name}" for name in ("a_child", "at_once", "of_age")]
    others = [
        "tests/unit/days/test_age.py::test_down",
        "tests/unit/days/test_elsewhere.py::test_again",
    ]
    assert asked == [own, others]


def test_tests_that_fail_unchanged_are_not_asked(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "tests/unit/days/test_wrong.py").write_text("def test_wrong():\n    assert False\n")
    assert mutants.main(["days"], checkout) == 2
    assert "a test of tests/unit/days fails with nothing changed" in capsys.readouterr().err


def test_code_from_elsewhere_is_never_asked_about(checkout: Path, tmp_path: Path) -> None:
    with copy_of(checkout) as copy:
        elsewhere = checkout / LIBRARY
        (copy.folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {elsewhere}\n")
        with pytest.raises(CannotAskError, match=f"imported from {elsewhere}"):
            copy.run("tests/unit/days")
