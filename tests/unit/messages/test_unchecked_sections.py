"""What was not checked, in the Section at hand and elsewhere."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from dealclock.answers import status as answers
from dealclock.answers.tables import tables
from dealclock.answers.usable import usable
from dealclock.messages import plain, why
from dealclock.messages.unchecked_sections import NONE_LISTED, render_lines_near
from dealclock.messages.view import View, matter
from dealclock.terms.terms import UnmodeledSection
from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.engine.deals import history
from tests.unit.messages.messages import view_of

OPEN = (
    UnmodeledSection(clause="3(a)(iv)", what="a limit"),
    UnmodeledSection(clause="4(d)", what="time lost"),
    UnmodeledSection(clause="3(a)", what="who is entitled"),
    UnmodeledSection(clause="Indenture", what="its notices"),
)


def leaving(*points: UnmodeledSection) -> View:
    """A deal whose terms leave these points out."""
    view = view_of(history("story"), "2004-07-01")
    return replace(view, assessment=replace(view.assessment, not_checked=points))


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("2(a)(i)", "4 points, none of this Section (/deal status lists them)"),
        ("4(d)", "4(d): time lost; 3 points of other Sections (/deal status lists them)"),
        # What is open of 3(a) is open of what stands within it.
        (
            "3(a)(ii)",
            "3(a): who is entitled; 3 points of other Sections (/deal status lists them)",
        ),
    ],
)
def test_gaps_in_the_same_section_are_listed_and_others_counted(clause: str, said: str) -> None:
    assert render_lines_near(leaving(*OPEN), clause) == said


def test_a_gap_inside_a_section_belongs_to_it() -> None:
    assert render_lines_near(leaving(*OPEN), "3(a)").startswith("3(a)(iv): a limit")


def test_answers_about_money_list_the_gaps_of_the_indenture() -> None:
    assert values(
        wording("message/gaps", render_lines_near(leaving(*OPEN), "3(b)", about_money=True))
    ) == ["3"]


def test_no_screen_takes_an_empty_list_for_complete_terms() -> None:
    view = leaving()
    found = matter(view, "effectiveness")
    assert found is not None
    listing_none = replace(view, terms=view.terms.model_copy(update={"not_modelled": ()}))
    screens = {
        "status": plain.as_text(answers.render_status(view)),
        "explain": plain.as_text(why.render_explanation(view, found)),
        "usable": plain.as_text(usable(listing_none).say(view)),
        "assess": " ".join(tables(view, "story.yaml", 80)),
    }
    for name, text in screens.items():
        assert NONE_LISTED in " ".join(text.split()), name


def test_only_one_place_words_the_list_of_what_is_not_modeled() -> None:
    # `gaps` says what an empty list means. A new screen goes through it, or stands here with why.
    own_way = {
        "tables.py": "a table, with the words of gaps where it is empty",
        "papers.py": "a paper's own bullets, with the words of gaps where there are none",
        "section.py": "the gaps of one Section, which it says are not computed",
        "proofread.py": "the list as counsel proofreads it, left out where it is empty",
        "check.py": "how many there are, with the words of gaps where there are none",
        "status.py": "a line each, as gaps has them",
        "sections.py": "`make sections`, for developers, a row each",
        "usable.py": "a line each, as gaps has them",
        "what_if.py": "a memo's own lines, with the words of gaps where there are none",
    }
    folders = (Path("layers/dealclock/python/dealclock"), Path("local"))
    files = (path for folder in folders for path in sorted(folder.rglob("*.py")))
    shown = re.compile(r"\.(not_checked|not_modelled)\b")
    found = {
        f"{path.parts[-2]}/{path.name}" if path.name in ("message.py", "result.py") else path.name
        for path in files
        if path.parts[-2] not in ("engine", "terms") and shown.search(path.read_text())
    }
    assert found - {"unchecked_sections.py"} == set(own_way)


def test_an_empty_list_of_gaps_is_never_shown_as_complete() -> None:
    assert render_lines_near(leaving(), "3(a)") == NONE_LISTED
    one = leaving(OPEN[1])
    assert values(render_lines_near(one, "3(a)")) == ["1"]
