"""From an assessment to the words of a worked case: one answer for each key a case may expect."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from typing import Any

from dealclock.days.calendars import calendar
from dealclock.days.counting import business_days_in
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment, Default, Obligation, Segment, Window
from tests.cases.situations import Situation
from tests.unit.engine.deals import by_day_count, cents, log

ONE = timedelta(days=1)
CONVENTIONS = ("30/360", "Actual/360")


class NotAnsweredError(Exception):
    """A case expects something for which no answer stands here."""


@dataclass(frozen=True)
class Asked:
    """A situation under its readings."""

    situation: Situation
    readings: Mapping[str, str]
    inputs: Mapping[str, Any]

    def assessment(self, day_count: str = "30/360", as_of: date | None = None) -> Assessment:
        s = self.situation
        terms = by_day_count(day_count, s.terms)
        return assess(terms, log(*s.facts), as_of or s.as_of, readings=self.readings)

    @property
    def default(self) -> Default:
        found = self.assessment().default(self.situation.default)
        assert found is not None, f"{self.situation.default} did not occur"
        return found

    def obligation(self, instance: str) -> Obligation:
        found = self.assessment().obligation(instance)
        assert found is not None, f"there is no {instance}"
        return found

    def window(self, instance: str) -> Window:
        found = self.assessment().window(instance)
        assert found is not None, f"there is no {instance}"
        return found

    @property
    def notice(self) -> Obligation:
        return self.obligation(f"trustee-notice/{self.situation.default}")

    @property
    def accrues_to(self) -> date:
        return self.default.accrues_to or self.situation.as_of

    def segments(self, lot: str = "base", day_count: str = "30/360") -> list[Segment]:
        return [s for s in self.assessment(day_count).accrual.segments if s.lot == lot]


def answer(asked: Asked, key: str) -> object:
    """What the engine says to `key`, in the shape the cases use."""
    if key not in _ANSWERS:
        raise NotAnsweredError(key)
    return _ANSWERS[key](asked)


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _by_convention(amount: Callable[[str], Fraction]) -> dict[str, str]:
    return {name: cents(amount(name)) for name in CONVENTIONS}


def _amount(asked: Asked) -> dict[str, str]:
    return _by_convention(lambda name: asked.assessment(name).accrual.exact)


def _lot(asked: Asked, lot: str) -> dict[str, str]:
    return _by_convention(
        lambda name: sum((s.amount for s in asked.segments(lot, name)), Fraction(0))
    )


def _segments(asked: Asked) -> list[dict[str, object]]:
    return [
        {
            "from_incl": _iso(s.start),
            "to_excl": _iso(s.to_exclusive),
            "rate_pct": f"{float(s.rate):.2f}",
            "days_30_360": s.days_counted,
            "days_actual": s.days_actual,
        }
        for s in asked.segments()
    ]


def _rates(asked: Asked) -> dict[str, str]:
    days = asked.inputs["dates"]
    rates = {d: asked.assessment(as_of=date.fromisoformat(d)).accrual.rate for d in days}
    return {day: f"{float(rate):.2f}" for day, rate in rates.items()}


def _payments(asked: Asked, *keys: str) -> list[dict[str, object]]:
    """Each payment; its amount by both conventions, told apart by instance."""
    shown = []
    others = {o.instance: o for o in asked.assessment("Actual/360").obligations}
    for owed in (o for o in asked.assessment().obligations if o.id == "payment"):
        amounts = (owed.amount, others[owed.instance].amount)
        answers: dict[str, object] = {
            "nominal": owed.instance.removeprefix("payment/"),
            "interest_payment_date": owed.instance.removeprefix("payment/"),
            "pay_on": _iso(owed.due),
            "record_date": _iso(owed.record_date),
            "amount": {
                n: cents(a or Fraction(0)) for n, a in zip(CONVENTIONS, amounts, strict=True)
            },
        }
        shown.append({key: answers[key] for key in keys})
    return shown


def _cure_day(asked: Asked, number: int) -> str | None:
    count = next(s.count for s in asked.obligation("cure-window/OUT").trace if s.count)
    return _iso(next(d.day for d in count.days if d.number == number))


def _deemed(asked: Asked) -> str | None:
    if asked.situation.default:
        return _iso(asked.notice.met_on)
    found = asked.assessment().window("suspension/SUS")
    return _iso(found.opens) if found else None


def _trading_days(asked: Asked) -> list[str]:
    window = asked.window("sale-notice/SALE")
    days = [window.opens + n * ONE for n in range((window.closes - window.opens).days + 1)]
    return [d.isoformat() for d in days if _calendar(asked).is_open(d)]


@cache
def _named(name: str) -> Any:
    return calendar(name)


def _calendar(asked: Asked) -> Any:
    return _named(asked.readings.get("business-day", "federal-reserve"))


def _elapsed(asked: Asked) -> int:
    failed = date.fromisoformat(asked.inputs["unusable_from"])
    return business_days_in(failed, asked.window("suspension/SUS").opens, _calendar(asked))


_ANSWERS: Mapping[str, Callable[[Asked], object]] = {
    "shelf_filing_deadline": lambda a: _iso(a.obligation("shelf-filing").due),
    "effectiveness_target_date": lambda a: _iso(a.obligation("effectiveness").due),
    "weekday": lambda a: f"{_end(a):%a}",
    "default": lambda a: a.assessment().default(a.situation.default) is not None,
    "default_date": lambda a: _iso(a.default.occurred_on),
    "clock_from": lambda a: _iso(a.default.occurred_on),
    "first_accrual_day": lambda a: _iso(a.default.accrues_from),
    "accrual_from": lambda a: _iso(a.default.accrues_from),
    "accrual_to_excl": lambda a: _iso(a.accrues_to),
    "cure_date": lambda a: _iso(a.default.cured_on),
    "last_accrual_day": lambda a: _iso(a.accrues_to - ONE),
    "accrual_days_actual": lambda a: sum(s.days_actual for s in a.segments()),
    "days_actual": lambda a: sum(s.days_actual for s in a.segments()),
    "accrual_days_30_360": lambda a: sum(s.days_counted for s in a.segments()),
    "days_30_360": lambda a: sum(s.days_counted for s in a.segments()),
    "segments": _segments,
    "amount": _amount,
    "amount_60m": _amount,
    "additional_interest": lambda a: _amount(a)["30/360"],
    "base_notes_60m": lambda a: _lot(a, "base"),
    "option_notes_12m": lambda a: _lot(a, "option"),
    "option_accrual_from": lambda a: _iso(a.segments("option")[0].start),
    "rates_pct": _rates,
    "trustee_notice_due": lambda a: _iso(a.notice.due),
    "due": lambda a: _iso(a.notice.due),
    "in_time": lambda a: a.notice.status == "met",
    "deemed_given": _deemed,
    "payments": lambda a: _payments(a, "interest_payment_date", "pay_on", "record_date", "amount"),
    "table": lambda a: _payments(a, "nominal", "pay_on", "record_date"),
    "day1": lambda a: _cure_day(a, 1),
    "day4": lambda a: _cure_day(a, 4),
    "day5": lambda a: _cure_day(a, 5),
    "cure_window_last_day": lambda a: _iso(a.obligation("cure-window/OUT").due),
    "bd_elapsed_before_notice": _elapsed,
    "start": lambda a: _iso(a.window("suspension/SUS").opens),
    "day45": lambda a: _iso(a.window("suspension/SUS").closes),
    "day45_of_suspension": lambda a: _iso(a.window("suspension/SUS").closes),
    "suspended_days": lambda a: a.window("suspension/SUS").days_used,
    "end": lambda a: _iso(_end(a)),
    "earliest_distribution": lambda a: _iso(a.window("sale-notice/SALE").opens),
    "last_effective_day": lambda a: _iso(a.window("sale-notice/SALE").closes),
    "permitted_business_days": _trading_days,
    "safe_window_under_every_reading": lambda a: [
        _iso(day) for day in a.window("sale-notice/SALE").safe or ()
    ],
}


def _end(asked: Asked) -> date:
    """The anniversary: the day after the last protected one."""
    return asked.window("effectiveness-period").closes + ONE
