"""docs/terms.md documents every key of a deal's files and of the general form, and no other;
docs/team.md those of the team, docs/older-forms.md every older type. All examples load.
"""

import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Annotated, Any, get_args

import pytest
import yaml
from pydantic import BaseModel, TypeAdapter

from dealclock.engine.assess import assess
from dealclock.engine.checked_files import check_terms
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact, FactsFile, Method
from dealclock.facts.log import FactLog
from dealclock.files.source import parse
from dealclock.people.team import Team
from dealclock.terms import day_language
from dealclock.terms.general import obligation, state, stream
from dealclock.terms.key_names import said
from dealclock.terms.rules.rule import Period, Rule, Unit
from dealclock.terms.source_text import SourceText
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
    ("text", "model", "leaving"),
    [
        (page("terms.md").partition("## facts.yaml")[0], Terms, (Rule, Period)),
        (page("team.md"), Team, (Period,)),
        (sections(page("terms.md"), 2)["facts.yaml"], FactsFile, ()),
    ],
    ids=["terms", "team", "facts"],
)
def test_every_key_of_a_file_is_documented(
    text: str, model: type[BaseModel], leaving: tuple[type[BaseModel], ...]
) -> None:
    keys = keys_of(model, leaving)
    keys = set(map(shown, keys)) if model is Terms else keys
    assert keys - words_in(text) - in_code(text) == set()


def words_in(text: str) -> set[str]:
    """The keys in the code of a text."""
    parts = (part for code in in_code(text) for part in re.split(r"[^a-z0-9_ ]", code))
    return {part.strip() for part in parts}


def shown(name: str) -> str:
    """A key as the pages write it."""
    return said(Terms).get(name, name.replace("_", " "))


def test_exactly_the_older_types_are_documented() -> None:
    headings = [each for each in sections(page("older-forms.md"), 2) if each.startswith("`")]
    assert headings == [f"`{name}`" for name in TYPES]


@pytest.mark.parametrize("name", list(TYPES))
def test_every_key_of_an_older_type_is_explained(name: str) -> None:
    words = sections(page("older-forms.md"), 2)[f"`{name}`"].partition("<!-- provision")[0]
    explained = words_in(words) | words_in(page("terms.md"))
    keys = keys_of(TYPES[name]) - keys_of(Period)
    assert {key for key in keys if not {key, shown(key)} & explained} == set()


def test_every_method_of_notice_is_documented() -> None:
    assert set(get_args(Method)) <= in_code(sections(page("terms.md"), 2)["terms.yaml"])


# --- The general form -----------------------------------------------------------------------------

GENERAL = sections(page("terms.md"), 2)["The general form"]
PARTS = sections(page("terms.md"), 3)
ROW = re.compile(r"^\| (.+?) \|(.*)\|$", re.MULTILINE)
COMMON = frozenset(Rule.model_fields)


def rows(text: str) -> dict[str, str]:
    """The rest of its row by each key that begins one of a table."""
    return {
        key: rest
        for first, rest in ROW.findall(text.partition("\n\n**")[0])
        for key in re.findall(r"`([^`]+)`", first)
    }


def part(heading: str, after: str = "") -> str:
    """What stands under a heading, or after some words there."""
    text = PARTS[heading]
    return text.partition(after)[2] if after else text


TABLES: list[tuple[str, type[BaseModel], frozenset[str]]] = [
    (GENERAL.partition("Every provision")[2].partition("###")[0], Rule, frozenset()),
    (part("Periods"), Period, frozenset()),
    (part("Obligations"), obligation.ObligationProvision, COMMON),
    (part("Obligations", "**The default**"), obligation.LapseTerms, frozenset()),
    (part("Obligations", "**The `amount`**"), obligation.AmountPart, frozenset()),
    (part("States and statuses"), state.StateProvision, COMMON),
    (part("States and statuses", "**A limit**"), state.StateLimit, frozenset()),
    (part("Accruals"), stream.Stream, COMMON),
    (part("Accruals", "**The `base`**"), stream.Base, frozenset()),
    (part("Payments"), stream.Payments, COMMON),
]


@pytest.mark.parametrize(
    ("text", "model", "leaving"), TABLES, ids=[m.__name__ for _, m, _ in TABLES]
)
def test_a_table_has_exactly_the_keys_that_there_are(
    text: str, model: type[BaseModel], leaving: frozenset[str]
) -> None:
    fields = {n: f for n, f in model.model_fields.items() if n not in leaving}
    keys = {shown(field.alias or name) for name, field in fields.items()}
    given = rows(text)
    # A key explained in the row of another, or in the sentence above the table.
    about = in_code(text.partition("\n\n**")[0])
    assert keys - given.keys() - about == set()
    assert given.keys() - keys == set()
    for name, field in fields.items():
        row = given.get(shown(field.alias or name), "")
        values = {str(value) for value in values_in(field.annotation)}
        assert values <= in_code(row), name
        if isinstance(field.default, str | bool) and field.default is not False and row:
            last = row.rpartition("|")[2]
            assert str(field.default).lower() in last.lower(), name


def written_values() -> Iterator[tuple[type[BaseModel], str, str]]:
    """Each example of a list or of keys in a table: its model, its field and the example."""
    for text, model, _ in TABLES:
        given = rows(text)
        for name, field in model.model_fields.items():
            row = given.get(shown(field.alias or name), "")
            for code in re.findall(r"`([\[{].+?[\]}])`", row):
                if "DAY" not in code and ".." not in code:
                    yield model, name, code


WRITTEN = list(written_values())


@pytest.mark.parametrize(("model", "name", "example"), WRITTEN, ids=[code for *_, code in WRITTEN])
def test_each_example_of_a_table_is_accepted(
    model: type[BaseModel], name: str, example: str
) -> None:
    field = model.model_fields[name]
    of: Any = field.annotation
    for note in field.metadata:
        of = Annotated[of, note]
    TypeAdapter(of).validate_python(parse(example, "").data)


def values_in(annotation: Any) -> Iterator[object]:
    """The words that a type allows, not those inside its models."""
    inside = get_args(annotation)
    if str(annotation).startswith("typing.Literal"):
        yield from (each for each in inside if isinstance(each, str))
    elif not isinstance(annotation, type):
        for each in inside:
            yield from values_in(each)


@pytest.mark.parametrize(
    ("heading", "model"),
    [
        ("Obligations", obligation.ObligationProvision),
        ("States and statuses", state.StateProvision),
        ("Accruals", stream.Stream),
        ("Payments", stream.Payments),
    ],
)
def test_every_key_within_a_key_is_explained(heading: str, model: type[BaseModel]) -> None:
    words = words_in(part(heading))
    elsewhere = (Period, SourceText, obligation.LapseTerms)
    inner = {shown(each) for each in keys_of(model, elsewhere)} - {"count", "unit"}
    assert inner - words - {shown(each) for each in COMMON} == set()


def day_examples() -> list[str]:
    """The Days of the page's table."""
    return list(rows(PARTS["Days"]))


@pytest.mark.parametrize("example", day_examples())
def test_each_day_of_the_table_is_one(example: str) -> None:
    day_language.read_day(parse(example, "").data)


def test_every_key_of_the_day_language_has_an_example() -> None:
    examples = "\n".join(day_examples())
    missing = [key for key in day_language.DAY_KEYS if f"{{{key}:" not in examples]
    assert missing == ["before", "last"]  # said in words in the rows of `after` and `first`
    assert set(get_args(Unit)) <= in_code(PARTS["Periods"])


def whole_example() -> str:
    """Every block of the chapters on terms.yaml, put together as one file."""
    text = page("terms.md").partition("## facts.yaml")[0]
    whole: dict[str, Any] = {}
    for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL):
        for key, value in yaml.safe_load(block).items():
            if key == "provisions":
                whole[key] = [*whole.get(key, ()), *value]
            else:
                assert key not in whole, key
                whole[key] = value
    return yaml.safe_dump(whole, sort_keys=False)


FACTS = (
    {
        "id": "F1",
        "kind": "statement-delivered",
        "on": "2026-05-20",
        "about": "statement/2026-03-31",
    },
    {"id": "F2", "kind": "blackout-began", "on": "2026-06-01"},
)


def test_the_examples_are_one_agreement_that_computes() -> None:
    """Due 45 days after March 31, on May 15; May 16 to 19 are four days of $83.33, 1% of $250,000
    for 30. Thirty days to object after May 20; a blackout of 30 days from June 1.
    """
    terms, problems = check_terms(parse(whole_example(), "terms.yaml"))
    assert problems == []
    assert terms is not None
    assert {rule.type for rule in terms.provisions} >= {"obligation", "state", "stream", "payments"}
    facts = tuple(Fact.model_validate({**each, "recorded_by": "Ana Ruiz"}) for each in FACTS)
    found = assess(Look(terms, FactLog(facts, terms.agreement.time_zone), date(2026, 6, 2)))
    statement = found.obligation("statement/2026-03-31")
    late = found.default("late-statement/2026-03-31")
    windows = [found.window(each) for each in ("objection/F1", "blackout/F2")]
    assert statement is not None
    assert statement.due == date(2026, 5, 15)
    assert late is not None
    assert late.accrues_from == date(2026, 5, 16)
    assert [each and each.closes for each in windows] == [date(2026, 6, 19), date(2026, 6, 30)]
    assert found.accrual.accrued == Fraction(1000, 3)
