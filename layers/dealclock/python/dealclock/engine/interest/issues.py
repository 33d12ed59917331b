"""The issues of each lot: in one on a day the terms give, or in parts as facts tell.

lot of 12,000,000    issued 5,000,000      issued 7,000,000, or the rest
                         |---------------------|------------------------>
                         its own day           its own day
"""

from collections.abc import Iterable, Iterator
from datetime import date
from fractions import Fraction

from dealclock.agreement.terms import Lot
from dealclock.engine.consents.consent import dollars
from dealclock.engine.context import Context, EngineError
from dealclock.engine.fractions import ZERO, fraction
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


class MoreThanTheLot(EngineError):
    """Facts that issue more Notes than the terms have of a lot; the message names the one."""


@record
class Issue:
    """So many dollars of a lot issued on a day; `seen` tells of it where the terms do not."""

    on: date
    amount: Fraction
    seen: EffectiveFact | None


def issues_of(lot: Lot, context: Context) -> tuple[Issue, ...]:
    """Every issue of a lot, in order of the days; none while none is recorded.

    An issue that says no amount is of all that is left. Raises MoreThanTheLot for one that is of
    more than that, or where nothing is left.
    """
    if isinstance(lot.issued, date):
        return (Issue(lot.issued, fraction(lot.principal), None),)
    issues = []
    whole = fraction(lot.principal)
    for seen, amount, left in issued(lot.id, whole, context.facts(lot.issued)):
        if not ZERO < amount <= left:
            raise MoreThanTheLot(
                f"{beyond_the_lot(seen, lot.id, amount, left, whole)}; correct it."
            )
        issues.append(Issue(seen.on, amount, seen))
    return tuple(issues)


def issued(
    lot: str, principal: Fraction, facts: Iterable[EffectiveFact]
) -> Iterator[tuple[EffectiveFact, Fraction, Fraction]]:
    """Each fact that issues Notes of a lot: the dollars it issues, and those left until then."""
    left = principal
    for seen in facts:
        if seen.fact.lot in (None, lot):
            stated = seen.fact.amount
            amount = left if stated is None else fraction(stated)
            yield seen, amount, left
            left = max(left - amount, ZERO)


def beyond_the_lot(
    seen: EffectiveFact, lot: str, amount: Fraction, left: Fraction, principal: Fraction
) -> str:
    """Why an issue cannot be: what it is of, and what is left of the lot."""
    given = dollars(amount) if amount else "the rest"
    return (
        f"{seen.id} ({seen.kind}, {seen.on.isoformat()}) issues {given} of lot {lot}, but only "
        f"{dollars(left)} of its {dollars(principal)} is unissued"
    )
