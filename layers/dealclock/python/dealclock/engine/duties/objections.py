"""Objections to a filing: none made in time may stand on the day it is made.

furnished    objection      last day of the review     settled      filing
----|------------*-------------------|-------------------*-------------|---->
                 |------ no filing over it ---------------|
"""

from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.agreement.readings.duties import OBJECTION
from dealclock.agreement.rules.duties import MinimumPeriod, Objection
from dealclock.days import day_words
from dealclock.engine.conclusions import Obligation, UndatedDuty
from dealclock.engine.context import Context, status_of
from dealclock.engine.grounds import Step
from dealclock.facts.log import EffectiveFact

NO_FILING = "no filing while it stands"


def to(draft: EffectiveFact, rule: MinimumPeriod, context: Context) -> Sequence[EffectiveFact]:
    """The objections to what drafts are of, in order, in time or not."""
    kind = rule.objection
    return context.known.about(kind.made_by, draft.id) if kind is not None else ()


def in_time(objection: EffectiveFact, last: date, context: Context) -> bool:
    """Whether an objection counts that comes to a review whose last day is `last`."""
    return objection.on <= last or context.choices[OBJECTION] == "UNTIL-FILED"


def standing(
    rule: MinimumPeriod, kind: Objection, objection: EffectiveFact, context: Context
) -> UndatedDuty:
    """That nothing is filed over an objection until it is settled."""
    settled = context.about(kind.settled_by, objection.id)
    trace = [Step(_made(objection), rule.clause, objection.on)]
    trace += [Step("resolved on this day", rule.clause, settled.on)] if settled else []
    return UndatedDuty(
        id=rule.id,
        instance=f"{rule.id}/objection/{objection.id}",
        cause=objection.id,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=_ACTION,
        standard=NO_FILING,
        opens=objection.on,
        done_on=settled.on if settled else None,
        target=None,
        grounds=context.grounds(objection, settled),
        trace=tuple(trace),
    )


def before(
    rule: MinimumPeriod,
    kind: Objection,
    objection: EffectiveFact,
    filing: EffectiveFact,
    context: Context,
) -> Obligation:
    """That an objection was settled by the day of a filing, that day included."""
    settled = context.about(kind.settled_by, objection.id)
    on = settled.on if settled else None
    trace = [
        Step(_made(objection), rule.clause, objection.on),
        Step("filed on this day: to be resolved by then", rule.clause, filing.on),
    ]
    trace += [Step("resolved on this day", rule.clause, settled.on)] if settled else []
    part = rule.named
    part["action"] = _ACTION
    return Obligation(
        **part,
        instance=f"{rule.id}/{filing.id}/objection/{objection.id}",
        cause=objection.id,
        opens=objection.on,
        due=filing.on,
        closes=None,
        status=status_of(filing.on, on, context.as_of),
        met_on=on,
        grounds=context.grounds(objection, filing, settled, absence=settled is None),
        trace=tuple(trace),
    )


_ACTION = "Address the objection or have it withdrawn; do not file while it is open."


def _made(objection: EffectiveFact) -> str:
    who = objection.fact.holder or "a selling Holder"
    return f"{who} objects ({objection.id})"


def notes(found: Sequence[EffectiveFact], last: date, context: Context) -> Iterator[str]:
    """What a review's window says of objections to its drafts."""
    for each in found:
        if in_time(each, last, context):
            yield f"{_made(each)}: {NO_FILING}"
        else:
            yield (f"{_made(each)} {day_words.day(each.on)}, after the review: it stops no filing")
