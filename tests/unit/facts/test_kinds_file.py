"""kinds.yaml: strict YAML, and every kind that code names is in it."""

from dataclasses import fields
from pathlib import Path

from dealclock.facts import kinds, vocabulary
from dealclock.facts.kind import DETAILS, FactKind
from dealclock.facts.kinds import GROUPS, KINDS
from dealclock.files import raw
from dealclock.files.source import parse_file

FILE = Path(kinds.__file__).with_suffix(".yaml")


def test_the_file_reads_alike_by_the_strict_parser() -> None:
    """The library reads it fast, without lines; a repeated key or a boolean would pass there."""
    data = parse_file(FILE).data
    assert list(data) == list(GROUPS)
    keys = {field.name for field in fields(FactKind)} - {"id"}
    for heading, entries in data.items():
        assert [kind.id for kind in GROUPS[heading]] == list(entries)
        for name, entry in entries.items():
            kind = KINDS[name]
            assert raw.slug(name) == name
            assert set(entry) <= keys
            assert entry["description"] == kind.description
            assert {*entry.get("needs", ()), *entry.get("may", ())} <= set(DETAILS)
            assert {*entry.get("follows", ()), *entry.get("about_kinds", ())} <= KINDS.keys()
            for key, value in entry.items():
                given = tuple(value) if isinstance(value, list) else value
                assert getattr(kind, key) == given
                words = given if isinstance(given, tuple) else ()
                assert all(isinstance(word, str) for word in words)


def test_the_kinds_that_code_names_exist() -> None:
    named = [value for name, value in vars(vocabulary).items() if name.isupper()]
    words = [word for value in named for word in ((value,) if isinstance(value, str) else value)]
    assert len(words) == 8
    assert set(words) <= KINDS.keys()
