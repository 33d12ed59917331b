"""The header of an alert: what, and by when, in at most 60 characters where the title allows it.

Its date is the earliest over all open readings. A preview is much like it, so it holds no
party's name and no amount (docs/decisions/alerts.md).
"""

from dataclasses import replace
from datetime import date

from dealclock.alerts.adverse import adverse_end
from dealclock.alerts.alert import Alert
from dealclock.engine.conclusions import (
    Conclusion,
    Default,
    Obligation,
    RateChange,
    Status,
    UndatedDuty,
    Window,
)
from dealclock.messages import action_time, response_prompts, words
from dealclock.messages.status_words import done_word, past_word
from dealclock.messages.view import Matter, View
from dealclock.people.policy import Reason
from dealclock.terms.terms import Terms

MOST = 60
"""Characters of a header; a longer title stays whole."""


def render_post_headline(
    alert: Alert, m: Matter, graver: tuple[Alert, Matter] | None, view: View
) -> str:
    """The header of a post: of its first alert or, if another is graver, of both: "Resale shelf
    effectiveness overdue. Today: Trustee notice"; of the graver one alone where both do not fit.
    """
    if graver is None:
        return render_headline(alert, m, view)
    first = render_headline(*graver, view)
    part, status = graver[1].part, _describe_status(*graver)
    short = f"{graver[1].title} {status}" if status else first
    short = describe_default(part, view.terms) if isinstance(part, Default) else short
    today = f"{m.title} {_ends(alert, m)}".rstrip()
    both = (f"{each}. Today: {today}" for each in (first, short))
    return _first_that_fits(*both, first)


def render_headline(alert: Alert, m: Matter, view: View) -> str:
    """The header; of an alert that only asks for a response, that it is not acknowledged."""
    if response_prompts.is_request_only(alert, m):
        stands = render_headline(
            replace(alert, reasons=(response_prompts.present_reason(m),)), m, view
        )
        if alert.reason is not Reason.ESCALATED:
            return stands
        short = describe_default(m.part, view.terms) if isinstance(m.part, Default) else m.title
        status = _describe_status(alert, m)
        ways = (stands, f"{short} {status}" if status else short, short)
        return _first_that_fits(*(f"Not acknowledged: {way}" for way in ways))
    match m.part:
        case Default():
            return _render_default(alert, m.part, view)
        case UndatedDuty():
            return _render_duty(m.part, view)
        case RateChange():
            today = "today, " if m.part.on == alert.day else ""
            return f"{m.title} changes {today}{view.day(m.part.on)}"
        case _:
            return _render_date(alert, m, view)


def render_retired_headline(alert: Alert) -> str:
    """The header for an item that was announced and no longer arises."""
    if alert.reason is Reason.CAUGHT_UP:
        return f"{alert.title}: began and ended unchecked"
    return f"{alert.title}: no longer arises"


def earliest_last_day(alert: Alert, m: Matter) -> date:
    """The earliest last day over all open readings; the alert's own where there is none."""
    if isinstance(m.part, Obligation | Window) and alert.reason not in _ENDED:
        return adverse_end(m.part)
    return alert.due or alert.day


def describe_default(d: Default, terms: Terms) -> str:
    """The name of a default: "Possible Registration Default" until a lead confirms it."""
    name = words.of_a_default(terms)
    sure = d.conclusion is Conclusion.CONFIRMED
    return name if sure else f"{d.conclusion.word.capitalize()} {name}"


def _render_default(alert: Alert, d: Default, view: View) -> str:
    match alert.reason:
        case Reason.RESOLVED if d.done_on:
            return f"{describe_default(d, view.terms)} cured {view.day(d.done_on)}"
        case Reason.RESOLVED:
            return f"{describe_default(d, view.terms)} no longer accrues"
        case Reason.CAUGHT_UP:
            return render_retired_headline(alert)
        case Reason.STATEMENT:
            return (
                f"{words.sentence(view.assessment.accrual.title)} statement, {view.day(alert.day)}"
            )
        case _:
            return f"{describe_default(d, view.terms)}, {words.clause(d.clause)}"


def _render_duty(u: UndatedDuty, view: View) -> str:
    if u.done_on is not None:
        return f"{u.title}: done {view.day(u.done_on)}"
    if u.target is None:
        return u.title
    on = "today" if u.target == view.assessment.as_of else view.day(u.target)
    return f"{u.title}: team target {on}"


def _render_date(alert: Alert, m: Matter, view: View) -> str:
    what, first = m.title, earliest_last_day(alert, m)
    on = view.day(first)
    match alert.reason:
        case Reason.CONFIRMED:
            return f"{what} {_describe_ending(m, alert, view)}"
        case Reason.CAUGHT_UP:
            return render_retired_headline(alert)
        case Reason.CLOSED:
            ended = m.part.done_on if isinstance(m.part, Window) else None
            return f"{what} over from {view.day(ended or alert.day)}"
        case Reason.MISSED:
            return f"{what} {past_word(m.part)}, was due {on}"
        case _ if first < alert.day and isinstance(m.part, Window):
            return f"{what} may have expired {on}"
        case _ if first < alert.day:
            return f"{what} may be {past_word(m.part)}, due {on}"
        case Reason.DUE_TODAY | Reason.LAST_CALL:
            return _describe_today(alert, m, first, view)
        case Reason.MOVED:
            return f"{what} moved to {on}"
        case _:
            return f"{what} {_BY.get(alert.kind, 'due')} {on}"


def _describe_status(alert: Alert, m: Matter) -> str:
    """The status of what is due today or past, without its date; otherwise ""."""
    if not isinstance(m.part, Obligation | Window):
        return ""
    first = earliest_last_day(alert, m)
    if first == alert.day:
        return f"{_BY.get(alert.kind, 'due')} today"
    return past_word(m.part) if m.part.status in _PAST else ""


def _describe_today(alert: Alert, m: Matter, first: date, view: View) -> str:
    """What falls due today, or has its last Business Day today; of a last call, how long is
    left."""
    on = view.day(first)
    if alert.reason is not Reason.LAST_CALL:
        by = _ends(alert, m) or "due"
        return (
            f"{m.title}: act today, due {on}"
            if first > alert.day
            else f"{m.title} {by} today, {on}"
        )
    left = action_time.describe_hours_left(alert, m.part, view)
    calls = (f"Last call, {left} left", "Last call") if left else ("Last call",)
    if first > alert.day:
        return _first_that_fits(*(f"{call}: {m.title}: act today, due {on}" for call in calls))
    by = f" {_ends(alert, m)}".rstrip()
    return _first_that_fits(*(f"{call}: {m.title}{by} today, {on}" for call in calls))


def _first_that_fits(*ways: str) -> str:
    """The first text that fits, else the last."""
    return next((way for way in ways if len(way) <= MOST), ways[-1])


def _describe_ending(m: Matter, alert: Alert, view: View) -> str:
    if isinstance(m.part, Obligation):
        return f"{done_word(m.part)} {view.day(m.part.done_on or alert.day)}"
    ended = m.part.done_on if isinstance(m.part, Window) else None
    return f"satisfied {view.day(ended or alert.day)}"


def _ends(alert: Alert, m: Matter) -> str:
    """How the last day of a window is said; "" of what is due."""
    may = isinstance(m.part, Window) and alert.kind == "obligation"
    return "ends" if may else _BY.get(alert.kind, "")


_BY = {"outage with cure": "ends", "window": "expires", "day budget": "ends by", "state": "ends by"}
_PAST = frozenset({Status.MISSED, Status.OVERRUN})
_ENDED = frozenset({Reason.CONFIRMED, Reason.CLOSED, Reason.CAUGHT_UP})
