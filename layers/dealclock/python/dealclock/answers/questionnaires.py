"""Questionnaires sent and returned, who is in time, and the filings owed."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Annotated

from dealclock.answers.ask import Answer, answer
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.encode import Json, Keys
from dealclock.answers.heading import heading, list_left_out
from dealclock.engine.assess import assess
from dealclock.engine.assessment import ABSENT, Assessment, Difference
from dealclock.engine.conclusions import Obligation, Status, Window
from dealclock.engine.context import Context
from dealclock.engine.look import Look
from dealclock.engine.special.questionnaires.filings import FilingDue, dues
from dealclock.engine.special.questionnaires.mailing import SentNotice, sent
from dealclock.engine.special.questionnaires.requests import (
    Questionnaire,
    days_left,
    entitling,
    questionnaire,
    recorded,
    warning,
)
from dealclock.engine.special.usable import holders_named
from dealclock.errors import RefusedError
from dealclock.facts.log import EffectiveFact
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed
from dealclock.messages.status_lines import with_not_computed
from dealclock.messages.status_words import owed_word, window_word
from dealclock.messages.view import DealView
from dealclock.records import record
from dealclock.terms.neutral_ids import shown_choice
from dealclock.terms.readings import ALL
from dealclock.terms.rules.duties import FrequencyLimit, Request, WindowBefore

_STILL = frozenset({Status.UPCOMING, Status.DUE_TODAY, Status.OPEN, Status.LAST_DAY})
_WHICH_REQUEST = ("request-before-holding", "repeated-request", "own-extension")
"""The readings on which request a Holder is judged by, and its last day."""


@record
class _SendWindow:
    """The window to send Questionnaires before an intended day, and everything sent for it, each
    judged by itself, to a Holder or to all.
    """

    window: Window
    sent: Sequence[SentNotice]


@record
class _FormRequest:
    """A request to one Holder, or to all, and the answer owed to it: the day that the form itself
    states, and the Business Days left after the last day to answer before the intended day.
    """

    owed: Obligation
    request: EffectiveFact
    printed: date | None
    left: tuple[int, EffectiveFact] | None


@record
class _HolderForm:
    """The effect of a Holder's Questionnaire, and under the other choices of a reading, by both,
    that alone change its deadline, or whether it was on time for Additional Interest.
    """

    form: Questionnaire
    others: Mapping[tuple[str, str], Questionnaire]


@record
class _LateForm:
    """A late Questionnaire, and the obligation to file for it as assessed, if there is one."""

    instance: str
    due: FilingDue
    owed: Obligation | None

    @property
    def holder(self) -> str | None:
        """The Holder to be named."""
        return self.due.late.received.fact.holder

    @property
    def status(self) -> Status | None:
        """The status of the filing; None if none is owed."""
        return self.owed.status if self.owed else None


def _safe(days: tuple[date, date] | None) -> Json | None:
    """The days of a window that are safe, both included; `empty` if no day is, so that counsel must
    be asked. None if no reading narrows the window.
    """
    return days and {"opens": days[0], "closes": days[1], "empty": days[0] > days[1]}


def _day(figure: str) -> date | None:
    return None if figure == ABSENT else date.fromisoformat(figure)


_KEYS: Keys = {
    # `safe` are the safe days under each other reading alone, `safe_together` under all of them.
    _SendWindow: (
        "instance=window.instance clause=window.clause opens=window.opens closes=window.closes",
        "status=window.status",
        ("safe", lambda each: _safe(each.window.safe)),
        ("safe_together", lambda each: _safe(each.window.safe_together)),
        "sent why=window.why notes=window.notes trace=window.why.steps",
    ),
    SentNotice: (
        "id=fact.id on=fact.on holder=fact.fact.holder judged_by=days.target business_days_before",
        ("in_window", lambda each: each.problem is None),
        "problem",
    ),
    # `safe` is the earliest due date under another reading.
    _FormRequest: (
        "instance=owed.instance holder=request.fact.holder clause=owed.clause",
        "requested_on=owed.opens due=owed.due safe=owed.safe printed",
        ("intended", lambda each: each.left and each.left[1].fact.target),
        ("business_days_left", lambda each: each.left and each.left[0]),
        "status=owed.status met_on=owed.done_on",
        "why=owed.why notes=owed.notes trace=owed.why.steps",
    ),
    _HolderForm: (
        "holder=form.holder",
        ("request", lambda each: each.form.request and each.form.request.id),
        "deadline=form.deadline entitled_by=form.entitled_by delivered_on=form.delivered_on",
        "volunteered=form.volunteered in_initial_filing=form.in_initial_filing",
        "in_time_to_be_named=form.in_time_to_be_named",
        "in_time_for_interest=form.in_time_for_interest",
        ("restated_on", lambda each: each.form.restated and each.form.restated.on),
        (
            "other_readings",
            lambda each: [
                {
                    "reading": reading,
                    "choice": choice,
                    "deadline": there.deadline,
                    "in_time_for_interest": there.in_time_for_interest,
                }
                for (reading, choice), there in each.others.items()
            ],
        ),
        "why=form.why",
        ("notes", lambda _: ()),
        "trace=form.why.steps",
    ),
    # `principal` is that of its Notes, `together` that of all pending with it. The filing is due by
    # `file_by`, after `excused_until` if the limit on filings excused it; `act_by` is the last
    # practicable moment, by its `channel`.
    _LateForm: (
        "instance holder received_on=due.late.received.on",
        "principal=due.late.principal together=due.late.together",
        ("obliged", lambda each: each.due.by is not None),
        ("own_last_day", lambda each: each.due.own and each.due.own.result),
        ("excused_by", lambda each: each.due.excuse and each.due.excuse.used_by.id),
        ("excused_until", lambda each: each.due.excuse and each.due.excuse.until),
        "file_by=due.by status",
        ("act_by", lambda each: each.owed and each.owed.act_by),
        ("channel", lambda each: each.owed and each.owed.channel),
        ("act_by_trace", lambda each: each.owed.act_by_trace if each.owed else ()),
        ("furnish_by", lambda each: each.due.furnish and each.due.furnish.day),
        ("named_on", lambda each: each.due.late.named_by and each.due.late.named_by.on),
        "why=due.why notes=due.notes trace=due.why.steps",
    ),
    # The day a filing is due here and under another choice, null if it is not owed.
    Difference: (
        "reading choice instance",
        ("file_by", lambda each: _day(each.here)),
        ("there", lambda each: _day(each.there)),
    ),
}


@answer(keys=_KEYS, example="agreements/infocrossing-2004 --as-of 2004-11-20")
def questionnaires(
    look: Look,
    holder: Annotated[str | None, "one Holder, whether recorded or not", "HOLDER"] = None,
) -> Answer:
    """Every window, request, Holder and late Questionnaire of a deal; if a Holder is named,
    recorded or not, only its own and those sent to all.

    `other_filings` are the filings that another reading alone would move, add or remove. Of a
    Holder, `deadline` is the last day to be named, `entitled_by` the last day for Additional
    Interest; whether each was on time is null while it still may be. `restated_on` is the day of
    its last form if there are several.
    """
    if not any(isinstance(rule, Request | WindowBefore) for rule in look.in_force.provisions):
        raise RefusedError(
            f"the terms of {look.terms.id} have no Questionnaire. Use a deal that has one."
        )
    found, context = assess(look), look.context()
    left_out = list_left_out(look, holder)
    mailings = [*_mailings(found, context)]
    requests = [*_requests(found, context, holder)]
    holders = [*_holders(look, holder)]
    late = [*_late(found, context, holder)]
    others = [*_other_filings(found, context, holder)]
    body = {
        **heading(look, left_out),
        "windows": mailings,
        "requests": requests,
        "holders": holders,
        "late": late,
        "other_filings": others,
    }

    def headline(view: DealView) -> Iterator[str]:
        """What is overdue, then what is to be done next, and by when."""
        overdue = [each for each in late if each.status is Status.MISSED]
        if overdue:
            more = f" and {len(overdue) - 1} more" if len(overdue) > 1 else ""
            yield f"filing to name {overdue[0].holder}{more} overdue"
        ahead = [*_ahead(mailings, requests, late, view.as_of)]
        if following := min(ahead, default=None):
            yield f"{following[1]} {view.near(following[0])}"
        elif not overdue:
            yield "no window, request or filing is open"
        yield from _only_under_another(others, view)
        if holder is not None and holder not in holders_named(context):
            yield f"no event names {holder}"

    def say(view: DealView) -> Message:
        zone = view.terms.agreement.time_zone
        sections = (
            _section("Windows to send Questionnaires", map(_window_lines, mailings)),
            _section("Requests", map(_request_lines, requests)),
            _section("Holders", map(_holder_lines, holders)),
            _section("Late Questionnaires", (_late_lines(each, zone) for each in late)),
            listed("Filings under other readings", map(_filing_under, others)),
        )
        grounds = [
            *(each.window.why for each in mailings),
            *(each.owed.why for each in requests),
            *(each.form.why for each in holders),
            *(each.due.why for each in late),
        ]
        first = tuple(headline(view)) if grounds else ("no Questionnaire is recorded yet",)
        whole = with_not_computed(first, left_out)
        return compose(view, whole, sections, grounds, banners=terms_used(look))

    return Answer(body, say)


def _mailings(found: Assessment, context: Context) -> Iterator[_SendWindow]:
    for rule in context.terms.all_of(WindowBefore):
        if window := found.window(rule.id):
            yield _SendWindow(window, sent(rule, context.fresh()))


def _requests(found: Assessment, context: Context, only: str | None) -> Iterator[_FormRequest]:
    owed = {o.instance: o for o in found.obligations}
    for rule in context.terms.all_of(Request):
        for request in context.facts(rule.opened_by):
            each, to = owed.get(f"{rule.id}/{request.id}"), request.fact.holder
            if each is not None and (only is None or to in (None, only)):
                left = days_left(rule, each.due, context)
                yield _FormRequest(each, request, warning(rule, request, context), left)


def _holders(look: Look, only: str | None) -> Iterator[_HolderForm]:
    context = look.context()
    for schedule in context.terms.streams:
        if (rule := entitling(context, schedule.id)) is not None:
            for name in recorded(context, rule) if only is None else (only,):
                here = questionnaire(context.fresh(), rule, name)
                yield _HolderForm(here, dict(_others(here, rule, look)))


def _others(
    here: Questionnaire, rule: Request, look: Look
) -> Iterator[tuple[tuple[str, str], Questionnaire]]:
    """What each other choice of a reading that this Questionnaire depends on changes."""
    for reading in _WHICH_REQUEST:
        for choice in ALL[reading].open if reading in here.why.readings else ():
            there = questionnaire(look.context({reading: choice}), rule, here.holder)
            if _of_interest(there) != _of_interest(here):
                yield (reading, choice), there


def _of_interest(form: Questionnaire) -> tuple[date | None, bool | None]:
    return form.deadline, form.in_time_for_interest


def _late(found: Assessment, context: Context, only: str | None) -> Iterator[_LateForm]:
    for rule in context.terms.all_of(FrequencyLimit):
        for due in dues(rule, context):
            if only is None or due.late.received.fact.holder == only:
                instance = f"{rule.id}/{due.late.received.id}"
                yield _LateForm(instance, due, found.obligation(instance))


def _other_filings(found: Assessment, context: Context, only: str | None) -> Iterator[Difference]:
    rules = [rule.id for rule in context.terms.all_of(FrequencyLimit)]
    for each in found.differences:
        rule, _, form = each.instance.partition("/")
        if rule not in rules or each.what != "due":
            continue
        received = context.known.under(form)
        if only is None or (received is not None and received.fact.holder == only):
            yield each


def _filing_under(each: Difference) -> str:
    there = _day(each.there)
    owed = f"file by {words.day(there)}" if there else "no filing is owed"
    return f"{each.instance} under {each.reading}={shown_choice(each.reading, each.choice)}: {owed}"


def _only_under_another(others: Sequence[Difference], view: DealView) -> Iterator[str]:
    """A filing owed for more Notes of a Holder that is named, under the other reading alone."""
    for each in others:
        there = _day(each.there)
        if each.reading == "restated-holding" and each.here == ABSENT and there:
            yield f"under another reading, file for more Notes by {view.near(there)}"
            return


def _ahead(
    mailings: Sequence[_SendWindow],
    requests: Sequence[_FormRequest],
    late: Sequence[_LateForm],
    as_of: date,
) -> Iterator[tuple[date, str]]:
    """What is still to be done, each with its day: the earliest ahead under any reading."""
    for window in (each.window for each in mailings):
        if window.status in _STILL:
            safe = window.safe_together
            last = safe[1] if safe and safe[0] <= safe[1] else None
            yield _earliest(last, window.closes, as_of), "send Questionnaires by"
    for each in requests:
        if each.owed.status in _STILL:
            to = each.request.fact.holder
            whose = f"Questionnaire of {to}" if to else "Questionnaires"
            yield _earliest(each.owed.safe, each.owed.due, as_of), f"{whose} due back"
    for filing in late:
        if filing.due.by and filing.status in _STILL:
            yield filing.due.by, f"file to name {filing.holder} by"


def _earliest(safe: date | None, day: date, as_of: date) -> date:
    return safe if safe and as_of <= safe < day else day


def _section(title: str, parts: Iterator[Iterator[str]]) -> Section:
    """Each part's first line with a bullet, its other lines below it."""
    lines = (
        f"{'  ' if place else '• '}{line}" for part in parts for place, line in enumerate(part)
    )
    return Section(title=title, lines=tuple(lines))


def _window_lines(each: _SendWindow) -> Iterator[str]:
    window = each.window
    days = _span((window.opens, window.closes))
    yield f"{window.instance}: {days}, {window_word(window.status)}"
    if safe := window.safe_together:
        yield f"Safe under every reading: {'no day' if safe[0] > safe[1] else _span(safe)}"
    yield from map(_sent, each.sent)


def _span(days: tuple[date, date]) -> str:
    return f"{words.day(days[0])} to {words.day(days[1])}"


def _sent(each: SentNotice) -> str:
    days, judged_by = words.business_days(each.business_days_before), words.day(each.days.target)
    how = each.problem or "inside the window"
    return f"{each.fact.id} was sent {words.day(each.fact.on)}, {days} before {judged_by}: {how}"


def _request_lines(each: _FormRequest) -> Iterator[str]:
    owed, to = each.owed, each.request.fact.holder or "all Holders"
    yield f"{owed.instance} to {to}: due {words.day(owed.due)}, {owed_word(owed.status)}"
    if owed.safe and owed.status in _STILL:
        yield f"Earliest under another reading: {words.day(owed.safe)}"
    if each.printed:
        yield f"The form prints {words.day(each.printed)}"
    if each.left and (intended := each.left[1].fact.target):
        yield f"{words.business_days(each.left[0])} left before {words.day(intended)}"


def _holder_lines(each: _HolderForm) -> Iterator[str]:
    yield from _standing(each.form)
    if each.form.restated:
        yield f"A later form of {words.day(each.form.restated.on)} states its Notes"
    for (reading, choice), there in each.others.items():
        last = f" ({words.day(there.deadline)})" if there.deadline else ""
        interest = _in_time(there.in_time_for_interest) if there.deadline else "not asked"
        yield f"Under {reading}={shown_choice(reading, choice)}: {interest}{last}"


def _standing(each: Questionnaire) -> Iterator[str]:
    delivered = f"delivered {words.day(each.delivered_on)}" if each.delivered_on else ""
    when = f"{each.holder}: {delivered or 'not delivered'}"
    if each.in_initial_filing:
        yield f"{when}, before any request; to be named in the initial filing"
        yield "Not barred from Additional Interest"
        return
    if each.deadline is None:
        after = ", after the initial filing" if each.volunteered else ""
        yield f"{when}{after}; no deadline is open"
        return
    named, interest = _in_time(each.in_time_to_be_named), _in_time(each.in_time_for_interest)
    yield f"{when}; {named} to be named ({words.day(each.deadline)})"
    if each.entitled_by:
        last = words.day(each.entitled_by)
        yield words.sentence(f"{interest} for Additional Interest ({last})")


def _in_time(value: bool | None) -> str:
    return {True: "in time", False: "too late", None: "still open"}[value]


def _late_lines(each: _LateForm, zone: str) -> Iterator[str]:
    due, owed, late = each.due, each.owed, each.due.late
    received = f"{each.instance} of {each.holder}: received {words.day(late.received.on)}"
    if due.by is None:
        yield f"{received}; no filing is owed; {words.dollars(late.together)} of Notes pending"
    else:
        deferred = ""
        if due.excuse and due.own:
            own, by = words.day(due.own.result), due.excuse.used_by.id
            deferred = f" (deferred from {own} by {by})"
        yield f"{received}; file by {words.day(due.by)}{deferred}{_outcome(each)}"
    if owed and owed.act_by:
        yield f"Act by {words.instant(owed.act_by, zone)}, by {words.channel(owed.channel)}"
    if due.furnish:
        yield f"Drafts by {words.day(due.furnish.day)}"
    yield from map(words.sentence, due.notes)


def _outcome(each: _LateForm) -> str:
    """The outcome of the filing owed: named and when, or overdue; "" while it is open."""
    if named := each.due.late.named_by:
        late = ", satisfied late" if each.status is Status.MET_LATE else ""
        return f"; named {words.day(named.on)}{late}"
    return "; overdue" if each.status is Status.MISSED else ""
