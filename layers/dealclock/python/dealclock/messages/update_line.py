"""A matter's present status in one line: what a message that was sent folds to.

"Trustee notice given Mon, Nov 1. Section 3(b). Maria Lopez"
"""

from collections.abc import Iterable, Sequence
from datetime import date

from dealclock.alerts.alert import Alert
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import UNNAMED, Conclusion, Default, Obligation, Status, Window
from dealclock.messages import words
from dealclock.messages.headline import describe_default
from dealclock.messages.status_lines import describe_who_concluded
from dealclock.messages.status_words import done_word
from dealclock.people.acts import Act
from dealclock.people.people import People
from dealclock.terms.terms import Terms


def render_update(
    alert: Alert,
    assessment: Assessment,
    handled: Iterable[Act],
    people: People,
    terms: Terms,
    *,
    gone: bool = False,
) -> str:
    """What has changed since the alert was sent, gravest first; "" while nothing has.

    A whole line: what it is, its status, its Section, who responded. `assessment` is the present
    one; `handled` are the responses so far; `gone` says whether, on what is known now, the matter
    never arose. An item that is merely long past gives "". A moved date and a satisfied item come
    before responses.
    """
    owed = assessment.obligation(alert.instance)
    window = assessment.window(alert.instance)
    default = assessment.default(alert.instance)
    today = assessment.as_of
    if owed is not None:
        status = _of_obligation(alert, owed, today)
    elif window is not None:
        status = _of_window(alert, window, today)
    elif default is not None:
        if concluded := _describe_conclusion(default, alert, today, terms):
            return concluded
        status = _of_default(default, today)
    else:
        status = "no longer arises" if gone else ""
    done = _list_responses(alert, handled)
    named = describe_default(default, terms) if default is not None else alert.title
    where = words.clause(alert.clause) if alert.clause else ""
    if status:
        by = _name(done[-1].by, people) if done else ""
        return ". ".join(part for part in (f"{named} {status}", where, by) if part)
    # A response that expired is asked for again by another alert.
    standing = [h for h in done if h.until is None or today < h.until]
    if not standing:
        return ""
    due = f", due {words.near_day(alert.due, today)}" if alert.due else ""
    did = _describe_response(standing[-1], people, terms, today)
    return ". ".join(part for part in (f"{named}{due}: {did}", where) if part)


def _of_obligation(alert: Alert, o: Obligation, today: date) -> str:
    if o.done_on is not None:
        return f"{done_word(o)} {words.near_day(o.done_on, today)}"
    if o.status is Status.EXCUSED:
        return "excused"
    if alert.due is not None and o.due != alert.due:
        return f"moved to {words.near_day(o.due, today)}"
    return ""


def _of_window(alert: Alert, w: Window, today: date) -> str:
    if w.done_on is not None:
        return f"over from {words.near_day(w.done_on, today)}"
    if alert.due is not None and w.closes != alert.due:
        return f"moved to {words.near_day(w.closes, today)}"
    return ""


def _of_default(d: Default, today: date) -> str:
    if d.done_on is not None:
        return f"cured {words.near_day(d.done_on, today)}"
    return f"no longer accrues from {words.near_day(d.accrues_to, today)}" if d.accrues_to else ""


def _describe_conclusion(d: Default, alert: Alert, today: date, terms: Terms) -> str:
    """That a lead confirmed or disputed a default that still accrues, and when; otherwise ""."""
    if not d.is_open or d.conclusion is Conclusion.COMPUTED:
        return ""
    by, on = describe_who_concluded(d)
    name = "someone not named" if by == UNNAMED else by
    sure = "" if d.conclusion is Conclusion.CONFIRMED else "Possible "
    said = (
        f"{sure}{words.of_a_default(terms)} {d.conclusion} by {name}, {words.near_day(on, today)}"
    )
    return f"{said}. {words.clause(alert.clause)}"


def _list_responses(alert: Alert, handled: Iterable[Act]) -> Sequence[Act]:
    """The responses to the alert as it was sent, in order; after its date moved, none counts."""
    sent = (alert.instance, alert.due, str(alert.revision))
    found = [h for h in handled if (h.subject, h.due, h.content) == sent]
    return sorted(found, key=lambda h: h.at)


def _name(by: str, people: People) -> str:
    person = people.person(by)
    return person.name if person else "someone no longer on the team"


def _describe_response(last: Act, people: People, terms: Terms, today: date) -> str:
    """The latest response, by whom and when."""
    by = _name(last.by, people)
    at = words.near_instant(last.at, terms.agreement.time_zone, today)
    match last.action:
        case "acknowledged":
            return f"acknowledged by {by}, {at}"
        case "seen":
            return f"seen by {by}, {at}"
        case "snoozed":
            until = f" until {words.near_day(last.until, today)}" if last.until else ""
            return f"snoozed by {by}{until}"
        case "done":
            return f"reported done by {by}, {at}, no event recorded yet"
        case _:  # declined
            return f"handed to {_name(last.to, people)} by {by}, {at}"
