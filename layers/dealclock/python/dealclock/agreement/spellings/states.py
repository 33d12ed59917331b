"""Day budgets, protected periods and outages as spellings of states and what they stop."""

from collections.abc import Callable, Mapping
from typing import Any

from dealclock.agreement.day_language import ItsDay, PeriodDay
from dealclock.agreement.general.obligation import ObligationTerms, StopTerms
from dealclock.agreement.general.state import StateTerms
from dealclock.agreement.rules.rule import Rule
from dealclock.agreement.rules.suspensions import DayBudget, Outage, ProtectedPeriod
from dealclock.agreement.spellings.obligations import lapse_of

Values = Mapping[str, Any]

_DAY_BUDGET: Values = {
    "starts": {
        "reading": "suspension-start",
        "DEEMED": "deemed",
        "DISPATCH": "sent",
        "RECEIPT": "received",
    },
    "first_day": {
        "reading": "first-suspended-day",
        "NOTICE-DAY-COUNTS": "counted",
        "NOTICE-DAY-EXCLUDED": "not counted",
    },
    "excess": {"reading": "excess-suspension", "RUNS-iii": "a failure", "ONLY-iv": "none"},
    "called": "suspension",
    "day_called": "suspended day",
    "end_called": "use resumed",
    "in_force_called": "suspended",
}
_EXTENSION: Values = {
    "reading": "extension-notice",
    "BY-DAY-45": "by last day",
    "ANY-TIME": "at any time",
}
_LENGTH: Values = {
    "may_end": {
        "reading": "suspension-end",
        "DAY-45-PERMITTED": "day after",
        "STRICT-45": "last day",
    },
    "tested": {
        "reading": "suspension-length",
        "ONE-PERIOD": "alone",
        "AGGREGATE": "with windows",
    },
}
_ANY_WINDOW: Values = {
    "reading": "any-window",
    "EVERY-ROLLING": "rolling",
    "FIXED-BLOCKS": "blocks",
}
_IN_ANY: Values = {
    "windows": _ANY_WINDOW,
    "extra_days": {"reading": "extension-cap", "WINDOW-60": "raise it", "STRICT": "not counted"},
    "cured": {
        "reading": "aggregate-default-cure",
        "TERMINATION": "ended",
        "TRAILING-TOTAL": "within limit",
    },
}
_WINDOW = {"window_days", "window_months"}
_UNTIL: Values = {
    "last": {
        "reading": "last-protected-day",
        "ANNIVERSARY-OUT": "day before",
        "ANNIVERSARY-IN": "anniversary",
    },
    "leap_day": {
        "reading": "leap-day-anniversary",
        "FEBRUARY-28": "February 28",
        "MARCH-1": "March 1",
    },
}
_EARLY: Values = {
    "unregistered": {"reading": "all-sold", "LITERAL": "disregarded", "PURPOSIVE": "counted"},
    "shares": {
        "reading": "ceased-outstanding",
        "SHARES-TOO": "counted",
        "NOTES-ONLY": "disregarded",
    },
}
_STOPPED: Values = {
    "then": {
        "reading": "suspension-in-cure-window",
        "TOLL-RESUME": "resume",
        "TOLL-FRESH": "fresh",
        "NO-TOLL": "none",
    },
    "first_day": {
        "reading": "notice-day-in-cure-window",
        "COUNTED": "counted",
        "NOT-COUNTED": "not counted",
    },
    "day_after": {
        "reading": "resumption-day-in-cure-window",
        "NOT-COUNTED": "not counted",
        "COUNTED": "counted",
    },
}


def _named(rule: Rule) -> Values:
    return {name: getattr(rule, name) for name in Rule.model_fields}


def _of_day_budget(rule: DayBudget) -> StateTerms:
    length = {
        "most": rule.limit_days,
        "extended": rule.extended_days,
        "lapse": rule.on_overrun and lapse_of(rule.on_overrun),
    }
    state = {
        **_named(rule),
        **_DAY_BUDGET,
        "begins": (rule.begins_with,),
        "ends": rule.ends_with,
        "to": rule.to,
        "extension": rule.extended_by and {"by": rule.extended_by, "given": _EXTENSION},
        "improper_by": rule.improper_by,
        "during": rule.during,
        "limits": (
            {**_LENGTH, **length},
            *(
                {
                    **_IN_ANY,
                    **limit.model_dump(include=_WINDOW),
                    "most": limit.days,
                    "extended": limit.extended_days,
                    "lapse": limit.on_overrun and lapse_of(limit.on_overrun),
                }
                for limit in rule.in_any
            ),
            *(
                {
                    **limit.model_dump(include={*_WINDOW, "counted"}),
                    "most": limit.times,
                    "windows": _ANY_WINDOW,
                }
                for limit in rule.times_in_any
            ),
        ),
        "apart": rule.apart and rule.apart.length,
    }
    return StateTerms.model_validate(state)


def _of_protected_period(rule: ProtectedPeriod) -> StateTerms:
    state = {
        **_named(rule),
        "begins": (rule.begins_with,),
        "once": True,
        "until": {
            **_UNTIL,
            "years": rule.ends_on_anniversary,
            "limb": rule.anniversary_limb,
            "early": [{**_EARLY, **end.model_dump()} for end in rule.ends_early],
        },
    }
    return StateTerms.model_validate(state)


def _of_outage(rule: Outage) -> ObligationTerms:
    """Due within the time to cure each failure. Without such time, it is a default on its day."""
    lapse = lapse_of(rule.on_lapse)
    if rule.within.count == 0:
        lapse = lapse.model_copy(update={"occurs": 0, "relates_back": False})
    return ObligationTerms(
        **_named(rule),
        each=(rule.opened_by,),
        during=rule.during,
        due=PeriodDay(ItsDay("day"), rule.within),
        satisfied_by=(rule.cured_by,),
        stopped_by=StopTerms.model_validate({**_STOPPED, "state": rule.excused_by})
        if rule.excused_by
        else None,
        lapse=lapse,
    )


SPELLINGS: Mapping[type[Rule], Callable[[Any], Rule]] = {
    DayBudget: _of_day_budget,
    ProtectedPeriod: _of_protected_period,
    Outage: _of_outage,
}
