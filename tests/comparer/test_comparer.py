"""The comparer asks everything there is to ask, and finds what changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from dealclock.answers.catalog import QUESTIONS
from dealclock.desk.verbs.all import VERBS
from dealclock.messages import plain
from dealclock.messages.message import Message
from tests.comparer import asked, hashes
from tests.comparer.hashes import Differences, hashed
from tests.comparer.outputs import EVERY, Output, outputs
from tests.comparer.rendering import rendering
from tests.comparer.scenes import Scene, scenes


def _scene(name: str) -> tuple[int, Scene]:
    return next((n, each) for n, each in enumerate(scenes()) if each.name == name)


def _one_day(name: str) -> list[Output]:
    number, scene = _scene(name)
    return list(outputs(replace(scene, days=scene.days[:1], whole_on=()), number))


def test_every_verb_and_every_question_is_asked() -> None:
    assert {text.split()[0] for text in asked.COMMANDS} >= set(VERBS)
    assert set(asked.QUESTIONS) == set(QUESTIONS)


def test_the_days_of_a_scene_render_every_output_between_them() -> None:
    """Seven days in a row, each with another seventh of the outputs."""
    number, scene = _scene("public")
    whole = list(outputs(replace(scene, days=scene.days[:1], whole_on=scene.days[:1]), number))
    days = scene.days[:1] * EVERY
    parts = list(outputs(replace(scene, days=days, whole_on=()), number))
    assert sorted(o.answer for o in parts) == sorted(o.answer for o in whole)
    assert len({o.answer for o in whole}) == len(whole) > 250


@pytest.mark.full
def test_outputs_do_not_change_from_one_rendering_to_the_next() -> None:
    """Each alone, with an assessment of its own; then all together, in another order."""
    alone = []
    for output in _one_day("public"):
        with rendering():
            alone.append(output.rendered())
    with rendering():
        together = [output.rendered() for output in reversed(_one_day("public"))]
    assert alone == list(reversed(together))


def test_a_changed_word_is_found_in_every_answer_that_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def found() -> dict[str, str]:
        return {
            str(key): hashed(text)
            for output in _one_day("letter")
            for key, text in output.rendered().items()
        }

    before = found()
    said = plain.as_text

    def changed(message: Message) -> str:
        return said(message).replace("e", "E")

    monkeypatch.setattr(plain, "as_text", changed)
    differences = Differences.between(before, found())
    assert differences.changed
    assert not differences.gone
    in_words = {key for key in before if key.endswith("| text")}
    assert in_words <= set(differences.changed)
    assert not [key for key in differences.changed if key.endswith("| json")]


def test_differences_are_grouped_by_answer_with_the_first_keys(tmp_path: Path) -> None:
    before = {"usable | story | 2005-01-20 | text": "a", "usable | use | 2005-01-20 | text": "b"}
    hashes.write(tmp_path / "hashes", before)
    assert hashes.read(tmp_path / "hashes") == before
    now = {"usable | story | 2005-01-20 | text": "x", "next | story | 2005-01-20 | text": "c"}
    assert list(Differences.between(before, now).lines()) == [
        "1 changed:",
        "  usable: 1",
        "    usable | story | 2005-01-20 | text",
        "1 gone:",
        "  usable: 1",
        "    usable | use | 2005-01-20 | text",
        "1 new:",
        "  next: 1",
        "    next | story | 2005-01-20 | text",
    ]
    assert not Differences.between(before, before)
