"""An alert as one message: made once, before Slack or mail lay it out."""

from collections.abc import Sequence

from dealclock.alerts.alert import Alert
from dealclock.alerts.policy import Reason
from dealclock.alerts.response_options import acts
from dealclock.engine.conclusions import Default, Obligation, UndatedDuty, Window
from dealclock.engine.grounds import Grounds
from dealclock.errors import DealclockError
from dealclock.render import action_time, amounts, reading, status_lines, unchecked_sections, words
from dealclock.render.changes import moved_by
from dealclock.render.headline import headline, no_longer
from dealclock.render.message import Message, MessageRow, Section, rows
from dealclock.render.reason import passed, why
from dealclock.render.view import Matter, View, matter

_ABOUT_MONEY = frozenset({"default", "rate schedule", "payment"})
_OVER = frozenset({Reason.RESOLVED, Reason.CLOSED, Reason.CONFIRMED, Reason.CAUGHT_UP})
_SAME = "the same under every reading"


class MatterNotFoundError(DealclockError):
    """The alert's instance is not in the assessment it is to be told from."""


def render_alert(alert: Alert, view: View, others: Sequence[Alert] = ()) -> Message:
    """The alert as a message, told from the assessment it was planned from.

    `others` are of the same cause: a line each, in the order given. The assessment must compare
    readings (`assess(..., compare=True)`). Raises MatterNotFoundError when it does not hold an
    alert's instance: another day, or other facts, than it was planned from.
    """
    m = matter(view, alert.instance)
    if m is None and alert.reason in (Reason.CLOSED, Reason.CAUGHT_UP):
        return _no_longer(alert, view)
    if m is None:
        raise _not_found(alert, view)
    sections = [Section(rows=_first(alert, m, view))]
    if alert.kind in _ABOUT_MONEY:
        money = amounts.section(view, with_payment=alert.kind != "payment")
        sections.insert(0 if alert.reason is Reason.STATEMENT else 1, money)
    if others:
        sections.append(Section(lines=tuple(_line_of_another(other, view) for other in others)))
    sections.append(Section(rows=_second(m, view, alert.kind in _ABOUT_MONEY)))
    message = Message(
        preview=view.preview(alert.clause, alert.due or alert.day),
        headline=headline(alert, m, view),
        banners=view.banners(_grounds(alert, m, view)),
        sections=tuple(sections),
        footnotes=(*view.footnotes(), f"Every step: /deal explain {alert.instance}"),
        acts=acts(alert, view.assessment, view.handled, view.terms),
    )
    return view.marked(message)


def _not_found(alert: Alert, view: View) -> MatterNotFoundError:
    return MatterNotFoundError(
        f"no {alert.instance} in the assessment of {view.assessment.deal} as of "
        f"{view.assessment.as_of}; give the one the alert was planned from."
    )


def _line_of_another(alert: Alert, view: View) -> str:
    """An alert of the same cause in a line: what, how it stands, its Section, its owner."""
    m = matter(view, alert.instance)
    if m is None:
        raise _not_found(alert, view)
    owner, _ = view.team.owner_of(m.owed_by)
    return f"{headline(alert, m, view)}. {words.clause(m.clause)}. {owner.name}"


def _no_longer(alert: Alert, view: View) -> Message:
    """What was announced, or would have been, and does not arise any more."""
    cause = moved_by(alert.moved_by, view.log, view.assessment.readings)
    message = Message(
        preview=view.preview(alert.clause, alert.due or alert.day),
        headline=no_longer(alert),
        banners=view.banners(()),
        sections=(
            Section(
                rows=rows(
                    ("Do", "Nothing more for this one."),
                    ("Was due", words.day(alert.due) if alert.due else ""),
                    ("Why now", f"Taken back by {cause}" if cause else ""),
                    ("Caught up", passed(alert)),
                )
            ),
        ),
        footnotes=view.footnotes(),
    )
    return view.marked(message)


def _first(alert: Alert, m: Matter, view: View) -> tuple[MessageRow, ...]:
    """What must be understood in five seconds: what to do, whose it is, by when, and why now."""
    return rows(
        ("Do", _todo(alert, m)),
        ("Owner", view.owner(m.owed_by)),
        *_dates(alert, m, view),
        ("Act by", action_time.by(m.part, view)),
        ("Drafts to Holders", action_time.drafts(m.part, view)),
        ("Safe under every reading", _safe(m, view)),
        ("Why now", why(alert, m, view)),
        ("Status", _status(m, view)),
        ("About", status_lines.about(m, view)),
    )


def _second(m: Matter, view: View, about_money: bool) -> tuple[MessageRow, ...]:
    """How sure it is: the days counted, the readings, what was not checked."""
    also = ("accrual",) if about_money else ()
    used = list(reading.used(view, m.instance, *also))
    notes = [n for n in m.notes if not about_money or n not in view.assessment.accrual.notes]
    counted = _counted(m)
    same = [] if used else [_SAME]
    return rows(
        ("Counted", "; ".join([counted, *same]) if counted else ""),
        *(("Reading", line) for line in used or ([] if counted else same)),
        ("Note", words.sentence("; ".join(notes))),
        ("Not checked", unchecked_sections.beside(view, m.clause, about_money=about_money)),
    )


def _todo(alert: Alert, m: Matter) -> str:
    if alert.reason in _OVER:
        return "Nothing more for this one."
    if isinstance(m.part, Default) and alert.reason is Reason.OPENED:
        return f"{m.action} A lead confirms or disputes this computed default."
    return m.action


def _status(m: Matter, view: View) -> str:
    if isinstance(m.part, Default):  # its dates have a row of their own
        return words.sentence(status_lines.conclusion(m.part))
    return status_lines.status(m, view)


def _dates(alert: Alert, m: Matter, view: View) -> list[tuple[str, str]]:
    where = words.clause(m.clause)
    match m.part:
        case Window() if m.part.kind == "window":
            opens, closes = words.day(m.part.opens), words.day(m.part.closes)
            return [("Distribute", f"{opens} to {closes}, both included ({where})")]
        case Window():
            last = _with_closed(words.day(m.part.closes), view.closed_day(m.part.closes))
            return [("Began", words.day(m.part.opens)), ("Last day allowed", f"{last} ({where})")]
        case Obligation():
            due = _with_closed(words.day(m.part.due), view.closed_day(m.part.due))
            label = "Pay, projected" if amounts.is_projected(m.part) else "Pay"
            pay = [(label, amounts.payment_of(m.part))] if m.part.money is not None else []
            return [*pay, (_DUE.get(m.part.kind, "Due"), f"{due} ({where})")]
        case Default():
            d = m.part
            accrues = f"accrues from {words.day(d.accrues_from)} ({where})"
            over = [("Cured", words.day(d.cured_on))] if d.cured_on else []
            return [("Occurred", f"{words.day(d.occurred_on)}, {accrues}"), *over]
        case UndatedDuty():
            return [("Team's target", words.day(m.part.target))] if m.part.target else []
        case _:
            return [("From", f"{words.day(alert.due or alert.day)} ({where})")]


def _with_closed(on: str, closed: str) -> str:
    return f"{on}, {closed}" if closed else on


def _safe(m: Matter, view: View) -> str:
    return reading.safe(view, m.part) if isinstance(m.part, Obligation | Window) else ""


def _counted(m: Matter) -> str:
    """The last count behind the date and the days it skipped; the rest is a command away."""
    if isinstance(m.part, Window) and m.part.limit_days is not None:
        allowed = words.number(m.part.limit_days, "calendar day")
        return f"{allowed} from {words.day(m.part.opens)}, that day counted"
    counts = [s.count for s in m.trace if s.count is not None]
    return words.span(counts[-1]) if counts else ""


def _grounds(alert: Alert, m: Matter, view: View) -> list[Grounds]:
    """Everything the message's conclusions rest on, the amounts shown beside it included."""
    found = [m.grounds]
    if alert.kind in _ABOUT_MONEY:
        found += amounts.grounds(view)
    return found


_DUE = {"outage with cure": "Cure by"}
