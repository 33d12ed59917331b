"""What an alert is about, in words that anyone may see: subjects, previews, file names, titles.

The deal's data are material non-public: a safe title holds no party's name, no amount and never the
word default (docs/decisions/0020-previews.md).
"""

import re
from collections.abc import Iterator

from dealclock.agreement.terms import Terms
from dealclock.alerts.alert import Alert
from dealclock.render import words
from dealclock.render.view import View


def safe_title(alert: Alert, view: View) -> str:
    """The kind of thing and its Section: "Trustee notice, Section 3(b)".

    The title is the provision's own, unless that gives something away: then a plain word for its
    kind, as always for a default.
    """
    where = words.clause(alert.clause) if alert.clause else ""
    return ", ".join(part for part in (safe_name(alert, view.terms), where) if part)


def safe_name(alert: Alert, terms: Terms) -> str:
    """The title without its Section."""
    if alert.kind != "default" and is_safe(alert.title, terms):
        return alert.title
    return _PLAIN.get(alert.kind, "Item")


def is_safe(text: str, terms: Terms) -> bool:
    """Whether a text names no party of the agreement and no amount, and never says default."""
    if _UNSAFE.search(text):
        return False
    return not any(re.search(rf"\b{re.escape(n)}\b", text, re.IGNORECASE) for n in _names(terms))


def _names(terms: Terms) -> Iterator[str]:
    """The first word of each party's name; a description such as "the Holders" names no one."""
    for party in terms.parties.values():
        if not party.name.startswith(("the ", "each ", "any ")):
            yield re.split(r"[\s,]", party.name.removeprefix("The "), maxsplit=1)[0]


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
    "outage with cure": "Cure period",
    "payment": "Payment",
    "payment step": "Payment step",
    "rate schedule": "Rate",
    "request": "Request",
    "undated duty": "Duty",
    "window": "Window",
    "window before": "Mailing",
}
