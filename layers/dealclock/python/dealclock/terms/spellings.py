"""The types of provision; the older ones are expanded into the general type that spellings.yaml
has each as.

Expanded once per version of the terms, after amendments are merged. Authors may go on writing
them; their ids, kinds of result and readings stay. The engine names none of these readings.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import Annotated, Any, get_args

from pydantic import BaseModel, Field, ValidationError

from dealclock.files.library_data import library_data
from dealclock.terms.general.obligation import ObligationProvision, ObligationTerms
from dealclock.terms.general.state import StateProvision, StateTerms
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

# The types of provision: a small set in which every agreement is written.
#
# A provision is one rule with its Section and a stable id. It refers to event kinds and dates by
# name; the engine computes what they mean on a given day.

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

BY_TYPE: dict[object, type[Rule]] = {
    name: model
    for model in get_args(get_args(Provision)[0])
    for name in get_args(model.model_fields["type"].annotation)
}


GENERAL: tuple[type[Rule], ...] = (ObligationProvision, StateProvision, Stream, Payments)
"""The general types, which express what the others do."""


def model_of(rule: Mapping[object, object]) -> type[Rule] | None:
    """The provision type that raw data names, or None if there is no such type."""
    name = rule.get("type")
    return BY_TYPE.get(name) if isinstance(name, str) else None


def read_rule(data: Mapping[object, object]) -> Rule | None:
    """A raw provision as it is spelled; None if it is refused."""
    model = model_of(data)
    with suppress(ValidationError):
        return model.model_validate(data) if model else None
    return None


_FILE = library_data(Path(__file__).with_suffix(".yaml"))
_GENERAL: Mapping[str, type[Rule]] = {
    "obligation": ObligationTerms,
    "state": StateTerms,
    "stream": Stream,
    "payments": Payments,
}
SPELLINGS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    spelled: (general, keys)
    for general, types in _FILE["spellings"].items()
    for spelled, keys in types.items()
}
"""By the name of an older type: its general type, and what that has under its keys."""
_KEY = re.compile(r"\$([\w.]+)")


def expand(rule: Rule) -> Rule:
    """The general rule that an older spelling stands for; any other rule unchanged."""
    if rule.type not in SPELLINGS or isinstance(rule, tuple(_GENERAL.values())):
        return rule
    general, keys = SPELLINGS[rule.type]
    model = _GENERAL[general]
    alike = model.model_fields.keys() & type(rule).model_fields.keys()
    values = {name: getattr(rule, name) for name in alike}
    values |= {key.replace(" ", "_"): _filled(form, rule) for key, form in keys.items()}
    made = model.model_validate(_without_empty({**values, "type": general}))
    return made.model_copy(update={"type": rule.type})


def _filled(form: Any, of: BaseModel) -> Any:
    """A part of the table with what a record has under the keys it names."""
    match form:
        case str() if whole := _KEY.fullmatch(form):
            return _under(whole[1], of)
        case str():
            return _KEY.sub(lambda key: str(_under(key[1], of)), form)
        case {"$if": key}:
            return _filled(form.get("then" if _under(key, of) else "else"), of)
        case {"$each": key, "as": each}:
            return tuple(_filled(each, record) for record in _under(key, of))
        case {"$all of": key, **more}:
            record = _under(key, of)
            return record and {**_filled(more, of), **_without_empty(_fields(record))}
        case dict():
            return _without_empty({key: _filled(each, of) for key, each in form.items()})
        case list():
            parts = (_filled(each, of) for each in form)
            return [each for p in parts for each in (p if isinstance(p, tuple) else (p,))]
    return form


def _under(key: str, of: BaseModel) -> Any:
    """What a record has under a key, or its parts under KEY.KEY; or what all share."""
    if key in _FILE["shared"]:
        return _filled(_FILE["shared"][key], of)
    return reduce(getattr, key.split("."), of)


def _fields(record: BaseModel) -> dict[str, Any]:
    return {name: getattr(record, name) for name in type(record).model_fields}


def _without_empty(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}
