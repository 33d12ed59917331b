"""Deadlines of the agreement itself, 2(a)(i), (ii) and 4(b)(xiv), (xvii), and the notice to the
Trustee of each default, 3(b): when each is due after what was agreed, and when it was done.
"""

from datetime import date, timedelta

from dealclock.second.business_days import nth_business_day_after
from dealclock.second.spelled.extensions import Due, Owed, moved
from dealclock.second.spelled.notices import given_to_all
from dealclock.second.story import (
    CLOSING,
    CUSIPS,
    EFFECTIVE,
    FILED,
    NOTIFIED,
    QUALIFIED,
    Known,
)

ONE = timedelta(days=1)
DAYS_TO_FILE, DAYS_TO_BE_EFFECTIVE, DAYS_TO_NOTIFY = 15, 120, 2
BY_EFFECTIVENESS = {"cusip-numbers": CUSIPS, "indenture-qualification": QUALIFIED}


def deadlines_owed(known: Known) -> dict[str, Owed]:
    """Filing and effectiveness, and what is not later than the effective date."""
    filing = CLOSING + DAYS_TO_FILE * ONE
    target = CLOSING + DAYS_TO_BE_EFFECTIVE * ONE
    effectiveness = moved("effectiveness", target, known, default="default-ii")
    effective = _first(EFFECTIVE, known)
    found = {
        "shelf-filing": Owed(
            moved("shelf-filing", filing, known, default="default-i"), _first(FILED, known)
        ),
        "effectiveness": Owed(effectiveness, effective),
    }
    for name, kind in BY_EFFECTIVENESS.items():
        if effective is not None or known.as_of <= effectiveness.on:
            due = moved(name, effective or effectiveness.on, known)
            found[name] = Owed(due, _first(kind, known))
    return found


def _first(kind: str, known: Known) -> date | None:
    return next((e.on for e in known.of(kind)), None)


def notice_owed(default: str, arose_on: date, known: Known) -> Owed:
    """Two Business Days after the day it came to exist, whatever day it relates back to."""
    event = arose_on
    if known.reading("notice-event") == "FIRST-ACCRUAL-DAY":
        event += ONE
    calendar = known.reading("business-day")
    name = f"trustee-notice/{default}"
    due: Due = moved(name, nth_business_day_after(event, DAYS_TO_NOTIFY, calendar), known)
    given = [d for e in known.about(NOTIFIED, default, name) for d in e.given]
    on = given_to_all(given, ["trustee"], known)
    return Owed(due, on if on is not None and on <= known.as_of else None)
