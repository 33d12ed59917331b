"""What is outstanding at a record date, as the terms and the facts have it."""

from datetime import date
from fractions import Fraction

from dealclock.engine.accrual import issue_of
from dealclock.engine.context import Context
from dealclock.facts.log import Seen

_CONVERTED, _RETIRED = "notes-converted", "notes-retired"


def notes_outstanding(context: Context, by: date) -> tuple[Fraction, tuple[Seen, ...]]:
    """Principal of the Notes issued by the end of a day, less what was converted or retired."""
    total, used = Fraction(0), []
    for lot in context.terms.securities:
        issue = issue_of(lot, context)
        issued = lot.issued if isinstance(lot.issued, date) else issue.on if issue else None
        if issued is not None and issued <= by:
            amount = issue.fact.amount if issue and issue.fact.amount is not None else lot.principal
            total += Fraction(amount)
            used += [issue] if issue else []
    for seen in _gone(context, by, _CONVERTED, _RETIRED):
        total -= Fraction(seen.fact.amount or 0)
        used.append(seen)
    return total, tuple(used)


def conversion_shares(context: Context, by: date) -> tuple[Fraction, tuple[Seen, ...]]:
    """Shares received on conversions by the end of a day; what was sold since is not recorded."""
    used = _gone(context, by, _CONVERTED)
    return sum((Fraction(s.fact.shares or 0) for s in used), Fraction(0)), tuple(used)


def _gone(context: Context, by: date, *kinds: str) -> list[Seen]:
    return [s for kind in kinds for s in context.facts(kind) if s.on <= by]
