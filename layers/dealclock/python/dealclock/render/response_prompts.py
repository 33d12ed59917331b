"""What asks somebody to answer, in words: an escalation, a snooze that ended, asking again."""

from datetime import date

from dealclock.alerts.alert import Alert
from dealclock.alerts.away import absence, present
from dealclock.alerts.policy import Reason
from dealclock.alerts.responses import answer
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.render import words
from dealclock.render.status_words import past_word, reason_word
from dealclock.render.view import Matter, View


def asks(alert: Alert, m: Matter) -> bool:
    """Whether the reason says nothing of the matter itself, so that it is told as it stands."""
    if alert.reason is Reason.REMINDER:
        return as_it_stands(m) is Reason.MISSED
    return alert.reason in (Reason.ESCALATED, Reason.SNOOZE_ENDED)


def as_it_stands(m: Matter) -> Reason:
    """The reason that tells of a matter as it stands: missed, due today, or still to come."""
    match m.part:
        case Obligation(status=Status.MISSED) | Window(status=Status.OVERRUN):
            return Reason.MISSED
        case Obligation(status=Status.DUE_TODAY) | Window(status=Status.LAST_DAY):
            return Reason.DUE_TODAY
        case Default():
            return Reason.OPENED
        case _:
            return Reason.REMINDER


def still_open(m: Matter, day: date) -> str:
    """That something is still open which has no date to come; "" for what has one."""
    match m.part:
        case Default():
            return "still open"
        case Obligation(due=due) | Window(closes=due) if due < day:
            return f"still open: {past_word(m.part)}, was due {words.day(due)}"
        case _:
            return ""


def again(reason: Reason, alert: Alert, view: View) -> str:
    """Why it is spoken of again: whose snooze ended, whose acknowledgement ran out.

    With the mark after which is said how it stands.
    """
    last = answer(view.handled, alert.instance, alert.revision)
    if last is None or last.until is None or last.until > alert.day:
        return f"{words.sentence(reason)}: "
    by, on = view.name(last.by), words.instant(last.at, view.terms.agreement.time_zone)
    match last.action:
        case "snoozed" if reason is Reason.SNOOZE_ENDED:
            return f"Snooze ended: {by} snoozed it until {words.day(last.until)}; "
        case "acknowledged":
            return f"Asks again: {by} acknowledged it {on}, which ran out; "
        case "done":
            return f"Asks again: {by} said {on} that it is done, and no recorded fact says so; "
        case _:
            return f"{words.sentence(reason)}: "


def escalated(alert: Alert, m: Matter, view: View) -> str:
    """Why an escalation came to whom it came, and who did not answer since when."""
    owner, backup = view.team.owner_of(m.owed_by)
    silent = {
        "owner": "nobody has",
        "backup": f"{_silent(owner.id, alert, view)} has not",
        "group": f"neither {owner.name} nor {backup.name} has",
        "lead": f"neither {owner.name} nor {backup.name} has",
    }[alert.step]
    to = {
        "owner": f"the owner, {_reached(owner.id, alert, view)}",
        "backup": f"the backup, {_reached(backup.id, alert, view)}",
        "group": "everyone who receives mail",
        "lead": "the deal lead",
    }[alert.step]
    what = f'"{reason_word(alert.reasons[-1])}"'
    since = words.instant(alert.since, view.terms.agreement.time_zone) if alert.since else ""
    return f"Escalated to {to}: {silent} answered {what}, said {since}"


def _reached(person: str, alert: Alert, view: View) -> str:
    """A person by name, or the one who stands in and for whom."""
    there = present(view.team.away, person, alert.day)
    if there is None or there == person:
        return view.name(person)
    gone = absence(view.team.away, person, alert.day)
    until = f" until {words.day(gone.last_day)}" if gone else ""
    return f"{view.name(there)} for {view.name(person)}, who is away{until}"


def _silent(person: str, alert: Alert, view: View) -> str:
    """Who did not answer in a person's place, and that the person is away if so."""
    there = present(view.team.away, person, alert.day)
    if there == person:
        return view.name(person)
    if there is None:
        return f"{view.name(person)}, who is away,"
    return f"{view.name(there)}, for {view.name(person)},"
