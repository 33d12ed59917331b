"""docs/terms.md documents every key, provision type and event kind; its examples load."""

import re
from typing import Any, get_args

import pytest
import yaml
from pydantic import BaseModel, TypeAdapter

from dealclock.facts.fact import FactsFile, Method
from dealclock.facts.kinds import KINDS
from dealclock.people.policy import Policy, ReminderRules
from dealclock.people.team import Team
from dealclock.terms.provisions import Provision
from dealclock.terms.rules.rule import Period, Rule
from dealclock.terms.terms import Terms
from tests.docs.pages import in_code, page, sections

TYPES: dict[str, type[Rule]] = {
    get_args(rule.model_fields["type"].annotation)[0]: rule
    for rule in get_args(get_args(Provision)[0])
    if not rule.__module__.startswith("dealclock.terms.general")  # loads, not yet advertised
}


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
def test_every_key_of_a_provision_is_documented_and_its_example_is_read(name: str) -> None:
    text = sections(page("terms.md"), 4)[f"`{name}`"]
    rule = TYPES[name]
    words, example = text.split("```yaml\n")
    data = in_code(words) | in_code(sections(page("terms.md"), 3)["Provisions"])
    assert keys_of(rule) - data - keys_of(Period) == set()
    given = yaml.safe_load(example.removesuffix("\n").partition("```")[0])
    adapter: TypeAdapter[Rule] = TypeAdapter(Provision)
    assert type(adapter.validate_python(given)) is rule
    of_several_types = {"channel", "early", "opening_day", "source"} & set(rule.model_fields)
    assert set(given) | of_several_types == set(rule.model_fields)


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_every_kind_of_event_is_documented_with_what_it_must_have(kind: Any) -> None:
    needs = ", ".join([*(f"`{n}`" for n in kind.needs), *(f"(`{n}`)" for n in kind.may)])
    row = f"| `{kind.id}` | {kind.description} | {needs} |".replace("|  |", "| |")
    assert row in sections(page("terms.md"), 3)["Kinds of fact"]


def test_every_method_of_notice_is_documented() -> None:
    assert set(get_args(Method)) <= in_code(sections(page("terms.md"), 2)["terms.yaml"])


def test_the_alert_policy_is_documented_with_its_defaults() -> None:
    text = sections(page("terms.md"), 2)["team.yaml"]
    for name in Policy.model_fields:
        (row,) = [line for line in text.splitlines() if line.startswith(f"| `{name}` |")]
        data = yaml.safe_load(row.split("|")[3].strip().strip("`"))
        default = getattr(Policy(), name)
        assert (ReminderRules(**data) if isinstance(default, ReminderRules) else data) == default
