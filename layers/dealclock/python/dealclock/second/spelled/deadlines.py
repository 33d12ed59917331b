"""Deadlines counted from the Closing Date, what is due by the day of an event, and the notice of
each default: when each is due after what was agreed, and when it was done.
"""

from datetime import date, timedelta

from dealclock.second.business_days import is_business_day, nth_business_day_after
from dealclock.second.deals import NotCoveredError
from dealclock.second.spelled.extensions import Due, Owed, moved
from dealclock.second.spelled.notices import given_to_all
from dealclock.second.story import Known, Rule, Story

ONE = timedelta(days=1)


def after(start: date, within: Rule, known: Known) -> date:
    """The last day of a period of days or Business Days, the day that starts it not counted."""
    if within.keys() - {"count", "unit"}:
        raise NotCoveredError("a period with its own counting")
    if within["unit"] == "days":
        return opened(start + int(within["count"]) * ONE, known.story)
    if within["unit"] != "business days":
        raise NotCoveredError(f"a period in {within['unit']}")
    return nth_business_day_after(start, int(within["count"]), known.reading("business-day"))


def opened(last: date, story: Story) -> date:
    """A last day of plain days or, under GCL-25, the first open day from it on."""
    while story.reading("closed-last-day") == "GCL-25" and not is_business_day(last, "gcl-24"):
        last += ONE
    return last


def deadlines_owed(known: Known) -> dict[str, Owed]:
    """Each deadline, and each condition from the day of its event or, before it, its deadline."""
    form, found = known.story.form, dict[str, Owed]()
    for rule in form.of("deadline"):
        last = after(form.closing, rule["within"], known)
        default = (rule.get("on_lapse") or {}).get("id", "")
        done = _first(rule["met_by"], known)
        found[rule["id"]] = Owed(moved(rule["id"], last, known, default=default), done)
    for rule in form.of("condition"):
        event, expected = _first(rule["not_later_than"], known), found[rule["expected_by"]].due.on
        if event is not None or known.as_of <= expected:
            due = moved(rule["id"], event or expected, known)
            found[rule["id"]] = Owed(due, _first(rule["met_by"], known))
    return found


def _first(kind: str, known: Known) -> date | None:
    return next((e.on for e in known.of(kind)), None)


def notice_owed(default: str, arose_on: date, known: Known) -> Owed:
    """After the day it came to exist, whatever day it relates back to."""
    rule = known.story.form.one("notice")
    event = arose_on
    if known.reading("notice-event") == "FIRST-ACCRUAL-DAY":
        event += ONE
    name = f"{rule['id']}/{default}"
    due: Due = moved(name, after(event, rule["within"], known), known)
    given = [d for e in known.about(rule["met_by"], default, name) for d in e.given]
    on = given_to_all(given, rule["to"], known)
    return Owed(due, on if on is not None and on <= known.as_of else None)
