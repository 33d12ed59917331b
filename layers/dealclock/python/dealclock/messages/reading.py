"""Readings in words: each choice, and what another choice would change for an instance."""

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from types import MappingProxyType

from dealclock.engine.assessment import Difference
from dealclock.engine.conclusions import Obligation, Window
from dealclock.messages import words
from dealclock.messages.view import View
from dealclock.terms.neutral_ids import shown_choice
from dealclock.terms.terms import Terms

_WHAT = MappingProxyType(
    {
        "due": "due",
        "opens": "opens",
        "closes": "last day",
        "occurred_on": "occurred",
        "accrues_from": "accrues from",
        "accrues_to": "accrues to, not included,",
        "amount": "amount",
        "paid_in_full": "paid in full",
        "still_to_pay": "still to be paid",
        "total": "accrued in all",
        "unpaid": "unpaid in all",
        "shares": "owed",
    }
)


def describe_choice(question: str, name: str, terms: Terms) -> str:
    """A choice with its meaning: "NEXT-DAY (the day after)"."""
    return f"{shown_choice(question, name)} ({terms.all_readings[question].choices[name]})"


def list_readings_used(view: View, *instances: str, but: str = "") -> Iterator[str]:
    """For each reading that the instances depend on: the choice used, and what others would change.

    Changes of the figure `but` are left out.
    """
    moved = [d for d in view.assessment.differences if d.instance in instances and d.what != but]
    for question, found in groupby(moved, key=lambda d: d.reading):
        chosen = describe_choice(question, view.assessment.readings[question], view.terms)
        others = groupby(found, key=lambda d: d.choice)
        read = "; ".join(
            f"under {describe_choice(question, c, view.terms)}: {_describe_changes(list(ds))}"
            for c, ds in others
        )
        alone = ", unverified" if view.chose_alone(question) else ""
        yield f"{question} read as {chosen}{alone}; {read}"


def list_readings_giving(view: View, instance: str, day: date) -> str:
    """The readings that, changed alone, give `day` as a due date or last day, by choice."""
    found = (
        f"{d.reading} read as {shown_choice(d.reading, d.choice)}"
        for d in view.assessment.differences
        if d.instance == instance and d.what in ("due", "closes") and d.there == day.isoformat()
    )
    return " or ".join(dict.fromkeys(found)) or "several readings taken together"


def latest_day(view: View, part: Obligation | Window) -> date | None:
    """The latest day that another reading, changed alone, gives; None if none is later."""
    chosen = part.due if isinstance(part, Obligation) else part.closes
    days = (
        date.fromisoformat(d.there)
        for d in view.assessment.differences
        if d.instance == part.instance and d.what in ("due", "closes") and d.there != "none"
    )
    return max((day for day in days if day > chosen), default=None)


def describe_safe_dates(part: Obligation | Window, today: date) -> str:
    """The dates safe under all readings together, where another reading is stricter than the
    chosen."""
    if isinstance(part, Obligation):
        return describe_safe_range(None, part.safe_together, today)
    first, last = part.safe_together or (None, None)
    return describe_safe_range(first, last, today)


def describe_safe_range(first: date | None, last: date | None, today: date) -> str:
    """The safe days from `first` to `last`, both included; "" without a last day.

    Without a first day, `last` is the earliest due date. No day is safe if `first` is after `last`.
    """
    if last is None:
        return ""
    if first is None:
        return f"{words.day(last)}, the earliest"
    if first > last:
        return "no day is; ask counsel before acting"
    days = f"{words.day(first)} to {words.day(last)}, both included"
    past = "; that is past, ask counsel before acting" if last < today else ""
    return f"{words.day(first)} only{past}" if first == last else f"{days}{past}"


def _describe_changes(found: list[Difference]) -> str:
    return ", ".join(
        f"{_WHAT.get(d.what, words.figure_name(d.what))} {_describe_other_value(d)}" for d in found
    )


def _describe_other_value(d: Difference) -> str:
    return "not at all" if d.there == "none" else words.figure(d.there)
