"""Ids with a neutral name: either is read wherever an id is typed, and both compute the same."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from dealclock.engine.assess import assess
from dealclock.engine.checked_files import check_facts, check_terms
from dealclock.engine.look import Look
from dealclock.facts.kinds import GROUPS, KINDS, menu
from dealclock.facts.log import FactLog
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import parse
from dealclock.terms.day_language import ByReading
from dealclock.terms.neutral_ids import KINDS_SHOWN, shown_choice, stable_choice
from dealclock.terms.readings import ALL, choice_problem, choose
from tests.comparer.record import answer, one_pass
from tests.unit.engine.deals import history, sample_terms

LETTER = Path(__file__).parents[3] / "agreements/camden-letter-2002"
TWO_NAMES = [(r.id, c) for r in ALL.values() for c in r.choices if shown_choice(r.id, c) != c]


def renamed(text: str) -> str:
    """A file with the neutral ids of kinds."""
    for kind, shown in KINDS_SHOWN.items():
        text = text.replace(f": {kind}", f": {shown}")
    return text


def letter(*, terms_renamed: bool, facts_renamed: bool) -> Look:
    """The letter agreement with its story, each file under one or the other ids."""
    files = []
    for name, changed in (("terms", terms_renamed), ("histories/vesting", facts_renamed)):
        text = (LETTER / f"{name}.yaml").read_text(encoding="utf-8")
        files.append(parse(renamed(text) if changed else text, name))
    terms, problems = check_terms(files[0])
    assert terms is not None
    facts, wrong = check_facts(files[1], outline(files[0].data), terms)
    assert facts is not None
    assert (problems, wrong) == ([], [])
    return Look(terms, FactLog(facts.facts, terms.agreement.time_zone), date(2005, 1, 1))


def figures(look: Look) -> Any:
    """Every figure of an assessment, with kinds by their first names."""
    text = yaml.safe_dump(answer(one_pass, look), default_flow_style=False)
    for kind, shown in KINDS_SHOWN.items():
        text = text.replace(shown, kind)
    return text


@pytest.mark.parametrize("terms_renamed", [False, True])
@pytest.mark.parametrize("facts_renamed", [False, True])
def test_kinds_under_either_id_compute_the_same(
    *, terms_renamed: bool, facts_renamed: bool
) -> None:
    first = letter(terms_renamed=False, facts_renamed=False)
    asked = letter(terms_renamed=terms_renamed, facts_renamed=facts_renamed)
    assert assess(first, compare=False).true_ups != ()
    assert figures(asked) == figures(first)


def test_what_is_stored_keeps_the_id_that_was_typed() -> None:
    asked = letter(terms_renamed=True, facts_renamed=True)
    dumped = asked.terms.model_dump_json()
    assert all(f'"{word}"' in dumped for word in KINDS_SHOWN.values())
    assert not any(f'"{kind}"' in dumped for kind in KINDS_SHOWN)


@pytest.mark.parametrize(("reading", "choice"), TWO_NAMES)
def test_a_choice_is_read_under_either_name(reading: str, choice: str) -> None:
    other = shown_choice(reading, choice)
    assert other not in ALL[reading].choices
    assert stable_choice(reading, other) == choice
    for word in (choice, other):
        assert choice_problem(reading, word) is None
        assert choose({reading: word})[reading] == choice
        assert ByReading(reading, ((word, 1), ("X", 2))).of(choice) == 1


def test_every_id_of_the_table_exists_and_a_person_is_offered_one_of_both() -> None:
    assert len(TWO_NAMES) == 13
    listed = [kind.id for kinds in GROUPS.values() for kind in kinds]
    assert set(KINDS_SHOWN) <= set(listed)
    assert not set(KINDS_SHOWN.values()) & set(listed)
    assert set(KINDS_SHOWN.values()) <= set(KINDS)
    for look in (
        letter(terms_renamed=False, facts_renamed=False),
        letter(terms_renamed=True, facts_renamed=False),
    ):
        offered = [kind.id for _, kinds in menu(look.terms) for kind in kinds]
        for kind, shown in KINDS_SHOWN.items():
            assert (kind in offered) != (shown in offered)


@pytest.mark.parametrize(("reading", "choice"), TWO_NAMES)
def test_a_deal_answers_alike_under_either_name(reading: str, choice: str) -> None:
    terms, story = sample_terms(), history("story")
    look = Look(terms, FactLog(story.facts, story.zone), date(2005, 6, 1))
    by = replace(look, readings={reading: choice})
    shown = replace(look, readings={reading: shown_choice(reading, choice)})
    assert answer(one_pass, shown) == answer(one_pass, by)
