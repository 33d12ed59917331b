"""docs/terms.md documents every key of a deal's files, and every type of provision."""

import re
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from dealclock.facts.fact import FactsFile, Method
from dealclock.people.team import Team
from dealclock.terms.rules.rule import Period, Rule
from dealclock.terms.terms import Terms
from tests.docs.generated import TYPES
from tests.docs.pages import in_code, page, sections


def keys_of(model: type[BaseModel], leaving: tuple[type[BaseModel], ...] = ()) -> set[str]:
    """Every key of a model and of the models within it, but for those told elsewhere."""
    found: set[str] = set()
    for name, field in model.model_fields.items():
        found.add(field.alias or name)
        for inner in models_in(field.annotation):
            if not issubclass(inner, leaving):
                found |= keys_of(inner, leaving)
    return found


def models_in(annotation: Any) -> list[type[BaseModel]]:
    """The models in a type, however deep it holds them."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [m for inner in get_args(annotation) for m in models_in(inner)]


@pytest.mark.parametrize(
    ("file", "model", "leaving"),
    [
        ("terms.yaml", Terms, (Rule, Period)),
        ("team.yaml", Team, (Period,)),
        ("facts.yaml", FactsFile, ()),
    ],
)
def test_every_key_of_a_file_is_documented(
    file: str, model: type[BaseModel], leaving: tuple[type[BaseModel], ...]
) -> None:
    text = sections(page("terms.md"), 2)[file]
    words = {word for phrase in in_code(text) for word in re.findall(r"[a-z_]+", phrase)}
    assert keys_of(model, leaving) - words - in_code(text) == set()


def test_every_key_of_a_period_is_documented() -> None:
    text = sections(page("terms.md"), 3)["Provisions"]
    keys = keys_of(Period) - {"count", "unit"}
    assert keys <= in_code(text)
    assert "{count: 5, unit: business days}" in in_code(text)


def test_exactly_the_types_of_provision_are_documented() -> None:
    assert list(sections(page("terms.md"), 4)) == [f"`{name}`" for name in TYPES]


@pytest.mark.parametrize("name", list(TYPES))
def test_every_key_of_a_provision_is_explained(name: str) -> None:
    words = sections(page("terms.md"), 4)[f"`{name}`"].partition("<!-- provision")[0]
    explained = in_code(words) | in_code(sections(page("terms.md"), 3)["Provisions"])
    explained = {word for phrase in explained for word in re.findall(r"[a-z0-9_ ]+", phrase)}
    assert keys_of(TYPES[name]) - explained - keys_of(Period) == set()


def test_every_method_of_notice_is_documented() -> None:
    assert set(get_args(Method)) <= in_code(sections(page("terms.md"), 2)["terms.yaml"])
