"""`/deal release`: a lead shows one conclusion, as it is, to someone outside the team."""

from dataclasses import dataclass

from dealclock.access.people import Action
from dealclock.usecases.desk.release import ReleaseRequest, release
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb
from dealclock.usecases.desk.words import name_of, parted

_WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class ReleaseArguments:
    """What is released, or withdrawn, and to or from whom, as typed."""

    instance: str
    to: str
    withdraw: bool


def _read(typed: TypedWords) -> ReleaseArguments:
    withdraw = typed.words[:1] == (_WITHDRAW,)
    mark = "from" if withdraw else "to"
    parts = parted(typed, mark)
    what = parts[""][withdraw:]
    if len(what) != 1 or not parts.get(mark):
        raise UnreadableCommandError(
            "Say what and to whom: release default-ii to trustee, release default-ii to holder "
            "NAME, or release withdraw default-ii from trustee."
        )
    return ReleaseArguments(name_of(what), name_of(parts[mark]), withdraw)


def _answer(ask: DeskRequest) -> Reply:
    given: ReleaseArguments = ask.given
    person = ask.deal.team.access.of_slack(ask.user)
    if person is None:
        raise UnreadableCommandError("Only a lead of the deal's own list releases.")
    wanted = ReleaseRequest(
        ask.deal.meta.id, given.instance, given.to, person.id, withdraw=given.withdraw
    )
    done = release(wanted, ask.services, ask.user)
    return Reply(done.message, about=done.instance)


VERB = Verb(
    "release",
    "release [DEAL] OBLIGATION to trustee | counterparty | holder NAME, or withdraw ... from ...",
    "show one conclusion, as it is now, to someone outside the team; a second person approves it",
    Of.DEAL,
    _read,
    _answer,
    action=Action.CONCLUDE,
    examples=("release withdraw shelf-filing from trustee", "release shelf-filing to trustee"),
)
