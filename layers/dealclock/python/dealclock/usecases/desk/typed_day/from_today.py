"""A day told from today: a weekday, tomorrow, a count of days or months, the end of one."""

import calendar as months
import re
from datetime import date, timedelta

from dealclock.days.calendars import Calendar
from dealclock.days.counting import business_days_after, business_days_before
from dealclock.days.day_words import day as spoken
from dealclock.usecases.desk.typed_day.names import WEEKDAYS, Find, weekday_named

_UNITS = {
    **dict.fromkeys(("bd", "bds", "bday", "bdays"), "bd"),
    **dict.fromkeys(("d", "day", "days"), "d"),
    **dict.fromkeys(("w", "wk", "wks", "week", "weeks"), "w"),
    **dict.fromkeys(("m", "mo", "month", "months"), "m"),
    **dict.fromkeys(("y", "yr", "year", "years"), "y"),
}


def weekday(text: str) -> Find | None:
    """friday, this friday, next friday, last friday."""
    which, _, name = text.rpartition(" ")
    number = weekday_named(name)
    if which not in ("", "this", "next", "last") or number is None:
        return None
    title = WEEKDAYS[number].title()

    def find(today: date, _days: Calendar, behind: bool) -> tuple[date, str]:
        monday = today - timedelta(days=today.weekday())
        match which:
            case "this":
                return monday + timedelta(days=number), f"the {title} of this week"
            case "next":
                day = monday + timedelta(days=7 + number)
                return day, f"the {title} of next week; weeks begin on Monday"
        if which == "last" or behind:
            back = (today.weekday() - number - 1) % 7 + 1
            return today - timedelta(days=back), f"the last {title} before today"
        ahead = (number - today.weekday() - 1) % 7 + 1
        return today + timedelta(days=ahead), f"the first {title} after today"

    return find


def near(text: str) -> Find | None:
    """today, tomorrow, yesterday."""
    found = {"today": 0, "tomorrow": 1, "yesterday": -1}.get(text)
    return None if found is None else lambda today, *_: (today + timedelta(days=found), "")


def counted(text: str) -> Find | None:
    """+5bd, -10d, in 2 weeks, 3 business days ago."""
    text = text.replace("business day", "bday")
    signed = re.fullmatch(r"([+-])\s?(\d{1,4})\s?([a-z]+)", text)
    ahead = re.fullmatch(r"in (a|an|\d{1,4})\s?([a-z]+)", text)
    ago = re.fullmatch(r"(a|an|\d{1,4})\s?([a-z]+) ago", text)
    if signed:
        sign, number, unit = signed[1], signed[2], signed[3]
    elif found := ahead or ago:
        sign, number, unit = "+" if ahead else "-", found[1], found[2]
    else:
        return None
    if unit not in _UNITS:
        return None
    count = 1 if number in ("a", "an") else int(number)
    return lambda today, days, _: _moved(today, days, count, _UNITS[unit], back=sign == "-")


def _moved(today: date, days: Calendar, count: int, unit: str, *, back: bool) -> tuple[date, str]:
    signed = -count if back else count
    where = f"{'before' if back else 'after'} {spoken(today)}"
    s = "" if count == 1 else "s"
    match unit:
        case "bd":
            counted = (business_days_before if back else business_days_after)(today, count, days)
            return counted.result, f"{count} Business Day{s} {where}"
        case "d":
            return today + timedelta(days=signed), f"{count} calendar day{s} {where}"
        case "w":
            return today + timedelta(days=7 * signed), f"{count} week{s} {where}"
    name = "month" if unit == "m" else "year"
    return _months_on(today, signed * (1 if unit == "m" else 12)), f"{count} {name}{s} {where}"


def _months_on(day: date, count: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + count, 12)
    last = months.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(day.day, last))


def end(text: str) -> Find | None:
    """end of month, end of the next quarter, eoy."""
    text = {"eom": "end of month", "eoq": "end of quarter", "eoy": "end of year"}.get(text, text)
    found = re.fullmatch(r"(?:the )?end of (?:(the|this|next|last) )?(month|quarter|year)", text)
    if found is None:
        return None
    length = {"month": 1, "quarter": 3, "year": 12}[found[2]]
    shift = {"next": 1, "last": -1}.get(found[1] or "", 0)

    def find(today: date, _days: Calendar, _behind: bool) -> tuple[date, str]:
        first = date(today.year, (today.month - 1) // length * length + 1, 1)
        after = _months_on(first, length * (shift + 1))
        return after - timedelta(days=1), f"the last calendar day of the {found[2]}"

    return find
