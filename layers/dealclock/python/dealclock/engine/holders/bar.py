"""Whether a Holder is entitled to Additional Interest: the bar is the Holder's own, not its Notes'.

    request        deadline            delivered late
       |---------------|---------------------|---------->
        nothing missed    BARRED: nothing
                                              FROM-DELIVERY: what accrues from here
       RESTORED: everything

A transferee's right hangs on its own Questionnaire; another Holder's changes nothing.
"""

from datetime import date

from dealclock.agreement.readings.interest import LATE_ANSWER, NEVER_ASKED
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.grounds import Grounds, Step
from dealclock.records import record


@record
class Delivered:
    """One Holder's Questionnaire: the last day it had to be delivered by, included, and the day it
    was; None where there was no request, and where none was delivered.

    `strictly`: it had to be delivered before a day, the one after `deadline`.
    """

    holder: str
    deadline: date | None
    delivered_on: date | None
    grounds: Grounds = NOTHING
    trace: tuple[Step, ...] = ()
    strictly: bool = False


@record
class Entitlement:
    """Whether a Holder is entitled, from which day if not from the first, and why."""

    entitled: bool
    since: date | None
    why: Step
    grounds: Grounds
    trace: tuple[Step, ...]


def entitlement(
    answer: Delivered | None, judged_on: date, clause: str, context: Context
) -> Entitlement:
    """What a Holder's Questionnaire does for it, judged on a day: that of a payment, or `as_of`.

    `answer` is None where the terms make nothing hang on a Questionnaire.
    """
    own = context.fresh()
    entitled, since, why = _judged(answer, judged_on, own)
    step = Step(why, clause, since or (answer.delivered_on if answer else None))
    grounds = (answer.grounds if answer else NOTHING) | own.grounds()
    trace = (*(answer.trace if answer else ()), step)
    return Entitlement(entitled, since, step, grounds, trace)


def _judged(
    answer: Delivered | None, judged_on: date, context: Context
) -> tuple[bool, date | None, str]:
    if answer is None:
        return True, None, "entitled: the terms require no Questionnaire"
    deadline, delivered = answer.deadline, answer.delivered_on
    if deadline is None:
        return _not_asked(delivered, context)
    if delivered is not None and delivered <= deadline:
        return True, None, "entitled: its Questionnaire was delivered in time"
    if judged_on <= deadline:
        return True, None, "entitled: the deadline of its Questionnaire had not passed"
    if delivered is None:
        by = "before" if answer.strictly else "by"
        return False, None, f"barred: its Questionnaire was not delivered {by} the deadline"
    match context.choices[LATE_ANSWER]:
        case "FROM-DELIVERY":
            return True, delivered, "entitled from the day its late Questionnaire was delivered"
        case "RESTORED":
            return True, None, "entitled: its late Questionnaire restores everything (RESTORED)"
        case _:
            how = "not before" if answer.strictly else "after"
            return False, None, f"barred: its Questionnaire was delivered {how} the deadline"


def _not_asked(delivered: date | None, context: Context) -> tuple[bool, date | None, str]:
    if delivered is not None:
        return True, None, "entitled: its Questionnaire was delivered without a request"
    if context.choices[NEVER_ASKED] == "NOT-ENTITLED":
        return False, None, "not entitled: it has provided no information (NOT-ENTITLED)"
    return True, None, "entitled: no Questionnaire was requested, so no deadline was missed"
