"""Obligations and undated duties of special rules, from their last day and what satisfied them:
Sections 2(b) and 4(b)(iv) of infocrossing-2004.
"""

from datetime import date
from typing import Any

from dealclock.agreement.rules.rule import Rule
from dealclock.engine.conclusions import Obligation, UndatedDuty
from dealclock.engine.context import Context
from dealclock.engine.plugins import ExtendedDueDay
from dealclock.facts.log import EffectiveFact


def obligation(
    rule: Rule,
    instance: str,
    opens: date,
    last: ExtendedDueDay,
    met: EffectiveFact | None,
    context: Context,
    **more: Any,
) -> Obligation:
    """The obligation of a rule, satisfied by `met`; `more` are its other fields by name."""
    met_on = met.on if met else None
    fields = {
        **rule.named,
        "closes": None,
        "status": last.status(met_on, context.as_of),
        "waived": last.waived_by is not None,
        **more,
    }
    return Obligation(instance=instance, opens=opens, due=last.due, met_on=met_on, **fields)


def undated(
    rule: Rule, instance: str, cause: EffectiveFact, done: EffectiveFact | None, **more: Any
) -> UndatedDuty:
    """A duty without a date that an event opened, done by `done`."""
    named = {name: value for name, value in rule.named.items() if name != "kind"}
    return UndatedDuty(
        instance=instance,
        cause=cause.id,
        opens=cause.on,
        done_on=done.on if done else None,
        target=None,
        **{**named, **more},
    )
