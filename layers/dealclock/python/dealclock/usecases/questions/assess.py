"""`assess`: everything true of a deal as of a day."""

from collections.abc import Iterator
from typing import Any

from dealclock.engine.assess import assess
from dealclock.render import words
from dealclock.render.amounts import NOT_SAID
from dealclock.render.assessment_json import document
from dealclock.render.layout import wrapped
from dealclock.render.status_words import owed_word, window_word
from dealclock.usecases.questions.question import Detail, Json, Query, Question


def answer(asked: Query) -> Json:
    """The whole assessment, as `docs/assessment.md` tells it."""
    found = assess(
        asked.terms,
        asked.log,
        asked.as_of,
        asked.known_at,
        asked.readings,
        together=bool(asked.details.get("all-readings")),
        outside=bool(asked.details.get("outside")),
    )
    return document(found)


def render(answered: Json, width: int) -> Iterator[str]:
    """What is owed, open, in default and accrued, a line each."""
    found: dict[str, Any] = answered
    yield from wrapped(f"As of {words.iso(found['as_of'])}:", width)
    for o in found["obligations"]:
        yield from wrapped(
            f"{o['instance']}: due {words.iso(o['due'])}, {owed_word(o['status'])}", width, 2, 2
        )
    for w in found["windows"]:
        days = f"{words.iso(w['opens'])} to {words.iso(w['closes'])}"
        yield from wrapped(f"{w['instance']}: {days}, {window_word(w['status'])}", width, 2, 2)
    for d in found["defaults"]:
        says = f"possible default of {words.iso(d['occurred_on'])}, {d['conclusion']}"
        yield from wrapped(f"{d['instance']}: {says}", width, 2, 2)
    accrual = found["accrual"]
    says = NOT_SAID if accrual is None else f"Additional Interest: {accrual['total']} dollars"
    yield from wrapped(says, width, 2, 2)
    yield from wrapped(found["notice"], width)


QUESTION = Question(
    "assess",
    (
        Detail(
            "all-readings",
            "also show each figure's range over all combinations of its readings",
            "flag",
        ),
        Detail(
            "outside",
            "show only what people outside the team may see: confirmed conclusions",
            "flag",
        ),
    ),
    answer,
    render,
)
