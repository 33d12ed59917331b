"""A delivery in words: by which way to whom, and why it was not sent."""

from dealclock.alerts.delivery import Route
from dealclock.messages import route_failure
from dealclock.messages.view import View

_BY = {"dm": "direct message", "email": "email", "mention": "mention in the channel"}
_CAUSES = {
    "acknowledged": "it had been acknowledged",
    "closed": "the deal was closed before",
    "met": "it was satisfied before",
    "moved": "its date had moved",
    "recipient_removed": "the person is no longer on the list",
    "route_removed": "the team no longer has that route",
    "snoozed": "it had been snoozed",
    "superseded": "it was no longer so",
    "unchanged": "it was the same as the last one",
    "in_alerts": "alerts of that morning said what was new",
    "past": "its day was past",
}


def to(route: Route, view: View) -> str:
    """Where it goes: "the channel", "Maria Lopez by email"."""
    if route.kind == "slack":
        return "the channel"
    return f"{view.name(route.to)} by {_BY[route.kind]}"


def why(cause: str | None) -> str:
    """Why it was refused, withdrawn or is unknown; "" where nothing is said of it."""
    if not cause:
        return ""
    named, _, rest = cause.partition(":")
    says = _CAUSES.get(named) or route_failure.says(named)
    return f"{says} ({rest.strip()})" if rest.strip() else says
