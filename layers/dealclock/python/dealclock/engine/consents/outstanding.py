"""What is outstanding at a record date, as the terms and the facts have it.

A conversion that names no shares still made some. At the conversion price they count as the
principal converted, so they are computed from it where a price is known; else nothing can be
counted, and that is refused.
"""

from datetime import date
from decimal import Decimal
from fractions import Fraction

from dealclock.engine.consents.consent import CannotCount
from dealclock.engine.context import Context
from dealclock.engine.fractions import ZERO
from dealclock.engine.grounds import Step
from dealclock.engine.interest.issues import issues_of
from dealclock.engine.interest.principal import (
    CONVERSION,
    RETIREMENT,
    SHARES_SOLD,
    amount_of,
)
from dealclock.facts.log import EffectiveFact


def notes_outstanding(context: Context, by: date) -> tuple[Fraction, tuple[EffectiveFact, ...]]:
    """Principal of the Notes issued by the end of a day, less what was converted or retired."""
    total, used = ZERO, []
    for lot in context.terms.securities:
        for issue in issues_of(lot, context):
            if issue.on <= by:
                total += issue.amount
                used += [issue.seen] if issue.seen else []
    for seen in _gone(context, by, CONVERSION, RETIREMENT):
        total -= amount_of(seen)
        used.append(seen)
    return total, tuple(used)


def conversion_shares(
    context: Context, by: date, price: Decimal | None = None, clause: str = ""
) -> tuple[Fraction, tuple[EffectiveFact, ...], tuple[Step, ...]]:
    """Conversion Shares by the end of a day, less those sold under the shelf, which count no more.

    The steps tell which were computed at `price` dollars a share because their conversion names
    none; they are not rounded. Raises CannotCount where there is no price, or for more shares sold
    than there were.
    """
    converted, sold = _gone(context, by, CONVERSION), _gone(context, by, SHARES_SOLD)
    total, steps = ZERO, []
    for seen in converted:
        shares = _received(seen, price)
        total += shares
        if seen.fact.shares is None:
            says = f"{seen.id} names no shares: {amount_of(seen)} dollars at {price} a share"
            steps.append(Step(f"{says} are {_number(shares)} shares", clause, seen.on))
    for seen in sold:
        total -= Fraction(seen.fact.shares or 0)
        says = f"{seen.fact.shares} shares sold under the shelf by {seen.id} no longer count"
        steps.append(Step(says, clause, seen.on))
    if total < 0:
        raise CannotCount(
            f"more Conversion Shares were sold under the shelf ({by}) than the recorded "
            "conversions issued; record the conversions, or give the Conversion Shares "
            "outstanding as shares."
        )
    return total, (*converted, *sold), tuple(steps)


def _received(seen: EffectiveFact, price: Decimal | None) -> Fraction:
    """The shares of a conversion: those it names, or what its principal comes to at the price."""
    if seen.fact.shares is not None:
        return Fraction(seen.fact.shares)
    if price is None:
        raise CannotCount(
            f"{seen.id} converts Notes on {seen.on} and names no shares, and no "
            "conversion price is known; give the shares of that conversion, the Indenture's "
            "conversion_price, or the Conversion Shares outstanding as shares."
        )
    return amount_of(seen) / Fraction(price)


def _number(exact: Fraction) -> str:
    """A number of shares in words: whole, or to two places, half up, where it is not whole."""
    if exact.denominator == 1:
        return f"{exact.numerator:,}"
    return f"about {int(exact * 100 + Fraction(1, 2)) / 100:,.2f}"


def _gone(context: Context, by: date, *kinds: str) -> list[EffectiveFact]:
    return [s for kind in kinds for s in context.facts(kind) if s.on <= by]
