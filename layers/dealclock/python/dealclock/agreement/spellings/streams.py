"""Rate schedules and payments as spellings of streams and their payments."""

from collections.abc import Callable, Mapping
from typing import Any

from dealclock.agreement.day_language import ByReading
from dealclock.agreement.general.stream import AccrualSpan, Payments, Stream, of_record
from dealclock.agreement.rules.interest import Payment, RateSchedule
from dealclock.agreement.rules.rule import Rule


def _choice(reading: str, words: Mapping[str, str]) -> ByReading[str]:
    return ByReading(reading, tuple(words.items()))


_RATE_SCHEDULE = {
    "clock": _choice(
        "default-after-cure",
        {
            "RESTART": "each default",
            "CUMULATIVE": "days in all",
            "FIXED-WINDOW": "first default",
        },
    ),
    "first_day": _choice(
        "first-day-of-default", {"DAY-AFTER": "accrual", "DEFAULT-DAY": "default"}
    ),
    "together": _choice(
        "concurrent-defaults",
        {"SINGLE-RATE": "highest", "STACKED": "sum", "CONTINUOUS-SPELL": "spell"},
    ),
    "dated_rates": _choice(
        "rate-ladder", {"CALENDAR-LADDER": "instead", "FIRST-90": "after", "ADDITIVE": "added"}
    ),
    "rates_as_amended": _choice(
        "amended-rates",
        {"FROM-AMENDMENT": "of the day", "AS-IT-OCCURRED": "of its occurrence"},
    ),
    "issued_later": _choice(
        "later-issued-notes", {"FROM-ISSUE": "from issue", "FROM-DEFAULT": "from default"}
    ),
    "converted": _choice("converted-notes", {"ACCRUED-SURVIVES": "keeps", "FORFEIT": "forfeits"}),
    "sold": _choice("interest-base", {"TRS-NOTES": "bears nothing", "ALL-NOTES": "bears"}),
}
_PAYMENT = {
    "after_record_date": _choice(
        "payment-after-record-date", {"AT-ONCE": "at once", "NEXT-DATE": "next date"}
    )
}


def _stream(rule: RateSchedule) -> Stream:
    span = rule.for_each and AccrualSpan(
        count=rule.for_each.days, unit="days", part=rule.for_each.part
    )
    return Stream.model_construct(**of_record(rule, {**_RATE_SCHEDULE, "for_each": span}))


def _payments(rule: Payment) -> Payments:
    return Payments.model_construct(**of_record(rule, _PAYMENT))


SPELLINGS: Mapping[type[Rule], Callable[[Any], Rule]] = {
    RateSchedule: _stream,
    Payment: _payments,
}
