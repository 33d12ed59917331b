"""The types of provision: a small set in which every agreement is written.

A provision is one rule with its Section and a stable id. It refers to event kinds and dates by
name; the engine computes what they mean on a given day.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, get_args

from pydantic import Field, ValidationError

from dealclock.terms.general.obligation import ObligationProvision
from dealclock.terms.general.state import StateProvision
from dealclock.terms.general.stream import Payments, Stream
from dealclock.terms.rules.duties import (
    Condition,
    ConsentThreshold,
    Contribution,
    Deadline,
    Duty,
    FrequencyLimit,
    LeadTime,
    MinimumPeriod,
    Notice,
    Request,
    ShareTrueUp,
    Stop,
    UndatedDutyRule,
    WindowBefore,
    WindowRule,
)
from dealclock.terms.rules.interest import Payment, RateSchedule
from dealclock.terms.rules.rule import Rule
from dealclock.terms.rules.suspensions import DayBudget, Outage, ProtectedPeriod

Provision = Annotated[
    Deadline
    | Notice
    | ProtectedPeriod
    | Outage
    | WindowRule
    | DayBudget
    | RateSchedule
    | Payment
    | Stream
    | Payments
    | WindowBefore
    | Request
    | FrequencyLimit
    | ShareTrueUp
    | ConsentThreshold
    | Contribution
    | Duty
    | MinimumPeriod
    | LeadTime
    | Condition
    | UndatedDutyRule
    | Stop
    | ObligationProvision
    | StateProvision,
    Field(discriminator="type"),
]

_BY_TYPE: dict[object, type[Rule]] = {
    name: model
    for model in get_args(get_args(Provision)[0])
    for name in get_args(model.model_fields["type"].annotation)
}


GENERAL: tuple[type[Rule], ...] = (ObligationProvision, StateProvision, Stream, Payments)
"""The general types, which express what the others do."""


def model_of(rule: Mapping[object, object]) -> type[Rule] | None:
    """The provision type that raw data names, or None if there is no such type."""
    name = rule.get("type")
    return _BY_TYPE.get(name) if isinstance(name, str) else None


def read_rule(data: Mapping[object, object]) -> Rule | None:
    """A raw provision as it is spelled; None if it is refused."""
    model = model_of(data)
    with suppress(ValidationError):
        return model.model_validate(data) if model else None
    return None
