"""Registration Defaults: when one occurs by lapse, accrues and is cured."""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.agreement.day_language import ByReading
from dealclock.agreement.general.obligation import LapseTerms
from dealclock.agreement.general.stream import Stream
from dealclock.agreement.rules.rule import DefaultTerms
from dealclock.agreement.spellings.obligations import OCCURS, lapse_of
from dealclock.engine.conclusions import UNNAMED, Conclusion, Default, Obligation
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.plugins import excuse
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED
from dealclock.records import record


@record
class Cured:
    """The day a default was cured, and the grounds for it."""

    on: date
    grounds: Grounds


@record
class Failure:
    """A failure with a time to cure: its day, and the first day after its protected period.

    `clause` is the Section of the protected period. `at_once`: the terms gave no time to cure.
    """

    on: date
    period_ends: date
    clause: str
    at_once: bool = False


@record
class Occurrence:
    """The day a default occurred, the day it arose (later, if it relates back), and why.

    `arose_readings` are the readings on which the latter depends, None if not known separately.
    """

    on: date
    arose_on: date
    trace: tuple[Step, ...]
    arose_readings: frozenset[str] | None = None


def default_by_lapse(
    terms: DefaultTerms,
    instance: str,
    lapsed: Obligation,
    cured: Cured | None,
    context: Context,
    failure: Failure | None = None,
) -> Default | None:
    """The default that an overdue obligation became; None before its last day has passed.

    `failure` is the failure that the obligation was to cure, if any: the default may relate back to
    it, and stops accruing when the protected period ends.
    """
    if not context.is_over(lapsed.due) or (cured is not None and cured.on <= lapsed.due):
        return None
    if lapsed.waived:
        return None
    lapse, by = lapse_of(terms), lapsed.due_readings
    if failure is not None and failure.at_once:
        arose, how = lapsed.due, "on that day: there is no time to cure"
    else:
        arose, how = occurred_by_lapse(lapsed.due, context, lapse.occurs)
        by = None if by is None else by | _reading_of(lapse.occurs)
    occurred = arose
    if failure is not None and not failure.at_once and context.pick(lapse.relates_back):
        occurred = failure.on
        which = _choice(lapse.relates_back, context)
        how = f"on the day of the failure, to which it relates back{which}"
    said = Step(f"not satisfied by then: the default occurs {how}", terms.clause, occurred)
    came = Occurrence(occurred, arose, (*lapsed.trace, said), by)
    return default_on(terms, instance, lapsed, came, cured, context, failure)


def default_on(
    terms: DefaultTerms,
    instance: str,
    lapsed: Obligation,
    came: Occurrence,
    cured: Cured | None,
    context: Context,
    failure: Failure | None = None,
) -> Default:
    """The default that an obligation became, on the days in `came`."""
    lapse = lapse_of(terms)
    accrues_from = came.on + timedelta(days=context.pick(lapse.accrues))
    ends = _ends(lapse, cured, failure, context)
    stops_on = max(ends, accrues_from) if ends else None
    accrues_to = stops_on if ends and context.has_come(ends) else None
    conclusion, concluded_by, word = _concluded(instance, context)
    put_aside = excuse((instance, lapsed.instance), came.arose_on, context)
    steps = [*came.trace, *_begins(lapse, came.on, accrues_from, context)]
    if cured is not None:
        steps.append(Step("cured; interest excludes this day", terms.clause, cured.on))
    elif accrues_to is not None and failure is not None:
        says = "the period it protects ends; interest stops"
        steps.append(Step(says, failure.clause, accrues_to))
    return Default(
        id=terms.id,
        instance=instance,
        clause=terms.clause,
        title=terms.title,
        lapsed=lapsed.instance,
        occurred_on=came.on,
        arose_on=came.arose_on,
        accrues_from=accrues_from,
        accrues_to=accrues_to,
        stops_on=stops_on,
        cured_on=cured.on if cured else None,
        conclusion=conclusion,
        concluded_by=concluded_by,
        grounds=lapsed.grounds
        | word
        | (cured.grounds if cured else context.grounds(absence=True))
        | put_aside.grounds,
        trace=tuple(steps),
        notes=put_aside.notes,
        waived=put_aside.in_force,
        arose_readings=came.arose_readings,
        closing=context.terms.dates.get(terms.closing) if terms.closing else None,
    )


_OCCURS = ("on its last day, as it ends", "the day after")


def occurred_by_lapse(
    due: date, context: Context, occurs: int | ByReading[int] = OCCURS
) -> tuple[date, str]:
    """The day a default occurred for an obligation due on `due`, and its description."""
    days = context.pick(occurs)
    how = _OCCURS[days] if days < len(_OCCURS) else f"{days} days after"
    return due + timedelta(days=days), how + _choice(occurs, context)


def _reading_of(value: object) -> frozenset[str]:
    return frozenset([value.reading] if isinstance(value, ByReading) else [])


def _choice(value: object, context: Context) -> str:
    """The choice by which a value of the terms was picked, in brackets; "" if it is none."""
    return f" ({context.choices[value.reading]})" if isinstance(value, ByReading) else ""


def _ends(
    lapse: LapseTerms, cured: Cured | None, failure: Failure | None, context: Context
) -> date | None:
    """The first day without interest, past or future: the cure or the end of the protected period;
    None if neither is known.
    """
    days = [cured.on] if cured else []
    if failure is not None and context.pick(lapse.stops_with_period):
        days.append(failure.period_ends)
    return min(days, default=None)


def _begins(
    lapse: LapseTerms, occurred: date, accrues_from: date, context: Context
) -> Iterator[Step]:
    """The step from which interest accrues, if a stream bears the default."""
    streams = (s for s in context.terms.general if isinstance(s, Stream) and s.from_ is None)
    stream = next((s for s in streams if not s.bears or lapse.id in s.bears), None)
    after = (accrues_from - occurred).days
    when = ("that day", "the day after")[after] if after < 2 else f"{after} days after"
    if stream is not None:
        yield Step(f"interest accrues from and including {when}", stream.clause, accrues_from)


def _concluded(instance: str, context: Context) -> tuple[Conclusion, str | None, Grounds]:
    """The conclusion on a default: computed until a fact confirms or disputes it.

    The latest such fact decides; on the same day, the one recorded later.
    """
    words = [
        (seen, conclusion)
        for kind, conclusion in ((CONFIRMED, Conclusion.CONFIRMED), (DISPUTED, Conclusion.DISPUTED))
        for seen in context.known.about(kind, instance)
    ]
    if not words:
        return Conclusion.COMPUTED, None, context.grounds()
    last, conclusion = max(words, key=lambda word: context.known.place(word[0]))
    by = f"{last.fact.recorded_by or UNNAMED}, {last.on.isoformat()}"
    return conclusion, by, context.grounds(last)
