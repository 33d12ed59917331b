"""The words a deal lawyer types, each as a transcript: how it was read, and the first line."""

from datetime import date

import pytest

from dealclock.desk import nouns
from dealclock.desk.verb import NO_DEAL
from dealclock.desk.verbs.all import VERBS
from dealclock.people.people import Action
from tests.golden.wording import wording
from tests.unit.desk.asking_the_desk import Room, room
from tests.unit.desk.in_the_story import ask

CLEAN, RUNNING, OVERDUE = date(2004, 10, 12), date(2005, 1, 20), date(2005, 2, 1)


@pytest.fixture(scope="module")
def house() -> Room:
    return room()


def said(house: Room, text: str, on: date) -> str:
    """The first line of the answer, and how the words were read."""
    first, *rest = ask(house, text, on)
    return "\n".join([first, *(line for line in rest if line.startswith("Read as: "))])


@pytest.mark.parametrize("on", [CLEAN, RUNNING, OVERDUE], ids=["clean", "running", "overdue"])
@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("trustee", ""),
        ("interest", "accrual"),
        ("cure", ""),
        ("shelf", ""),
        ("sale notice", ""),
        ("when is effectiveness due", "why effectiveness"),
        ("today", "next today"),
        ("due", "next"),
        ("what must I do?", "next"),
        ("who notified the Trustee?", ""),
        ("may we suspend", "suspension"),
        ("may a Holder sell?", "usable"),
        ("may Fund A sell", "usable holder fund a"),
        ("when can Holders resell", "usable"),
        ("what does 3(b) say", "section 3(b)"),
        ("Section 3(b)", ""),
        ("unpaid and per diem", "accrual"),
        ("payable to whom", "payments"),
        ("record date", "payments"),
        ("what changed since friday", "changes since friday"),
        ("five business days after nov 1 2004", "count 5 business days after nov 1 2004"),
    ],
)
def test_a_noun_or_a_question_finds_its_answer_and_says_how_it_was_read(
    house: Room, text: str, read_as: str, on: date
) -> None:
    answer = said(house, text, on)
    assert read_as in wording("desk/nouns", answer)
    assert "Unknown command" not in answer


def test_a_date_names_what_falls_on_it(house: Room) -> None:
    """The notice of the default of Thursday, October 28 was due on Monday, November 1."""
    answer = said(house, "why nov 1", RUNNING)
    assert "why trustee-notice/default-ii" in wording("desk/nouns", answer)


def test_a_noun_that_fits_several_items_lists_them_the_gravest_first(house: Room) -> None:
    answer = ask(house, "shelf", RUNNING)
    listed = [line for line in answer if "/deal why " in line]
    assert len(listed) > 1
    wording("desk/nouns", "\n".join(answer[:1] + listed))


def test_a_noun_of_something_that_has_not_arisen_gives_its_section(house: Room) -> None:
    assert "no Prospectus cure period has arisen, Section 3(a)(iii)" in said(house, "cure", CLEAN)


@pytest.mark.parametrize(
    "text",
    ["frobnicate", "Story stauts", "what changed since last week", "the", "record", "done trustee"],
)
def test_other_words_are_read_as_before(house: Room, text: str) -> None:
    wording("desk/nouns", "\n".join(ask(house, text, RUNNING)[:3]))


def test_no_noun_starts_an_act() -> None:
    """Each word leads to an answer that anyone who may read the deal may have, and share."""
    read = {*nouns._ANSWERED_BY.values(), *nouns._WHOLE.values()} - {""}
    verbs = [VERBS[command.split()[0]] for command in read]
    assert {v.name for v in verbs if v.action not in (Action.READ, Action.CONSULT)} == set()
    assert {v.name for v in verbs if not v.shareable and v.scope not in NO_DEAL} == set()


@pytest.mark.parametrize("text", ["please ack effectiveness", "what is done", "when does it close"])
def test_a_question_with_the_word_of_an_act_starts_no_act(house: Room, text: str) -> None:
    assert ask(house, text, RUNNING)[0] == "Unknown command"


def test_no_word_that_asks_is_also_a_command_or_an_answer() -> None:
    assert nouns._UNSAID.isdisjoint({*VERBS, *nouns._ANSWERED_BY})
