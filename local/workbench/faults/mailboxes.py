"""Faults of the mail server: it refuses, defers or drops emails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dealclock.people.team import Team
from local import mail
from local.workbench.faults.fault import Choice, Fault

_EVERYONE = "everyone"
_CODES = {"mail-refused": "550", "mail-deferred": "451", "mail-silent": ""}


class Mailboxes:
    """The faults of the mail sink whose folder is `mails`."""

    title = "Mail"

    def __init__(self, mails: Path, team: Team) -> None:
        self._mails = mails
        self._names = {person.email: person.name for person in team.people}

    @property
    def faults(self) -> Sequence[Fault]:
        """All of them."""
        whose = Choice("who", "Whose", [(_EVERYONE, "everyone's"), *self._names.items()])
        return [replace(fault, choices=(whose,)) for fault in _FAULTS]

    def active(self) -> Mapping[str, str]:
        """The recipients of each fault that is on."""
        orders = mail.orders(self._mails)
        return {
            fault: self._named(orders[code]) for fault, code in _CODES.items() if orders.get(code)
        }

    def on(self, fault: str, chosen: Mapping[str, str]) -> None:
        """Add a recipient to those with the fault."""
        there = mail.orders(self._mails).get(_CODES[fault], [])
        whose = [*self._names] if chosen["who"] == _EVERYONE else [*there, chosen["who"]]
        self._order(fault, whose)

    def off(self, fault: str) -> None:
        """Serve everyone again."""
        self._order(fault, ())

    def _order(self, fault: str, whose: Sequence[str]) -> None:
        orders = mail.orders(self._mails) | {_CODES[fault]: list(whose)}
        mail.refuse(
            self._mails,
            failing=set(orders.get("550", ())),
            deferred=set(orders.get("451", ())),
            silent=set(orders.get("", ())),
        )

    def _named(self, addresses: Sequence[str]) -> str:
        if set(self._names) <= set(addresses):
            return _EVERYONE
        return ", ".join(self._names.get(each, each) for each in addresses)


_FAULTS = (
    Fault(
        "mail-refused",
        "There is no such mailbox (550)",
        "The email is refused for good; the person, or else the lead, is notified in Slack.",
    ),
    Fault(
        "mail-deferred",
        "The mail server says later (451)",
        "The email is retried every minute until it is accepted. The play waits for it, for up to "
        "two and a half minutes.",
    ),
    Fault(
        "mail-silent",
        "The mail server accepts it and hangs up",
        "It is unknown whether the email arrived: it is sent again, marked as a possible "
        "duplicate.",
    ),
)
