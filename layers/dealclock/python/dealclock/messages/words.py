"""Dates, money, rates and Sections in words: the only place where each is spelled.

A date always carries its weekday. Money is rounded here, once, and nowhere before.
"""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

from dealclock.days.counting import Count
from dealclock.days.cutoffs import channel_label
from dealclock.days.day_words import day, near_day, short_day
from dealclock.days.markets import NEW_YORK_STOCK_EXCHANGE
from dealclock.engine.conclusions import Obligation, RateChange
from dealclock.engine.money import Between, Money, from_text
from dealclock.engine.why import Step
from dealclock.terms.terms import Terms

__all__ = [
    "day",
    "near_day",
    "short_day",
]  # defined in `days`, where reasons are made, and offered here with the rest

_HALF = Fraction(1, 2)


def nearby_day(value: date, today: date) -> str:
    """A date in a first line read on `today`: without its year within half a year of it."""
    return short_day(value) if abs(value - today) <= _HALF_A_YEAR else day(value)


_HALF_A_YEAR = timedelta(days=183)


def day_covered(terms: Terms) -> str:
    """What an answer as of a day covers."""
    accrued = f", {terms.interest} to but excluding it" if terms.streams else ""
    return f"events of that day included{accrued}"


def approximate_period(begins: date, ends: date) -> str:
    """From one day to another, as one time: a full date, a month, a quarter or a year."""
    months = ends.month - begins.month + 1
    if begins == ends:
        return day(begins)
    if months == 1:
        return f"{begins:%B %Y}"
    if months == _OF_A_QUARTER:
        return f"{_QUARTERS[begins.month // _OF_A_QUARTER]} quarter of {begins.year}"
    return str(begins.year)


_OF_A_QUARTER = 3
_QUARTERS = ("first", "second", "third", "fourth")


def instant(value: datetime, zone: str) -> str:
    """An instant in `zone`: "Fri, Oct 29, 2004, 10:00 a.m. ET"; midnight ends the day before."""
    local = value.astimezone(ZoneInfo(zone))
    if local.timetz().replace(tzinfo=None) == time():
        return f"the end of {day(local.date() - timedelta(days=1))}"
    return f"{day(local.date())}, {clock(value, zone)}"


def clock(value: datetime, zone: str) -> str:
    """The time of an instant as a clock in `zone` shows it: "5:30 p.m. ET"."""
    local = value.astimezone(ZoneInfo(zone))
    half = "a.m." if local.hour < _NOON else "p.m."
    return f"{local.hour % _NOON or _NOON}:{local:%M} {half} {_ZONES.get(zone, f'{local:%Z}')}"


def near_instant(value: datetime, zone: str, today: date) -> str:
    """An instant in a message of `today`: "Thu, Oct 28, 9:30 a.m. ET"."""
    return f"{near_day(value.astimezone(ZoneInfo(zone)).date(), today)}, {clock(value, zone)}"


_NOON = 12
_ZONES = {
    "America/New_York": "ET",
    "America/Chicago": "CT",
    "America/Denver": "MT",
    "America/Los_Angeles": "PT",
}


def decimal(amount: Fraction | Decimal) -> str:
    """Exact dollars as a decimal string, rounded once to the cent, half up: "8750.00"."""
    cents = int(abs(Fraction(amount)) * 100 + _HALF)
    sign = "-" if amount < 0 and cents else ""
    return f"{sign}{cents // 100}.{cents % 100:02}"


def dollars(amount: Fraction | Decimal) -> str:
    """Exact dollars for people, rounded once to the cent, half up: "$8,750.00"."""
    exact = decimal(amount)
    whole, _, cents = exact.removeprefix("-").partition(".")
    sign = "-" if exact.startswith("-") else ""
    return f"{sign}${int(whole):,}.{cents}"


def money(text: str) -> str:
    """A JSON amount in dollars, for people: "8750.00" is "$8,750.00"."""
    return dollars(Fraction(text))


def amount(value: Money) -> str:
    """An amount for people, or the two it lies between: "between $8,750.00 and $9,583.33"."""
    if isinstance(value, Between):
        return f"between {dollars(value.least)} and {dollars(value.most)}"
    return dollars(value)


def percent(rate: Fraction) -> str:
    """A yearly rate with as many places as it has, two at least: "0.25%", "0.125%"."""
    return f"{plain_rate(rate)}%"


def rate_of(change: RateChange) -> str:
    """A changed rate and its basis: "1.00% a year"."""
    if not change.rate:
        return f"0.00%, because {change.because},"
    return f"{percent(change.rate)} {change.per}"


def plain_rate(rate: Fraction) -> str:
    """A rate's number alone, with as many places as it has, two at least: "0.25"."""
    for places in range(2, 7):
        scaled = rate * 10**places
        if scaled.denominator == 1:
            break
    return f"{float(rate):.{places}f}"


def places(exact: Fraction, count: int) -> str:
    """A number with N decimal places, rounded once, half up: "53.3333"."""
    scaled = int(abs(exact) * 10**count + _HALF)
    whole, part = divmod(scaled, 10**count)
    return f"{'-' if exact < 0 and scaled else ''}{whole}.{part:0{count}}"


def shares(count: int) -> str:
    """A number of shares with its noun: "18,000 shares"."""
    return f"{count:,} share{'s' * (count != 1)}"


def plain_shares(exact: Fraction) -> str:
    """A number of shares as a plain decimal, rounded to six places where it has more."""
    millionths = int(abs(exact) * 10**6 + _HALF)
    whole, part = divmod(millionths, 10**6)
    sign = "-" if exact < 0 and millionths else ""
    return f"{sign}{whole}" + (f".{part:06}".rstrip("0") if part else "")


def clause(name: str) -> str:
    """A Section as the agreement cites it: "Section 3(a)"; a document by its own name."""
    return f"Section {name}" if name[:1].isdigit() else name


def before_unstated(facts: Iterable[str]) -> str:
    """The note after an unpaid figure where payments state no amount; otherwise ""."""
    named = list(facts)
    return f" before payment {listed(named)}, amount not stated" if named else ""


def number(count: int, one: str, many: str | None = None) -> str:
    """A number with its noun: "1 Business Day", "5 Business Days"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def business_days(count: int) -> str:
    """N Business Days, in words."""
    return number(count, "Business Day")


def of_a_default(terms: Terms) -> str:
    """What a default of some terms is called: with a rate schedule, a Registration Default."""
    spelled = any(rule.type == "rate schedule" for rule in terms.provisions)
    return "Registration Default" if spelled else "Default"


def of_defaults(terms: Terms) -> str:
    """What the defaults of some terms are called."""
    return f"{of_a_default(terms)}s"


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence: "F1", "F1 and F2", "F0, F1 and F2"."""
    *rest, last = words
    return f"{', '.join(rest)} and {last}" if rest else last


def either(words: Iterable[str]) -> str:
    """Words as a choice: "Ann", "Ann or Tom", "Ann, Tom or Ruth"; "" for none."""
    *rest, last = [*words] or [""]
    return f"{', '.join(rest)} or {last}" if rest else last


def sentence(text: str) -> str:
    """`text` with its first letter capitalized."""
    return text[:1].upper() + text[1:]


def counted(count: Count) -> list[str]:
    """Each day of a count in words: a Business Day with its number, a skipped day with the reason;
    then how a closed last day moves.

    A count of calendar days is one line: none of its days is skipped.
    """
    if count.calendar is None:
        days = number(abs(count.last - count.start).days, "calendar day")
        lines = [f"{days} from {day(count.start)}, which is not counted; none skipped"]
    else:
        one = "Trading day" if count.calendar == NEW_YORK_STOCK_EXCHANGE.name else "Business Day"
        lines = [
            f"{day(d.day)}: " + (f"{one} {d.number}" if d.number else f"skipped, {d.closed}")
            for d in count.days
        ]
    if count.fell_on is not None:
        lines.append(f"{day(count.fell_on)} is closed ({count.closed}): {count.roll}")
    return lines


def figure_name(what: str) -> str:
    """What a figure is, for people: "last day", "accrues from", "left in any 90 days"."""
    limit, _, of_limit = what.partition(" ")
    if of_limit in _OF_A_LIMIT:
        days = limit.removeprefix("times-").removeprefix("in-")
        where = f"in any {days} days" if days.isdigit() else _LIMITS.get(limit, limit)
        return f"{_OF_A_LIMIT[of_limit]} {where}"
    return _FIGURES.get(what, what.replace("_", " "))


_OF_A_LIMIT = {"left": "left", "breaks_on": "breaks", "earliest": "earliest"}
_LIMITS = {"length": "in one period", "gap": "after the gap"}
_FIGURES = {
    "closes": "last day",
    "still_to_pay": "still to be paid",
    "total": "accrued in all",
    "unpaid": "unpaid in all",
}


def due(o: Obligation) -> str:
    """A due date, or that its clock is stopped and the date it would have if it resumed today."""
    if o.stopped_since is None:
        return day(o.due)
    return f"not running ({short_day(o.due)} if it ran on today)"


def is_due(o: Obligation) -> str:
    """When it is due, or that its clock is stopped and how much time is left."""
    return f"due {day(o.due)}" if o.stopped_since is None else stops(o.days_left)


def stops(left: int | None) -> str:
    """How a clock stops for a suspension: `left` Business Days, None if it is not known."""
    text = "its clock stops while the suspension lasts"
    if left is None:
        return text
    days = f"{business_days(left)} {'is' if left == 1 else 'are'}" if left else "no Business Day is"
    return f"{text}; {days} left"


def step(value: Step) -> str:
    """One step of a trace: the day, its text, its Section where it rests on one."""
    when = f"{day(value.day)}: " if value.day else ""
    where = f" ({clause(value.clause)})" if value.clause else ""
    return f"{when}{value.text}{where}"


def figure(text: str) -> str:
    """A figure of a difference in words: an ISO date, an exact amount "n/d", a number with its noun
    (shares, days, times), or "none"."""
    if text == "none" or text.endswith((" day", " days", " time", " times")):
        return text
    if text.endswith(" shares"):
        return shares(int(text.removesuffix(" shares")))
    if "/" not in text:
        return day(date.fromisoformat(text))
    least, most = from_text(text)
    if ".." in text:
        return f"between {dollars(least)} and {dollars(most)}"
    return dollars(least)


def channel(name: str | None) -> str:
    """A channel's name as people write it; "" for none."""
    return channel_label(name or "")
