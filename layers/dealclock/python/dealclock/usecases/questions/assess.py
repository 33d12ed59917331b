"""`assess`: everything true of a deal as of a day."""

from collections.abc import Iterator
from typing import Any

from dealclock.access.outside import Recipient, shown_outside
from dealclock.engine.assess import assess
from dealclock.facts.log import end_of
from dealclock.render import outside, words
from dealclock.render.assessment_json import document
from dealclock.render.layout import wrapped
from dealclock.render.status_words import owed_word, window_word
from dealclock.usecases.questions.question import Detail, Json, NotAnsweredError, Query, Question


def answer(query: Query) -> Json:
    """The whole assessment, or what someone outside sees, as `docs/assessment.md` tells them."""
    if query.details.get("outside"):
        return _outside(query)
    found = assess(
        query.terms,
        query.log,
        query.as_of,
        query.known_at,
        query.readings,
        together=bool(query.details.get("all-readings")),
    )
    return document(found)


def _outside(query: Query) -> Json:
    """Of a case's facts, which hold no approvals: none is waited for."""
    to = Recipient.parse(str(query.details.get("to", "trustee")))
    if to is None:
        raise NotAnsweredError("give to as trustee, counterparty, or holder NAME.")
    known_at = query.known_at or end_of(query.as_of, query.log.zone)
    known = query.log.known(query.as_of, known_at)
    return outside.document(shown_outside(known, to), to, query.as_of)


def render(answered: Json, width: int) -> Iterator[str]:
    """What is owed, open, in default and accrued, a line each; outside, how much is shown."""
    found: dict[str, Any] = answered
    if "released" in found:
        for what in ("notices", "payments", "released"):
            yield from wrapped(f"{what}: {len(found[what])}", width)
        return
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
    yield from wrapped(f"Additional Interest: {found['accrual']['total']} dollars", width, 2, 2)
    yield from wrapped(found["notice"], width)


QUESTION = Question(
    "assess",
    (
        Detail(
            "all-readings",
            "also show each figure's range over all combinations of its readings",
            "flag",
        ),
        Detail("outside", "what was delivered or released to someone outside, and no more", "flag"),
        Detail("to", "with outside, whom: trustee, counterparty, or holder NAME", "word"),
    ),
    answer,
    render,
)
