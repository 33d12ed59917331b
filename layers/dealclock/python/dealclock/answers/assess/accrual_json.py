"""What accrued, as JSON."""

from dealclock.answers.json_parts import Json, between_or_exact, grounds, trace
from dealclock.engine.interest.accrued import Accrual, RateChange, Segment
from dealclock.engine.payments.owed import InterestOwed
from dealclock.messages import words


def accrual(found: Accrual, owed: InterestOwed) -> Json:
    """What accrued to but excluding the day, segment by segment; what of it is unpaid and paid.

    What events without an amount paid is in neither: they are in `not_stated`.
    """
    whole = found.a_period is not None
    return {
        "as_of": found.as_of.isoformat(),
        "clause": found.clause,
        **between_or_exact(found.accrued, "total", "exact"),
        **between_or_exact(owed.unpaid, "unpaid", "unpaid_exact"),
        **between_or_exact(owed.paid, "paid", "paid_exact"),
        **between_or_exact(owed.ahead, "ahead", "ahead_exact"),
        "not_stated": [
            {"fact": each.fact, "on": each.on.isoformat(), "payment": each.payment}
            for each in owed.not_stated
        ],
        "rate": words.plain_rate(found.rate),
        "rate_is": found.per,
        **between_or_exact(found.a_day, "per_diem", "per_diem_exact"),
        **(between_or_exact(found.a_period, "per_period", "per_period_exact") if whole else {}),
        "last_change": _change(found.last_change),
        "next_change": _change(found.next_change),
        "day_count": found.day_count,
        "segments": [_segment(s) for s in found.segments],
        **grounds(found.grounds, found.notes),
        "trace": trace(found.trace),
    }


def _segment(segment: Segment) -> Json:
    return {
        "lot": segment.lot,
        "principal": words.decimal(segment.principal),
        "from": segment.start.isoformat(),
        "to_exclusive": segment.to_exclusive.isoformat(),
        "rate": words.plain_rate(segment.rate),
        "days_counted": segment.days_counted,
        "days_actual": segment.days_actual,
        "amount": words.decimal(segment.amount),
        "exact": str(segment.amount),
        "note": segment.note,
    }


def _change(change: RateChange | None) -> Json | None:
    if change is None:
        return None
    return {"on": change.on.isoformat(), "rate": words.plain_rate(change.rate)}
