"""Sale Notices, Section 4(e): when a Holder may sell, and whether it gave notice of each sale.

The mailing of Questionnaires before the intended day, Section 2(b), is counted back likewise.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from dealclock.second.business_days import is_business_day, nth_business_day_after
from dealclock.second.deals import NotCoveredError
from dealclock.second.spelled.extensions import Owed, moved
from dealclock.second.spelled.notices import given_to_all
from dealclock.second.story import Known, Rule

ONE = timedelta(days=1)


def nth_business_day_before(day: date, n: int, calendar: str) -> date:
    """Counted back: the day itself is not counted."""
    while n:
        day -= ONE
        n -= is_business_day(day, calendar)
    return day


@dataclass(frozen=True, slots=True)
class Span:
    """The days on which a Holder may sell by a notice, both included, and the day it was given."""

    given: date
    opens: date
    closes: date
    holder: str


def spans(known: Known) -> dict[str, Span]:
    """Of each notice that all its addressees have."""
    found: dict[str, Span] = {}
    calendar = known.reading("business-day")
    for rule in known.story.form.of("window"):
        for notice in known.of(rule["opened_by"]):
            given = given_to_all(notice.given, rule["to"], known)
            if given is None:
                continue
            before = _business_days(rule["opens_after"])
            effective = _business_days(rule["effective_for"])
            opens = nth_business_day_after(given, before + _clear(known), calendar)
            match known.reading("sale-notice-effect"):
                case "FROM-WINDOW":
                    closes = nth_business_day_after(opens, effective - 1, calendar)
                case "NOTICE-DAY-COUNTS":
                    closes = nth_business_day_after(given, effective - 1, calendar)
                case _:
                    closes = nth_business_day_after(given, effective, calendar)
            found[f"{rule['id']}/{notice.id}"] = Span(given, opens, closes, notice.holder)
    return found


def _business_days(period: Rule) -> int:
    if period["unit"] != "business days":
        raise NotCoveredError(f"a window in {period['unit']}")
    return int(period["count"])


def _clear(known: Known) -> int:
    """One more where clear Business Days must lie between."""
    return int(known.reading("at-least-before") == "CLEAR-DAYS")


def sales_owed(known: Known) -> dict[str, Owed]:
    """The notice of each sale that needs one: its last day, and the day it was given."""
    found: dict[str, Owed] = {}
    open_spans = sorted(spans(known).items(), key=lambda each: each[1].opens)
    calendar = known.reading("business-day")
    for rule in known.story.form.of("window"):
        needed = rule.get("needed_for")
        own = [span for name, span in open_spans if name.startswith(f"{rule['id']}/")]
        for sale in known.of(needed["fact"] if needed else ""):
            before = _business_days(rule["opens_after"]) + _clear(known)
            last = nth_business_day_before(sale.on, before, calendar)
            done: date | None = None
            for holder in dict.fromkeys((sale.holder, "")):
                served = [s for s in own if s.holder == holder and s.opens <= sale.on <= s.closes]
                done = done or (served[-1].given if served else None)
            if done is None and known.reading("sale-notice-form") == "FORM-CONTROLS":
                forms = [d for e in known.about((needed or {})["form"], sale.id) for d in e.given]
                done = given_to_all(forms, rule["to"], known) if forms else None
                done = done if done is not None and done <= known.as_of else None
            name = f"{rule['id']}/{sale.id}"
            latest = max(last, done or last)
            due = moved(name, latest, known, holder=sale.holder, is_holders=True)
            found[name] = Owed(due, done)
    return found


def mailing(known: Known) -> tuple[date, date, date | None] | None:
    """The first and the last day to mail the Questionnaire, and the mailing that ended it: the
    first that was in time, or one that was late. None before a day of effectiveness is intended."""
    rule = known.story.form.one("window before")
    intentions = known.of(rule["before_intended"]) if rule else []
    if not intentions:
        return None
    mailings = [e.on for e in known.of(rule["met_by"]) if not e.holder]
    late: date | None = None
    for on in mailings:
        then = [e for e in intentions if e.on <= on][-1:] or intentions[:1]
        intended = then[0].target
        if known.reading("intended-day") == "LAST-INTENDED":
            intended = intentions[-1].target
        first, last = _mailing_days(rule, intended or date.max, known)
        if first <= on <= last:
            return first, last, on
        late = late or (on if on > last else None)
    first, last = _mailing_days(rule, intentions[-1].target or date.max, known)
    return first, last, late if known.as_of > last else None


def _mailing_days(rule: Rule, intended: date, known: Known) -> tuple[date, date]:
    calendar = known.reading("business-day")
    first = nth_business_day_before(intended, _business_days(rule["at_most"]), calendar)
    least = _business_days(rule["at_least"]) + _clear(known)
    last = nth_business_day_before(intended, least, calendar)
    return first, moved(rule["id"], last, known).on
