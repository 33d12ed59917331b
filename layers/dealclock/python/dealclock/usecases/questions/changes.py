"""`changes`: what changed since a day, and because of which event, correction, amendment, reading
or time elapsed."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

from dealclock.agreement.terms import Terms
from dealclock.agreement.versions import ORIGINAL
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.causes import ReadingsChosen, StateMoment, history
from dealclock.engine.in_force import in_force
from dealclock.facts.log import FactLog, end_of
from dealclock.render import words
from dealclock.render.changes import NOTHING, because, caused_json, in_short, line_of
from dealclock.render.layout import wrapped
from dealclock.render.view import LEGAL
from dealclock.usecases.questions.question import Detail, Json, NotAnsweredError, Query, Question

_FORMAT = "dealclock-changes/1"


def answer(asked: Query) -> Json:
    """What changed between two moments: figures and items, each with its causes."""
    zone = asked.log.zone
    start, end = _start(asked), _end(asked)
    if start.as_of > end.as_of or start.known_at > end.known_at:
        raise NotAnsweredError(
            f"changes: from {start.as_of.isoformat()} is later than {end.as_of.isoformat()}. "
            "Give an earlier day, and an earlier instant"
        )

    def under(
        terms: Terms, log: FactLog, as_of: date, known_at: datetime, readings: Mapping[str, str]
    ) -> Assessment:
        return assess(terms, log, as_of, known_at, readings, compare=False, targets=asked.targets)

    caused = history(asked.terms, asked.log, start, end, under, _chosen(asked))
    there = in_force(asked.terms, FactLog(asked.log.facts, zone), end.as_of, end.known_at)
    return {
        "format": _FORMAT,
        "deal": asked.terms.id,
        "from": _moment(start),
        "to": _moment(end),
        "terms": there.version.id,
        **caused_json(caused, asked.log),
        "notice": LEGAL,
    }


def _chosen(asked: Query) -> tuple[ReadingsChosen, ...]:
    """The readings chosen over time; where only those of today are known, they hold throughout."""
    return asked.chosen or (ReadingsChosen(datetime.min.replace(tzinfo=UTC), asked.readings),)


def _start(asked: Query) -> StateMoment:
    """The day and what was known then; with `from-known` alone, the same day with less known."""
    day, known = asked.details.get("from"), asked.details.get("from-known")
    if day is None and known is None:
        raise NotAnsweredError(
            "changes: give --from, an earlier day, or --from-known, an earlier known-at instant"
        )
    as_of = day if isinstance(day, date) else asked.as_of
    return StateMoment(as_of, _instant(known, as_of, asked.log.zone))


def _instant(known: object, as_of: date, zone: str) -> datetime:
    if known is None:
        return end_of(as_of, zone)
    try:
        text = str(known)
        if len(text) == len("2004-11-20"):
            return end_of(date.fromisoformat(text), zone)
        instant = datetime.fromisoformat(text)
    except ValueError:
        instant = None
    if instant is None or instant.tzinfo is None:
        raise NotAnsweredError(
            f"changes: --from-known {known!r} is not a day. Give a day, or an instant with its "
            "offset, such as 2004-11-20T08:00-05:00"
        )
    return instant


def _end(asked: Query) -> StateMoment:
    return StateMoment(asked.as_of, asked.known_at or end_of(asked.as_of, asked.log.zone))


def _moment(moment: StateMoment) -> Json:
    return {"as_of": moment.as_of.isoformat(), "known_at": moment.known_at.isoformat()}


def first(answered: Json) -> str:
    """The gravest change since the earlier day."""
    found: dict[str, Any] = answered
    since = words.iso(found["from"]["as_of"])
    return f"since {since}: {in_short(found['items'], 'nothing changed')}"


def render(answered: Json, width: int) -> Iterator[str]:
    """Each change, and why."""
    found: dict[str, Any] = answered
    span = f"From {words.iso(found['from']['as_of'])} to {words.iso(found['to']['as_of'])}"
    yield from wrapped(f"{span}, under {_terms(found['terms'])}:", width)
    for each in found["items"]:
        yield from wrapped(line_of(each), width, 2, 2)
        if why := because(each):
            yield from wrapped(f"because of {why}", width, 4, 2)
    if not found["items"]:
        yield f"  {NOTHING}"
    yield from wrapped(found["notice"], width)


def _terms(version: str) -> str:
    return "the original terms" if version == ORIGINAL else f"the terms as amended by {version}"


QUESTION = Question(
    "changes",
    (
        Detail("from", "the earlier day", "day"),
        Detail(
            "from-known",
            "what was known then: at the end of a day, or at an instant",
            "word",
            shown="DATE|INSTANT",
        ),
    ),
    answer,
    render,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --from 2004-11-01",
    first=first,
)
