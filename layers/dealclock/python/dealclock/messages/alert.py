"""An alert as one message: what to do, by when, the owner and what missing it costs, or what has
happened, in at most 45 words.

Further alerts of the same cause get a short line each. Where the whole would be longer, the
least needed words are cut first (`_FULL` to `_CORE`). An item due within one Business Day,
and a possible default, always has its line.

How the days were counted, every reading, what was not checked and the events are in *Why this
date?* (`why.py`).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.posts import graver_than_first, list_mentions
from dealclock.alerts.response_options import list_actions, of_post
from dealclock.engine.assessment import ABSENT
from dealclock.engine.conclusions import (
    Conclusion,
    Default,
    Obligation,
    RateChange,
    UndatedDuty,
    Window,
)
from dealclock.engine.money import from_text
from dealclock.engine.why import Why
from dealclock.errors import DealclockError
from dealclock.messages import (
    action_time,
    amounts,
    reading,
    response_prompts,
    words,
)
from dealclock.messages.approvals import list_awaiting_approval
from dealclock.messages.headline import (
    earliest_last_day,
    render_headline,
    render_post_headline,
    render_retired_headline,
)
from dealclock.messages.message import QUIET, Message, Section, rows, with_content
from dealclock.messages.reason import (
    default_shown,
    describe_catch_up,
    describe_cost,
    describe_move_causes,
    lapse_of,
    list_reasons,
)
from dealclock.messages.safe_title import safe_preview
from dealclock.messages.status_words import past_word
from dealclock.messages.view import Matter, View, matter
from dealclock.people.people import Action, who_may
from dealclock.people.policy import Reason

_ABOUT_MONEY = frozenset({"default", "rate schedule", "payment"})
_WORDS = 45
"""Words before the buttons, with the line above the header and the people a post mentions."""
_CONFIRM = "A lead must confirm or dispute."
_FULL, _SHORT, _SHORTEST, _BAREST, _LEAST, _CORE = range(6)
"""How much is shown: `_SHORT` leaves out the backup and repetitions; `_SHORTEST` also what the
header or *Why this date?* shows; `_BAREST` also the notices that would follow; `_LEAST`
shortens names and leaves out the hour of a later day; `_CORE` leaves out today's date, why a
default occurred, when drafts were due and what the header names.
"""
_WAYS = (
    *((brief, 3) for brief in (_FULL, _SHORT, _SHORTEST)),
    *((_SHORTEST, lines) for lines in (2, 1, 0)),
    (_BAREST, 0),
    (_LEAST, 0),
    (_CORE, 0),
)
"""The versions to try, fullest first: how much is shown, and how many further alerts have a line
beyond those that must have one.
"""


def render_alert(alert: Alert, view: View, others: Sequence[Alert] = ()) -> Message:
    """The alert as a message, rendered from the assessment it was planned from.

    `others` are shown in the same post: a line each, in the given order, one per instance. The
    assessment must compare readings (`assess(..., compare=True)`). Raises DealclockError
    when the assessment does not hold an alert's instance, as one of another day or of other
    events may not.
    """
    found = {each.instance: _find_matter(each, view) for each in (alert, *others)}
    m = found[alert.instance]
    graver = _find_graver(alert, others, found, view)
    whole = Message(
        preview=safe_preview(alert, m, view, graver),
        headline=(
            render_retired_headline(alert)
            if m is None
            else render_post_headline(alert, m, graver, view)
        ),
        footnotes=(_small_print(alert, m, view),),
        acts=of_post(
            [
                list_actions(each, view.assessment, view.handled, view.terms)
                for each in (alert, *others)
            ],
            awaiting=bool(list_awaiting_approval(view)),
        ),
        deal=view.team.code_name,
        more=f"/deal why {alert.instance}",
    )
    mentioned = list_mentions((alert, *others), view.assessment, view.team)
    if alert.reason is Reason.ESCALATED:
        mentioned = mentioned[1:]  # a step alone mentions the person it is for, not who is to act
    names = [view.name(person) for person in mentioned]
    for brief, lines in _WAYS:
        whole = replace(whole, sections=_sections(alert, others, found, view, brief, lines))
        if _count_words(whole, names) <= _WORDS:
            break
    named = _name_leads(whole, view)
    return named if _count_words(named, names) <= _WORDS else whole


def _name_leads(message: Message, view: View) -> Message:
    """The message with the names of those who can confirm or dispute its default."""
    leads = words.either(p.name for p in who_may(Action.CONCLUDE, view.team.access))
    said = f"{_CONFIRM.rstrip('.')}: {leads}." if leads else _CONFIRM
    sections = (
        replace(s, rows=tuple(replace(r, value=r.value.replace(_CONFIRM, said)) for r in s.rows))
        for s in message.sections
    )
    return replace(message, sections=tuple(sections))


def _find_graver(
    alert: Alert, others: Sequence[Alert], matter_of: Mapping[str, Matter | None], view: View
) -> tuple[Alert, Matter] | None:
    """What is graver than the first alert, as it stands on the alert's day; None for nothing."""
    graver = graver_than_first((alert, *others), view.assessment)
    m = matter_of[graver.instance] if graver else None
    if graver is None or m is None:
        return None
    if graver.reason is Reason.ESCALATED:
        graver = replace(graver, reasons=(response_prompts.present_reason(m),))
    return graver, m


def _find_matter(alert: Alert, view: View) -> Matter | None:
    m = matter(view, alert.instance)
    if m is None and not _may_be_gone(alert):
        raise _not_in_assessment(alert, view)
    return m


def _count_words(message: Message, mentioned: Sequence[str]) -> int:
    """The number of words before the buttons; a punctuation mark alone is not a word.

    With those above the header, and the names of the people mentioned who are not named otherwise.
    """
    shown = [message.deal, QUIET, message.headline]
    for section in message.sections:
        shown += [f"{row.label} {row.value}" for row in section.rows] + [*section.lines]
    text = "\n".join(shown)
    text = "\n".join((text, *(name for name in mentioned if name not in text)))
    return sum(bool(re.search(r"\w", word)) for word in text.split())


def _sections(
    alert: Alert,
    others: Sequence[Alert],
    matter_of: Mapping[str, Matter | None],
    view: View,
    brief: int,
    most: int,
) -> tuple[Section, ...]:
    """The alert's own rows, and a line for each of the others that no row covers."""
    m = matter_of[alert.instance]
    named = {alert.instance}
    if m is None:
        body = rows(*_list_retired_rows(alert, view))
    else:
        open_ones = {o.instance for o in others if o.reason not in ENDINGS}
        lapsed = lapse_of(alert, m, view)
        also = lapsed if lapsed is not None and lapsed.instance in open_ones else None
        named |= {part.instance for part in (also, default_shown(alert, m, view)) if part}
        graver = _find_graver(alert, others, matter_of, view)
        if graver and also and graver[0].instance == also.instance:
            also = None  # the header names it
        since = _describe_escalation(alert, others, view, brief)
        body = rows(*_list_matter_rows(alert, m, view, also, since, brief))
        if graver:
            header = render_post_headline(alert, m, graver, view)
            repeated = brief >= _CORE and m.title in header
            body = (replace(body[0], label="Today" if repeated else f"{m.title} today"), *body[1:])
            if brief >= _CORE and isinstance(graver[1].part, Obligation | Window):
                named.add(graver[0].instance)
    lines = {o.instance: o for o in reversed(others) if o.instance not in named or _is_ending(o)}
    shown = [o for o in others if lines.get(o.instance) is o]
    first = earliest_last_day(alert, m) if m is not None and brief >= _SHORTEST else None
    more = _list_others(shown, matter_of, view, brief, most, first)
    return with_content(Section(rows=body), Section(lines=tuple(more)))


def _is_ending(alert: Alert) -> bool:
    return alert.reason in ENDINGS


def _describe_escalation(alert: Alert, others: Sequence[Alert], view: View, brief: int) -> str:
    """That no one has acknowledged, and since when, where an escalation is sent along with news;
    otherwise ""."""
    since = [o.since for o in others if o.reason is Reason.ESCALATED and o.since]
    if alert.reason is Reason.ESCALATED or not since:
        return ""
    if brief >= _SHORTEST:
        return response_prompts.NOT_ACKNOWLEDGED
    when = response_prompts.describe_since(min(since), view)
    return f"{response_prompts.NOT_ACKNOWLEDGED} since {when}"


def _list_others(
    others: Sequence[Alert],
    matter_of: Mapping[str, Matter | None],
    view: View,
    brief: int,
    room: int,
    day: date | None,
) -> Iterator[str]:
    """A line for each further alert; beyond `room` lines that can wait, how many are left out.

    With `day`, the header's, those that are only due on it share a line, and so do those overdue.
    """
    left_out, shared = 0, defaultdict[str, list[str]](list)
    for other in others:
        m = matter_of[other.instance]
        if day is not None and m is not None and (label := _label_shared(other, m, day, view)):
            shared[label].append(m.title)
        elif _must_be_shown(other, m, view):
            yield _line_of_another(other, m, view, brief)
        elif room:
            yield _line_of_another(other, m, view, brief)
            room -= 1
        else:
            left_out += 1
    for label, titles in shared.items():
        named = (f"{t} ({n})" if n > 1 else t for t, n in Counter(titles).items())
        yield f"{label}: {', '.join(named)}"
    if left_out:
        yield f"{left_out} more: /deal status"


def _label_shared(alert: Alert, m: Matter, day: date, view: View) -> str:
    """The line that an alert shares with others where room is short: "Same day" for what is only
    due on `day`, "Also overdue", "May be overdue"; "" for any other."""
    if not isinstance(m.part, Obligation | Window) or alert.reason in (*ENDINGS, Reason.MOVED):
        return ""
    first = earliest_last_day(alert, m)
    if response_prompts.present_reason(m) is Reason.MISSED:
        return f"Also {past_word(m.part)}"
    if first < alert.day:
        return f"May be {past_word(m.part)}"
    hour = action_time.describe_hour(m.part, day, view)
    plain = isinstance(m.part, Obligation) and m.part.is_open and not hour
    return "Same day" if plain and first == day >= alert.day else ""


def _must_be_shown(alert: Alert, m: Matter | None, view: View) -> bool:
    """Whether an alert is due within one Business Day, overdue, or a possible default.

    A team's own target is shown on its day only; a change of rate asks for nothing.
    """
    if m is None or alert.reason in ENDINGS or isinstance(m.part, RateChange):
        return False
    if isinstance(m.part, UndatedDuty):
        return m.part.target == alert.day
    return isinstance(m.part, Default) or view.business_days_to(earliest_last_day(alert, m)) <= 1


def _may_be_gone(alert: Alert) -> bool:
    return alert.reason in (Reason.CLOSED, Reason.CAUGHT_UP)


def _not_in_assessment(alert: Alert, view: View) -> DealclockError:
    return DealclockError(
        f"no {alert.instance} in the assessment of {view.assessment.deal} as of "
        f"{view.assessment.as_of}; give the one the alert was planned from."
    )


def _line_of_another(alert: Alert, m: Matter | None, view: View, brief: int) -> str:
    """An alert of the same cause in a line: what, its status or date and hour, its Section.

    "Trustee notice: Mon, Nov 1, 5:00 p.m. Section 3(b)"; its owner is the post's. It ends with
    what missing it costs; the shortest leaves out the amount and the Section.
    """
    if m is None:
        return f"{render_retired_headline(alert)}. {words.clause(alert.clause)}"
    if alert.reason is Reason.ESCALATED:
        alert = replace(alert, reasons=(response_prompts.present_reason(m),))
    text = render_headline(alert, m, view).replace(", was due ", ", ")
    text = text.replace(f"{m.title} due ", f"{m.title}: ", 1)
    text = text.removeprefix("Last call: ").replace(" today, ", " ")  # the date shows it
    if alert.reason not in ENDINGS:
        on = earliest_last_day(alert, m)
        hour = action_time.describe_hour(m.part, on, view)
        text += hour
        if brief >= _CORE and hour and on == alert.day:  # the header says today
            text = text.replace(f" {view.day(on)},", "")
    cost = "" if alert.reason in ENDINGS else describe_cost(m, view, _BAREST)
    if brief >= _SHORTEST:
        becomes = isinstance(m.part, Obligation) and cost and brief < _LEAST
        return f"{text} (possible default if missed)" if becomes else text
    section = words.clause(m.clause)
    stop = " " if text.endswith(".") else ". "
    text = text if section in text else f"{text}{stop}{section}"
    return f"{text}. If missed: {cost}" if cost else text


def _list_retired_rows(alert: Alert, view: View) -> Iterator[tuple[str, str]]:
    """The rows of an item that was announced, or would have been, and no longer arises."""
    was = f"Was due {view.day(alert.due)}. " if alert.due else ""
    yield "", f"{was}{words.clause(alert.clause)}"
    yield "Because", describe_move_causes(alert, view)
    yield "Catch-up", describe_catch_up(alert, view)


def _list_matter_rows(
    alert: Alert, m: Matter, view: View, also: Obligation | None, since: str, brief: int
) -> Iterator[tuple[str, str]]:
    """The rows of an alert: what to do, by when and how; its owner; what missing it costs, or what
    has happened; what could change it.

    `also` is the lapsed obligation, if its alert is in the same post: then *Because* names it.
    `since` says that no one acknowledged, if an escalation is sent along.
    """
    if alert.reason in ENDINGS:
        owner, _ = view.team.owner_of(m.owed_by, m.instance)
        yield "", f"{words.clause(m.clause)}. {owner.name}"
    else:
        yield "", _describe_action(alert, m, view, brief)
        yield "Safe", _describe_safe_days(m, view)
        yield "", _describe_chosen_date(alert, m, view, brief)
        if alert.reason is not Reason.LAST_CALL and brief < _CORE:
            whose = "Holder drafts" if brief < _BAREST else "Drafts"
            yield "", action_time.describe_draft_deadline(m.part, view, whose=whose)
    if alert.kind in _ABOUT_MONEY:
        yield from _list_money_rows(alert, m, view, brief)
    if alert.reason not in ENDINGS and (alert.reason is not Reason.ESCALATED or brief == _FULL):
        owner, _ = view.team.owner_of(m.owed_by, m.instance)
        named = owner.name if brief else view.owner_and_backup(m.owed_by, m.instance)
        if not since and alert.reason is Reason.LAST_CALL:
            since = response_prompts.describe_acknowledgment(alert, owner.id, view)
        yield "Owner", f"{named}, {since}" if since else named
    if brief < _CORE or not isinstance(m.part, Default):
        yield from list_reasons(alert, m, view, also, brief)
    yield "Catch-up", describe_catch_up(alert, view)
    yield "", view.closing_line()


def _describe_action(alert: Alert, m: Matter, view: View, brief: int) -> str:
    """What to do, by what time and how, under which Section.

    The least leaves out the hour of a later day, and one that the header counts down to.
    """
    where = words.clause(m.clause)
    match m.part:
        case Default(conclusion=Conclusion.COMPUTED) if alert.reason is not Reason.STATEMENT:
            return _CONFIRM if brief < _LEAST else "Confirm or dispute."
        case Default():
            return ""
        case RateChange():
            return f"{words.sentence(amounts.describe_new_rate(m.part, view))}. {where}"
        case Obligation() if m.part.money is not None:
            projected = " (projected)" if amounts.is_projected(m.part) else ""
            what = f"Pay {words.amount(amounts.amount_still_due(m.part))}{projected}"
            by = action_time.describe_act_by_briefly(m.part, view) or f"by {view.day(m.part.due)}"
            return f"{what} {by}. {where}"
        case Window() if _safe_days_past(m.part, view):
            return f"Ask counsel before acting: the safe days are past. {where}"
        case Obligation(due=due) | Window(closes=due):
            counted = action_time.describe_hours_left(alert, m.part, view)
            soon = brief < _LEAST or (due <= alert.day and not counted)
            hour = action_time.describe_act_by_briefly(m.part, view, m.action) if soon else ""
            by = words.sentence(hour) or _act_by(alert, earliest_last_day(alert, m), view)
            return " ".join(part for part in (m.action, f"{by}." if by else "", where) if part)
        case _:
            return f"{m.action} {where}"


def _act_by(alert: Alert, end: date, view: View) -> str:
    """The last Business Day, where the header's date is a closed day and that is not today."""
    last = view.calendar.last_open_on_or_before(end)
    return f"Act by {view.day(last)}" if alert.day < last < end else ""


def _safe_days_past(w: Window, view: View) -> bool:
    """Whether no day is left on which the window is open under every reading."""
    if w.kind != "window" or w.safe_together is None:
        return False
    first, last = w.safe_together
    return first > last or last < view.assessment.as_of


def _describe_safe_days(m: Matter, view: View) -> str:
    """The days on which a window is open under every reading, where those are not all of them,
    and its last day under the chosen one."""
    w = m.part
    if not isinstance(w, Window) or w.kind != "window" or w.safe_together is None:
        return ""
    if _safe_days_past(w, view):
        return ""
    first, last = w.safe_together
    days = f"{view.day(first)} to {view.day(last)}" if first < last else f"{view.day(first)} only"
    return f"{days}; {view.day(w.closes)} under the chosen reading"


def _describe_chosen_date(alert: Alert, m: Matter, view: View, brief: int) -> str:
    """The date under the chosen reading, where it is later than the header's; the barest leaves out
    one that is past."""
    if not isinstance(m.part, Obligation | Window) or _describe_safe_days(m, view):
        return ""
    due = m.part.due if isinstance(m.part, Obligation) else m.part.closes
    if due <= earliest_last_day(alert, m) or (brief >= _BAREST and due < alert.day):
        return ""
    on = view.day(due)
    return f"{on} under the chosen reading" if brief < _CORE else f"Chosen reading: {on}"


def _list_money_rows(alert: Alert, m: Matter, view: View, brief: int) -> Iterator[tuple[str, str]]:
    """What is unpaid, what it may be under another reading, and the next payment."""
    if isinstance(m.part, Obligation):
        yield "", amounts.describe_part_payment(m.part)
        yield "", _describe_highest_payment(m.part, view)
        return
    if isinstance(m.part, Default) and m.part.bears_nothing:
        return
    rate = f", accruing {amounts.describe_per_diem(view)}" if view.assessment.accrual.rate else ""
    most = amounts.most_unpaid(view)
    unpaid = amounts.describe_unpaid_amount(view)
    if brief:
        up_to = f"up to {words.dollars(most)}" if most else ""
        short = unpaid if view.assessment.owed.unpaid or not most else up_to
        short += f" ({up_to})" if up_to not in ("", short) and brief < _LEAST else ""
        yield "Unpaid", f"{short}{rate.replace(' accruing', '')}"
    else:
        up_to = f" (up to {words.dollars(most)} under another reading)" if most else ""
        yield "Unpaid today", f"{unpaid}{up_to}{rate}"
    if alert.reason is Reason.STATEMENT:
        yield from _list_next_payment(view)


def _list_next_payment(view: View) -> Iterator[tuple[str, str]]:
    waiting = amounts.next_payment(view)
    if waiting is not None:
        projected = " (projected)" if amounts.is_projected(waiting) else ""
        money = words.amount(amounts.amount_still_due(waiting))
        yield "Next payment", f"{money}{projected}, {view.day(waiting.due)}"


def _describe_highest_payment(o: Obligation, view: View) -> str:
    """The highest amount of a payment under another reading; "" if none is higher."""
    amounts_elsewhere = [
        from_text(d.there)[1]
        for d in view.assessment.differences
        if (d.instance, d.what) == (o.instance, "amount") and d.there != ABSENT
    ]
    most = max(amounts_elsewhere, default=None)
    if most is None or o.amount is None or most <= o.amount or not o.is_open:
        return ""
    return f"Up to {words.dollars(most)} under another reading"


def _small_print(alert: Alert, m: Matter | None, view: View) -> str:
    """What kind of deal and data it is of, a later date under another reading, what was not
    reviewed."""
    if m is None or alert.reason in ENDINGS:
        return view.small_print([] if m is None else _grounds(alert, m, view))
    more = []
    if isinstance(m.part, Obligation | Window) and (latest := reading.latest_day(view, m.part)):
        more.append(f"a later reading: {view.day(latest)}")
    if alert.kind in _ABOUT_MONEY and view.terms.indenture and not view.terms.indenture.reviewed:
        more.append("Indenture not reviewed")
    questions = {d.reading for d in view.assessment.differences if d.instance == m.instance}
    unapproved = sum(view.chose_alone(question) for question in questions)
    return view.small_print(_grounds(alert, m, view), *more, readings=unapproved)


def _grounds(alert: Alert, m: Matter, view: View) -> list[Why]:
    """Everything the message's conclusions rest on, the amounts shown alongside included."""
    grounds = [m.why]
    if alert.kind in _ABOUT_MONEY:
        grounds += amounts.list_grounds(view)
    return grounds
