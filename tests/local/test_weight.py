"""The weight of code: what is a token, and what is none, counted by hand."""

import subprocess
from pathlib import Path

import pytest

from local import weight
from local.weight import (
    json_tokens,
    python_tokens,
    rooms,
    table,
    template_tokens,
    text_tokens,
    yaml_tokens,
)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("# only a comment\n", 0),
        ("x = 1\n", 3),  # x, =, 1
        ("x = 1  # one\n\n\n", 3),
        ("x = (\n    1,\n)\n", 6),  # x, =, (, 1, a comma, )
        ("def f(a: int) -> str:\n    return 'a' 'b'\n", 13),
        # def, f, (, a, :, int, ), ->, str, :, return, and two strings
        ('"""A module."""\n\n\ndef f():\n    """Its words."""\n', 5),  # def, f, (, ), :
        ('def f(): "its words"\n', 5),
        ('class A:\n    x: int\n    """What x is."""\n', 6),  # class, A, :, x, :, int
        ('"""One""" "two"\nx\n', 1),
        ('x = """no\ndocstring"""\n', 3),
        ("f'{a + b} of {c:>{d}}'\n", 1),
        ("f(f'{a}', rf'{f\"{b}\"}')\n", 6),  # f, (, one, a comma, one, )
        ('"""É è."""; x = "é"\n', 4),  # ;, x, =, a string
    ],
)
def test_tokens_of_python(text: str, tokens: int) -> None:
    assert python_tokens(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("# a comment\n\n", 0),
        ("a: 1\n", 2),
        ("a: one two  # and a comment\n", 2),
        ("a:\n  b: 2\n  c: [1, 2, three]\n", 7),  # a, b, 2, c, and three values
        ("- {id: x, when: 2004-06-30}\n- y\n", 5),
        ("says: >-\n  one line,\n  and another\n", 4),  # the key, its sign, two lines
        ("a: ''\n", 1),
    ],
)
def test_tokens_of_yaml(text: str, tokens: int) -> None:
    assert yaml_tokens(text) == tokens


def test_tokens_of_json_are_its_keys_and_values() -> None:
    assert json_tokens('{"a": 1, "b": [1, 2, {"c": null}], "d": {}}') == 8  # four keys, four values


def test_tokens_of_a_text_are_its_lines_and_those_of_a_template_also_what_its_marks_hold() -> None:
    assert text_tokens("One.\n\n  Two.\n") == 2
    assert template_tokens("<p>{{ a.b }}</p>\n{% if a %}\n{% endif %}\n") == 3 + 3 + 2 + 1


def test_rooms_are_weighed_by_the_files_that_git_tracks(tmp_path: Path) -> None:
    library = tmp_path / weight.LIBRARY
    for name, content in {
        "__init__.py": "x = 1\n",
        "days/count.py": '"""Days."""\n\nONE = 1\n',
        "days/table.json": '{"a": 1}\n',
        "media/page.html": "<p>{{ x }}</p>\n",
        "media/font.ttf": "not counted",
        "media/untracked.py": "y = 2\n",
    }.items():
        (library / name).parent.mkdir(parents=True, exist_ok=True)
        (library / name).write_text(content, encoding="utf-8")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (library / "media/untracked.py").rename(tmp_path / "kept.py")
    subprocess.run(["git", "-C", str(tmp_path), "add", "-A"], check=True)
    (tmp_path / "kept.py").rename(library / "media/untracked.py")
    assert list(table(rooms(tmp_path))) == [
        "days                 5 tokens        4 lines     2 files",
        ".                    3 tokens        1 lines     1 files",
        "media                2 tokens        1 lines     1 files",
        "library             10 tokens        6 lines     4 files",
    ]
