"""One pass over the terms and facts: the parts of an assessment, in their order."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial

from dealclock.agreement.rules.rule import Period
from dealclock.agreement.versions import Version
from dealclock.engine.choices import Choices
from dealclock.engine.context import Context, contexts
from dealclock.engine.defaults import outages, protected
from dealclock.engine.duties import deadlines, opened, practicable, reviews
from dealclock.engine.findings import Findings
from dealclock.engine.interest import accrual
from dealclock.engine.kept import PassCache, PassPart
from dealclock.engine.notices import of_defaults, sale_notices
from dealclock.engine.payments import in_arrears
from dealclock.engine.questionnaires import filings, mailing, requests
from dealclock.engine.shares import true_ups
from dealclock.engine.suspension import part as suspension
from dealclock.engine.under_versions import Budgets, add_under
from dealclock.facts.index import FactIndex
from dealclock.records import record

_PARTS = (
    PassPart(deadlines.add_deadlines),
    PassPart(protected.add),
    PassPart(suspension.add, ("windows",)),
    PassPart(outages.add, ("windows", "budgets")),
    PassPart(accrual.add, ("defaults", "consulted")),
    PassPart(in_arrears.add, ("defaults", "ledger")),
    PassPart(of_defaults.add, ("defaults", "ledger")),
    PassPart(sale_notices.add),
    PassPart(opened.add_opened, ("windows",)),
    PassPart(deadlines.add_conditions, ("obligations",)),
    PassPart(deadlines.add_lead_times),
    PassPart(reviews.add, ("obligations",)),
    PassPart(opened.add_undated, ("windows",)),
    PassPart(opened.add_stops, ("budgets",)),
    PassPart(mailing.add),
    PassPart(requests.add),
    PassPart(filings.add),
    PassPart(true_ups.add),
    PassPart(practicable.add, ("obligations",)),
)
"""In this order: each part builds on what those before it found.

What accrues comes right after all that can make a default, and before all that cannot: it depends
on every reading consulted by then, since even a default that did not occur may under another.
"""


@record
class Pass:
    """One pass: the versions of the terms in force, the facts that count, the day, the choices."""

    versions: Sequence[Version]
    known: FactIndex
    as_of: date
    readings: Mapping[str, str]
    targets: Mapping[str, Period]


@record
class Looked:
    """What a pass found, under the latest version; `kept` are instances an earlier one governs.

    `consulted_by` are the readings consulted by the end of each part, `found_by` the place of the
    part that found each instance.
    """

    version: Version
    context: Context
    found: Findings
    kept: Mapping[str, str]
    consulted_by: tuple[frozenset[str], ...]
    found_by: Mapping[str, int]


def look(asked: Pass, *, kept: PassCache | None = None) -> Looked:
    """Go through all parts.

    `kept` is the work of other passes over the same terms and facts on the same day.
    """
    choices = Choices(asked.readings)
    each = contexts(asked.versions, asked.known, asked.as_of, choices, asked.targets)
    under = list(zip(asked.versions, each, strict=True))
    last, context = under[-1]
    found = Findings()
    governed: dict[str, str] = {}
    budgets: Budgets = {}
    consulted_by: list[frozenset[str]] = []
    found_by: dict[str, int] = {}
    sizes = found.sizes
    for place, part in enumerate(_PARTS):
        add = partial(kept.add, part) if kept is not None else part.add
        if len(under) == 1:
            add(context, found)
        else:
            add_under(under, add, found, governed, budgets)
        if sizes != (now := found.sizes):
            for instance in found.beyond(sizes):
                found_by.setdefault(instance, place)
            sizes = now
        found.consulted = frozenset(choices.in_all)
        consulted_by.append(found.consulted)
    return Looked(last, context, found, governed, tuple(consulted_by), found_by)
