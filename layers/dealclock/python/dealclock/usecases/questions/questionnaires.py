"""`questionnaires`: when they go out and come back, who keeps what, and what is filed for whom."""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from typing import Any

from dealclock.agreement.rules.filings import FrequencyLimit
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.agreement.rules.requests import Request, WindowBefore
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Status
from dealclock.engine.context import Context
from dealclock.engine.questionnaires.entitlement import Entitlements
from dealclock.engine.questionnaires.filings import dues
from dealclock.engine.questionnaires.mailing import sent
from dealclock.engine.questionnaires.requests import days_left, warning
from dealclock.render import questionnaires_json as shown
from dealclock.render import words
from dealclock.render.in_force import told_version
from dealclock.render.layout import wrapped
from dealclock.render.status_words import owed_word, window_word
from dealclock.usecases.questions.question import Detail, Json, Query, Question


def answer(asked: Query) -> Json:
    """Every window, request, Holder and late Questionnaire; of one Holder when one is named."""
    found = assess(asked.terms, asked.log, asked.as_of, asked.known_at, asked.readings)
    given = asked.in_force()
    context = given.context()
    holder = asked.details.get("holder")
    only = None if holder is None else str(holder)
    return shown.document(
        given,
        _windows(found, context),
        _requests(found, context, only),
        _holders(context, only),
        _late(found, context, only),
    )


def _windows(found: Assessment, context: Context) -> Iterator[Json]:
    for rule in context.terms.all_of(WindowBefore):
        window = found.window(rule.id)
        if window:
            yield shown.window(window, sent(rule, context.fresh()))


def _requests(found: Assessment, context: Context, only: str | None) -> Iterator[Json]:
    owed = {o.instance: o for o in found.obligations}
    for rule in context.terms.all_of(Request):
        for request in context.facts(rule.opened_by):
            each, to = owed.get(f"{rule.id}/{request.id}"), request.fact.holder
            if each is None or (only is not None and to not in (None, only)):
                continue
            early = warning(rule.printed, request, context) if rule.printed else None
            yield shown.request(each, to, early, days_left(rule, each.due, context))


def _holders(context: Context, only: str | None) -> Iterator[Json]:
    for schedule in context.terms.all_of(RateSchedule):
        all_of_them = Entitlements(schedule.id, context)
        for name in all_of_them.holders if only is None else (only,):
            if all_of_them.needed:
                yield shown.holder(all_of_them.of(name))


def _late(found: Assessment, context: Context, only: str | None) -> Iterator[Json]:
    for rule in context.terms.all_of(FrequencyLimit):
        for due in dues(rule, context):
            if only is None or due.late.received.fact.holder == only:
                instance = f"{rule.id}/{due.late.received.id}"
                yield shown.late(instance, due, found.obligation(instance))


def render(answered: Json, width: int) -> Iterator[str]:
    """The windows, the requests, the Holders and the late Questionnaires, a line or two each."""
    found: dict[str, Any] = answered
    yield from wrapped(f"Questionnaires as of {words.iso(found['as_of'])}:", width)
    yield from told_version(found, width)
    for line in (
        *map(_tell_window, found["windows"]),
        *map(_tell_request, found["requests"]),
        *map(_tell_holder, found["holders"]),
        *map(_tell_late, found["late"]),
    ):
        yield from wrapped(line, width, 2, 4)
    if not any(found[part] for part in ("windows", "requests", "holders", "late")):
        yield from wrapped("None is recorded yet.", width, 2, 2)
    yield from wrapped(found["notice"], width)


def _tell_window(w: dict[str, Any]) -> str:
    days = f"{words.iso(w['opens'])} to {words.iso(w['closes'])}"
    says = f"{w['instance']}: {days}, {window_word(w['status'])}"
    if safe := w["safe_together"]:
        days = f"{words.iso(safe['opens'])} to {words.iso(safe['closes'])}"
        says += f"; safe under every reading: {'no day' if safe['empty'] else days}"
    for s in w["sent"]:
        how = s["problem"] or "inside the window"
        many = words.business_days(s["business_days_before"])
        by = words.iso(s["judged_by"])
        says += f"; {s['id']} was sent {words.iso(s['on'])}, {many} before {by}: {how}"
    return says


def _tell_request(r: dict[str, Any]) -> str:
    to = r["holder"] or "all Holders"
    stands = owed_word(r["status"])
    says = f"{r['instance']} to {to}: due {words.iso(r['due'])}, {stands}"
    if r["printed"]:
        says += f"; the form prints {words.iso(r['printed'])}"
    if r["intended"]:
        left = words.business_days(r["business_days_left"])
        says += f"; {left} left before {words.iso(r['intended'])}"
    return says


def _tell_holder(h: dict[str, Any]) -> str:
    when = f"delivered {words.iso(h['delivered_on'])}" if h["delivered_on"] else "not delivered"
    if h["in_initial_filing"]:
        says = f"{h['holder']}: {when}, before any request; to be named in the initial filing"
        return f"{says}; not barred from Additional Interest"
    if h["deadline"] is None:
        after = ", after the initial filing" if h["volunteered"] else ""
        return f"{h['holder']}: {when}{after}; no deadline is open"
    named, interest = h["in_time_to_be_named"], h["in_time_for_interest"]
    says = f"{h['holder']}: {when}; {_in_time(named)} to be named"
    if h["entitled_by"]:
        says += f" ({words.iso(h['deadline'])}), {_in_time(interest)} for Additional Interest"
        says += f" ({words.iso(h['entitled_by'])})"
    return says


def _in_time(value: bool | None) -> str:
    return {True: "in time", False: "too late", None: "still open"}[value]


def _tell_late(each: dict[str, Any]) -> str:
    says = f"{each['instance']} of {each['holder']}: received {words.iso(each['received_on'])}, "
    if not each["obliged"]:
        wait = words.dollars(Fraction(each["together_exact"]))
        return f"{says}no filing is owed; {wait} of Notes pending"
    says += f"file by {words.iso(each['file_by'])}"
    if each["excused_by"]:
        says += f" (deferred from {words.iso(each['own_last_day'])} by {each['excused_by']})"
    if each["act_by"]:
        moment = datetime.fromisoformat(each["act_by"])
        until = f"{words.day(moment.date())} {moment:%H:%M} in New York"
        says += f", by {words.channel(each['channel'])} until {until}"
    if each["furnish_by"]:
        says += f", drafts by {words.iso(each['furnish_by'])}"
    if each["named_on"]:
        late = ", satisfied late" if each["status"] == Status.MET_LATE else ""
        return f"{says}; named {words.iso(each['named_on'])}{late}"
    return f"{says}; overdue" if each["status"] == Status.MISSED else says


QUESTION = Question(
    "questionnaires",
    (Detail("holder", "one Holder, whether recorded or not", "word", shown="HOLDER"),),
    answer,
    render,
    "agreements/infocrossing-2004 --as-of 2004-11-20",
)
