"""Faults of Slack's answers, which the next calls meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dealclock.messages import words
from dealclock.people.team import Team
from local.slack.client import StandIn
from local.workbench.faults.fault import Choice, Fault

_UNTIL_OFF = 1_000_000  # calls; more than anyone will wait for
_TIMES = Choice(
    "times",
    "How often",
    [
        ("1", "the next call"),
        ("3", "the next 3 calls"),
        ("10", "the next 10 calls"),
        (str(_UNTIL_OFF), "until switched off"),
    ],
)
_METHOD = Choice(
    "method",
    "Which calls",
    [
        ("", "all"),
        ("chat.postMessage", "messages (chat.postMessage)"),
        ("chat.update", "updates (chat.update)"),
        ("conversations.members", "channel members (conversations.members)"),
        ("views.open", "forms (views.open)"),
    ],
)
# Seconds: short enough to watch; the functions give up a call to Slack after ten.
_RETRY_AFTER, _HANG = 3, 12


class Calls:
    """The faults of Slack's answers."""

    title = "Slack's answers"

    def __init__(self, slack: StandIn, team: Team) -> None:
        self._slack = slack
        self._channel = team.channel
        where = Choice(
            "channel", "Where", [("", "anywhere"), (team.channel.id, f"#{team.channel.name}")]
        )
        self._choices = (_TIMES, _METHOD, where)

    @property
    def faults(self) -> Sequence[Fault]:
        """All of them."""
        return [replace(fault, choices=self._choices) for fault in _FAULTS]

    def active(self) -> Mapping[str, str]:
        """The faults still ahead, each with how often."""
        return {order["kind"]: self._said(order) for order in self._slack.faults()}

    def on(self, fault: str, chosen: Mapping[str, str]) -> None:
        """Switch it on for the next calls."""
        self._slack.no_faults(fault)
        self._slack.fault(
            fault,
            times=int(chosen["times"]),
            method=chosen["method"] or None,
            channel=chosen["channel"] or None,
            retry_after=_RETRY_AFTER,
            seconds=_HANG,
        )

    def off(self, fault: str) -> None:
        """Switch it off."""
        self._slack.no_faults(fault)

    def _said(self, order: Mapping[str, Any]) -> str:
        left = int(order["times"])
        often = "until switched off" if left > _UNTIL_OFF // 2 else words.number(left, "call")
        of = f" of {order['method']}" if order["method"] else ""
        where = f" in #{self._channel.name}" if order["channel"] == self._channel.id else ""
        return f"{often}{of}{where}"


_FAULTS = (
    Fault(
        "ratelimited",
        "Slack says to slow down (429)",
        f"A post waits the {_RETRY_AFTER} seconds Slack asks for, then arrives once. Emails do "
        "not wait for it.",
    ),
    Fault(
        "server_error",
        "Slack is down (500)",
        "It is unknown whether a post arrived: it is looked up after half a minute or by the next "
        "sweep, then sent once.",
    ),
    Fault(
        "lost_request",
        "The request is lost",
        "The connection drops and nothing was done. It is looked up, not found, and sent once.",
    ),
    Fault(
        "lost_response",
        "The answer is lost",
        "The message is in Slack, and the function does not know: it is looked up, not sent twice.",
    ),
    Fault(
        "hang",
        "Slack hangs",
        f"Slack does as asked and answers after {_HANG} seconds, longer than the function waits.",
    ),
)
