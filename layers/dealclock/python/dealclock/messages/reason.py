"""Why an alert is sent now, in a line: its gravest reason and the cause."""

from collections.abc import Iterator
from datetime import date

from dealclock.alerts.adverse import adverse_end
from dealclock.alerts.alert import ENDINGS, Alert, MoveCause
from dealclock.days.counting import business_days_in
from dealclock.engine.conclusions import (
    UNNAMED,
    Conclusion,
    Default,
    Obligation,
    UndatedDuty,
    Window,
)
from dealclock.engine.interest.accrued import RateChange
from dealclock.messages import (
    action_time,
    reading,
    response_prompts,
    status_lines,
    words,
)
from dealclock.messages.headline import describe_default
from dealclock.messages.status_words import past_word, reason_word
from dealclock.messages.view import Matter, View
from dealclock.team.policy import Reason


def describe_reason(
    alert: Alert, m: Matter, view: View, also: Obligation | None = None, brief: int = 0
) -> str:
    """Why the alert is sent: for an escalation, why it came to this person; for a notice, the
    default it is about; otherwise its gravest reason.

    `also` is the lapsed obligation, if it is to be named. `brief` is how much is left out because
    another line of the alert shows it: from 0, nothing, to 2.
    """
    if alert.reason is Reason.ESCALATED:
        return response_prompts.describe_escalation(alert, m, view, brief)
    if also is not None:
        return _lapse(also, m, view, brief)
    return "; ".join(part for part in _parts(alert, m, view, brief) if part)


def describe_time_left(due: date, view: View) -> str:
    """How many Business Days are left until `due`, that day included."""
    n = view.business_days_to(due)
    return f"{words.business_days(n)} left" if n > 0 else "last Business Day"


def describe_catch_up(alert: Alert, view: View) -> str:
    """What would have been sent on which mornings that were not checked: "opened Tue, Jan 11".

    Consecutive mornings with the same alert are given by the first and the last. "" where none
    was missed.
    """
    spans: list[tuple[str, str, str]] = []
    for each in alert.passed:
        said, day = words.listed(reason_word(r) for r in each.reasons), view.day(each.day)
        if spans and spans[-1][0] == said:
            spans[-1] = (said, spans[-1][1], day)
        else:
            spans.append((said, day, day))
    shown = (f"{said} {a}" if a == b else f"{said} {a} to {b}" for said, a, b in spans)
    first = alert.looked_from
    cut = f"; not checked before {view.day(first)}" if first else ""
    return f"scheduled checks did not run: {', '.join(shown)}{cut}" if spans else ""


def describe_move_causes(alert: Alert, view: View) -> str:
    """What moved a date, as a list: an event by its kind, its day and its id; "" if not known."""
    found = [_cause(each, view) for each in alert.moved_by]
    return words.listed(found) if found else ""


def default_of(m: Matter, view: View) -> Default | None:
    """The default a notice is about, or that an obligation became when it lapsed."""
    if not isinstance(m.part, Obligation):
        return None
    if m.part.kind == "notice":
        return view.assessment.default(m.instance.partition("/")[2])
    return next((d for d in view.assessment.defaults if d.lapsed == m.instance), None)


def default_shown(alert: Alert, m: Matter, view: View) -> Default | None:
    """The default that the reason names, or that the alert is about; None without one."""
    if isinstance(m.part, Default):
        return m.part
    ahead = (Reason.MOVED, Reason.LAST_CALL, Reason.ESCALATED)
    return None if alert.reason in ENDINGS or alert.reason in ahead else default_of(m, view)


def lapse_of(alert: Alert, m: Matter, view: View) -> Obligation | None:
    """The obligation whose lapse caused the default in the reason; None if the alert is its own."""
    default = default_shown(alert, m, view)
    if default is None or alert.reason in (Reason.ESCALATED, Reason.STATEMENT, *ENDINGS):
        return None
    return None if default.lapsed == m.instance else view.assessment.obligation(default.lapsed)


def describe_default_cause(d: Default, view: View, brief: int, alert_due: date | None) -> str:
    """A default as a cause: how sure it is, its Section, its day, and its present state.

    The day may be left out where it is `alert_due`, which the header gives.
    """
    d = view.default_now(d)
    named = describe_default(d)
    named = named if named.startswith("Registration") else named[:1].lower() + named[1:]
    state = _state(d, view)
    said = f"{named}, {words.clause(d.clause)}"
    if brief < 2 or alert_due != d.occurred_on:
        said += f", {view.day(d.occurred_on)}"
    return said if brief and state == _UNSURE else f"{said} ({state})"


def _state(d: Default, view: View) -> str:
    """The present state of a default: cured, no longer accruing, or by whom it was confirmed and
    when."""
    if d.cured_on is not None:
        return f"cured {view.day(d.cured_on)}"
    if d.accrues_to is not None:
        return f"no longer accrues from {view.day(d.accrues_to)}"
    if d.conclusion is Conclusion.COMPUTED:
        return _UNSURE
    by, on = status_lines.describe_who_concluded(d)
    who = "" if by == UNNAMED else f" by {by}"
    return f"{d.conclusion}{who} {view.day(on)}"


_UNSURE = "not confirmed"


def _lapse(lapsed: Obligation, m: Matter, view: View, brief: int) -> str:
    """What lapsed and, unless the alert is about the default itself, the default it caused."""
    said = f"{lapsed.title} {past_word(lapsed)}"
    if isinstance(m.part, Default):
        where = "" if lapsed.clause == m.clause else f", {words.clause(lapsed.clause)}"
        return f"{said}, {view.day(m.part.occurred_on)}{where}"
    default = default_of(m, view)
    return f"{said}: {describe_default_cause(default, view, brief, None)}" if default else said


def _parts(alert: Alert, m: Matter, view: View, brief: int) -> Iterator[str]:
    default = default_of(m, view)
    match alert.reason:
        case Reason.CONFIRMED | Reason.RESOLVED | Reason.CLOSED | Reason.CAUGHT_UP:
            yield _not_as_sent(alert, view)
        case Reason.MOVED:
            was = f"was {view.day(alert.moved_from)}" if alert.moved_from else ""
            yield was
            yield describe_move_causes(alert, view)
        case Reason.MISSED:
            days = business_days_in(alert.due or alert.day, alert.day, view.calendar)
            late = f"{past_word(m.part)} {words.business_days(days)}"
            yield describe_default_cause(default, view, brief, alert.due) if default else late
        case Reason.STATEMENT if isinstance(m.part, Default):
            yield describe_default_cause(m.part, view, brief, alert.due)
        case _ if isinstance(m.part, Default):
            yield f"{m.part.title}, {view.day(m.part.occurred_on)}"
        case _ if default is not None and alert.reason is not Reason.LAST_CALL:
            yield describe_default_cause(default, view, brief, alert.due)
        case reason:
            yield _ahead(reason, alert, m, view, brief)


def _ahead(reason: Reason, alert: Alert, m: Matter, view: View, brief: int) -> str:
    """A reason ahead of a day: what it is, and how long is left."""
    due = alert.due or alert.day
    if isinstance(m.part, UndatedDuty):
        return "the team's target, not a contractual date"
    if reason is Reason.LAST_CALL:
        hours = action_time.describe_hours_left(alert, m.part, view)
        return (
            f"{f'{hours} left' if hours else 'due today'}, "
            f"{response_prompts.describe_acknowledgment(alert, view)}"
        )
    if reason is Reason.DUE_TODAY:
        return _due_today(alert, due, m, view, brief)
    if Reason.PAYMENT_STEP in alert.reasons and isinstance(m.part, Obligation):
        record = m.part.record_date
        if record is not None:
            return f"record date {view.day(record)}, {describe_time_left(due, view)}"
    if isinstance(m.part, RateChange) and due <= alert.day:
        return "takes effect today"
    count = "" if brief > 1 else describe_time_left(_lead_to(alert, m), view)
    still = response_prompts.describe_still_open(m, alert.day) or count
    if reason in (Reason.REMINDER, Reason.SNOOZE_ENDED):
        return "; ".join(
            part for part in (response_prompts.describe_repeat(alert, view), still) if part
        )
    named = _NAMED.get(reason, reason_word(reason))
    return ", ".join(part for part in (named, still) if part)


_UNNAMED = (Reason.OPENED, Reason.CLOSING, Reason.RATE_STEP, Reason.PAYMENT_STEP)
_NAMED = {Reason.FIRST: "first notice", **dict.fromkeys(_UNNAMED, "")}
"""The words before the time left; a reason that is not listed here uses its name."""


def _lead_to(alert: Alert, m: Matter) -> date:
    """The day that reminders count down to: the earliest over all readings, while it is ahead."""
    due = alert.due or alert.day
    end = adverse_end(m.part) if isinstance(m.part, Obligation | Window) else due
    return end if end >= alert.day else due


def _due_today(alert: Alert, due: date, m: Matter, view: View, brief: int) -> str:
    """What is due today, and under which reading if that is not the chosen one."""
    if isinstance(m.part, Obligation | Window):
        end = adverse_end(m.part)
        if end < due and view.calendar.last_open_on_or_before(end) <= alert.day < due:
            other = (
                "another reading"
                if brief > 1
                else reading.list_readings_giving(view, m.instance, end)
            )
            return f"due today under {other}"
    window = isinstance(m.part, Window) and m.part.kind == "window"
    return "last day of the window" if window else "still open"


def _not_as_sent(alert: Alert, view: View) -> str:
    """Where the end was reported on another day: which day, and what moved it."""
    if alert.moved_from is None or alert.ended_on is None:
        return ""
    cause = describe_move_causes(alert, view)
    on = f"{view.day(alert.ended_on)}, not {view.day(alert.moved_from)} as reported before"
    return f"{on}, by {cause}" if cause else on


def _cause(each: MoveCause, view: View) -> str:
    match each.by:
        case "fact":
            fact = next((f for f in view.log.facts if f.id == each.id), None)
            if fact is None:
                return f"event {each.id}"
            corrects = f" corrects {fact.corrects}" if fact.corrects else ""
            return f"{fact.kind.replace('-', ' ')} {view.day(fact.on)} ({fact.id}{corrects})"
        case "amendment":
            return f"amendment {each.id}"
        case "terms":
            return f"terms v{each.id}"
        case "reading":
            chosen = view.assessment.readings.get(each.id, "the default")
            return f"the reading {each.id}, now {chosen}"
        case _:
            return "time elapsed"
