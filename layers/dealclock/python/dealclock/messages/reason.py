"""Why an alert matters now, in a line: what missing the date costs, or what has happened."""

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
    RateChange,
    Status,
    UndatedDuty,
    Window,
)
from dealclock.engine.if_missed import IfMissed, if_missed
from dealclock.errors import DealclockError
from dealclock.messages import (
    action_time,
    amounts,
    reading,
    response_prompts,
    status_lines,
    words,
)
from dealclock.messages.headline import describe_default, render_headline
from dealclock.messages.status_words import past_word, reason_word
from dealclock.messages.view import Matter, View
from dealclock.people.policy import Reason
from dealclock.terms.neutral_ids import shown_choice
from dealclock.terms.rules.duties import WindowRule
from dealclock.terms.terms import Terms


def list_reasons(
    alert: Alert, m: Matter, view: View, also: Obligation | None = None, brief: int = 0
) -> Iterator[tuple[str, str]]:
    """The rows on why an alert matters: what missing the date costs, while it can still be met;
    else *Because*, what has happened; else how long is left.

    `also` is the lapsed obligation, if it is to be named. `brief` is how much is left out because
    another line of the alert shows it: from 0, nothing, to 5.
    """
    happened = _describe_cause(alert, m, view, also, brief)
    if cost := "" if alert.reason in ENDINGS else describe_cost(m, view, brief):
        yield "If missed", cost
        yield "", words.sentence(happened)
    elif happened:
        yield "Because", happened
    elif alert.reason not in ENDINGS:
        yield "", words.sentence(_describe_days_left(alert, m, view, brief))


WITHOUT_NOTICES = 3


def describe_cost(m: Matter, view: View, brief: int = 0) -> str:
    """What missing a date costs while it can still be met: "possible Registration Default, $416.67
    a day; Trustee notice within 2 Business Days".

    "" where nothing follows by the terms, or the date has passed. From `brief` WITHOUT_NOTICES on
    without the notices.
    """
    part = m.part
    if not isinstance(part, Obligation | Window) or part.status not in _AHEAD:
        return ""
    for rule in view.terms.all_of(WindowRule):
        if isinstance(part, Window) and rule.id == part.id:
            new = f"a new {rule.title}"
            return f"{new}, {rule.opens_after} before any sale" if brief < 4 else f"{new} is needed"
    a = view.assessment
    try:
        found = if_missed(view, part, a.defaults)
    except DealclockError:
        return "not computed"  # the alert goes out all the same
    return _describe_what_follows(found, view.terms, brief) if found else ""


_AHEAD = (Status.UPCOMING, Status.DUE_TODAY, Status.OPEN, Status.LAST_DAY)


def _describe_what_follows(found: IfMissed, terms: Terms, brief: int) -> str:
    named = describe_default(found.default, terms) if brief < 4 else "possible default"
    parts = [named[:1].lower() + named[1:]]
    more = "more " if found.already else ""
    if found.at_once:
        parts.append(f"{words.dollars(found.at_once)} at once")
    if found.adds:
        money = words.amount(found.adds)
        parts.append(f"{money} {more}{found.per}")
    elif more and not found.default.bears_nothing:
        parts.append(f"no further {terms.interest}")
    notices = [f"{title} within {within}" for title, within in found.notices]
    return "; ".join([", ".join(parts), *(notices if brief < WITHOUT_NOTICES else ())])


def describe_time_left(due: date, view: View) -> str:
    """How many Business Days are left until `due`, that day included."""
    n = view.business_days_to(due)
    return f"{words.business_days(n)} left" if n > 0 else "last Business Day"


def describe_catch_up(alert: Alert, view: View) -> str:
    """What would have been sent on which mornings that were not checked: "opened Tue, Jan 11".

    Consecutive mornings with the same alert are given by the first and the last. "" if none
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


def describe_move_causes(alert: Alert, view: View, brief: int = 0) -> str:
    """What moved a date, as a list: an event by its kind, its day and its id; "" if not known.

    From `brief` 2 without its day and id.
    """
    found = [_cause(each, view, brief) for each in alert.moved_by]
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
    ahead = (Reason.MOVED, Reason.ESCALATED)
    return None if alert.reason in ENDINGS or alert.reason in ahead else default_of(m, view)


def lapse_of(alert: Alert, m: Matter, view: View) -> Obligation | None:
    """The obligation whose lapse caused the default in the reason; None if the alert is its own."""
    default = default_shown(alert, m, view)
    if default is None or alert.reason in (Reason.ESCALATED, Reason.STATEMENT, *ENDINGS):
        return None
    return None if default.lapsed == m.instance else view.assessment.obligation(default.lapsed)


def describe_default_cause(d: Default, view: View, brief: int, alert_due: date | None) -> str:
    """A default as a cause: whether it is possible, its Section, its day, and its present state.

    At `brief` 2 without its day where it is `alert_due`, which the header gives; from 3 without it.
    """
    d = view.default_now(d)
    named = describe_default(d, view.terms)
    if d.conclusion is not Conclusion.CONFIRMED:
        named = named[:1].lower() + named[1:]
    state = _state(d, view, brief)
    said = f"{named}, {words.clause(d.clause)}"
    if brief < 2 or (brief < 3 and alert_due != d.occurred_on):
        said += f", {view.day(d.occurred_on)}"
    return said if brief and state == _UNSURE else f"{said} ({state})"


def _state(d: Default, view: View, brief: int) -> str:
    """The present state of a default: cured, no longer accruing, or by whom it was confirmed and
    when. From `brief` 3 without the day of its end."""
    if d.done_on is not None:
        return f"cured {view.day(d.done_on)}" if brief < 3 else "cured"
    if d.accrues_to is not None:
        ended = f"no longer accrues from {view.day(d.accrues_to)}"
        return ended if brief < 3 else "no longer accrues"
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
        where = "" if lapsed.clause == m.clause or brief > 2 else f", {words.clause(lapsed.clause)}"
        return f"{said}, {view.day(m.part.occurred_on)}{where}"
    default = default_of(m, view)
    return f"{said}: {describe_default_cause(default, view, brief, None)}" if default else said


def _describe_cause(
    alert: Alert, m: Matter, view: View, also: Obligation | None, brief: int
) -> str:
    """What has happened: for an escalation, that no one acknowledged; for a notice, the default it
    is about; "" while nothing has."""
    if alert.reason is Reason.ESCALATED:
        return response_prompts.describe_escalation(alert, m, view, brief)
    default = default_of(m, view)
    if also is not None:
        return _lapse(also, m, view, brief)
    match alert.reason:
        case Reason.CONFIRMED | Reason.RESOLVED | Reason.CLOSED | Reason.CAUGHT_UP:
            return _not_as_sent(alert, view)
        case Reason.MOVED:
            was = f"was {view.day(alert.moved_from)}" if alert.moved_from else ""
            return "; ".join(filter(None, (was, describe_move_causes(alert, view, brief))))
        case Reason.STATEMENT if isinstance(m.part, Default):
            return describe_default_cause(m.part, view, brief, alert.due)
        case _ if isinstance(m.part, Default):
            title = m.part.title
            return f"{title}, {view.day(m.part.occurred_on)}" if brief < 3 else title
        case _ if default is not None:
            cause = describe_default_cause(default, view, brief, alert.due)
            return cause + _describe_accruing(default, m, view, brief)
        case Reason.MISSED:
            days = business_days_in(alert.due or alert.day, alert.day, view.calendar)
            return f"{past_word(m.part)} {words.business_days(days)}"
        case Reason.REMINDER | Reason.SNOOZE_ENDED:
            repeat = response_prompts.describe_repeat(alert, view)
            past = _describe_still_overdue(m, alert.day)
            return "; ".join(filter(None, (repeat, past)))
        case _:
            return ""


def _describe_accruing(default: Default, m: Matter, view: View, brief: int) -> str:
    """The interest a day while the default that an item became is open; "" for a notice of it, and
    from `brief` 3."""
    if default.lapsed != m.instance or brief > 2 or not view.assessment.accrual.rate:
        return ""
    default = view.default_now(default)
    bears = default.is_open and not default.bears_nothing
    return f"; {amounts.describe_per_diem(view)}" if bears else ""


def _describe_still_overdue(m: Matter, day: date) -> str:
    match m.part:
        case Obligation(due=due) | Window(closes=due) if due < day:
            return f"still {past_word(m.part)}"
        case _:
            return ""


def _describe_days_left(alert: Alert, m: Matter, view: View, brief: int) -> str:
    """How long is left before a day, and what kind of day it is; "" where the header shows it."""
    due = alert.due or alert.day
    if isinstance(m.part, UndatedDuty):
        return "the team's target, not a contractual date"
    if alert.reason is Reason.LAST_CALL:
        hours = action_time.describe_hours_left(alert, m.part, view)
        shown = brief > 2 or hours in render_headline(alert, m, view)
        return "" if shown else f"{hours} left"
    if alert.reason is Reason.DUE_TODAY:
        return _due_today(due, alert, m, view, brief)
    if Reason.PAYMENT_STEP in alert.reasons and isinstance(m.part, Obligation):
        record = m.part.record_date
        if record is not None:
            return f"record date {view.day(record)}, {describe_time_left(due, view)}"
    if brief > 1 or (isinstance(m.part, RateChange) and due <= alert.day):
        return ""
    left = describe_time_left(_lead_to(alert, m), view)
    named = _NAMED.get(alert.reason, reason_word(alert.reason))
    return ", ".join(part for part in (named, left) if part)


_UNNAMED = (
    Reason.OPENED,
    Reason.CLOSING,
    Reason.RATE_STEP,
    Reason.PAYMENT_STEP,
    Reason.REMINDER,
    Reason.SNOOZE_ENDED,
)
_NAMED = {Reason.FIRST: "first notice", **dict.fromkeys(_UNNAMED, "")}
"""The words before the time left; a reason that is not listed here uses its name."""


def _lead_to(alert: Alert, m: Matter) -> date:
    """The day that reminders count down to: the earliest over all readings, while it is ahead."""
    due = alert.due or alert.day
    end = adverse_end(m.part) if isinstance(m.part, Obligation | Window) else due
    return end if end >= alert.day else due


def _due_today(due: date, alert: Alert, m: Matter, view: View, brief: int) -> str:
    """Under which reading it is due today, if that is not the chosen one."""
    if isinstance(m.part, Obligation | Window):
        end = adverse_end(m.part)
        if end < due and view.calendar.last_open_on_or_before(end) <= alert.day < due:
            other = (
                "another reading"
                if brief > 1
                else reading.list_readings_giving(view, m.instance, end)
            )
            return f"due today under {other}"
    return ""


def _not_as_sent(alert: Alert, view: View) -> str:
    """The actual end and its cause, if the end was reported on another day; otherwise ""."""
    if alert.moved_from is None or alert.ended_on is None:
        return ""
    cause = describe_move_causes(alert, view)
    on = f"{view.day(alert.ended_on)}, not {view.day(alert.moved_from)} as reported before"
    return f"{on}, by {cause}" if cause else on


def _cause(each: MoveCause, view: View, brief: int) -> str:
    match each.by:
        case "fact":
            fact = next((f for f in view.log.facts if f.id == each.id), None)
            if fact is None:
                return f"event {each.id}"
            if brief > 1:
                done = "corrected" if fact.corrects else "recorded"
                kind = fact.kind.replace("-", " ")
                return f"{kind} {done}" if brief < 4 else kind
            corrects = f" corrects {fact.corrects}" if fact.corrects else ""
            return f"{fact.kind.replace('-', ' ')} {view.day(fact.on)} ({fact.id}{corrects})"
        case "amendment":
            return f"amendment {each.id}"
        case "terms":
            return f"terms v{each.id}"
        case "reading":
            of = view.assessment.readings.get(each.id, "the default")
            chosen = shown_choice(each.id, of)
            return f"the reading {each.id}, now {chosen}"
        case _:
            return "time elapsed"
