"""What an event, a day or a reading changes, in words: the only wording of the difference
between two assessments, for every screen, file and alert."""

from fractions import Fraction

from dealclock.engine.assessment import ABSENT
from dealclock.engine.causes import Cause
from dealclock.engine.changes import Change, ChangeKind, Changes
from dealclock.engine.conclusions import (
    Default,
    Obligation,
    SharesOwed,
    UndatedDuty,
    Window,
)
from dealclock.engine.money import Between
from dealclock.facts.corrections import retracts
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import FactLog, last_day_of
from dealclock.messages import shares, words
from dealclock.messages.status_lines import DEFAULT_LABELS, days_of_default
from dealclock.messages.status_words import satisfied_on, status_word
from dealclock.terms.terms import Terms

NOTHING = "Nothing changes: no date, amount or status."


def render_lines(changes: Changes) -> list[str]:
    """A line for each change, the gravest first; none when nothing changes."""
    return [f"{name_change(change)}: {describe_change(change)}" for change in changes.items]


def name_change(change: Change) -> str:
    """What a change is about, with its instance: "Payment of interest (payment/2005-01-15)"."""
    return f"{change.title} ({change.instance})"


def describe_change(change: Change) -> str:
    """What happened to it, without its name."""
    if change.kind in (ChangeKind.MOVED, ChangeKind.AMOUNT):
        return _describe_figure(change)
    match change.now or change.was:
        case Obligation() as owed:
            return _describe_obligation(change, owed)
        case Window() as window:
            return _describe_window(change, window)
        case Default() as default:
            return _describe_default(change, default)
        case UndatedDuty() as duty:
            return _describe_duty(change, duty)
        case SharesOwed() as owed_shares:
            opened = change.kind is not ChangeKind.CLOSED
            return f"{shares.describe_number(owed_shares)} owed" if opened else "no longer owed"
        case None:
            return _describe_figure(change)


def _describe_obligation(change: Change, o: Obligation) -> str:
    due = f"due {words.day(o.due)}"
    match change.kind:
        case ChangeKind.OPENED:
            return f"opens, {words.is_due(o)}{_amount_suffix(o)}"
        case ChangeKind.CLOSED:
            return f"no longer arises, was {due}{_amount_suffix(o)}"
        case ChangeKind.SATISFIED | ChangeKind.SATISFIED_LATE:
            was = change.was.done_on if isinstance(change.was, Obligation) else None
            instead = f", instead of {words.day(was)}" if was else ""
            late = f", was {due}" if change.kind is ChangeKind.SATISFIED_LATE else ""
            opens = f"opens, {due}; " if change.is_new and not late else ""
            return f"{opens}{satisfied_on(o)}{instead}{_amount_not_stated(o)}{late}"
        case ChangeKind.OVERDUE:
            return f"{status_word(o)}, was {due}{_amount_suffix(o)}"
        case ChangeKind.EXPIRED:
            return f"{status_word(o)} {words.day(o.due)} without a cure"
        case ChangeKind.STOPPED:
            return (
                f"{words.stops(o.days_left)}, was {due}"
                if change.is_new
                else _stopped_words(change, o)
            )
        case ChangeKind.PAID:
            return _describe_paid(o)
        case ChangeKind.REOPENED:
            return f"{'clock resumes' if _was_stopped(change) else 'open again'}, {due}"
        case ChangeKind.DUE_TODAY:
            return f"due today, {words.day(o.due)}"
        case _:
            return status_word(o)


def _was_stopped(change: Change) -> bool:
    was = change.was
    return isinstance(was, Obligation) and was.stopped_since is not None


def _stopped_words(change: Change, o: Obligation) -> str:
    was = change.was
    due = was.due if isinstance(was, Obligation) and was.stopped_since is None else o.due
    return f"{words.stops(o.days_left)}, was due {words.day(due)}"


def _amount_suffix(o: Obligation) -> str:
    return "" if o.money is None else f", {words.amount(o.money)}"


def _amount_not_stated(o: Obligation) -> str:
    settled = o.settlement
    return ", amount not stated" if settled and settled.all_not_stated else ""


def _describe_paid(o: Obligation) -> str:
    """The amount recorded as paid, and what is unpaid; or that no amount paid is recorded now."""
    paid = o.settlement
    if paid is None or paid.all_not_stated:
        return "no amount is recorded as paid any longer"
    text = f"paid {words.amount(paid.stated)}"
    if paid.not_stated:
        return f"{text}, and an amount not stated"
    if isinstance(paid.owed, Between) or isinstance(paid.stated, Between):
        return f"{text} of {words.amount(paid.owed)}"
    return f"{text}, {words.dollars(paid.short)} unpaid"


def _describe_window(change: Change, w: Window) -> str:
    match change.kind:
        case ChangeKind.OPENED:
            ends = words.day(w.last_day) if w.last_day else "not known"
            return f"opens {words.day(w.opens)}, last day {ends}"
        case ChangeKind.CLOSED:
            return "no longer arises"
        case ChangeKind.OVERDUE | ChangeKind.EXPIRED:
            return f"{status_word(w)}, last day was {words.day(w.closes)}"
        case ChangeKind.LAST_DAY:
            return f"last day, {words.day(w.closes)}"
        case _:
            opens = f"opens {words.day(w.opens)}; " if change.is_new else ""
            return f"{opens}{satisfied_on(w) or status_word(w)}"


def _describe_default(change: Change, d: Default) -> str:
    dates = days_of_default(d)
    label = DEFAULT_LABELS[d.conclusion]
    match change.kind:
        case ChangeKind.CLOSED:
            return f"no longer arises, was a {label}, of {words.day(d.occurred_on)}"
        case ChangeKind.RELABELED:
            return f"{DEFAULT_LABELS[d.conclusion]}, before: {_label_before(change)}"
        case ChangeKind.WAIVED:
            return "waived" if d.waived else "no longer waived"
        case ChangeKind.CURED | ChangeKind.ENDED:
            stops = None if d.bears_nothing else d.accrues_to
            no_more = f"{'no interest' if d.accruing == 'interest' else 'nothing on it'} accrues"
            ends = f"{no_more} from {words.day(stops)}" if stops else ""
            parts = [f"{label}, {dates}" if change.is_new else "", _describe_cure(change, d), ends]
            return "; ".join(part for part in parts if part)
        case ChangeKind.REOPENED:
            return f"open again, {label}: {dates}"
        case _:
            return f"{label}: {dates}"


def _describe_cure(change: Change, d: Default) -> str:
    was = change.was.done_on if isinstance(change.was, Default) else None
    return f"{satisfied_on(d)}, instead of {words.day(was)}" if was else satisfied_on(d)


def _label_before(change: Change) -> str:
    return DEFAULT_LABELS[change.was.conclusion] if isinstance(change.was, Default) else ""


def _describe_duty(change: Change, d: UndatedDuty) -> str:
    match change.kind:
        case ChangeKind.CLOSED:
            return "no longer arises"
        case ChangeKind.SATISFIED:
            return satisfied_on(d)
    since = f" {words.day(d.opens)}" if d.opens else ""
    return f"{'opens' if change.is_new else 'open again'}{since}, no due date"


def _describe_figure(change: Change) -> str:
    """A figure's change: from what to what, or that it was added or no longer applies."""
    noun = _NOUNS.get(change.aspect) or words.figure_name(change.aspect)
    before, after = (_render_value(change.aspect, value) for value in (change.before, change.after))
    if change.before == ABSENT:
        return f"{noun} is {after}"
    if change.after == ABSENT:
        return f"no {noun} any longer, was {before}"
    verb = "moves" if change.kind is ChangeKind.MOVED else "changes"
    return f"{noun} {verb} from {before} to {after}"


def _render_value(aspect: str, value: str) -> str:
    if aspect == "rate" and value != ABSENT:
        return words.percent(Fraction(value))
    return words.figure(value)


_NOUNS = {
    "due": "due date",
    "record_date": "record date",
    "opens": "first day",
    "closes": "last day",
    "occurred_on": "date of the default",
    "accrues_from": "first day of accrual",
    "accrues_to": "first day without accrual",
    "target": "team target",
    "shares": "number owed",
    "outstanding": "number still to be issued",
    "total": "amount accrued",
    "unpaid": "amount unpaid",
    "rate": "current rate",
}


def describe_cause(cause: Cause, log: FactLog, terms: Terms) -> str:
    """A cause in words, with the day an event was recorded where that differs from its date."""
    if cause.by == "days":
        return f"time elapsed to {words.day(cause.day)}"
    fact = find_fact(cause.id, log) if cause.by == "fact" else None
    if fact is not None:
        recorded = last_day_of(log.recorded_at(fact), log.zone)
        late = "" if recorded == fact.on else f", recorded {words.day(recorded)}"
        return f"{_describe_event(cause.id, log, terms)}{late}"
    says = _name_cause(cause.by, cause.id, log, terms)
    return says if cause.by == "fact" else f"{says}, {words.day(cause.day)}"


def _name_cause(by: str, name: str, log: FactLog, terms: Terms) -> str:
    """A cause in words: by what, and which."""
    match by:
        case "fact":
            return _describe_event(name, log, terms)
        case "version":
            return f"amendment {name}"
        case "reading":
            return f"the reading {name}"
        case _:
            return "time elapsed"


def _describe_event(name: str, log: FactLog, terms: Terms) -> str:
    """An event: its id, its text, its day; for a correction also what it corrects."""
    fact = find_fact(name, log)
    if fact is None:
        return f"event {name}"
    says = f"({what_happened(fact.kind, terms)}, {words.day(fact.on)})"
    if fact.corrects:
        what = "retraction" if retracts(fact) else "correction"
        return f"{what} {name} of {fact.corrects} {says}"
    return f"event {name} {says}"


def find_fact(name: str, log: FactLog) -> Fact | None:
    """The event with that id, if it is recorded."""
    return next((f for f in log.facts if f.id == name), None)
