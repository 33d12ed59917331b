"""What may be done with a deal, and what each role may do, told to each audience.

The same table, for lawyers, is docs/access.md; a test holds the two together, cell by cell.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

from dealclock.facts.corrections import Family
from dealclock.facts.fact import Fact
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED, RELEASED

Role = Literal["viewer", "editor", "lead", "approver", "administrator"]
"""What a person is to the deal. An administrator runs the stack and is no reader."""

Audience = Literal["inside", "outside"]
"""Inside are the issuer's people and its counsel; outside are the Trustee, a counterparty and the
Holders."""


class Action(StrEnum):
    """What a person may want to do with a deal.

    READ shows everything: computed conclusions, readings, drafts, what-if, exposure. CONSULT shows
    someone outside what was delivered and what a lead released to them, and nothing else.
    """

    CONSULT = "consult"
    READ = "read"
    RECEIVE = "receive"
    RECORD = "record"
    CONCLUDE = "conclude"  # confirm or dispute a computed default, release a conclusion
    HANDLE = "handle"  # acknowledge, snooze, say that it is done
    APPROVE = "approve"  # be the second pair of eyes
    SHARE = "share"  # show an answer in a channel
    SETTLE = "settle"  # change settings, close the deal
    BREAK = "break"  # read for a limited time with a reason, announced to the lead


_READS = frozenset({Action.CONSULT, Action.READ, Action.RECEIVE})
_WORKS = _READS | {Action.RECORD, Action.HANDLE, Action.SHARE}
_INSIDE: dict[Role, frozenset[Action]] = {
    "viewer": _READS,
    "editor": _WORKS,
    "lead": _WORKS | {Action.CONCLUDE, Action.APPROVE, Action.SETTLE},
    "approver": _READS | {Action.HANDLE, Action.SHARE, Action.APPROVE},
    "administrator": frozenset({Action.BREAK}),
}
_OUTSIDE: dict[Role, frozenset[Action]] = {
    "viewer": frozenset({Action.CONSULT}),
    "editor": frozenset({Action.CONSULT}),
    "lead": frozenset({Action.CONSULT}),
    "approver": frozenset({Action.CONSULT}),
    "administrator": frozenset(),
}


def permits(role: Role, action: Action, audience: Audience) -> bool:
    """Whether the role, in that audience, may ever do it: the table, without lists or days."""
    return action in (_INSIDE if audience == "inside" else _OUTSIDE)[role]


_CONCLUSIONS = frozenset({CONFIRMED, DISPUTED, RELEASED})


def action_of(kind: str, corrects: str | None, recorded: Iterable[Fact]) -> Action:
    """What recording a fact of `kind` is, in place of the fact `corrects` among those recorded.

    All that was ever recorded of that event is asked: any of it may be what results.
    """
    family = Family.of(corrects, recorded).facts if corrects is not None else ()
    kinds = {kind, *(fact.kind for fact in family)}
    return Action.CONCLUDE if kinds & _CONCLUSIONS else Action.RECORD
