"""docs/pictures.md shows the current pictures, and explains every mark."""

import json
import re

import pytest

from tests.docs.pages import page
from tests.docs.pictures import FOLDER, SHOWN, Shown


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: shown.name)
def test_a_picture_of_the_page_is_drawn_from_the_data_there_is_now(shown: Shown) -> None:
    kept = json.loads((FOLDER / f"{shown.name}.json").read_text(encoding="utf-8"))
    assert kept == shown.data(), "python -m tests.docs.pictures, then look at them"
    svg = (FOLDER / f"{shown.name}.svg").read_text(encoding="utf-8")
    assert svg == shown.drawn().svg


def test_the_page_shows_these_pictures_and_no_others() -> None:
    linked = re.findall(r"\]\(pictures/(.+?)\.svg\)", page("pictures.md"))
    assert sorted(linked) == sorted(shown.name for shown in SHOWN)
