"""What an event, a day or a reading changes, in words: the one place where the difference of two
assessments is worded, for every screen, file and alert."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from dealclock.alerts.alert import MoveCause
from dealclock.engine.causes import Cause
from dealclock.engine.changes import Change, ChangeKind, Changes
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.engine.conclusions import (
    Conclusion,
    Default,
    Obligation,
    UndatedDuty,
    Window,
)
from dealclock.engine.money import Between
from dealclock.engine.shares.trued_up import SharesOwed
from dealclock.facts.corrections import retracts
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import FactLog, last_day_of
from dealclock.messages import shares, words
from dealclock.messages.status_words import satisfied_on, status_word

NOTHING = "Nothing changes: no date, amount or status."


def lines(changes: Changes) -> list[str]:
    """Each change in a line behind what it is of, the gravest first; none when nothing changes."""
    return [f"{of(each)}: {says(each)}" for each in changes.items]


def of(each: Change) -> str:
    """What a change is of, with its instance: "Payment of interest (payment/2005-01-15)"."""
    return f"{each.title} ({each.instance})"


def says(each: Change) -> str:
    """What became of it, without its name."""
    if each.kind in (ChangeKind.MOVED, ChangeKind.AMOUNT):
        return _figure(each)
    match each.now or each.was:
        case Obligation() as owed:
            return _of_obligation(each, owed)
        case Window() as window:
            return _of_window(each, window)
        case Default() as default:
            return _of_default(each, default)
        case UndatedDuty() as duty:
            return _of_duty(each, duty)
        case SharesOwed() as owed_shares:
            came = each.kind is not ChangeKind.CLOSED
            return f"{shares.number(owed_shares)} owed" if came else "no longer owed"
        case None:
            return _figure(each)


def _of_obligation(each: Change, o: Obligation) -> str:
    due = f"due {words.day(o.due)}"
    match each.kind:
        case ChangeKind.OPENED:
            return f"opens, {words.is_due(o)}{_for(o)}"
        case ChangeKind.CLOSED:
            return f"no longer arises, was {due}{_for(o)}"
        case ChangeKind.SATISFIED | ChangeKind.SATISFIED_LATE:
            was = each.was.met_on if isinstance(each.was, Obligation) else None
            instead = f", instead of {words.day(was)}" if was else ""
            late = f", was {due}" if each.kind is ChangeKind.SATISFIED_LATE else ""
            opens = f"opens, {due}; " if each.is_new and not late else ""
            return f"{opens}{satisfied_on(o)}{instead}{_amount_not_stated(o)}{late}"
        case ChangeKind.OVERDUE:
            return f"{status_word(o)}, was {due}{_for(o)}"
        case ChangeKind.EXPIRED:
            return f"{status_word(o)} {words.day(o.due)} without a cure"
        case ChangeKind.STOPPED:
            return f"{words.stops(o.days_left)}, was {due}" if each.is_new else _stopped(each, o)
        case ChangeKind.PAID:
            return _paid(o)
        case ChangeKind.REOPENED:
            return f"{'clock resumes' if _was_stopped(each) else 'open again'}, {due}"
        case ChangeKind.DUE_TODAY:
            return f"due today, {words.day(o.due)}"
        case _:
            return status_word(o)


def _was_stopped(each: Change) -> bool:
    was = each.was
    return isinstance(was, Obligation) and was.stopped_since is not None


def _stopped(each: Change, o: Obligation) -> str:
    was = each.was
    due = was.due if isinstance(was, Obligation) and was.stopped_since is None else o.due
    return f"{words.stops(o.days_left)}, was due {words.day(due)}"


def _for(o: Obligation) -> str:
    return "" if o.money is None else f", {words.amount(o.money)}"


def _amount_not_stated(o: Obligation) -> str:
    settled = o.settlement
    return ", amount not stated" if settled and settled.all_not_stated else ""


def _paid(o: Obligation) -> str:
    """What facts state was paid, and what is unpaid; of a payment no longer recorded, that."""
    paid = o.settlement
    if paid is None or paid.all_not_stated:
        return "no amount is recorded as paid any longer"
    said = f"paid {words.amount(paid.stated)}"
    if paid.not_stated:
        return f"{said}, and an amount not stated"
    if isinstance(paid.owed, Between) or isinstance(paid.stated, Between):
        return f"{said} of {words.amount(paid.owed)}"
    return f"{said}, {words.dollars(paid.short)} unpaid"


def _of_window(each: Change, w: Window) -> str:
    match each.kind:
        case ChangeKind.OPENED:
            return f"opens {words.day(w.opens)}, last day {words.day(w.closes)}"
        case ChangeKind.CLOSED:
            return "no longer arises"
        case ChangeKind.OVERDUE | ChangeKind.EXPIRED:
            return f"{status_word(w)}, last day was {words.day(w.closes)}"
        case ChangeKind.LAST_DAY:
            return f"last day, {words.day(w.closes)}"
        case _:
            opens = f"opens {words.day(w.opens)}; " if each.is_new else ""
            return f"{opens}{satisfied_on(w) or status_word(w)}"


def _of_default(each: Change, d: Default) -> str:
    dates = f"occurred {words.day(d.occurred_on)}, accrues from {words.day(d.accrues_from)}"
    named = _LABELS[d.conclusion]
    match each.kind:
        case ChangeKind.CLOSED:
            return f"no longer arises, was a {named}, of {words.day(d.occurred_on)}"
        case ChangeKind.RELABELED:
            return f"{_LABELS[d.conclusion]}, before: {_before(each)}"
        case ChangeKind.WAIVED:
            return "waived" if d.waived else "no longer waived"
        case ChangeKind.CURED | ChangeKind.ENDED:
            ends = f"no interest accrues from {words.day(d.accrues_to)}" if d.accrues_to else ""
            parts = [f"{named}, {dates}" if each.is_new else "", _cured(each, d), ends]
            return "; ".join(part for part in parts if part)
        case ChangeKind.REOPENED:
            return f"open again, {named}: {dates}"
        case _:
            return f"{named}: {dates}"


def _cured(each: Change, d: Default) -> str:
    was = each.was.cured_on if isinstance(each.was, Default) else None
    return f"{satisfied_on(d)}, instead of {words.day(was)}" if was else satisfied_on(d)


_LABELS = {
    Conclusion.COMPUTED: "possible default, not confirmed",
    Conclusion.CONFIRMED: "default, confirmed",
    Conclusion.DISPUTED: "possible default, disputed",
}


def _before(each: Change) -> str:
    return _LABELS[each.was.conclusion] if isinstance(each.was, Default) else ""


def _of_duty(each: Change, d: UndatedDuty) -> str:
    match each.kind:
        case ChangeKind.CLOSED:
            return "no longer arises"
        case ChangeKind.SATISFIED:
            return satisfied_on(d)
    since = f" {words.day(d.opens)}" if d.opens else ""
    return f"{'opens' if each.is_new else 'open again'}{since}, no due date"


def _figure(each: Change) -> str:
    """One figure: from what to what, or what came and what went."""
    noun = _NOUNS.get(each.aspect) or words.figure_name(each.aspect)
    before, after = (_value(each.aspect, value) for value in (each.before, each.after))
    if each.before == ABSENT:
        return f"{noun} is {after}"
    if each.after == ABSENT:
        return f"no {noun} any longer, was {before}"
    verb = "moves" if each.kind is ChangeKind.MOVED else "changes"
    return f"{noun} {verb} from {before} to {after}"


def _value(aspect: str, value: str) -> str:
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


def cause_says(cause: Cause, log: FactLog) -> str:
    """A cause in words, with the day an event was recorded where that was another."""
    if cause.by == "days":
        return f"time elapsed to {words.day(cause.day)}"
    fact = fact_of(cause.id, log) if cause.by == "fact" else None
    if fact is not None:
        recorded = last_day_of(log.recorded_at(fact), log.zone)
        late = "" if recorded == fact.on else f", recorded {words.day(recorded)}"
        return f"{_event(cause.id, log)}{late}"
    says = _named(cause.by, cause.id, log)
    return says if cause.by == "fact" else f"{says}, {words.day(cause.day)}"


def moved_by(causes: Iterable[MoveCause], log: FactLog, readings: Mapping[str, str]) -> str:
    """What moved the date of an alert, in a list; "" where nothing is known of it."""
    found = [_mover(each, log, readings) for each in causes]
    return words.listed(found) if found else ""


def _mover(each: MoveCause, log: FactLog, readings: Mapping[str, str]) -> str:
    named = _named(each.by, each.id, log)
    return f"{named}, now {readings.get(each.id, 'the default')}" if each.by == "reading" else named


def _named(by: str, name: str, log: FactLog) -> str:
    """A cause in words: by what, and which."""
    match by:
        case "fact":
            return _event(name, log)
        case "version" | "amendment":
            return f"amendment {name}"
        case "terms":
            return f"version {name} of the terms"
        case "reading":
            return f"the reading {name}"
        case _:
            return "time elapsed"


def _event(name: str, log: FactLog) -> str:
    """An event: its id, what it says, its day; a correction as one, with what it corrects."""
    fact = fact_of(name, log)
    if fact is None:
        return f"event {name}"
    says = f"({KINDS[fact.kind].says.rstrip('.')}, {words.day(fact.on)})"
    if fact.corrects:
        what = "retraction" if retracts(fact) else "correction"
        return f"{what} {name} of {fact.corrects} {says}"
    return f"event {name} {says}"


def fact_of(name: str, log: FactLog) -> Fact | None:
    """The event by that id, if it is recorded."""
    return next((f for f in log.facts if f.id == name), None)
