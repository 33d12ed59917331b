"""Whether a Holder is entitled to Additional Interest: Section 2(b) of infocrossing-2004. The bar
for a late Questionnaire applies to the Holder, not to its Notes.

    request        deadline            delivered late
       |---------------|---------------------|---------->
        nothing missed    BARRED: nothing
                                              FROM-DELIVERY: what accrues from here
       everything under RESTORED

A transferee's right depends on its own Questionnaire, not on another Holder's.
"""

from collections.abc import Callable
from datetime import date

from dealclock.engine.context import NOTHING, Context
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.special.questionnaires.entitlement import (
    Questionnaire,
    entitling,
    questionnaire,
)
from dealclock.records import record

Answers = Callable[[str], Questionnaire | None]


@record
class Entitlement:
    """Whether a Holder is entitled and why; `since` is the day it starts, None for all days."""

    entitled: bool
    since: date | None
    why: Step
    grounds: Grounds
    trace: tuple[Step, ...]


def answers(context: Context) -> Answers:
    """A function from a Holder's name to its Questionnaire; it returns None if the terms require
    none.
    """
    rule = entitling(context)
    return lambda holder: questionnaire(context.fresh(), rule, holder) if rule else None


def entitlement(
    answer: Questionnaire | None, judged_on: date, clause: str, context: Context
) -> Entitlement:
    """The entitlement by a Holder's Questionnaire on a day: that of a payment, or `as_of`.

    `answer` is None if the terms require no Questionnaire.
    """
    own, so_far, grounds, day = context.fresh(), tuple[Step, ...](), NOTHING, None
    entitled, since, says = True, None, "entitled: the terms require no Questionnaire"
    if answer is not None:
        entitled, since, says = _judged(answer, judged_on, own)
        so_far, grounds, day = answer.trace, answer.grounds, since or answer.delivered_on
    why = Step(says, clause, day)
    return Entitlement(entitled, since, why, grounds | own.grounds(), (*so_far, why))


def _judged(
    answer: Questionnaire, judged_on: date, context: Context
) -> tuple[bool, date | None, str]:
    deadline, delivered = answer.entitled_by, answer.delivered_on
    if answer.waived_by is not None:
        return True, None, f"entitled: its Questionnaire was waived by {answer.waived_by.id}"
    if deadline is None and delivered is not None:
        return True, None, "entitled: its Questionnaire was delivered without a request"
    if deadline is None:
        if context.choices["no-questionnaire-requested"] == "NOT-ENTITLED":
            return False, None, "not entitled: it has provided no information (NOT-ENTITLED)"
        return True, None, "entitled: no Questionnaire was requested, so no deadline was missed"
    if delivered is not None and delivered <= deadline:
        return True, None, "entitled: its Questionnaire was delivered in time"
    if judged_on <= deadline:
        return True, None, "entitled: the deadline of its Questionnaire had not passed"
    if delivered is None:
        by = "before" if answer.strictly else "by"
        return False, None, f"barred: its Questionnaire was not delivered {by} the deadline"
    match context.choices["late-entitlement"]:
        case "FROM-DELIVERY":
            return True, delivered, "entitled from the day its late Questionnaire was delivered"
        case "RESTORED":
            return True, None, "entitled: its late Questionnaire restores everything (RESTORED)"
        case _:
            how = "not before" if answer.strictly else "after"
            return False, None, f"barred: its Questionnaire was delivered {how} the deadline"
