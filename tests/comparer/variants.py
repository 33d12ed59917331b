"""Changes of the samples' terms to draw from: other periods, calendars, day counts and rates.

Each is merged into the sample's data as a worked case merges its `terms`.
"""

from collections.abc import Mapping
from typing import Any

Change = Mapping[str, Any]


def _provisions(**changed: Any) -> Change:
    return {"provisions": {name.replace("_", "-"): change for name, change in changed.items()}}


def _within(count: int, unit: str = "days") -> Change:
    return {"within": {"count": count, "unit": unit}}


_NO_STEPS = {"anniversaries_of": None, "by_anniversary": None, "then_add_each_anniversary": None}

OF_PROVISIONS: Mapping[str, Change] = {
    "filing in 30 days": _provisions(shelf_filing=_within(30)),
    "filing in 8 business days": _provisions(shelf_filing=_within(8, "business days")),
    "effective in 180 days": _provisions(effectiveness=_within(180)),
    "effective in 60 business days": _provisions(effectiveness=_within(60, "business days")),
    "10 business days to cure": _provisions(cure_window=_within(10, "business days")),
    "2 business days to cure": _provisions(cure_window=_within(2, "business days")),
    "7 days to cure": _provisions(cure_window=_within(7)),
    "suspended 30 days": _provisions(
        suspension={
            "limit_days": 30,
            "extended_days": 40,
            "in_any": [
                {"days": 30, "window_days": 90, "extended_days": 40},
                {
                    "days": 60,
                    "window_days": 360,
                    "on_overrun": {
                        "id": "default-iv-b",
                        "clause": "3(a)(iv)(B)",
                        "title": "Suspension Periods over 60 days in any 360",
                        "cured_by": "suspension-ended",
                    },
                },
            ],
        }
    ),
    "three suspensions in a year": _provisions(
        suspension={"times_in_any": [{"times": 3, "window_days": 360, "counted": "begun"}]}
    ),
    "two suspensions in force in six months": _provisions(
        suspension={"times_in_any": [{"times": 2, "window_months": 6, "counted": "in force"}]}
    ),
    "10 trading days between suspensions": _provisions(
        suspension={"apart": {"count": 10, "unit": "trading days"}}
    ),
    "trustee notice in 5 days": _provisions(trustee_notice=_within(5)),
    "sale window opens after 1": _provisions(
        sale_notice={
            "opens_after": {"count": 1, "unit": "business days"},
            "effective_for": {"count": 10, "unit": "days"},
        }
    ),
    "sales settle in 3": _provisions(
        sale_notice={"settlement": {"count": 3, "unit": "business days"}}
    ),
    "advice in 3 business days": _provisions(
        holder_advice=_within(3, "business days"), misstatement_advice=_within(10)
    ),
    "review of 5 business days": _provisions(
        amendment_review={"at_least": {"count": 5, "unit": "business days"}},
        shelf_review={"at_least": {"count": 15, "unit": "days"}},
    ),
    "questionnaire in 10 business days": _provisions(
        questionnaire_deadline=_within(10, "business days")
    ),
    "late filing in 5 business days, over 250,000": _provisions(
        late_questionnaire={**_within(5, "business days"), "more_than": 250000}
    ),
    "two thirds decide": _provisions(majority_of_holders={"over_percent": "66.67"}),
    "denominations a week before": _provisions(
        denominations={"at_least": {"count": 7, "unit": "days"}}
    ),
}
"""Changes of provisions, which an amendment may make too."""

OF_RATES: Mapping[str, Change] = {
    "half a percent": _provisions(
        additional_interest={"by_age": [{"from_day": 1, "rate": "0.50"}]}
    ),
    "three tiers": _provisions(
        additional_interest={
            "by_age": [
                {"from_day": 1, "rate": "0.25"},
                {"from_day": 31, "rate": "0.50"},
                {"from_day": 61, "rate": "0.75"},
            ]
        }
    ),
}
"""Changes of rates, which an amendment may make too."""

OF_TERMS: Mapping[str, Change] = {
    "business days of the law": {"calendar": "gcl-24"},
    "Actual/360": {"indenture": {"day_count": "Actual/360"}},
    "Actual/365F": {"indenture": {"day_count": "Actual/365F"}},
    "30E/360": {"indenture": {"day_count": "30E/360"}},
    "30/360-ELAPSED": {"indenture": {"day_count": "30/360-ELAPSED"}},
    "Actual/Actual ISDA": {"indenture": {"day_count": "Actual/Actual ISDA"}},
    "no day count": {"indenture": {"day_count": "unset"}},
    "paid in March and September": {
        "indenture": {
            "interest_payment_dates": [{"month": m, "day": 31 if m != 9 else 30} for m in (3, 9)],
            "record_dates": [{"month": m, "day": 15} for m in (3, 9)],
        }
    },
    "steps of a payment": {
        "indenture": {
            "officers_certificate": {"count": 2, "unit": "business days"},
            "funds_by": {"time": "10:00", "lead": {"count": 1, "unit": "business days"}},
            "confirmed_within": {"count": 1, "unit": "business days"},
        }
    },
    "no conversion price": {"indenture": {"conversion_price": None}},
    "period of one year": _provisions(effectiveness_period={"ends_on_anniversary": 1}),
    "steps up to one percent": _provisions(
        additional_interest={
            **_NO_STEPS,
            "by_age": [{"from_day": 1, "rate": "0.25"}],
            "then_by_age": {"add": "0.25", "every_days": 90, "most": "1.00"},
        }
    ),
    "for each 30 days": _provisions(
        additional_interest={
            **_NO_STEPS,
            "for_each": {"days": 30},
            "by_age": [{"from_day": 1, "rate": "0.25"}, {"from_day": 61, "rate": "0.50"}],
            "then_by_age": {"add": "0.25", "every_days": 30, "most": "1.00"},
        }
    ),
    "for each whole 30 days, at most 2 percent": _provisions(
        additional_interest={
            **_NO_STEPS,
            "for_each": {"days": 30, "part": "whole"},
            "at_once": "1.00",
            "most_in_all": "2.00",
            "by_age": [{"from_day": 1, "rate": "0.50"}],
        }
    ),
    "closed in February": {
        "agreement": {"dated": "2004-02-27"},
        "dates": {"closing-date": "2004-02-27"},
        "securities": {"base": {"issued": "2004-02-27"}},
    },
    "e-mail counts": {"deemed_notice": {"e-mail": {"valid": True}, "mail": {"business_days": 3}}},
    "fiscal year to June": {"fiscal_year_ends": {"month": 6, "day": 30}},
    "more option notes": {"securities": {"option": {"principal": 18000000}}},
    "no early events": _provisions(
        questionnaire_deadline={"early": "not counted"},
        denominations={"early": "not counted"},
        cusip_numbers={"early": "not counted"},
    ),
}
"""Changes that only the original terms have."""


def amendment(n: int, effective: str, known: str, changes: Change) -> Change:
    """One amendment, as the file of terms holds it."""
    return {
        "id": f"amendment-{n}",
        "title": f"Amendment {n}",
        "effective": effective,
        "known": known,
        "changes": changes,
    }


READINGS: Mapping[str, tuple[str, ...]] = {
    "business-day": ("federal-reserve", "gcl-24"),
    "trigger-day": ("EXCLUDED", "INCLUDED"),
    "closed-last-day": ("NO-ROLL", "GCL-25"),
    "at-least-before": ("NTH-DAY", "CLEAR-DAYS"),
    "default-occurs": ("LAPSE", "NEXT-DAY"),
    "uncured-default-occurs": ("AT-LAPSE", "RELATE-BACK"),
    "suspension-in-cure-window": ("TOLL-RESUME", "TOLL-FRESH", "NO-TOLL"),
    "notice-day-in-cure-window": ("COUNTED", "NOT-COUNTED"),
    "resumption-day-in-cure-window": ("NOT-COUNTED", "COUNTED"),
    "default-at-period-end": ("STOP", "RUN-ON"),
    "notice-event": ("DEFAULT-DATE", "FIRST-ACCRUAL-DAY"),
    "notice-of-idle-default": ("GIVEN", "NOT-OWED"),
    "notice-of-rate-step": ("NOT-OWED", "EACH-STEP"),
    "suspension-start": ("DEEMED", "DISPATCH", "RECEIPT"),
    "first-suspended-day": ("NOTICE-DAY-COUNTS", "NOTICE-DAY-EXCLUDED"),
    "suspension-end": ("DAY-45-PERMITTED", "STRICT-45"),
    "suspension-length": ("ONE-PERIOD", "AGGREGATE"),
    "any-window": ("EVERY-ROLLING", "FIXED-BLOCKS"),
    "extension-notice": ("BY-DAY-45", "ANY-TIME"),
    "extension-cap": ("WINDOW-60", "STRICT"),
    "excess-suspension": ("RUNS-iii", "ONLY-iv"),
    "aggregate-default-cure": ("TERMINATION", "TRAILING-TOTAL"),
    "down-time": ("NO-DEFAULT", "DEFAULT"),
    "rate-ladder": ("CALENDAR-LADDER", "FIRST-90", "ADDITIVE"),
    "first-day-of-default": ("DAY-AFTER", "DEFAULT-DAY"),
    "concurrent-defaults": ("SINGLE-RATE", "STACKED", "CONTINUOUS-SPELL"),
    "default-after-cure": ("RESTART", "CUMULATIVE", "FIXED-WINDOW"),
    "amended-rates": ("FROM-AMENDMENT", "AS-IT-OCCURRED"),
    "later-issued-notes": ("FROM-ISSUE", "FROM-DEFAULT"),
    "converted-notes": ("ACCRUED-SURVIVES", "FORFEIT"),
    "interest-base": ("TRS-NOTES", "ALL-NOTES"),
    "late-entitlement": ("BARRED", "FROM-DELIVERY", "RESTORED"),
    "no-questionnaire-requested": ("ENTITLED", "NOT-ENTITLED"),
    "payment-after-record-date": ("AT-ONCE", "NEXT-DATE"),
    "sale-notice-effect": ("FROM-NOTICE", "FROM-WINDOW", "NOTICE-DAY-COUNTS"),
    "sale-notice-form": ("CLAUSE-CONTROLS", "FORM-CONTROLS"),
    "distribution-day": ("TRADE-DATE", "SETTLEMENT"),
    "review-period": ("MINIMUM-PERIOD", "NTH-DAY"),
    "review-before-selling-holders": ("NOT-DUE", "DUE"),
    "advice-event": ("KNOWLEDGE", "EVENT"),
    "objection-time": ("END-OF-REVIEW", "UNTIL-FILED"),
    "stop-from": ("EARLIER", "RECEIPT", "DEEMED-GIVEN"),
    "last-protected-day": ("ANNIVERSARY-OUT", "ANNIVERSARY-IN"),
    "leap-day-anniversary": ("FEBRUARY-28", "MARCH-1"),
    "all-sold": ("LITERAL", "PURPOSIVE"),
    "ceased-outstanding": ("SHARES-TOO", "NOTES-ONLY"),
    "intended-day": ("AT-MAILING", "LAST-INTENDED"),
    "questionnaire-runs-from": ("REQUEST-DATE", "DEEMED-GIVEN", "EXHIBIT-A"),
    "entitlement-deadline": ("HARMONISED", "THEREIN-LITERAL"),
    "entitlement-last-day": ("INCLUSIVE", "STRICTLY-BEFORE"),
    "late-questionnaire": ("AFTER-DEADLINE", "ANY-LATER"),
    "limited-filing": ("POSTPONE", "RE-RUN", "EXTINGUISH"),
    "semi-annual-period": ("FISCAL-HALF", "ROLLING-SIX-MONTHS", "FROM-EFFECTIVENESS"),
    "supplements-limited": ("LITERAL", "PURPOSIVE"),
    "late-threshold": ("AGGREGATE", "PER-HOLDER"),
    "threshold-clock": ("CROSSING", "FIRST-RECEIPT"),
    "threshold-shares": ("ZERO", "DEEMED-PRINCIPAL"),
    "request-before-holding": ("NOT-ASKED", "BINDS-BUYERS"),
    "repeated-request": ("EACH-REQUEST", "FIRST-REQUEST"),
    "restated-holding": ("ALREADY-NAMED", "INCREASE-COUNTS"),
    "majority-denominator": ("DEEMED-BOTH-SIDES", "NOTES-ONLY"),
    "affiliate-holdings": ("EXCLUDED-BOTH-SIDES", "EXCLUDED-FROM-CONSENTS"),
    "consent-withdrawal": ("UNTIL-AGREED", "ANY-TIME"),
    "unproven-extension": ("TAKEN-AS-AGREED", "MUST-BE-SHOWN"),
    "short-of-consent": ("CONSENTING-BOUND", "NOBODY-BOUND"),
    "waiver-before-lapse": ("NO-DEFAULT", "MARKS-DEFAULT"),
    "own-extension": ("OWN-DATE", "NEEDS-MAJORITY"),
    "true-up-cutoff": ("EXERCISE-ONLY", "ALSO-VESTING"),
    "true-up-deduction": ("EARLIER-TRUE-UPS", "ORIGINAL-ONLY"),
    "true-up-adjustments": ("ALL", "CAMDEN-ONLY"),
    "share-fractions": ("DOWN", "UP"),
    "same-day-vesting": ("STRICTLY-AFTER", "SAME-DAY"),
}
"""The readings to choose among, as they were when the engines' answers were first kept: a new one
must not change what a seed draws.
"""

NOT_TOGETHER = ("CUMULATIVE", "FIXED-WINDOW")
"""Choices of `default-after-cure` that contradict `concurrent-defaults=STACKED`."""
