"""What is outstanding at a record date, as the terms and the facts have it."""

from datetime import date
from fractions import Fraction

from dealclock.engine.context import Context
from dealclock.engine.interest.principal import (
    CONVERSION,
    RETIREMENT,
    issue_of,
    issued_amount,
    issued_on,
)
from dealclock.facts.log import Seen


def notes_outstanding(context: Context, by: date) -> tuple[Fraction, tuple[Seen, ...]]:
    """Principal of the Notes issued by the end of a day, less what was converted or retired."""
    total, used = Fraction(0), []
    for lot in context.terms.securities:
        issue = issue_of(lot, context)
        issued = issued_on(lot, issue)
        if issued is not None and issued <= by:
            total += issued_amount(lot, issue)
            used += [issue] if issue else []
    for seen in _gone(context, by, CONVERSION, RETIREMENT):
        total -= Fraction(seen.fact.amount or 0)
        used.append(seen)
    return total, tuple(used)


def conversion_shares(context: Context, by: date) -> tuple[Fraction, tuple[Seen, ...]]:
    """Shares received on conversions by the end of a day; what was sold since is not recorded."""
    used = _gone(context, by, CONVERSION)
    return sum((Fraction(s.fact.shares or 0) for s in used), Fraction(0)), tuple(used)


def _gone(context: Context, by: date, *kinds: str) -> list[Seen]:
    return [s for kind in kinds for s in context.facts(kind) if s.on <= by]
