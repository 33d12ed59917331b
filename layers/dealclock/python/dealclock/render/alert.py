"""An alert as one message: what to do, by when, whose it is and why, in at most 45 words.

How the days were counted, every reading, what was not checked and the events behind it are an
answer of their own: *Why this date?* (`why.py`).
"""

from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.policy import Reason
from dealclock.alerts.response_options import acts
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.engine.conclusions import Conclusion, Default, Obligation, Window
from dealclock.engine.grounds import Grounds
from dealclock.engine.interest.accrued import RateChange
from dealclock.engine.money import from_text
from dealclock.errors import DealclockError
from dealclock.render import action_time, amounts, reading, words
from dealclock.render.headline import earliest, headline, no_longer
from dealclock.render.message import Message, Section, rows, with_content
from dealclock.render.reason import catch_up, moved_by, why
from dealclock.render.safe_title import safe_preview
from dealclock.render.view import Matter, View, matter

_ABOUT_MONEY = frozenset({"default", "rate schedule", "payment"})


class MatterNotFoundError(DealclockError):
    """The alert's instance is not in the assessment that it is to be rendered from."""


def render_alert(alert: Alert, view: View, others: Sequence[Alert] = ()) -> Message:
    """The alert as a message, rendered from the assessment it was planned from.

    `others` are of the same cause: a line each, in the order given. The assessment must compare
    readings (`assess(..., compare=True)`). Raises MatterNotFoundError when it does not hold an
    alert's instance: another day, or other facts, than it was planned from.
    """
    m = matter(view, alert.instance)
    if m is None and not _may_be_gone(alert):
        raise _not_found(alert, view)
    body = rows(*(_of_gone(alert, view) if m is None else _of_matter(alert, m, view)))
    more = tuple(_line_of_another(other, view) for other in others)
    return Message(
        preview=safe_preview(alert, m, view),
        headline=no_longer(alert) if m is None else headline(alert, m, view),
        sections=with_content(Section(rows=body), Section(lines=more)),
        footnotes=(_small_print(alert, m, view),),
        acts=() if m is None else acts(alert, view.assessment, view.handled, view.terms),
        deal=view.team.code_name,
        more=f"/deal explain {alert.instance}",
    )


def _may_be_gone(alert: Alert) -> bool:
    return alert.reason in (Reason.CLOSED, Reason.CAUGHT_UP)


def _not_found(alert: Alert, view: View) -> MatterNotFoundError:
    return MatterNotFoundError(
        f"no {alert.instance} in the assessment of {view.assessment.deal} as of "
        f"{view.assessment.as_of}; give the one the alert was planned from."
    )


def _line_of_another(alert: Alert, view: View) -> str:
    """An alert of the same cause in a line: what, its status or date, its Section, its owner."""
    m = matter(view, alert.instance)
    if m is None and not _may_be_gone(alert):
        raise _not_found(alert, view)
    if m is None:
        return f"{no_longer(alert)}. {words.clause(alert.clause)}"
    owner, _ = view.team.owner_of(m.owed_by)
    said = headline(alert, m, view)
    where = words.clause(m.clause)
    return ". ".join((said, owner.name) if where in said else (said, where, owner.name))


def _of_gone(alert: Alert, view: View) -> Iterator[tuple[str, str]]:
    """What was announced, or would have been, and does not arise any more."""
    was = f"Was due {view.day(alert.due)}. " if alert.due else ""
    yield "", f"{was}{words.clause(alert.clause)}"
    yield "Because", moved_by(alert, view)
    yield "Catch-up", catch_up(alert, view)


def _of_matter(alert: Alert, m: Matter, view: View) -> Iterator[tuple[str, str]]:
    """What to do, by when and how; whose it is; why now; what could still change that."""
    if alert.reason in ENDINGS:
        owner, _ = view.team.owner_of(m.owed_by)
        yield "", f"{words.clause(m.clause)}. {owner.name}"
    else:
        yield "", _to_do(alert, m, view)
        yield "Safe", _safe(m, view)
        yield "", _chosen(alert, m, view)
        if alert.reason is not Reason.LAST_CALL:
            yield "", action_time.drafts(m.part, view)
    if alert.kind in _ABOUT_MONEY:
        yield from _money(alert, m, view)
    if alert.reason not in ENDINGS:
        yield "Owner", view.owner_and_backup(m.owed_by)
    yield "Because", why(alert, m, view)
    yield "Catch-up", catch_up(alert, view)
    yield "", view.closing_line()


def _to_do(alert: Alert, m: Matter, view: View) -> str:
    """What to do, by what time and how, under which Section."""
    where = words.clause(m.clause)
    match m.part:
        case Default(conclusion=Conclusion.COMPUTED) if alert.reason is not Reason.STATEMENT:
            return "A lead must confirm or dispute it."
        case Default():
            return ""
        case RateChange():
            return f"{words.sentence(amounts.new_rate(m.part, view))}. {where}"
        case Obligation() if m.part.money is not None:
            projected = " (projected)" if amounts.is_projected(m.part) else ""
            what = f"Pay {words.amount(amounts.still_to_pay(m.part))}{projected}"
            by = action_time.briefly(m.part, view) or f"by {view.day(m.part.due)}"
            return f"{what} {by}. {where}"
        case Window() if _safe_days_past(m.part, view):
            return f"Ask counsel before acting: the safe days are past. {where}"
        case Obligation(due=due) | Window(closes=due):
            by = words.sentence(action_time.briefly(m.part, view, m.action))
            by = by or _act_by(alert, due, view)
            return " ".join(part for part in (m.action, f"{by}." if by else "", where) if part)
        case _:
            return f"{m.action} {where}"


def _act_by(alert: Alert, due: date, view: View) -> str:
    """The last Business Day, where the due date is on a closed day and that is not today."""
    last = view.calendar.last_open_on_or_before(due)
    return f"Act by {view.day(last)}" if alert.day < last < due else ""


def _safe_days_past(w: Window, view: View) -> bool:
    """Whether no day is left on which a window is open under every reading."""
    if w.kind != "window" or w.safe_together is None:
        return False
    first, last = w.safe_together
    return first > last or last < view.assessment.as_of


def _safe(m: Matter, view: View) -> str:
    """The days on which a window is open under every reading, where those are not all, and its
    last day under the chosen one."""
    w = m.part
    if not isinstance(w, Window) or w.kind != "window" or w.safe_together is None:
        return ""
    if _safe_days_past(w, view):
        return ""
    first, last = w.safe_together
    days = f"{view.day(first)} to {view.day(last)}" if first < last else f"{view.day(first)} only"
    return f"{days}; {view.day(w.closes)} under the chosen reading"


def _chosen(alert: Alert, m: Matter, view: View) -> str:
    """The date under the chosen reading, where it is later than the header's."""
    if not isinstance(m.part, Obligation | Window) or _safe(m, view):
        return ""
    due = m.part.due if isinstance(m.part, Obligation) else m.part.closes
    if due <= earliest(alert, m):
        return ""
    return f"{view.day(due)} under the reading this deal chose"


def _money(alert: Alert, m: Matter, view: View) -> Iterator[tuple[str, str]]:
    """What is unpaid, what it may be under another reading, and the next payment."""
    if isinstance(m.part, Obligation):
        yield "", amounts.paid_in_part(m.part)
        yield "", _up_to(m.part, view)
        return
    rate = f", accruing {amounts.per_diem(view)}" if view.assessment.accrual.rate else ""
    most = amounts.most_unpaid(view)
    up_to = f" (up to {words.dollars(most)} under another reading)" if most else ""
    yield "Unpaid today", f"{amounts.unpaid_amount(view)}{up_to}{rate}"
    if alert.reason is Reason.STATEMENT:
        yield from _next_payment(view)


def _next_payment(view: View) -> Iterator[tuple[str, str]]:
    waiting = amounts.next_payment(view)
    if waiting is not None:
        projected = " (projected)" if amounts.is_projected(waiting) else ""
        money = words.amount(amounts.still_to_pay(waiting))
        yield "Next payment", f"{money}{projected}, {view.day(waiting.due)}"


def _up_to(o: Obligation, view: View) -> str:
    """The most a payment may come to under another reading; "" where none makes it more."""
    there = [
        from_text(d.there)[1]
        for d in view.assessment.differences
        if (d.instance, d.what) == (o.instance, "amount") and d.there != ABSENT
    ]
    most = max(there, default=None)
    if most is None or o.amount is None or most <= o.amount or not o.is_open:
        return ""
    return f"Up to {words.dollars(most)} under another reading"


def _small_print(alert: Alert, m: Matter | None, view: View) -> str:
    """What deal and data it is of, a later date under another reading, what no one reviewed."""
    if m is None or alert.reason in ENDINGS:
        return view.context([] if m is None else _grounds(alert, m, view))
    more = []
    if isinstance(m.part, Obligation | Window) and (latest := reading.latest(view, m.part)):
        more.append(f"a later reading: {view.day(latest)}")
    if alert.kind in _ABOUT_MONEY and view.terms.indenture and not view.terms.indenture.reviewed:
        more.append("Indenture not reviewed")
    asked = {d.reading for d in view.assessment.differences if d.instance == m.instance}
    alone = sum(view.chose_alone(question) for question in asked)
    return view.context(_grounds(alert, m, view), *more, readings=alone)


def _grounds(alert: Alert, m: Matter, view: View) -> list[Grounds]:
    """Everything the message's conclusions rest on, the amounts shown alongside included."""
    found = [m.grounds]
    if alert.kind in _ABOUT_MONEY:
        found += amounts.grounds(view)
    return found
