"""What an alert is about, in words safe for anyone: subjects, previews, file names, titles.

The deal's data are material non-public information: a safe title holds no party's name, no
amount and never the word default (docs/decisions/alerts.md).
"""

import re
from collections.abc import Iterator

from dealclock.alerts.alert import Alert
from dealclock.days.counting import business_days_in
from dealclock.engine.conclusions import Window
from dealclock.messages import action_time, response_prompts, words
from dealclock.messages.headline import earliest_last_day
from dealclock.messages.reason import describe_time_left
from dealclock.messages.status_words import past_word
from dealclock.messages.view import Matter, View
from dealclock.people.policy import Reason
from dealclock.terms.terms import Terms


def safe_preview(
    alert: Alert, m: Matter | None, view: View, graver: tuple[Alert, Matter] | None = None
) -> str:
    """An email's subject and a notification's text: the deal, the action and date, the title.

    "[Granite] Action today: Trustee notice, Section 3(b)". `m` is what the alert is about, None
    where that no longer arises. A `graver` item of the same post comes first.
    """
    mark = ", rehearsal" if view.rehearsal else ""
    title = safe_title(alert, view)
    if alert.reason is Reason.STATEMENT:
        name = safe_name("rate schedule", view.assessment.accrual.title, view.terms)
        title = with_section(name, alert.clause)
    asks = f"{_describe_ask(alert, m, view)}: {title}"
    if graver is not None:
        about, part = graver
        name = safe_name(about.kind, about.title, view.terms)
        asks = f"{_describe_ask(about, part, view)}: {name}{AND}{asks[:1].lower()}{asks[1:]}"
    return f"[{view.team.code_name}{mark}] {asks}"


def _describe_ask(alert: Alert, m: Matter | None, view: View) -> str:
    """What an alert asks and by when, in a few safe words, different each time it is sent."""
    if alert.reason is Reason.ESCALATED:
        since = response_prompts.describe_since(alert.since, view) if alert.since else ""
        return f"Not acknowledged since {since}" if since else "Not acknowledged"
    if m is None:
        return "No longer arises"
    stands = response_prompts.present_reason(m)
    reason = stands if response_prompts.is_request_only(alert, m) else alert.reason
    first = earliest_last_day(alert, m)
    on = view.day(first)
    match reason:
        case Reason.MISSED:
            late = business_days_in(alert.due or first, alert.day, view.calendar)
            return f"{past_word(m.part).capitalize()} {words.business_days(late)}"
        case Reason.MOVED:
            return f"Moved to {on}"
        case Reason.STATEMENT:
            return f"Statement {view.day(alert.day)}"
        case Reason.LAST_CALL:
            left = action_time.describe_hours_left(alert, m.part, view)
            again = " again" if alert.step == "afternoon" else ""
            return f"Last call, {left} left" if left else f"Last call{again} today"
        case _ if first < alert.day and reason not in _ASKS and alert.kind != "default":
            past = "have expired" if isinstance(m.part, Window) else f"be {past_word(m.part)}"
            return f"May {past} {on}"
        case Reason.DUE_TODAY:
            return f"Action today, {on}" if first == alert.day else f"Action today, due {on}"
        case _ if reason in _ASKS:
            return f"{_ASKS[reason]} {view.day(alert.ended_on or alert.day)}"
        case _ if alert.kind == "default":
            opened = alert.reason is Reason.OPENED
            return "Review" if opened else f"Still to review, {view.day(alert.day)}"
        case _:
            left = "today" if first == alert.day else describe_time_left(first, view)
            return f"{_BY.get(alert.kind, 'Due')} {on}, {left}"


def safe_title(alert: Alert, view: View) -> str:
    """The kind of thing and its Section: "Trustee notice, Section 3(b)".

    The title is the provision's own, unless that gives something away: then, as always for a
    default, a plain word for its kind.
    """
    return with_section(safe_name(alert.kind, alert.title, view.terms), alert.clause)


def with_section(name: str, clause: str) -> str:
    """A title and its Section: "Trustee notice, Section 3(b)"."""
    return ", ".join(part for part in (name, words.clause(clause) if clause else "") if part)


def safe_name(kind: str, title: str, terms: Terms) -> str:
    """The title without its Section, as subjects, previews and calendars show it."""
    if title and kind != "default" and is_safe(title, terms):
        return title
    return _PLAIN.get(kind, "Date")


def is_safe(text: str, terms: Terms) -> bool:
    """Whether a text names no party of the agreement and no amount, and never contains
    "default"."""
    if _UNSAFE.search(text):
        return False
    return not any(re.search(rf"\b{re.escape(n)}\b", text, re.IGNORECASE) for n in _names(terms))


def _names(terms: Terms) -> Iterator[str]:
    """The first word of each party's name; a description such as "the Holders" names no one."""
    for party in terms.parties.values():
        if not party.name.startswith(("the ", "each ", "any ")):
            yield re.split(r"[\s,]", party.name.removeprefix("The "), maxsplit=1)[0]


AND = "; "
"""What separates the two items of a subject; no title is cut at it."""
_ASKS = {
    Reason.CONFIRMED: "Done",
    Reason.RESOLVED: "Done",
    Reason.CLOSED: "Over",
    Reason.CAUGHT_UP: "Over",
}
_BY = {
    "rate schedule": "From",
    "undated duty": "Target",
    "window": "Open to",
    "day budget": "By",
    "state": "By",
}
_UNSAFE = re.compile(r"default|[$€£%]|\d{1,3}(,\d{3})+|\d\.\d\d", re.IGNORECASE)
_PLAIN = {
    "condition": "Condition",
    "day budget": "Period",
    "deadline": "Deadline",
    "default": "Event to confirm",
    "duty": "Duty",
    "frequency limit": "Filing",
    "lead time": "Preparation",
    "minimum period": "Review",
    "notice": "Notice",
    "obligation": "Deadline",
    "outage with cure": "Cure period",
    "payment": "Payment",
    "payment step": "Payment step",
    "rate schedule": "Rate",
    "request": "Request",
    "state": "Period",
    "undated duty": "Duty",
    "window": "Window",
    "window before": "Mailing",
}
