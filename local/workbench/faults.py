"""Faults to switch on, so that a developer can watch the recovery: one table of them, `FAULTS`.

Each simulated service keeps its own faults, and no one else does, so the page shows the true state.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from dealclock.errors import NotFoundError
from dealclock.messages import words
from dealclock.people.team import Team
from local import emulator, mail, throttle
from local.launch import Running
from local.slack.world import read
from local.world import OUTSIDER

Chosen = Mapping[str, str]
Options = Sequence[tuple[str, str]]
Patch = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """A setting of a fault: its name, its label, and the options in order, as value and label."""

    name: str
    says: str
    options: Options


@dataclass(frozen=True)
class Fault:
    """What goes wrong, in a few words; what to watch for, in a sentence; how to switch it.

    `group` is the service it is a fault of. `how` gives its settings in words while it is on, ""
    without any, None while it is off. New settings replace the earlier ones.
    """

    group: str
    id: str
    title: str
    watch: str
    how: Callable[[Board], str | None]
    on: Callable[[Board, Chosen], object]
    off: Callable[[Board], object]
    choices: Callable[[Board], Sequence[Choice]] = lambda _: ()


@dataclass(frozen=True)
class Board:
    """The faults that can be switched on for the people and the channel of a team."""

    local: Running
    team: Team

    @property
    def groups(self) -> Sequence[tuple[str, Sequence[tuple[Fault, Sequence[Choice]]]]]:
        """Each service with its faults and their settings, in the order shown."""
        return [
            (group, [(fault, fault.choices(self)) for fault in of])
            for group, of in groupby(FAULTS, key=lambda fault: fault.group)
        ]

    def active(self) -> Mapping[str, str]:
        """Every fault that is on, by id, in the order shown, and how, in words."""
        now = Board(self.local, self.team)  # which asks each service once
        found = ((fault.id, fault.how(now)) for fault in FAULTS)
        return {fault: how for fault, how in found if how is not None}

    def on(self, fault: str, given: Chosen) -> None:
        """Switch a fault on as chosen. Raises NotFoundError."""
        known = _found(fault)
        chosen = {}
        for choice in known.choices(self):
            chosen[choice.name] = given.get(choice.name, choice.options[0][0])
            if chosen[choice.name] not in dict(choice.options):
                options = ", ".join(repr(value) for value, _ in choice.options)
                raise NotFoundError(
                    f"{known.title}: {choice.name} cannot be {chosen[choice.name]!r}; "
                    f"choose one of {options}."
                )
        known.on(Board(self.local, self.team), chosen)

    def off(self, fault: str) -> None:
        """Switch a fault off. Raises NotFoundError."""
        _found(fault).off(Board(self.local, self.team))

    @cached_property
    def calls(self) -> Mapping[str, Mapping[str, Any]]:
        """The faults of Slack's answers still ahead, by kind."""
        return {order["kind"]: order for order in self.local.slack.faults()}

    @cached_property
    def workspace(self) -> Workspace:
        """Slack's workspace as it is now."""
        return Workspace.of(self.local.slack.world(), self.team.channel.id)

    @cached_property
    def began(self) -> Workspace:
        """Slack's workspace as it was at the start."""
        return Workspace.of(initial_workspace(_world(self.local)), self.team.channel.id)

    def change(self, patch: Patch) -> None:
        """Merge a patch into the workspace."""
        self.local.slack.change(patch)

    def change_room(self, **change: object) -> None:
        """Change the team's channel."""
        self.change({"channels": {self.team.channel.id: change}})

    @property
    def folder(self) -> Path:
        """That of the embedded AWS."""
        return self.local.run.part(emulator.PART).folder


@dataclass(frozen=True)
class Workspace:
    """A workspace: the app, the users by id, and the team's channel, empty where there is none."""

    app: Mapping[str, Any]
    users: Mapping[str, Mapping[str, Any]]
    room: Mapping[str, Any]

    @classmethod
    def of(cls, plain: Mapping[str, Any], channel: str) -> Workspace:
        """From its JSON."""
        rooms = {each["id"]: each for each in plain["channels"]}
        users = {each["id"]: each for each in plain["users"]}
        return cls(plain["app"], users, rooms.get(channel, {}))

    @property
    def members(self) -> list[str]:
        """The members of the channel."""
        return list(self.room.get("members", ()))


def initial_workspace(file: Path) -> dict[str, Any]:
    """The workspace in a file, with defaults for what the file leaves out."""
    plain: dict[str, Any] = read(file).model_dump(mode="json")
    return plain


def clear(local: Running) -> None:
    """Switch every fault off, for any team."""
    local.slack.no_faults()
    plain = initial_workspace(_world(local))
    parts = {part: {each["id"]: each for each in plain[part]} for part in ("users", "channels")}
    local.slack.change({"app": plain["app"], **parts})
    mail.refuse(local.mails)
    folder = local.run.part(emulator.PART).folder
    throttle.clear(folder)
    _calm(local, folder)


def _world(local: Running) -> Path:
    return local.run.part("slack").folder / "world.json"


def _found(fault: str) -> Fault:
    for known in FAULTS:
        if known.id == fault:
            return known
    raise NotFoundError(f"there is no fault {fault!r}.")


# Slack's answers, which the next calls meet.

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


def _answer(kind: str, title: str, watch: str) -> Fault:
    """A fault of Slack's answers, of a kind that the stand-in has."""

    def choices(board: Board) -> Sequence[Choice]:
        channel = board.team.channel
        where = Choice("channel", "Where", [("", "anywhere"), (channel.id, f"#{channel.name}")])
        return (_TIMES, _METHOD, where)

    def how(board: Board) -> str | None:
        if kind not in board.calls:
            return None
        order, channel = board.calls[kind], board.team.channel
        left = int(order["times"])
        often = "until switched off" if left > _UNTIL_OFF // 2 else words.number(left, "call")
        of = f" of {order['method']}" if order["method"] else ""
        where = f" in #{channel.name}" if order["channel"] == channel.id else ""
        return f"{often}{of}{where}"

    def on(board: Board, chosen: Chosen) -> None:
        board.local.slack.no_faults(kind)
        board.local.slack.fault(
            kind,
            times=int(chosen["times"]),
            method=chosen["method"] or None,
            channel=chosen["channel"] or None,
            retry_after=_RETRY_AFTER,
            seconds=_HANG,
        )

    def off(board: Board) -> None:
        board.local.slack.no_faults(kind)

    return Fault("Slack's answers", kind, title, watch, how, on, off, choices)


# The workspace, changed and changed back.


def _of_workspace(
    name: str,
    title: str,
    watch: str,
    is_on: Callable[[Board], bool],
    on: Callable[[Board], object],
    off: Callable[[Board], object],
) -> Fault:
    """A fault of the workspace without settings."""
    group = "The workspace"
    how: Callable[[Board], str | None] = lambda b: "" if is_on(b) else None  # noqa: E731
    return Fault(group, name, title, watch, how, lambda board, _: on(board), off)


def _of_person(
    name: str,
    title: str,
    watch: str,
    whom: Callable[[Board], Sequence[str]],
    on: Callable[[Board, str], object],
    off: Callable[[Board], object],
) -> Fault:
    """A fault of the workspace that one of the team has; `whom` are those who have it."""

    def named(board: Board) -> Mapping[str, str]:
        return {person.slack: person.name for person in board.team.people}

    def how(board: Board) -> str | None:
        return ", ".join(named(board).get(each, each) for each in whom(board)) or None

    def choices(board: Board) -> Sequence[Choice]:
        return (Choice("who", "Who", list(named(board).items())),)

    group = "The workspace"
    return Fault(group, name, title, watch, how, lambda b, c: on(b, c["who"]), off, choices)


# The mail server: it refuses, defers or drops emails.

_EVERYONE = "everyone"


def _mailbox(name: str, code: str, title: str, watch: str) -> Fault:
    """A fault of some mailboxes; `code` is the server's response, "" where it hangs up."""

    def names(board: Board) -> Mapping[str, str]:
        return {person.email: person.name for person in board.team.people}

    def choices(board: Board) -> Sequence[Choice]:
        return (Choice("who", "Whose", [(_EVERYONE, "everyone's"), *names(board).items()]),)

    def whose(board: Board) -> Sequence[str]:
        return mail.orders(board.local.mails).get(code, [])

    def how(board: Board) -> str | None:
        found, known = whose(board), names(board)
        everyone = set(known) <= set(found)
        return _EVERYONE if everyone else ", ".join(known.get(e, e) for e in found) or None

    def order(board: Board, found: Sequence[str]) -> None:
        orders = mail.orders(board.local.mails) | {code: list(found)}
        mail.refuse(
            board.local.mails,
            failing=set(orders.get("550", ())),
            deferred=set(orders.get("451", ())),
            silent=set(orders.get("", ())),
        )

    def on(board: Board, chosen: Chosen) -> None:
        who = chosen["who"]
        order(board, [*names(board)] if who == _EVERYONE else [*whose(board), who])

    return Fault("Mail", name, title, watch, how, on, lambda board: order(board, ()), choices)


# The embedded AWS: a throttled table, and queues that give up sooner.

_QUEUES = ("AssessQueueUrl", "DeliveryQueueUrl", "FileQueueUrl")
_HASTE = {"wait": 10, "receives": 3}  # seconds, times
_REFUSED = {"2": "every other call", "0": "every call"}  # by which call is let through
_OWN = ["VisibilityTimeout", "RedrivePolicy"]
_KEPT = "patience.json"  # the queues' deployed settings, while others apply


def _throttled(board: Board) -> str | None:
    through = throttle.current(board.folder)
    if through is None:
        return None
    refused = words.number(throttle.refused_calls(board.folder), "call")
    return f"{_REFUSED.get(str(through), 'some calls')}; {refused} refused so far"


def _hurry(board: Board) -> None:
    """Make the queues give up sooner than deployed."""
    kept = board.folder / _KEPT
    if kept.exists():
        return
    sqs, urls = board.local.stack.client("sqs"), board.local.stack.outputs
    found = {
        url: sqs.get_queue_attributes(QueueUrl=url, AttributeNames=_OWN)["Attributes"]
        for url in (urls[name] for name in _QUEUES)
    }
    kept.write_text(json.dumps(found), encoding="utf-8")
    for url, attributes in found.items():
        redrive = json.loads(attributes["RedrivePolicy"]) | {"maxReceiveCount": _HASTE["receives"]}
        changed = {"VisibilityTimeout": str(_HASTE["wait"]), "RedrivePolicy": json.dumps(redrive)}
        sqs.set_queue_attributes(QueueUrl=url, Attributes=changed)


def _calm(local: Running, folder: Path) -> None:
    """Restore the deployed settings."""
    kept = folder / _KEPT
    if kept.exists():
        for url, own in json.loads(kept.read_text(encoding="utf-8")).items():
            local.stack.client("sqs").set_queue_attributes(QueueUrl=url, Attributes=own)
        kept.unlink()


def _table() -> Iterator[Fault]:
    """Every fault, those of a service together, in the order shown."""
    yield _answer(
        "ratelimited",
        "Slack says to slow down (429)",
        f"A post waits the {_RETRY_AFTER} seconds Slack asks for, then arrives once. Emails do "
        "not wait for it.",
    )
    yield _answer(
        "server_error",
        "Slack is down (500)",
        "It is unknown whether a post arrived: it is looked up after half a minute or by the next "
        "sweep, then sent once.",
    )
    yield _answer(
        "lost_request",
        "The request is lost",
        "The connection drops and nothing was done. It is looked up, not found, and sent once.",
    )
    yield _answer(
        "lost_response",
        "The answer is lost",
        "The message is in Slack, and the function does not know: it is looked up, not sent twice.",
    )
    yield _answer(
        "hang",
        "Slack hangs",
        f"Slack does as asked and answers after {_HANG} seconds, longer than the function waits.",
    )
    yield _of_workspace(
        "revoked",
        "The bot's token is revoked",
        "Slack refuses everything. Its messages go by email, and the doctor and the lead are "
        "notified.",
        lambda board: bool(board.workspace.app["revoked"]),
        lambda board: board.change({"app": {"revoked": True}}),
        lambda board: board.change({"app": {"revoked": False}}),
    )
    yield _of_workspace(
        "public",
        "The channel was made public",
        "Posts to it are refused, and emails say so.",
        lambda board: not board.workspace.room.get("is_private", True),
        lambda board: board.change_room(is_private=False),
        lambda board: board.change_room(is_private=board.began.room["is_private"]),
    )
    yield _of_workspace(
        "archived",
        "The channel was archived",
        "Posts are refused for good; emails are sent instead.",
        lambda board: bool(board.workspace.room.get("is_archived")),
        lambda board: board.change_room(is_archived=True),
        lambda board: board.change_room(is_archived=False),
    )
    yield _of_workspace(
        "stranger",
        "An outsider joined the channel",
        "A member who is not on the deal's list could read the posts, so nothing is posted.",
        lambda board: OUTSIDER in board.workspace.members,
        lambda board: board.change_room(members=[*board.workspace.members, OUTSIDER]),
        lambda board: board.change_room(
            members=[each for each in board.workspace.members if each != OUTSIDER]
        ),
    )
    yield _of_person(
        "removed",
        "Someone left the channel",
        "A person on the list is not in the channel; the others get their alerts as before.",
        lambda board: [e for e in board.began.members if e not in board.workspace.members],
        lambda board, who: board.change_room(
            members=[each for each in board.workspace.members if each != who]
        ),
        lambda board: board.change_room(
            members=[*dict.fromkeys((*board.began.members, *board.workspace.members))]
        ),
    )
    yield _of_person(
        "deactivated",
        "An account was deactivated",
        "Direct messages cannot reach the person in Slack.",
        lambda board: [each for each, user in board.workspace.users.items() if user["deleted"]],
        lambda board, who: board.change({"users": {who: {"deleted": True}}}),
        lambda board: board.change(
            {"users": {user: {"deleted": False} for user in board.workspace.users}}
        ),
    )
    yield _mailbox(
        "mail-refused",
        "550",
        "There is no such mailbox (550)",
        "The email is refused for good; the person, or else the lead, is notified in Slack.",
    )
    yield _mailbox(
        "mail-deferred",
        "451",
        "The mail server says later (451)",
        "The email is retried every minute until it is accepted. The play waits for it, for up to "
        "two and a half minutes.",
    )
    yield _mailbox(
        "mail-silent",
        "",
        "The mail server accepts it and hangs up",
        "It is unknown whether the email arrived: it is sent again, marked as a possible "
        "duplicate.",
    )
    yield Fault(
        "AWS",
        "throttled",
        "The table is throttled",
        "DynamoDB refuses the functions' calls as it does beyond its capacity; this page "
        "and the clock still read it. With every other call refused, the functions retry "
        "and take longer. With every call refused, sweeps fail, and deals are retried or "
        "become dead letters.",
        _throttled,
        lambda board, chosen: throttle.order(board.folder, int(chosen["through"])),
        lambda board: throttle.clear(board.folder),
        lambda _: (Choice("through", "Refused", list(_REFUSED.items())),),
    )
    yield Fault(
        "AWS",
        "hasty",
        "Queues give up in half a minute",
        f"Not a fault, but it speeds up watching one: a message that failed is retried "
        f"after {_HASTE['wait']} seconds instead of six minutes, and dead after "
        f"{_HASTE['receives']} tries instead of five. Switch it on before the fault.",
        lambda board: "" if (board.folder / _KEPT).exists() else None,
        lambda board, _: _hurry(board),
        lambda board: _calm(board.local, board.folder),
    )


FAULTS = tuple(_table())
TITLES: Mapping[str, str] = {fault.id: fault.title for fault in FAULTS}
