"""The parts that answers in JSON share: grounds, traces, days and money."""

from collections.abc import Sequence
from datetime import date, datetime
from fractions import Fraction

from dealclock.days.counting import Count
from dealclock.engine.conclusions import Obligation, Window
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.money import Between, Money
from dealclock.engine.payments.settlement import Settlement
from dealclock.engine.shares.trued_up import TrueUp
from dealclock.messages import words

Json = dict[str, object]


def money(exact: Fraction, name: str = "amount") -> Json:
    """Dollars rounded once, half up, and the exact value beside them as a fraction."""
    beside = "exact" if name == "amount" else f"{name}_exact"
    return {name: words.decimal(exact), beside: str(exact)}


def paid(found: Settlement | None) -> Json | None:
    """What was paid of a payment, or None while no fact says that anything was.

    `on` is the day it was paid in full; while it is in part, the last day on which some was. An
    amount that no fact states is None, and so is what hangs on it.
    """
    if found is None:
        return None
    unknown = found.paid is None or isinstance(found.owed, Between)
    return {
        "on": day(found.met_on or found.instalments[-1].on),
        "in_full": found.met_on is not None,
        **between_or_exact(found.paid, "amount", "exact"),
        "short": None if unknown else words.decimal(found.short),
        "excess": None if unknown else words.decimal(found.excess),
        "instalments": [
            {
                "fact": each.fact,
                "on": each.on.isoformat(),
                **between_or_exact(each.paid, "amount", "exact"),
            }
            for each in found.instalments
        ],
        "note": found.note or None,
    }


def figure(exact: str) -> str:
    """An exact amount in text, numerator/denominator, rounded once."""
    return words.decimal(Fraction(exact))


def head(each: Obligation | Window | TrueUp) -> Json:
    """Which conclusion it is, and who owes what."""
    return {
        "id": each.id,
        "instance": each.instance,
        "kind": each.kind,
        "clause": each.clause,
        "title": each.title,
        "owed_by": each.owed_by,
        "action": each.action,
    }


def grounds(found: Grounds, notes: Sequence[str]) -> Json:
    """What a conclusion rests on, and notes on it."""
    return {
        "facts": list(found.facts),
        "hypothetical": found.hypothetical,
        "readings": sorted(found.readings),
        "notes": list(notes),
    }


def trace(steps: Sequence[Step]) -> list[Json]:
    """Each step in order."""
    return [
        {"says": s.says, "clause": s.clause, "day": day(s.day), "count": count(s.count)}
        for s in steps
    ]


def count(found: Count | None) -> Json | None:
    """A count with each day it passed, numbered or skipped and why."""
    if found is None:
        return None
    return {
        "start": found.start.isoformat(),
        "result": found.result.isoformat(),
        "calendar": found.calendar,
        "days": [
            {"day": d.day.isoformat(), "number": d.number, "closed": d.closed} for d in found.days
        ],
    }


def day(value: date | None) -> str | None:
    """A day in ISO, if there is one."""
    return None if value is None else value.isoformat()


def moment(value: datetime | None) -> str | None:
    """A moment at which a channel closes, in the time of the place where it does."""
    return None if value is None else value.isoformat(timespec="minutes")


def between_or_exact(amount: Money | None, name: str, exact: str) -> Json:
    """An amount rounded once and exactly; while the day count is unset, what it lies between."""
    if isinstance(amount, Between):
        ends = {
            "least": words.decimal(amount.least),
            "least_exact": str(amount.least),
            "least_by": amount.least_by,
            "most": words.decimal(amount.most),
            "most_exact": str(amount.most),
            "most_by": amount.most_by,
        }
        return {name: None, exact: None, f"{name}_between": ends}
    if amount is None:
        return {name: None, exact: None}
    return {name: words.decimal(amount), exact: str(amount)}
