"""docs/desk.md documents every verb with a current answer, and every example works."""

import pytest

from dealclock.answers.catalog import DESCRIPTIONS, TWELVE
from dealclock.desk.verbs.all import VERBS
from tests.docs.desk_examples import PAGE, asked, at_the_desk, examples, rewritten
from tests.docs.pages import page, sections
from tests.unit.desk.asking_the_desk import Room, room


@pytest.fixture(scope="module")
def house() -> Room:
    return at_the_desk(room())


def test_the_page_has_the_current_answers() -> None:
    # After a change: python -m tests.docs.desk_examples
    assert rewritten(text := PAGE.read_text(encoding="utf-8")) == text


def test_every_verb_has_a_section_of_its_own_and_no_other_has() -> None:
    items = [h.split()[-1].rstrip("`") for h in sections(page("desk.md"), 3)]
    assert items == list(VERBS)


# `confirm-mobile` is offered to those who have a number; Maria has none.
@pytest.mark.parametrize("verb", [each for each in VERBS if each != "confirm-mobile"])
def test_every_verb_is_in_help_with_two_examples_that_are_answered(house: Room, verb: str) -> None:
    found = VERBS[verb]
    assert f"/deal {found.usage}: {DESCRIPTIONS[verb]}" in asked(house, "help all")
    own = asked(house, f"help {verb}")
    assert own[0] == f"/deal {found.usage}"
    assert DESCRIPTIONS[verb][:1].upper() + DESCRIPTIONS[verb][1:] in own
    assert len(examples(found)) >= 2
    for example in examples(found):
        assert any(line.endswith(f"/deal {example.replace('Story', 'Granite')}") for line in own)
        first, *_ = said = asked(house, example)
        assert not first.startswith(("I did not understand", "That cannot be")), said


def test_the_first_screen_has_the_daily_verbs_in_their_order() -> None:
    assert list(VERBS)[: len(TWELVE)] == list(TWELVE)
    assert len(TWELVE) == 12


def test_every_verb_is_in_the_table_of_who_may_ask_it() -> None:
    text = sections(page("desk.md"), 2)["Who may ask what"]
    for verb in VERBS.values():
        assert f"| `{verb.name}` | {verb.action} |" in text
