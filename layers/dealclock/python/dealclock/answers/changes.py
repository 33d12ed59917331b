"""`changes`: what changed since a day, and because of which event, correction, amendment, reading
or time elapsed."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import partial
from typing import Annotated

from dealclock.answers.ask import Answer, Slash, answer, resting_on
from dealclock.answers.compose import amendment_used, compose
from dealclock.answers.difference import figure_row, figure_value, item_row, summarize
from dealclock.answers.typed_words import TypedWords, UnreadableCommandError, day_of, parted
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.causes import Cause, CauseStep, StateMoment, history
from dealclock.engine.context import Memory
from dealclock.engine.look import Look, ReadingsChosen
from dealclock.errors import RefusedError
from dealclock.facts.log import FactLog, end_of, last_day_of
from dealclock.messages import words
from dealclock.messages.changes import NOTHING, describe_cause, find_fact, render_lines
from dealclock.messages.message import Message, Section, listed
from dealclock.messages.view import DealView
from dealclock.terms.terms import Terms

MOST_WORK = 150_000
"""The events assessed in all to find causes, each time counted: under two seconds."""


def _read(typed: TypedWords) -> Mapping[str, object]:
    day = day_of(parted(typed, "since"), "since", typed)
    if day is None:
        raise UnreadableCommandError(
            "Give a date: changes since 2004-11-01, or changes since last monday."
        )
    return {"from": day}


@answer(
    example="agreements/infocrossing-2004 --as-of 2004-11-20 --from 2004-11-01",
    keys={StateMoment: ("as_of", ("known_at", lambda moment: moment.known_at.isoformat()))},
    slash=Slash(
        "changes [DEAL] since DATE",
        examples=("changes since 2005-01-10", "changes since last monday"),
        read=_read,
    ),
)
def changes(
    look: Look,
    from_: Annotated[date | None, "the earlier day"] = None,
    from_known: Annotated[
        str | None, "what was known then: at the end of a day, or at an instant", "DATE|INSTANT"
    ] = None,
    *,
    chosen: Sequence[ReadingsChosen] = (),
) -> Answer:
    """What changed since an earlier day, or since an earlier state of the record on the same day:
    figures and items, each with its causes in order. What changed and changed back is left out.

    `chosen` are the readings chosen over time, the earliest first, if known. `terms` is the version
    in force at the later moment. `not_attributed` is the number of events since, if there were too
    many to find the cause of every change; otherwise None. Raises RefusedError without an earlier
    moment, and for one that is later.
    """
    log, start = look.log, _start_moment(look, from_, from_known)
    end = StateMoment(look.as_of, look.instant)
    if start.as_of > end.as_of or start.known_at > end.known_at:
        raise RefusedError(
            f"{words.day(start.as_of)} is later than {words.day(end.as_of)}. Give an earlier date."
            if start.as_of > end.as_of
            else "changes: --from-known is later than what is known now. Give an earlier instant."
        )
    memory = Memory(across=True)

    def under(
        terms: Terms, log: FactLog, as_of: date, known_at: datetime, readings: Mapping[str, str]
    ) -> Assessment:
        asked = Look(terms, log, as_of, known_at, readings, look.targets)
        return assess(asked, compare=False, memory=memory)

    # Where only today's readings are known, they apply throughout.
    always = ReadingsChosen(datetime.min.replace(tzinfo=UTC), look.readings)
    caused = history(look.terms, log, start, end, under, chosen or (always,), MOST_WORK)
    found, terms = caused.changes, look.versions[-1].id
    items = [(change, _causes(caused.of_item(change))) for change in found.items]
    said = partial(describe_cause, log=log, terms=look.terms)
    body = {
        "deal": look.terms.id,
        "from": start,
        "to": end,
        "terms": terms,
        "moves": [
            {
                **figure_row(figure, found),
                "because": [
                    {
                        **_cause(step.cause, log),
                        "from": figure_value(step.before),
                        "to": figure_value(step.after),
                    }
                    for step in caused.of_figure(figure)
                ],
            }
            for figure in found.figures
        ],
        "items": [
            {
                **item_row(change),
                "because": [{**_cause(cause, log), "says": said(cause)} for cause in because],
            }
            for change, because in items
        ],
        "not_attributed": caused.not_attributed or None,
    }

    def say(view: DealView) -> Message:
        def since(day: Callable[[date], str]) -> str:
            """The earlier day; for the same day, the instant by which its events were known."""
            if start.as_of != end.as_of:
                return day(start.as_of)
            known = words.instant(start.known_at, view.terms.agreement.time_zone)
            return f"what was known by {known}"

        title = f"What changed since {since(words.day)}, to {words.day(end.as_of)}"
        lines = [
            f"{line}, because of {words.listed(map(said, because))}" if because else line
            for line, (_, because) in zip(render_lines(found), items, strict=True)
        ]
        section = listed(title, lines) if lines else Section(title=title, lines=(NOTHING,))
        first, *others = summarize(found.items, view.near) if items else ["nothing changed"]
        if caused.not_attributed:
            others.insert(0, f"causes incomplete, {words.number(caused.not_attributed, 'event')}")
        headline = (f"since {since(view.near)}: {first}", *others)
        banners = amendment_used(terms, view.terms)
        return compose(view, headline, (section,), resting_on(found.items), banners=banners)

    return Answer(body, say)


def _start_moment(look: Look, from_: date | None, from_known: str | None) -> StateMoment:
    """The day and its `known_at`; with `from_known` alone, the same day with less known."""
    if from_ is None and from_known is None:
        raise RefusedError(
            "changes: give --from, an earlier day, or --from-known, an earlier known-at instant"
        )
    as_of = from_ or look.as_of
    return StateMoment(as_of, _instant(from_known, as_of, look.log.zone))


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
        raise RefusedError(
            f"changes: --from-known {known!r} is not a day. Give a day, or an instant with its "
            "offset, such as 2004-11-20T08:00-05:00"
        )
    return instant


def _causes(steps: Sequence[CauseStep]) -> Sequence[Cause]:
    """The causes of an item, in order; elapsed time only once, with its last day."""
    causes = dict.fromkeys(step.cause for step in steps)
    elapsed = [cause for cause in causes if cause.by == "days"]
    return [cause for cause in causes if cause not in elapsed[:-1]]


def _cause(cause: Cause, log: FactLog) -> Mapping[str, object]:
    """Why something changed: an event (`fact`), an amendment (`version`) or a `reading`, by its id;
    or time elapsed (`days`), up to `day`.

    For an event also its kind, the one it corrects, and the day it was recorded.
    """
    fact = find_fact(cause.id, log) if cause.by == "fact" else None
    return {
        "by": cause.by,
        "id": cause.id or None,
        "day": cause.day,
        "kind": fact and fact.kind,
        "corrects": fact and fact.corrects,
        "recorded_on": fact and last_day_of(log.recorded_at(fact), log.zone),
    }
