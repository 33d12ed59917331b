"""Questionnaires sent and returned, who is in time, and filings owed: the result and its
computation.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction

from dealclock.agreement.readings import ALL
from dealclock.agreement.rules.duties import FrequencyLimit, Request, WindowBefore
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.answers.heading import Heading
from dealclock.answers.question import option
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.engine.conclusions import Obligation, Status, Window
from dealclock.engine.context import Context
from dealclock.engine.look import Look
from dealclock.engine.special.questionnaires.entitlement import (
    Questionnaire,
    entitling,
    questionnaire,
    recorded,
)
from dealclock.engine.special.questionnaires.filings import FilingDue, dues
from dealclock.engine.special.questionnaires.mailing import SentNotice, sent
from dealclock.engine.special.questionnaires.requests import days_left, warning
from dealclock.engine.why import Step, Why
from dealclock.facts.log import EffectiveFact


@dataclass(frozen=True, slots=True)
class QuestionnairesQuery:
    """The Questionnaires to show: all of a deal, or those of one Holder."""

    holder: str | None = option("one Holder, whether recorded or not", shown="HOLDER")


@dataclass(frozen=True, slots=True)
class SafeDays:
    """The days of a window that are safe, both included; `empty` if no day is, so that counsel must
    be asked.
    """

    opens: date
    closes: date
    empty: bool

    @classmethod
    def of(cls, days: tuple[date, date] | None) -> "SafeDays | None":
        """Built from the first and the last day; None if no reading narrows the window."""
        return None if days is None else cls(*days, empty=days[0] > days[1])


@dataclass(frozen=True, slots=True)
class SentQuestionnaire:
    """A request sent to a Holder, or to all if `holder` is None, and whether it was sent in the
    window before the day it is judged by.
    """

    id: str
    on: date
    holder: str | None
    judged_by: date
    business_days_before: int
    in_window: bool
    problem: str | None

    @classmethod
    def of(cls, each: SentNotice) -> "SentQuestionnaire":
        """Built from the engine's result."""
        return cls(
            id=each.fact.id,
            on=each.fact.on,
            holder=each.fact.fact.holder,
            judged_by=each.days.target,
            business_days_before=each.business_days_before,
            in_window=each.problem is None,
            problem=each.problem,
        )


@dataclass(frozen=True, slots=True)
class QuestionnaireWindow:
    """The window to send Questionnaires before an intended day, and everything sent for it, each
    judged by itself. `safe` are its safe days under each other reading alone, `safe_together` under
    all of them."""

    instance: str
    clause: str
    opens: date
    closes: date
    status: Status
    safe: SafeDays | None
    safe_together: SafeDays | None
    sent: tuple[SentQuestionnaire, ...]
    why: Why
    notes: tuple[str, ...]

    @classmethod
    def of(cls, window: Window, rule: WindowBefore, context: Context) -> "QuestionnaireWindow":
        """Built from the engine's result."""
        return cls(
            instance=window.instance,
            clause=window.clause,
            opens=window.opens,
            closes=window.closes,
            status=window.status,
            safe=SafeDays.of(window.safe),
            safe_together=SafeDays.of(window.safe_together),
            sent=tuple(map(SentQuestionnaire.of, sent(rule, context))),
            why=window.why,
            notes=window.notes,
        )


@dataclass(frozen=True, slots=True)
class QuestionnaireRequest:
    """A request to one Holder, or to all if `holder` is None: the last day to answer it, the day
    that the form itself states, and the Business Days left after it before the `intended` day.
    `safe` is the earliest due date under another reading.
    """

    instance: str
    holder: str | None
    clause: str
    requested_on: date
    due: date
    safe: date | None
    printed: date | None
    intended: date | None
    business_days_left: int | None
    status: Status
    met_on: date | None
    why: Why
    notes: tuple[str, ...]

    @classmethod
    def of(
        cls, owed: Obligation, request: EffectiveFact, rule: Request, context: Context
    ) -> "QuestionnaireRequest":
        """Built from the engine's result."""
        left = days_left(rule, owed.due, context)
        return cls(
            instance=owed.instance,
            holder=request.fact.holder,
            clause=owed.clause,
            requested_on=owed.opens,
            due=owed.due,
            safe=owed.safe,
            printed=warning(rule, request, context),
            intended=left[1].fact.target if left else None,
            business_days_left=left[0] if left else None,
            status=owed.status,
            met_on=owed.done_on,
            why=owed.why,
            notes=owed.notes,
        )


@dataclass(frozen=True, slots=True)
class FormUnderReading:
    """The deadline of a Holder's Questionnaire, and whether it was on time for Additional Interest,
    under another choice of one reading.
    """

    reading: str
    choice: str
    deadline: date | None
    in_time_for_interest: bool | None


@dataclass(frozen=True, slots=True)
class HolderQuestionnaire:
    """The effect of a Holder's Questionnaire. `deadline` is the last day to be named, `entitled_by`
    the last day for Additional Interest; whether each was on time is None while it still may be.
    `restated_on` is the day of its last form if there are several; `other_readings` are the other
    choices that alone change any of these.
    """

    holder: str
    request: str | None
    deadline: date | None
    entitled_by: date | None
    delivered_on: date | None
    volunteered: bool
    in_initial_filing: bool
    in_time_to_be_named: bool | None
    in_time_for_interest: bool | None
    restated_on: date | None
    other_readings: tuple[FormUnderReading, ...]
    why: Why
    notes: tuple[str, ...]

    @classmethod
    def of(
        cls, each: Questionnaire, others: tuple[FormUnderReading, ...] = ()
    ) -> "HolderQuestionnaire":
        """Built from the engine's result."""
        return cls(
            holder=each.holder,
            request=each.request.id if each.request else None,
            deadline=each.deadline,
            entitled_by=each.entitled_by,
            delivered_on=each.delivered_on,
            volunteered=each.volunteered,
            in_initial_filing=each.in_initial_filing,
            in_time_to_be_named=each.in_time_to_be_named,
            in_time_for_interest=each.in_time_for_interest,
            restated_on=each.restated.on if each.restated else None,
            other_readings=others,
            why=each.why,
            notes=(),
        )


@dataclass(frozen=True, slots=True)
class LateQuestionnaire:
    """A late Questionnaire, and the filing it obliges the Company to make.

    `principal` is that of its Notes, `together` that of all pending with it. The filing is due by
    `file_by`, after `excused_until` if the limit on filings excused it; `act_by` is the last
    practicable moment, by its `channel`.
    """

    instance: str
    holder: str | None
    received_on: date
    principal: Fraction
    together: Fraction
    obliged: bool
    own_last_day: date | None
    excused_by: str | None
    excused_until: date | None
    file_by: date | None
    status: Status | None
    act_by: datetime | None
    channel: str | None
    act_by_trace: tuple[Step, ...]
    furnish_by: date | None
    named_on: date | None
    why: Why
    notes: tuple[str, ...]

    @classmethod
    def of(cls, instance: str, due: FilingDue, owed: Obligation | None) -> "LateQuestionnaire":
        """Built from the engine's result, and the obligation to file if there is one."""
        late, excuse = due.late, due.excuse
        return cls(
            instance=instance,
            holder=late.received.fact.holder,
            received_on=late.received.on,
            principal=late.principal,
            together=late.together,
            obliged=due.by is not None,
            own_last_day=due.own.result if due.own else None,
            excused_by=excuse.used_by.id if excuse else None,
            excused_until=excuse.until if excuse else None,
            file_by=due.by,
            status=owed.status if owed else None,
            act_by=owed.act_by if owed else None,
            channel=owed.channel if owed else None,
            act_by_trace=owed.act_by_trace if owed else (),
            furnish_by=due.furnish.day if due.furnish else None,
            named_on=late.named_by.on if late.named_by else None,
            why=due.why,
            notes=due.notes,
        )


@dataclass(frozen=True, slots=True)
class FilingUnder:
    """The day a filing is due under another choice of one reading, None if it is not owed there;
    `file_by` is the day here.
    """

    reading: str
    choice: str
    instance: str
    file_by: date | None
    there: date | None


@dataclass(frozen=True, slots=True)
class QuestionnairesResult:
    """Every window, request, Holder and late Questionnaire asked for; `other_filings` are the
    filings that another reading alone would move, add or remove.
    """

    heading: Heading
    windows: tuple[QuestionnaireWindow, ...]
    requests: tuple[QuestionnaireRequest, ...]
    holders: tuple[HolderQuestionnaire, ...]
    late: tuple[LateQuestionnaire, ...]
    other_filings: tuple[FilingUnder, ...]


def answer(look: Look, request: QuestionnairesQuery) -> QuestionnairesResult:
    """Everything about the Questionnaires of a deal; if a Holder is named, recorded or not, only
    its own and those sent to all.
    """
    found = assess(Look(look.terms, look.log, look.as_of, look.known_at, look.readings))
    context = look.context()
    return QuestionnairesResult(
        heading=Heading.of(look, agreements=True, holder=request.holder),
        windows=tuple(_windows(found, context)),
        requests=tuple(_requests(found, context, request.holder)),
        holders=tuple(_holders(look, request.holder)),
        late=tuple(_late(found, context, request.holder)),
        other_filings=tuple(_other_filings(found, context, request.holder)),
    )


def _other_filings(found: Assessment, context: Context, only: str | None) -> Iterator[FilingUnder]:
    rules = [rule.id for rule in context.terms.all_of(FrequencyLimit)]
    for each in found.differences:
        rule, _, form = each.instance.partition("/")
        if rule not in rules or each.what != "due":
            continue
        received = context.known.under(form)
        if only is None or (received is not None and received.fact.holder == only):
            here, there = _day(each.here), _day(each.there)
            yield FilingUnder(each.reading, each.choice, each.instance, here, there)


def _day(figure: str) -> date | None:
    return None if figure == ABSENT else date.fromisoformat(figure)


def _windows(found: Assessment, context: Context) -> Iterator[QuestionnaireWindow]:
    for rule in context.terms.all_of(WindowBefore):
        window = found.window(rule.id)
        if window:
            yield QuestionnaireWindow.of(window, rule, context.fresh())


def _requests(
    found: Assessment, context: Context, only: str | None
) -> Iterator[QuestionnaireRequest]:
    owed = {o.instance: o for o in found.obligations}
    for rule in context.terms.all_of(Request):
        for request in context.facts(rule.opened_by):
            each, to = owed.get(f"{rule.id}/{request.id}"), request.fact.holder
            if each is not None and (only is None or to in (None, only)):
                yield QuestionnaireRequest.of(each, request, rule, context)


_WHICH_REQUEST = ("request-before-holding", "repeated-request", "own-extension")
"""The readings on which request a Holder is judged by, and its last day."""


def _holders(look: Look, only: str | None) -> Iterator[HolderQuestionnaire]:
    context = look.context()
    for schedule in context.terms.all_of(RateSchedule):
        if (rule := entitling(context, schedule.id)) is not None:
            for name in recorded(context, rule) if only is None else (only,):
                here = questionnaire(context.fresh(), rule, name)
                yield HolderQuestionnaire.of(here, tuple(_others(here, rule, look)))


def _others(here: Questionnaire, rule: Request, look: Look) -> Iterator[FormUnderReading]:
    """What each other choice of a reading that this Questionnaire depends on changes."""
    for reading in _WHICH_REQUEST:
        for choice in ALL[reading].open if reading in here.why.readings else ():
            there = replace(look, readings={**look.used, reading: choice}).context()
            found = questionnaire(there, rule, here.holder)
            result = (found.deadline, found.in_time_for_interest)
            if result != (here.deadline, here.in_time_for_interest):
                yield FormUnderReading(reading, choice, *result)


def _late(found: Assessment, context: Context, only: str | None) -> Iterator[LateQuestionnaire]:
    for rule in context.terms.all_of(FrequencyLimit):
        for due in dues(rule, context):
            if only is None or due.late.received.fact.holder == only:
                instance = f"{rule.id}/{due.late.received.id}"
                yield LateQuestionnaire.of(instance, due, found.obligation(instance))
