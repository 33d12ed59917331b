"""Deadlines, conditions, lead times, duties, notices, requests, reviews, late filings and windows
before a day as spellings of obligations.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from dealclock.agreement.day_language import (
    ByReading,
    Day,
    DayAmong,
    EventDay,
    ItsDay,
    NamedDay,
    PartOf,
    PeriodDay,
)
from dealclock.agreement.general.obligation import LapseTerms, ObligationTerms
from dealclock.agreement.rules.duties import (
    Condition,
    Deadline,
    Duty,
    FrequencyLimit,
    LeadTime,
    MinimumPeriod,
    Notice,
    PrintedDeadline,
    Request,
    UndatedDutyRule,
    WindowBefore,
)
from dealclock.agreement.rules.rule import DefaultTerms, Period, Rule, SatisfiableRule

OCCURS = ByReading("default-occurs", (("LAPSE", 0), ("NEXT-DAY", 1)))
_RELATES_BACK = ByReading("uncured-default-occurs", (("AT-LAPSE", False), ("RELATE-BACK", True)))
_STOPS = ByReading("default-at-period-end", (("STOP", True), ("RUN-ON", False)))
_IT = ItsDay("day")


@lru_cache(maxsize=1024)
def _lapse(
    id: str,  # noqa: A002
    clause: str,
    title: str,
    cured_by: str,
    closing: str | None,
    fails: bool,
) -> LapseTerms:
    return LapseTerms(
        id=id,
        clause=clause,
        title=title,
        cured_by=cured_by,
        closing=closing,
        occurs=OCCURS,
        relates_back=_RELATES_BACK if fails else False,
        stops_with_period=_STOPS if fails else False,
    )


def lapse_of(terms: DefaultTerms, closing: str | None = None, *, fails: bool = True) -> LapseTerms:
    """A default in the general form; `closing` is the date it belongs to unless it names one.
    `fails`: it is of a failure in a period, to which it may relate back and with which it may stop.
    """
    if isinstance(terms, LapseTerms):
        return terms
    closing = terms.closing or closing
    return _lapse(terms.id, terms.clause, terms.title, terms.cured_by, closing, fails)


def _rule(rule: Rule, **general: Any) -> ObligationTerms:
    """A provision in the general form, with what every provision has."""
    acts = {}
    if isinstance(rule, SatisfiableRule):
        acts = {"early": rule.early, "opening_day": rule.opening_day}
    met_by = getattr(rule, "met_by", None)
    named = {name: getattr(rule, name) for name in Rule.model_fields}
    return ObligationTerms(
        **named,
        **acts,
        satisfied_by=(met_by,) if met_by else (),
        **general,
    )


def _deadline(rule: Deadline) -> ObligationTerms:
    """Due within a period after a date, or by the latest of several such days."""
    days: tuple[Day, ...] = tuple(
        PeriodDay(NamedDay(each.after), each.within) for each in rule.times
    )
    dates: tuple[Day, ...] = tuple(NamedDay(each.after) for each in rule.times)
    closing = None if rule.or_later else rule.after
    return _rule(
        rule,
        opens=DayAmong("earliest of", dates) if rule.or_later else dates[0],
        due=DayAmong("latest of", days) if rule.or_later else days[0],
        lapse=lapse_of(rule.on_lapse, closing, fails=False) if rule.on_lapse else None,
    )


def _condition(rule: Condition) -> ObligationTerms:
    """Due by the day of an event, or meanwhile by the deadline for it."""
    return _rule(
        rule,
        opens=PartOf("opening", rule.expected_by),
        due=EventDay((rule.not_later_than,)),
        expected=PartOf("due", rule.expected_by),
    )


def _lead_time(rule: LeadTime) -> ObligationTerms:
    """A right to ask until a number of days before the day that an event names."""
    least = rule.at_least.model_copy(update={"first_day": "not counted"})
    return _rule(rule, each=(rule.before_each,), may=True, due=_at_least_before_its_target(least))


def _at_least_before_its_target(least: Period) -> ByReading[Day]:
    """The last day that is at least a period before the day an event names."""
    clear = least.model_copy(update={"clear": True})
    nth, whole = (PeriodDay(ItsDay("target"), period, before=True) for period in (least, clear))
    return ByReading("at-least-before", (("NTH-DAY", nth), ("CLEAR-DAYS", whole)))


def _window_before(rule: WindowBefore) -> ObligationTerms:
    """Due from one number of days before the day that an event names to another."""
    return _rule(
        rule,
        each=(rule.before_intended,),
        opens=PeriodDay(ItsDay("target"), rule.at_most, before=True),
        due=_at_least_before_its_target(rule.at_least),
    )


def printed_day(form: PrintedDeadline) -> PeriodDay:
    """The last day that a form itself prints."""
    return PeriodDay(ItsDay("deemed", form.delivered_to), form.within)


def _request(rule: Request) -> ObligationTerms:
    """Due within a period after each request, or after it is deemed given, or as the form says."""
    due: Day = PeriodDay(_IT, rule.within)
    if rule.counts_from == "date":
        given = PeriodDay(ItsDay("deemed", rule.to), rule.within)
        printed = printed_day(rule.printed) if rule.printed else due
        days = (("DEEMED-GIVEN", given), ("REQUEST-DATE", due), ("EXHIBIT-A", printed))
        due = ByReading("questionnaire-runs-from", days)
    return _rule(rule, each=(rule.opened_by,), due=due, per="holder")


def _frequency_limit(rule: FrequencyLimit) -> ObligationTerms:
    """Due within a period after each late answer, as far as one is owed (engine/special)."""
    return _rule(rule, each=(rule.opened_by,), due=PeriodDay(_IT, rule.within))


def _minimum_period(rule: MinimumPeriod) -> ObligationTerms:
    """Due a period before each act that must wait for it (engine/special)."""
    return _rule(rule, each=rule.before, due=PeriodDay(_IT, rule.at_least, before=True))


def _duty(rule: Duty) -> ObligationTerms:
    """Due within a period after each event, or after it became known."""
    start: Day = _IT
    if rule.known_by:
        known = DayAmong("latest known of", (_IT, EventDay((rule.known_by,), about_it=True)))
        start = ByReading("advice-event", (("KNOWLEDGE", known), ("EVENT", _IT)))
    return _rule(
        rule,
        each=rule.opened_by,
        during=rule.during,
        due=PeriodDay(start, rule.within),
        to=rule.to,
        asks_about=rule.asks_about,
    )


def _undated(rule: UndatedDutyRule) -> ObligationTerms:
    return _rule(rule, each=rule.opened_by, during=rule.during, standard=rule.standard)


def _notice(rule: Notice) -> ObligationTerms:
    """Due within a period after each default, to everyone it is owed to."""
    days = (("DEFAULT-DATE", _IT), ("FIRST-ACCRUAL-DAY", ItsDay("accrual")))
    idle = (("GIVEN", True), ("NOT-OWED", False))
    steps = (("NOT-OWED", False), ("EACH-STEP", True))
    return _rule(
        rule,
        each=(rule.after_each,),
        due=PeriodDay(ByReading("notice-event", days), rule.within),
        to=rule.to,
        matched="about it",
        notice_if_idle=ByReading("notice-of-idle-default", idle),
        again_at_each_step=ByReading("notice-of-rate-step", steps),
    )


SPELLINGS: Mapping[type[Rule], Callable[[Any], ObligationTerms]] = {
    Deadline: _deadline,
    Condition: _condition,
    LeadTime: _lead_time,
    Duty: _duty,
    UndatedDutyRule: _undated,
    Notice: _notice,
    Request: _request,
    WindowBefore: _window_before,
    FrequencyLimit: _frequency_limit,
    MinimumPeriod: _minimum_period,
}
