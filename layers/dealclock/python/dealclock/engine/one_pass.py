"""One pass over the terms and facts: the parts of an assessment, in their order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from dealclock.agreement.rules.rule import Period
from dealclock.agreement.versions import Version
from dealclock.engine.choices import Choices
from dealclock.engine.context import Context
from dealclock.engine.defaults import outages, protected
from dealclock.engine.duties import (
    conditions,
    deadlines,
    lead_times,
    opened,
    practicable,
    reviews,
    stops,
    undated,
)
from dealclock.engine.found import Found
from dealclock.engine.interest import accrual
from dealclock.engine.notices import of_defaults, windows
from dealclock.engine.outside import confirmed_only
from dealclock.engine.payments import in_arrears
from dealclock.engine.questionnaires import filings, mailing, requests
from dealclock.engine.shares import true_ups
from dealclock.engine.suspension import part as suspension
from dealclock.engine.under_versions import add_under
from dealclock.facts.known import Known

_PARTS = (
    deadlines.add,
    protected.add,
    suspension.add,
    outages.add,
    accrual.add,
    in_arrears.add,
    of_defaults.add,
    windows.add,
    opened.add,
    conditions.add,
    lead_times.add,
    reviews.add,
    undated.add,
    stops.add,
    mailing.add,
    requests.add,
    filings.add,
    true_ups.add,
    practicable.add,
)
"""In this order: each part builds on what those before it found.

What accrues comes right after all that can make a default, and before all that cannot: it depends
on every reading consulted by then, since even a default that did not occur may under another.
"""


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass: the versions of the terms in force, the facts that count, the day, the choices."""

    versions: Sequence[Version]
    known: Known
    as_of: date
    readings: Mapping[str, str]
    targets: Mapping[str, Period]


@dataclass(frozen=True, slots=True)
class Looked:
    """What a pass found, under the latest version; `kept` are instances an earlier one governs."""

    version: Version
    context: Context
    found: Found
    kept: Mapping[str, str]


def look(asked: Pass, *, outside: bool) -> Looked:
    """Go through all parts; `outside` keeps confirmed conclusions only, after each of them."""
    choices = Choices(asked.readings)
    under = [
        (version, Context(version.terms, asked.known, asked.as_of, choices, asked.targets))
        for version in asked.versions
    ]
    last, context = under[-1]
    found = Found()
    kept: dict[str, str] = {}
    for add in _PARTS:
        if len(under) == 1:
            add(context, found)
        else:
            add_under(under, add, found, kept)
        if outside:
            confirmed_only(found)
    return Looked(last, context, found, kept)
