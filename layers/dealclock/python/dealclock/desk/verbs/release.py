"""`/deal release`: a lead shows one conclusion, as it is, to someone outside the team."""

from dataclasses import dataclass

from dealclock.answers.typed_words import TypedWords, UnreadableCommandError, name_of, parted
from dealclock.desk.release import ReleaseRequest, release
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.people.people import Action

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
    subject = parts[""][withdraw:]
    if len(subject) != 1 or not parts.get(mark):
        raise UnreadableCommandError(
            "Say what and to whom: release default-ii to trustee, release default-ii to holder "
            "NAME, or release withdraw default-ii from trustee."
        )
    return ReleaseArguments(name_of(subject), name_of(parts[mark]), withdraw)


def _answer(request: DeskRequest) -> Reply:
    arguments: ReleaseArguments = request.given
    person = request.deal.team.access.of_slack(request.user)
    if person is None:
        raise UnreadableCommandError("Only a lead of the deal's own list releases.")
    wanted = ReleaseRequest(
        request.deal.meta.id,
        arguments.instance,
        arguments.to,
        person.id,
        withdraw=arguments.withdraw,
    )
    result = release(wanted, request.services, request.user)
    return Reply(result.message, about=result.instance)


VERB = Verb(
    "release",
    "release [DEAL] OBLIGATION to trustee | counterparty | holder NAME, or withdraw ... from ...",
    "show one conclusion, as it is now, to someone outside the team; a second person approves it",
    Scope.DEAL,
    _read,
    _answer,
    action=Action.CONCLUDE,
    examples=("release withdraw shelf-filing from trustee", "release shelf-filing to trustee"),
)
