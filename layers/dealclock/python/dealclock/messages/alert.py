"""An alert as one message: what to do, by when, whose it is and why, in at most 45 words.

Further alerts of the same cause are a short line each, and where the whole would be longer the
least needed words go first (`_FULL` to `_SHORTEST`). What is due within one Business Day, and a
possible default, always has its line.

How the days were counted, every reading, what was not checked and the events behind it are an
answer of their own: *Why this date?* (`why.py`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.response_options import acts
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.engine.conclusions import Conclusion, Default, Obligation, Window
from dealclock.engine.grounds import Grounds
from dealclock.engine.interest.accrued import RateChange
from dealclock.engine.money import from_text
from dealclock.errors import DealclockError
from dealclock.messages import (
    action_time,
    amounts,
    reading,
    response_prompts,
    words,
)
from dealclock.messages.headline import earliest, headline, no_longer
from dealclock.messages.message import Message, Section, rows, with_content
from dealclock.messages.reason import catch_up, default_shown, lapse_of, moved_by, why
from dealclock.messages.safe_title import safe_preview
from dealclock.messages.view import Matter, View, matter
from dealclock.team.policy import Reason

_TODAY = frozenset({Reason.DUE_TODAY, Reason.LAST_CALL})
_ABOUT_MONEY = frozenset({"default", "rate schedule", "payment"})
_WORDS = 43
"""Words before the buttons, without the two people whom a post may mention."""
_NOT_ACKNOWLEDGED = "not acknowledged"
_FULL, _SHORT, _SHORTEST = range(3)
"""How much is said: `_SHORT` leaves out the backup and what another word says already; `_SHORTEST`
what the header or *Why this date?* says too."""
_WAYS = ((_FULL, 3), (_SHORT, 3), *((_SHORTEST, lines) for lines in (3, 2, 1, 0)))
"""The ways to say it, fullest first: how much is said, and how many further alerts have a line
beyond those that must have one."""


class MatterNotFoundError(DealclockError):
    """The alert's instance is not in the assessment that it is to be rendered from."""


def render_alert(alert: Alert, view: View, others: Sequence[Alert] = ()) -> Message:
    """The alert as a message, rendered from the assessment it was planned from.

    `others` go along in the same post: a line each, in the order given; of one instance the first.
    The assessment must compare readings (`assess(..., compare=True)`). Raises MatterNotFoundError
    when it does not hold an alert's instance: another day, or other events, than it was planned by.
    """
    found = {each.instance: _find(each, view) for each in (alert, *others)}
    m = found[alert.instance]
    whole = Message(
        preview=safe_preview(alert, m, view),
        headline=no_longer(alert) if m is None else headline(alert, m, view),
        footnotes=(_small_print(alert, m, view),),
        acts=() if m is None else acts(alert, view.assessment, view.handled, view.terms),
        deal=view.team.code_name,
        more=f"/deal explain {alert.instance}",
    )
    for brief, lines in _WAYS:
        whole = replace(whole, sections=_sections(alert, others, found, view, brief, lines))
        if _count(whole) <= _WORDS:
            break
    return whole


def _find(alert: Alert, view: View) -> Matter | None:
    m = matter(view, alert.instance)
    if m is None and not _may_be_gone(alert):
        raise _not_found(alert, view)
    return m


def _count(message: Message) -> int:
    """The words before the buttons; a mark between two of them is none."""
    shown = [message.headline]
    for section in message.sections:
        shown += [f"{row.label} {row.value}" for row in section.rows] + [*section.lines]
    return sum(bool(re.search(r"\w", word)) for text in shown for word in text.split())


def _sections(
    alert: Alert,
    others: Sequence[Alert],
    found: Mapping[str, Matter | None],
    view: View,
    brief: int,
    most: int,
) -> tuple[Section, ...]:
    """The alert's own rows, and a line for each of the others that no row covers."""
    m = found[alert.instance]
    named = {alert.instance}
    if m is None:
        body = rows(*_of_gone(alert, view))
    else:
        open_ones = {o.instance for o in others if o.reason not in ENDINGS}
        lapsed = lapse_of(alert, m, view)
        also = lapsed if lapsed is not None and lapsed.instance in open_ones else None
        named |= {part.instance for part in (also, default_shown(alert, m, view)) if part}
        since = _steps(alert, others, view)
        body = rows(*_with_step(_of_matter(alert, m, view, also, brief), since))
    lines = {o.instance: o for o in reversed(others) if o.instance not in named or _ends(o)}
    more = _lines([o for o in others if lines.get(o.instance) is o], found, view, most)
    return with_content(Section(rows=body), Section(lines=tuple(more)))


def _ends(alert: Alert) -> bool:
    return alert.reason in ENDINGS


def _steps(alert: Alert, others: Sequence[Alert], view: View) -> str:
    """Since when no one has acknowledged, where the step of an escalation goes along with news."""
    since = [o.since for o in others if o.reason is Reason.ESCALATED and o.since]
    if alert.reason is Reason.ESCALATED or not since:
        return ""
    return f"{_NOT_ACKNOWLEDGED} since {response_prompts.since(min(since), view)}"


def _with_step(body: Iterable[tuple[str, str]], since: str) -> Iterator[tuple[str, str]]:
    """The rows with since when no one has acknowledged: where one says that no one has, in it."""
    for label, value in body:
        if since and value.endswith(_NOT_ACKNOWLEDGED):
            yield label, f"{value.removesuffix(_NOT_ACKNOWLEDGED)}{since}"
            since = ""
        else:
            yield label, value
    yield "", words.sentence(since)


def _lines(
    others: Sequence[Alert], found: Mapping[str, Matter | None], view: View, room: int
) -> Iterator[str]:
    """A line each; beyond `room` lines that may wait, how many of those are left out."""
    left_out = 0
    for other in others:
        m = found[other.instance]
        if _must_be_shown(other, m, view):
            yield _line_of_another(other, m, view)
        elif room:
            yield _line_of_another(other, m, view)
            room -= 1
        else:
            left_out += 1
    if left_out:
        yield f"and {left_out} more, none due within one Business Day: /deal status"


def _must_be_shown(alert: Alert, m: Matter | None, view: View) -> bool:
    """Whether it is due within one Business Day, overdue, or a possible default."""
    if m is None or alert.reason in ENDINGS:
        return False
    return isinstance(m.part, Default) or view.business_days_to(earliest(alert, m)) <= 1


def _may_be_gone(alert: Alert) -> bool:
    return alert.reason in (Reason.CLOSED, Reason.CAUGHT_UP)


def _not_found(alert: Alert, view: View) -> MatterNotFoundError:
    return MatterNotFoundError(
        f"no {alert.instance} in the assessment of {view.assessment.deal} as of "
        f"{view.assessment.as_of}; give the one the alert was planned from."
    )


def _line_of_another(alert: Alert, m: Matter | None, view: View) -> str:
    """An alert of the same cause in a line: what, its status or date and hour, its Section.

    "Trustee notice: Mon, Nov 1, 5:00 p.m. Section 3(b)"; its owner is the post's.
    """
    if m is None:
        return f"{no_longer(alert)}. {words.clause(alert.clause)}"
    if alert.reason is Reason.ESCALATED:
        alert = replace(alert, reasons=(response_prompts.as_it_stands(m),))
    said = headline(alert, m, view).replace(", was due ", ", ")
    said = said.replace(f"{m.title} due ", f"{m.title}: ", 1)
    said = said.removeprefix("Last call: ").replace(" today, ", " ")  # the date says it
    if alert.reason not in ENDINGS:
        said += action_time.hour(m.part, earliest(alert, m), view)
    where = words.clause(m.clause)
    stop = " " if said.endswith(".") else ". "
    return said if where in said else f"{said}{stop}{where}"


def _of_gone(alert: Alert, view: View) -> Iterator[tuple[str, str]]:
    """What was announced, or would have been, and does not arise any more."""
    was = f"Was due {view.day(alert.due)}. " if alert.due else ""
    yield "", f"{was}{words.clause(alert.clause)}"
    yield "Because", moved_by(alert, view)
    yield "Catch-up", catch_up(alert, view)


def _of_matter(
    alert: Alert, m: Matter, view: View, also: Obligation | None, brief: int
) -> Iterator[tuple[str, str]]:
    """What to do, by when and how; whose it is; why now; what could still change that.

    `also` is what lapsed, where an alert of it goes along: then *Because* names it.
    """
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
        yield from _money(alert, m, view, brief)
    if alert.reason not in ENDINGS and (alert.reason is not Reason.ESCALATED or brief == _FULL):
        owner, _ = view.team.owner_of(m.owed_by)
        yield "Owner", owner.name if brief else view.owner_and_backup(m.owed_by)
    yield "Because", why(alert, m, view, also, brief)
    yield "Catch-up", catch_up(alert, view)
    yield "", view.closing_line()


def _to_do(alert: Alert, m: Matter, view: View) -> str:
    """What to do, by what time and how, under which Section."""
    where = words.clause(m.clause)
    match m.part:
        case Default(conclusion=Conclusion.COMPUTED) if alert.reason is not Reason.STATEMENT:
            return "A lead must confirm or dispute."
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


def _money(alert: Alert, m: Matter, view: View, brief: int) -> Iterator[tuple[str, str]]:
    """What is unpaid, what it may be under another reading, and the next payment."""
    if isinstance(m.part, Obligation):
        yield "", amounts.paid_in_part(m.part)
        yield "", _up_to(m.part, view)
        return
    rate = f", accruing {amounts.per_diem(view)}" if view.assessment.accrual.rate else ""
    most = amounts.most_unpaid(view)
    unpaid = amounts.unpaid_amount(view)
    if brief:
        most_of_it = f"up to {words.dollars(most)}" if most else ""
        up_to = f" ({most_of_it})" if most and view.assessment.owed.unpaid else ""
        short = f"{unpaid}{up_to}" if up_to or not most else most_of_it
        yield "Unpaid", f"{short}{rate.replace(' accruing', '')}"
    else:
        up_to = f" (up to {words.dollars(most)} under another reading)" if most else ""
        yield "Unpaid today", f"{unpaid}{up_to}{rate}"
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
