"""Letters as text files: what a text becomes, and what is refused with its file and line."""

import subprocess
import sys
from datetime import date
from fractions import Fraction

import pytest

from dealclock.documents.drafts.kinds import KINDS
from dealclock.documents.letter import (
    MOST_CHARACTERS,
    Values,
    fill,
    list_names,
    list_problems,
    parse_letter,
    shipped,
)
from dealclock.documents.paper import Grid, Lines, Pairs, Paragraph, PartTitle
from dealclock.errors import InvalidError

FRONT = '---\ntitle: Notice of {{ matter }}\ncertainty: "{{ sure }}"\nneeds: [amount]\n---\n'
TEXT = "# {{ who }}\n\n1. Pay {{ amount }} by {{ due }}.\n"
VALUES: Values = {
    "matter": "a thing",
    "sure": "Possible.",
    "who": "ACME",
    "amount": Fraction(5),
    "due": date(2004, 11, 1),
}


def blocks(text: str, **more: object) -> tuple[object, ...]:
    """What a text becomes, with values of the test's own."""
    return fill(parse_letter(FRONT + TEXT + text, "a.md"), {**VALUES, **more})[2][2:]  # type: ignore[dict-item]


def problems(text: str) -> list[str]:
    """What is wrong with a file used instead of the one above."""
    like = parse_letter(FRONT + TEXT, "a.md")
    try:
        return [str(each) for each in list_problems(parse_letter(text, "b.md"), like)]
    except InvalidError as error:
        return [str(each) for each in error.problems]


def test_a_text_has_its_title_its_certainty_and_its_blocks() -> None:
    title, sure, found = fill(parse_letter(FRONT + TEXT, "a.md"), VALUES)
    assert (title, sure) == ("Notice of a thing", "Possible.")
    assert found == (PartTitle("ACME"), Paragraph("1. Pay $5.00 by Mon, Nov 1, 2004."))


def test_each_sign_is_a_kind_of_block() -> None:
    text = "\n| one\n|   two\n|\n| three\n\n* Payor: {{ who }}\n* Left: {{ nil }}\n\n"
    text += "over\n  two lines\n"
    assert blocks(text, nil=None) == (
        Lines(("one", "  two", "", "three")),
        Pairs((("Payor", "ACME"),)),
        Paragraph("over two lines"),
    )


def test_the_title_of_an_empty_part_is_left_out() -> None:
    text = "\n## Empty\n\n{{ nil }}\n\n## Full\n\n{{ lines }}\n\n## Last\n"
    found = blocks(text, nil=None, lines=["one", "two"])
    assert found == (PartTitle("Full"), Lines(("one", "two")))


def test_a_condition_chooses_by_whether_there_is_a_value() -> None:
    text = "\n{% if nil %}\nyes\n{% else %}\nno\n{% endif %}\n"
    text += "{% if not nil and who %}\nboth\n{% endif %}\n"
    assert blocks(text, nil=None) == (Paragraph("no both"),)


def test_blocks_in_a_sentence_stand_by_themselves() -> None:
    grid = Grid(("A",), (("1",),))
    assert blocks("\nbefore {{ grid }} after\n", grid=(grid,)) == (
        Paragraph("before"),
        grid,
        Paragraph("after"),
    )


@pytest.mark.parametrize(
    "typed",
    [
        "# title\n\n| line",
        "{{ matter }} {% if x %}",
        "a\n\nb",
        "\ue000who\ue001",
        "* Amount: $0.00",
    ],
)
def test_nothing_in_a_value_is_read_as_text_of_the_file(typed: str) -> None:
    assert blocks("\n{{ typed }}\n\n| {{ typed }}\n", typed=typed) == (
        Paragraph(typed),
        Lines((typed,)),
    )


def test_a_missing_value_is_named_with_its_file_and_line() -> None:
    letter = parse_letter(FRONT + TEXT + "\n{{ whoo }}\n", "a.md")
    with pytest.raises(InvalidError) as refused:
        fill(letter, VALUES)
    says = (
        "a.md:10: whoo: given a name without a value; give one of who, amount, due, matter, sure."
    )
    assert str(refused.value) == f"{says} Did you mean 'who'?"


def test_of_many_names_the_seven_nearest_are_listed() -> None:
    letter = parse_letter(FRONT + TEXT + "\n{{ whoo }}\n", "a.md")
    with pytest.raises(InvalidError) as refused:
        fill(letter, {**VALUES, **{f"other_{n}": "" for n in range(40)}})
    listed = str(refused.value).partition("give one of ")[2].partition(".")[0].split(", ")
    assert listed[0] == "who"
    assert listed[7:] == ["and 38 more"]


@pytest.mark.parametrize(
    "tag",
    [
        "{{ who.name }}",
        "{{ who['name'] }}",
        "{{ who | upper }}",
        "{{ who() }}",
        "{{ 2 ** 99999999 }}",
        "{{ 'x' * 99999999 }}",
        "{{ ().__class__ }}",
        "{% for n in who %}{% endfor %}",
        "{% include 'other.md' %}",
        "{% import 'os' as os %}",
        "{% set amount = who %}",
        "{% macro m() %}{% endmacro %}",
        "{% raw %}{% endraw %}",
        "{% if who == 'ACME' %}{% endif %}",
        "{# left out #}",
        "{% endif %}",
        "{{ who",
        "{%",
    ],
)
def test_any_other_tag_is_refused_with_its_line(tag: str) -> None:
    (says,) = problems(f"{FRONT}{TEXT}\n{tag}\n")
    assert says.startswith("b.md:10: the text: given ")
    assert says.endswith("; write {{ NAME }}, or {% if NAME %}, {% else %} and {% endif %}")


def test_what_would_take_long_or_much_is_refused() -> None:
    many = "{{ who }}\n" * 300
    deep = "{% if who %}" * 6 + "{% endif %}" * 6
    for text in (many, deep):
        (says,) = problems(FRONT + TEXT + text)
        assert "too many tags" in says
    (says,) = problems(FRONT + TEXT + "x" * MOST_CHARACTERS)
    assert "characters; give at most 20,000" in says
    (says,) = problems(FRONT + TEXT + "{% if who %}")
    assert says == "b.md:9: the text: given an open condition; end it with {% endif %}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. Pay.\n", "b.md:5: amount: given left out"),
        ("{% if who %}{{ amount }}{% endif %}\n", "b.md:6: amount: given only under a condition"),
        ("{% if not amount %}{{ amount }}{% endif %}", "b.md:6: amount: given only under a "),
        ("{% if amount %}{% else %}{{ amount }}{% endif %}", "b.md:6: amount: given only under a "),
    ],
)
def test_a_figure_cannot_be_left_out(text: str, says: str) -> None:
    (found,) = problems(FRONT + text)
    assert found.startswith(says)
    assert "write {{ amount }}, under no condition but whether it has a value" in found
    assert problems(FRONT + "{% if amount %}{{ amount }}{% endif %}") == []


def test_the_certainty_cannot_be_changed() -> None:
    (says,) = problems((FRONT + TEXT).replace('"{{ sure }}"', "Certain."))
    assert says == "b.md:2: certainty: given 'Certain.'; keep '{{ sure }}'"


def test_without_front_matter_a_file_is_refused() -> None:
    (says,) = problems("Dear Sirs,\n")
    assert "b.md:1: the file: given no front matter; begin with a line ---" in says
    assert [p.partition(";")[0] for p in problems("---\ntitel: X\n---\n")] == [
        "b.md:1: the file: given nothing",
        "b.md:1: the file: given nothing",
        "b.md:2: titel: given 'titel'",
    ]


@pytest.mark.parametrize("name", list_names())
def test_each_shipped_file_states_what_none_may_leave_out(name: str) -> None:
    assert list_problems(shipped(name), shipped(name)) == []


def test_each_kind_of_draft_has_its_file() -> None:
    others = {"counsel-sheet", "funding-memo", "proof-summary", "what-if-memo"}
    assert set(list_names()) == {*KINDS, *others}


def test_what_fills_a_text_is_not_loaded_before_one_is_filled() -> None:
    program = "import sys, dealclock.jobs.documents.drafts; print('jinja2' in sys.modules)"
    path = {"PYTHONPATH": "layers/dealclock/python"}
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=path
    )
    assert ran.stdout == "False\n"
