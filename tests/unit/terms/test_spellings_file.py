"""spellings.yaml: strict YAML; it names types, keys and readings that there are."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealclock.files.source import parse_file
from dealclock.terms import spellings
from dealclock.terms.readings import ALL
from dealclock.terms.spellings import SPELLINGS, model_of

FILE = Path(spellings.__file__).with_suffix(".yaml")


def test_the_file_is_strict_yaml_and_read_alike_by_both_readers() -> None:
    assert parse_file(FILE).data == spellings._FILE


@pytest.mark.parametrize("spelled", sorted(SPELLINGS))
def test_a_spelling_is_a_type_of_provision_and_has_keys_of_its_general_type(spelled: str) -> None:
    general, keys = SPELLINGS[spelled]
    assert model_of({"type": spelled}) is not None
    fields = spellings._GENERAL[general].model_fields
    assert {key.replace(" ", "_") for key in keys} <= fields.keys()


def _choices(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if "reading" in part:
            yield part
        for each in part.values():
            yield from _choices(each)
    elif isinstance(part, list):
        for each in part:
            yield from _choices(each)


def test_every_choice_has_a_value_for_each_choice_of_its_reading() -> None:
    found = list(_choices(spellings._FILE))
    assert len(found) > 20
    for choice in found:
        assert choice.keys() - {"reading"} == ALL[choice["reading"]].choices.keys()


def test_no_name_is_left_unfilled_in_a_comment_or_a_misspelled_form() -> None:
    for key in re.findall(r"\{(\$[^:]+):", FILE.read_text(encoding="utf-8")):
        assert key in ("$if", "$each", "$all of")
