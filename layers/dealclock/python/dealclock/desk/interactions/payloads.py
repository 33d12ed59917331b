"""A click, a submitted form or a shortcut: the parts of Slack's request that the desk uses.

Missing values are ""; the handlers refuse a request without the ids they need.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from dealclock.records import record

Json = Mapping[str, Any]


@record
class Click:
    """A click on a button, an option or a date: `action` and `block` are ids, `value` the choice.

    `answer_at` is the URL that answers its user only, "" in forms and on the Home tab. `view` is
    the form or the Home tab it is in; empty for a message.
    """

    user: str
    channel: str
    action: str
    block: str
    value: str
    trigger: str
    answer_at: str
    view: "SubmittedForm"


@record
class SubmittedForm:
    """A form: its name, the ids in its `metadata`, and the value of each field.

    `values`, by field: a text, an ISO date, the value of an option, or several of them.
    """

    user: str
    id: str
    hash: str
    name: str
    metadata: str
    values: Mapping[str, str | Sequence[str]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The value of a field, "" if it is empty."""
        value = self.values.get(name, "")
        return value if isinstance(value, str) else ",".join(value)


@record
class Shortcut:
    """A shortcut by its name; for a message shortcut, `link` is the message's address."""

    name: str
    user: str
    channel: str
    trigger: str
    link: str = ""


def is_readable(body: Json) -> bool:
    """Whether a request has a type that Slack sends here and the shape of that type.

    A malformed request may raise any error of reading it; the caller treats that as unreadable.
    """
    match body.get("type"):
        case None if "ssl_check" in body:
            return True
        case None:
            has_ids = all(_text(body, name) for name in ("command", "user_id", "channel_id"))
            return has_ids and all(isinstance(value, str) for value in body.values())
        case "url_verification":
            return bool(_text(body, "challenge"))
        case "event_callback":
            return bool(_text(body, "event", "type") and _text(body, "event", "user"))
        case "block_actions":
            clicked = click(body)
            return bool(clicked.user and clicked.action)
        case "view_submission" | "view_closed":
            handed_in = form(body)
            return bool(handed_in.user and handed_in.name)
        case "shortcut" | "message_action":
            pulled = shortcut(body)
            return bool(pulled.user and pulled.name)
        case _:
            return False


def click(body: Json) -> Click:
    """The click in a request of type block_actions; the first of several actions."""
    actions: Sequence[Json] = body.get("actions") or ({},)
    first = actions[0]
    return Click(
        user=_text(body, "user", "id"),
        channel=_text(body, "channel", "id"),
        action=_text(first, "action_id"),
        block=_text(first, "block_id"),
        value=_single(first),
        trigger=_text(body, "trigger_id"),
        answer_at=_text(body, "response_url"),
        view=form(body),
    )


def form(body: Json) -> SubmittedForm:
    """The form in a request of type view_submission, view_closed or block_actions."""
    view: Json = body.get("view") or {}
    state: Json = (view.get("state") or {}).get("values") or {}
    values = {
        block: _value(element)
        for block, elements in state.items()
        for element in list(elements.values())[:1]
    }
    return SubmittedForm(
        user=_text(body, "user", "id"),
        id=_text(view, "id"),
        hash=_text(view, "hash"),
        name=_text(view, "callback_id"),
        metadata=_text(view, "private_metadata"),
        values={name: value for name, value in values.items() if value},
    )


def shortcut(body: Json) -> Shortcut:
    """The shortcut in a request of type shortcut or message_action."""
    return Shortcut(
        name=_text(body, "callback_id"),
        user=_text(body, "user", "id"),
        channel=_text(body, "channel", "id"),
        trigger=_text(body, "trigger_id"),
        link=_link(body),
    )


def _link(body: Json) -> str:
    """The message's own address, as Slack's "Copy link" gives it."""
    domain, ts = _text(body, "team", "domain"), _text(body, "message", "ts")
    channel, thread = _text(body, "channel", "id"), _text(body, "message", "thread_ts")
    if not (domain and ts and channel):
        return ""
    reply = f"?thread_ts={thread}&cid={channel}" if thread and thread != ts else ""
    return f"https://{domain}.slack.com/archives/{channel}/p{ts.replace('.', '')}{reply}"


def _value(element: Json) -> str | Sequence[str]:
    several = element.get("selected_options")
    if several is not None:
        return tuple(str(option.get("value", "")) for option in several)
    return _single(element)


def _single(element: Json) -> str:
    chosen = element.get("selected_option")
    if isinstance(chosen, Mapping):
        return str(chosen.get("value", ""))
    return str(element.get("selected_date") or element.get("value") or "")


def _text(body: Json, *path: str) -> str:
    value: Any = body
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value if isinstance(value, str) else ""
