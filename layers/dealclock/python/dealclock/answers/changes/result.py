"""What changed since a day, and because of which event, correction, amendment, reading or time
elapsed: the result and its computation."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime
from typing import Any

from dealclock.agreement.terms import Terms
from dealclock.answers.difference import (
    ChangedItem,
    MovedFigure,
    figure_value,
    list_figures,
    list_items,
)
from dealclock.answers.question import NotAnsweredError, option
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.causes import Cause, CauseStep, StateMoment, history
from dealclock.engine.look import Look, ReadingsChosen
from dealclock.engine.questions import Memory
from dealclock.facts.log import FactLog, end_of, last_day_of
from dealclock.messages import words
from dealclock.messages.changes import describe_cause, find_fact


@dataclass(frozen=True, slots=True)
class ChangesQuery:
    """Since an earlier day, or since an earlier state of the record on the same day."""

    from_: date | None = option("the earlier day")
    from_known: str | None = option(
        "what was known then: at the end of a day, or at an instant", shown="DATE|INSTANT"
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """The start of a day, as known at an instant, in ISO with its offset."""

    as_of: date
    known_at: str

    @classmethod
    def of(cls, moment: StateMoment) -> "Moment":
        """A moment, from the engine's."""
        return cls(moment.as_of, moment.known_at.isoformat())


@dataclass(frozen=True, slots=True)
class ChangeCause:
    """Why something changed: an event (`fact`), an amendment (`version`) or a `reading`, by its id;
    or time elapsed (`days`), up to `day`.

    For an event also its kind, the one it corrects, and the day it was recorded.
    """

    by: str
    id: str | None
    day: date
    kind: str | None
    corrects: str | None
    recorded_on: date | None


@dataclass(frozen=True, slots=True)
class ItemCause(ChangeCause):
    """Why an item changed, with the words for it."""

    text: str = field(metadata={"key": "says"})


@dataclass(frozen=True, slots=True)
class FigureCause(ChangeCause):
    """Why a figure moved, and from what to what by this cause."""

    from_: str | None
    to: str | None


@dataclass(frozen=True, slots=True)
class CausedItem(ChangedItem):
    """A change with its causes, in order."""

    because: tuple[ItemCause, ...]


@dataclass(frozen=True, slots=True)
class CausedFigure(MovedFigure):
    """A figure that moved, with each cause that moved it, in order."""

    because: tuple[FigureCause, ...]


@dataclass(frozen=True, slots=True)
class ChangesResult:
    """What changed between two moments; what changed and changed back is left out.

    `terms` is the version in force at the later one. `not_attributed` is the number of events
    since, if there were too many to find the cause of every change; otherwise null.
    """

    deal: str
    from_: Moment
    to: Moment
    terms: str
    moves: tuple[CausedFigure, ...]
    items: tuple[CausedItem, ...]
    not_attributed: int | None


MOST_WORK = 150_000
"""The events assessed in all to find causes, each time counted: under two seconds."""


def answer(look: Look, request: ChangesQuery) -> ChangesResult:
    """What changed between two moments: figures and items, each with its causes.

    Raises NotAnsweredError without an earlier moment, and for one that is later.
    """
    log = look.log
    start, end = _start_moment(look, request), _end_moment(look)
    if start.as_of > end.as_of or start.known_at > end.known_at:
        raise NotAnsweredError(
            f"changes: from {words.day(start.as_of)} is later than {words.day(end.as_of)}. "
            "Give an earlier day, and an earlier instant"
        )

    memory = Memory(across=True)

    def under(
        terms: Terms, log: FactLog, as_of: date, known_at: datetime, readings: Mapping[str, str]
    ) -> Assessment:
        asked = Look(terms, log, as_of, known_at, readings, look.targets)
        return assess(asked, compare=False, memory=memory)

    caused = history(look.terms, log, start, end, under, _chosen_readings(look), MOST_WORK)
    moved = zip(caused.changes.figures, list_figures(caused.changes), strict=True)
    changed = zip(caused.changes.items, list_items(caused.changes), strict=True)
    there = Look(look.terms, log, end.as_of, end.known_at)
    return ChangesResult(
        deal=look.terms.id,
        from_=Moment.of(start),
        to=Moment.of(end),
        terms=there.versions[-1].id,
        moves=tuple(
            CausedFigure(
                **_field_values(each), because=tuple(_of_figure(caused.of_figure(figure), log))
            )
            for figure, each in moved
        ),
        items=tuple(
            CausedItem(**_field_values(each), because=tuple(_of_item(caused.of_item(change), log)))
            for change, each in changed
        ),
        not_attributed=caused.not_attributed or None,
    )


def _chosen_readings(look: Look) -> tuple[ReadingsChosen, ...]:
    """The readings chosen over time; where only today's are known, they apply throughout."""
    return look.chosen or (ReadingsChosen(datetime.min.replace(tzinfo=UTC), look.readings),)


def _start_moment(look: Look, request: ChangesQuery) -> StateMoment:
    """The day and its `known_at`; with `from_known` alone, the same day with less known."""
    if request.from_ is None and request.from_known is None:
        raise NotAnsweredError(
            "changes: give --from, an earlier day, or --from-known, an earlier known-at instant"
        )
    as_of = request.from_ or look.as_of
    return StateMoment(as_of, _instant(request.from_known, as_of, look.log.zone))


def _instant(known: str | None, as_of: date, zone: str) -> datetime:
    if known is None:
        return end_of(as_of, zone)
    try:
        if len(known) == len("2004-11-20"):
            return end_of(date.fromisoformat(known), zone)
        instant = datetime.fromisoformat(known)
    except ValueError:
        instant = None
    if instant is None or instant.tzinfo is None:
        raise NotAnsweredError(
            f"changes: --from-known {known!r} is not a day. Give a day, or an instant with its "
            "offset, such as 2004-11-20T08:00-05:00"
        )
    return instant


def _end_moment(look: Look) -> StateMoment:
    return StateMoment(look.as_of, look.known_at or end_of(look.as_of, look.log.zone))


def _field_values(each: ChangedItem | MovedFigure) -> dict[str, Any]:
    """The item's values, by the names of its fields."""
    return {field.name: getattr(each, field.name) for field in fields(each)}


def _of_figure(steps: Sequence[CauseStep], log: FactLog) -> Iterator[FigureCause]:
    for s in steps:
        yield FigureCause(
            **_cause(s.cause, log), from_=figure_value(s.before), to=figure_value(s.after)
        )


def _of_item(steps: Sequence[CauseStep], log: FactLog) -> Iterator[ItemCause]:
    """The causes of an item, in order; elapsed time only once, with its last day."""
    causes = list(dict.fromkeys(s.cause for s in steps))
    elapsed = [cause for cause in causes if cause.by == "days"]
    for cause in causes:
        if cause not in elapsed[:-1]:
            yield ItemCause(**_cause(cause, log), text=describe_cause(cause, log))


def _cause(cause: Cause, log: FactLog) -> dict[str, Any]:
    fact = find_fact(cause.id, log) if cause.by == "fact" else None
    return {
        "by": cause.by,
        "id": cause.id or None,
        "day": cause.day,
        "kind": fact.kind if fact else None,
        "corrects": fact.corrects if fact else None,
        "recorded_on": last_day_of(log.recorded_at(fact), log.zone) if fact else None,
    }
