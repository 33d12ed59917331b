"""Assessment while the Indenture's day count is unset: each amount is a range over all day counts.

The deal is assessed by each known convention. Dates are the same under all; every amount becomes a
range from the least to the most, not a figure. Segments are left out, since their amounts and
counted days hold for one convention only.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction

from dealclock.agreement.terms import Terms
from dealclock.days.day_counts import NAMES
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation
from dealclock.engine.interest.accrual import INDENTURE_NOT_REVIEWED
from dealclock.engine.interest.accrued import Accrual
from dealclock.engine.money import ZERO, Between
from dealclock.engine.payments.owed import by_every_count as owed_by_every_count
from dealclock.engine.payments.settlement import between as by_every_count

UNSET = "unset"
NOT_REVIEWED = (
    "Indenture not reviewed: its day count is unset, so each amount is a range over every day count"
)


def by_every_day_count(assess: Callable[[Terms], Assessment], terms: Terms) -> Assessment:
    """The assessment of the terms over every day count, with each amount a range."""
    each = {name: assess(_with(name, terms)) for name in NAMES}
    first = next(iter(each.values()))
    return replace(
        first,
        obligations=tuple(_obligations(each)),
        accrual=_accrual(first.accrual, {n: a.accrual for n, a in each.items()}),
        owed=owed_by_every_count({n: a.owed for n, a in each.items()}),
    )


def _with(day_count: str, terms: Terms) -> Terms:
    indenture = terms.indenture_sheet.model_copy(update={"day_count": day_count})
    return terms.model_copy(update={"indenture": indenture})


def _accrual(accrual: Accrual, each: Mapping[str, Accrual]) -> Accrual:
    return replace(
        accrual,
        accrued=_between({n: a.exact for n, a in each.items()}),
        a_day=_between({n: a.per_diem for n, a in each.items()}),
        segments=(),
        day_count=UNSET,
        notes=(NOT_REVIEWED, *(n for n in accrual.notes if n != INDENTURE_NOT_REVIEWED)),
    )


def _obligations(each: Mapping[str, Assessment]) -> Iterable[Obligation]:
    """The obligations over every day count; a payment that is zero under one of them ranges from
    0.
    """
    found: dict[str, dict[str, Obligation]] = {}
    for name, assessment in each.items():
        for o in assessment.obligations:
            found.setdefault(o.instance, {})[name] = o
    for of in found.values():
        o = _least_done(of.values())
        if o.amount is None:
            yield o
            continue
        amounts = {n: (of[n].amount or ZERO) if n in of else ZERO for n in each}
        settled = {n: x.settlement for n, x in of.items() if x.settlement}
        paid = by_every_count(settled) if settled else None
        said = {INDENTURE_NOT_REVIEWED, *(s.note for s in settled.values())}
        notes = [NOT_REVIEWED, *(n for n in o.notes if n not in said)]
        notes += [paid.note] if paid and paid.note else []
        yield replace(
            o,
            amount=None,
            between=_between(amounts),
            settlement=paid,
            segments=(),
            notes=tuple(dict.fromkeys(notes)),
        )


def _least_done(of: Iterable[Obligation]) -> Obligation:
    """The version still open under any day count, else the one satisfied last; they differ for
    partial payments.
    """
    return max(of, key=lambda o: (o.is_open, o.met_on or date.min))


def _between(amounts: Mapping[str, Fraction]) -> Between:
    least = min(amounts, key=lambda n: amounts[n])
    most = max(amounts, key=lambda n: amounts[n])
    return Between(amounts[least], amounts[most], least, most)
