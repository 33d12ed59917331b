"""What each Holder's Questionnaire says of its right to Additional Interest."""

from dealclock.agreement.readings.questionnaires import ENTITLED_ON
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.engine.context import Context
from dealclock.engine.holders.amounts import Answers
from dealclock.engine.holders.bar import Delivered
from dealclock.engine.questionnaires.entitlement import Entitlements


def answers(context: Context) -> Answers:
    """The answer of every Holder by name; None where the terms make nothing hang on one."""
    schedule = next(context.terms.all_of(RateSchedule), None)
    entitlements = Entitlements(schedule.id, context) if schedule else None

    def of(holder: str) -> Delivered | None:
        if entitlements is None or not entitlements.needed:
            return None
        found = entitlements.of(holder)
        return Delivered(
            holder=holder,
            deadline=found.entitled_by,
            strictly=_strictly(found.grounds.readings, context),
            delivered_on=found.delivered_on,
            grounds=found.grounds,
            trace=found.trace,
        )

    return of


def _strictly(readings: frozenset[str], context: Context) -> bool:
    """Whether the deadline's own day was found too late."""
    of = context.choices.of
    return ENTITLED_ON.id in readings and of[ENTITLED_ON.id] == "STRICTLY-BEFORE"
