"""`/deal changes`: what changed since a day, and because of what."""

from dealclock.answers.changes import QUESTION
from dealclock.answers.changes.result import ChangesQuery
from dealclock.engine.causes import ReadingsChosen
from dealclock.usecases.desk.typed_day import DayWords
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb
from dealclock.usecases.desk.words import day_of, parted


def _read(typed: TypedWords) -> DayWords:
    found = day_of(parted(typed, "since"), "since", typed)
    if found is None:
        raise UnreadableCommandError(
            "Give a date: changes since 2004-11-01, or changes since last monday."
        )
    return found


def _answer(ask: DeskRequest) -> Reply:
    read = ask.read(ask.given, behind=True)
    asked = ChangesQuery(from_=read.day)
    return Reply(ask.answer(QUESTION, asked, chosen=_chosen(ask)), read=(read,))


def _chosen(ask: DeskRequest) -> tuple[ReadingsChosen, ...]:
    """The readings chosen over time. A rehearsal's team has no place in the days it plays."""
    if ask.deal.meta.rehearsal:
        return ()
    versions = ask.services.store.deals.team_versions(ask.deal.meta.id)
    return tuple(ReadingsChosen(version.stored_at, version.team.chosen) for version in versions)


VERB = Verb(
    "changes",
    "changes [DEAL] since DATE",
    "what changed since a date (dates, amounts, statuses), and why",
    Of.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("changes since 2005-01-10", "changes since last monday"),
)
