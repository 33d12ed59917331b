"""Assessment while the Indenture's day count is unset: each amount is a range over all day counts.

The deal is assessed by each known convention. Dates are the same under all; every amount becomes a
range from the least to the most, not a figure. Segments are left out, since their amounts and
counted days hold for one convention only.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction

from dealclock.days.day_counts import NAMES
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, by_every_count
from dealclock.engine.interest.accrual import INDENTURE_NOT_REVIEWED, with_day_count
from dealclock.engine.money import ZERO, Between
from dealclock.engine.payments.in_arrears import PAYMENT
from dealclock.engine.payments.owed import by_every_count as owed_by_every_count
from dealclock.terms.terms import Terms

UNSET = "unset"
NOT_REVIEWED = (
    "Indenture not reviewed: its day count is unset, so each amount is a range over every day count"
)


def by_every_day_count(assess: Callable[[Terms], Assessment], terms: Terms) -> Assessment:
    """The assessment of the terms over every day count, with each amount a range."""
    each = {name: assess(with_day_count(terms, name)) for name in NAMES}
    first = next(iter(each.values()))
    notes = (n for n in first.accrual.notes if n != INDENTURE_NOT_REVIEWED)
    accrual = replace(
        first.accrual,
        accrued=_between({n: a.accrual.exact for n, a in each.items()}),
        a_day=_between({n: a.accrual.per_diem for n, a in each.items()}),
        segments=(),
        day_count=UNSET,
        notes=(NOT_REVIEWED, *notes),
    )
    obligations = tuple(_obligations({n: a.obligations for n, a in each.items()}))
    owed = owed_by_every_count({n: a.owed for n, a in each.items()})
    return replace(first, obligations=obligations, accrual=accrual, owed=owed)


def _obligations(each: Mapping[str, Iterable[Obligation]]) -> Iterator[Obligation]:
    """The obligations over every day count; a payment that is zero under one of them ranges from
    0.
    """
    found: dict[str, dict[str, Obligation]] = {}
    for name, obligations in each.items():
        for o in obligations:
            found.setdefault(o.instance, {})[name] = o
    for of in found.values():
        # Still open under any day count, else satisfied last: partial payments differ.
        o = max(of.values(), key=lambda o: (o.is_open, o.done_on or date.min))
        if o.amount is None or o.kind != PAYMENT:
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


def _between(amounts: Mapping[str, Fraction]) -> Between:
    least, most = min(amounts, key=amounts.__getitem__), max(amounts, key=amounts.__getitem__)
    return Between(amounts[least], amounts[most], least, most)
