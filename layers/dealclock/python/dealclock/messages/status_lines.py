"""A status in words. Dealclock computes; only a person confirms."""

from collections.abc import Sequence
from datetime import date

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import (
    UNNAMED,
    Agreement,
    Conclusion,
    ConsentResult,
    Default,
    Obligation,
    RateChange,
    SharesOwed,
    Status,
    TrueUp,
    UndatedDuty,
    Window,
)
from dealclock.messages import shares, words
from dealclock.messages.message import HEADLINE_MOST
from dealclock.messages.status_words import status_word
from dealclock.messages.view import Matter

_EXCUSE = {
    "outage with cure": "a Suspension Period stops its clock",
    "minimum period": "it is not due before there are selling Holders",
}


_WITH_NAME = HEADLINE_MOST - 20
"""Characters of a first part that leave room for the deal's name and the mark of a rehearsal."""


DEFAULT_LABELS = {
    Conclusion.COMPUTED: "possible default, not confirmed",
    Conclusion.CONFIRMED: "default, confirmed",
    Conclusion.DISPUTED: "possible default, disputed",
}
"""A default in a line, by what a lead concluded: confirmed, disputed, or nothing yet."""


def count_open(defaults: Sequence[Default]) -> str:
    """Open defaults by what was concluded of each: "1 possible default"."""
    sure = [d.conclusion.word for d in defaults]
    return words.listed(
        words.number(sure.count(each), f"{each} default") for each in dict.fromkeys(sure)
    )


def describe_conclusion(d: Default) -> str:
    """Whether a default is confirmed: "possible default, not confirmed", or who confirmed it."""
    if d.conclusion is Conclusion.COMPUTED:
        return DEFAULT_LABELS[d.conclusion]
    by, day = describe_who_concluded(d)
    on = words.day(day)
    said = f"default {d.conclusion}"
    return f"{said} on {on} by someone not named" if by == UNNAMED else f"{said} by {by} on {on}"


def describe_who_concluded(d: Default) -> tuple[str, date]:
    """Who confirmed or disputed a default, UNNAMED where that is not recorded, and on which day."""
    by, _, on = (d.concluded_by or "").rpartition(", ")
    return by, date.fromisoformat(on)


def describe_certainty(d: Default) -> str:
    """Whether a default is confirmed, in the words of a headline."""
    return "possible, not confirmed" if d.conclusion is Conclusion.COMPUTED else str(d.conclusion)


def days_of_default(d: Default) -> str:
    """When a default occurred and from when anything accrues: "occurred Thu, Oct 28, 2004"."""
    accrues = "" if d.bears_nothing else f", accrues from {words.day(d.accrues_from)}"
    return f"occurred {words.day(d.occurred_on)}{accrues}"


def describe_default(d: Default) -> str:
    """A default in full: whether it is confirmed, its dates, and whether it is ongoing."""
    dates = days_of_default(d)
    if d.done_on and d.accrues_to:
        dates += f", cured {words.day(d.done_on)}"
    elif d.accrues_to:
        dates += f", stopped {words.day(d.accrues_to)} as the protected period ended"
    return f"{words.sentence(describe_conclusion(d))}: {dates}"


def describe_obligation(o: Obligation, as_of: date) -> str:
    """An obligation's status, when it was satisfied if it was, and what excuses it if it is."""
    if o.because:
        done = f"; done on {words.day(o.done_on)}" if o.done_on else ""
        return f"Excused: {o.because}{done}"
    if o.done_on is not None:
        return f"{words.sentence(status_word(o, as_of))} on {words.day(o.done_on)}"
    if o.status is Status.EXCUSED and o.waived and o.amount != 0:
        return "Waived: nothing is owed"
    if o.status is Status.EXCUSED:
        stopped = o.stopped_since and f"its clock is stopped since {words.day(o.stopped_since)}"
        return f"Excused: {_EXCUSE.get(o.kind) or stopped or 'nothing is owed'}"
    if o.settlement and o.settlement.in_part:
        return f"{words.sentence(status_word(o, as_of))}; paid in part"
    return f"{words.sentence(status_word(o, as_of))}: not yet satisfied on the record"


def describe_window(w: Window) -> str:
    """A window's status, with the days used of a day budget."""
    if w.never_opens:
        return "Never open"
    if not w.limit_days or w.days_used is None:
        return words.sentence(status_word(w))
    used = f"{w.days_used} of {words.number(w.limit_days, 'day')} used"
    rest = f"over from {words.day(w.done_on)}" if w.done_on else "today not counted"
    return f"{words.sentence(status_word(w))}: {used}, {rest}"


def describe_duty(d: UndatedDuty) -> str:
    """An undated duty's status: since when it is open, or when it was done. It is never overdue."""
    if d.opens is None:
        return "Continuing; never overdue, since it has no date"
    since = f"opened {words.day(d.opens)}"
    if d.done_on is not None:
        return f"Done {words.day(d.done_on)}, {since}"
    return f"Open, {since}; never overdue, since it has no date"


def explain_no_date(d: UndatedDuty) -> str:
    """Why a duty has no date, and the team's own target if it set one."""
    why = f"No due date: {words.clause(d.clause)} says {d.standard!r}"
    if d.target is not None:
        return f"{why}. Team target: {words.day(d.target)}, which is not contractual"
    if d.opens is None or d.done_on is not None:
        return why
    return f"{why}. The team set no target (targets in team.yaml)"


def describe_status(m: Matter, a: Assessment) -> str:
    """The matter's status, with the default it became when it lapsed."""
    match m.part:
        case Default():
            return describe_default(m.part)
        case Window():
            return describe_window(m.part)
        case RateChange():
            runs = [d for d in a.defaults if d.is_open and not d.bears_nothing]
            return "; ".join(f"{words.sentence(describe_conclusion(d))} ({d.clause})" for d in runs)
        case Obligation():
            return f"{describe_obligation(m.part, a.as_of)}{_became(m.part, a)}"
        case UndatedDuty():
            return describe_duty(m.part)
        case TrueUp():
            return f"Deferral {m.part.deferral}"
        case SharesOwed():
            return (
                f"{words.sentence(shares.describe_number(m.part))}, "
                f"{shares.describe_outstanding(m.part)}"
            )


def _became(o: Obligation, a: Assessment) -> str:
    d = next((d for d in a.defaults if d.lapsed == o.instance), None)
    return f". {words.sentence(describe_conclusion(d))}, {words.clause(d.clause)}" if d else ""


def describe_agreement(agreement: Agreement) -> str:
    """What was agreed, when, through which day, whether it is in effect and whom it binds."""
    what = f"{words.sentence(agreement.kind)} {agreement.instance}"
    if agreement.about:
        what += f" of {agreement.about}"
    if agreement.clause:
        what += f", {words.clause(agreement.clause)}"
    days = f"agreed {words.day(agreement.agreed_on)}"
    if agreement.until:
        days += f", through {words.day(agreement.until)}"
    which = agreement.not_computed.partition(", which ")[2]
    apart = f" Not computed: it {which}." if which else ""
    return f"{what}, {days}: {agreement.reason}. {_binds(agreement)}{apart}"


def with_not_computed(
    parts: Sequence[str], not_computed: Sequence[str] | None, *, of_it: bool = False
) -> Sequence[str]:
    """A first line's parts, after the waiver or extension that they do not take into account, and
    what that may change as far as it fits, unless it is `of_it`, the one item of the line.

    It names no id; the body has them.
    """
    if not not_computed:
        return parts
    kind, _, which = not_computed[0].partition(", which ")
    what = "an extension" if kind.startswith("extension") else "a waiver"
    what += f" and {len(not_computed) - 1} more" if len(not_computed) > 1 else ""
    that = f" that {which.partition(',')[0]}"
    first, *others = parts
    ways = ("",) if of_it else (that, that.partition(" of ")[0], "")
    lines = [f"not computed: {what}{way}; {first}" for way in ways]
    return next((line for line in lines if len(line) <= _WITH_NAME), lines[-1]), *others


def list_not_computed(a: Assessment, instance: str) -> list[str]:
    """What of the waivers and extensions of one item, or of the default it became, is not computed;
    of a payment, also those of every default.
    """
    names = {instance}
    paid = any(o.instance == instance and o.kind == "payment" for o in a.obligations)
    for d in a.defaults:
        if paid or instance in (d.instance, d.lapsed):
            names |= {d.instance, d.lapsed}
    return [each.not_computed for each in a.agreed if each.not_computed and each.about in names]


def _binds(agreement: Agreement) -> str:
    if agreement.outcome is ConsentResult.SIDE_LETTER:
        return "In effect." if agreement.in_force else "No longer in effect."
    if agreement.binds_all:
        return (
            "It binds all Holders."
            if agreement.in_force
            else "It bound all Holders and is no longer in effect."
        )
    if agreement.binds:
        return f"It binds {words.listed(agreement.binds)} and no other Holder."
    return "No Holder is shown to be bound."
