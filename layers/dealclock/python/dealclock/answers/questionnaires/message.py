"""Questionnaires in words."""

from collections.abc import Iterator
from datetime import date

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.question import resting_on
from dealclock.answers.questionnaires.result import (
    FilingUnder,
    HolderQuestionnaire,
    LateQuestionnaire,
    QuestionnaireRequest,
    QuestionnairesResult,
    QuestionnaireWindow,
    SentQuestionnaire,
)
from dealclock.engine.conclusions import Status
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed
from dealclock.messages.status_lines import with_not_computed
from dealclock.messages.status_words import owed_word, window_word
from dealclock.messages.view import DealView

_STILL = frozenset({Status.UPCOMING, Status.DUE_TODAY, Status.OPEN, Status.LAST_DAY})


def message(result: QuestionnairesResult, view: DealView) -> Message:
    """The windows, the requests, the Holders and the late Questionnaires, a few lines each."""
    zone = view.terms.agreement.time_zone
    sections = (
        _section("Windows to send Questionnaires", map(_window, result.windows)),
        _section("Requests", map(_request, result.requests)),
        _section("Holders", map(_holder, result.holders)),
        _section("Late Questionnaires", (_late(each, zone) for each in result.late)),
        listed("Filings under other readings", map(_filing_under, result.other_filings)),
    )
    parts = (*result.windows, *result.requests, *result.holders, *result.late)
    found = tuple(_headline(result, view)) if parts else ("no Questionnaire is recorded yet",)
    headline = with_not_computed(found, result.heading.not_computed)
    banners = terms_used(result.heading)
    return compose(view, headline, sections, resting_on(parts), banners=banners)


def _filing_under(each: FilingUnder) -> str:
    there = f"file by {words.day(each.there)}" if each.there else "no filing is owed"
    return f"{each.instance} under {each.reading}={each.choice}: {there}"


def _only_under_another(result: QuestionnairesResult, view: DealView) -> Iterator[str]:
    """A filing owed for more Notes of a Holder that is named, under the other reading alone."""
    for each in result.other_filings:
        if each.reading == "restated-holding" and each.file_by is None and each.there:
            yield f"under another reading, file for more Notes by {view.near(each.there)}"
            return


def _headline(result: QuestionnairesResult, view: DealView) -> Iterator[str]:
    """What is overdue, then what is to be done next, and by when."""
    late = [each for each in result.late if each.status is Status.MISSED]
    if late:
        more = f" and {len(late) - 1} more" if len(late) > 1 else ""
        yield f"filing to name {late[0].holder}{more} overdue"
    if following := min(_ahead(result), default=None):
        yield f"{following[1]} {view.near(following[0])}"
    elif not late:
        yield "no window, request or filing is open"
    yield from _only_under_another(result, view)


def _ahead(result: QuestionnairesResult) -> Iterator[tuple[date, str]]:
    """What is still to be done, each with its day: the earliest ahead under any reading."""
    as_of = result.heading.as_of
    for window in result.windows:
        if window.status in _STILL:
            safe = window.safe_together
            first = safe.closes if safe and not safe.empty else None
            yield _earliest(first, window.closes, as_of), "send Questionnaires by"
    for request in result.requests:
        if request.status in _STILL:
            whose = f"Questionnaire of {request.holder}" if request.holder else "Questionnaires"
            yield _earliest(request.safe, request.due, as_of), f"{whose} due back"
    for late in result.late:
        if late.file_by and late.status in _STILL:
            yield late.file_by, f"file to name {late.holder} by"


def _earliest(safe: date | None, day: date, as_of: date) -> date:
    return safe if safe and as_of <= safe < day else day


def _section(title: str, parts: Iterator[Iterator[str]]) -> Section:
    """Each part's first line with a bullet, its other lines below it."""
    lines = (
        f"{'  ' if place else '• '}{line}" for part in parts for place, line in enumerate(part)
    )
    return Section(title=title, lines=tuple(lines))


def _window(window: QuestionnaireWindow) -> Iterator[str]:
    days = f"{words.day(window.opens)} to {words.day(window.closes)}"
    yield f"{window.instance}: {days}, {window_word(window.status)}"
    if safe := window.safe_together:
        days = f"{words.day(safe.opens)} to {words.day(safe.closes)}"
        yield f"Safe under every reading: {'no day' if safe.empty else days}"
    yield from map(_sent, window.sent)


def _sent(each: SentQuestionnaire) -> str:
    days, judged_by = words.business_days(each.business_days_before), words.day(each.judged_by)
    how = each.problem or "inside the window"
    return f"{each.id} was sent {words.day(each.on)}, {days} before {judged_by}: {how}"


def _request(request: QuestionnaireRequest) -> Iterator[str]:
    to, status = request.holder or "all Holders", owed_word(request.status)
    yield f"{request.instance} to {to}: due {words.day(request.due)}, {status}"
    if request.safe and request.status in _STILL:
        yield f"Earliest under another reading: {words.day(request.safe)}"
    if request.printed:
        yield f"The form prints {words.day(request.printed)}"
    if request.intended and request.business_days_left is not None:
        left = words.business_days(request.business_days_left)
        yield f"{left} left before {words.day(request.intended)}"


def _holder(each: HolderQuestionnaire) -> Iterator[str]:
    yield from _standing(each)
    if each.restated_on:
        yield f"A later form of {words.day(each.restated_on)} states its Notes"
    for there in each.other_readings:
        last = f" ({words.day(there.deadline)})" if there.deadline else ""
        interest = _in_time(there.in_time_for_interest) if there.deadline else "not asked"
        yield f"Under {there.reading}={there.choice}: {interest}{last}"


def _standing(each: HolderQuestionnaire) -> Iterator[str]:
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


def _late(each: LateQuestionnaire, zone: str) -> Iterator[str]:
    received = f"{each.instance} of {each.holder}: received {words.day(each.received_on)}"
    if each.file_by is None:
        yield f"{received}; no filing is owed; {words.dollars(each.together)} of Notes pending"
    else:
        deferred = ""
        if each.excused_by and each.own_last_day:
            deferred = f" (deferred from {words.day(each.own_last_day)} by {each.excused_by})"
        yield f"{received}; file by {words.day(each.file_by)}{deferred}{_outcome(each)}"
    if each.act_by:
        yield f"Act by {words.instant(each.act_by, zone)}, by {words.channel(each.channel)}"
    if each.furnish_by:
        yield f"Drafts by {words.day(each.furnish_by)}"
    yield from map(words.sentence, each.notes)


def _outcome(each: LateQuestionnaire) -> str:
    """The outcome of the filing owed: named and when, or overdue; "" while it is open."""
    if each.named_on:
        late = ", satisfied late" if each.status is Status.MET_LATE else ""
        return f"; named {words.day(each.named_on)}{late}"
    return "; overdue" if each.status is Status.MISSED else ""
